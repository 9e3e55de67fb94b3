/*
 * One call of the program to a collective, from its beginning to its end: counted, tried by the
 * plans of the communicator or not, and noted for the report.
 */
#ifndef CT_BINDINGS_PRELOAD_VISIT_H
#define CT_BINDINGS_PRELOAD_VISIT_H

#include "bindings/preload/communicator.h"
#include "bindings/preload/sites.h"
#include "collectives/plan_cache.h"

enum { CT_BYTES_VARY = -1 }; /* by rank: the bytes of blocks in a call with counts */

typedef struct ct_visit {
    ct_kind kind;
    MPI_Comm comm;
    ptrdiff_t bytes;     /* of a block, or the above; 0: the call is passed on, and not counted, as
                            one without data or one that MPI refuses */
    const void *address; /* to which it returns */
    MPI_Datatype type;   /* of the block; or of what this rank sends, */
    const int *counts;   /* with these, or NULL; or */
    const MPI_Datatype *sent_types;      /* one a rank, and */
    const MPI_Datatype *types[CT_SIDES]; /* of each side, in MPI_Alltoallw; else NULL */
    const ct_arguments *arguments;       /* of a call that may be repeated; or NULL */
    ct_communicator *state;
    ct_slot *slot; /* NULL: the call is passed on */
    int packs;     /* the slot did, when the call began */
    int is_again;  /* MPI refused the call, and the program makes it again */
    ct_counted counted;
    int is_timed;
    double start_s;
    int code; /* of MPI: what a call that was served ended with */
} ct_visit;

/* Bytes of a block that a rank receives, or sends; 0 where MPI refuses the arguments or nothing is
 * in it, and of a type that is not there. Local. */
ptrdiff_t ct_visit_bytes(const void *array, int count, MPI_Datatype type);

/* Whether the call is to be tried by ct_visit_serve. If not, ct_repeat_takes may know others like
 * it. Collective if the bytes are not 0. */
int ct_visit_begin(ct_visit *visit);

/* Does the call by a plan if the ranks agree on one, packed where the slot packs (packed.h).
 * Whether it is done, with `code` as its result; otherwise nothing was done. Collective. */
int ct_visit_serve(ct_visit *visit, ct_call *call, ct_call_reader *read);

/* The call as a site of the report, without time. False where MPI does not know the communicator.
 * Local. */
int ct_visit_site(const ct_visit *visit, ct_site *call);

/* Ends a call that the MPI library did, and returns its code. Local. */
int ct_visit_end(const ct_visit *visit, int code);

#endif
