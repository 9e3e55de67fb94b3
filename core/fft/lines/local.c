/* Plans the local transforms: rank 0 creates FFTW's plans for tiles of lines, the others import its
 * wisdom. */
#include "fft/lines/local.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "base/pages.h"
#include "fft/lines/tile_layout.h"
#include "fft/lines/whole/rival.h"
#include "fft/lines/whole/whole.h"
#include "fft/lines/wisdom.h"
#include "fft/stages/planes.h"
#include "trace/moves.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <fftw3.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned planner_flags(ct_rigour rigour) {
    switch (rigour) {
    case CT_MEASURE:
        return FFTW_MEASURE;
    case CT_PATIENT:
        return FFTW_PATIENT;
    case CT_EXHAUSTIVE:
        return FFTW_EXHAUSTIVE;
    default:
        return FFTW_ESTIMATE;
    }
}

/* Pass `number`, counted over all stages; NULL past the end. */
static ct_fft_lines *pass_of(ct_fft_plan *plan, int number) {
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_stage *stage = &plan->step[i].stage;
        if (number < stage->passes) {
            return &stage->pass[number];
        }
        number -= stage->passes;
    }
    return NULL;
}

/* Creates all plans. False if one is missing. */
static int make_plans(ct_fft_plan *plan, unsigned flags) {
    int all = 1;
    if (plan->is_whole) {
        return ct_fft_whole_plan(plan, flags);
    }
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_stage *stage = &plan->step[i].stage;
        const unsigned pass_flags = ct_fft_planes_serve(stage) ? FFTW_ESTIMATE : flags;
        for (int k = 0; k < stage->passes; k++) {
            all = ct_fft_tile_layout_plan(&stage->pass[k], &plan->workspace[0], pass_flags) && all;
        }
        all = ct_fft_planes_plan(stage, &plan->workspace[0], flags) && all;
    }
    return all;
}

/* The same, choosing the layout of tiles. */
static ct_status choose_plans(ct_fft_plan *plan, unsigned flags, int *all) {
    ct_status status = CT_OK;
    if (plan->is_whole || (flags & FFTW_ESTIMATE) != 0) {
        *all = make_plans(plan, flags);
        return CT_OK;
    }
    *all = 1;
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_stage *stage = &plan->step[i].stage;
        for (int k = 0; k < stage->passes; k++) {
            if (ct_fft_planes_serve(stage)) {
                *all =
                    ct_fft_tile_layout_plan(&stage->pass[k], &plan->workspace[0], FFTW_ESTIMATE) &&
                    *all;
                continue;
            }
            CT_TRY(ct_fft_tile_layout_choose(stage, k, &plan->workspace[0], flags, all));
        }
        *all = ct_fft_planes_plan(stage, &plan->workspace[0], flags) && *all;
    }
cleanup:
    return status;
}

static ct_status plan_on_first(ct_fft_plan *plan, unsigned flags, const char *wisdom_file) {
    char file[4096];
    int all = 0;
    ct_status status = CT_OK;
    if (wisdom_file != NULL) {
        (void)snprintf(file, sizeof file, "%s%s", wisdom_file, plan->fftw->suffix);
    }
    if (wisdom_file != NULL && !ct_fft_wisdom_read(plan->fftw, file)) {
        (void)snprintf(plan->warning, sizeof plan->warning,
                       "ignored %.180s: not wisdom of this FFTW; it will be replaced", file);
    }
    CT_TRY(choose_plans(plan, flags | FFTW_WISDOM_ONLY, &all));
    if (all) {
        return CT_OK;
    }
    CT_TRY(choose_plans(plan, flags, &all));
    if (all && wisdom_file != NULL && !ct_fft_wisdom_write(plan->fftw, file)) {
        (void)snprintf(plan->warning, sizeof plan->warning,
                       "FFTW's wisdom could not be kept in %.180s", file);
    }
cleanup:
    return status;
}

/* Broadcasts the tile layouts that rank 0 chose. Collective. */
static ct_status share_tile_layouts(ct_fft_plan *plan) {
    int layout[CT_FFT_PHASES_MOST * CT_FFT_PASSES_MOST];
    ct_fft_lines *pass = NULL;
    int passes = 0;
    ct_status status = CT_OK;
    for (; (pass = pass_of(plan, passes)) != NULL; passes++) {
        layout[passes] = (int)pass->layout;
    }
    CT_MPI(MPI_Bcast(layout, passes, MPI_INT, 0, plan->comm));
    for (int i = 0; i < passes; i++) {
        ct_fft_lines_set_layout(pass_of(plan, i), (ct_fft_tile_layout)layout[i]);
    }
cleanup:
    return status;
}

/* Larger blocks take too long to place when the plan is made, and those of other threads are placed
 * near them when they run. */
enum { PLACED_MOST_BYTES = 1 << 20 };

/* Allocates a workspace for each thread, for all passes. */
static ct_status allocate(ct_fft_plan *plan) {
    ptrdiff_t bytes[2] = {0, 0};
    ptrdiff_t block_bytes = 0;
    ct_fft_lines *pass = NULL;
    ct_status status = CT_OK;
    for (int i = 0; (pass = pass_of(plan, i)) != NULL; i++) {
        bytes[0] = ct_most(bytes[0], ct_fft_end_most_bytes(pass, &pass->from));
        bytes[1] = ct_most(bytes[1], ct_fft_end_most_bytes(pass, &pass->into));
    }
    for (int i = 0; i < plan->steps; i++) {
        block_bytes = ct_most(block_bytes, plan->step[i].stage.block_bytes);
    }
    plan->workspace = calloc((size_t)plan->threads, sizeof *plan->workspace);
    if (plan->workspace == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d threads", plan->threads);
    }
    for (int i = 0; i < 2 * plan->threads; i++) {
        ct_fft_workspace *workspace = &plan->workspace[i / 2];
        CT_TRY(ct_alloc(MPI_COMM_SELF, bytes[i % 2], (void **)&workspace->buffer[i % 2]));
        memset(workspace->buffer[i % 2], 0, (size_t)bytes[i % 2]); /* finite numbers for planning */
        CT_TRY(ct_alloc(MPI_COMM_SELF, block_bytes, (void **)&workspace->block[i % 2]));
        if (i < 2 && block_bytes <= PLACED_MOST_BYTES) { /* not first when executed */
            ct_pages_place(workspace->block[i % 2], (size_t)block_bytes);
        }
    }
cleanup:
    return status;
}

ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file) {
    unsigned flags = planner_flags(plan->options.rigour);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm, allocate(plan)));
    if (plan->rank == 0) {
        ct_is_at_work = true;
        status = plan_on_first(plan, flags, wisdom_file);
        ct_is_at_work = false;
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_fft_wisdom_share(plan->fftw, plan->comm));
    CT_TRY(share_tile_layouts(plan));
    ct_is_at_work = true;
    const int has_all = make_plans(plan, flags | FFTW_WISDOM_ONLY) || make_plans(plan, flags);
    ct_is_at_work = false;
    if (!has_all) {
        status = ct_raise(CT_ERROR_INTERNAL, "FFTW has no plan for an axis of this transform");
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_fft_whole_decide(plan));
cleanup:
    return status;
}

ct_status ct_fft_local_unaligned(ct_fft_plan *plan) {
    const unsigned flags = planner_flags(plan->options.rigour) | FFTW_UNALIGNED;
    return !plan->is_whole || ct_fft_whole_is_aligned(plan) || ct_fft_whole_plan(plan, flags)
               ? CT_OK
               : ct_raise(CT_ERROR_INTERNAL, "FFTW has no plan for unaligned arrays");
}

void ct_fft_local_destroy(ct_fft_plan *plan) {
    ct_fft_lines *pass = NULL;
    for (int i = 0; (pass = pass_of(plan, i)) != NULL; i++) {
        ct_fft_lines_destroy(pass);
        free(pass->rows);
        free(pass->fields);
    }
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_planes_destroy(&plan->step[i].stage);
    }
    for (int i = 0; plan->workspace != NULL && i < 2 * plan->threads; i++) {
        ct_free((void **)&plan->workspace[i / 2].buffer[i % 2]);
        ct_free((void **)&plan->workspace[i / 2].block[i % 2]);
    }
    free(plan->workspace);
}
