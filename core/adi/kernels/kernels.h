/*
 * The loops of the implicit solver, compiled for each precision and instruction set: each table
 * compiles the sources named in kernels_source.h. Results are equal for all instruction sets but
 * for fused multiply-adds. Local, pure and free of MPI.
 */
#ifndef CT_ADI_KERNELS_KERNELS_H
#define CT_ADI_KERNELS_KERNELS_H

#include "adi/kernels/turn.h"

#include <cornerturn/precision.h>
#include <stddef.h>

/* Internally a box has three axes; for two, the middle one is 1 cell thick and not swept. */
enum { CT_ADI_BOX_AXES = 3 };

/* Lines along one axis of a dense block: n numbers with stride `inner`; inner x outer lines. */
typedef struct ct_adi_shape {
    ptrdiff_t outer, n, inner;
} ct_adi_shape;

/* Rows of `ends`: left and high of the last unknown, F, G, and the pivot of a cyclic reduced
 * system. */
enum {
    CT_ADI_END_LEFT,
    CT_ADI_END_HIGH,
    CT_ADI_END_F,
    CT_ADI_END_G,
    CT_ADI_END_PIVOT,
    CT_ADI_ENDS
};

/* Systems (1 - c A) x = r, one a line, factorised. Row i of A x is (face[i] (x[i-1] - x[i]) +
 * face[i+1] (x[i+1] - x[i])) / width[i] - sigma x[i]. Elimination from the left gives d[i] =
 * pivot[i] r[i] + low[i] d[i-1], x[i] = d[i] + high[i] x[i+1] + left[i] before, `before` being the
 * unknown before the first, if has_left. The first unknown in terms of the last is then x[0] = sum
 * + F before + G x[n-1], sum = sum over i < n-1 of weight[i] d[i]. An unknown after the last one
 * enters through the given x[n-1]. */
typedef struct ct_adi_systems {
    ct_adi_shape shape;
    int is_variable;    /* each line has its factorisation; else one of n numbers for all */
    int has_left;       /* an unknown precedes the first: a neighbour's or, cyclic, the last */
    int is_cyclic;      /* the last unknown precedes the first */
    int is_mirrored;    /* elimination from the right: exchange `first` and `last`, left and right;
                           then nothing precedes, but an unknown may follow */
    void *pivot, *left; /* variable: by unknown */
    void *low;          /* constant only */
    void *high;         /* variable: by unknown, or NULL: then computed when it is needed */
    void *weight;       /* constant only */
    int keeps_high; /* variable: `high` is an array, of which substitution takes less memory than of
                       pivots and couplings, where they have left the cache since elimination */
    int is_squared; /* variable, along the last axis: pivots of whole squares of `square` lines and
                       numbers are transposed where they lie */
    void *scan;     /* of lines along the last axis, made by make_scan; or NULL */
    /* Variable only: row i is scale[i] (back[i] (x[i] - x[i-1]) + ahead[i] (x[i] - x[i+1])) + .. */
    const void *back, *ahead; /* outer x pitch x inner each; with one number more for each line than
                                 unknowns where both are part of one array, kappa at faces */
    ptrdiff_t pitch;
    void *scale;       /* c / width[i] */
    const void *sigma; /* what pivots were made of beside couplings: by unknown, or NULL; times */
    double share, number; /* `share`, plus `number`, plus 1 */
    void *ends;           /* CT_ADI_ENDS rows of one number; variable: of one a line */
} ct_adi_systems;

/* Numbers first .. end - 1, in the order of elimination, of the lines j = from .. from + count - 1
 * of outer .. outer + outers - 1. */
typedef struct ct_adi_part {
    ptrdiff_t outer, outers, from, count, first, end;
} ct_adi_part;

/* The layer of cells beyond a side of a block: the cell (z, y, x), its own axis left out, is at z *
 * stride[0] + y * stride[1] + x. */
typedef struct ct_adi_layer {
    const void *at;
    ptrdiff_t stride[2];
} ct_adi_layer;

/* out = scale (A u - sigma u + number) + identity u + base, `identity` being the factor of u. */
typedef struct ct_adi_operation {
    ptrdiff_t count[CT_ADI_BOX_AXES];
    double scale, identity, number;
    const void *base; /* block or NULL */
    ct_adi_layer beyond[CT_ADI_BOX_AXES][2];
    int is_variable;
    int is_even; /* constant: along the last axis all couplings are one number but those of the ends
                  */
    const void
        *coupling[CT_ADI_BOX_AXES][2];      /* constant: face[i] / width[i], face[i+1] / width[i] */
    const void *face[CT_ADI_BOX_AXES];      /* variable: one more than cells along axis a; of the
                                               middle one NULL where nothing flows along it */
    const void *per_width[CT_ADI_BOX_AXES]; /* variable: 1 / width[i] */
    double sigma;
    const void *reaction; /* sigma by cell instead, or NULL */
    int is_downward;      /* planes are taken from the last one on */
    int is_far;           /* out is not in the cache: rows are prefetched before they are written */
} ct_adi_operation;

/* kappa at faces: face[i] = unit[i] mean(kappa[i-1], kappa[i]), share[i] being the part of the way
 * between the two middles in cell i-1; the mean is harmonic (resistances in series) or linear.
 * Layers beyond the ends have one number a line, or are NULL: then kappa at the end is the last
 * cell's. */
typedef struct ct_adi_faces {
    ct_adi_shape shape;
    const double *unit, *share; /* n + 1 */
    const void *kappa, *before, *after;
    int is_harmonic;
} ct_adi_faces;

/* The reduced system of lines in `size` parts, in the last unknown z of each: z[k] = left[k] z[k-1]
 * + right[k] z[k+1] + pivot[k] (d[k] + next[k] sum[k+1]), one system a line or one for all. Cyclic
 * if the axis is; solved by the Sherman-Morrison formula. */
typedef struct ct_adi_reduced {
    int size, is_cyclic;
    ptrdiff_t systems; /* 1, or one a line */
    double *memory;    /* CT_ADI_REDUCED_ROWS x size x systems */
} ct_adi_reduced;
enum {
    CT_ADI_REDUCED_PIVOT,
    CT_ADI_REDUCED_LOW,
    CT_ADI_REDUCED_HIGH,
    CT_ADI_REDUCED_NEXT,
    CT_ADI_REDUCED_CORRECTION,
    CT_ADI_REDUCED_ROWS
};

/* Size of `scan` of lines of n unknowns, in numbers. */
static inline ptrdiff_t ct_adi_scan_numbers(ptrdiff_t n) {
    enum { ROWS = 17, LONGEST_VECTOR = 16 }; /* 14 of vectors, 11 of each 4 that are a strip */
    return ROWS * (n + LONGEST_VECTOR - 1);
}

/* Lines substituted together: as many as fit the second-level cache. */
enum { CT_ADI_CARRY = 1 << 14 };

/* Memory that is prefetched meanwhile: `read` numbers of each of some arrays. */
enum { CT_ADI_RUNS = 3 };
typedef struct ct_adi_prefetch {
    int runs;
    const void *soon[CT_ADI_RUNS];
    ptrdiff_t read;
} ct_adi_prefetch;

/* Fused elimination along the axes, systems along all being constant: rows first .. end - 1 of a
 * plane, in the order of elimination along the middle axis, dense. */
typedef struct ct_adi_fused_rows {
    ptrdiff_t first, end;
    ptrdiff_t number; /* index of the plane in the order of elimination */
    const void *r;    /* the rows; with an operation what is added to its results, or NULL */
    const ct_adi_operation *operation; /* makes them in registers; constant; or NULL */
    const void *u;                     /* with it: of the box */
    const void *added;                 /* what is added to them after the last axis, or NULL */
    void *renewed;   /* with an operation, of open lines: the rows in u, which become what the new
                        state is substituted from, d + (1 - high) u along all axes; or NULL */
    void *edge;      /* between calls for a plane: the last row eliminated, */
    void *weighted;  /* and the sum of cyclic lines, */
    void *kept;      /* and the last row as it was before it was renewed */
    ptrdiff_t pitch; /* of rows of d: */
    void *d;         /* in: the previous plane, eliminated along all axes; out: this one; with an
                        operation instead what planes pass on, of no use elsewhere */
    void *into;  /* this plane, eliminated along all axes; NULL unless it streams or is operated;
                    of renewed planes the last one's, which is not added to what is renewed */
    int streams; /* into that by streaming stores, which are of aligned vectors */
    void *sum;   /* of the rows' lines along the first axis, as in `forward` */
    ct_adi_prefetch prefetch;
} ct_adi_fused_rows;

/* Fused substitution of a whole box. before, last: along the first axis, as in `backward`; like d
 * not yet substituted along the other axes. Of renewed rows d is the state, and last not NULL. */
typedef struct ct_adi_fused_return {
    const void *d, *before, *last;
    int replaces;
    void *state;
    ptrdiff_t pitch; /* of rows of carry */
    void *carry;     /* memory for a plane */
    void *edge;      /* memory for two rows */
} ct_adi_fused_return;

typedef struct ct_adi_kernels {
    ptrdiff_t bytes;    /* of a number */
    ptrdiff_t together; /* lines along the last axis that `solve` transposes; fewer take longer */
    ptrdiff_t square;   /* lines and numbers that are transposed in registers */
    ptrdiff_t even; /* rows of even cells and of a multiple of so many numbers are operated on and
                       eliminated in less time than others (fused_even_source.h); 0: none are */
    ptrdiff_t renewed; /* numbers of the longest rows that are to renew the state where it is */
    int streams; /* rows that are eliminated together are best written past the cache at once: their
                    vectors are whole cache lines. Parts of lines of four rows in turn take a Zen 3
                    2.5 ns a double, rows that are copied once they are made 0.95 */

    void (*store)(const double *from, ptrdiff_t count, void *into);
    void (*load)(const void *from, ptrdiff_t count, double *into);

    /* into[i] *= by[i]. */
    void (*multiply)(const void *by, ptrdiff_t count, void *into);

    /* Applies the operator to rows first .. end - 1 of a block, counted through its planes; `out`
     * begins with row `first`. */
    void (*operate)(const ct_adi_operation *operation, ptrdiff_t first, ptrdiff_t end,
                    const void *u, void *out);
    void (*faces)(const ct_adi_faces *faces, void *face);

    /* into[i * stride[0] + j * stride[1]] += scale * values[i * pitch + j], i and j below count. */
    void (*add)(const double *values, ptrdiff_t pitch, const ptrdiff_t count[2], double scale,
                void *into, const ptrdiff_t stride[2]);

    /* Computes pivot, left, high and ends of variable systems. mass: by cell in place of 1, or
     * NULL. sigma: by cell, or NULL; times `share`, plus `number`. */
    void (*factorise)(ct_adi_systems *systems, double c, const void *mass, const void *sigma,
                      double share, double number);

    /* The same of systems with any diagonal, by unknown: row i is diagonal[i] x[i] - scale[i]
     * (back[i] x[i-1] + ahead[i] x[i+1]). Returns the first unknown, counted through the array,
     * whose pivot is at most `tolerance` times the numbers that it is the difference of; -1 if
     * none. */
    ptrdiff_t (*factorise_any)(ct_adi_systems *systems, const void *diagonal, double tolerance);

    /* Replaces r by d. Parts of a line are called in order. sum and, if variable, weight have one
     * number a line from the part's first on, initialised at number 0; not NULL if has_left. */
    void (*forward)(const ct_adi_systems *systems, const ct_adi_part *part, void *d, void *sum,
                    void *weight);

    /* Replaces d by x, parts in reverse order. last: the last unknown of every line of the part;
     * NULL: it is in d. before: NULL unless has_left. */
    void (*backward)(const ct_adi_systems *systems, const ct_adi_part *part, void *d,
                     const void *before, const void *last);

    /* Fused elimination along the middle axis, which is not mirrored, the first one and, unless
     * NULL, the last one. */
    void (*fused_forward)(const ct_adi_systems *middle, const ct_adi_systems *first,
                          const ct_adi_systems *last, const ct_adi_fused_rows *rows);

    /* Fused substitution along them: state += x, or state = x if `replaces`. */
    void (*fused_backward)(const ct_adi_systems *middle, const ct_adi_systems *first,
                           const ct_adi_systems *last, const ct_adi_fused_return *back);

    /* Eliminates rows along the middle axis, which is neither cyclic nor mirrored, in order. */
    void (*turn_forward)(const ct_adi_systems *middle, const ct_adi_turn *turn);

    /* Turns from that to the first axis. */
    void (*turn)(const ct_adi_systems *middle, const ct_adi_systems *first,
                 const ct_adi_turn *turn);

    /* `backward` of all lines with d unchanged: state += x, or state = x if `replaces`. carry:
     * CT_ADI_CARRY numbers. */
    void (*update)(const ct_adi_systems *systems, const void *d, const void *before,
                   const void *last, int replaces, void *state, void *carry);

    /* Replaces r by x on whole lines, cyclic ones included. scratch: 3 * inner numbers; of variable
     * systems along the last axis together * n, if that is more. prefetch: or NULL. */
    void (*solve)(const ct_adi_systems *systems, ptrdiff_t outer, ptrdiff_t outers, void *d,
                  void *scratch, const ct_adi_prefetch *prefetch);

    /* state += x, or state = x if `replaces`, for a whole array. */
    void (*accumulate)(const void *x, ptrdiff_t count, int replaces, void *state);

    /* Sets last = x[n-1] of the part's cyclic lines from d and sum. */
    void (*close)(const ct_adi_systems *systems, const ct_adi_part *part, const void *d,
                  const void *sum, void *last);

    /* Solves reduced systems. collected: d and sum of `lines` lines of each part, [size][2][lines],
     * of which the first and last part of open lines have no sum; z: [size][lines]. */
    void (*solve_reduced)(const ct_adi_reduced *reduced, ptrdiff_t lines, const void *collected,
                          void *z);

    /* Computes `scan` of constant systems along the last axis. */
    void (*make_scan)(ct_adi_systems *systems);
} ct_adi_kernels;

/* Sets the couplings of variable systems: kappa at faces, outer x (n + 1) x inner. */
static inline void ct_adi_systems_faces(const ct_adi_kernels *kernels, const void *face,
                                        ct_adi_systems *systems) {
    systems->back = face;
    systems->ahead =
        face != NULL ? (const char *)face + systems->shape.inner * kernels->bytes : NULL;
    systems->pitch = systems->shape.n + 1;
}

/* Those of the lines from outer index `outer` on, which is their first one; of variable systems. */
static inline ct_adi_systems ct_adi_systems_from(const ct_adi_kernels *kernels,
                                                 const ct_adi_systems *s, ptrdiff_t outer) {
    const ptrdiff_t cells = outer * s->shape.n * s->shape.inner * kernels->bytes;
    const ptrdiff_t faces = outer * s->pitch * s->shape.inner * kernels->bytes;
    ct_adi_systems from = *s;
    from.pivot = (char *)s->pivot + cells;
    from.left = s->left != NULL ? (char *)s->left + cells : NULL;
    from.high = s->high != NULL ? (char *)s->high + cells : NULL;
    from.back = (const char *)s->back + faces;
    from.ahead = (const char *)s->ahead + faces;
    from.sigma = s->sigma != NULL ? (const char *)s->sigma + cells : NULL;
    from.ends = (char *)s->ends + outer * s->shape.inner * kernels->bytes;
    return from;
}

/* The kernels of a precision for ct_vectors_used(). */
const ct_adi_kernels *ct_adi_kernels_for(ct_precision precision);

extern const ct_adi_kernels ct_adi_double_portable, ct_adi_float_portable;
extern const ct_adi_kernels ct_adi_double_avx2, ct_adi_float_avx2;
extern const ct_adi_kernels ct_adi_double_avx512, ct_adi_float_avx512;

#endif
