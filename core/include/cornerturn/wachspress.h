/*
 * The optimal parameters of alternating-direction iterations. Everything here is local and free of
 * MPI.
 */
#ifndef CORNERTURN_WACHSPRESS_H
#define CORNERTURN_WACHSPRESS_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

enum { CT_ADI_PARAMETERS_MOST = 64 };

/* The `count` parameters, 1 to CT_ADI_PARAMETERS_MOST, that make the largest factor
 * |product of (x - p) / (x + p)| over low <= x <= high the least, descending; 0 < low <= high.
 * Wachspress: Iterative solution of elliptic systems (1966), chapter 6, by elliptic functions. */
void ct_adi_wachspress(double low, double high, int count, double *parameters);

/* That largest factor: a cycle of Peaceman-Rachford iterations, in which it comes once an axis,
 * reduces the error by its square. And the least count whose square is at most `reduction`, up to
 * CT_ADI_PARAMETERS_MOST. */
double ct_adi_wachspress_factor(double low, double high, int count);
int ct_adi_wachspress_count(double low, double high, double reduction);

CT_PUBLIC_END

#endif
