/*
 * Distributed lines. Every rank eliminates its part of a line; there remains a tridiagonal reduced
 * system in the last unknowns of the ranks, one a line and rank. Each rank solves these systems for
 * its share of the lines: it receives two numbers a line and returns two. (Wang: ACM TOMS 7 (1981)
 * 170; Laszlo, Giles, Appleyard: ACM TOMS 42 (2016) 31; here the first unknowns are eliminated as
 * well, which halves the systems.)
 *
 * The last rank of an open line eliminates from right to left, so one interface unknown, its first,
 * remains instead of two.
 *
 * A periodic axis that is not distributed is treated as a line of one part.
 */
#include "adi/sweeps/reduction.h"

#include "adi/memory.h"
#include "adi/problem/axis.h"
#include "adi/sweeps/halo.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

/* The address of a number in an array. */
static void *at(const ct_adi_reduction *r, const void *numbers, ptrdiff_t index) {
    return (char *)numbers + index * r->kernels->bytes;
}

static ct_status plan_exchanges(ct_adi_reduction *r) {
    const ct_adi_line *line = r->line;
    const ptrdiff_t bytes = r->kernels->bytes;
    const ptrdiff_t size = line->size;
    ct_block *blocks = malloc(4 * (size_t)size * sizeof *blocks);
    ct_status status =
        blocks != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", line->size);
    status = ct_agree(line->comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    for (int peer = 0; peer < size; peer++) {
        const ptrdiff_t first = ct_block_first(r->lines, line->size, peer);
        const ptrdiff_t count = ct_block_count(r->lines, line->size, peer);
        const ct_block mine = ct_block_rows(first * bytes, 2, count, r->lines * bytes, bytes);
        blocks[peer] = blocks[3 * size + peer] = mine;
        blocks[size + peer] =
            ct_block_contiguous((ptrdiff_t)2 * peer * r->chunk * bytes, 2 * r->chunk, bytes);
        blocks[2 * size + peer] = ct_block_contiguous(peer * r->chunk * bytes, 2 * r->chunk, bytes);
    }
    const ct_layout layout[4] = {{bytes, blocks},
                                 {bytes, blocks + size},
                                 {bytes, blocks + 2 * size},
                                 {bytes, blocks + 3 * size}};
    CT_TRY(
        ct_exchange_plan_create(line->comm, &layout[0], &layout[1], &line->exchange, &r->collect));
    CT_TRY(
        ct_exchange_plan_create(line->comm, &layout[2], &layout[3], &line->exchange, &r->spread));
    r->moved_bytes = 4.0 * (double)((r->lines - r->chunk) * bytes);
cleanup:
    free(blocks);
    return status;
}

ct_status ct_adi_reduction_create(const ct_adi_line *line, const ct_adi_systems *systems,
                                  const ct_adi_kernels *kernels, int is_cyclic,
                                  ct_adi_reduction *r) {
    const ptrdiff_t bytes = kernels->bytes;
    ct_status status = CT_OK;
    *r = (ct_adi_reduction){
        .line = line, .systems = systems, .kernels = kernels, .is_cyclic = is_cyclic};
    r->lines = systems->shape.outer * systems->shape.inner;
    r->chunk = ct_block_count(r->lines, line->size, line->rank);
    r->reduced = (ct_adi_reduced){.size = line->size, .is_cyclic = r->is_cyclic};
    if (line->size == 1) {
        r->mine = ct_adi_zeros(2 * r->lines * bytes);
        r->bytes += (double)(2 * r->lines * bytes);
        return r->mine != NULL ? CT_OK
                               : ct_raise(CT_ERROR_MEMORY, "no memory for %td lines", r->lines);
    }
    const ptrdiff_t sizes[3] = {2 * r->lines, 2 * (r->chunk > 0 ? r->chunk : 1) * line->size,
                                r->chunk * (line->size + 1)};
    void **const memory[3] = {&r->mine, &r->collected, &r->solved};
    for (int k = 0; k < 3; k++) {
        CT_TRY(ct_alloc(line->comm, sizes[k] * bytes, memory[k]));
        memset(*memory[k], 0, (size_t)(sizes[k] * bytes));
        r->bytes += (double)(sizes[k] * bytes);
    }
    CT_TRY(plan_exchanges(r));
cleanup:
    return status;
}

void ct_adi_reduction_destroy(ct_adi_reduction *r) {
    const int is_shared = r->collect != NULL || r->collected != NULL;
    ct_exchange_plan_destroy(&r->collect);
    ct_exchange_plan_destroy(&r->spread);
    if (is_shared) {
        ct_free(&r->mine);
    } else {
        free(r->mine);
    }
    ct_free(&r->collected);
    ct_free(&r->solved);
    free(r->weight);
    free(r->reduced.memory);
    *r = (ct_adi_reduction){.lines = 0};
}

/* Collects `ends` of all parts for this rank's systems: part k, row e, system s at (e * size + k) *
 * systems + s. */
static ct_status collect_ends(ct_adi_reduction *r, double *ends) {
    const ct_adi_line *line = r->line;
    const ct_adi_systems *systems = r->systems;
    const ptrdiff_t count = r->reduced.systems;
    ct_status status = CT_OK;
    for (int pair = 0; pair < 2; pair++) { /* two rows at a time, with the exchange of lines */
        const char *rows = (const char *)systems->ends + (ptrdiff_t)2 * pair *
                                                             (systems->is_variable ? r->lines : 1) *
                                                             r->kernels->bytes;
        if (systems->is_variable) {
            memcpy(r->mine, rows, (size_t)(2 * r->lines * r->kernels->bytes));
            CT_TRY(ct_exchange_execute(r->collect, r->mine, r->collected));
        } else {
            CT_MPI(MPI_Allgather(rows, (int)(2 * r->kernels->bytes), MPI_BYTE, r->collected,
                                 (int)(2 * r->kernels->bytes), MPI_BYTE, line->comm));
        }
        for (int k = 0; k < line->size; k++) {
            for (int e = 0; e < 2; e++) {
                r->kernels->load(at(r, r->collected, ((ptrdiff_t)2 * k + e) * count), count,
                                 ends + ((ptrdiff_t)(2 * pair + e) * line->size + k) * count);
            }
        }
    }
cleanup:
    return status;
}

/* Sets up system s from the ends of all parts. Returns its least pivot. */
static double make_system(const ct_adi_reduced *reduced, ptrdiff_t s, const double *ends,
                          double *column) {
    const ptrdiff_t size = reduced->size;
    const ptrdiff_t step = reduced->systems;
    double *diagonal = column;
    double *low = column + size;
    double *high = column + 2 * size;
    double *correction = column + 3 * size;
    for (ptrdiff_t k = 0; k < size; k++) {
        const ptrdiff_t next = (k + 1) % size;
        const int is_last = !reduced->is_cyclic && k == size - 1;
        const double up = is_last ? 0 : ends[(CT_ADI_END_HIGH * size + k) * step + s];
        diagonal[k] = 1 - up * ends[(CT_ADI_END_F * size + next) * step + s];
        low[k] = ends[(CT_ADI_END_LEFT * size + k) * step + s];
        high[k] = up * ends[(CT_ADI_END_G * size + next) * step + s];
        reduced->memory[(CT_ADI_REDUCED_NEXT * size + k) * step + s] = up;
    }
    const double least = ct_adi_reduced_factorise(reduced->size, reduced->is_cyclic, diagonal, low,
                                                  high, correction);
    for (ptrdiff_t k = 0; k < size; k++) {
        reduced->memory[(CT_ADI_REDUCED_PIVOT * size + k) * step + s] = diagonal[k];
        reduced->memory[(CT_ADI_REDUCED_LOW * size + k) * step + s] = low[k];
        reduced->memory[(CT_ADI_REDUCED_HIGH * size + k) * step + s] = high[k];
        reduced->memory[(CT_ADI_REDUCED_CORRECTION * size + k) * step + s] = correction[k];
    }
    return least;
}

ct_status ct_adi_reduction_prepare(ct_adi_reduction *r) {
    const ct_adi_line *line = r->line;
    const int is_variable = r->systems->is_variable;
    const ptrdiff_t systems = is_variable ? r->chunk : 1;
    double *ends = NULL;
    double *column = NULL;
    ct_status status = CT_OK;
    if (is_variable && r->weight == NULL) {
        r->weight = ct_adi_zeros(r->lines * r->kernels->bytes);
        r->bytes += (double)(r->lines * r->kernels->bytes);
        status = r->weight != NULL ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for %td lines", r->lines);
    }
    if (line->size == 1) {
        return status;
    }
    if (r->reduced.systems != systems || r->reduced.memory == NULL) {
        free(r->reduced.memory);
        r->reduced.systems = systems;
        r->reduced.memory = calloc((size_t)(CT_ADI_REDUCED_ROWS * systems * line->size + 1),
                                   sizeof *r->reduced.memory);
    }
    ends = calloc((size_t)(4 * systems * line->size + 1), sizeof *ends);
    column = calloc(4 * (size_t)line->size, sizeof *column);
    if (r->reduced.memory == NULL || ends == NULL || column == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %td systems", systems);
    }
    status = ct_agree(line->comm, status);
    if (status != CT_OK || r->reduced.memory == NULL || ends == NULL || column == NULL) {
        goto cleanup;
    }
    CT_TRY(collect_ends(r, ends));
    r->least_pivot = 1;
    for (ptrdiff_t s = 0; s < systems; s++) {
        const double least = make_system(&r->reduced, s, ends, column);
        r->least_pivot = least < r->least_pivot ? least : r->least_pivot;
    }
cleanup:
    free(ends);
    free(column);
    return status;
}

ct_status ct_adi_reduction_close(ct_adi_reduction *r, const void *d) {
    const ct_adi_systems *systems = r->systems;
    ct_status status = CT_OK;
    if (r->collect == NULL) { /* the last unknown also precedes the first */
        const ct_adi_part all = {.outers = systems->shape.outer, .count = systems->shape.inner};
        r->kernels->close(systems, &all, d, at(r, r->mine, r->lines), r->mine);
        goto cleanup;
    }
    ct_adi_layer_take(&systems->shape, r->kernels->bytes, systems->is_mirrored ? 0 : 1, d, r->mine);
    if (systems->is_mirrored) {
        memcpy(at(r, r->mine, r->lines), r->mine, (size_t)(r->lines * r->kernels->bytes));
    }
    CT_TRY(ct_exchange_execute(r->collect, r->mine, r->collected));
    r->kernels->solve_reduced(&r->reduced, r->chunk, r->collected, at(r, r->solved, r->chunk));
    if (r->is_cyclic) {
        memcpy(r->solved, at(r, r->solved, r->reduced.size * r->chunk),
               (size_t)(r->chunk * r->kernels->bytes));
    }
    CT_TRY(ct_exchange_execute(r->spread, r->solved, r->mine));
cleanup:
    return status;
}

void *ct_adi_reduction_sum(const ct_adi_reduction *r) {
    return r->mine != NULL && r->systems->has_left ? at(r, r->mine, r->lines) : NULL;
}

const void *ct_adi_reduction_before(const ct_adi_reduction *r) {
    return r->mine != NULL && r->systems->has_left ? r->mine : NULL;
}

const void *ct_adi_reduction_last(const ct_adi_reduction *r) {
    return r->collect != NULL ? at(r, r->mine, r->lines) : r->mine;
}
