/* The convergence factor of Wachspress's parameters. */
#ifndef CT_ADI_PROBLEM_WACHSPRESS_H
#define CT_ADI_PROBLEM_WACHSPRESS_H

/* The largest factor of `count` parameters (cornerturn/wachspress.h). A cycle of iterations applies
 * it once an axis: on two axes it reduces the error by its square. Local. */
double ct_adi_wachspress_factor(double low, double high, int count);

#endif
