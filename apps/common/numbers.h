/* Numbers that are not finite: looked for in arrays of which each rank has a box. */
#ifndef CT_APPS_COMMON_NUMBERS_H
#define CT_APPS_COMMON_NUMBERS_H

#include <cornerturn/grid.h>
#include <cornerturn/precision.h>
#include <mpi.h>

/* This rank's part: its box in the order of the dataset. */
typedef struct job_numbers {
    ct_box box;
    ct_precision precision;
    int parts; /* real numbers to an element */
    const void *at;
} job_numbers;

/* What the array has, on all ranks together. */
typedef struct job_finding {
    double elements, not_finite;  /* elements 0: not looked at */
    double largest;               /* magnitude of a real number, infinite ones included */
    ptrdiff_t first[CT_MAX_AXES]; /* index of the first that is not finite */
} job_finding;

/* Looks at the parts of all ranks; where something is found, a second pass counts it. Collective.
 */
ct_status job_look(MPI_Comm comm, const job_numbers *numbers, job_finding *found);

/* The dataset that numbers were read from, and the words of a message about them. */
typedef struct job_source {
    const char *file, *dataset;
    const char *where;     /* key that names it, with ": " behind; "" */
    const char *precision; /* key of the precision */
    const char *otherwise; /* what is allowed besides; "" */
    ct_status status;      /* of the failure */
} job_source;

/* Fails for numbers `found` not finite: the message says whether the dataset has such, or finite
 * ones beyond single precision. Reads the dataset again. Collective. Returns source->status, unless
 * reading fails. */
ct_status job_refuse(MPI_Comm comm, const job_source *source, const job_numbers *numbers,
                     const job_finding *found);

#endif
