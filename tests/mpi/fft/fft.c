/* The distributed complex transform against the defining sum, for odd, prime and degenerate shapes,
 * both directions, every scaling and every exchange; round trips; wisdom files, broken ones
 * included. The other kinds are in fft_cases. */
#include "expect.h"
#include "fft_fields.h"
#include "fft_rounding.h"
#include "scratch.h"

#include <complex.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static int rank, size;

/* Element (z, y, x) of the test array: the same number on every rank. */
static double complex element(ptrdiff_t z, ptrdiff_t y, ptrdiff_t x) {
    unsigned mixed = (unsigned)(z * 73856093 + y * 19349663 + x * 83492791);
    mixed = (mixed ^ mixed >> 15) * 2246822519U;
    return ((mixed & 0xffff) / 65536.0 - 0.5) + I * ((mixed >> 16) / 65536.0 - 0.5);
}

static void fill(const ct_box *box, double complex *array) {
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        ptrdiff_t x = i % box->count[2];
        ptrdiff_t y = i / box->count[2] % box->count[1];
        ptrdiff_t z = i / box->count[2] / box->count[1];
        array[i] = element(z + box->first[0], y + box->first[1], x + box->first[2]);
    }
}

/* One coefficient by the defining sum, axis after axis in nested loops. */
static double complex by_definition(const ptrdiff_t *extent, int sign, ptrdiff_t kz, ptrdiff_t ky,
                                    ptrdiff_t kx) {
    const double turn = sign * 2 * 3.14159265358979323846;
    double complex sum = 0;
    for (ptrdiff_t z = 0; z < extent[0]; z++) {
        for (ptrdiff_t y = 0; y < extent[1]; y++) {
            for (ptrdiff_t x = 0; x < extent[2]; x++) {
                double phase = (double)(kz * z % extent[0]) / (double)extent[0] +
                               (double)(ky * y % extent[1]) / (double)extent[1] +
                               (double)(kx * x % extent[2]) / (double)extent[2];
                sum += element(z, y, x) * cexp(I * turn * phase);
            }
        }
    }
    return sum;
}

static void expect_values(const ct_fft_plan *plan, const ptrdiff_t *extent, int sign, double factor,
                          const double complex *result) {
    ct_box box = ct_fft_output_box(plan);
    ptrdiff_t elements = ct_box_elements(&box);
    double worst = 0;
    ptrdiff_t stride = 1 + elements / 40; /* a sample: the sum is expensive */
    for (ptrdiff_t i = 0; i < elements; i += stride) {
        ptrdiff_t x = i % box.count[2];
        ptrdiff_t y = i / box.count[2] % box.count[1];
        ptrdiff_t z = i / box.count[2] / box.count[1];
        double complex wanted = factor * by_definition(extent, sign, z + box.first[0],
                                                       y + box.first[1], x + box.first[2]);
        worst = fmax(worst, cabs(result[i] - wanted));
    }
    double all = (double)extent[0] * (double)extent[1] * (double)extent[2];
    EXPECT(worst <= 1e-14 * factor * sqrt(all) * (2 + log2(all)));
}

static ct_status create(const ptrdiff_t *extent, const ct_fft_options *options,
                        ct_fft_plan **plan) {
    ct_fft_problem problem = ct_fft_complex(3, extent);
    return ct_fft_plan_create(MPI_COMM_WORLD, &problem, options, plan);
}

static void expect_transform(const ptrdiff_t *extent, const ct_fft_options *options,
                             double factor) {
    ct_fft_plan *plan = NULL;
    void *input = NULL;
    void *output = NULL;
    EXPECT_INT(create(extent, options, &plan), CT_OK);
    ptrdiff_t bytes = ct_fft_output_bytes(plan);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &input), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &output), CT_OK);
    ct_box box = ct_fft_input_box(plan);
    EXPECT(fabs(ct_fft_factor(plan) - factor) <= 1e-15 * factor);
    for (int run = 0; run < 2; run++) { /* a plan serves again */
        fill(&box, input);
        memset(output, 0xff, (size_t)bytes);
        EXPECT_INT(ct_fft_execute(plan, input, output), CT_OK);
        expect_values(plan, extent, options->direction == CT_FORWARD ? -1 : 1, factor, output);
    }
    double error = 1;
    EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
    EXPECT(error < 1e-15 * 30);
    box = ct_fft_output_box(plan);
    if (ct_box_elements(&box) > 0) { /* the check itself can fail */
        ((double complex *)output)[0] += factor;
    }
    EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
    EXPECT(error > 1e-6);
    EXPECT(ct_fft_phases(plan) >= 1 && ct_fft_phases(plan) <= CT_FFT_PHASES_MOST);
    for (int phase = 0; phase < ct_fft_phases(plan); phase++) {
        EXPECT(strlen(ct_fft_phase_name(plan, phase)) > 0);
        EXPECT(ct_fft_seconds(plan, phase) >= 0);
    }
    EXPECT(strlen(ct_fft_reason(plan)) > 0);
    EXPECT(ct_fft_moved_bytes(plan) >= 0);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan);
    EXPECT(plan == NULL);
    ct_free(&input);
    ct_free(&output);
}

static void expect_shapes(void) {
    static const ptrdiff_t shapes[][3] = {{1, 1, 1}, {1, 5, 7}, {7, 1, 4},   {6, 4, 1},
                                          {2, 3, 5}, {3, 2, 1}, {7, 11, 13}, {8, 8, 8}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        double all = (double)(shapes[s][0] * shapes[s][1] * shapes[s][2]);
        ct_fft_options options = {.direction = CT_FORWARD};
        expect_transform(shapes[s], &options, 1);
        options.direction = CT_INVERSE;
        expect_transform(shapes[s], &options, 1 / all);
    }
    static const ptrdiff_t shape[3] = {5, 6, 7};
    static const double factors[] = {1, 1, 1.0 / 210, 0};
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        ct_scaling scaling = (ct_scaling)(i % (CT_SCALING_UNITARY + 1));
        ct_fft_options options = {
            .scaling = scaling,
            .exchange = {.algorithm = ct_exchange_name(i), .steps_in_flight = i}};
        ct_fft_plan *plan = NULL;
        if (create(shape, &options, &plan) == CT_ERROR_UNSUPPORTED) {
            EXPECT_TEXT(ct_error_message(), ct_exchange_name(i)); /* not on so many ranks */
            continue;
        }
        ct_fft_plan_destroy(&plan);
        expect_transform(shape, &options,
                         scaling == CT_SCALING_UNITARY ? 1 / sqrt(210) : factors[scaling]);
    }
}

/* Lines longer than the widest tile's cache budget, and columns that do not fill a tile. */
static void expect_long_lines(void) {
    static const ptrdiff_t shape[3] = {5003, 1, 3};
    ct_fft_options options = {.direction = CT_FORWARD};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(create(shape, &options, &plan), CT_OK);
    ct_fft_plan_destroy(&plan);
    expect_transform(shape, &options, 1);
}

static void expect_wisdom(void) {
    static const ptrdiff_t shape[3] = {12, 10, 289}; /* without kernels for all axes */
    char folder[32];                                 /* not that of the same test on other ranks */
    char deeper[48];
    char path[64];
    (void)snprintf(folder, sizeof folder, "fft-test-wisdom.%d", size);
    (void)snprintf(deeper, sizeof deeper, "%s/deeper", folder);
    (void)snprintf(path, sizeof path, "%s/file", deeper);
    ct_fft_options options = {.rigour = CT_MEASURE, .wisdom_file = path};
    ct_fft_plan *plan = NULL;
    char *standard = NULL;
    if (rank == 0) {
        (void)remove(path);
    }
    EXPECT_INT(create(shape, &options, &plan), CT_OK);
    EXPECT(ct_fft_warning(plan) == NULL);
    ct_fft_plan_destroy(&plan);
    if (rank == 0) {
        EXPECT_INT(access(path, R_OK), 0);
        FILE *file = fopen(path, "w");
        EXPECT(file != NULL && fputs("(no wisdom", file) >= 0 && fclose(file) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(create(shape, &options, &plan), CT_OK);
    if (rank == 0) {
        EXPECT(ct_fft_warning(plan) != NULL);
        EXPECT_TEXT(ct_fft_warning(plan), "not wisdom");
        EXPECT(remove(path) == 0 && rmdir(deeper) == 0 && rmdir(folder) == 0);
    }
    ct_fft_plan_destroy(&plan);
    EXPECT_INT(setenv("XDG_CACHE_HOME", "/somewhere", 1), 0);
    EXPECT_INT(ct_fft_wisdom_path(&standard), CT_OK);
    EXPECT_TEXT(standard, "/somewhere/cornerturn/wisdom-fftw-3");
    free(standard);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    EXPECT_INT(ct_fft_wisdom_path(&standard), CT_ERROR_FILE);
}

/* The first plan keeps in the tuning file what the second one finds there. */
static void expect_tuning_file(void) {
    static const ptrdiff_t shape[3] = {8, 9, 10};
    char path[SCRATCH_BYTES];
    ct_fft_options options = {
        .exchange = {.planning = CT_PLAN_MEASURE, .private_arrays = 1, .tuning_file = path}};
    char best[2][sizeof((ct_score *)NULL)->algorithm] = {"", ""};
    scratch_begin();
    (void)snprintf(path, sizeof path, "%s", scratch_path("tuning"));
    for (int again = 0; again < 2; again++) {
        ct_fft_plan *plan = NULL;
        EXPECT_INT(create(shape, &options, &plan), CT_OK);
        EXPECT_INT(ct_fft_score(plan, 0) != NULL, size > 1); /* one rank has nothing to choose */
        if (size > 1) {
            memcpy(best[again], ct_fft_score(plan, 0)->algorithm, sizeof best[again]);
            EXPECT_INT(ct_fft_score(plan, 1) == NULL, again);
        }
        EXPECT(ct_fft_warning(plan) == NULL);
        ct_fft_plan_destroy(&plan);
    }
    EXPECT(strcmp(best[0], best[1]) == 0);
    if (rank == 0) {
        scratch_remove("tuning");
    }
    EXPECT_INT(scratch_end(), 0);
}

/* Where the array is exchanged, planning by measuring tries slabs and pencils; what it chose can be
 * given to another plan. */
static void expect_tuning(void) {
    static const ptrdiff_t shape[3] = {8, 8, 8};
    ct_fft_options options = {.exchange = {.planning = CT_PLAN_MEASURE, .private_arrays = 1}};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(create(shape, &options, &plan), CT_OK);
    EXPECT_INT(ct_fft_score(plan, 0) != NULL, size > 1);
    for (int i = 1; size > 1 && ct_fft_score(plan, i) != NULL; i++) {
        const char *label = ct_fft_score(plan, i)->algorithm;
        EXPECT(strncmp(label, "slabs ", 6) == 0 || strncmp(label, "pencils ", 8) == 0);
        EXPECT_TEXT(label, "slice");
    }
    ct_fft_grids(plan, options.array.grid, options.spectrum.grid);
    ct_fft_plan_destroy(&plan);
    expect_transform(shape, &options, 1);
}

/* A transform that may destroy its input gives the same, for what is in between takes the input's
 * place. */
static void expect_destroyed_input(void) {
    static const ptrdiff_t shape[3] = {9, 10, 12};
    const ct_fft_problem problem = ct_fft_real(3, shape);
    const ct_fft_options ways[2] = {{.direction = CT_FORWARD},
                                    {.direction = CT_INVERSE, .destroys_input = 1}};
    ct_fft_plan *plan[2] = {NULL, NULL};
    void *array[3] = {NULL, NULL, NULL};
    double worst = 0;
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &ways[i], &plan[i]), CT_OK);
    }
    const ptrdiff_t bytes = ct_fft_input_bytes(plan[0]);
    for (int i = 0; i < 3; i++) {
        ptrdiff_t array_bytes = i == 1 ? ct_fft_output_bytes(plan[0]) : bytes;
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, array_bytes, &array[i]), CT_OK);
    }
    double *number[2] = {array[0], array[2]};
    for (int run = 0; run < 2; run++) {
        for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double); i++) {
            number[0][i] = sin(0.7 * (double)i + rank + run);
        }
        EXPECT_INT(ct_fft_execute(plan[0], array[0], array[1]), CT_OK);
        EXPECT_INT(ct_fft_execute(plan[1], array[1], array[2]), CT_OK);
        for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double); i++) {
            worst = fmax(worst, fabs(number[1][i] - number[0][i]));
        }
    }
    EXPECT(worst < 1e-14);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
    for (int i = 0; i < 3; i++) {
        ct_free(&array[i]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_shapes();
    expect_long_lines();
    expect_destroyed_input();
    expect_fields(size, CT_FORWARD);
    expect_fields(size, CT_INVERSE);
    expect_tuning();
    expect_rounding(size);
    expect_tuning_file();
    expect_wisdom();
    MPI_Finalize();
    return expect_status();
}
