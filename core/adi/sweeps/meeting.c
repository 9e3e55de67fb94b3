#include "adi/sweeps/meeting.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "kernels/cache.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

/* The address of a number in an array. */
static char *at(const ct_adi_meeting *m, const void *numbers, ptrdiff_t index) {
    return (char *)numbers + index * m->bytes;
}

static ct_status plan_exchanges(ct_adi_meeting *m) {
    const ct_adi_line *line = m->line;
    const ptrdiff_t bytes = m->bytes;
    const ptrdiff_t size = line->size;
    ct_block *blocks = malloc(4 * (size_t)size * sizeof *blocks);
    ct_status status =
        blocks != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", line->size);
    status = ct_agree(line->comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    for (int peer = 0; peer < size; peer++) {
        const ptrdiff_t first = ct_block_first(m->lines, line->size, peer);
        const ptrdiff_t count = ct_block_count(m->lines, line->size, peer);
        const ct_block mine = ct_block_rows(first * bytes, 2, count, m->lines * bytes, bytes);
        blocks[peer] = blocks[3 * size + peer] = mine;
        blocks[size + peer] =
            ct_block_contiguous((ptrdiff_t)2 * peer * m->chunk * bytes, 2 * m->chunk, bytes);
        blocks[2 * size + peer] = ct_block_contiguous(peer * m->chunk * bytes, 2 * m->chunk, bytes);
    }
    const ct_layout layout[4] = {{bytes, blocks},
                                 {bytes, blocks + size},
                                 {bytes, blocks + 2 * size},
                                 {bytes, blocks + 3 * size}};
    CT_TRY(
        ct_exchange_plan_create(line->comm, &layout[0], &layout[1], &line->exchange, &m->collect));
    CT_TRY(
        ct_exchange_plan_create(line->comm, &layout[2], &layout[3], &line->exchange, &m->spread));
cleanup:
    free(blocks);
    return status;
}

/* Whether the user leaves it to us how numbers are moved. The same on all ranks. */
static int may_be_direct(const ct_adi_line *line) {
    const ct_exchange_options *o = &line->exchange;
    return (o->algorithm == NULL || strcmp(o->algorithm, "auto") == 0) &&
           o->transport != CT_TRANSPORT_MESSAGES && o->precision == CT_MESSAGES_EXACT &&
           o->topology == NULL && !line->context->is_supposed;
}

/* Finds what the others hold, where all are on one node and can reach it. Collective. */
static ct_status find_theirs(ct_adi_meeting *m) {
    const ct_adi_line *line = m->line;
    const void *const array[CT_BARRIER_ARRAYS] = {m->mine};
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {2 * m->lines * m->bytes};
    int is_possible = 0;
    ct_status status = CT_OK;
    m->theirs = calloc((size_t)line->size, sizeof *m->theirs);
    CT_TRY(ct_agree(line->comm,
                    m->theirs != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", line->size)));
    CT_TRY(ct_node_barrier_create(line->comm, &m->barrier, &is_possible));
    if (!is_possible || ct_node_barrier_publish(&m->barrier, 0, array, bytes).is_private) {
        return CT_OK;
    }
    for (int rank = 0; rank < line->size; rank++) {
        m->theirs[rank] = ct_node_barrier_address(&m->barrier, rank, 0);
    }
    ct_node_barrier_wait(&m->barrier); /* all have looked */
    m->is_direct = 1;
cleanup:
    return status;
}

/* As many systems as stay in a first-level cache with what is computed of them. */
static ptrdiff_t systems_together(const ct_adi_meeting *m) {
    enum { BYTES = 24 * 1024 };
    const ptrdiff_t line = CT_LINE_BYTES / m->bytes;
    const ptrdiff_t fit = BYTES / (3 * m->line->size + 1) / m->bytes / line * line;
    return ct_least(ct_most(fit, line), ct_most(m->chunk, 1));
}

/* Zeros, which all ranks of the line can reach. Collective over it. */
static ct_status allocate(const ct_adi_meeting *m, ptrdiff_t numbers, void **memory) {
    ct_status status = CT_OK;
    CT_TRY(ct_alloc(m->line->comm, numbers * m->bytes, memory));
    memset(*memory, 0, (size_t)(numbers * m->bytes));
cleanup:
    return status;
}

ct_status ct_adi_meeting_create(const ct_adi_line *line, int is_cyclic, ptrdiff_t lines,
                                ptrdiff_t bytes, ct_adi_meeting *m) {
    ct_status status = CT_OK;
    *m = (ct_adi_meeting){.line = line,
                          .bytes = bytes,
                          .lines = lines,
                          .is_cyclic = is_cyclic,
                          .chunk = ct_block_count(lines, line->size, line->rank)};
    m->block = m->chunk;
    CT_TRY(allocate(m, 2 * lines, &m->mine));
    if (may_be_direct(line)) {
        CT_TRY(find_theirs(m));
        m->block = m->is_direct ? systems_together(m) : m->chunk;
    }
    CT_TRY(allocate(m, 2 * ct_most(m->block, 1) * line->size, &m->collected));
    CT_TRY(allocate(m, m->block * (line->size + 1), &m->solved));
    CT_TRY(m->is_direct ? CT_OK : plan_exchanges(m));
cleanup:
    return status;
}

void ct_adi_meeting_destroy(ct_adi_meeting *m) {
    ct_exchange_plan_destroy(&m->collect);
    ct_exchange_plan_destroy(&m->spread);
    ct_node_barrier_destroy(&m->barrier);
    free(m->theirs);
    ct_free(&m->mine);
    ct_free(&m->collected);
    ct_free(&m->solved);
    *m = (ct_adi_meeting){.lines = 0};
}

double ct_adi_meeting_bytes(const ct_adi_meeting *m) {
    return (double)((2 * m->lines + m->block * (3 * m->line->size + 1)) * m->bytes);
}

double ct_adi_meeting_moved_bytes(const ct_adi_meeting *m) {
    return 4.0 * (double)((m->lines - m->chunk) * m->bytes);
}

/* Waits for all where they reach each other's numbers, else exchanges. */
static ct_status meet(ct_adi_meeting *m, ct_exchange_plan *exchange, const void *from, void *into) {
    if (m->is_direct) {
        ct_node_barrier_wait(&m->barrier);
        return CT_OK;
    }
    return ct_exchange_execute(exchange, from, into);
}

ct_status ct_adi_meeting_open(ct_adi_meeting *m) {
    return meet(m, m->collect, m->mine, m->collected);
}

/* Row `row` of a rank's numbers, from this rank's system `first` on. */
static char *row_of(const ct_adi_meeting *m, int rank, int row, ptrdiff_t first) {
    const ptrdiff_t line = ct_block_first(m->lines, m->line->size, m->line->rank) + first;
    return m->theirs[rank] + (row * m->lines + line) * m->bytes;
}

/* Whether a part has two numbers a line. */
static int has_two(const ct_adi_meeting *m, int rank) {
    return m->is_cyclic || (rank > 0 && rank < m->line->size - 1);
}

const void *ct_adi_meeting_take(ct_adi_meeting *m, int are_two, ptrdiff_t first, ptrdiff_t count) {
    for (int rank = 0; rank < m->line->size && m->is_direct; rank++) {
        for (int row = 0; row < (are_two || has_two(m, rank) ? 2 : 1); row++) {
            memcpy(at(m, m->collected, ((ptrdiff_t)2 * rank + row) * count),
                   row_of(m, rank, row, first), (size_t)(count * m->bytes));
        }
    }
    return m->collected;
}

void *ct_adi_meeting_solved(const ct_adi_meeting *m) {
    return at(m, m->solved, m->block);
}

void ct_adi_meeting_give(ct_adi_meeting *m, ptrdiff_t first, ptrdiff_t count) {
    const char *solved = ct_adi_meeting_solved(m);
    const size_t bytes = (size_t)(count * m->bytes);
    if (m->is_cyclic) {
        memcpy(m->solved, at(m, solved, (m->line->size - 1) * count), bytes);
    }
    for (int rank = 0; rank < m->line->size && m->is_direct; rank++) {
        if (has_two(m, rank)) {
            memcpy(row_of(m, rank, 0, first),
                   rank > 0 ? at(m, solved, (rank - 1) * count) : m->solved, bytes);
        }
        memcpy(row_of(m, rank, 1, first), at(m, solved, rank * count), bytes);
    }
}

ct_status ct_adi_meeting_close(ct_adi_meeting *m) {
    return meet(m, m->spread, m->solved, m->mine);
}

void ct_adi_meeting_leave(ct_adi_meeting *m) {
    if (m->is_direct) {
        ct_node_barrier_wait(&m->barrier);
    }
}
