/* Choosing the grid, slabs or pencils, and the pipeline, where the array is exchanged and nobody
 * said: by the model, and where planning may measure by trying the best of these on scratch arrays
 * of the real size. */
#include "fft/plan.h"

#include "base/mpi.h"
#include "exchange/predict.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3, GRIDS_MOST = 64, DEPTHS = 4, TRIED_MOST = 8 };

/* By the model, no further candidate is looked at after this time; nor, where the choice is to be
 * measured but not exhaustive, is one tried. */
static const double FORESEEN_WITHIN_S = 0.5;
static const double TRIED_WITHIN_S = 1.5;

typedef struct candidate {
    int grid[CT_MAX_AXES], pipeline;
    double predicted_s, measured_s; /* measured_s < 0: not measured */
} candidate;

typedef struct tuning {
    int count;
    candidate *list; /* best first, once they are sorted */
    ct_calibration calibration;
} tuning;

static int is_grid_given(const ct_fft_plan *plan, const ct_fft_options *options) {
    int is_given = plan->shape.is_split;
    for (int a = 0; a < plan->problem.axes; a++) {
        is_given = is_given || options->array.grid[a] != 0;
    }
    return is_given;
}

int ct_fft_is_open(const ct_fft_plan *plan, const ct_fft_options *options) {
    return !plan->is_shared && plan->shape.axes > 1 && plan->shape.reduced_points == 0 &&
           (options->pipeline == 0 || !is_grid_given(plan, options));
}

/* Whether a grid has a position of the array and of the spectrum for each of its parts, and leaves
 * the last axis whole. */
static int is_useful(const ct_fft_plan *plan, const int *grid) {
    int useful = grid[plan->shape.axes - 1] == 1;
    for (int a = 0; a < plan->shape.axes; a++) {
        useful = useful && grid[a] <= plan->array.state.extent[a] &&
                 grid[a] <= plan->spectrum.state.extent[a];
    }
    return useful;
}

/* The grid of the plan, and unless that was given those of all ranks over one or two axes. */
static int list_grids(const ct_fft_plan *plan, int is_given, int (*list)[CT_MAX_AXES]) {
    const int axes = plan->shape.axes;
    int count = 1;
    memcpy(list[0], plan->route.array_grid, sizeof list[0]);
    for (int a = 0; !is_given && a < axes - 1; a++) {
        for (int b = a + 1; b < axes; b++) {
            for (int parts = plan->size; parts >= 1 && count < GRIDS_MOST; parts--) {
                int grid[CT_MAX_AXES] = {1, 1, 1, 1};
                grid[a] = parts;
                grid[b] = plan->size / parts;
                int is_new = plan->size % parts == 0 && is_useful(plan, grid);
                for (int i = 0; i < count; i++) {
                    is_new = is_new && memcmp(list[i], grid, (size_t)axes * sizeof *grid) != 0;
                }
                if (is_new) {
                    memcpy(list[count++], grid, sizeof grid);
                }
            }
        }
    }
    return count;
}

/* The options that a candidate stands for. */
static ct_fft_options options_of(const ct_fft_plan *plan, const ct_fft_options *options,
                                 const candidate *c) {
    ct_fft_options those = *options;
    if (!plan->shape.is_split) {
        memcpy(those.array.grid, c->grid, sizeof those.array.grid);
    }
    those.pipeline = c->pipeline;
    return those;
}

/* What rank 0's model says of each; the first ones are certain to be looked at. Collective. */
static ct_status foresee(const ct_fft_plan *plan, const ct_fft_options *options, tuning *t) {
    const double start_s = MPI_Wtime();
    ct_status status = CT_OK;
    for (int i = 0; i < t->count && plan->rank == 0; i++) {
        const ct_fft_options those = options_of(plan, options, &t->list[i]);
        const int is_late = i > 0 && MPI_Wtime() - start_s > FORESEEN_WITHIN_S;
        t->list[i].predicted_s = is_late ? HUGE_VAL : ct_fft_foresee(plan, &those, &t->calibration);
    }
    CT_MPI(MPI_Bcast(t->list, t->count * (int)sizeof *t->list, MPI_BYTE, 0, plan->comm));
cleanup:
    return status;
}

static int comes_before(const candidate *a, const candidate *b) {
    if (a->measured_s >= 0 || b->measured_s >= 0) {
        return b->measured_s < 0 || (a->measured_s >= 0 && a->measured_s < b->measured_s);
    }
    return ct_predicted_less(a->predicted_s, b->predicted_s);
}

/* Equals keep their order. */
static void sort(tuning *t) {
    for (int i = 1; i < t->count; i++) {
        const candidate moved = t->list[i];
        int place = i;
        for (; place > 0 && comes_before(&moved, &t->list[place - 1]); place--) {
            t->list[place] = t->list[place - 1];
        }
        t->list[place] = moved;
    }
}

/* All grids with all depths, by the model. Collective. */
static ct_status list_all(const ct_fft_plan *plan, const ct_fft_options *options, tuning *t) {
    static const int pipelines[DEPTHS] = {1, 4, 2, 8};
    int grids[GRIDS_MOST][CT_MAX_AXES];
    const int grid_count = list_grids(plan, is_grid_given(plan, options), grids);
    ct_status status = CT_OK;
    for (int depth = 0; depth < (options->pipeline > 0 ? 1 : DEPTHS); depth++) {
        for (int i = 0; i < grid_count; i++) {
            candidate *c = &t->list[t->count++];
            memcpy(c->grid, grids[i], sizeof c->grid);
            c->pipeline = options->pipeline > 0 ? options->pipeline : pipelines[depth];
            c->measured_s = -1;
        }
    }
    CT_TRY(foresee(plan, options, t));
    sort(t);
    while (t->count > 1 && isinf(t->list[t->count - 1].predicted_s)) {
        t->count--;
    }
cleanup:
    return status;
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
    *best_s = HUGE_VAL;
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

/* Plans a candidate, with the exchanges that the model likes, and times it. Collective. */
static ct_status try_candidate(const ct_fft_plan *plan, const ct_fft_options *options,
                               candidate *c) {
    ct_fft_options tried = options_of(plan, options, c);
    ct_fft_plan *made = NULL;
    ct_status status = CT_OK;
    tried.exchange.planning = CT_PLAN_ESTIMATE;
    CT_TRY(ct_fft_plan_create(plan->comm, &plan->problem, &tried, &made));
    CT_TRY(time_plan(made, &c->measured_s));
cleanup:
    ct_fft_plan_destroy(&made);
    return status;
}

/* Tries the best few, or all, as long as rank 0 has patience; what planning the first one takes
 * serves the others. Collective. */
static ct_status try_best(const ct_fft_plan *plan, const ct_fft_options *options, tuning *t) {
    const int is_exhaustive = options->exchange.planning == CT_PLAN_EXHAUSTIVE;
    double start_s = 0;
    ct_status status = CT_OK;
    int goes_on = options->exchange.planning != CT_PLAN_ESTIMATE;
    for (int i = 0; i < t->count && goes_on; i++) {
        CT_TRY(try_candidate(plan, options, &t->list[i]));
        start_s = i == 0 ? MPI_Wtime() : start_s;
        goes_on = is_exhaustive || (i + 1 < TRIED_MOST && MPI_Wtime() - start_s < TRIED_WITHIN_S);
        CT_MPI(MPI_Bcast(&goes_on, 1, MPI_INT, 0, plan->comm));
    }
    sort(t);
cleanup:
    return status;
}

static void fill_score(const ct_fft_plan *plan, const candidate *c, ct_score *score) {
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
    score->predicted_s = c->predicted_s;
    score->measured_s = c->measured_s;
}

/* Compares, takes the best, tells the plan of all. Collective. */
static ct_status compare(ct_fft_plan *plan, const ct_fft_options *options, tuning *t,
                         ct_fft_options *chosen) {
    ct_status status = CT_OK;
    CT_TRY(list_all(plan, options, t));
    CT_TRY(try_best(plan, options, t));
    *chosen = options_of(plan, options, &t->list[0]);
    for (int i = 0; i < t->count; i++) {
        fill_score(plan, &t->list[i], &plan->score[i]);
    }
    plan->scores = t->count;
    if (plan->score[0].measured_s >= 0) {
        CT_TRY(ct_fft_tuned_keep(plan, options, &plan->score[0]));
    }
cleanup:
    return status;
}

ct_status ct_fft_tune(ct_fft_plan *plan, const ct_fft_options *options, ct_fft_options *chosen) {
    const size_t most = (size_t)GRIDS_MOST * DEPTHS;
    tuning t = {.list = calloc(most, sizeof *t.list), .calibration = *ct_calibration_default()};
    ct_status status = CT_OK;
    int is_kept = 0;
    *chosen = *options;
    plan->score = calloc(most, sizeof *plan->score);
    CT_TRY(ct_agree(plan->comm,
                    t.list != NULL && plan->score != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for the candidates of an FFT")));
    CT_TRY(ct_fft_tuned_find(plan, options, chosen, &plan->score[0], &is_kept, &t.calibration));
    plan->scores = is_kept;
    if (!is_kept) {
        CT_TRY(compare(plan, options, &t, chosen));
    }
cleanup:
    free(t.list);
    return status;
}

void ct_fft_tune_explain(const ct_fft_plan *plan, char *text, size_t room) {
    const ct_score *best = ct_fft_score(plan, 0);
    const ct_score *next = ct_fft_score(plan, 1);
    if (best == NULL) {
        return;
    }
    const int is_measured = best->measured_s >= 0;
    const double best_s = is_measured ? best->measured_s : best->predicted_s;
    int length = snprintf(text, room, "; %.60s: %s to take %.3g s", best->algorithm,
                          is_measured ? "measured" : "predicted", best_s);
    if (next != NULL && (next->measured_s >= 0) == is_measured) {
        (void)snprintf(text + length, room - (size_t)length, ", %.60s %.3g s", next->algorithm,
                       is_measured ? next->measured_s : next->predicted_s);
    }
}
