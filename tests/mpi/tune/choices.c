/* Races and choices: all ranks alike although each measures differently. */
#include "alike.h"
#include "expect.h"

#include "base/fail.h"
#include "exchange/choose/choose.h"
#include "exchange/choose/predict.h"
#include "exchange/network.h"
#include "tune/race.h"

#include <math.h>

enum { TEXT = 16384 };

static int rank, size;

typedef struct runners {
    int runs[4];
    int failing; /* the entrant that fails on the last rank; -1: none */
} runners;

/* Takes longer on some ranks than on others. */
static ct_status run_uneven(void *context, int entrant) {
    runners *r = context;
    double end_s = MPI_Wtime() + 1e-6 * ((rank + entrant) % 3 * 50);
    r->runs[entrant]++;
    while (MPI_Wtime() < end_s) {
    }
    return entrant == r->failing && rank == size - 1
               ? ct_raise(CT_ERROR_UNSUPPORTED, "this one fell over")
               : CT_OK;
}

static void expect_races(void) {
    runners r = {.failing = -1};
    ct_race_result results[4];
    ct_race race = {MPI_COMM_WORLD, 4, run_uneven, &r, 0.02, 2};
    EXPECT_INT(ct_race_run(&race, results), CT_OK);
    EXPECT(is_same_everywhere(r.runs, sizeof r.runs));
    int finalists = 0;
    int most = 0;
    for (int i = 0; i < 4; i++) {
        most = results[i].rounds > most ? results[i].rounds : most;
        EXPECT(results[i].seconds > 0 && results[i].rounds > 0);
        EXPECT(r.runs[i] >= results[i].rounds);
        EXPECT(is_same_everywhere(&results[i].seconds, sizeof results[i].seconds));
        EXPECT(is_same_everywhere(&results[i].rounds, sizeof results[i].rounds));
    }
    for (int i = 0; i < 4; i++) {
        finalists += results[i].rounds == most;
        for (int j = 0; j < 4; j++) {
            EXPECT(!ct_race_beats(&results[i], &results[j]) ||
                   !ct_race_beats(&results[j], &results[i]));
        }
    }
    EXPECT(finalists >= 2);
    r.failing = 2;
    EXPECT_INT(ct_race_run(&race, results), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "fell over");
}

static void expect_agreement(ct_planning planning) {
    ct_exchange_plan *plan = make_plan(600, (ct_exchange_options){.planning = planning});
    const ct_score *score = NULL;
    int count = 0;
    for (; (score = ct_exchange_score(plan, count)) != NULL; count++) {
        EXPECT(is_same_everywhere(score, sizeof *score));
    }
    EXPECT(is_same_everywhere(ct_exchange_algorithm(plan), CT_EXCHANGE_LABEL));
    EXPECT(strcmp(ct_exchange_algorithm(plan), ct_exchange_score(plan, 0)->algorithm) == 0);
    int libraries = 0;
    for (int i = 0; i < count; i++) {
        const ct_score *a = ct_exchange_score(plan, i);
        libraries += strcmp(a->algorithm, "mpi") == 0 &&
                     (planning == CT_PLAN_ESTIMATE || size == 1 || a->measured_s > 0);
        for (int j = 0; j < i; j++) {
            EXPECT(strcmp(a->algorithm, ct_exchange_score(plan, j)->algorithm) != 0);
        }
    }
    EXPECT_INT(libraries, 1); /* always among them, and measured where anything is */
    ct_exchange_plan_destroy(&plan);
}

static void expect_explained(ct_planning planning) {
    char text[TEXT] = "";
    FILE *file = tmpfile();
    ct_exchange_plan *plan = make_plan(3000, (ct_exchange_options){.planning = planning});
    ct_exchange_explain(plan, file);
    rewind(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    EXPECT(length > 0);
    for (int i = 0; ct_exchange_score(plan, i) != NULL; i++) {
        EXPECT_TEXT(text, ct_exchange_score(plan, i)->algorithm);
    }
    EXPECT_TEXT(text, "predicted   measured   of bound  of chosen\n* ");
    EXPECT_TEXT(text, "chosen: ");
    EXPECT_TEXT(text, ct_exchange_reason(plan));
    EXPECT_INT(strstr(text, "lower bounds: start-ups ") != NULL, size > 1);
    EXPECT(is_same_everywhere(text, sizeof text));
    (void)fclose(file);
    ct_exchange_plan_destroy(&plan);
}

/* ct_exchange_predict gives what the plan predicts. */
static void expect_predicted(void) {
    static const char *const algorithms[] = {"auto", "direct", "direct --transport messages", "mpi",
                                             "bruck --radix 2"};
    const ct_exchange_options first = {.algorithm = algorithms[0]};
    int *leader = NULL;
    EXPECT_INT(ct_network_leaders(MPI_COMM_WORLD, &leader), CT_OK);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        for (int way = 0; way < 4; way++) {
            ct_exchange_options options = first;
            options.algorithm = algorithms[i];
            options.private_arrays = way % 2;
            options.steps_in_flight = way / 2;
            ct_exchange_plan *plan = make_plan(way == 3 ? 50000 : 600, options);
            const double wanted_s = ct_exchange_score(plan, 0)->predicted_s;
            const ct_prospect prospect = {.options = &options,
                                          .leader = leader,
                                          .size = size,
                                          .partners = size - 1,
                                          .block_bytes = ct_exchange_mean_bytes(plan)};
            const double found_s = ct_exchange_predict(ct_calibration_default(), &prospect);
            EXPECT(size == 1 ? found_s == 0 : fabs(found_s / wanted_s - 1) < 1e-9);
            ct_exchange_plan_destroy(&plan);
        }
    }
    free(leader);
}

/* The predicted ranking is what "auto" takes, also on a network that is given: the program's
 * "exchange plan" prints the former. */
static void expect_same_ranking(const ct_topology *topology, const int *leader) {
    static const int bytes[] = {8, 300, 4096, 70000};
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        for (int transport = CT_TRANSPORT_AUTO; transport <= CT_TRANSPORT_SHARED; transport++) {
            const ct_exchange_options options = {.topology = topology,
                                                 .transport = (ct_transport)transport};
            ct_exchange_plan *plan = make_plan(bytes[i], options);
            const ct_prospect prospect = {.options = &options,
                                          .leader = leader,
                                          .size = size,
                                          .partners = size - 1,
                                          .block_bytes = ct_exchange_mean_bytes(plan)};
            ct_score *scores = NULL;
            int count = 0;
            EXPECT_INT(
                ct_exchange_predict_all(ct_calibration_default(), &prospect, &scores, &count),
                CT_OK);
            EXPECT(count > 0 && strcmp(scores[0].algorithm, ct_exchange_algorithm(plan)) == 0);
            free(scores);
            ct_exchange_plan_destroy(&plan);
        }
    }
}

static void expect_same_rankings(void) {
    int *leader = NULL;
    EXPECT_INT(ct_network_leaders(MPI_COMM_WORLD, &leader), CT_OK);
    expect_same_ranking(NULL, leader);
    for (int kind = CT_HYPERCUBE; kind <= CT_TORUS; kind++) {
        const int extent[2] = {2, size / 2};
        ct_topology given;
        if (size % 2 == 0 && (kind != CT_HYPERCUBE || size <= 4) &&
            ct_topology_create((ct_topology_kind)kind, kind == CT_HYPERCUBE ? size / 2 : 2,
                               kind == CT_HYPERCUBE ? (int[]){2, 2} : extent, &given) == CT_OK) {
            expect_same_ranking(&given, leader);
        }
    }
    free(leader);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_races();
    for (int planning = CT_PLAN_ESTIMATE; planning <= CT_PLAN_EXHAUSTIVE; planning++) {
        if (planning < CT_PLAN_EXHAUSTIVE || size <= 3) { /* many candidates take their time */
            expect_agreement((ct_planning)planning);
        }
    }
    expect_predicted();
    if (size > 1) {
        expect_same_rankings();
    }
    expect_explained(CT_PLAN_ESTIMATE);
    expect_explained(CT_PLAN_MEASURE);
    MPI_Finalize();
    return expect_status();
}
