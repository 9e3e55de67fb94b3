/* Values at times, from a CSV file or two HDF5 datasets, linear in between. */
#ifndef CT_APPS_ADI_PROBLEM_SERIES_H
#define CT_APPS_ADI_PROBLEM_SERIES_H

#include <cornerturn/status.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct adi_series {
    char file[PATH_MAX];
    char times[256], values[256]; /* datasets, of HDF5; else empty */
    ptrdiff_t count;
    double *time, *value;
} adi_series;

/* Whether a text such as series:FILE.csv or series:FILE.h5:TIMES:VALUES names a series. Local. */
bool adi_series_is(const char *text);

/* Takes the names apart; `where`, the key, begins messages. Local. CT_ERROR_CONFIG. */
ct_status adi_series_name(const char *where, const char *text, adi_series *series);

/* Reads them: of a CSV the columns time and value, on all ranks. The caller frees them with
 * adi_series_free. Collective. CT_ERROR_CONFIG, CT_ERROR_FILE, CT_ERROR_MEMORY. */
ct_status adi_series_load(MPI_Comm comm, const char *where, adi_series *series);
void adi_series_free(adi_series *series);

/* Checks that they cover times from first to last. Local. CT_ERROR_CONFIG. */
ct_status adi_series_check(const char *where, const adi_series *series, double first, double last);

/* The value at a time; the first or last one outside. Local. */
double adi_series_at(const adi_series *series, double time);

#endif
