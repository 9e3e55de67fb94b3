/* Choosing the grid, slabs or pencils, and the pipeline by trying them, where the array is
 * exchanged and nobody said how to divide it. Everything is tried on scratch arrays of the real
 * size. */
#include "fft/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3, GRIDS_MOST = 64 };

/* When the choice is to be measured, no candidate is begun after this time. */
static const double PATIENCE_S = 1.5;

typedef struct candidate {
    int grid[CT_MAX_AXES], pipeline;
} candidate;

/* Grids of all ranks over one or two axes, not the last, that have as many positions in the array
 * and in the spectrum. */
static int list_grids(const ct_fft_plan *plan, candidate *list, int most) {
    const int axes = plan->shape.axes;
    int count = 0;
    for (int a = 0; a < axes - 1; a++) {
        for (int b = a + 1; b < axes; b++) {
            for (int parts = plan->size; parts >= 1 && count < most; parts--) {
                candidate c = {.grid = {1, 1, 1, 1}};
                c.grid[a] = parts;
                c.grid[b] = plan->size / parts;
                int is_new = plan->size % parts == 0 && (b < axes - 1 || c.grid[b] == 1);
                for (int i = 0; i < count; i++) {
                    is_new = is_new && memcmp(list[i].grid, c.grid, sizeof c.grid) != 0;
                }
                for (int i = 0; i < axes; i++) {
                    is_new = is_new && c.grid[i] <= plan->array.state.extent[i] &&
                             c.grid[i] <= plan->spectrum.state.extent[i];
                }
                if (is_new) {
                    list[count++] = c;
                }
            }
        }
    }
    return count;
}

/* Best of a few executions on the slowest rank. Collective. */
static ct_status time_plan(ct_fft_plan *plan, double *best_s) {
    ptrdiff_t in_bytes = ct_fft_input_bytes(plan);
    ptrdiff_t out_bytes = ct_fft_output_bytes(plan);
    void *input = NULL;
    void *output = NULL;
    ct_status status = CT_OK;
    int in_place = plan->options.in_place;
    ptrdiff_t bytes = in_place && out_bytes > in_bytes ? out_bytes : in_bytes;
    *best_s = 1e300;
    CT_TRY(ct_alloc(plan->comm, bytes, &input));
    CT_TRY(ct_alloc(plan->comm, in_place ? 0 : out_bytes, &output));
    memset(input, 0, (size_t)bytes);
    for (int i = 0; i <= REPETITIONS; i++) { /* the first one finds its pages */
        CT_MPI(MPI_Barrier(plan->comm));
        double seconds = MPI_Wtime();
        CT_TRY(ct_fft_execute(plan, input, in_place ? input : output));
        seconds = MPI_Wtime() - seconds;
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, plan->comm));
        *best_s = i > 0 && seconds < *best_s ? seconds : *best_s;
    }
cleanup:
    ct_free(&output);
    ct_free(&input);
    return status;
}

static void label(const ct_fft_plan *plan, const candidate *c, ct_score *score) {
    int divided = 0;
    int length = 0;
    for (int a = 0; a < plan->shape.axes; a++) {
        divided += c->grid[a] > 1;
    }
    length = snprintf(score->algorithm, sizeof score->algorithm, "%s ",
                      divided < 2 ? "slabs" : "pencils");
    for (int a = 0; a < plan->shape.axes; a++) {
        length += snprintf(score->algorithm + length, sizeof score->algorithm - (size_t)length,
                           "%s%d", a > 0 ? "x" : "", c->grid[a]);
    }
    (void)snprintf(score->algorithm + length, sizeof score->algorithm - (size_t)length, ", %d %s",
                   c->pipeline, c->pipeline == 1 ? "slice" : "slices");
}

/* What the model says of the exchanges; transforms take equally long. */
static double predicted_s(const ct_fft_plan *plan) {
    double seconds = 0;
    for (int i = 0; i < plan->steps; i++) {
        for (int k = 0; k < plan->step[i].slices; k++) {
            const ct_score *score = ct_exchange_score(plan->step[i].exchange[k], 0);
            seconds += score != NULL ? score->predicted_s : 0;
        }
    }
    return seconds;
}

static int compare_scores(const void *a, const void *b) {
    double one = ((const ct_score *)a)->measured_s;
    double two = ((const ct_score *)b)->measured_s;
    return (one > two) - (one < two);
}

/* Plans a candidate, with the exchanges that the model likes, and times it. Collective. */
static ct_status try_candidate(const ct_fft_plan *plan, const ct_fft_options *options,
                               const candidate *c, ct_score *score) {
    ct_fft_options tried = *options;
    ct_fft_plan *made = NULL;
    ct_status status = CT_OK;
    memcpy(tried.array.grid, c->grid, sizeof tried.array.grid);
    tried.pipeline = c->pipeline;
    tried.exchange.planning = CT_PLAN_ESTIMATE;
    tried.wisdom_file = NULL; /* the process has it */
    label(plan, c, score);
    CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &tried, &made));
    score->predicted_s = predicted_s(made);
    CT_TRY(time_plan(made, &score->measured_s));
cleanup:
    ct_fft_plan_destroy(&made);
    return status;
}

/* Whether rank 0 still has patience. Collective. */
static ct_status go_on(const ct_fft_plan *plan, double start_s, int *goes_on) {
    ct_status status = CT_OK;
    *goes_on =
        plan->options.exchange.planning == CT_PLAN_EXHAUSTIVE || MPI_Wtime() - start_s < PATIENCE_S;
    CT_MPI(MPI_Bcast(goes_on, 1, MPI_INT, 0, plan->comm));
cleanup:
    return status;
}

ct_status ct_fft_tune(ct_fft_plan *plan, const ct_fft_options *options, ct_fft_options *chosen) {
    static const int pipelines[] = {1, 4, 2, 8};
    const int depths = options->pipeline > 0                              ? 1
                       : options->exchange.planning == CT_PLAN_EXHAUSTIVE ? 4
                                                                          : 2;
    candidate *grids = calloc(GRIDS_MOST, sizeof *grids);
    ct_score *scores = calloc((size_t)GRIDS_MOST * 4, sizeof *scores);
    ct_status status = CT_OK;
    double best_s = 1e300;
    double start_s = MPI_Wtime();
    int count = 0;
    int is_kept = 0;
    int goes_on = 1;
    *chosen = *options;
    if (grids == NULL || scores == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for the candidates of an FFT");
    }
    status = ct_agree(plan->comm, status);
    if (status != CT_OK || grids == NULL || scores == NULL) {
        goto cleanup;
    }
    CT_TRY(ct_fft_tuned_find(plan, options, chosen, &scores[0], &is_kept));
    int grid_count = is_kept ? 0 : list_grids(plan, grids, GRIDS_MOST);
    count = is_kept;
    for (int depth = 0; depth < depths; depth++) {
        for (int i = 0; i < grid_count; i++) {
            candidate c = grids[i];
            c.pipeline = options->pipeline > 0 ? options->pipeline : pipelines[depth];
            CT_TRY(go_on(plan, start_s, &goes_on));
            if (!goes_on) {
                continue;
            }
            CT_TRY(try_candidate(plan, options, &c, &scores[count]));
            if (scores[count].measured_s < best_s) {
                best_s = scores[count].measured_s;
                memcpy(chosen->array.grid, c.grid, sizeof c.grid);
                chosen->pipeline = c.pipeline;
            }
            count++;
        }
    }
    qsort(scores, (size_t)count, sizeof *scores, compare_scores);
    if (!is_kept && count > 0) {
        CT_TRY(ct_fft_tuned_keep(plan, options, &scores[0]));
    }
    plan->score = scores;
    plan->scores = count;
    scores = NULL;
cleanup:
    free(grids);
    free(scores);
    return status;
}
