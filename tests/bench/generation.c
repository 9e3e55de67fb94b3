/*
 * How long schedules take to make and to check, and how much memory one rank's takes; the same of
 * plans: generated and lowered for one rank of many, whom MPI need not have started; and how long
 * the model takes to choose.
 *
 * usage: bench_generation [plans]                 only the plans
 *        bench_generation choose TOPOLOGY BYTES   only this choice
 */
#include "exchange/choose/listing.h"
#include "exchange/lower/lowered.h"
#include "median.h"
#include "trace/clock.h"
#include <cornerturn/calibration.h>
#include <cornerturn/check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 25, PLAN_RANKS = 1024, PLAN_BLOCK_BYTES = 1024 };

typedef struct subject {
    ct_topology topology;
    const ct_algorithm *algorithm;
    ct_parameters parameters;
} subject;

static ct_status look_up(const char *where, const char *how, subject *s) {
    ct_status status = ct_topology_parse(where, &s->topology);
    return status != CT_OK ? status
                           : ct_algorithm_parse(how, &s->topology, &s->algorithm, &s->parameters);
}

/* Prints a median over the rounds. */
static void print(const char *what, const char *where, const char *how, double *round_s,
                  double bytes, int moves) {
    (void)printf("%-9s %-30s %-16s %10.3f ms %8.1f kB %6d moves", what, how, where,
                 median(round_s, ROUNDS) * 1e3, bytes * 1e-3, moves);
}

/* One rank's schedule, after one round to warm up. */
static ct_status generate(const char *where, const char *how) {
    subject s;
    double round_s[ROUNDS];
    size_t bytes = 0;
    int moves = 0;
    ct_status status = look_up(where, how, &s);
    for (int round = -1; status == CT_OK && round < ROUNDS; round++) {
        ct_schedule *schedule = NULL;
        double start_s = ct_clock_s();
        status = ct_algorithm_generate(s.algorithm, &s.topology, &s.parameters, s.topology.size - 1,
                                       &schedule);
        if (status == CT_OK) {
            round_s[round < 0 ? 0 : round] = ct_clock_s() - start_s;
            bytes = ct_schedule_bytes(schedule);
            moves = schedule->move_count;
            ct_schedule_destroy(&schedule);
        }
    }
    if (status == CT_OK) {
        print("generate", where, how, round_s, (double)bytes, moves);
        (void)printf("\n");
    }
    return status;
}

/* Rank 0's plan for contiguous blocks: generated, lowered to copies and messages, scratch
 * allocated. */
static ct_status plan(const char *where, const char *how) {
    const ct_blocks blocks = ct_blocks_uniform(PLAN_RANKS, PLAN_BLOCK_BYTES, PLAN_BLOCK_BYTES, 1);
    ct_elements elements;
    subject s;
    double round_s[ROUNDS];
    double bytes = 0;
    double scratch_bytes = 0;
    int moves = 0;
    ct_lowering_problem problem = {.comm = MPI_COMM_SELF,
                                   .send = blocks,
                                   .receive = blocks,
                                   .elements = &elements,
                                   .block_elements = PLAN_BLOCK_BYTES};
    ct_status status = ct_elements_create(NULL, 1, CT_MESSAGES_EXACT, &elements);
    status = status == CT_OK ? look_up(where, how, &s) : status;
    for (int round = -1; status == CT_OK && round < ROUNDS; round++) {
        ct_schedule *schedule = NULL;
        ct_lowered lowered;
        double start_s = ct_clock_s();
        status = ct_algorithm_generate(s.algorithm, &s.topology, &s.parameters, 0, &schedule);
        if (status == CT_OK) {
            status = ct_lowered_create(schedule, &problem, &lowered);
        }
        if (status == CT_OK) {
            round_s[round < 0 ? 0 : round] = ct_clock_s() - start_s;
            scratch_bytes = (double)lowered.scratch_bytes;
            bytes = ct_lowered_bytes(&lowered) - scratch_bytes;
            moves = lowered.count;
            ct_lowered_destroy(&lowered);
        }
        ct_schedule_destroy(&schedule);
    }
    if (status == CT_OK) {
        print("plan", where, how, round_s, bytes, moves);
        (void)printf(", scratch %.1f kB\n", scratch_bytes * 1e-3);
    }
    return status;
}

/* Generating and checking the schedules of all ranks, once. */
static ct_status check(const char *where, const char *how) {
    subject s;
    ct_check_report report = {0};
    ct_status status = look_up(where, how, &s);
    double start_s = ct_clock_s();
    if (status == CT_OK) {
        status = ct_check_algorithm(s.algorithm, &s.topology, &s.parameters, &report);
    }
    if (status == CT_OK) {
        (void)printf("check     %-30s %-16s %10.3f s  %8d steps, %td blocks moved\n", how, where,
                     ct_clock_s() - start_s, report.steps, report.total.blocks);
    }
    ct_check_report_clear(&report);
    return status;
}

/* What rank 0 does to choose an exchange of blocks of `bytes` by the model, all steps in flight:
 * every row with its best parameters, once. */
static ct_status choose(const char *where, const char *bytes) {
    ct_calibration calibration = *ct_calibration_default();
    ct_model model = {
        .calibration = &calibration, .node_ranks = 1, .block_bytes = strtod(bytes, NULL)};
    ct_status status = ct_topology_parse(where, &model.topology);
    char label[CT_EXCHANGE_LABEL] = "";
    double least_s = HUGE_VAL;
    double start_s = ct_clock_s();
    calibration.distant = calibration.local_messages; /* was measured on one node */
    for (int row = 0; status == CT_OK && ct_algorithm_at(row) != NULL; row++) {
        ct_choice choice = {.row = ct_algorithm_at(row)};
        if (ct_row_serves(choice.row, CT_EXCHANGE, &model.topology) &&
            ct_algorithm_fits(choice.row, &model.topology) == CT_OK) {
            double row_s = ct_choice_tune(&model, &choice);
            if (row_s < least_s) {
                least_s = row_s;
                ct_choice_format(&choice, &model.topology, label);
            }
        }
    }
    if (status == CT_OK) {
        (void)printf("choose    %-30s %-16s %10.3f ms %s B\n", label, where,
                     (ct_clock_s() - start_s) * 1e3, bytes);
    }
    return status;
}

/* A step with every subject of a list. */
static ct_status each(ct_status (*step)(const char *where, const char *how),
                      const char *const (*subjects)[2], size_t count) {
    ct_status status = CT_OK;
    for (size_t i = 0; status == CT_OK && i < count; i++) {
        status = step(subjects[i][0], subjects[i][1]);
    }
    return status;
}

static ct_status run(int plans_only) {
    static const char *const one_rank[][2] = {
        {"flat:4096", "direct"},
        {"hypercube:12", "direct"},
        {"hypercube:12", "multiphase --partition 6,6"},
        {"flat:4096", "bruck --radix 4"},
        {"torus:64x64", "t1x --x 1 --rule A"},
    };
    static const char *const plans[][2] = {
        {"flat:1024", "direct"},
        {"flat:1024", "standard"},
        {"flat:1024", "multiphase --partition 5,5"},
        {"flat:1024", "bruck --radix 4"},
        {"nodes:32x32", "node-aware"},
        {"torus:32x32", "t1x --x 1 --rule A"},
    };
    static const char *const all_ranks[][2] = {
        {"torus:32x32", "t1"},
        {"torus:32x32", "t2"},
        {"torus:32x32", "t1x --x 1 --rule A"},
        {"torus:32x32", "direct"},
    };
    static const char *const chosen[][2] = {
        {"nodes:16x16", "512"}, {"torus:16x16", "512"},      {"hypercube:8", "512"},
        {"mesh:16x16", "512"},  {"nodes:32x32", "64"},       {"torus:32x32", "64"},
        {"torus:32x32", "512"}, {"hypercube:10", "512"},     {"flat:4096", "64"},
        {"nodes:128x32", "64"}, {"dragonfly:8x16x32", "64"}, {"hypercube:12", "64"},
        {"torus:64x64", "64"},  {"torus:16x16x16", "64"},    {"mesh:64x64", "64"},
        {"mesh:64x64", "4096"},
    };
    ct_status status = CT_OK;
    if (!plans_only) {
        status = each(generate, one_rank, sizeof one_rank / sizeof *one_rank);
    }
    if (status == CT_OK) {
        status = each(plan, plans, sizeof plans / sizeof *plans);
    }
    if (status == CT_OK && !plans_only) {
        status = each(check, all_ranks, sizeof all_ranks / sizeof *all_ranks);
    }
    if (status == CT_OK && !plans_only) {
        status = each(choose, chosen, sizeof chosen / sizeof *chosen);
    }
    return status;
}

int main(int argc, char **argv) {
    int plans_only = argc > 1 && strcmp(argv[1], "plans") == 0;
    (void)MPI_Init(&argc, &argv); /* scratch memory asks it for the ranks of the node */
    ct_status status =
        argc == 4 && strcmp(argv[1], "choose") == 0 ? choose(argv[2], argv[3]) : run(plans_only);
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_generation: %s\n", ct_error_message());
    }
    (void)MPI_Finalize();
    return status != CT_OK;
}
