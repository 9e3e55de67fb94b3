/*
 * The loops of the implicit solver, in one precision and for one set of vector instructions: each
 * table is the sources named in kernels_source.h, compiled once more. They give the same numbers
 * with any vector instructions, to the rounding of products that some processors add without
 * rounding them first. Local, pure and free of MPI.
 */
#ifndef CT_ADI_KERNELS_KERNELS_H
#define CT_ADI_KERNELS_KERNELS_H

#include <cornerturn/precision.h>
#include <stddef.h>

/* Inside, a box has three axes always; the middle one of two is 1 cell thick and does nothing. */
enum { CT_ADI_BOX_AXES = 3 };

/* Lines along one axis of a dense block: the numbers of a line follow each other at a distance of
 * `inner`; inner x outer lines. */
typedef struct ct_adi_shape {
    ptrdiff_t outer, n, inner;
} ct_adi_shape;

/* Rows of `ends`: left and high of the last unknown, F, G, and the pivot of a cyclic rest. */
enum {
    CT_ADI_END_LEFT,
    CT_ADI_END_HIGH,
    CT_ADI_END_F,
    CT_ADI_END_G,
    CT_ADI_END_PIVOT,
    CT_ADI_ENDS
};

/* Systems (1 - c A) x = r, one a line, factorised. Row i of A x is
 *     (face[i] (x[i-1] - x[i]) + face[i+1] (x[i+1] - x[i])) / width[i] - sigma x[i].
 * Elimination from the left gives
 *     d[i] = pivot[i] r[i] + low[i] d[i-1],    x[i] = d[i] + high[i] x[i+1] + left[i] before,
 * `before` being the unknown before the first, where has_left. There the first is, by the last,
 *     x[0] = sum + F before + G x[n-1],    sum = sum over i < n-1 of weight[i] d[i].
 * What is after the last unknown enters by who gives x[n-1], or is nothing. */
typedef struct ct_adi_systems {
    ct_adi_shape shape;
    int is_variable;    /* a factorisation a line; else one of n numbers for all */
    int has_left;       /* an unknown of a neighbour, or the last one, is before the first */
    int is_cyclic;      /* it is the last one */
    int is_mirrored;    /* elimination is from the right: read `first` for last, and so on; then
                           nothing is before it, and something may be after the last */
    void *pivot, *left; /* variable: of every unknown */
    void *low, *high;   /* constant only */
    void *weight;       /* constant only */
    const void *face;   /* variable only: outer x (n + 1) x inner */
    void *scale;        /* variable only: c / width[i] */
    void *ends;         /* CT_ADI_ENDS rows of one number, variable: of one a line */
} ct_adi_systems;

/* Numbers first .. end - 1, in the order of elimination, of the lines j = from .. from + count - 1
 * of outer .. outer + outers - 1. */
typedef struct ct_adi_part {
    ptrdiff_t outer, outers, from, count, first, end;
} ct_adi_part;

/* What lies beyond a side of a block: one cell thick; the cell at (z, y, x) without its own axis is
 * at z * stride[0] + y * stride[1], x following each other. */
typedef struct ct_adi_layer {
    const void *at;
    ptrdiff_t stride[2];
} ct_adi_layer;

/* out = scale (A u - sigma u + number) + identity u + base. */
typedef struct ct_adi_operation {
    ptrdiff_t count[CT_ADI_BOX_AXES];
    double scale, identity, number;
    const void *base; /* a block, or NULL */
    ct_adi_layer beyond[CT_ADI_BOX_AXES][2];
    int is_variable;
    const void
        *coupling[CT_ADI_BOX_AXES][2];      /* constant: face[i] / width[i], face[i+1] / width[i] */
    const void *face[CT_ADI_BOX_AXES];      /* variable: along axis a one more than cells */
    const void *per_width[CT_ADI_BOX_AXES]; /* variable: 1 / width[i] */
    double sigma;
    const void *reaction; /* sigma of every cell instead, or NULL */
    int is_far;           /* out is in memory: rows are asked for before they are written */
} ct_adi_operation;

/* Facewise kappa of lines: face[i] = unit[i] mean(kappa[i-1], kappa[i]), where share[i] of the way
 * between the two middles lies in cell i-1: harmonic, of resistances in series, or linear between
 * the middles. What lies beyond is a layer of one number a line, or NULL where kappa at the end is
 * the last cell's. */
typedef struct ct_adi_faces {
    ct_adi_shape shape;
    const double *unit, *share; /* n + 1 */
    const void *kappa, *before, *after;
    int is_harmonic;
} ct_adi_faces;

/* The reduced system of lines in `size` parts, in the last unknown z of each:
 *     z[k] = left[k] z[k-1] + right[k] z[k+1] + pivot[k] (d[k] + next[k] sum[k+1]),
 * one system a line or one for all. Cyclic where the axis is, solved by Sherman and Morrison. */
typedef struct ct_adi_reduced {
    int size, is_cyclic;
    ptrdiff_t systems; /* 1, or one a line */
    double *memory;    /* CT_ADI_REDUCED_ROWS rows of `size` numbers, each one a system */
} ct_adi_reduced;
enum {
    CT_ADI_REDUCED_PIVOT,
    CT_ADI_REDUCED_LOW,
    CT_ADI_REDUCED_HIGH,
    CT_ADI_REDUCED_NEXT,
    CT_ADI_REDUCED_CORRECTION,
    CT_ADI_REDUCED_ROWS
};

/* Lines that substitution carries along together: as many as the second cache has room for. */
enum { CT_ADI_CARRY = 1 << 14 };

/* Memory traffic overlapped with the solution of lines, which waits for its own results: prefetches
 * `read` numbers into the cache, and streams `copied` numbers past it. Whole cache lines of `into`,
 * from the beginning of one on. None of this memory may be of the lines that are solved. */
typedef struct ct_adi_prefetch {
    const void *soon;
    ptrdiff_t read;
    const void *from;
    void *into;
    ptrdiff_t copied;
} ct_adi_prefetch;

/* Fused elimination along the middle axis and the first one, systems along both being constant:
 * rows first .. end - 1 of a plane, in the order of elimination along the middle axis, dense. */
typedef struct ct_adi_fused_rows {
    ptrdiff_t first, end;
    ptrdiff_t number; /* of the plane, in the order of elimination */
    const void *r;    /* the rows */
    void *edge;       /* carried from one call to the next of a plane: the last row eliminated, */
    void *weighted;   /* and the sum of cyclic lines */
    void *d;          /* in: the plane before, eliminated along both axes; out: this one */
    void *sum;        /* of the rows' lines along the first axis, as in `forward` */
} ct_adi_fused_rows;

/* Fused substitution, of a whole box. before, last: along the first axis, as in `backward`; like d
 * they are not yet substituted along the middle axis. */
typedef struct ct_adi_fused_return {
    const void *d, *before, *last;
    int replaces;
    void *state;
    void *carry; /* memory for a plane */
    void *edge;  /* memory for two rows */
} ct_adi_fused_return;

typedef struct ct_adi_kernels {
    ptrdiff_t bytes; /* of a number */

    void (*store)(const double *from, ptrdiff_t count, void *into);
    void (*load)(const void *from, ptrdiff_t count, double *into);

    /* Of rows first .. end - 1 of a block, counted through its planes; `out` begins with them. */
    void (*operate)(const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end,
                    const void *u, void *out);
    void (*faces)(const ct_adi_faces *faces, void *face);

    /* into[i * stride[0] + j * stride[1]] += scale * values[i * pitch + j], i and j below count. */
    void (*add)(const double *values, ptrdiff_t pitch, const ptrdiff_t count[2], double scale,
                void *into, const ptrdiff_t stride[2]);

    /* pivot, left and ends of variable systems. sigma: of every cell, or NULL; times `share`, plus
     * `number`. */
    void (*factorise)(ct_adi_systems *systems, double c, const void *sigma, double share,
                      double number);

    /* r becomes d. Parts of a line follow each other. sum, one number a line from the part's first
     * on, and where variable weight, the same, are begun at number 0; not NULL where has_left. */
    void (*forward)(const ct_adi_systems *systems, const ct_adi_part *part, void *d, void *sum,
                    void *weight);

    /* d becomes x, parts in reverse. last: the last unknown of every line of the part, NULL: it is
     * d; before: NULL unless has_left. */
    void (*backward)(const ct_adi_systems *systems, const ct_adi_part *part, void *d,
                     const void *before, const void *last);

    /* Elimination along the middle axis, which is not mirrored, and the first one at once. */
    void (*fused_forward)(const ct_adi_systems *middle, const ct_adi_systems *first,
                          const ct_adi_fused_rows *rows);

    /* Substitution along both: state += x, or where `replaces` state = x. */
    void (*fused_backward)(const ct_adi_systems *middle, const ct_adi_systems *first,
                           const ct_adi_fused_return *back);

    /* `backward` of all lines, but d stays and state += x, or where `replaces` state = x. carry:
     * room for CT_ADI_CARRY numbers. */
    void (*update)(const ct_adi_systems *systems, const void *d, const void *before,
                   const void *last, int replaces, void *state, void *carry);

    /* r becomes x, of lines that are whole, cyclic ones included. scratch: 3 * inner numbers.
     * prefetch, or NULL: all is copied when it returns; not all need be read. */
    void (*solve)(const ct_adi_systems *systems, ptrdiff_t outer, ptrdiff_t outers, void *d,
                  void *scratch, const ct_adi_prefetch *prefetch);

    /* The same for a whole array of x. */
    void (*accumulate)(const void *x, ptrdiff_t count, int replaces, void *state);

    /* Of cyclic lines, last = x[n-1] from d and sum. */
    void (*close)(const ct_adi_systems *systems, ptrdiff_t outer, ptrdiff_t outers, const void *d,
                  const void *sum, void *last);

    /* collected: d and sum of `lines` lines of each part, [size][2][lines]; z: [size][lines]. */
    void (*solve_reduced)(const ct_adi_reduced *reduced, ptrdiff_t lines, const void *collected,
                          void *z);
} ct_adi_kernels;

/* Those of a precision for the best vector instructions there are. */
const ct_adi_kernels *ct_adi_kernels_for(ct_precision precision);

extern const ct_adi_kernels ct_adi_double_portable, ct_adi_float_portable;
extern const ct_adi_kernels ct_adi_double_avx2, ct_adi_float_avx2;
extern const ct_adi_kernels ct_adi_double_avx512, ct_adi_float_avx512;

#endif
