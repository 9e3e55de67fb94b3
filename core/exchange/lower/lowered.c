#include "exchange/lower/lowered.h"

#include "base/entries.h"
#include "base/mpi.h"
#include "exchange/lower/location.h"
#include "exchange/lower/lowering.h"
#include "exchange/lower/move.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>

/* Moves of the longest phase with ready sends, whose receives must all be posted before it begins;
 * 0: none. */
static int longest_ready_phase(const ct_schedule *schedule) {
    int longest = 0;
    int length = 0;
    int has_ready = 0;
    for (int i = 0; i < schedule->move_count; i++) {
        length = (schedule->moves[i].flags & CT_MOVE_PHASE) != 0 ? 1 : length + 1;
        longest = length > longest ? length : longest;
        has_ready = has_ready || (schedule->moves[i].flags & CT_MOVE_READY) != 0;
    }
    return has_ready ? longest : 0;
}

static ct_status allocate(ct_lowering *l) {
    ct_lowered *lowered = l->lowered;
    const size_t moves = (size_t)l->schedule->move_count;
    const size_t size = (size_t)l->schedule->size;
    const int ready = longest_ready_phase(l->schedule);
    lowered->count = l->schedule->move_count;
    lowered->sends_in_flight =
        l->problem->steps_in_flight == 0 ? lowered->count : l->problem->steps_in_flight;
    lowered->receives_in_flight =
        l->problem->steps_in_flight > ready ? l->problem->steps_in_flight : ready;
    if (l->problem->steps_in_flight == 0 || lowered->receives_in_flight > lowered->count) {
        lowered->receives_in_flight = lowered->count;
    }
    lowered->element_bytes = l->problem->elements->message_bytes;
    lowered->steps = calloc(moves + 1, sizeof *lowered->steps); /* at least 1 byte */
    lowered->flights = calloc((size_t)lowered->receives_in_flight + 1, sizeof *lowered->flights);
    l->turns[0] = calloc(2 * size, sizeof *l->turns[0]);
    if (lowered->steps == NULL || lowered->flights == NULL || l->turns[0] == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an exchange of %zu steps", moves);
    }
    l->turns[1] = l->turns[0] + size;
    for (size_t i = 0; i < moves; i++) {
        ct_transfer nothing = {.peer = CT_NOBODY,
                               .channel = CT_NOBODY,
                               .direct = CT_NOBODY,
                               .type = MPI_BYTE,
                               .needs = -1};
        lowered->steps[i].send = lowered->steps[i].receive = nothing;
    }
    return CT_OK;
}

/* Lowers all moves. Where ranks exchange sizes, a failure is returned only after all exchanges, so
 * that no peer blocks. */
static ct_status lower_moves(ct_lowering *l) {
    ct_status failure = CT_OK;
    ptrdiff_t held_bytes = (ptrdiff_t)ct_blocks_bytes(&l->problem->send);
    for (int i = 0; i < l->schedule->move_count; i++) {
        const ct_move *move = &l->schedule->moves[i];
        ct_lowered_step *step = &l->lowered->steps[i];
        step->flags = move->flags;
        step->pair_to = move->send_to;
        step->pair_from = move->receive_from;
        if (failure == CT_OK && move->send_to != CT_NOBODY) {
            failure = ct_lower_send(l, i, move, &step->send);
        }
        if (l->sizes.told != NULL) {
            ct_status status = ct_sizes_tell(&l->sizes, l->schedule, move, l->problem->comm);
            if (status != CT_OK) {
                return status;
            }
        }
        if (failure == CT_OK && move->receive_from != CT_NOBODY) {
            failure = ct_lower_receive(l, i, move, &step->receive);
        }
        held_bytes += step->receive.bytes - step->send.bytes;
        step->held_bytes = held_bytes;
    }
    return failure;
}

static void trim(ct_lowered *lowered) {
    ct_entries_trim((void **)&lowered->copies, lowered->copy_count, &lowered->copy_capacity,
                    sizeof *lowered->copies);
    ct_entries_trim((void **)&lowered->strided, lowered->strided_count, &lowered->strided_capacity,
                    sizeof *lowered->strided);
    ct_entries_trim((void **)&lowered->direct_copies.list, lowered->direct_copies.count,
                    &lowered->direct_copies.capacity, sizeof *lowered->direct_copies.list);
}

ct_status ct_lowered_create(const ct_schedule *schedule, const ct_lowering_problem *problem,
                            ct_lowered *lowered) {
    ct_lowering l = {.schedule = schedule, .problem = problem, .lowered = lowered};
    int copies = ct_pattern_copies(&problem->pattern);
    int sizes_differ = !copies && problem->block_elements < 0;
    ct_status status = CT_OK;
    *lowered = (ct_lowered){.count = 0};
    if (!sizes_differ && schedule->move_count == 0) {
        return CT_OK;
    }
    status = sizes_differ ? ct_sizes_prepare(&l.sizes, schedule) : CT_OK;
    if (status == CT_OK) {
        status = allocate(&l);
    }
    if (status == CT_OK && copies) {
        status = ct_location_prepare_tokens(&l);
    }
    if (sizes_differ) { /* all ranks must take part in the exchange of sizes */
        status = ct_agree(problem->comm, status);
    }
    CT_TRY(status);
    CT_TRY(lower_moves(&l));
    trim(lowered);
    lowered->scratch_bytes = l.transit.scratch_bytes;
    CT_TRY(ct_alloc(MPI_COMM_SELF, lowered->scratch_bytes, &lowered->scratch));
cleanup:
    ct_transit_destroy(&l.transit);
    ct_sizes_destroy(&l.sizes);
    free(l.turns[0]);
    free(l.arrival);
    if (status != CT_OK) {
        ct_lowered_destroy(lowered);
    }
    return status;
}

static void free_transfer(ct_transfer *transfer) {
    if (transfer->type != MPI_BYTE && transfer->type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&transfer->type);
    }
}

void ct_lowered_destroy(ct_lowered *lowered) {
    for (int i = 0; lowered->steps != NULL && i < lowered->count; i++) {
        free_transfer(&lowered->steps[i].send);
        free_transfer(&lowered->steps[i].receive);
    }
    free(lowered->steps);
    free(lowered->copies);
    free(lowered->strided);
    ct_block_copies_destroy(&lowered->direct_copies);
    free(lowered->flights);
    ct_free(&lowered->scratch);
    *lowered = (ct_lowered){.count = 0};
}

const ct_strided *ct_copy_strided(const ct_lowered *lowered, const ct_copy *copy, int packs,
                                  ct_strided *units) {
    if (copy->strided != CT_NOBODY) {
        return &lowered->strided[copy->strided];
    }
    const ptrdiff_t unit = copy->unit_bytes;
    const ptrdiff_t count = copy->bytes == unit ? 1 : copy->bytes / unit;
    *units = packs ? ct_strided_units(count, unit, copy->offset, copy->stride_bytes,
                                      copy->in_message, unit)
                   : ct_strided_units(count, unit, copy->in_message, unit, copy->offset,
                                      copy->stride_bytes);
    return units;
}

double ct_lowered_bytes(const ct_lowered *lowered) {
    return (double)lowered->count * (double)sizeof *lowered->steps +
           (double)lowered->receives_in_flight * (double)sizeof *lowered->flights +
           (double)lowered->copy_count * (double)sizeof *lowered->copies +
           (double)lowered->strided_count * (double)sizeof *lowered->strided +
           (double)lowered->direct_copies.count * (double)sizeof *lowered->direct_copies.list +
           (double)lowered->scratch_bytes;
}
