/* A sum whose error does not grow with the number of its terms. Neumaier: ZAMM 54 (1974) 39. */
#ifndef CT_ADI_SUM_H
#define CT_ADI_SUM_H

#include <math.h>

typedef struct ct_adi_sum {
    double all, lost;
} ct_adi_sum;

static inline void ct_adi_sum_add(ct_adi_sum *s, double term) {
    const double all = s->all + term;
    s->lost += fabs(s->all) >= fabs(term) ? s->all - all + term : term - all + s->all;
    s->all = all;
}

#endif
