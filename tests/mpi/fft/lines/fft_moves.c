/*
 * In place, where rows of real numbers are dense, planes move from the places of the one side to
 * those of the other (spill.h): results are those of two arrays, there and back, without arrays of
 * the plan, whether other ranks reach the arrays or not, of one field and of several, on one thread
 * and on several; and plans whose planes must not move. Of a batch blocks of fields do.
 */
#include "expect.h"
#include "fft_arrays.h"
#include "fft_samples.h"
#include "kernel_vectors.h"

#include "fft/plan.h"
#include "fft/stages/spill.h"

#include <cornerturn/fft.h>
#include <math.h>
#include <string.h>

enum { FIELDS = 2, BY_PASSES, BY_FFTW, BY_CODELETS };
enum { ODD_FIELDS = 959 }; /* no block of them suits FFTW's plans */

static int rank, size;

/* What is transformed, in both precisions; along the first axis 0: as much as there are ranks. */
typedef struct shape {
    const char *name;
    int axes, is_batch;
    ptrdiff_t extent[CT_MAX_AXES], length, modes; /* of the last axis; 0: as the extent has it */
    ct_rigour rigour;
    int way; /* of planes of doubles */
} shape;

static const shape shapes[] = {
    {"unmeasured", 3, 0, {24, 12, 490}, 0, 0, CT_ESTIMATE, BY_FFTW},
    {"odd", 3, 0, {13, 31, 45}, 0, 0, CT_MEASURE, BY_PASSES},
    {"odd rows", 3, 0, {16, 32, 45}, 0, 0, CT_MEASURE, BY_FFTW},
    {"planes", 3, 0, {40, 12, 490}, 0, 0, CT_MEASURE, BY_FFTW},
    {"codelets", 3, 0, {18, 64, 128}, 0, 0, CT_MEASURE, BY_CODELETS},
    {"short rows", 3, 0, {300, 16, 4}, 0, 0, CT_MEASURE, BY_FFTW},
    {"a plane a rank", 3, 0, {0, 6, 490}, 0, 0, CT_ESTIMATE, BY_FFTW},
    {"long rows", 3, 0, {9, 8, 980}, 0, 0, CT_ESTIMATE, BY_FFTW},
    {"rows", 2, 0, {40, 64}, 0, 0, CT_ESTIMATE, BY_PASSES},
    {"odd rows", 2, 0, {141, 27}, 0, 0, CT_MEASURE, BY_PASSES},
    {"planes of two of four axes", 4, 0, {11, 6, 4, 10}, 0, 0, CT_ESTIMATE, BY_CODELETS},
    {"planes of three axes", 4, 0, {289, 6, 4, 10}, 0, 0, CT_ESTIMATE, BY_PASSES},
    {"lines", 2, 1, {1000, 60}, 0, 0, CT_MEASURE, BY_PASSES},
    {"fields by passes", 3, 1, {50, 62, 1440}, 0, 0, CT_ESTIMATE, BY_PASSES},
    {"fields", 3, 1, {240, 12, 490}, 0, 0, CT_MEASURE, BY_FFTW},
    {"fields by kernels", 3, 1, {ODD_FIELDS, 12, 20}, 0, 0, CT_ESTIMATE, BY_CODELETS},
    {"fields of three axes", 4, 1, {960, 4, 8, 10}, 0, 0, CT_MEASURE, BY_FFTW},
    {"padded lines", 3, 0, {12, 30, 40}, 60, 0, CT_MEASURE, BY_PASSES},
    {"few modes", 3, 0, {12, 30, 90}, 0, 31, CT_MEASURE, BY_PASSES},
};

static ct_fft_problem problem_of(const shape *s, ct_precision precision) {
    ct_fft_problem problem = ct_fft_real(s->axes, s->extent);
    problem.precision = precision;
    problem.extent[0] = problem.extent[0] > 0 ? problem.extent[0] : size;
    problem.length[s->axes - 1] = s->length;
    problem.modes[s->axes - 1] = s->modes;
    if (s->is_batch) {
        problem.kind[0] = CT_FFT_NONE;
    }
    return problem;
}

static void compare(const void *found, const void *wanted, ptrdiff_t bytes,
                    ct_precision precision) {
    const ptrdiff_t numbers = bytes / (precision == CT_FLOAT ? 4 : 8);
    double worst = 0;
    double most = 1;
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double difference =
            ct_real_at(found, i, precision) - ct_real_at(wanted, i, precision);
        worst = difference == difference ? fmax(worst, fabs(difference)) : HUGE_VAL;
        most = fmax(most, fabs(ct_real_at(wanted, i, precision)));
    }
    EXPECT(worst <= 40 * rounding_of(precision) * most);
}

/* Whether planes move, and in which way if this rank has some. */
static void expect_moving(const ct_fft_plan *plan, int moves, int way) {
    const ct_fft_stage *stage =
        &plan->step[plan->options.direction == CT_FORWARD ? 0 : plan->steps - 1].stage;
    const int has_some = ct_box_elements(&stage->work) > 0;
    const int found = !stage->planes.is_used                  ? BY_PASSES
                      : stage->planes.work_bytes == 0         ? BY_FFTW
                      : plan->options.direction == CT_FORWARD ? BY_CODELETS
                                                              : way; /* by either */
    if (plan->fields != NULL) {
        EXPECT_INT((long long)plan->work_bytes[0], 0);
    } else if (plan->is_whole) { /* by FFTW, of which some fields have a work array at a time */
        const int is_batch =
            plan->shape.axis[0].kind == CT_FFT_NONE && plan->shape.axis[0].points > 1;
        EXPECT_INT((long long)(plan->work_bytes[0] * plan->blocks.count),
                   (long long)ct_ownership_bytes(&plan->spectrum, rank));
        EXPECT((plan->blocks.count > 1) == is_batch ||
               (is_batch && plan->shape.axis[0].points == ODD_FIELDS));
    } else {
        ptrdiff_t bytes = plan->work_bytes[0] + plan->work_bytes[1];
        EXPECT_INT(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_AINT, MPI_MAX, MPI_COMM_WORLD),
                   MPI_SUCCESS);
        EXPECT((bytes == 0) == moves);
        EXPECT(way == 0 || size == 1 || !has_some || found == way);
    }
}

/* An array that has both sides of a field in turn. */
static void expect_field(ct_fft_plan *const plan[2], const void *array, const void *spectrum,
                         const ptrdiff_t bytes[2], int is_shared, ct_precision precision) {
    const ptrdiff_t most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    void *both[FIELDS];
    for (int i = 0; i < FIELDS; i++) {
        both[i] = array_create(most, is_shared);
        memcpy(both[i], array, (size_t)bytes[0]);
    }
    EXPECT_INT(ct_fft_execute(plan[0], both[0], both[0]), CT_OK);
    EXPECT_INT(ct_fft_execute_many(plan[0], FIELDS - 1, (const void *const *)&both[1], &both[1]),
               CT_OK);
    for (int i = 0; i < FIELDS; i++) {
        compare(both[i], spectrum, bytes[1], precision);
    }
    EXPECT_INT(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS); /* others write what is compared */
    EXPECT_INT(ct_fft_execute_many(plan[1], FIELDS, (const void *const *)both, both), CT_OK);
    for (int i = 0; i < FIELDS; i++) {
        compare(both[i], array, bytes[0], precision);
        array_destroy(both[i], is_shared);
    }
}

/* With these options and in place, forward and back, beside a plan of two arrays. */
static void expect_alike(const ct_fft_problem *problem, const ct_fft_options *options, int moves,
                         int way) {
    ct_fft_options how[3] = {*options, *options, *options};
    ct_fft_plan *plan[3] = {NULL, NULL, NULL}; /* forward and back in place, two arrays */
    how[1].direction = CT_INVERSE;
    how[0].in_place = how[1].in_place = 1;
    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &how[i], &plan[i]), CT_OK);
    }
    const ct_precision precision = problem->precision;
    const ptrdiff_t bytes[2] = {ct_fft_input_bytes(plan[2]), ct_fft_output_bytes(plan[2])};
    expect_moving(plan[0], moves, way);
    expect_moving(plan[1], moves, way);
    void *array = array_create(bytes[0], 1);
    void *spectrum = array_create(bytes[1], 1);
    for (ptrdiff_t i = 0; i < bytes[0] / (precision == CT_FLOAT ? 4 : 8); i++) {
        ct_real_set(array, i, precision, sample_at(i + (ptrdiff_t)1000 * rank));
    }
    EXPECT_INT(ct_fft_execute(plan[2], array, spectrum), CT_OK);
    if (problem->modes[problem->axes - 1] > 0) { /* what is cut off does not come back */
        how[2].direction = CT_INVERSE;
        ct_fft_plan_destroy(&plan[2]);
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &how[2], &plan[2]), CT_OK);
        EXPECT_INT(ct_fft_execute(plan[2], spectrum, array), CT_OK);
        EXPECT_INT(MPI_Barrier(MPI_COMM_WORLD), MPI_SUCCESS);
    }
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        expect_field(plan, array, spectrum, bytes, is_shared, precision);
    }
    array_destroy(array, 1);
    array_destroy(spectrum, 1);
    for (int i = 0; i < 3; i++) {
        ct_fft_plan_destroy(&plan[i]);
    }
}

/* All on one rank; several threads on one; planes that have their columns side by side, on one side
 * or both; and blocks that are not planes one after the other. */
static void expect_layouts(void) {
    static const ptrdiff_t extent[3] = {24, 40, 54};
    static const int columns[3] = {0, 2, 1};
    static const int order[3] = {1, 0, 2};
    const ct_fft_problem problem = ct_fft_real(3, extent);
    ct_fft_options options = {
        .rigour = CT_ESTIMATE, .array.grid = {1, 1, 1}, .spectrum.grid = {1, 1, 1}};
    expect_alike(&problem, &options, 1, 0);
    options = (ct_fft_options){.rigour = CT_MEASURE, .threads = rank == size - 1 ? 2 : 1};
    expect_alike(&problem, &options, 1, 0);
    ct_fft_spill_set_least(1 << 20); /* more than there are */
    expect_alike(&problem, &options, 0, 0);
    ct_fft_spill_set_least(0);
    memcpy(options.spectrum.order, columns, sizeof columns);
    expect_alike(&problem, &options, 1, 0);
    memcpy(options.array.order, columns, sizeof columns);
    expect_alike(&problem, &options, 1, 0);
    options = (ct_fft_options){.rigour = CT_ESTIMATE};
    memcpy(options.array.order, order, sizeof order);
    expect_alike(&problem, &options, size == 1, 0); /* whose plane has all axes */
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_fft_spill_set_least(0); /* arrays here are small */
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (int k = 0; k < (size > 2 ? 1 : 3); k++) { /* more ranks than cores are slow */
            const ct_precision precision = k < 2 ? CT_DOUBLE : CT_FLOAT;
            const ct_fft_problem problem = problem_of(&shapes[i], precision);
            const ct_fft_options options = {.rigour = shapes[i].rigour, .threads = k == 1 ? 3 : 1};
            ct_vectors_limit(shapes[i].way == BY_FFTW ? CT_VECTORS_PORTABLE : CT_VECTORS_AVX512);
            const int has_kernels = shapes[i].way != BY_CODELETS || have_kernels();
            expect_alike(&problem, &options, 1,
                         precision != CT_DOUBLE ? 0
                         : has_kernels          ? shapes[i].way
                                                : BY_FFTW);
        }
    }
    ct_vectors_limit(CT_VECTORS_AVX512);
    expect_layouts();
    MPI_Finalize();
    return expect_status();
}
