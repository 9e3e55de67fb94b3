/* Large memory of the simulated program folded onto the same pages. */
#ifndef CT_TESTS_SIM_FOLD_H
#define CT_TESTS_SIM_FOLD_H

/* Whether it is, so that there are no data to be checked: CT_SIM_FOLD=1. Local. */
int fold_is_on(void);

#endif
