/* A transform of the table, and its data: numbers by their place in the whole array, so that every
 * distribution has the same. */
#ifndef CT_BENCH_TABLE_CASE_H
#define CT_BENCH_TABLE_CASE_H

#include <cornerturn/grid.h>
#include <stddef.h>

typedef enum table_kind {
    TABLE_C2C,
    TABLE_R2C,
    TABLE_C2R,
    TABLE_DCT2,
    TABLE_DST1,
    TABLE_KINDS
} table_kind;

/* Of a batch, extent[0] is the number of transforms, which ranks share. Of vectors the components
 * lie side by side. */
typedef struct table_case {
    table_kind kind;
    int axes, is_batch;
    ptrdiff_t components;
    int keeps_input; /* ours does */
    ptrdiff_t extent[CT_MAX_AXES];
    const char *library; /* FFTW's libfftw3_mpi.so; NULL: none */
    double limit_s;      /* of its planning and of that on threads, each */
    int measures;        /* ours */
    int rank, size;
} table_case;

/* Sets extents from a text: 64x64x64, 10000*16x16 of a batch, 64x64x64:3 of vectors of three. */
void table_parse(const char *text, table_case *c);

/* Bytes of `planes` planes along the first axis: of what goes in (side 0) or comes out (1), rows of
 * real numbers padded to those of coefficients in FFTW-MPI's way or dense. Local,
 * here and below. */
ptrdiff_t table_bytes(const table_case *c, int side, ptrdiff_t planes, int is_padded);

/* Planes of the input; zero where coefficients of real numbers are not free. */
void table_fill(const table_case *c, double *array, ptrdiff_t first, ptrdiff_t count,
                int is_padded);

/* Whether FFTW-MPI, or for a batch FFTW on each rank, has such a transform here. */
int table_has_mpi(const table_case *c);

/* Sum of squares of `bytes` bytes; is_padded: of rows of real numbers, without what pads them. */
double table_squares(const table_case *c, const double *array, ptrdiff_t bytes, int is_padded);

#endif
