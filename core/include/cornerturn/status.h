/*
 * The status that calls return, and the message of a failure.
 *
 * A function that can fail returns a ct_status. On failure its outputs are unset, but what a
 * collective call was to create (a plan, memory, a tuning) is NULL. Like errno, the message belongs
 * to the calling thread and stays until its next failure. Calls that execute or change a plan
 * return CT_ERROR_ARGUMENT, on the calling rank alone, where the plan is NULL.
 */
#ifndef CORNERTURN_STATUS_H
#define CORNERTURN_STATUS_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_status {
    CT_OK = 0,
    CT_ERROR_ARGUMENT,    /* an invalid argument: NULL, negative, contradictory */
    CT_ERROR_CONFIG,      /* wrong user input: config, option, algorithm name */
    CT_ERROR_UNSUPPORTED, /* valid, but not for this size, topology or build */
    CT_ERROR_FILE,        /* a file is missing, damaged, of the wrong kind, or cannot be written */
    CT_ERROR_MEMORY,      /* an allocation failed */
    CT_ERROR_MPI,         /* an MPI call failed */
    CT_ERROR_INTERNAL     /* a defect of the library */
} ct_status;

/* Message of the calling thread's last failure: what, where, what is allowed. Never NULL; valid
 * until the thread's next failure. Local. */
const char *ct_error_message(void);

/* Source position "file:line" where that failure was raised, for bug reports; valid as long. Local.
 */
const char *ct_error_origin(void);

CT_PUBLIC_END

#endif
