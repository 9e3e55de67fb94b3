/*
 * What a call of FFTW's MPI interface asks for, and where its arrays lie: slabs along the first or
 * the second axis, in blocks of a given size, the last of which may be smaller. Local, free of MPI.
 */
#ifndef CT_BINDINGS_FFTW_PROBLEM_H
#define CT_BINDINGS_FFTW_PROBLEM_H

#include <cornerturn/precision.h>
#include <stddef.h>

/* FFTW has no limit; of more axes a plan is refused (NULL). A word has a bit for each, and howmany.
 */
enum { CT_FFTW_AXES_MOST = 31 };

typedef enum ct_fftw_type {
    CT_FFTW_DFT,
    CT_FFTW_R2C,
    CT_FFTW_C2R,
    CT_FFTW_R2R,
    CT_FFTW_TRANSPOSE
} ct_fftw_type;

/* The arguments of a plan_many function. */
typedef struct ct_fftw_problem {
    ct_fftw_type type;
    ct_precision precision;
    int rank;
    ptrdiff_t n[CT_FFTW_AXES_MOST];
    ptrdiff_t howmany;
    ptrdiff_t input_block, output_block; /* 0: FFTW_MPI_DEFAULT_BLOCK */
    int kind[CT_FFTW_AXES_MOST];         /* fftw_r2r_kind, of r2r */
    int sign;
    unsigned flags;
} ct_fftw_problem;

/* FFTW's flags of its MPI interface. */
enum {
    CT_FFTW_SCRAMBLED_IN = 1 << 27,
    CT_FFTW_SCRAMBLED_OUT = 1 << 28,
    CT_FFTW_TRANSPOSED_IN = 1 << 29,
    CT_FFTW_TRANSPOSED_OUT = 1 << 30
};

/* An array in slabs. Axis `rank` of the problem is that of `howmany`, so there are at least two. */
typedef struct ct_fftw_side {
    int axes;
    ptrdiff_t extent[CT_FFTW_AXES_MOST + 1];
    ptrdiff_t padded; /* of the last axis but that of howmany: r2c pads its real array */
    int is_complex;
    int split;       /* the axis that is distributed: 0 or 1 */
    ptrdiff_t block; /* positions along it of each rank but the last ones */
    int swapped;     /* 1: in memory axis 1 is slower than axis 0 */
} ct_fftw_side;

/* The number of positions of a block. */
ptrdiff_t ct_fftw_block_count(ptrdiff_t n, ptrdiff_t block, int rank);

/* Both sides of a problem on so many ranks; returns 0 where FFTW refuses it. */
int ct_fftw_sides(const ct_fftw_problem *problem, int ranks, ct_fftw_side *input,
                  ct_fftw_side *output);

/* Positions along an axis that `rank` has; elements of its memory, padding included; and elements
 * of memory from one position to the next along each axis. */
ptrdiff_t ct_fftw_count(const ct_fftw_side *side, int axis, int rank);
ptrdiff_t ct_fftw_elements(const ct_fftw_side *side, int rank);
void ct_fftw_strides(const ct_fftw_side *side, int rank, ptrdiff_t *stride);

/* A side distributed along another axis, in default blocks, that axis the slowest in memory. */
ct_fftw_side ct_fftw_other_split(const ct_fftw_side *side, int split, int ranks);

/* What local_size functions return: the blocks along axis 0 of the input and along axis 1 (or 0
 * where block1 is the whole axis) of the output, and the elements to allocate. */
typedef struct ct_fftw_local {
    ptrdiff_t count0, first0, count1, first1, elements;
} ct_fftw_local;
ct_fftw_local ct_fftw_local_size(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                 ptrdiff_t block1, int me, int ranks);

#endif
