/* Tuning files: what was measured is found again and obeyed; those that are broken, foreign or
 * written by several jobs at once; calibrations. */
#include "alike.h"
#include "expect.h"
#include "told_nodes.h"

#include "calibrate/calibrate.h"
#include "collectives/call.h"
#include "exchange/plan.h"
#include "tune/tuning.h"
#include "tune/tuning_file.h"

#include <unistd.h>

enum { ENTRIES = 30, TEXT = 16384 };

static int rank, size;
static char path[64];

static void write_file(const char *text) {
    if (rank == 0) {
        FILE *file = fopen(path, "w");
        EXPECT(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The whole file, on rank 0; elsewhere an empty text. */
static void read_file(char text[TEXT]) {
    char *start = NULL;
    size_t length = 0;
    text[0] = '\0';
    if (rank == 0) {
        EXPECT_INT(ct_tuning_file_read(path, &start, &length), CT_OK);
        EXPECT(length < TEXT);
        memcpy(text, start, length);
        text[length] = '\0';
        free(start);
    }
}

/* Expects a reason to have a part, or not to have it. */
static void expect_reason(const ct_exchange_plan *plan, const char *part, int wanted) {
    int found = strstr(ct_exchange_reason(plan), part) != NULL;
    EXPECT_INT(found, wanted);
    if (found != wanted) {
        (void)fprintf(stderr, "    \"%s\" in \"%s\"\n", part, ct_exchange_reason(plan));
    }
}

/* Plans, and expects the reason to have a part. */
static void expect_plan(ptrdiff_t block_bytes, ct_exchange_options options, const char *part,
                        int wanted) {
    ct_exchange_plan *plan = make_plan(block_bytes, options);
    expect_reason(plan, part, wanted);
    EXPECT(is_same_everywhere(ct_exchange_reason(plan), CT_REASON_BYTES));
    ct_exchange_plan_destroy(&plan);
}

/* The options of most of what follows; only rank 0 knows the path. */
static ct_exchange_options tuned_by(ct_planning planning) {
    return (ct_exchange_options){.planning = planning, .tuning_file = rank == 0 ? path : NULL};
}

static void expect_found_again(void) {
    char before[TEXT];
    char after[TEXT];
    ct_exchange_options other = tuned_by(CT_PLAN_ESTIMATE);
    other.private_arrays = 1;
    (void)unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_plan(1000, tuned_by(CT_PLAN_ESTIMATE), "predicted", 1);
    EXPECT(rank != 0 || access(path, F_OK) != 0); /* nothing was measured */
    ct_exchange_plan *first = make_plan(1000, tuned_by(CT_PLAN_MEASURE));
    expect_reason(first, "tuned:", 0);
    expect_reason(first, "measured", 1);
    read_file(before);
    ct_exchange_plan *again = make_plan(1010, tuned_by(CT_PLAN_MEASURE));
    expect_reason(again, "tuned: measured", 1);
    expect_reason(again, path, 1);
    EXPECT(strcmp(ct_exchange_algorithm(first), ct_exchange_algorithm(again)) == 0);
    read_file(after);
    EXPECT(strcmp(before, after) == 0);
    ct_exchange_plan_destroy(&first);
    ct_exchange_plan_destroy(&again);
    expect_plan(1000, tuned_by(CT_PLAN_ESTIMATE), "tuned:", 1);
    expect_plan(2000, tuned_by(CT_PLAN_ESTIMATE), "predicted", 1); /* another size */
    expect_plan(1000, other, "predicted", 1);                      /* other memory */
    expect_plan(1000, tuned_by(CT_PLAN_EXHAUSTIVE), "tuned:", 0);  /* of more rigour */
    expect_plan(1000, tuned_by(CT_PLAN_EXHAUSTIVE), "tuned:", 1);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "tuned:", 1);
}

/* Replaces the algorithm of the only choice in the file. */
static void rewrite_choice(const char *algorithm) {
    char text[TEXT];
    read_file(text);
    if (rank == 0) {
        ct_tuning_entry entry;
        char *line = strstr(text, "1 choice");
        line[strcspn(line, "\n")] = '\0';
        ct_tuning_parse(line, &entry);
        EXPECT_INT(entry.kind, CT_TUNING_CHOICE);
        (void)snprintf(entry.tuned.algorithm, sizeof entry.tuned.algorithm, "%s", algorithm);
        EXPECT_INT(ct_tuning_file_put(path, &entry, 0), CT_OK);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What the file says is done, whatever the model says; what cannot be done is left. */
static void expect_obeyed(void) {
    static const char *const impossible[] = {"quickest", "bruck --radix 1000", "auto",
                                             "t1 --transport messages"};
    (void)unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "measured", 1);
    rewrite_choice("cyclic --sync step --mode standard --transport messages");
    ct_exchange_plan *plan = make_plan(1000, tuned_by(CT_PLAN_ESTIMATE));
    EXPECT_TEXT(ct_exchange_algorithm(plan), "cyclic --sync step");
    expect_reason(plan, "tuned:", 1);
    char data[2][ALIKE_RANKS_MOST * 1000] = {{0}};
    EXPECT_INT(ct_exchange_execute(plan, data[0], data[1]), CT_OK);
    ct_exchange_plan_destroy(&plan);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        rewrite_choice(impossible[i]);
        expect_plan(1000, tuned_by(CT_PLAN_ESTIMATE), "predicted", 1);
    }
}

/* Calls with MPI's arguments have no options: they are told of the file by the environment. */
static void expect_calls_tuned(void) {
    const ct_call call = {.shape = {.bytes = {1000, 1000}, .is_shared = 1}};
    ct_exchange_plan *plan = NULL;
    (void)unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "measured", 1);
    rewrite_choice("cyclic --sync step --mode standard --transport messages");
    for (int is_told = 0; is_told < 2; is_told++) {
        EXPECT_INT(is_told && rank == 0 ? setenv("CT_TUNING", path, 1) : 0, 0);
        EXPECT_INT(ct_call_plan(MPI_COMM_WORLD, &call, size, &plan), CT_OK);
        expect_reason(plan, "tuned:", is_told);
        ct_exchange_plan_destroy(&plan);
    }
    EXPECT_INT(unsetenv("CT_TUNING"), 0);
}

static void expect_broken_warned_once(void) {
    static const char *const title = "# cornerturn tuning file\n";
    char text[TEXT];
    (void)snprintf(text, sizeof text, "%s1 choice half of\n9 choice of the future\n\x01\x02\n",
                   title);
    write_file(text);
    expect_plan(1000, tuned_by(CT_PLAN_ESTIMATE), "2 lines are not understood and left out", 1);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "2 lines are not understood and left out", 1);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "not understood", 0); /* comments by now */
    read_file(text);
    EXPECT(rank != 0 || strstr(text, "\n9 choice of the future\n") != NULL);
    EXPECT(rank != 0 || strstr(text, "\n# not understood: 1 choice half of\n") != NULL);
}

static void expect_foreign_left(void) {
    static const char *const theirs = "(fftw-3.3.10 fftw_wisdom #x1 #x2)\n";
    char text[TEXT];
    ct_tuning *tuning = NULL;
    write_file(theirs);
    EXPECT_INT(ct_tuning_load(MPI_COMM_WORLD, path, &tuning), CT_OK);
    EXPECT_TEXT(ct_tuning_warning(tuning), "is not a tuning file");
    EXPECT(ct_tuning_calibration(tuning) == NULL);
    ct_tuning_destroy(&tuning);
    EXPECT(tuning == NULL);
    expect_plan(1000, tuned_by(CT_PLAN_MEASURE), "is not a tuning file; not kept: ", 1);
    EXPECT_INT(ct_tuning_store_calibration(MPI_COMM_WORLD, path, ct_calibration_default()),
               CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "left as it is");
    EXPECT_INT(ct_tuning_check(MPI_COMM_WORLD, path), CT_ERROR_FILE);
    EXPECT_TEXT(ct_error_message(), "left as it is");
    read_file(text);
    EXPECT(rank != 0 || strcmp(text, theirs) == 0);
}

/* Every rank is a job of its own. */
static void expect_jobs_at_once(void) {
    char *start = NULL;
    size_t length = 0;
    ct_tuning_entry entry;
    if (rank == 0) {
        (void)unlink(path);
    }
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    memset(&entry, 0, sizeof entry);
    entry.kind = CT_TUNING_CHOICE;
    entry.key = (ct_tuning_key){.ranks = 1, .node_ranks = 1, .network = "flat:1", .pattern = "x"};
    entry.tuned = (ct_tuned){.measured_s = 1, .algorithm = "direct"};
    for (int i = 0; i < ENTRIES; i++) {
        entry.key.size_class = rank * ENTRIES + i;
        EXPECT_INT(ct_tuning_store(MPI_COMM_SELF, path, &entry), CT_OK);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(ct_tuning_file_read(path, &start, &length), CT_OK);
    for (int i = 0; i < size * ENTRIES; i++) {
        ct_tuning *tuning = NULL;
        entry.key.size_class = i;
        EXPECT_INT(ct_tuning_look_up(MPI_COMM_SELF, path, &entry.key, &tuning), CT_OK);
        EXPECT(tuning->has_choice && strcmp(tuning->choice.algorithm, "direct") == 0);
        ct_tuning_destroy(&tuning);
    }
    EXPECT_INT(ct_tuning_count_broken((ct_text){start, length}), 0);
    free(start);
    MPI_Barrier(MPI_COMM_WORLD); /* the file is removed next */
}

static void expect_calibration(int nodes) {
    ct_calibration calibration;
    ct_tuning *tuning = NULL;
    int node_ranks = size;
    EXPECT_INT(ct_calibrate_within(MPI_COMM_WORLD, NULL, 0.01, &calibration), CT_OK);
    EXPECT(is_same_everywhere(&calibration, sizeof calibration));
    EXPECT_INT(ct_most_node_ranks(MPI_COMM_WORLD, &node_ranks), CT_OK);
    EXPECT_INT(calibration.local_messages.knots > 0, node_ranks > 1);
    EXPECT_INT(calibration.local_shared.knots > 0, node_ranks > 1);
    EXPECT_INT(calibration.local_private.knots > 0, node_ranks > 1);
    EXPECT_INT(calibration.distant.knots > 0, nodes > 1);
    EXPECT_INT(calibration.library.knots > 0, size > 1);
    EXPECT(calibration.permute.knots > 1 && calibration.permute.byte_s > 0);
    EXPECT(calibration.memory_bytes_per_s > 0 && calibration.barrier_s > 0);
    (void)unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(ct_tuning_store_calibration(MPI_COMM_WORLD, path, &calibration), CT_OK);
    EXPECT_INT(ct_tuning_load(MPI_COMM_WORLD, path, &tuning), CT_OK);
    EXPECT(ct_tuning_warning(tuning) == NULL && ct_tuning_machine(tuning)[0] != '\0');
    const ct_calibration *kept = ct_tuning_calibration(tuning);
    EXPECT(kept != NULL && is_same_everywhere(kept, sizeof *kept));
    if (kept != NULL && size > 1) {
        double ratio = kept->library.seconds[0] / calibration.library.seconds[0];
        EXPECT(ratio > 0.999 && ratio < 1.001);
    }
    ct_tuning_destroy(&tuning);
    expect_plan(1000, tuned_by(CT_PLAN_ESTIMATE), size > 1 ? "predicted" : "no block", 1);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    (void)snprintf(path, sizeof path, "/tmp/ct_tuning_%ld", (long)getpid());
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD); /* rank 0's is meant */
    expect_calibration(told_nodes() > 0 ? told_nodes() : 1);
    if (size == 2) {
        expect_found_again();
    }
    if (size > 1) {
        expect_obeyed();
        expect_calls_tuned();
        expect_broken_warned_once();
        expect_foreign_left();
    }
    expect_jobs_at_once();
    if (rank == 0) {
        char lock[80];
        (void)snprintf(lock, sizeof lock, "%s.lock", path);
        (void)unlink(path);
        EXPECT(access(lock, F_OK) != 0); /* nothing stays of the lock */
    }
    MPI_Finalize();
    return expect_status();
}
