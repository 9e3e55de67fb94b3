#include "exchange/staging/stand_in.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include "kernels/strided.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

/* Smaller blocks are one piece. Of an array that is sent in small part pieces cost less. */
enum { LEAST_BYTES = 16384, LEAST_PART = 4 };

/* Bytes of rows that are worth copying apart. */
enum { ROW_BYTES = 1024 };

/* Part of the array from which on that is copied whole, in one go. */
#define MOST_PART 0.7

/* Whether elements that follow each other in the message lie apart in the array, as in columns. */
static int is_turned(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    int turned = 0;
    for (ptrdiff_t i = 0; i < parts.count && !turned; i++) {
        const ct_block *block = ct_parts_at(&parts, i);
        const int last = block->axes - 1;
        turned =
            last >= 0 && block->count[last] > 1 && block->stride[last] != blocks->element_bytes;
    }
    return turned;
}

int ct_stand_in_pays(const ct_exchange_plan *plan) {
    double bytes = 0;
    for (int peer = 0; peer < plan->size && plan->channels.count > 0; peer++) {
        const ptrdiff_t sent = ct_blocks_elements(&plan->send, peer) * plan->send.element_bytes;
        if (plan->channels.of_rank[peer] != CT_NOBODY && sent >= LEAST_BYTES &&
            (is_turned(&plan->send, peer) || is_turned(&plan->receive, peer))) {
            bytes += (double)sent;
        }
    }
    return plan->staging.packs == NULL && bytes > 0 && LEAST_PART * bytes >= (double)plan->send_end;
}

/* Whether a block has rows that are copied as fast as the whole array. */
static int has_rows(const ct_block *block, ptrdiff_t element_bytes) {
    const int fastest = ct_strided_fastest(block->axes, block->stride);
    return ct_block_elements(block) == 0 ||
           (fastest != CT_STRIDED_NO_AXIS && block->stride[fastest] == element_bytes &&
            block->count[fastest] * element_bytes >= ROW_BYTES);
}

/* Whether the blocks that the other ranks of the node read are clearly less than the array. */
static int copies_blocks(const ct_exchange_plan *plan) {
    double bytes = 0;
    int all_have_rows = 1;
    for (int c = 0; c < plan->channels.count; c++) {
        const ct_parts parts = ct_blocks_parts(&plan->send, plan->channels.ranks[c]);
        for (ptrdiff_t i = 0; i < parts.count && all_have_rows; i++) {
            all_have_rows = has_rows(ct_parts_at(&parts, i), plan->send.element_bytes);
        }
        bytes += (double)(ct_parts_elements(&parts) * plan->send.element_bytes);
    }
    return all_have_rows && bytes < MOST_PART * (double)plan->send_end;
}

static void copy_block(const ct_exchange_plan *plan, const ct_block *block, const void *from) {
    int order[CT_BLOCK_AXES];
    ct_strided rows;
    ct_block_memory_order(block, order);
    const ct_block same = ct_block_reordered(block, order);
    (void)ct_strided_prepare(&same, &same, plan->send.element_bytes, &rows); /* they line up */
    rows.streams = plan->send_end >= CT_STREAM_FROM_BYTES; /* as the whole array would be */
    ct_strided_copy(&rows, from, plan->stand_in.memory);
}

static void copy_blocks(const ct_exchange_plan *plan, const void *send) {
    for (int c = 0; c < plan->channels.count; c++) {
        const ct_parts parts = ct_blocks_parts(&plan->send, plan->channels.ranks[c]);
        for (ptrdiff_t i = 0; i < parts.count; i++) {
            copy_block(plan, ct_parts_at(&parts, i), send);
        }
    }
}

static int is_reached(ct_exchange_plan *plan, const void *send) {
    return plan->send_end == 0 || plan->channels.count == 0 ||
           ct_channels_place(&plan->channels, send).segment != 0;
}

/* Whether all ranks' arrays can be reached; else each gets one that can. Not by a vote: of calls
 * with MPI's arguments one may be under way. Collective. */
static ct_status decide(ct_exchange_plan *plan, int mine_is_reached) {
    ct_stand_in *stand_in = &plan->stand_in;
    int all_are_reached = mine_is_reached;
    ct_status status = CT_OK;
    stand_in->is_decided = 1;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &all_are_reached, 1, MPI_INT, MPI_MIN, plan->comm));
    if (all_are_reached) {
        return CT_OK;
    }
    CT_TRY(ct_alloc(plan->comm, plan->send_end, &stand_in->memory));
    if (!is_reached(plan, stand_in->memory)) { /* nothing can be shared any more */
        ct_free(&stand_in->memory);
    }
    stand_in->place = ct_place_of(stand_in->memory);
    stand_in->by_blocks = copies_blocks(plan);
cleanup:
    return status;
}

ct_status ct_stand_in_open(ct_exchange_plan *plan, const ct_prepared *prepared, int refused,
                           const void *send) {
    ct_stand_in *stand_in = &plan->stand_in;
    ct_status status = CT_OK;
    if (!stand_in->pays || prepared->choice.row == NULL) { /* MPI's library needs none */
        return CT_OK;
    }
    const int needs_none = refused || is_reached(plan, send);
    if (!stand_in->is_decided) {
        CT_TRY(decide(plan, needs_none));
    }
    stand_in->stands_in = stand_in->memory != NULL && !needs_none;
    if (stand_in->stands_in) {
        const ct_phase span = ct_span_begin(CT_TRACE_COPY, "array that others cannot reach");
        if (stand_in->by_blocks) {
            copy_blocks(plan, send);
        } else {
            ct_bytes_copy(stand_in->memory, send, plan->send_end);
        }
        ct_span_end(&span);
    }
cleanup:
    return status;
}

void ct_stand_in_destroy(ct_stand_in *stand_in) {
    ct_free(&stand_in->memory);
}
