/* Real numbers in configs: in the text, or of a dataset that it names. */
#ifndef CT_APPS_COMMON_REALS_H
#define CT_APPS_COMMON_REALS_H

#include <cornerturn/status.h>
#include <limits.h>
#include <mpi.h>
#include <stddef.h>

/* Whether a text names a dataset: hdf5:FILE:DATASET. Local. */
int job_is_array(const char *text);

/* Its file and dataset. CT_ERROR_CONFIG beginning with `where`. Local. */
ct_status job_array_name(const char *where, const char *text, char file[PATH_MAX], char *dataset,
                         size_t dataset_bytes);

/* The file and dataset that a text names, else "". Local. */
enum { JOB_DATASET_BYTES = 256 };
void job_array_place(const char *text, char file[PATH_MAX], char dataset[JOB_DATASET_BYTES]);

/* The numbers of a whole array of one axis, or of a text with commas between: as many as are
 * wanted, which ascend; `why` there are so many. The caller frees them. Collective. CT_ERROR_CONFIG
 * beginning with `where`. */
ct_status job_read_positions(MPI_Comm comm, const char *where, const char *text, ptrdiff_t wanted,
                             const char *why, double **positions);

#endif
