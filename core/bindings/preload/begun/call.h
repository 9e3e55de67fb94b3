/*
 * One nonblocking all-to-all of the program: begun here, or by the MPI library.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_CALL_H
#define CT_BINDINGS_PRELOAD_BEGUN_CALL_H

#include "bindings/preload/begun/request.h"
#include "bindings/preload/visit.h"

typedef struct ct_begun_call {
    ct_visit visit; /* for the report */
    ct_begun_blocks_given given[CT_SIDES];
    int code;                  /* of MPI, when it is begun here */
    ct_begun_request *request; /* memory for what is begun; not zeroed, which takes 30 ns */
    MPI_Request *returned;     /* to the program */
} ct_begun_call;

/* Begins the call here if that is decided. Whether it was; `code` is what to return then. Never
 * waits for other ranks. */
int ct_begun_try(ct_begun_call *call);

/* Ends what the MPI library began with this code, which is returned: watches its request where a
 * time is wanted. Local. */
int ct_begun_pass(ct_begun_call *call, int code);

#endif
