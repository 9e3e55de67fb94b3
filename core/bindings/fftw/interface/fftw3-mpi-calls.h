/* FFTW's MPI interface in one precision. fftw3-mpi.h includes this twice, so it has no guard. */
void CT_FFTW_MPI(init)(void);
void CT_FFTW_MPI(cleanup)(void);
ptrdiff_t CT_FFTW_MPI(local_size_many_transposed)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                                                  ptrdiff_t block0, ptrdiff_t block1, MPI_Comm comm,
                                                  ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                                  ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t CT_FFTW_MPI(local_size_many)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                                       ptrdiff_t block0, MPI_Comm comm, ptrdiff_t *local_n0,
                                       ptrdiff_t *local_0_start);
ptrdiff_t CT_FFTW_MPI(local_size_transposed)(int rnk, const ptrdiff_t *n, MPI_Comm comm,
                                             ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                             ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t CT_FFTW_MPI(local_size)(int rnk, const ptrdiff_t *n, MPI_Comm comm, ptrdiff_t *local_n0,
                                  ptrdiff_t *local_0_start);
ptrdiff_t CT_FFTW_MPI(local_size_many_1d)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Comm comm, int sign,
                                          unsigned flags, ptrdiff_t *local_ni,
                                          ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                                          ptrdiff_t *local_o_start);
ptrdiff_t CT_FFTW_MPI(local_size_1d)(ptrdiff_t n0, MPI_Comm comm, int sign, unsigned flags,
                                     ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                     ptrdiff_t *local_no, ptrdiff_t *local_o_start);
ptrdiff_t CT_FFTW_MPI(local_size_2d)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm, ptrdiff_t *local_n0,
                                     ptrdiff_t *local_0_start);
ptrdiff_t CT_FFTW_MPI(local_size_2d_transposed)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm,
                                                ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                                ptrdiff_t *local_n1, ptrdiff_t *local_1_start);
ptrdiff_t CT_FFTW_MPI(local_size_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                                     ptrdiff_t *local_n0, ptrdiff_t *local_0_start);
ptrdiff_t CT_FFTW_MPI(local_size_3d_transposed)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2,
                                                MPI_Comm comm, ptrdiff_t *local_n0,
                                                ptrdiff_t *local_0_start, ptrdiff_t *local_n1,
                                                ptrdiff_t *local_1_start);
CT_FFTW(plan)
CT_FFTW_MPI(plan_many_transpose)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1,
 CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_transpose)
(ptrdiff_t n0, ptrdiff_t n1, CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_many_dft)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block, ptrdiff_t tblock,
 CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, int sign, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft)
(int rnk, const ptrdiff_t *n, CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, int sign,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_1d)
(ptrdiff_t n0, CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, int sign, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_2d)
(ptrdiff_t n0, ptrdiff_t n1, CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, int sign,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out, MPI_Comm comm,
 int sign, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_many_r2r)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock,
 CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm, const CT_FFTW(r2r_kind) * kind,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_r2r)
(int rnk, const ptrdiff_t *n, CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm,
 const CT_FFTW(r2r_kind) * kind, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_r2r_2d)
(ptrdiff_t n0, ptrdiff_t n1, CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm,
 CT_FFTW(r2r_kind) kind0, CT_FFTW(r2r_kind) kind1, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_r2r_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, CT_FFTW_REAL *in, CT_FFTW_REAL *out, MPI_Comm comm,
 CT_FFTW(r2r_kind) kind0, CT_FFTW(r2r_kind) kind1, CT_FFTW(r2r_kind) kind2, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_many_dft_r2c)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock,
 CT_FFTW_REAL *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_r2c)
(int rnk, const ptrdiff_t *n, CT_FFTW_REAL *in, CT_FFTW_COMPLEX *out, MPI_Comm comm,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_r2c_2d)
(ptrdiff_t n0, ptrdiff_t n1, CT_FFTW_REAL *in, CT_FFTW_COMPLEX *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_r2c_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, CT_FFTW_REAL *in, CT_FFTW_COMPLEX *out, MPI_Comm comm,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_many_dft_c2r)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock,
 CT_FFTW_COMPLEX *in, CT_FFTW_REAL *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_c2r)
(int rnk, const ptrdiff_t *n, CT_FFTW_COMPLEX *in, CT_FFTW_REAL *out, MPI_Comm comm,
 unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_c2r_2d)
(ptrdiff_t n0, ptrdiff_t n1, CT_FFTW_COMPLEX *in, CT_FFTW_REAL *out, MPI_Comm comm, unsigned flags);
CT_FFTW(plan)
CT_FFTW_MPI(plan_dft_c2r_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, CT_FFTW_COMPLEX *in, CT_FFTW_REAL *out, MPI_Comm comm,
 unsigned flags);
void CT_FFTW_MPI(gather_wisdom)(MPI_Comm comm);
void CT_FFTW_MPI(broadcast_wisdom)(MPI_Comm comm);
void CT_FFTW_MPI(execute_dft)(CT_FFTW(plan) p, CT_FFTW_COMPLEX *in, CT_FFTW_COMPLEX *out);
void CT_FFTW_MPI(execute_dft_r2c)(CT_FFTW(plan) p, CT_FFTW_REAL *in, CT_FFTW_COMPLEX *out);
void CT_FFTW_MPI(execute_dft_c2r)(CT_FFTW(plan) p, CT_FFTW_COMPLEX *in, CT_FFTW_REAL *out);
void CT_FFTW_MPI(execute_r2r)(CT_FFTW(plan) p, CT_FFTW_REAL *in, CT_FFTW_REAL *out);
