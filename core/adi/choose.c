/* Transposing or reducing where lines are distributed: a contest (contest.h) of whole plans. */
#include "adi/choose.h"

#include "adi/plan.h"
#include "adi/problem/predict.h"
#include "base/mpi.h"
#include "exchange/network.h"
#include "tune/contest.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS = 2, CONSTANTS_TEXT = 384 };

static const struct {
    ct_adi_method method;
    const char *name;
} methods[METHODS] = {{CT_ADI_REDUCING, "reducing"}, {CT_ADI_TRANSPOSING, "transposing"}};

typedef struct candidate {
    ct_standing standing;
    int which; /* of methods */
} candidate;

typedef struct choosing {
    const ct_adi_plan *plan; /* with its distribution and axes */
    const ct_adi_problem *problem;
    const ct_adi_options *options;
    const ct_adi_trial *trial;
    const ct_calibration *calibration;
    ct_adi_spread spread;
    ct_adi_plan *built[METHODS];
} choosing;

/* The calibration for predictions, and its description: of the tuning file if it has curves of
 * messages (not if made on one rank), else the default. Local. */
static const ct_calibration *find_constants(const ct_tuning *tuning, char text[CONSTANTS_TEXT]) {
    const ct_calibration *found = tuning != NULL ? ct_tuning_calibration(tuning) : NULL;
    if (found != NULL && found->local_messages.knots == 0 && found->distant.knots == 0) {
        found = NULL;
    }
    (void)snprintf(text, CONSTANTS_TEXT, "%s%s%s",
                   found != NULL ? "the constants in " : "built-in constants",
                   tuning != NULL && found == NULL ? ": none of this machine in " : "",
                   tuning != NULL ? tuning->path : "");
    return found != NULL ? found : ct_calibration_default();
}

static ct_status make_key(void *context, ct_tuning_key *key) {
    const choosing *c = context;
    const ct_adi_plan *plan = c->plan;
    const ct_adi_problem *problem = c->problem;
    const ct_exchange_options *exchange = &c->options->exchange;
    enum { BEFORE = 5, EACH = 3 };
    int numbers[BEFORE + EACH * CT_ADI_BOX_AXES] = {
        (int)problem->precision + 2 * (int)exchange->precision, (int)c->options->scheme,
        problem->axes, (int)exchange->transport, exchange->steps_in_flight};
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const int of_axis[EACH] = {plan->grid[axis], plan->axis[axis].is_periodic,
                                   ct_adi_is_active(plan, axis)};
        memcpy(&numbers[BEFORE + (ptrdiff_t)EACH * axis], of_axis, sizeof of_axis);
    }
    uint64_t hash = ct_tuning_hash(0, numbers, sizeof numbers / sizeof *numbers);
    hash = ct_tuning_hash_text(hash, exchange->algorithm);
    if (exchange->topology != NULL) {
        char network[CT_TOPOLOGY_TEXT];
        ct_topology_format(exchange->topology, network);
        hash = ct_tuning_hash_text(hash, network);
    }
    ct_tuning_key_name(key, "adi", problem->axes, problem->extent, hash);
    return CT_OK;
}

static void list(void *context, ct_ranking *ranking) {
    const choosing *c = context;
    double seconds[METHODS];
    ct_adi_predict(c->calibration, &c->plan->exchanges.options, &c->spread, seconds);
    for (int which = 0; which < METHODS; which++) {
        const candidate offered = {{seconds[which], -1, 0}, which};
        ct_ranking_offer(ranking, &offered);
    }
}

static void print(const void *context, const void *printed, char label[CT_SCORE_LABEL]) {
    const candidate *c = printed;
    (void)context;
    (void)snprintf(label, CT_SCORE_LABEL, "%s", methods[c->which].name);
}

static int parse(const void *context, const char *label, void *found) {
    candidate *c = found;
    (void)context;
    while (c->which < METHODS && strcmp(label, methods[c->which].name) != 0) {
        c->which++;
    }
    return c->which < METHODS;
}

static ct_status prepare(void *context, const void *tried, int seat) {
    choosing *c = context;
    ct_adi_options options = *c->options;
    options.method = methods[((const candidate *)tried)->which].method;
    options.exchange.planning = CT_PLAN_ESTIMATE;
    return c->trial->build(c->plan->comm, c->problem, &options, &c->built[seat]);
}

static ct_status run(void *context, int seat) {
    const choosing *c = context;
    return c->trial->step(c->built[seat], 1);
}

static void discard(void *context, int seat) {
    choosing *c = context;
    c->trial->destroy(&c->built[seat]);
}

static const ct_contest_kind ways = {.bytes = sizeof(candidate),
                                     .most = METHODS,
                                     .shortlist = METHODS,
                                     .seats = METHODS,
                                     .leaders = METHODS,
                                     .heat_s = 0.3,
                                     .key = make_key,
                                     .list = list,
                                     .print = print,
                                     .parse = parse,
                                     .prepare = prepare,
                                     .run = run,
                                     .discard = discard};

static ct_status tell(ct_adi_plan *plan, const ct_contest *contest, const char *constants) {
    ct_status status = CT_OK;
    CT_TRY(ct_contest_scores(contest, &plan->score, &plan->scores));
    int length = snprintf(plan->reason, sizeof plan->reason, "%s: ", plan->score[0].algorithm);
    ct_contest_reason(contest, " a step", plan->reason + length,
                      sizeof plan->reason - (size_t)length);
    length = (int)strlen(plan->reason);
    (void)snprintf(plan->reason + length, sizeof plan->reason - (size_t)length,
                   "; predictions are by %s", constants);
cleanup:
    return status;
}

static ct_status choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options, const ct_adi_trial *trial) {
    choosing c = {.plan = plan, .problem = problem, .options = options, .trial = trial};
    ct_contest contest = {.comm = plan->comm,
                          .kind = &ways,
                          .context = &c,
                          .planning = options->exchange.planning,
                          .tuning_file = options->exchange.tuning_file,
                          .is_read_only = options->exchange.tuning_read_only};
    char constants[CONSTANTS_TEXT];
    int *leader = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_network_leaders(plan->comm, &leader));
    c.spread = (ct_adi_spread){plan->distribution, plan->kernels->bytes, plan->size, leader};
    CT_TRY(ct_contest_open(&contest));
    c.calibration = find_constants(contest.tuning, constants);
    CT_TRY(ct_contest_decide(&contest));
    CT_TRY(ct_agree(plan->comm, tell(plan, &contest, constants)));
    plan->method = methods[((const candidate *)ct_contest_winner(&contest))->which].method;
cleanup:
    ct_contest_close(&contest);
    free(leader);
    return status;
}

ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options, const ct_adi_trial *trial) {
    int parts = 1;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        parts *= plan->grid[axis];
    }
    plan->method = parts > 1 ? options->method : CT_ADI_AUTO;
    if (parts == 1) {
        (void)snprintf(plan->reason, sizeof plan->reason, "all lines are whole on their rank");
    } else if (options->method != CT_ADI_AUTO) {
        (void)snprintf(plan->reason, sizeof plan->reason, "%s, as was asked for",
                       options->method == CT_ADI_REDUCING ? "reducing" : "transposing");
    } else {
        return choose(plan, problem, options, trial);
    }
    return CT_OK;
}
