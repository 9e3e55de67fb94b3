/* The contest, by candidates that take as long as they say: who runs, who wins, what is kept. */
#include "alike.h"
#include "expect.h"
#include "scratch.h"

#include "base/fail.h"
#include "tune/contest.h"

#include <stdio.h>
#include <time.h>

enum { RUNNERS = 6, SEATS = 2 };

static int rank;

/* A candidate is predicted to take predicted_s and takes `takes_s`. */
typedef struct runner {
    ct_standing standing;
    int name;
} runner;

typedef struct track {
    double predicted_s[RUNNERS], takes_s[RUNNERS];
    int too_large; /* one that memory does not suffice for; -1: none */
    int required;
    int lists, prepared[RUNNERS], on_seat[SEATS], ready;
} track;

static track *ground; /* for is_required, which has no context */

static ct_status make_key(void *context, ct_tuning_key *key) {
    (void)context;
    ct_tuning_key_name(key, "runners", 0, NULL, 1);
    return CT_OK;
}

static void list(void *context, ct_ranking *ranking) {
    track *t = context;
    t->lists++;
    for (int i = 0; i < RUNNERS; i++) {
        const runner offered = {{t->predicted_s[i], -1, 0}, i};
        ct_ranking_offer(ranking, &offered);
    }
}

static int is_required(const void *candidate) {
    return ((const runner *)candidate)->name == ground->required;
}

static void print(const void *context, const void *candidate, char label[CT_SCORE_LABEL]) {
    (void)context;
    (void)snprintf(label, CT_SCORE_LABEL, "runner %d", ((const runner *)candidate)->name);
}

static int parse(const void *context, const char *label, void *candidate) {
    (void)context;
    return sscanf(label, "runner %d", &((runner *)candidate)->name) == 1;
}

static ct_status prepare(void *context, const void *candidate, int seat) {
    track *t = context;
    const int name = ((const runner *)candidate)->name;
    EXPECT(seat >= 0 && seat < SEATS && t->on_seat[seat] < 0);
    t->prepared[name]++;
    t->on_seat[seat] = name;
    t->ready++;
    return name == t->too_large ? ct_raise(CT_ERROR_MEMORY, "too large") : CT_OK;
}

static ct_status run(void *context, int seat) {
    const track *t = context;
    const struct timespec nap = {.tv_nsec = (long)(1e9 * t->takes_s[t->on_seat[seat]])};
    (void)nanosleep(&nap, NULL);
    return CT_OK;
}

static void discard(void *context, int seat) {
    track *t = context;
    EXPECT(t->on_seat[seat] >= 0);
    t->on_seat[seat] = -1;
    t->ready--;
}

static const ct_contest_kind runners = {.bytes = sizeof(runner),
                                        .most = RUNNERS,
                                        .shortlist = 4,
                                        .seats = SEATS,
                                        .leaders = 1,
                                        .heat_s = 1e-3,
                                        .key = make_key,
                                        .list = list,
                                        .is_required = is_required,
                                        .print = print,
                                        .parse = parse,
                                        .prepare = prepare,
                                        .run = run,
                                        .discard = discard};

static track even_track(void) {
    track t = {.too_large = -1, .required = -1};
    for (int i = 0; i < RUNNERS; i++) {
        t.predicted_s[i] = 1e-3 * (i + 1);
        t.takes_s[i] = 1e-3 * (i == 2 ? 1 : 8); /* apart by more than a busy machine's noise */
    }
    for (int seat = 0; seat < SEATS; seat++) {
        t.on_seat[seat] = -1;
    }
    return t;
}

/* Holds the contest and returns who wins. */
static int hold(track *t, ct_planning planning, const char *file, const char *says) {
    ct_contest contest = {.comm = MPI_COMM_WORLD,
                          .kind = &runners,
                          .context = t,
                          .planning = planning,
                          .tuning_file = rank == 0 ? file : NULL};
    char reason[1024];
    ground = t;
    EXPECT_INT(ct_contest_open(&contest), CT_OK);
    EXPECT_INT(ct_contest_decide(&contest), CT_OK);
    const int winner = ((const runner *)ct_contest_winner(&contest))->name;
    ct_contest_reason(&contest, "", reason, sizeof reason);
    EXPECT_TEXT(reason, says);
    EXPECT(is_same_everywhere(reason, sizeof "measured"));
    EXPECT(is_same_everywhere(&winner, sizeof winner));
    EXPECT_INT(t->ready, 0); /* all seats are free again */
    ct_contest_close(&contest);
    return winner;
}

static void expect_shortlists(void) {
    track t = even_track();
    EXPECT_INT(hold(&t, CT_PLAN_ESTIMATE, NULL, "predicted 1 ms; next best is runner 1"), 0);
    EXPECT(t.prepared[0] == 0 && t.prepared[2] == 0);
    t = even_track();
    t.required = 5;
    EXPECT_INT(hold(&t, CT_PLAN_MEASURE, NULL, "measured"), 2);
    EXPECT(t.prepared[0] == 1 && t.prepared[1] == 1 && t.prepared[2] == 1);
    EXPECT(t.prepared[3] == 0 && t.prepared[4] == 0 && t.prepared[5] == 1);
    t = even_track();
    EXPECT_INT(hold(&t, CT_PLAN_EXHAUSTIVE, NULL, "measured"), 2);
    for (int i = 0; i < RUNNERS; i++) {
        EXPECT_INT(t.prepared[i], 1);
    }
    t = even_track();
    t.too_large = 2;
    EXPECT(hold(&t, CT_PLAN_MEASURE, NULL, "measured") != 2);
}

static void expect_kept(void) {
    char path[SCRATCH_BYTES];
    scratch_begin();
    (void)snprintf(path, sizeof path, "%s", scratch_path("tuning"));
    track t = even_track();
    EXPECT_INT(hold(&t, CT_PLAN_MEASURE, path, "measured"), 2);
    t = even_track();
    EXPECT_INT(hold(&t, CT_PLAN_ESTIMATE, path, "tuned: measured"), 2);
    EXPECT_INT(t.lists, 0);
    t = even_track(); /* a thorough search was never made */
    EXPECT_INT(hold(&t, CT_PLAN_EXHAUSTIVE, path, "measured"), 2);
    EXPECT_INT(t.prepared[5], 1);
    t = even_track();
    EXPECT_INT(hold(&t, CT_PLAN_EXHAUSTIVE, path, "tuned: measured"), 2);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        scratch_remove("tuning");
    }
    EXPECT_INT(scratch_end(), 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect_shortlists();
    expect_kept();
    MPI_Finalize();
    return expect_status();
}
