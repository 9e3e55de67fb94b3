/* Checks of the caller's arguments. Local. */
#ifndef CT_ADI_PROBLEM_H
#define CT_ADI_PROBLEM_H

#include <cornerturn/adi.h>
#include <stdint.h>

/* CT_ERROR_ARGUMENT, naming what is allowed, unless it can be solved. */
ct_status ct_adi_problem_check(const ct_adi_problem *problem, const ct_adi_options *options);

/* A hash of everything in problem and options that must be equal on all ranks. */
uint64_t ct_adi_problem_hash(const ct_adi_problem *problem, const ct_adi_options *options);

#endif
