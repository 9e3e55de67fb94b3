/* Start and end of a program with a config, and messages about its files. */
#ifndef CT_APPS_COMMON_RUN_H
#define CT_APPS_COMMON_RUN_H

#include "io/array/file.h"
#include "io/array/layout.h"
#include "io/array/metadata.h"
#include "io/config/options.h"
#include "io/run/progress.h"

/* The rows of a program's table of keys for the section `run`. */
/* clang-format off */
#define JOB_RUN_KEYS(config)                                                                       \
    {"run", "stall_s", CT_KEY_REAL, offsetof(config, stall_s), "600", 0, 1e9, NULL,                 \
     "seconds without any progress after which the run ends with a message; 0: never"}
/* clang-format on */

/* job_start: as ct_program_start for a config with a section `exchange`; collective. job_end frees
 * its results, after a failure too; local. */
ct_status job_start(const ct_program *program, MPI_Comm comm, int argc, char **argv,
                    ct_options *options, void *config, char **config_text);
void job_end(const ct_program *program, ct_options *options, void *config, char *config_text);

/* The path of the report: of the command line, else of the config, else NULL. Points into one of
 * them. Local. */
const char *job_report_file(const ct_options *options, const char *configured);

/* ct_progress_create with these options. */
ct_progress *job_progress_create(const ct_options *options);

/* ct_array_can_create for each of `files` that is not NULL or empty. Collective. */
ct_status job_can_create(MPI_Comm comm, const char *const *files, int count, bool overwrite);

/* The same for an array and its XDMF file (NULL: none), which `overwrite` does not replace where it
 * is of another array: users name the array only. */
ct_status job_can_create_array(MPI_Comm comm, const char *path, const char *xdmf_file,
                               bool overwrite);

/* ct_storage_read for the output; where readers of XDMF cannot follow, the name of that file is
 * freed and NULL. Local. */
ct_status job_read_storage(const ct_storage_config *config, int axes, const ptrdiff_t *extent,
                           ptrdiff_t element_bytes, ct_array_layout *layout, char **xdmf_file);

/* Adds text attributes to a dataset. As ct_array_attribute. */
typedef struct job_attribute {
    const char *name, *text;
} job_attribute;
ct_status job_attributes(ct_array_file *file, const char *dataset, const job_attribute *attributes,
                         size_t count);

/* Prints the files written, without those that are NULL or empty. Local. */
void job_print_written(const char *const *files, int count);

#endif
