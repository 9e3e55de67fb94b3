/* How a program with a config begins and ends, and what it says of the files it writes. */
#ifndef CT_APPS_COMMON_RUN_H
#define CT_APPS_COMMON_RUN_H

#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/config/options.h"
#include "io/run/progress.h"

/* The rows of a program's table of keys for the section `run`. */
/* clang-format off */
#define JOB_RUN_KEYS(config)                                                                       \
    {"run", "stall_s", CT_KEY_REAL, offsetof(config, stall_s), "600", 0, 1e9, NULL,                 \
     "seconds without any progress after which the run ends with a message; 0: never"}
/* clang-format on */

/* As ct_program_start, for a config with a section `exchange`. Collective. What it made is freed by
 * job_end, after a failure too. Local. */
ct_status job_start(const ct_program *program, MPI_Comm comm, int argc, char **argv,
                    ct_options *options, void *config, char **config_text);
void job_end(const ct_program *program, ct_options *options, void *config, char *config_text);

/* The report that the command line asks for, or else the config; NULL: none. It points into one of
 * them. Local. */
const char *job_report_file(const ct_options *options, const char *configured);

/* What a person sees of a run with these options. As ct_progress_create. */
ct_progress *job_progress_create(const ct_options *options);

/* Whether every one of `files` can be made; NULL or empty is none. As ct_array_can_create. */
ct_status job_can_create(MPI_Comm comm, const char *const *files, int count, bool overwrite);

/* Gives a dataset attributes, each a name and its text. As ct_array_attribute. */
typedef struct job_attribute {
    const char *name, *text;
} job_attribute;
ct_status job_attributes(ct_array_file *file, const char *dataset, const job_attribute *attributes,
                         size_t count);

/* Prints which files were written; NULL or empty is none. Local. */
void job_say_written(const char *const *files, int count);

#endif
