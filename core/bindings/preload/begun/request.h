/*
 * Requests of MPI's own that complete when something here is: generalized requests with a function
 * that MPI_Wait, MPI_Test and their kin call (MPIX_Grequest_start of MPICH and what is made of it;
 * Open MPI has none). So a program can mix them with any others.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_REQUEST_H
#define CT_BINDINGS_PRELOAD_BEGUN_REQUEST_H

#include "bindings/preload/begun/exchange.h"
#include "bindings/preload/begun/join.h"
#include "bindings/preload/sites.h"

typedef struct ct_begun_request {
    MPI_Request handle;
    MPI_Request inner;          /* the MPI library's, which is only watched; or MPI_REQUEST_NULL: */
    ct_begun_exchange exchange; /* begun */
    ct_joined *joined;          /* with a reference of the request, or NULL */
    int trial;                  /* of the board, that is told the time; or -1 */
    int is_noted;               /* in the report, as */
    ct_site site;
    double start_s;
    int is_over;
    struct ct_begun_request *next, *previous; /* of those under way */
} ct_begun_request;

/* Whether the MPI library has such requests. Local. */
int ct_begun_request_is_possible(void);

/* Makes a request of what is begun, a copy of `begun`. The program is aborted where MPI has no
 * place. Local. */
void ct_begun_request_create(const ct_begun_request *begun, MPI_Request *request);

/* Moves all on. Local. */
void ct_begun_request_advance_all(void);

#endif
