/* The part of a halo that goes straight from the array of one rank to that of another: an exchange
 * of one array's blocks. */
#ifndef CT_REDISTRIBUTE_HALO_DIRECT_H
#define CT_REDISTRIBUTE_HALO_DIRECT_H

#include "exchange/blocks.h"
#include "redistribute/halo/halo_blocks.h"

/* MPI forbids that what is sent and what is received begin at one address, so each side is
 * addressed from its own first byte. */
typedef struct ct_halo_direct {
    ct_exchange_plan *exchange;
    int array;
    ptrdiff_t send_base, receive_base; /* bytes from the array to the first that is used */
} ct_halo_direct;

/* What all directs of a plan are made of. */
typedef struct ct_halo_sides {
    MPI_Comm users, comm; /* the caller's, and ours of the same ranks */
    int size;
    ct_halo_list send, receive;
    const char *is_direct; /* whether what goes to and comes from each peer does; the rest is
                              packed. The same for both of two ranks */
    const ct_exchange_options *options;
} ct_halo_sides;

/* Collective. CT_ERROR_MEMORY, and as ct_exchange_plan_create. */
ct_status ct_halo_direct_create(const ct_halo_sides *sides, const ct_halo_array *array,
                                ct_halo_direct *direct);
void ct_halo_direct_destroy(ct_halo_direct *direct);

/* `array` or `layers` NULL: it is missing. */
ct_status ct_halo_direct_start(const ct_halo_direct *direct, void *array, void *layers);
ct_status ct_halo_direct_execute(const ct_halo_direct *direct, void *array, void *layers);

/* Plans an exchange of these blocks, in which those hear of a missing array whom it concerns: so
 * no execution begins with a reduction. `status` is this rank's so far. Collective. */
ct_status ct_halo_exchange_create(const ct_halo_sides *sides, ct_status status,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  ct_exchange_plan **exchange);

#endif
