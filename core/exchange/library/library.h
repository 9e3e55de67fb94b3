/* The MPI library's own collectives as an algorithm. */
#ifndef CT_EXCHANGE_LIBRARY_LIBRARY_H
#define CT_EXCHANGE_LIBRARY_LIBRARY_H

#include "exchange/block_copies.h"
#include "exchange/elements.h"
#include <cornerturn/exchange.h>

/* Arguments of MPI's own collectives, in the user's order of ranks. For an exchange: MPI_Alltoall
 * where blocks have one size and follow each other; MPI_Alltoallv in bytes or elements where blocks
 * are contiguous and int suffices; else MPI_Alltoallw with offsets, lengths and strides in the
 * types. */
typedef struct ct_library {
    int is_uniform;                        /* Alltoall, described by the element type, */
    ptrdiff_t send_offset, receive_offset; /* offsets of the blocks, and `count` */
    /* Else displacements from an address that is `shift` bytes further on. Open MPI's
     * MPI_Ialltoallv and MPI_Ialltoallw take one address on both sides for MPI_IN_PLACE, though
     * what is sent and what is received need not overlap there: halos do not. */
    int *shifted_displacements;
    ptrdiff_t shift;
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype element, *send_types, *receive_types; /* types: NULL for Alltoallv */
    int type_count;                                    /* number of types, both sides */
    int is_movement; /* another collective, described by the element type, */
    int root, count; /* the user's rank of the root, and elements of a vector or block */
    ct_block_copies conversions; /* of all that was received, where it lies */
} ct_library;

/* Whether the library's exchange can be followed by what becomes of elements, a pass of its own.
 * Local. */
int ct_library_can(const ct_elements *elements);

/* Collective (ranks agree on Alltoall, Alltoallv or Alltoallw), and so are the next two. */
ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                             const void *send, void *receive);
ct_status ct_library_start(const ct_exchange_plan *plan, const ct_library *library,
                           const void *send, void *receive, MPI_Request *request);
/* What is left to be done when a started one has ended. Local. */
void ct_library_finish(const ct_library *library, void *receive);
void ct_library_destroy(ct_library *library);

/* The same for other movements; the caller destroys the library even after a failure of create. */
ct_status ct_library_movement_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_movement_execute(const ct_exchange_plan *plan, const ct_library *library,
                                      const void *send, void *receive);
ct_status ct_library_movement_start(const ct_exchange_plan *plan, const ct_library *library,
                                    const void *send, void *receive, MPI_Request *request);

#endif
