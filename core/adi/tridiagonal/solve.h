/* Solves the lines of one array. */
#ifndef CT_TRIDIAGONAL_SOLVE_H
#define CT_TRIDIAGONAL_SOLVE_H

#include <cornerturn/tridiagonal.h>

/* Replaces right sides by solutions, arguments being right on all ranks. Collective. */
ct_status ct_tridiagonal_run(ct_tridiagonal_plan *plan, void *array);

#endif
