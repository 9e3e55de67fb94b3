/* Who sends what to whom for a map: all ranks know everybody's blocks, so that nobody asks. */
#include "fft/plan.h"

#include "base/fail.h"
#include "fft/numbers.h"
#include "fft/single_axis/reduction.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* Room for the parts of one more pair of ranks. */
static ct_fft_part *prepare(ct_fft_parts *parts) {
    if (parts->room - parts->count < CT_FFT_PARTS) {
        int room = 2 * parts->room + CT_FFT_PARTS;
        ct_fft_part *more = realloc(parts->part, (size_t)room * sizeof *more);
        if (more == NULL) {
            return NULL;
        }
        parts->part = more;
        parts->room = room;
    }
    return &parts->part[parts->count];
}

static ptrdiff_t element_bytes(const ct_fft_plan *plan, const ct_fft_map *map) {
    return ct_real_bytes(plan->problem.precision) * (map->reads_complex ? 2 : 1);
}

static ct_status no_memory(const ct_fft_plan *plan) {
    return ct_raise(CT_ERROR_MEMORY, "no memory for what %d ranks read of each other", plan->size);
}

/* The array a map reads, and the one it writes. */
typedef struct ends {
    const ct_fft_map *map;
    const ct_fft_plan *from, *into;
    int is_before; /* it reads and writes inputs of plans, else what they put out */
} ends;

/* The block of a rank at one end, in numbers of the map: two for each complex one that is read or
 * written as real. */
static ct_fft_interval held(const ct_fft_plan *plan, int is_input, int is_complex, int rank) {
    ct_box box = ct_fft_box_at(plan, is_input, rank);
    const ptrdiff_t real_bytes = ct_real_bytes(plan->problem.precision);
    int is_held_complex = ct_fft_layout_at(plan, is_input)->element_bytes > real_bytes;
    int numbers = is_held_complex && !is_complex ? 2 : 1;
    return (ct_fft_interval){box.first[0] * numbers, box.count[0] * numbers};
}

static ct_fft_interval sources_of(const ends *e, int rank) {
    return held(e->from, e->is_before, e->map->reads_complex, rank);
}

static ct_fft_interval positions_of(const ends *e, int rank) {
    return ct_fft_interval_common(held(e->into, e->is_before, e->map->writes_complex, rank),
                                  (ct_fft_interval){0, e->map->positions});
}

/* Adds what `reader` reads of what `owner` has. False when there is no memory. */
static int add_parts(const ends *e, int reader, int owner, ct_fft_parts *parts) {
    ct_fft_part *part = prepare(parts);
    if (part != NULL) {
        parts->count +=
            ct_fft_map_parts(e->map, positions_of(e, reader), sources_of(e, owner), owner, part);
    }
    return part != NULL;
}

/* Has the parts from number `from` on lie side by side, from element `at` of the array on its way:
 * of what is sent this is where a run goes, of what is received where it is read. Returns their
 * elements. */
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

/* What goes to and comes from a peer, as contiguous blocks. */
static int add_peer(const ct_fft_plan *plan, const ends *e, int peer, ct_fft_transit *transit,
                    ct_block *send, ct_block *receive) {
    const ptrdiff_t bytes = element_bytes(plan, e->map);
    int sent = transit->sent.count;
    int received = transit->read.count;
    if (!add_parts(e, peer, plan->rank, &transit->sent) ||
        !add_parts(e, plan->rank, peer, &transit->read)) {
        return 0;
    }
    ptrdiff_t out = line_up(&transit->sent, sent, transit->sent_bytes / bytes, 0);
    ptrdiff_t in = line_up(&transit->read, received, transit->received_bytes / bytes, 1);
    *send = ct_block_contiguous(transit->sent_bytes, out, bytes);
    *receive = ct_block_contiguous(transit->received_bytes, in, bytes);
    transit->sent_bytes += out * bytes;
    transit->received_bytes += in * bytes;
    return 1;
}

/* Ranks that do not reach each other's arrays exchange what they read. Collective. */
static ct_status plan_exchange(const ct_fft_plan *plan, const ends *e,
                               const ct_exchange_options *options, ct_fft_transit *transit,
                               ct_exchange_plan **exchange) {
    const size_t size = (size_t)plan->size;
    const ptrdiff_t bytes = element_bytes(plan, e->map);
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ct_status status = CT_OK;
    int ready = blocks != NULL;
    for (int peer = 0; ready && peer < plan->size; peer++) {
        ready = add_peer(plan, e, peer, transit, &blocks[peer], &blocks[size + (size_t)peer]);
    }
    CT_TRY(ct_agree(plan->comm, ready ? CT_OK : no_memory(plan)));
    ct_layout send = {bytes, blocks};
    ct_layout receive = {bytes, blocks + size};
    CT_TRY(ct_exchange_plan_create(plan->comm, &send, &receive, options, exchange));
cleanup:
    free(blocks);
    return status;
}

ct_status ct_fft_transit_create(const ct_fft_plan *plan, int is_before,
                                const ct_exchange_options *options, ct_exchange_plan **exchange,
                                ct_fft_transit *transit) {
    const ct_fft_reduction *reduction = plan->reduction;
    const ct_fft_plan *last = reduction->back != NULL ? reduction->back : reduction->there;
    ends e = {is_before ? &reduction->recipe.before : &reduction->recipe.after,
              is_before ? plan : last, is_before ? reduction->there : plan, is_before};
    int ready = 1;
    transit->map = e.map;
    transit->mine = positions_of(&e, plan->rank);
    if (!plan->is_shared) {
        return plan_exchange(plan, &e, options, transit, exchange);
    }
    for (int owner = 0; ready && owner < plan->size; owner++) {
        ready = add_parts(&e, plan->rank, owner, &transit->read);
    }
    return ct_agree(plan->comm, ready ? CT_OK : no_memory(plan));
}

double ct_fft_transit_foreign_bytes(const ct_fft_transit *transit, const ct_fft_plan *plan) {
    double elements = 0;
    for (int i = 0; i < transit->read.count; i++) {
        const ct_fft_part *part = &transit->read.part[i];
        elements += part->owner != plan->rank ? (double)part->run.count : 0;
    }
    return elements * (double)element_bytes(plan, transit->map);
}

void ct_fft_transit_destroy(ct_fft_transit *transit) {
    free(transit->read.part);
    free(transit->sent.part);
}
