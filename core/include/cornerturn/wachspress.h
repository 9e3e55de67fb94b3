/*
 * The optimal parameters of alternating-direction iterations. Everything here is local and free of
 * MPI.
 */
#ifndef CORNERTURN_WACHSPRESS_H
#define CORNERTURN_WACHSPRESS_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

enum { CT_ADI_PARAMETERS_MOST = 64 };

/* The `count` parameters p, 1 to CT_ADI_PARAMETERS_MOST, descending, that minimise the maximum of
 * |product of (x - p) / (x + p)| over low <= x <= high; 0 < low <= high. Wachspress: Iterative
 * solution of elliptic systems (1966), chapter 6, by elliptic functions. Local. */
void ct_adi_wachspress(double low, double high, int count, double *parameters);

/* The least count that reduces the error of a cycle of Peaceman-Rachford iterations to at most
 * `reduction`, up to CT_ADI_PARAMETERS_MOST. Local. */
int ct_adi_wachspress_count(double low, double high, double reduction);

CT_PUBLIC_END

#endif
