/* The choice between reducing and transposing: it is the best of what its scores say, predicted or
 * measured, and measuring leaves no trace in the state. What is predicted goes by the calibration
 * in a tuning file, where that has one. */
#include "expect.h"
#include "scratch.h"

#include <cornerturn/adi.h>
#include <cornerturn/tuning.h>
#include <math.h>
#include <string.h>

static double seconds_of(const ct_score *score, ct_planning planning) {
    return planning == CT_PLAN_ESTIMATE ? score->predicted_s : score->measured_s;
}

static void expect_choice(const ptrdiff_t *extent, ct_planning planning, int size) {
    const ct_adi_options options = {.exchange.planning = planning};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const ct_score *best = ct_adi_score(plan, 0);
    const ct_score *other = ct_adi_score(plan, 1);
    if (size == 1) {
        EXPECT(best == NULL);
        EXPECT_INT(ct_adi_method_used(plan), CT_ADI_AUTO);
        ct_adi_plan_destroy(&plan);
        return;
    }
    EXPECT(best != NULL && other != NULL && ct_adi_score(plan, 2) == NULL);
    if (best != NULL && other != NULL) {
        const int reduces = ct_adi_method_used(plan) == CT_ADI_REDUCING;
        EXPECT(strcmp(best->algorithm, reduces ? "reducing" : "transposing") == 0);
        EXPECT(strcmp(other->algorithm, reduces ? "transposing" : "reducing") == 0);
        EXPECT(seconds_of(best, planning) > 0);
        EXPECT(seconds_of(best, planning) <= seconds_of(other, planning));
        EXPECT_INT(best->measured_s > 0, planning != CT_PLAN_ESTIMATE);
        EXPECT(strncmp(ct_adi_reason(plan), best->algorithm, strlen(best->algorithm)) == 0);
        EXPECT_TEXT(ct_adi_reason(plan), planning == CT_PLAN_ESTIMATE ? "predicted" : "measured");
    }
    double range[2] = {1, 1};
    EXPECT_INT(ct_adi_range(plan, &range[0], &range[1]), CT_OK);
    EXPECT(range[0] == 0 && range[1] == 0 && ct_adi_time(plan) == 0);
    for (int phase = 0; phase < ct_adi_phases(plan); phase++) {
        EXPECT(ct_adi_seconds(plan, phase) == 0);
    }
    ct_adi_plan_destroy(&plan);
}

/* A machine whose messages are fast and whose memory is not, or the other way round. */
static ct_calibration machine_of(int has_fast_messages) {
    ct_calibration machine = {.memory_bytes_per_s = has_fast_messages ? 1e8 : 1e12,
                              .barrier_s = 1e-6};
    double bytes = 8;
    for (int knot = 0; knot < 7; knot++, bytes *= 8) {
        const double seconds = has_fast_messages ? 1e-8 + bytes * 1e-13 : bytes * 1e-8;
        EXPECT(ct_curve_add(&machine.local_messages, bytes, seconds));
    }
    return machine;
}

/* Plans cells one to a rank along the axis that is shared, exchanged by messages: by the file or,
 * with NULL, without. */
static void expect_by_file(const char *path, int size, ct_adi_method method, const char *says,
                           const char *warns) {
    const ptrdiff_t extent[CT_ADI_AXES] = {size, 40, 17};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const ct_adi_options options = {
        .exchange = {.transport = CT_TRANSPORT_MESSAGES, .tuning_file = rank == 0 ? path : NULL}};
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    EXPECT_INT(ct_adi_method_used(plan), method);
    EXPECT_TEXT(ct_adi_reason(plan), says);
    EXPECT_TEXT(ct_adi_reason(plan), warns);
    EXPECT(path == NULL || strstr(ct_adi_reason(plan), path) != NULL);
    ct_adi_plan_destroy(&plan);
}

/* In the tuning file the other method instead of the measured one. */
static void keep_other(ct_adi_method measured) {
    static const char *const names[] = {" reducing", " transposing"};
    static char text[1 << 16], changed[2 * sizeof text];
    const char *from = names[measured != CT_ADI_REDUCING];
    const char *to = names[measured == CT_ADI_REDUCING];
    const char *word = strstr(scratch_text("tuning", text, sizeof text), from);
    EXPECT(word != NULL && strstr(word + 1, from) == NULL);
    if (word != NULL) {
        (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(word - text), text, to,
                       word + strlen(from));
        scratch_write("tuning", changed, strlen(changed));
    }
}

/* What was measured is found again by the next plan, and not by one of another kind. That it is the
 * file that decides shows where the file has the other method. */
static void expect_kept(const char *path, int rank, int size) {
    const ptrdiff_t extent[CT_ADI_AXES] = {4 * (ptrdiff_t)size, 12, 10};
    ct_adi_problem problem = ct_adi_box_problem(3, extent);
    const ct_adi_options measuring = {
        .exchange = {.planning = CT_PLAN_MEASURE, .tuning_file = path}};
    ct_adi_options reading = {.exchange.tuning_file = path};
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &measuring, &plan), CT_OK);
    const ct_adi_method measured = ct_adi_method_used(plan);
    const double best_s = ct_adi_score(plan, 0)->measured_s;
    EXPECT(strstr(ct_adi_reason(plan), "tuned") == NULL);
    ct_adi_plan_destroy(&plan);
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &reading, &plan), CT_OK);
    EXPECT_INT(ct_adi_method_used(plan), measured);
    EXPECT(fabs(ct_adi_score(plan, 0)->measured_s - best_s) <= 1e-3 * best_s); /* as text */
    EXPECT_TEXT(ct_adi_reason(plan), "tuned: measured");
    ct_adi_plan_destroy(&plan);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        keep_other(measured);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const ct_adi_method other = measured == CT_ADI_REDUCING ? CT_ADI_TRANSPOSING : CT_ADI_REDUCING;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &reading, &plan), CT_OK);
    EXPECT_INT(ct_adi_method_used(plan), other);
    ct_adi_plan_destroy(&plan);
    problem.precision = CT_FLOAT;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, &reading, &plan), CT_OK);
    EXPECT(strstr(ct_adi_reason(plan), "tuned") == NULL);
    ct_adi_plan_destroy(&plan);
}

static void append(const char *path, const char *text) {
    FILE *file = fopen(path, "a");
    EXPECT(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void expect_tuned(int size) {
    static const char *const built_in = "by built-in constants";
    static const char *const not_there = "by built-in constants: none of this machine in ";
    static const char *const saved = "by the constants in ";
    char path[SCRATCH_BYTES];
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    scratch_begin();
    (void)snprintf(path, sizeof path, "%s", scratch_path("tuning"));
    expect_by_file(NULL, size, CT_ADI_TRANSPOSING, built_in, "");
    expect_by_file(path, size, CT_ADI_TRANSPOSING, not_there, "");           /* nor is the file */
    ct_calibration machine = {.memory_bytes_per_s = 1e8, .barrier_s = 1e-6}; /* of one rank */
    EXPECT_INT(ct_tuning_store_calibration(MPI_COMM_WORLD, path, &machine), CT_OK);
    expect_by_file(path, size, CT_ADI_TRANSPOSING, not_there, "");
    machine = machine_of(1);
    EXPECT_INT(ct_tuning_store_calibration(MPI_COMM_WORLD, path, &machine), CT_OK);
    expect_by_file(path, size, CT_ADI_REDUCING, saved, "");
    if (rank == 0) {
        append(path, "1 choice of nothing\n");
    }
    expect_by_file(path, size, CT_ADI_REDUCING, saved, "1 line is not understood and left out");
    machine = machine_of(0); /* in the place of the other; the broken line becomes a comment */
    EXPECT_INT(ct_tuning_store_calibration(MPI_COMM_WORLD, path, &machine), CT_OK);
    expect_by_file(path, size, CT_ADI_TRANSPOSING, saved, "");
    expect_kept(path, rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        scratch_write("tuning", "a letter\n", strlen("a letter\n"));
    }
    expect_by_file(path, size, CT_ADI_TRANSPOSING, not_there, "is not a tuning file");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        scratch_remove("tuning");
    }
    EXPECT_INT(scratch_end(), 0);
}

int main(int argc, char **argv) {
    static const ptrdiff_t cube[CT_ADI_AXES] = {24, 24, 24};
    static const ptrdiff_t plate[CT_ADI_AXES] = {3, 40, 17};
    int size = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_choice(cube, CT_PLAN_ESTIMATE, size);
    expect_choice(cube, CT_PLAN_MEASURE, size);
    expect_choice(plate, CT_PLAN_ESTIMATE, size);
    expect_choice(plate, CT_PLAN_MEASURE, size);
    if (size > 1) {
        expect_tuned(size);
    }
    MPI_Finalize();
    return expect_status();
}
