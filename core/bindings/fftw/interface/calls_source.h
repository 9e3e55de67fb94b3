/* The functions of fftw3-mpi.h: each writes down what is asked for, and hands it on. */
#include "bindings/fftw/plan.h"

#include <string.h>

void MPI(init)(void) {
}

void MPI(cleanup)(void) {
    FFTW(cleanup)();
}

/* Sizes. */

static ct_fftw_local local_size(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                ptrdiff_t block1, MPI_Comm comm) {
    int rank = 0;
    int size = 1;
    (void)MPI_Comm_rank(comm, &rank);
    (void)MPI_Comm_size(comm, &size);
    return ct_fftw_local_size(rnk, n, howmany, block0, block1, rank, size);
}

ptrdiff_t MPI(local_size_many_transposed)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                                          ptrdiff_t block0, ptrdiff_t block1, MPI_Comm comm,
                                          ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                          ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    const ct_fftw_local local = local_size(rnk, n, howmany, block0, block1, comm);
    *local_n0 = local.count0;
    *local_0_start = local.first0;
    *local_n1 = local.count1;
    *local_1_start = local.first1;
    return local.elements;
}

ptrdiff_t MPI(local_size_many)(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                               MPI_Comm comm, ptrdiff_t *local_n0, ptrdiff_t *local_0_start) {
    ptrdiff_t n1 = 0;
    ptrdiff_t start1 = 0;
    return MPI(local_size_many_transposed)(rnk, n, howmany, block0, FFTW_MPI_DEFAULT_BLOCK, comm,
                                           local_n0, local_0_start, &n1, &start1);
}

ptrdiff_t MPI(local_size_transposed)(int rnk, const ptrdiff_t *n, MPI_Comm comm,
                                     ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                     ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_many_transposed)(rnk, n, 1, FFTW_MPI_DEFAULT_BLOCK,
                                           FFTW_MPI_DEFAULT_BLOCK, comm, local_n0, local_0_start,
                                           local_n1, local_1_start);
}

ptrdiff_t MPI(local_size)(int rnk, const ptrdiff_t *n, MPI_Comm comm, ptrdiff_t *local_n0,
                          ptrdiff_t *local_0_start) {
    return MPI(local_size_many)(rnk, n, 1, FFTW_MPI_DEFAULT_BLOCK, comm, local_n0, local_0_start);
}

/* FFTW's blocks of a 1D transform depend on a factor of n0. Here they are those of any array. */
ptrdiff_t MPI(local_size_many_1d)(ptrdiff_t n0, ptrdiff_t howmany, MPI_Comm comm, int sign,
                                  unsigned flags, ptrdiff_t *local_ni, ptrdiff_t *local_i_start,
                                  ptrdiff_t *local_no, ptrdiff_t *local_o_start) {
    (void)sign;
    (void)flags;
    return MPI(local_size_many_transposed)(1, &n0, howmany, FFTW_MPI_DEFAULT_BLOCK,
                                           FFTW_MPI_DEFAULT_BLOCK, comm, local_ni, local_i_start,
                                           local_no, local_o_start);
}

ptrdiff_t MPI(local_size_1d)(ptrdiff_t n0, MPI_Comm comm, int sign, unsigned flags,
                             ptrdiff_t *local_ni, ptrdiff_t *local_i_start, ptrdiff_t *local_no,
                             ptrdiff_t *local_o_start) {
    return MPI(local_size_many_1d)(n0, 1, comm, sign, flags, local_ni, local_i_start, local_no,
                                   local_o_start);
}

ptrdiff_t MPI(local_size_2d)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm, ptrdiff_t *local_n0,
                             ptrdiff_t *local_0_start) {
    return MPI(local_size)(2, (const ptrdiff_t[]){n0, n1}, comm, local_n0, local_0_start);
}

ptrdiff_t MPI(local_size_2d_transposed)(ptrdiff_t n0, ptrdiff_t n1, MPI_Comm comm,
                                        ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                        ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_transposed)(2, (const ptrdiff_t[]){n0, n1}, comm, local_n0, local_0_start,
                                      local_n1, local_1_start);
}

ptrdiff_t MPI(local_size_3d)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                             ptrdiff_t *local_n0, ptrdiff_t *local_0_start) {
    return MPI(local_size)(3, (const ptrdiff_t[]){n0, n1, n2}, comm, local_n0, local_0_start);
}

ptrdiff_t MPI(local_size_3d_transposed)(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, MPI_Comm comm,
                                        ptrdiff_t *local_n0, ptrdiff_t *local_0_start,
                                        ptrdiff_t *local_n1, ptrdiff_t *local_1_start) {
    return MPI(local_size_transposed)(3, (const ptrdiff_t[]){n0, n1, n2}, comm, local_n0,
                                      local_0_start, local_n1, local_1_start);
}

/* Plans. `extra`: what only some types have. */

typedef struct plan_extra {
    int sign;
    const FFTW(r2r_kind) * kind;
} plan_extra;

static FFTW(plan) make_plan(ct_fftw_type type, int rnk, const ptrdiff_t *n, ptrdiff_t howmany,
                            ptrdiff_t iblock, ptrdiff_t oblock, void *in, void *out, MPI_Comm comm,
                            plan_extra extra, unsigned flags) {
    ct_fftw_problem problem = {.type = type,
                               .precision = PRECISION,
                               .rank = rnk,
                               .howmany = howmany,
                               .input_block = iblock,
                               .output_block = oblock,
                               .sign = extra.sign,
                               .flags = flags};
    if (rnk < 1 || rnk > CT_FFTW_AXES_MOST || !ct_fftw_plan_is_known_to(PREFIX "execute")) {
        return NULL;
    }
    for (int a = 0; a < rnk; a++) {
        problem.n[a] = n[a];
        problem.kind[a] = extra.kind != NULL ? (int)extra.kind[a] : 0;
    }
    return (FFTW(plan))ct_fftw_plan_create(comm, &problem, &BACKEND, in, out);
}

FFTW(plan)
MPI(plan_many_transpose)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t howmany, ptrdiff_t block0, ptrdiff_t block1, REAL *in,
 REAL *out, MPI_Comm comm, unsigned flags) {
    return make_plan(CT_FFTW_TRANSPOSE, 2, (const ptrdiff_t[]){n0, n1}, howmany, block0, block1, in,
                     out, comm, (plan_extra){0, NULL}, flags);
}

FFTW(plan)
MPI(plan_transpose)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Comm comm, unsigned flags) {
    return MPI(plan_many_transpose)(n0, n1, 1, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, in,
                                    out, comm, flags);
}

FFTW(plan)
MPI(plan_many_dft)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block, ptrdiff_t tblock, COMPLEX *in,
 COMPLEX *out, MPI_Comm comm, int sign, unsigned flags) {
    return make_plan(CT_FFTW_DFT, rnk, n, howmany, block, tblock, in, out, comm,
                     (plan_extra){sign, NULL}, flags);
}

FFTW(plan)
MPI(plan_dft)
(int rnk, const ptrdiff_t *n, COMPLEX *in, COMPLEX *out, MPI_Comm comm, int sign, unsigned flags) {
    return MPI(plan_many_dft)(rnk, n, 1, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, in, out,
                              comm, sign, flags);
}

FFTW(plan)
MPI(plan_dft_1d)(ptrdiff_t n0, COMPLEX *in, COMPLEX *out, MPI_Comm comm, int sign, unsigned flags) {
    return MPI(plan_dft)(1, &n0, in, out, comm, sign, flags);
}

FFTW(plan)
MPI(plan_dft_2d)
(ptrdiff_t n0, ptrdiff_t n1, COMPLEX *in, COMPLEX *out, MPI_Comm comm, int sign, unsigned flags) {
    return MPI(plan_dft)(2, (const ptrdiff_t[]){n0, n1}, in, out, comm, sign, flags);
}

FFTW(plan)
MPI(plan_dft_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, COMPLEX *in, COMPLEX *out, MPI_Comm comm, int sign,
 unsigned flags) {
    return MPI(plan_dft)(3, (const ptrdiff_t[]){n0, n1, n2}, in, out, comm, sign, flags);
}

FFTW(plan)
MPI(plan_many_r2r)
(int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, REAL *in,
 REAL *out, MPI_Comm comm, const FFTW(r2r_kind) * kind, unsigned flags) {
    return make_plan(CT_FFTW_R2R, rnk, n, howmany, iblock, oblock, in, out, comm,
                     (plan_extra){0, kind}, flags);
}

FFTW(plan)
MPI(plan_r2r)
(int rnk, const ptrdiff_t *n, REAL *in, REAL *out, MPI_Comm comm, const FFTW(r2r_kind) * kind,
 unsigned flags) {
    return MPI(plan_many_r2r)(rnk, n, 1, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, in, out,
                              comm, kind, flags);
}

FFTW(plan)
MPI(plan_r2r_2d)
(ptrdiff_t n0, ptrdiff_t n1, REAL *in, REAL *out, MPI_Comm comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, unsigned flags) {
    return MPI(plan_r2r)(2, (const ptrdiff_t[]){n0, n1}, in, out, comm,
                         (const FFTW(r2r_kind)[]){kind0, kind1}, flags);
}

FFTW(plan)
MPI(plan_r2r_3d)
(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, REAL *in, REAL *out, MPI_Comm comm, FFTW(r2r_kind) kind0,
 FFTW(r2r_kind) kind1, FFTW(r2r_kind) kind2, unsigned flags) {
    return MPI(plan_r2r)(3, (const ptrdiff_t[]){n0, n1, n2}, in, out, comm,
                         (const FFTW(r2r_kind)[]){kind0, kind1, kind2}, flags);
}

/* Between real and complex arrays: the same four each way. */
#define PLANS_OF_REAL(way, type, sign, IN, OUT)                                                    \
    FFTW(plan)                                                                                     \
    MPI(plan_many_dft_##way)                                                                       \
    (int rnk, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t iblock, ptrdiff_t oblock, IN *in,   \
     OUT *out, MPI_Comm comm, unsigned flags) {                                                    \
        return make_plan(type, rnk, n, howmany, iblock, oblock, in, out, comm,                     \
                         (plan_extra){sign, NULL}, flags);                                         \
    }                                                                                              \
    FFTW(plan)                                                                                     \
    MPI(plan_dft_##way)                                                                            \
    (int rnk, const ptrdiff_t *n, IN *in, OUT *out, MPI_Comm comm, unsigned flags) {               \
        return MPI(plan_many_dft_##way)(rnk, n, 1, FFTW_MPI_DEFAULT_BLOCK, FFTW_MPI_DEFAULT_BLOCK, \
                                        in, out, comm, flags);                                     \
    }                                                                                              \
    FFTW(plan)                                                                                     \
    MPI(plan_dft_##way##_2d)                                                                       \
    (ptrdiff_t n0, ptrdiff_t n1, IN * in, OUT * out, MPI_Comm comm, unsigned flags) {              \
        return MPI(plan_dft_##way)(2, (const ptrdiff_t[]){n0, n1}, in, out, comm, flags);          \
    }                                                                                              \
    FFTW(plan)                                                                                     \
    MPI(plan_dft_##way##_3d)                                                                       \
    (ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2, IN * in, OUT * out, MPI_Comm comm,                  \
     unsigned flags) {                                                                             \
        return MPI(plan_dft_##way)(3, (const ptrdiff_t[]){n0, n1, n2}, in, out, comm, flags);      \
    }

PLANS_OF_REAL(r2c, CT_FFTW_R2C, FFTW_FORWARD, REAL, COMPLEX)
PLANS_OF_REAL(c2r, CT_FFTW_C2R, FFTW_BACKWARD, COMPLEX, REAL)

/* Executions with other arrays. */

void MPI(execute_dft)(FFTW(plan) p, COMPLEX *in, COMPLEX *out) {
    ct_fftw_plan_execute_with((ct_fftw_plan *)p, in, out);
}

void MPI(execute_dft_r2c)(FFTW(plan) p, REAL *in, COMPLEX *out) {
    ct_fftw_plan_execute_with((ct_fftw_plan *)p, in, out);
}

void MPI(execute_dft_c2r)(FFTW(plan) p, COMPLEX *in, REAL *out) {
    ct_fftw_plan_execute_with((ct_fftw_plan *)p, in, out);
}

void MPI(execute_r2r)(FFTW(plan) p, REAL *in, REAL *out) {
    ct_fftw_plan_execute_with((ct_fftw_plan *)p, in, out);
}
