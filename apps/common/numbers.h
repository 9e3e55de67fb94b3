/* Finds numbers that are not finite in distributed arrays. */
#ifndef CT_APPS_COMMON_NUMBERS_H
#define CT_APPS_COMMON_NUMBERS_H

#include <cornerturn/grid.h>
#include <cornerturn/precision.h>
#include <mpi.h>

/* This rank's part: its box in the order of the dataset. */
typedef struct job_numbers {
    ct_box box;
    ct_precision precision;
    int parts; /* real numbers per element */
    const void *at;
} job_numbers;

/* The result over all ranks. */
typedef struct job_finding {
    double elements, not_finite;  /* elements 0: not searched */
    double largest;               /* magnitude of a real number, infinite ones included */
    ptrdiff_t first[CT_MAX_AXES]; /* index of the first that is not finite */
} job_finding;

/* Searches the parts of all ranks; counts in a second pass if any is found. Collective.
 */
ct_status job_find_not_finite(MPI_Comm comm, const job_numbers *numbers, job_finding *found);

/* The dataset that numbers were read from, and texts for messages. */
typedef struct job_source {
    const char *file, *dataset;
    const char *where;     /* key that names it, with ": " behind; "" */
    const char *precision; /* key of the precision */
    const char *otherwise; /* what is allowed besides; "" */
    ct_status status;      /* of the failure */
} job_source;

/* Raises the error of numbers that are not finite: rereads the dataset to tell whether it has such,
 * or finite ones beyond single precision. Collective. Returns source->status, unless reading
 * fails. */
ct_status job_refuse(MPI_Comm comm, const job_source *source, const job_numbers *numbers,
                     const job_finding *found);

#endif
