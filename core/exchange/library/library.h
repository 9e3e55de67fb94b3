/* The MPI library's own collectives as an algorithm. */
#ifndef CT_EXCHANGE_LIBRARY_LIBRARY_H
#define CT_EXCHANGE_LIBRARY_LIBRARY_H

#include "base/mpi.h"
#include "exchange/block_copies.h"
#include "exchange/elements.h"
#include <cornerturn/exchange.h>

/* Arguments of MPI's own collectives, in the user's order of ranks. For an exchange: MPI_Alltoall
 * where blocks have one size and follow each other; MPI_Alltoallv in bytes or elements where blocks
 * are contiguous and int suffices; else MPI_Alltoallw with offsets, lengths and strides in the
 * types. */
typedef struct ct_library {
    int is_uniform;                        /* Alltoall, described by the element type, */
    int count;                             /* the elements of a block (of a movement's too), */
    MPI_Datatype element;                  /* and */
    ptrdiff_t send_offset, receive_offset; /* offsets of the blocks */
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype *send_types, *receive_types; /* NULL for Alltoallv */
    int type_count;                           /* number of types, both sides */
    /* Displacements from an address that is `shift` bytes further on. Open MPI's MPI_Ialltoallv and
     * MPI_Ialltoallw take one address on both sides for MPI_IN_PLACE, though what is sent and what
     * is received need not overlap there: halos do not. */
    int *shifted_displacements;
    ptrdiff_t shift;
    int is_movement; /* another collective, of a vector or block of `count` elements, with */
    int root;        /* this one in the user's order of ranks */
    ct_block_copies conversions; /* of all that was received, where it lies */
} ct_library;

/* Whether the library's exchange can be followed by what becomes of elements, a pass of its own.
 * Local. */
int ct_library_can(const ct_elements *elements);

/* An exchange without types, by MPI_Alltoall or MPI_Alltoallv on a communicator of the plan's
 * ranks. Collective. */
static inline ct_status ct_library_call(const ct_library *library, const void *send, void *receive,
                                        MPI_Comm comm) {
    const int code = library->is_uniform
                         ? MPI_Alltoall((const char *)send + library->send_offset, library->count,
                                        library->element, (char *)receive + library->receive_offset,
                                        library->count, library->element, comm)
                         : MPI_Alltoallv(send, library->send_counts, library->send_displacements,
                                         library->element, receive, library->receive_counts,
                                         library->receive_displacements, library->element, comm);
    return code == MPI_SUCCESS
               ? CT_OK
               : ct_mpi_status(__FILE__, __LINE__,
                               library->is_uniform ? "MPI_Alltoall" : "MPI_Alltoallv", code);
}

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
