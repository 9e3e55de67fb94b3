/* The distributed transform against the defining sum, for odd, prime and degenerate shapes, both
 * directions, every scaling and every exchange; round trips; wisdom files, broken ones included;
 * every wrong argument. */
#include "expect.h"

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

static void expect_transform(const ptrdiff_t *extent, const ct_fft_options *options,
                             double factor) {
    ct_fft_plan *plan = NULL;
    void *input = NULL;
    void *output = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, extent, options, &plan), CT_OK);
    size_t bytes = (size_t)ct_fft_local_elements(plan) * sizeof(double complex);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)bytes, &input), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)bytes, &output), CT_OK);
    ct_box box = ct_fft_input_box(plan);
    EXPECT(fabs(ct_fft_factor(plan) - factor) <= 1e-15 * factor);
    for (int run = 0; run < 2; run++) { /* a plan serves again */
        fill(&box, input);
        memset(output, 0xff, bytes);
        EXPECT_INT(ct_fft_execute(plan, input, output), CT_OK);
        expect_values(plan, extent, options->direction == CT_FORWARD ? -1 : 1, factor, output);
    }
    double error = 1;
    EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
    EXPECT(error < 1e-15 * 30);
    if (ct_box_elements(&box) > 0) { /* the check itself can fail */
        ((double complex *)output)[0] += factor;
    }
    EXPECT_INT(ct_fft_round_trip_error(plan, input, output, &error), CT_OK);
    EXPECT(error > 1e-6);
    EXPECT(ct_fft_phase_name(plan, CT_FFT_EXCHANGE) != NULL);
    EXPECT(ct_fft_seconds(plan, CT_FFT_FIRST) >= 0);
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
        for (int scaling = CT_SCALING_DEFAULT; scaling <= CT_SCALING_UNITARY; scaling++) {
            ct_fft_options options = {.scaling = (ct_scaling)scaling,
                                      .exchange = {.algorithm = ct_exchange_name(i), .window = i}};
            ct_fft_plan *plan = NULL;
            if (ct_fft_plan_create(MPI_COMM_WORLD, shape, &options, &plan) ==
                CT_ERROR_UNSUPPORTED) {
                EXPECT_TEXT(ct_error_message(), ct_exchange_name(i)); /* not on so many ranks */
                continue;
            }
            ct_fft_plan_destroy(&plan);
            expect_transform(shape, &options,
                             scaling == CT_SCALING_UNITARY ? 1 / sqrt(210) : factors[scaling]);
        }
    }
}

/* Lines longer than the widest tile's cache budget, and columns that do not fill a tile. */
static void expect_long_lines(void) {
    static const ptrdiff_t shape[3] = {5003, 1, 3};
    ct_fft_options options = {.direction = CT_FORWARD};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, shape, &options, &plan), CT_OK);
    ct_fft_plan_destroy(&plan);
    expect_transform(shape, &options, 1);
}

static void expect_wisdom(void) {
    static const ptrdiff_t shape[3] = {12, 10, 9};
    char path[] = "fft-test-wisdom/deeper/file";
    ct_fft_options options = {.rigour = CT_MEASURE, .wisdom_file = path};
    ct_fft_plan *plan = NULL;
    char *standard = NULL;
    if (rank == 0) {
        (void)remove(path);
    }
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, shape, &options, &plan), CT_OK);
    EXPECT(ct_fft_warning(plan) == NULL);
    ct_fft_plan_destroy(&plan);
    if (rank == 0) {
        EXPECT_INT(access(path, R_OK), 0);
        FILE *file = fopen(path, "w");
        EXPECT(file != NULL && fputs("(no wisdom", file) >= 0 && fclose(file) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, shape, &options, &plan), CT_OK);
    if (rank == 0) {
        EXPECT(ct_fft_warning(plan) != NULL);
        EXPECT_TEXT(ct_fft_warning(plan), "not wisdom");
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

static void expect_refusal(ptrdiff_t nz, ct_fft_options options, ct_status wanted,
                           const char *message) {
    const ptrdiff_t shape[3] = {nz, 4, 4};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, shape, &options, &plan), wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), message);
}

static void expect_refusals(void) {
    expect_refusal(0, (ct_fft_options){.rigour = CT_ESTIMATE}, CT_ERROR_ARGUMENT, "extent 0");
    expect_refusal((ptrdiff_t)1 << 31, (ct_fft_options){.rigour = CT_ESTIMATE}, CT_ERROR_ARGUMENT,
                   "extent 2147483648 along axis 0");
    expect_refusal(rank == size - 1 ? -1 : 4, (ct_fft_options){.rigour = CT_ESTIMATE},
                   CT_ERROR_ARGUMENT, "extent -1");
    expect_refusal(4, (ct_fft_options){.exchange.algorithm = "best"}, CT_ERROR_CONFIG, "\"best\"");
    static const ptrdiff_t shape[3] = {4, 4, 4};
    double storage[512];
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, shape, NULL, &plan), CT_OK);
    EXPECT_INT(ct_fft_execute(plan, storage, storage), CT_ERROR_ARGUMENT);
    ct_fft_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_shapes();
    expect_long_lines();
    expect_refusals();
    expect_wisdom();
    MPI_Finalize();
    return expect_status();
}
