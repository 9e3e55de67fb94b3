/* Traces by way of the library, for trace.py, which reads the files that are left in the directory
 * of the argument: callbacks in pairs, refusals, rings, communicators other than MPI_COMM_WORLD,
 * and hosts whose clocks differ. */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/status.h>
#include <cornerturn/trace.h>
#include <cornerturn/transpose.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 24, NAME_BYTES = 64, DEEPEST = 64 };

// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_MPI_Get_processor_name(char *name, int *length);

static int rank, ranks = 1;
static const char *directory;

/* Ranks with odd numbers are on another host, whose clock is 1000 s ahead and runs by a tenth
 * faster. */
int __wrap_MPI_Get_processor_name(char *name, int *length) {
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "host \"%d\"", rank % 2);
    return MPI_SUCCESS;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now) {
    const int status = __real_clock_gettime(clock, now);
    if (clock == CLOCK_MONOTONIC && rank % 2 != 0) {
        const long long ns = now->tv_sec * 1000000000LL + now->tv_nsec;
        const long long ahead = ns + 1000000000000LL + ns / 10;
        now->tv_sec = (time_t)(ahead / 1000000000);
        now->tv_nsec = (long)(ahead % 1000000000);
    }
    return status;
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

static const char *file_of(const char *name) {
    static char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

/* Transposes a matrix and back, by messages of every pair of ranks. */
static void transpose_twice(int n) {
    const ct_distribution rows = {.axes = 2, .extent = {n, n}, .grid = {ranks, 1}};
    const ct_transpose_options options = {
        .exchange = {.algorithm = "direct", .transport = CT_TRANSPORT_MESSAGES}};
    double from[ROWS * ROWS] = {0};
    double into[ROWS * ROWS];
    ct_transpose_plan *plan = NULL;
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &rows, NULL, &rows, sizeof(double),
                                        &options, &plan),
               CT_OK);
    EXPECT_INT(ct_transpose_execute(plan, from, into), CT_OK);
    EXPECT_INT(ct_transpose_execute(plan, into, from), CT_OK);
    ct_transpose_plan_destroy(&plan);
}

/* What callbacks were told. */
typedef struct told {
    char open[DEEPEST][NAME_BYTES]; /* as copies: names need not outlive the call */
    int depth, begins, deepest, mismatches, outer, exchanges;
} told;

static void on_begin(void *context, const char *name) {
    told *t = context;
    t->begins++;
    t->outer += strcmp(name, "outer") == 0;
    t->exchanges += strcmp(name, "direct") == 0;
    if (t->depth < DEEPEST) {
        (void)snprintf(t->open[t->depth], NAME_BYTES, "%s", name);
    }
    t->depth++;
    t->deepest = t->depth > t->deepest ? t->depth : t->deepest;
}

static void on_end(void *context, const char *name) {
    told *t = context;
    t->depth--;
    t->mismatches += t->depth < 0 || t->depth >= DEEPEST || strcmp(t->open[t->depth], name) != 0;
}

/* Regions of the caller's and of the library, one of which fails, begin and end in pairs. */
static void expect_pairs(told *t) {
    char name[] = "outer";
    const ptrdiff_t extent[] = {0};
    const ct_fft_problem empty = ct_fft_complex(1, extent);
    ct_fft_plan *plan = NULL;
    *t = (told){.depth = 0};
    ct_trace_region_begin(name);
    memset(name, 0, sizeof name); /* it was copied */
    transpose_twice(ROWS);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &empty, NULL, &plan), CT_ERROR_ARGUMENT);
    ct_trace_region_end();
    EXPECT_INT(t->depth, 0);
    EXPECT_INT(t->mismatches, 0);
    EXPECT_INT(t->outer, 1);
    EXPECT_INT(t->exchanges, 2);
    EXPECT(t->deepest >= 2);
    for (int i = 0; i < 40; i++) {
        ct_trace_region_begin("deep");
    }
    EXPECT_INT(t->depth, 32);
    for (int i = 0; i < 41; i++) { /* an end too much, too */
        ct_trace_region_end();
    }
    EXPECT_INT(t->depth, 0);
    EXPECT_INT(t->mismatches, 0);
}

static void test_callbacks(void) {
    told t;
    const ct_trace_callbacks callbacks = {on_begin, on_end, &t};
    const ct_trace_callbacks half = {on_begin, NULL, &t};
    EXPECT_INT(ct_trace_hooks(&half), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "begin and end");
    EXPECT_INT(ct_trace_hooks(&callbacks), CT_OK);
    expect_pairs(&t);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("called.json"), 0), CT_OK);
    expect_pairs(&t); /* beside a trace as well */
    EXPECT_INT(ct_trace_end(NULL), CT_OK);
    expect_pairs(&t); /* and after it */
    EXPECT_INT(ct_trace_hooks(NULL), CT_OK);
    t.begins = 0;
    transpose_twice(ROWS);
    ct_trace_region_begin("unheard");
    ct_trace_region_end();
    EXPECT_INT(t.begins, 0);
}

static void test_refusals(void) {
    EXPECT_INT(ct_trace_end(NULL), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "ct_trace_begin");
    EXPECT_INT(ct_trace_begin(MPI_COMM_NULL, file_of("no.json"), 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, NULL, 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, "", 0), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("no.json"), -1), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "-1 events");
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("none/no.json"), 0), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "none");
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("no.json"), 0), CT_OK);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("more.json"), 0), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "one at a time");
    ct_trace_discard(); /* leaves no file */
    ct_trace_discard();
    EXPECT_INT(ct_trace_end(NULL), CT_ERROR_ARGUMENT);
}

/* A disk that is full at the end: all ranks are told, and no file is left. */
static void test_full_disk(void) {
    struct rlimit usual;
    EXPECT_INT(getrlimit(RLIMIT_FSIZE, &usual), 0);
    const struct rlimit small = {100, usual.rlim_max};
    (void)signal(SIGXFSZ, SIG_IGN);
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("full.json"), 0), CT_OK);
    ct_trace_region_begin("lost");
    ct_trace_region_end();
    EXPECT_INT(rank == 0 ? setrlimit(RLIMIT_FSIZE, &small) : 0, 0);
    EXPECT_INT(ct_trace_end(NULL), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "full.json");
    EXPECT_TEXT(ct_error_message(), "File too large");
    EXPECT_INT(rank == 0 ? setrlimit(RLIMIT_FSIZE, &usual) : 0, 0);
    EXPECT_INT(ct_trace_end(NULL), CT_ERROR_ARGUMENT); /* it has ended */
}

static void test_ring(void) {
    ct_trace_summary of = {.events = 0};
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("ring.json"), 1), CT_OK); /* 64, the least */
    for (int i = 0; i < 1000; i++) {
        ct_trace_region_begin("short");
        ct_trace_region_end();
    }
    ct_trace_region_begin("last");
    ct_trace_region_end();
    EXPECT_INT(ct_trace_end(&of), CT_OK);
    EXPECT(of.events > 0 && of.events <= 64.0 * ranks); /* the same on all ranks */
    EXPECT(of.events + of.dropped == 1001.0 * ranks);
}

/* Among the ranks in the reverse order; and without the last one. */
static void test_communicators(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    (void)MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    EXPECT_INT(ct_trace_begin(comm, file_of("reverse.json"), 0), CT_OK);
    transpose_twice(ROWS);
    EXPECT_INT(ct_trace_end(NULL), CT_OK);
    (void)MPI_Comm_free(&comm);
    (void)MPI_Comm_split(MPI_COMM_WORLD, rank == ranks - 1 && rank > 0, 0, &comm);
    const int is_traced = rank == 0 || rank < ranks - 1;
    EXPECT_INT(is_traced ? ct_trace_begin(comm, file_of("some.json"), 0) : CT_OK, CT_OK);
    transpose_twice(ROWS);
    EXPECT_INT(is_traced ? ct_trace_end(NULL) : CT_OK, CT_OK);
    (void)MPI_Comm_free(&comm);
}

/* All ranks are in the region "together" at the same moments, long before the end. */
static void test_clocks(void) {
    EXPECT_INT(ct_trace_begin(MPI_COMM_WORLD, file_of("clocks.json"), 0), CT_OK);
    for (int i = 0; i < 4; i++) {
        (void)usleep(50000);
        ct_trace_region_begin("together");
        (void)MPI_Barrier(MPI_COMM_WORLD);
        ct_trace_region_end();
    }
    transpose_twice(ROWS);
    transpose_twice(1); /* other ranks than the first have nothing */
    EXPECT_INT(ct_trace_end(NULL), CT_OK);
}

int main(int argc, char **argv) {
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    directory = argc > 1 ? argv[1] : ".";
    test_refusals();
    test_callbacks();
    test_full_disk();
    test_ring();
    test_communicators();
    test_clocks();
    (void)MPI_Finalize();
    return expect_status();
}
