/* What a step of bench_adi would take if arithmetic were free. */
#ifndef CT_TESTS_BENCH_ADI_BARE_H
#define CT_TESTS_BENCH_ADI_BARE_H

#include <stddef.h>

/* The two passes of a step through planes that follow each other along the first axis, as they read
 * and write, with an addition for every number that is read: the first pass makes a plane of `work`
 * of the state around it, row by row, and then goes through it from the last row on, beside the
 * plane before; the second goes through both arrays from the last plane on and writes the state.
 * Arrays of `count` doubles, row-major. Local. */
void adi_bare_step(const ptrdiff_t count[3], double *state, double *work);

#endif
