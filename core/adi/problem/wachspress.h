/* What Wachspress's parameters achieve. */
#ifndef CT_ADI_PROBLEM_WACHSPRESS_H
#define CT_ADI_PROBLEM_WACHSPRESS_H

/* The largest factor of `count` parameters (cornerturn/wachspress.h). It comes once an axis: a
 * cycle of iterations on two axes reduces the error by its square. Local. */
double ct_adi_wachspress_factor(double low, double high, int count);

#endif
