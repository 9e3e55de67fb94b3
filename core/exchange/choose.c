/* Which algorithm an exchange takes: the one that was asked for, the one that a tuning file knows
 * to be the fastest, the fastest of those that are timed, or the best by the model. */
#include "base/mpi.h"
#include "exchange/choice.h"
#include "exchange/tuned.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MEASURED_MOST = 10 };

/* What a choice is made from. */
typedef struct choosing {
    ct_exchange_plan *plan;
    const char *tuning_file; /* rank 0's */
    int has_file;            /* it has one */
    ct_tuning *tuning;       /* NULL: it has none */
    ct_tuning_key key;
    ct_model model;
    ct_ranking ranking;
    ct_ground ground;
    char note[1024]; /* what the user should know of the tuning file */
} choosing;

/* Whether any block of any rank is in pieces. Collective. */
static ct_status find_strides(const ct_exchange_plan *plan, int *strided) {
    ct_status status = CT_OK;
    *strided = 0;
    for (int peer = 0; peer < plan->size; peer++) {
        const ct_block from = ct_blocks_at(&plan->send, peer);
        const ct_block into = ct_blocks_at(&plan->receive, peer);
        *strided |= !ct_block_is_contiguous(&from, plan->send.element_bytes) ||
                    !ct_block_is_contiguous(&into, plan->receive.element_bytes);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, strided, 1, MPI_INT, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* The most ranks that one has something for. Collective. */
static ct_status count_partners(const ct_exchange_plan *plan, int *partners) {
    ct_status status = CT_OK;
    *partners = 0;
    for (int peer = 0; peer < plan->size && plan->movement == CT_EXCHANGE; peer++) {
        *partners += peer != plan->rank && ct_blocks_elements(&plan->send, peer) > 0;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, partners, 1, MPI_INT, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* What an entry of the tuning file holds for: all that decides which candidate is the fastest. */
static ct_status make_key(choosing *c) {
    const ct_exchange_plan *plan = c->plan;
    const ct_exchange_options *options = &plan->options;
    char window[24] = "";
    int strided = 0;
    ct_status status = CT_OK;
    CT_TRY(find_strides(plan, &strided));
    c->key.ranks = plan->size;
    c->key.node_ranks = c->model.node_ranks;
    c->key.size_class = ct_tuning_size_class(c->model.block_bytes);
    ct_topology_format(&plan->topology, c->key.network);
    if (options->window > 0) {
        (void)snprintf(window, sizeof window, ".window%d", options->window);
    }
    const char *transport = !plan->has_windows                           ? ".messages"
                            : options->transport == CT_TRANSPORT_WINDOWS ? ".windows"
                                                                         : "";
    (void)snprintf(c->key.pattern, sizeof c->key.pattern, "%s%s%s%s%s%s%s",
                   ct_pattern_name(plan->movement), plan->block_elements < 0 ? ".uneven" : "",
                   strided ? ".strided" : "", transport, options->private_arrays ? ".private" : "",
                   options->in_place ? ".in_place" : "", window);
cleanup:
    return status;
}

/* The last-level cache, as far as the system tells. */
static double cache_bytes(void) {
#ifdef _SC_LEVEL3_CACHE_SIZE
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? (double)bytes : 0;
#else
    return 0;
#endif
}

/* The model, from the calibration in the tuning file or the one assumed; and what the file knows.
 * Collective. */
static ct_status prepare(choosing *c) {
    ct_exchange_plan *plan = c->plan;
    ct_status status = CT_OK;
    c->model = (ct_model){.calibration = ct_calibration_default(),
                          .movement = plan->movement,
                          .topology = plan->topology,
                          .private_arrays = plan->options.private_arrays,
                          .window = plan->options.window,
                          .node_ranks = plan->node_ranks,
                          .block_bytes = ct_exchange_mean_bytes(plan)};
    CT_TRY(count_partners(plan, &c->model.partners));
    c->has_file = c->tuning_file != NULL;
    CT_MPI(MPI_Bcast(&c->has_file, 1, MPI_INT, 0, plan->comm));
    if (c->has_file) {
        CT_TRY(make_key(c));
        CT_TRY(ct_tuning_look_up(plan->comm, c->tuning_file, &c->key, &c->tuning));
        c->model.calibration =
            c->tuning->has_calibration ? &c->tuning->calibration : ct_calibration_default();
        memcpy(c->note, c->tuning->warning, sizeof c->tuning->warning);
    }
    ct_machine machine = ct_calibration_machine(c->model.calibration, plan->has_windows);
    ct_node_memory memory = {c->model.calibration->memory_bytes_per_s, cache_bytes()};
    if (plan->movement == CT_EXCHANGE) { /* the others have none worked out */
        plan->bounds = ct_bounds_compute(&plan->topology, c->model.node_ranks, &machine, &memory,
                                         c->model.block_bytes);
    }
cleanup:
    return status;
}

/* Puts a choice that is known to be the fastest before all others. */
static void prefer(choosing *c, const ct_ranked *preferred) {
    const ct_topology *topology = &c->plan->topology;
    ct_ranking *ranking = &c->ranking;
    char label[CT_EXCHANGE_LABEL];
    char other[CT_EXCHANGE_LABEL];
    int place = 0;
    ct_choice_format(&preferred->choice, topology, label);
    for (; place < ranking->count; place++) {
        ct_choice_format(&ranking->ranked[place].choice, topology, other);
        if (strcmp(label, other) == 0) {
            break;
        }
    }
    ranking->count += place == ranking->count;
    memmove(&ranking->ranked[1], &ranking->ranked[0], (size_t)place * sizeof *ranking->ranked);
    ranking->ranked[0] = *preferred;
}

/* Takes what the tuning file knows, if it is of the rigour asked for and can be read. Returns
 * whether it does. The same on all ranks. */
static int take_tuned(choosing *c) {
    const ct_exchange_plan *plan = c->plan;
    const ct_tuned *tuned = c->tuning != NULL ? &c->tuning->choice : NULL;
    ct_ranked known = {.row = -1};
    int automatic = 0;
    if (c->tuning == NULL || !c->tuning->has_choice ||
        (plan->options.planning == CT_PLAN_EXHAUSTIVE && !tuned->exhaustive) ||
        ct_choice_parse(tuned->algorithm, plan->movement, &plan->topology, &automatic,
                        &known.choice) != CT_OK ||
        automatic) {
        return 0;
    }
    if (known.choice.row != NULL && known.choice.transport == CT_TRANSPORT_AUTO) {
        known.choice.transport = plan->has_windows ? CT_TRANSPORT_WINDOWS : CT_TRANSPORT_AUTO;
    }
    ct_choice_root(&known.choice, plan->root);
    known.predicted_s = tuned->predicted_s;
    known.measured_s = tuned->measured_s;
    prefer(c, &known);
    c->ground = CT_GROUND_TUNED;
    return 1;
}

/* The best few by the model, the library always among them, come first. Returns how many. */
static int shortlist(const ct_exchange_plan *plan, ct_ranking *ranking) {
    int place = 0;
    if (plan->options.planning == CT_PLAN_EXHAUSTIVE || ranking->count <= MEASURED_MOST) {
        return ranking->count;
    }
    while (ranking->ranked[place].choice.row != NULL) {
        place++;
    }
    for (; place >= MEASURED_MOST; place--) {
        ct_ranked library = ranking->ranked[place];
        ranking->ranked[place] = ranking->ranked[place - 1];
        ranking->ranked[place - 1] = library;
    }
    return MEASURED_MOST;
}

/* Writes down what was measured for the jobs to come. Where that fails a note says so: the plan is
 * as good as without. Collective. */
static void keep(choosing *c) {
    const ct_ranked *best = &c->ranking.ranked[0];
    ct_tuning_entry entry = {.kind = CT_TUNING_CHOICE, .key = c->key};
    entry.tuned.exhaustive = c->plan->options.planning == CT_PLAN_EXHAUSTIVE;
    entry.tuned.measured_s = best->measured_s;
    entry.tuned.predicted_s = best->predicted_s;
    ct_choice_format(&best->choice, &c->plan->topology, entry.tuned.algorithm);
    if (ct_tuning_keep(c->plan->comm, c->tuning_file, &entry) != CT_OK) {
        size_t used = strlen(c->note);
        (void)snprintf(c->note + used, sizeof c->note - used, "%snot kept: %s",
                       used > 0 ? "; " : "", ct_error_message());
    }
}

/* Ranks all that can run. Collective. */
static ct_status rank_all(choosing *c) {
    ct_exchange_plan *plan = c->plan;
    ct_status status = CT_OK;
    CT_TRY(ct_ranking_create(plan, &c->model, &c->ranking));
    ct_ranking_sort(&c->ranking);
    if (plan->total_bytes <= 0 || take_tuned(c) || plan->options.planning == CT_PLAN_ESTIMATE) {
        goto cleanup;
    }
    CT_TRY(ct_exchange_measure(plan, c->ranking.ranked, shortlist(plan, &c->ranking)));
    ct_ranking_sort(&c->ranking);
    if (c->has_file && !plan->options.tuning_read_only && c->ranking.ranked[0].measured_s >= 0) {
        keep(c);
    }
cleanup:
    return status;
}

/* A ranking of the one that was asked for. Collective. */
static ct_status rank_one(choosing *c, const ct_choice *asked) {
    ct_status status = CT_OK;
    double predicted_s = 0;
    ct_ranked *only = calloc(1, sizeof *only);
    c->ranking = (ct_ranking){.count = 1, .ranked = only};
    c->ground = CT_GROUND_ASKED;
    CT_TRY(ct_agree(c->plan->comm,
                    only != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a candidate")));
    if (c->plan->rank == 0) {
        predicted_s = ct_choice_predict(&c->model, asked);
    }
    CT_MPI(MPI_Bcast(&predicted_s, 1, MPI_DOUBLE, 0, c->plan->comm));
    if (only != NULL) { /* always: for the analyser */
        *only = (ct_ranked){.choice = *asked, .predicted_s = predicted_s, .measured_s = -1};
    }
cleanup:
    return status;
}

/* Tells the plan's user. */
static ct_status fill_scores(choosing *c) {
    ct_exchange_plan *plan = c->plan;
    size_t count = (size_t)c->ranking.count;
    plan->scores = calloc(count, sizeof *plan->scores);
    if (plan->scores == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu candidates", count);
    }
    plan->score_count = c->ranking.count;
    for (int i = 0; i < plan->score_count; i++) {
        const ct_ranked *ranked = &c->ranking.ranked[i];
        ct_score *score = &plan->scores[i];
        ct_choice_format(&ranked->choice, &plan->topology, score->algorithm);
        score->predicted_s = ranked->predicted_s;
        score->measured_s = ranked->measured_s;
    }
    memcpy(plan->label, plan->scores[0].algorithm, sizeof plan->label);
    ct_exchange_give_reason(plan, c->ground, c->tuning != NULL ? c->tuning->path : "", c->note);
    return CT_OK;
}

ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked,
                             const char *tuning_file) {
    choosing c = {.plan = plan, .tuning_file = tuning_file, .ground = CT_GROUND_RANKED};
    ct_status status = CT_OK;
    CT_TRY(prepare(&c));
    CT_TRY(asked != NULL ? rank_one(&c, asked) : rank_all(&c));
    CT_TRY(ct_agree(plan->comm, fill_scores(&c)));
    CT_TRY(ct_prepared_create(plan, &c.ranking.ranked[0].choice, &plan->prepared));
cleanup:
    ct_tuning_destroy(&c.tuning);
    free(c.ranking.ranked);
    return status;
}
