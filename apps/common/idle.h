/* Keys that are given and that a job takes no notice of: not what was meant. */
#ifndef CT_APPS_COMMON_IDLE_H
#define CT_APPS_COMMON_IDLE_H

#include "io/config/options.h"

#include <stdbool.h>

/* A key, or all of a section, that has no effect in this job. */
typedef struct job_idle {
    const char *section, *name; /* NULL: each of the section */
    bool is_idle;
    const char *why, *allowed; /* ends of the message: "with .."; what would take it */
} job_idle;

/* Whether a key of the section has another value than its default. Local. */
bool job_is_given(const ct_program *program, const void *config, const char *section);

/* Raises CT_ERROR_CONFIG for the first key of idle ones whose value is not its default; a config
 * with all defaults written out is the same job. Local. */
ct_status job_refuse_idle(const ct_program *program, const void *config, const job_idle *rows,
                          size_t count);

#endif
