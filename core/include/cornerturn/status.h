/*
 * What every call answers: a status, and behind it one message for a person.
 *
 * A function that can fail returns a ct_status and leaves its outputs unset on failure. The message
 * of the last failure of the calling thread is kept until the next one, as errno is.
 */
#ifndef CORNERTURN_STATUS_H
#define CORNERTURN_STATUS_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_status {
    CT_OK = 0,
    CT_ERROR_ARGUMENT,    /* an argument no call may have: null, negative, contradictory */
    CT_ERROR_CONFIG,      /* what the user asked for is wrong: config, option, algorithm name */
    CT_ERROR_UNSUPPORTED, /* right in itself, but not for this size, topology or build */
    CT_ERROR_FILE,        /* a file is missing, damaged, of the wrong kind, or cannot be written */
    CT_ERROR_MEMORY,      /* an allocation failed */
    CT_ERROR_MPI,         /* an MPI call failed */
    CT_ERROR_INTERNAL     /* a defect of the library */
} ct_status;

/* Message of the calling thread's last failure: what, where, what is allowed. Never NULL; valid
 * until the thread's next failure. Local. */
const char *ct_error_message(void);

/* Source position "file:line" where that failure was raised, for bug reports. Local. */
const char *ct_error_origin(void);

CT_PUBLIC_END

#endif
