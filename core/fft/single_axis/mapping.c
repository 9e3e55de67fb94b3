/* The communication of a map, computed locally: all ranks know the distributions. */
#include "fft/single_axis/mapping.h"

#include "base/fail.h"
#include "fft/numbers.h"
#include "fft/query.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Grows the list for the parts of one more pair of ranks. */
static ct_fft_part *prepare(ct_fft_parts *parts) {
    if (parts->capacity - parts->count < CT_FFT_PARTS) {
        int capacity = 2 * parts->capacity + CT_FFT_PARTS;
        ct_fft_part *more = realloc(parts->part, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        parts->part = more;
        parts->capacity = capacity;
    }
    return &parts->part[parts->count];
}

static ptrdiff_t element_bytes(const ct_fft_plan *plan, const ct_fft_map *map) {
    return ct_real_bytes(plan->problem.precision) * (map->reads_complex ? 2 : 1);
}

static ct_status no_memory(const ct_fft_plan *plan) {
    return ct_raise(CT_ERROR_MEMORY, "no memory for what %d ranks read of each other", plan->size);
}

/* The block of a rank at one end, in numbers of the map: two for each complex number read or
 * written as real. */
static ct_fft_interval held(const ct_fft_plan *plan, int is_input, int is_complex, int rank) {
    ct_box box = ct_fft_box_at(plan, is_input, rank);
    const ptrdiff_t real_bytes = ct_real_bytes(plan->problem.precision);
    int is_held_complex = ct_fft_layout_at(plan, is_input)->element_bytes > real_bytes;
    int numbers = is_held_complex && !is_complex ? 2 : 1;
    return (ct_fft_interval){box.first[0] * numbers, box.count[0] * numbers};
}

static ct_fft_interval sources_of(const ct_fft_mapping_ends *ends, int rank) {
    return held(ends->from, ends->is_before, ends->map->reads_complex, rank);
}

static ct_fft_interval positions_of(const ct_fft_mapping_ends *ends, int rank) {
    return ct_fft_interval_common(
        held(ends->into, ends->is_before, ends->map->writes_complex, rank),
        (ct_fft_interval){0, ends->map->positions});
}

int ct_fft_mapping_is_local(const ct_fft_mapping_ends *ends) {
    int is_local = 1;
    for (int rank = 0; rank < ends->from->size; rank++) {
        const ct_fft_interval from = sources_of(ends, rank);
        const ct_fft_interval into = positions_of(ends, rank);
        is_local = is_local && from.first == into.first && from.count == into.count;
    }
    return is_local;
}

/* Adds the parts that `reader` reads from `owner`. False without memory. */
static int add_parts(const ct_fft_mapping_ends *ends, int reader, int owner, ct_fft_parts *parts) {
    ct_fft_part *part = prepare(parts);
    if (part != NULL) {
        parts->count += ct_fft_map_parts(ends->map, positions_of(ends, reader),
                                         sources_of(ends, owner), owner, part);
    }
    return part != NULL;
}

/* Makes the parts from number `from` on contiguous from element `at` of the message array: the
 * target of sent runs, the source of received ones. Returns their elements. */
static ptrdiff_t line_up(ct_fft_parts *parts, int from, ptrdiff_t at, int is_received) {
    ptrdiff_t sum = 0;
    for (int i = from; i < parts->count; i++) {
        ct_fft_run *run = &parts->part[i].run;
        ptrdiff_t count = run->count;
        if (is_received) {
            *run = (ct_fft_run){run->first, run->step, count, at + sum, 1, 0, 0, 0};
            parts->part[i].owner = 0;
        } else {
            run->first = at + sum;
            run->step = 1;
        }
        sum += count;
    }
    return sum;
}

/* Adds the contiguous blocks sent to and received from a peer. */
static int add_peer(const ct_fft_plan *plan, const ct_fft_mapping_ends *ends, int peer,
                    ct_fft_mapping *mapping, ct_block *send, ct_block *receive) {
    const ptrdiff_t bytes = element_bytes(plan, ends->map);
    int sent = mapping->sent.count;
    int received = mapping->read.count;
    if (!add_parts(ends, peer, plan->rank, &mapping->sent) ||
        !add_parts(ends, plan->rank, peer, &mapping->read)) {
        return 0;
    }
    ptrdiff_t out = line_up(&mapping->sent, sent, mapping->sent_bytes / bytes, 0);
    ptrdiff_t in = line_up(&mapping->read, received, mapping->received_bytes / bytes, 1);
    *send = ct_block_contiguous(mapping->sent_bytes, out, bytes);
    *receive = ct_block_contiguous(mapping->received_bytes, in, bytes);
    mapping->sent_bytes += out * bytes;
    mapping->received_bytes += in * bytes;
    return 1;
}

/* Plans the exchange for ranks that do not share arrays. Collective. */
static ct_status plan_exchange(const ct_fft_plan *plan, const ct_fft_mapping_ends *ends,
                               const ct_exchange_options *options, ct_fft_mapping *mapping,
                               ct_exchange_plan **exchange) {
    const size_t size = (size_t)plan->size;
    const ptrdiff_t bytes = element_bytes(plan, ends->map);
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ct_status status = CT_OK;
    int ready = blocks != NULL;
    for (int peer = 0; ready && peer < plan->size; peer++) {
        ready = add_peer(plan, ends, peer, mapping, &blocks[peer], &blocks[size + (size_t)peer]);
    }
    CT_TRY(ct_agree(plan->comm, ready ? CT_OK : no_memory(plan)));
    ct_layout send = {bytes, blocks};
    ct_layout receive = {bytes, blocks + size};
    CT_TRY(ct_exchange_plan_create(plan->comm, &send, &receive, options, exchange));
cleanup:
    free(blocks);
    return status;
}

ct_status ct_fft_mapping_create(const ct_fft_plan *plan, const ct_fft_mapping_ends *ends,
                                const ct_exchange_options *options, ct_exchange_plan **exchange,
                                ct_fft_mapping *mapping) {
    int ready = 1;
    mapping->map = ends->map;
    mapping->mine = positions_of(ends, plan->rank);
    if (!plan->is_shared) {
        return plan_exchange(plan, ends, options, mapping, exchange);
    }
    for (int owner = 0; ready && owner < plan->size; owner++) {
        ready = add_parts(ends, plan->rank, owner, &mapping->read);
    }
    return ct_agree(plan->comm, ready ? CT_OK : no_memory(plan));
}

double ct_fft_mapping_foreign_bytes(const ct_fft_mapping *mapping, const ct_fft_plan *plan) {
    double elements = 0;
    for (int i = 0; i < mapping->read.count; i++) {
        const ct_fft_part *part = &mapping->read.part[i];
        elements += part->owner != plan->rank ? (double)part->run.count : 0;
    }
    return elements > 0 ? elements * (double)element_bytes(plan, mapping->map) : 0;
}

void ct_fft_mapping_destroy(ct_fft_mapping *mapping) {
    free(mapping->read.part);
    free(mapping->sent.part);
}
