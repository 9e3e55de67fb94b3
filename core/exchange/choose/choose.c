/* Chooses the algorithm: the one asked for, the tuning file's, the fastest in a race, or the best
 * by the model. */
#include "exchange/choose/choose.h"

#include "base/mpi.h"
#include "exchange/choose/listing.h"
#include "exchange/choose/repeats.h"
#include "exchange/choose/trials.h"
#include "kernels/strided.h"
#include "node/process/process.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ASKED = -2 /* in the place of a row of the algorithm table */ };

/* What a choice is made from. */
typedef struct choosing {
    ct_trials trials;
    const ct_choice *asked; /* NULL: all that can run are candidates */
    ct_model model;
} choosing;

double ct_exchange_mean_bytes(const ct_exchange_plan *plan) {
    int has_root = plan->movement != CT_EXCHANGE && plan->movement != CT_ALL_GATHER;
    double blocks = (plan->size - 1.0) * (has_root ? 1 : plan->size);
    return blocks > 0 ? plan->total_bytes / blocks : 0;
}

/* Whether any block of any rank is not contiguous. Collective. */
static ct_status find_strides(const ct_exchange_plan *plan, int *strided) {
    ct_status status = CT_OK;
    *strided = 0;
    for (int peer = 0; peer < plan->size; peer++) {
        const ct_parts from = ct_blocks_parts(&plan->send, peer);
        const ct_parts into = ct_blocks_parts(&plan->receive, peer);
        *strided |= !ct_parts_are_contiguous(&from, plan->send.element_bytes) ||
                    !ct_parts_are_contiguous(&into, plan->receive.element_bytes);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, strided, 1, MPI_INT, MPI_MAX, plan->comm));
cleanup:
    return status;
}

/* Contiguous ones need no data types, and count as none. */
static double runs_of(const ct_blocks *blocks, int peer) {
    const ct_parts parts = ct_blocks_parts(blocks, peer);
    const int is_one = ct_parts_are_contiguous(&parts, blocks->element_bytes);
    double runs = 0;
    for (ptrdiff_t i = 0; !is_one && i < parts.count; i++) {
        const ct_strided pack = ct_strided_pack(ct_parts_at(&parts, i), 0, blocks->element_bytes);
        const ptrdiff_t units = pack.unit_bytes > 0 ? ct_strided_bytes(&pack) / pack.unit_bytes : 0;
        runs += (double)units;
    }
    return runs;
}

/* What the rank with most of it has: peers, and runs of blocks that are not contiguous.
 * Collective. */
static ct_status find_most(const ct_exchange_plan *plan, int *partners, double *runs) {
    double most[2] = {0, 0};
    ct_status status = CT_OK;
    for (int peer = 0; peer < plan->size; peer++) {
        if (peer != plan->rank) {
            const int is_sent = ct_blocks_elements(&plan->send, peer) > 0;
            most[0] += plan->movement == CT_EXCHANGE && is_sent;
            most[1] += runs_of(&plan->send, peer) + runs_of(&plan->receive, peer);
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, plan->comm));
    *partners = (int)most[0];
    *runs = most[1];
cleanup:
    return status;
}

/* The key of the tuning file: everything that the fastest candidate depends on. */
static ct_status make_key(void *context, ct_tuning_key *key) {
    const choosing *c = context;
    const ct_exchange_plan *plan = c->trials.plan;
    const ct_exchange_options *options = &plan->options;
    char window[24] = "";
    int strided = 0;
    ct_status status = CT_OK;
    CT_TRY(find_strides(plan, &strided));
    key->node_ranks = plan->node_ranks;
    key->size_class = ct_tuning_size_class(ct_exchange_mean_bytes(plan));
    ct_topology_format(&plan->topology, key->network);
    if (options->steps_in_flight > 0) {
        (void)snprintf(window, sizeof window, ".window%d", options->steps_in_flight);
    }
    const char *transport = !plan->has_shared                           ? ".messages"
                            : options->transport == CT_TRANSPORT_SHARED ? ".shared"
                                                                        : "";
    (void)snprintf(key->pattern, sizeof key->pattern, "%s%s%s%s%s%s%s%s",
                   ct_pattern_name(plan->movement), plan->block_elements < 0 ? ".uneven" : "",
                   strided ? ".strided" : "", transport, options->private_arrays ? ".private" : "",
                   options->in_place ? ".in_place" : "", plan->rounds ? ".float" : "", window);
cleanup:
    return status;
}

/* Bytes of the last-level cache; 0 where the system does not say. */
static double cache_bytes(void) {
#ifdef _SC_LEVEL3_CACHE_SIZE
    long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? (double)bytes : 0;
#else
    return 0;
#endif
}

/* Sets up the model with the constants of this machine, and the bounds. Collective. */
static ct_status prepare_model(choosing *c, const ct_calibration *calibration) {
    ct_exchange_plan *plan = c->trials.plan;
    ct_status status = CT_OK;
    c->model = (ct_model){.calibration = calibration,
                          .movement = plan->movement,
                          .topology = plan->topology,
                          .private_arrays = plan->options.private_arrays,
                          .staged_bytes = plan->options.private_arrays && !plan->channels.reads
                                              ? CT_PROCESS_LEAST_BYTES
                                              : 0,
                          .steps_in_flight = plan->options.steps_in_flight,
                          .node_ranks = plan->node_ranks,
                          .block_bytes = ct_exchange_mean_bytes(plan)};
    CT_TRY(find_most(plan, &c->model.partners, &c->model.runs));
    ct_machine machine = ct_calibration_machine(calibration, plan->has_shared);
    ct_node_memory memory = {calibration->memory_bytes_per_s, cache_bytes()};
    if (plan->movement == CT_EXCHANGE) { /* no bounds are known for the others */
        plan->bounds = ct_bounds_compute(&plan->topology, c->model.node_ranks, &machine, &memory,
                                         c->model.block_bytes);
    }
cleanup:
    return status;
}

static void list(void *context, ct_ranking *ranking) {
    const choosing *c = context;
    const ct_exchange_plan *plan = c->trials.plan;
    if (c->asked != NULL) {
        const ct_ranked only = {.standing = {ct_choice_predict(&c->model, c->asked), -1, 0},
                                .choice = *c->asked,
                                .row = ASKED};
        ct_ranking_offer(ranking, &only);
        return;
    }
    const ct_scope scope = {plan->root, plan->has_shared, plan->options.transport,
                            plan->options.planning == CT_PLAN_EXHAUSTIVE,
                            ct_library_can(&plan->elements)};
    ct_ranking_list(&c->model, &scope, ranking);
}

/* Sets the pointers to rows, whose addresses differ between ranks. Collective. */
static ct_status settle(void *context, ct_ranking *ranking) {
    const choosing *c = context;
    for (int place = 0; place < ranking->count; place++) {
        ct_ranked *candidate = ct_ranking_at(ranking, place);
        candidate->choice.row = candidate->row == ASKED ? c->asked->row
                                : candidate->row >= 0   ? ct_algorithm_at(candidate->row)
                                                        : NULL;
    }
    return ct_ranking_drop_repeats(c->trials.plan, ranking);
}

static int is_library(const void *candidate) {
    const ct_ranked *ranked = candidate;
    return ranked->choice.row == NULL;
}

static void print(const void *context, const void *candidate, char label[CT_SCORE_LABEL]) {
    const choosing *c = context;
    const ct_ranked *ranked = candidate;
    ct_choice_format(&ranked->choice, &c->trials.plan->topology, label);
}

static int parse(const void *context, const char *label, void *candidate) {
    const choosing *c = context;
    const ct_exchange_plan *plan = c->trials.plan;
    ct_choice *choice = &((ct_ranked *)candidate)->choice;
    int automatic = 0;
    if (ct_choice_parse(label, plan->movement, &plan->topology, &automatic, choice) != CT_OK ||
        automatic || (choice->row == NULL && !ct_library_can(&plan->elements))) {
        return 0;
    }
    if (choice->row != NULL && choice->transport == CT_TRANSPORT_AUTO && plan->has_shared) {
        choice->transport = CT_TRANSPORT_SHARED;
    }
    ct_choice_root(choice, plan->root);
    return 1;
}

static ct_status begin(void *context) {
    choosing *c = context;
    return ct_trials_open(&c->trials);
}

static void end(void *context) {
    choosing *c = context;
    ct_trials_close(&c->trials);
}

static ct_status prepare(void *context, const void *candidate, int seat) {
    choosing *c = context;
    const ct_ranked *ranked = candidate;
    return ct_trials_prepare(&c->trials, &ranked->choice, seat);
}

static ct_status run(void *context, int seat) {
    choosing *c = context;
    return ct_trials_run(&c->trials, seat);
}

static void discard(void *context, int seat) {
    choosing *c = context;
    ct_trials_discard(&c->trials, seat);
}

static const ct_contest_kind exchanges = {.bytes = sizeof(ct_ranked),
                                          .most = CT_RANKED_MOST,
                                          .shortlist = 10,
                                          .seats = 10,
                                          .leaders = 3,
                                          .heat_s = 0.3,
                                          .key = make_key,
                                          .list = list,
                                          .settle = settle,
                                          .is_required = is_library,
                                          .print = print,
                                          .parse = parse,
                                          .begin = begin,
                                          .end = end,
                                          .prepare = prepare,
                                          .run = run,
                                          .discard = discard};

/* Sets the plan's reason and scores. Local. */
static ct_status set_reason(ct_exchange_plan *plan, const ct_contest *contest) {
    ct_status status = CT_OK;
    CT_TRY(ct_contest_scores(contest, &plan->scores, &plan->score_count));
    memcpy(plan->label, plan->scores[0].algorithm, sizeof plan->label);
    if (plan->total_bytes <= 0 && contest->ground != CT_GROUND_ASKED) {
        (void)snprintf(plan->reason, sizeof plan->reason, "no block leaves its rank");
    } else {
        char about[64];
        (void)snprintf(about, sizeof about, " for blocks of %.0f bytes (mean)",
                       ct_exchange_mean_bytes(plan));
        ct_contest_reason(contest, about, plan->reason, sizeof plan->reason);
    }
cleanup:
    return status;
}

ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked,
                             const char *tuning_file, ct_choice *choice) {
    choosing c = {.trials.plan = plan, .asked = asked};
    ct_contest contest = {.comm = plan->comm,
                          .kind = &exchanges,
                          .context = &c,
                          .planning =
                              plan->total_bytes > 0 ? plan->options.planning : CT_PLAN_ESTIMATE,
                          .is_asked = asked != NULL,
                          .tuning_file = tuning_file,
                          .is_read_only = plan->options.tuning_read_only};
    ct_status status = CT_OK;
    CT_TRY(ct_contest_open(&contest));
    CT_TRY(prepare_model(&c, ct_contest_calibration(&contest)));
    CT_TRY(ct_contest_decide(&contest));
    CT_TRY(ct_agree(plan->comm, set_reason(plan, &contest)));
    const ct_ranked *best = ct_contest_winner(&contest);
    *choice = best->choice;
cleanup:
    ct_contest_close(&contest);
    return status;
}
