#include "redistribute/halo/packed.h"

#include "base/fail.h"

#include <stdlib.h>

/* The largest unit in which elements of all arrays can be counted. */
static ptrdiff_t common_unit(int arrays, const ct_halo_array *array) {
    ptrdiff_t unit = 0;
    for (int i = 0; i < arrays; i++) {
        for (ptrdiff_t rest = array[i].element_bytes; rest > 0;) { /* Euclid's algorithm */
            const ptrdiff_t held = unit;
            unit = rest;
            rest = held % rest;
        }
    }
    return unit > 0 ? unit : 1;
}

/* Lists what goes between the messages and array after array, field after field, for one peer. */
static ptrdiff_t list_peer(const ct_halo_list *elements, int peer, int packs, int arrays,
                           const ct_halo_array *array, ptrdiff_t unit, ptrdiff_t bytes,
                           ct_halo_messages *m) {
    for (int a = 0; a < arrays; a++) {
        for (int f = 0; f < array[a].fields; f++) {
            for (ptrdiff_t i = elements->first[peer]; i < elements->first[peer + 1]; i++) {
                const ct_block block =
                    ct_halo_field_block(&elements->blocks.list[i], array[a].element_bytes,
                                        f * array[a].stride_bytes, unit);
                m->copy[m->copies++] =
                    (ct_halo_copy){a, packs ? ct_strided_pack(&block, bytes, unit)
                                            : ct_strided_unpack(bytes, &block, unit)};
                bytes += ct_block_elements(&block) * unit;
            }
        }
    }
    return bytes;
}

/* Messages of one side, one after another, and their blocks. */
static ct_status list_side(const ct_halo_sides *sides, const ct_halo_list *elements, int packs,
                           int arrays, const ct_halo_array *array, ptrdiff_t unit,
                           ct_halo_messages *m, ct_block *message) {
    size_t most = 0;
    for (int a = 0; a < arrays; a++) {
        most += (size_t)elements->blocks.count * (size_t)array[a].fields;
    }
    m->copy = malloc(most * sizeof *m->copy + 1);
    if (m->copy == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu blocks", most);
    }
    for (int peer = 0; peer < sides->size; peer++) {
        const ptrdiff_t begin = m->bytes;
        if (!sides->is_direct[peer]) {
            m->bytes = list_peer(elements, peer, packs, arrays, array, unit, begin, m);
        }
        message[peer] = ct_block_contiguous(begin, (m->bytes - begin) / unit, unit);
    }
    m->memory = malloc((size_t)m->bytes + 1);
    return m->memory != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for messages of %td bytes", m->bytes);
}

ct_status ct_halo_packed_create(const ct_halo_sides *sides, int arrays, const ct_halo_array *array,
                                ct_halo_packed *packed) {
    const ptrdiff_t unit = common_unit(arrays, array);
    ct_block *message = malloc(2 * (size_t)sides->size * sizeof *message);
    ct_status status = CT_OK;
    if (message == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", sides->size);
    } else {
        status = list_side(sides, &sides->send, 1, arrays, array, unit, &packed->send, message);
    }
    if (status == CT_OK && message != NULL) {
        status = list_side(sides, &sides->receive, 0, arrays, array, unit, &packed->receive,
                           message + sides->size);
    }
    const ct_blocks send = {.element_bytes = unit, .count = sides->size, .list = message};
    const ct_blocks receive = {
        .element_bytes = unit, .count = sides->size, .list = message + sides->size};
    status = ct_halo_exchange_create(sides, status, &send, &receive, &packed->exchange);
    free(message);
    return status;
}

void ct_halo_packed_destroy(ct_halo_packed *packed) {
    ct_exchange_plan_destroy(&packed->exchange);
    free(packed->send.copy);
    free(packed->send.memory);
    free(packed->receive.copy);
    free(packed->receive.memory);
}

ct_status ct_halo_packed_start(const ct_halo_packed *packed, int arrays, void *const *array) {
    int missing = 0;
    for (int a = 0; a < arrays; a++) {
        missing = missing || array[a] == NULL;
    }
    for (ptrdiff_t i = 0; !missing && i < packed->send.copies; i++) {
        const ct_halo_copy *copy = &packed->send.copy[i];
        ct_strided_copy(&copy->strided, array[copy->array], packed->send.memory);
    }
    return ct_exchange_start(packed->exchange, missing ? NULL : packed->send.memory,
                             missing ? NULL : packed->receive.memory);
}

void ct_halo_packed_finish(const ct_halo_packed *packed, void *const *array) {
    for (ptrdiff_t i = 0; i < packed->receive.copies; i++) {
        const ct_halo_copy *copy = &packed->receive.copy[i];
        ct_strided_copy(&copy->strided, packed->receive.memory, array[copy->array]);
    }
}

double ct_halo_packed_bytes(const ct_halo_packed *packed) {
    return (double)(packed->send.copies + packed->receive.copies) * (double)sizeof(ct_halo_copy) +
           (double)packed->send.bytes + (double)packed->receive.bytes;
}
