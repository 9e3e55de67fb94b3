/* Laws: coefficients that depend on u. */
#ifndef CT_ADI_LAWS_H
#define CT_ADI_LAWS_H

#include <cornerturn/adi_law.h>

typedef struct ct_adi_lawful {
    ct_adi_laws laws;
    void *start;        /* the state at the begin of a step */
    void *slope;        /* -df/du by cell where it is above 0, else 0; with a law of f */
    double *u, *beyond; /* a row of u; and of other u for slopes of f */
    int has_slopes;     /* the plan's sigma is a field, slopes included; without them it is */
    double sigma;       /* this number and */
    void *sigma_field;  /* this field, or NULL */
} ct_adi_lawful;

static inline int ct_adi_has_law(const ct_adi_lawful *lawful) {
    return lawful->laws.kappa != NULL || lawful->laws.source != NULL ||
           lawful->laws.capacity != NULL;
}

void ct_adi_laws_destroy(ct_adi_lawful *lawful);

#endif
