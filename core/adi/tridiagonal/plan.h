/* The plan of tridiagonal systems along one axis: the lines of a sweep without its physics. */
#ifndef CT_TRIDIAGONAL_PLAN_H
#define CT_TRIDIAGONAL_PLAN_H

#include "adi/method.h"
#include "adi/problem/decompose.h"
#include "adi/sweeps/reduction.h"
#include "node/context.h"
#include "redistribute/decomposed/ownership.h"

#include <cornerturn/redistribute.h>
#include <cornerturn/tridiagonal.h>

struct ct_tridiagonal_plan {
    /* The problem; constant. */
    ct_context *context;
    ct_tridiagonal_problem problem; /* its array is the ownership's */
    ct_ownership ownership;
    const ct_adi_kernels *kernels;
    ct_adi_exchanges exchanges;
    ct_adi_chosen chosen;

    /* Where lines are solved. */
    ct_adi_line line;       /* reducing: the ranks that share lines */
    ct_distribution whole;  /* transposing: with whole lines */
    int is_empty;           /* this rank solves no part of a line */
    ptrdiff_t first;        /* row of this rank's first unknown */
    ct_adi_systems systems; /* on real numbers: the inner ones include the parts of elements */
    ct_adi_reduction reduction;
    ct_redistribute_plan *there, *back; /* NULL: solved where they are */
    void *lines;                        /* transposing: the array of whole lines */

    /* The matrices. */
    int has_matrix;
    void *memory;        /* of their factorisation */
    void *lower, *upper; /* variable: minus the couplings */
    ptrdiff_t width;     /* lines solved together */
    void *scratch;       /* three numbers a line */
    double bytes;
};

#endif
