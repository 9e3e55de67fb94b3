/* What a caller gives. Local. */
#ifndef CT_ADI_PROBLEM_H
#define CT_ADI_PROBLEM_H

#include <cornerturn/adi.h>
#include <stdint.h>

/* Whether it can be solved; CT_ERROR_ARGUMENT, naming what is allowed. */
ct_status ct_adi_problem_check(const ct_adi_problem *problem, const ct_adi_options *options);

/* A number that differs where problem or options do, for all that must be the same on all ranks. */
uint64_t ct_adi_problem_hash(const ct_adi_problem *problem, const ct_adi_options *options);

#endif
