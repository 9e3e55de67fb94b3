/* The MPI library's own collectives, as one more algorithm. */
#ifndef CT_EXCHANGE_RUN_LIBRARY_H
#define CT_EXCHANGE_RUN_LIBRARY_H

#include <cornerturn/exchange.h>

/* Arguments of MPI's own collectives, with ranks numbered as the user does. Of the all-to-all: of
 * Alltoall where all blocks are of one size, side by side; of Alltoallv in bytes or elements where
 * blocks are contiguous and ints suffice; else of Alltoallw with offsets, lengths and strides
 * inside the types. */
typedef struct ct_library {
    int is_uniform;                        /* Alltoall: then there are, besides the element, */
    ptrdiff_t send_offset, receive_offset; /* of the blocks; and their count, below */
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype element, *send_types, *receive_types; /* types: NULL with Alltoallv */
    int type_count;                                    /* of both together */
    int is_movement; /* another one: then there are, besides the element, */
    int root, count; /* the root as the user numbers ranks, and elements of a vector or block */
} ct_library;

/* Collective (ranks agree on Alltoall, Alltoallv or Alltoallw), and so are the next two. */
ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                             const void *send, void *receive);
ct_status ct_library_start(const ct_exchange_plan *plan, const ct_library *library,
                           const void *send, void *receive, MPI_Request *request);
void ct_library_destroy(ct_library *library);

/* The same for movements that are no complete exchange; after a failure of create the caller
 * destroys the library all the same. */
ct_status ct_library_movement_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_movement_execute(const ct_exchange_plan *plan, const ct_library *library,
                                      const void *send, void *receive);
ct_status ct_library_movement_start(const ct_exchange_plan *plan, const ct_library *library,
                                    const void *send, void *receive, MPI_Request *request);

#endif
