/* What fftw3-mpi.f03 binds: the same functions with a communicator of Fortran. */

CT_PUBLIC_BEGIN

ptrdiff_t MPI(local_size_many_transposed_f03)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                                              ptrdiff_t block0, ptrdiff_t block1, MPI_Fint comm,
                                              ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                              ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t MPI(local_size_many_transposed_f03)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                                              ptrdiff_t block0, ptrdiff_t block1, MPI_Fint comm,
                                              ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                              ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_many_transposed)(rnk, n, howmany, block0, block1, MPI_Comm_f2c(comm),
                                           local_n0, local_0_start, local_n1, local_1_start);
}

ptrdiff_t MPI(local_size_many_f03)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                   MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t MPI(local_size_many_f03)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                   MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start) {
    return MPI(local_size_many)(rnk, n, howmany, block0, MPI_Comm_f2c(comm), local_n0,
                                local_0_start);
}

ptrdiff_t MPI(local_size_transposed_f03)(int rnk, const ptrdiff_t *n, MPI_Fint comm,
                                         ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                         ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t MPI(local_size_transposed_f03)(int rnk, const ptrdiff_t *n, MPI_Fint comm,
                                         ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                         ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_transposed)(rnk, n, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1,
                                      local_1_start);
}

ptrdiff_t MPI(local_size_f03)(int rnk, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0,
                              ptrdiff_t *local_0_start);
ptrdiff_t MPI(local_size_f03)(int rnk, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0,
                              ptrdiff_t *local_0_start) {
    return MPI(local_size)(rnk, n, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t MPI(local_size_many_1d_f03)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Fint comm, int sign,
                                      unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                      ptrdiff_t *local_no, ptrdiff_t *local_o_start);
ptrdiff_t MPI(local_size_many_1d_f03)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Fint comm, int sign,
                                      unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                      ptrdiff_t *local_no, ptrdiff_t *local_o_start) {
    return MPI(local_size_many_1d)(n0, howmany, MPI_Comm_f2c(comm), sign, flags, local_ni,
                                   local_i_start, local_no, local_o_start);
}

ptrdiff_t MPI(local_size_1d_f03)(ptrdiff_t n0, MPI_Fint comm, int sign, unsigned flags,
                                 ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                                 ptrdiff_t *local_o_start);
ptrdiff_t MPI(local_size_1d_f03)(ptrdiff_t n0, MPI_Fint comm, int sign, unsigned flags,
                                 ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                                 ptrdiff_t *local_o_start) {
    return MPI(local_size_1d)(n0, MPI_Comm_f2c(comm), sign, flags, local_ni, local_i_start,
                              local_no, local_o_start);
}

ptrdiff_t MPI(local_size_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0,
                                 ptrdiff_t *local_0_start);
ptrdiff_t MPI(local_size_2d_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0,
                                 ptrdiff_t *local_0_start) {
    return MPI(local_size_2d)(n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t MPI(local_size_2d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm,
                                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                            ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t MPI(local_size_2d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm,
                                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                            ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_2d_transposed)(n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start,
                                         local_n1, local_1_start);
}

ptrdiff_t MPI(local_size_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                 ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t MPI(local_size_3d_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                 ptrdiff_t *local_n0, ptrdiff_t *local_0_start) {
    return MPI(local_size_3d)(n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start);
}

ptrdiff_t MPI(local_size_3d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                            ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t MPI(local_size_3d_transposed_f03)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm,
                                            ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                            ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_3d_transposed)(n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start,
                                         local_n1, local_1_start);
}

FFTW(plan)
MPI(plan_many_transpose_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1, REAL *in,
 REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_many_transpose_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1, REAL *in,
 REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_many_transpose)(n0, n1, howmany, block0, block1, in, out, MPI_Comm_f2c(comm),
                                    flags);
}

FFTW(plan)
MPI(plan_transpose_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_transpose_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_transpose)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_many_dft_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block, ptrdiff_t tblock, COMPLEX *in,
 COMPLEX *out, MPI_Fint comm, int sign, unsigned flags);
FFTW(plan)
MPI(plan_many_dft_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block, ptrdiff_t tblock, COMPLEX *in,
 COMPLEX *out, MPI_Fint comm, int sign, unsigned flags) {
    return MPI(plan_many_dft)(rnk, n, howmany, block, tblock, in, out, MPI_Comm_f2c(comm), sign,
                              flags);
}

FFTW(plan)
MPI(plan_dft_f03)
(int rnk, const ptrdiff_t *n, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags);
FFTW(plan)
MPI(plan_dft_f03)
(int rnk, const ptrdiff_t *n, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags) {
    return MPI(plan_dft)(rnk, n, in, out, MPI_Comm_f2c(comm), sign, flags);
}

FFTW(plan)
MPI(plan_dft_1d_f03)
(ptrdiff_t n0, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags);
FFTW(plan)
MPI(plan_dft_1d_f03)
(ptrdiff_t n0, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags) {
    return MPI(plan_dft_1d)(n0, in, out, MPI_Comm_f2c(comm), sign, flags);
}

FFTW(plan)
MPI(plan_dft_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags);
FFTW(plan)
MPI(plan_dft_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags) {
    return MPI(plan_dft_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), sign, flags);
}

FFTW(plan)
MPI(plan_dft_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign,
 unsigned flags);
FFTW(plan)
MPI(plan_dft_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign,
 unsigned flags) {
    return MPI(plan_dft_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), sign, flags);
}

FFTW(plan)
MPI(plan_many_r2r_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
 REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind, unsigned flags);
FFTW(plan)
MPI(plan_many_r2r_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
 REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind, unsigned flags) {
    return MPI(plan_many_r2r)(rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm), kind,
                              flags);
}

FFTW(plan)
MPI(plan_r2r_f03)
(int rnk, const ptrdiff_t *n, REAL *in, REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind,
 unsigned flags);
FFTW(plan)
MPI(plan_r2r_f03)
(int rnk, const ptrdiff_t *n, REAL *in, REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind,
 unsigned flags) {
    return MPI(plan_r2r)(rnk, n, in, out, MPI_Comm_f2c(comm), kind, flags);
}

FFTW(plan)
MPI(plan_r2r_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, unsigned flags);
FFTW(plan)
MPI(plan_r2r_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, unsigned flags) {
    return MPI(plan_r2r_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), kind0, kind1, flags);
}

FFTW(plan)
MPI(plan_r2r_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, REAL *out, MPI_Fint comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, FFTW(r2r_kind) kind2, unsigned flags);
FFTW(plan)
MPI(plan_r2r_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, REAL *out, MPI_Fint comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, FFTW(r2r_kind) kind2, unsigned flags) {
    return MPI(plan_r2r_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), kind0, kind1, kind2, flags);
}

FFTW(plan)
MPI(plan_many_dft_r2c_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
 COMPLEX *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_many_dft_r2c_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
 COMPLEX *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_many_dft_r2c)(rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm),
                                  flags);
}

FFTW(plan)
MPI(plan_dft_r2c_f03)
(int rnk, const ptrdiff_t *n, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_r2c_f03)
(int rnk, const ptrdiff_t *n, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_r2c)(rnk, n, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_dft_r2c_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_r2c_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_r2c_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_dft_r2c_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_r2c_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_r2c_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_many_dft_c2r_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, COMPLEX *in,
 REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_many_dft_c2r_f03)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, COMPLEX *in,
 REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_many_dft_c2r)(rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm),
                                  flags);
}

FFTW(plan)
MPI(plan_dft_c2r_f03)
(int rnk, const ptrdiff_t *n, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_c2r_f03)
(int rnk, const ptrdiff_t *n, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_c2r)(rnk, n, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_dft_c2r_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_c2r_2d_f03)
(ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_c2r_2d)(n0, n1, in, out, MPI_Comm_f2c(comm), flags);
}

FFTW(plan)
MPI(plan_dft_c2r_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags);
FFTW(plan)
MPI(plan_dft_c2r_3d_f03)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags) {
    return MPI(plan_dft_c2r_3d)(n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags);
}

void MPI(gather_wisdom_f03)(MPI_Fint comm);
void MPI(gather_wisdom_f03)(MPI_Fint comm) {
    MPI(gather_wisdom)(MPI_Comm_f2c(comm));
}

void MPI(broadcast_wisdom_f03)(MPI_Fint comm);
void MPI(broadcast_wisdom_f03)(MPI_Fint comm) {
    MPI(broadcast_wisdom)(MPI_Comm_f2c(comm));
}

CT_PUBLIC_END
