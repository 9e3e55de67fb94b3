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
#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

enum { ENDS = CT_ADI_END_PIVOT }; /* those of a part that reduced systems are made of */

/* The address of a number in an array. */
static void *at(const ct_adi_reduction *r, const void *numbers, ptrdiff_t index) {
    return (char *)numbers + index * r->kernels->bytes;
}

ct_status ct_adi_reduction_create(const ct_adi_line *line, const ct_adi_systems *systems,
                                  const ct_adi_kernels *kernels, int is_cyclic,
                                  ct_adi_reduction *r) {
    const ptrdiff_t bytes = kernels->bytes;
    ct_status status = CT_OK;
    *r = (ct_adi_reduction){
        .line = line, .systems = systems, .kernels = kernels, .is_cyclic = is_cyclic};
    r->lines = systems->shape.outer * systems->shape.inner;
    r->reduced = (ct_adi_reduced){.size = line->size, .is_cyclic = r->is_cyclic};
    if (line->size == 1) {
        r->mine = ct_adi_zeros(2 * r->lines * bytes);
        r->bytes += (double)(2 * r->lines * bytes);
        return r->mine != NULL ? CT_OK
                               : ct_raise(CT_ERROR_MEMORY, "no memory for %td lines", r->lines);
    }
    CT_TRY(ct_adi_meeting_create(line, is_cyclic, r->lines, bytes, &r->meeting));
    r->mine = r->meeting.mine;
    r->bytes += ct_adi_meeting_bytes(&r->meeting);
    r->moved_bytes = ct_adi_meeting_moved_bytes(&r->meeting);
cleanup:
    return status;
}

/* Whether the line has several parts. */
static int meets(const ct_adi_reduction *r) {
    return r->meeting.mine != NULL;
}

void ct_adi_reduction_destroy(ct_adi_reduction *r) {
    if (!meets(r)) {
        free(r->mine);
    }
    ct_adi_meeting_destroy(&r->meeting);
    free(r->weight);
    free(r->reduced.memory);
    *r = (ct_adi_reduction){.lines = 0};
}

/* This rank's systems from `first` on that are solved at once. */
static ptrdiff_t together(const ct_adi_reduction *r, ptrdiff_t first) {
    return ct_least(r->meeting.block, r->meeting.chunk - first);
}

/* Takes two rows of ends, from the first of them on, of all parts for this rank's systems: part k,
 * row e, system s at (e * size + k) * systems + s. */
static void take_ends(ct_adi_reduction *r, ptrdiff_t first_end, double *ends) {
    const ptrdiff_t size = r->line->size;
    const ptrdiff_t count = r->reduced.systems;
    ptrdiff_t now = 0;
    for (ptrdiff_t first = 0; first < count; first += now) {
        now = together(r, first);
        const void *collected = ct_adi_meeting_take(&r->meeting, 1, first, now);
        for (ptrdiff_t k = 0; k < size; k++) {
            for (ptrdiff_t e = 0; e < 2; e++) {
                r->kernels->load(at(r, collected, (2 * k + e) * now), now,
                                 ends + ((first_end + e) * size + k) * count + first);
            }
        }
    }
}

/* The same of lines that are alike, which have one system. */
static ct_status gather_ends(ct_adi_reduction *r, double *ends) {
    const ct_adi_line *line = r->line;
    const int bytes = (int)r->kernels->bytes;
    char *all = malloc((size_t)ENDS * (size_t)line->size * (size_t)bytes);
    ct_status status =
        all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", line->size);
    CT_TRY(ct_agree(line->comm, status));
    CT_MPI(MPI_Allgather(r->systems->ends, ENDS * bytes, MPI_BYTE, all, ENDS * bytes, MPI_BYTE,
                         line->comm));
    for (ptrdiff_t k = 0; k < line->size; k++) {
        for (ptrdiff_t e = 0; e < ENDS; e++) {
            r->kernels->load(at(r, all, k * ENDS + e), 1, ends + e * line->size + k);
        }
    }
cleanup:
    free(all);
    return status;
}

/* Collects the ends of all parts. */
static ct_status collect_ends(ct_adi_reduction *r, double *ends) {
    ct_status status = CT_OK;
    if (!r->systems->is_variable) {
        return gather_ends(r, ends);
    }
    for (ptrdiff_t end = 0; end < ENDS; end += 2) { /* two rows meet at a time */
        memcpy(r->mine, at(r, r->systems->ends, end * r->lines),
               (size_t)(2 * r->lines * r->kernels->bytes));
        CT_TRY(ct_adi_meeting_open(&r->meeting));
        take_ends(r, end, ends);
        ct_adi_meeting_leave(&r->meeting);
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
    const ptrdiff_t systems = is_variable ? r->meeting.chunk : 1;
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
    ends = calloc((size_t)(ENDS * systems * line->size + 1), sizeof *ends);
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

/* Solves this rank's systems of d and sums that have met. */
static void solve(ct_adi_reduction *r) {
    ct_adi_reduced part = r->reduced;
    ptrdiff_t now = 0;
    for (ptrdiff_t first = 0; first < r->meeting.chunk; first += now) {
        now = together(r, first);
        part.memory = r->reduced.memory + (r->systems->is_variable ? first : 0);
        r->kernels->solve_reduced(&part, now, ct_adi_meeting_take(&r->meeting, 0, first, now),
                                  ct_adi_meeting_solved(&r->meeting));
        ct_adi_meeting_give(&r->meeting, first, now);
    }
}

ct_status ct_adi_reduction_close(ct_adi_reduction *r, const void *d, int has_layer) {
    const ct_adi_systems *systems = r->systems;
    ct_status status = CT_OK;
    if (!meets(r)) { /* the last unknown also precedes the first */
        const ct_adi_part all = {.outers = systems->shape.outer, .count = systems->shape.inner};
        r->kernels->close(systems, &all, d, at(r, r->mine, r->lines), r->mine);
        goto cleanup;
    }
    if (!has_layer) {
        ct_adi_layer_take(&systems->shape, r->kernels->bytes, systems->is_mirrored ? 0 : 1, d,
                          r->mine);
    }
    CT_TRY(ct_adi_meeting_open(&r->meeting));
    solve(r);
    CT_TRY(ct_adi_meeting_close(&r->meeting));
cleanup:
    return status;
}

void *ct_adi_reduction_layer(const ct_adi_reduction *r) {
    return meets(r) ? r->mine : NULL;
}

void *ct_adi_reduction_sum(const ct_adi_reduction *r) {
    return r->mine != NULL && r->systems->has_left ? at(r, r->mine, r->lines) : NULL;
}

const void *ct_adi_reduction_before(const ct_adi_reduction *r) {
    return r->mine != NULL && r->systems->has_left ? r->mine : NULL;
}

const void *ct_adi_reduction_last(const ct_adi_reduction *r) {
    return meets(r) ? at(r, r->mine, r->lines) : r->mine;
}
