/* What fftw3-mpi.f03 binds: the same functions with a communicator of Fortran. */

CT_PUBLIC_BEGIN

/* Declares and defines the function of a name that takes what is in the parameters, as the function
 * of C with the arguments. */
#define F03(type, name, parameters, arguments)                                                     \
    type MPI(name##_f03) parameters;                                                               \
    type MPI(name##_f03) parameters {                                                              \
        return MPI(name) arguments;                                                                \
    }

F03(ptrdiff_t, local_size_many_transposed,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1,
     MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start, ptrdiff_t *local_n1,
     ptrdiff_t *local_1_start),
    (rnk, n, howmany, block0, block1, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1,
     local_1_start))
F03(ptrdiff_t, local_size_many,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0, MPI_Fint comm,
     ptrdiff_t *local_n0, ptrdiff_t *local_0_start),
    (rnk, n, howmany, block0, MPI_Comm_f2c(comm), local_n0, local_0_start))
F03(ptrdiff_t, local_size_transposed,
    (int rnk, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
     ptrdiff_t *local_n1, ptrdiff_t *local_1_start),
    (rnk, n, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1, local_1_start))
F03(ptrdiff_t, local_size,
    (int rnk, const ptrdiff_t *n, MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start),
    (rnk, n, MPI_Comm_f2c(comm), local_n0, local_0_start))
F03(ptrdiff_t, local_size_many_1d,
    (ptrdiff_t n0, ptrdiff_t howmany, MPI_Fint comm, int sign, unsigned flags, ptrdiff_t *local_ni,
     ptrdiff_t *local_i_start, ptrdiff_t *local_no, ptrdiff_t *local_o_start),
    (n0, howmany, MPI_Comm_f2c(comm), sign, flags, local_ni, local_i_start, local_no,
     local_o_start))
F03(ptrdiff_t, local_size_1d,
    (ptrdiff_t n0, MPI_Fint comm, int sign, unsigned flags, ptrdiff_t *local_ni,
     ptrdiff_t *local_i_start, ptrdiff_t *local_no, ptrdiff_t *local_o_start),
    (n0, MPI_Comm_f2c(comm), sign, flags, local_ni, local_i_start, local_no, local_o_start))
F03(ptrdiff_t, local_size_2d,
    (ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start),
    (n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start))
F03(ptrdiff_t, local_size_2d_transposed,
    (ptrdiff_t n0, ptrdiff_t n1, MPI_Fint comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
     ptrdiff_t *local_n1, ptrdiff_t *local_1_start),
    (n0, n1, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1, local_1_start))
F03(ptrdiff_t, local_size_3d,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm, ptrdiff_t *local_n0,
     ptrdiff_t *local_0_start),
    (n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start))
F03(ptrdiff_t, local_size_3d_transposed,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Fint comm, ptrdiff_t *local_n0,
     ptrdiff_t *local_0_start, ptrdiff_t *local_n1, ptrdiff_t *local_1_start),
    (n0, n1, n2, MPI_Comm_f2c(comm), local_n0, local_0_start, local_n1, local_1_start))
F03(FFTW(plan), plan_many_transpose,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1, REAL *in,
     REAL *out, MPI_Fint comm, unsigned flags),
    (n0, n1, howmany, block0, block1, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_transpose,
    (ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, unsigned flags),
    (n0, n1, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_many_dft,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block, ptrdiff_t tblock, COMPLEX *in,
     COMPLEX *out, MPI_Fint comm, int sign, unsigned flags),
    (rnk, n, howmany, block, tblock, in, out, MPI_Comm_f2c(comm), sign, flags))
F03(FFTW(plan), plan_dft,
    (int rnk, const ptrdiff_t *n, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign,
     unsigned flags),
    (rnk, n, in, out, MPI_Comm_f2c(comm), sign, flags))
F03(FFTW(plan), plan_dft_1d,
    (ptrdiff_t n0, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign, unsigned flags),
    (n0, in, out, MPI_Comm_f2c(comm), sign, flags))
F03(FFTW(plan), plan_dft_2d,
    (ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign,
     unsigned flags),
    (n0, n1, in, out, MPI_Comm_f2c(comm), sign, flags))
F03(FFTW(plan), plan_dft_3d,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, COMPLEX *out, MPI_Fint comm, int sign,
     unsigned flags),
    (n0, n1, n2, in, out, MPI_Comm_f2c(comm), sign, flags))
F03(FFTW(plan), plan_many_r2r,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
     REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind, unsigned flags),
    (rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm), kind, flags))
F03(FFTW(plan), plan_r2r,
    (int rnk, const ptrdiff_t *n, REAL *in, REAL *out, MPI_Fint comm, const FFTW(r2r_kind) * kind,
     unsigned flags),
    (rnk, n, in, out, MPI_Comm_f2c(comm), kind, flags))
F03(FFTW(plan), plan_r2r_2d,
    (ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Fint comm, FFTW(r2r_kind) kind0,
     FFTW(r2r_kind) kind1, unsigned flags),
    (n0, n1, in, out, MPI_Comm_f2c(comm), kind0, kind1, flags))
F03(FFTW(plan), plan_r2r_3d,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, REAL *out, MPI_Fint comm,
     FFTW(r2r_kind) kind0, FFTW(r2r_kind) kind1, FFTW(r2r_kind) kind2, unsigned flags),
    (n0, n1, n2, in, out, MPI_Comm_f2c(comm), kind0, kind1, kind2, flags))
F03(FFTW(plan), plan_many_dft_r2c,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
     COMPLEX *out, MPI_Fint comm, unsigned flags),
    (rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_r2c,
    (int rnk, const ptrdiff_t *n, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags),
    (rnk, n, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_r2c_2d,
    (ptrdiff_t n0, ptrdiff_t n1, REAL *in, COMPLEX *out, MPI_Fint comm, unsigned flags),
    (n0, n1, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_r2c_3d,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, COMPLEX *out, MPI_Fint comm,
     unsigned flags),
    (n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_many_dft_c2r,
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock,
     COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags),
    (rnk, n, howmany, iblock, oblock, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_c2r,
    (int rnk, const ptrdiff_t *n, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags),
    (rnk, n, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_c2r_2d,
    (ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, REAL *out, MPI_Fint comm, unsigned flags),
    (n0, n1, in, out, MPI_Comm_f2c(comm), flags))
F03(FFTW(plan), plan_dft_c2r_3d,
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, REAL *out, MPI_Fint comm,
     unsigned flags),
    (n0, n1, n2, in, out, MPI_Comm_f2c(comm), flags))

#undef F03

void MPI(gather_wisdom_f03)(MPI_Fint comm);
void MPI(gather_wisdom_f03)(MPI_Fint comm) {
    MPI(gather_wisdom)(MPI_Comm_f2c(comm));
}

void MPI(broadcast_wisdom_f03)(MPI_Fint comm);
void MPI(broadcast_wisdom_f03)(MPI_Fint comm) {
    MPI(broadcast_wisdom)(MPI_Comm_f2c(comm));
}

CT_PUBLIC_END
