/*
 * How long schedules take to make and to check, and how much memory one rank's takes.
 *
 * usage: bench_generation
 */
#include <cornerturn/check.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 25 };

static double now_s(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *left, const void *right) {
    const double *a = left;
    const double *b = right;
    return *a < *b ? -1 : *a > *b;
}

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

/* One rank's schedule: the median of its rounds, after one to warm up. */
static ct_status generate(const char *where, const char *how) {
    subject s;
    double round_s[ROUNDS];
    size_t bytes = 0;
    int moves = 0;
    ct_status status = look_up(where, how, &s);
    for (int round = -1; status == CT_OK && round < ROUNDS; round++) {
        ct_schedule *schedule = NULL;
        double start_s = now_s();
        status = ct_algorithm_generate(s.algorithm, &s.topology, &s.parameters, s.topology.size - 1,
                                       &schedule);
        if (status == CT_OK) {
            round_s[round < 0 ? 0 : round] = now_s() - start_s;
            bytes = ct_schedule_bytes(schedule);
            moves = schedule->move_count;
            ct_schedule_destroy(&schedule);
        }
    }
    if (status == CT_OK) {
        qsort(round_s, ROUNDS, sizeof *round_s, ascending);
        (void)printf("generate  %-30s %-16s %10.3f ms %8.1f kB %6d moves\n", how, where,
                     round_s[ROUNDS / 2] * 1e3, (double)bytes * 1e-3, moves);
    }
    return status;
}

/* Generating and checking the schedules of all ranks, once. */
static ct_status check(const char *where, const char *how) {
    subject s;
    ct_check_report report = {0};
    ct_status status = look_up(where, how, &s);
    double start_s = now_s();
    if (status == CT_OK) {
        status = ct_check_algorithm(s.algorithm, &s.topology, &s.parameters, &report);
    }
    if (status == CT_OK) {
        (void)printf("check     %-30s %-16s %10.3f s  %8d steps, %td blocks moved\n", how, where,
                     now_s() - start_s, report.steps, report.total.blocks);
    }
    ct_check_report_clear(&report);
    return status;
}

int main(void) {
    static const char *const one_rank[][2] = {
        {"flat:4096", "direct"},
        {"hypercube:12", "direct"},
        {"hypercube:12", "multiphase --partition 6,6"},
        {"flat:4096", "bruck --radix 4"},
        {"torus:64x64", "t1x --x 1 --rule A"},
    };
    static const char *const all_ranks[][2] = {
        {"torus:32x32", "t1"},
        {"torus:32x32", "t2"},
        {"torus:32x32", "t1x --x 1 --rule A"},
        {"torus:32x32", "direct"},
    };
    ct_status status = CT_OK;
    for (size_t i = 0; status == CT_OK && i < sizeof one_rank / sizeof *one_rank; i++) {
        status = generate(one_rank[i][0], one_rank[i][1]);
    }
    for (size_t i = 0; status == CT_OK && i < sizeof all_ranks / sizeof *all_ranks; i++) {
        status = check(all_ranks[i][0], all_ranks[i][1]);
    }
    if (status != CT_OK) {
        (void)fprintf(stderr, "bench_generation: %s\n", ct_error_message());
    }
    return status != CT_OK;
}
