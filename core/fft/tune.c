/* Chooses grid (slabs or pencils) and pipeline, where there are exchanges and the options leave
 * them open: a contest (contest.h) of plans on scratch arrays of the real size. */
#include "fft/tune.h"
#include "fft/query.h"

#include "base/mpi.h"
#include "fft/build.h"
#include "fft/predict.h"
#include "fft/sides/given.h"
#include "fft/stages/run.h"
#include "trace/clock.h"
#include "tune/contest.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRIDS_MOST = 64, DEPTHS = 5, SEATS = 2 };

/* Time limit of predictions. */
static const double PREDICTED_WITHIN_S = 0.5;

typedef struct candidate {
    ct_standing standing;
    int grid[CT_MAX_AXES], pipeline;
} candidate;

/* A candidate's plan and arrays. */
typedef struct trial {
    ct_fft_plan *plan;
    void *input, *output;
} trial;

typedef struct tuning {
    const ct_fft_plan *plan;
    const ct_fft_options *options;
    const ct_calibration *calibration;
    trial trial[SEATS];
} tuning;

static int is_grid_given(const ct_fft_plan *plan, const ct_fft_options *options) {
    int is_given = plan->shape.is_split;
    for (int a = 0; a < plan->problem.axes; a++) {
        is_given = is_given || options->array.grid[a] != 0;
    }
    return is_given;
}

/* Whether grid or pipeline is to be chosen. */
static int is_open(const ct_fft_plan *plan, const ct_fft_options *options) {
    return !plan->is_shared && plan->shape.axes > 1 && plan->shape.reduced_points == 0 &&
           (options->pipeline == 0 || !is_grid_given(plan, options));
}

/* Whether no part of a grid is empty in array or spectrum, and the last axis is undivided. */
static int is_useful(const ct_fft_plan *plan, const int *grid) {
    int useful = grid[plan->shape.axes - 1] == 1;
    for (int a = 0; a < plan->shape.axes; a++) {
        useful = useful && grid[a] <= plan->array.decomposition.extent[a] &&
                 grid[a] <= plan->spectrum.decomposition.extent[a];
    }
    return useful;
}

/* Lists the plan's grid and, unless it was given, all grids of all ranks over one or two axes. */
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

/* The options of a candidate. */
static ct_fft_options options_of(const ct_fft_plan *plan, const ct_fft_options *options,
                                 const candidate *c) {
    ct_fft_options those = *options;
    if (!plan->shape.is_split) {
        memcpy(those.array.grid, c->grid, sizeof those.array.grid);
    }
    those.pipeline = c->pipeline;
    return those;
}

/* Offers a grid with a pipeline depth and its prediction. False after the time limit. */
static int offer(const tuning *t, const int *grid, int pipeline, double until_s,
                 ct_ranking *ranking) {
    candidate c = {.standing.measured_s = -1, .pipeline = pipeline};
    memcpy(c.grid, grid, sizeof c.grid);
    if (ranking->count > 0 && ct_clock_s() > until_s) {
        return 0;
    }
    const ct_fft_options those = options_of(t->plan, t->options, &c);
    c.standing.predicted_s = ct_fft_predict(t->plan, &those, t->calibration);
    ct_ranking_offer(ranking, &c);
    return 1;
}

/* Offers all grids with all pipeline depths. */
static void list(void *context, ct_ranking *ranking) {
    static const int pipelines[DEPTHS] = {1, 4, 2, 8, 16};
    const tuning *t = context;
    const int given = t->options->pipeline;
    const double until_s = ct_clock_s() + PREDICTED_WITHIN_S;
    int grids[GRIDS_MOST][CT_MAX_AXES];
    const int grid_count = list_grids(t->plan, is_grid_given(t->plan, t->options), grids);
    int is_early = 1;
    for (int depth = 0; depth < (given > 0 ? 1 : DEPTHS); depth++) {
        for (int i = 0; i < grid_count && is_early; i++) {
            is_early = offer(t, grids[i], given > 0 ? given : pipelines[depth], until_s, ranking);
        }
    }
}

static ct_status make_key(void *context, ct_tuning_key *key) {
    const tuning *t = context;
    const ct_fft_options *options = t->options;
    const ct_fft_shape *shape = &t->plan->shape;
    const int about[] = {(int)shape->precision + 2 * shape->is_complex +
                             4 * (int)options->exchange.precision,
                         (int)options->direction,
                         options->in_place,
                         options->transposed,
                         options->pipeline,
                         t->plan->threads,
                         options->exchange.private_arrays};
    uint64_t hash = ct_tuning_hash(0, about, sizeof about / sizeof *about);
    ptrdiff_t points[CT_MAX_AXES] = {0};
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        const int numbers[] = {(int)axis->kind,
                               (int)axis->points,
                               (int)axis->length,
                               (int)axis->modes,
                               options->array.order[a],
                               options->array.grid[a],
                               options->spectrum.order[a],
                               options->spectrum.grid[a]};
        hash = ct_tuning_hash(hash, numbers, sizeof numbers / sizeof *numbers);
        points[a] = axis->points;
    }
    hash = ct_fft_given_hash(t->plan, hash);
    hash = ct_tuning_hash_text(hash, options->exchange.algorithm);
    ct_tuning_key_name(key, "fft", shape->axes, points, hash);
    return CT_OK;
}

/* "pencils 2x4x1, 4 slices" */
static void print(const void *context, const void *printed, char label[CT_SCORE_LABEL]) {
    const tuning *t = context;
    const candidate *c = printed;
    const int axes = t->plan->shape.axes;
    int divided = 0;
    for (int a = 0; a < axes; a++) {
        divided += c->grid[a] > 1;
    }
    int length = snprintf(label, CT_SCORE_LABEL, "%s ", divided < 2 ? "slabs" : "pencils");
    for (int a = 0; a < axes; a++) {
        length += snprintf(label + length, (size_t)(CT_SCORE_LABEL - length), "%s%d",
                           a > 0 ? "x" : "", c->grid[a]);
    }
    (void)snprintf(label + length, (size_t)(CT_SCORE_LABEL - length), ", %d %s", c->pipeline,
                   c->pipeline == 1 ? "slice" : "slices");
}

static int parse(const void *context, const char *label, void *found) {
    const tuning *t = context;
    candidate *c = found;
    const char *at = strchr(label, ' ');
    double ranks = 1;
    int slices = 0;
    for (int a = 0; a < t->plan->shape.axes; a++) {
        int used = 0;
        int parts = 0;
        if (at == NULL || sscanf(at + 1, "%9d%n", &parts, &used) != 1 || parts < 1) {
            return 0;
        }
        at += 1 + used;
        ranks *= parts;
        c->grid[a] = parts;
    }
    if (ranks > t->plan->size || sscanf(at, ", %9d slice", &slices) != 1 || slices < 1 ||
        slices > CT_FFT_SLICES_MOST) {
        return 0;
    }
    c->pipeline = slices;
    return 1;
}

/* Plans a candidate, its exchanges by estimate; the first one's local plans serve the others. */
static ct_status prepare(void *context, const void *tried, int seat) {
    tuning *t = context;
    trial *made = &t->trial[seat];
    ct_fft_options options = options_of(t->plan, t->options, tried);
    ct_status status = CT_OK;
    options.exchange.planning = CT_PLAN_ESTIMATE;
    CT_TRY(ct_fft_build_begin(t->plan->comm, &t->plan->problem, &options, 0, &made->plan));
    CT_TRY(ct_fft_build_steps(made->plan, &options));
    const ptrdiff_t in_bytes =
        ct_ownership_bytes(ct_fft_layout_at(made->plan, 1), made->plan->rank);
    const ptrdiff_t out_bytes =
        ct_ownership_bytes(ct_fft_layout_at(made->plan, 0), made->plan->rank);
    const int in_place = options.in_place;
    const ptrdiff_t bytes = in_place && out_bytes > in_bytes ? out_bytes : in_bytes;
    CT_TRY(ct_alloc(t->plan->comm, bytes, &made->input));
    CT_TRY(ct_alloc(t->plan->comm, in_place ? 0 : out_bytes, &made->output));
    memset(made->input, 0, (size_t)bytes);
cleanup:
    return status;
}

static ct_status run(void *context, int seat) {
    const tuning *t = context;
    const trial *made = &t->trial[seat];
    return ct_fft_steps_execute(made->plan, made->input,
                                t->options->in_place ? made->input : made->output);
}

static void discard(void *context, int seat) {
    tuning *t = context;
    trial *made = &t->trial[seat];
    ct_free(&made->output);
    ct_free(&made->input);
    ct_fft_build_destroy(&made->plan);
}

static const ct_contest_kind transforms = {.bytes = sizeof(candidate),
                                           .most = GRIDS_MOST * DEPTHS,
                                           .shortlist = 8,
                                           .seats = SEATS, /* each with its arrays */
                                           .leaders = 1,
                                           .heat_s = 0.3,
                                           .patience_s = 1.5,
                                           .key = make_key,
                                           .list = list,
                                           .print = print,
                                           .parse = parse,
                                           .prepare = prepare,
                                           .run = run,
                                           .discard = discard};

/* Runs the contest. `chosen`: the options with the winner; sets the plan's scores and reason.
 * Collective. */
static ct_status choose(ct_fft_plan *plan, const ct_fft_options *options, ct_fft_options *chosen) {
    tuning t = {.plan = plan, .options = options};
    ct_contest contest = {.comm = plan->comm,
                          .kind = &transforms,
                          .context = &t,
                          .planning = options->exchange.planning,
                          .tuning_file = options->exchange.tuning_file,
                          .is_read_only = options->exchange.tuning_read_only};
    ct_status status = CT_OK;
    CT_TRY(ct_contest_open(&contest));
    t.calibration = ct_contest_calibration(&contest);
    CT_TRY(ct_contest_decide(&contest));
    CT_TRY(ct_agree(plan->comm, ct_contest_scores(&contest, &plan->score, &plan->scores)));
    const int length =
        snprintf(plan->choice, sizeof plan->choice, "%.80s: ", plan->score[0].algorithm);
    ct_contest_reason(&contest, "", plan->choice + length, sizeof plan->choice - (size_t)length);
    *chosen = options_of(plan, options, ct_contest_winner(&contest));
cleanup:
    ct_contest_close(&contest);
    return status;
}

ct_status ct_fft_build_tuned(ct_fft_plan *plan, const ct_fft_options *options) {
    ct_fft_options chosen = *options;
    ct_status status = CT_OK;
    if (is_open(plan, options)) {
        CT_TRY(choose(plan, options, &chosen));
    }
    CT_TRY(ct_fft_build_steps(plan, &chosen));
cleanup:
    return status;
}
