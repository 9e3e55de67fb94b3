/* The part of a halo in which several arrays share messages: between nodes what all of them have
 * for a neighbour is packed into one message, and unpacked there. */
#ifndef CT_REDISTRIBUTE_HALO_PACKED_H
#define CT_REDISTRIBUTE_HALO_PACKED_H

#include "kernels/strided.h"
#include "redistribute/halo/direct.h"

/* Between one array and the messages. */
typedef struct ct_halo_copy {
    int array;
    ct_strided strided;
} ct_halo_copy;

/* The messages of one side. */
typedef struct ct_halo_messages {
    ct_halo_copy *copy;
    ptrdiff_t copies;
    char *memory;
    ptrdiff_t bytes;
} ct_halo_messages;

typedef struct ct_halo_packed {
    ct_exchange_plan *exchange; /* NULL: nothing is packed on any rank */
    ct_halo_messages send, receive;
} ct_halo_packed;

/* Of all peers that are not direct. Collective. CT_ERROR_MEMORY, and as ct_exchange_plan_create. */
ct_status ct_halo_packed_create(const ct_halo_sides *sides, int arrays, const ct_halo_array *array,
                                ct_halo_packed *packed);
void ct_halo_packed_destroy(ct_halo_packed *packed);

/* Packs and starts. Some array NULL: it is missing. */
ct_status ct_halo_packed_start(const ct_halo_packed *packed, int arrays, void *const *array);

/* Unpacks what has come. Local. */
void ct_halo_packed_finish(const ct_halo_packed *packed, void *const *array);

/* Bytes of memory it takes besides its exchange. Local. */
double ct_halo_packed_bytes(const ct_halo_packed *packed);

#endif
