#include "adi/method.h"

#include "base/mpi.h"
#include "exchange/network.h"
#include "tune/contest.h"
#include <cornerturn/agree.h>

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
    const ct_adi_chooser *chooser;
    const ct_calibration *calibration;
    ct_adi_spread spread;
    void *built[METHODS];
} choosing;

/* The calibration for predictions, and its description: of the tuning file if it has curves of
 * messages (not if made on one rank), else of the network's probe or the default. Local. */
static const ct_calibration *find_constants(const ct_contest *contest, char text[CONSTANTS_TEXT]) {
    const ct_tuning *tuning = contest->tuning;
    const ct_calibration *found = tuning != NULL ? ct_tuning_calibration(tuning) : NULL;
    if (found != NULL && found->local_messages.knots == 0 && found->distant.knots == 0) {
        found = NULL;
    }
    (void)snprintf(text, CONSTANTS_TEXT, "%s%s%s",
                   found != NULL             ? "the constants in "
                   : contest->probed != NULL ? "a probe of the network"
                                             : "built-in constants",
                   tuning != NULL && found == NULL ? ": none of this machine in " : "",
                   tuning != NULL ? tuning->path : "");
    return found != NULL             ? found
           : contest->probed != NULL ? contest->probed
                                     : ct_calibration_default();
}

static ct_status key(void *context, ct_tuning_key *key_of) {
    const ct_adi_chooser *chooser = ((const choosing *)context)->chooser;
    return chooser->key(chooser->context, key_of);
}

static void list(void *context, ct_ranking *ranking) {
    const choosing *c = context;
    const ct_adi_chooser *chooser = c->chooser;
    ct_exchange_options options = *chooser->exchange;
    double seconds[METHODS];
    options.in_place = options.private_arrays = 0; /* the arrays are the plan's */
    if (chooser->axis < 0) {
        ct_adi_predict(c->calibration, &options, &c->spread, seconds);
    } else {
        ct_adi_predict_axis(c->calibration, &options, &c->spread, chooser->axis, seconds);
    }
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
    return c->chooser->build(c->chooser->context, methods[((const candidate *)tried)->which].method,
                             &c->built[seat]);
}

static ct_status run(void *context, int seat) {
    const choosing *c = context;
    return c->chooser->run(c->chooser->context, c->built[seat]);
}

static void discard(void *context, int seat) {
    choosing *c = context;
    c->chooser->destroy(c->chooser->context, &c->built[seat]);
}

static const ct_contest_kind ways = {.bytes = sizeof(candidate),
                                     .most = METHODS,
                                     .shortlist = METHODS,
                                     .seats = METHODS,
                                     .leaders = METHODS,
                                     .heat_s = 0.3,
                                     .key = key,
                                     .list = list,
                                     .print = print,
                                     .parse = parse,
                                     .prepare = prepare,
                                     .run = run,
                                     .discard = discard};

static ct_status tell(const ct_contest *contest, const char *about, const char *constants,
                      ct_adi_chosen *chosen) {
    ct_status status = CT_OK;
    CT_TRY(ct_contest_scores(contest, &chosen->score, &chosen->scores));
    int length =
        snprintf(chosen->reason, sizeof chosen->reason, "%s: ", chosen->score[0].algorithm);
    ct_contest_reason(contest, about, chosen->reason + length,
                      sizeof chosen->reason - (size_t)length);
    length = (int)strlen(chosen->reason);
    (void)snprintf(chosen->reason + length, sizeof chosen->reason - (size_t)length,
                   "; predictions are by %s", constants);
cleanup:
    return status;
}

ct_status ct_adi_method_choose(const ct_adi_chooser *chooser, ct_adi_chosen *chosen) {
    choosing c = {.chooser = chooser};
    ct_contest contest = {.comm = chooser->comm,
                          .kind = &ways,
                          .context = &c,
                          .planning = chooser->exchange->planning,
                          .tuning_file = chooser->exchange->tuning_file,
                          .is_read_only = chooser->exchange->tuning_read_only};
    char constants[CONSTANTS_TEXT];
    int *leader = NULL;
    ct_status status = CT_OK;
    *chosen = (ct_adi_chosen){.scores = 0};
    CT_TRY(ct_network_leaders(chooser->comm, &leader));
    c.spread = (ct_adi_spread){chooser->cells, chooser->element_bytes, chooser->size, leader};
    CT_TRY(ct_contest_open(&contest));
    c.calibration = find_constants(&contest, constants);
    CT_TRY(ct_contest_decide(&contest));
    CT_TRY(ct_agree(chooser->comm, tell(&contest, chooser->about, constants, chosen)));
    chosen->method = methods[((const candidate *)ct_contest_winner(&contest))->which].method;
cleanup:
    ct_contest_close(&contest);
    free(leader);
    return status;
}

void ct_adi_method_given(ct_adi_method method, ct_adi_chosen *chosen) {
    *chosen = (ct_adi_chosen){.method = method};
    if (method == CT_ADI_AUTO) {
        (void)snprintf(chosen->reason, sizeof chosen->reason, "all lines are whole on their rank");
    } else {
        (void)snprintf(chosen->reason, sizeof chosen->reason, "%s, as was asked for",
                       method == CT_ADI_REDUCING ? "reducing" : "transposing");
    }
}
