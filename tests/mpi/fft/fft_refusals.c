/* Transforms that are refused: problems, options and arrays that are wrong, also on one rank only.
 */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>

static int rank, size;

static ct_status create(const ptrdiff_t *extent, const ct_fft_options *options,
                        ct_fft_plan **plan) {
    ct_fft_problem problem = ct_fft_complex(3, extent);
    return ct_fft_plan_create(MPI_COMM_WORLD, &problem, options, plan);
}

static void expect_refusal(ptrdiff_t nz, ct_fft_options options, ct_status wanted,
                           const char *message) {
    const ptrdiff_t shape[3] = {nz, 4, 4};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(create(shape, &options, &plan), wanted);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), message);
}

/* A batch with a wrong array in its second field, on one rank alone, touches no field; nor does one
 * that has another number of fields there. */
static void expect_batch_refusals(ct_fft_plan *plan, void *const *arrays) {
    const int is_last = rank == size - 1;
    const void *inputs[2] = {arrays[0], arrays[0]};
    void *outputs[2] = {arrays[1], is_last ? arrays[0] : arrays[1]};
    const ptrdiff_t bytes = ct_fft_output_bytes(plan);
    const int is_touched = 0x5a;
    memset(arrays[1], is_touched, (size_t)bytes);
    if (ct_fft_input_bytes(plan) > 0 || size == 1) {
        EXPECT_INT(ct_fft_execute_many(plan, 2, inputs, outputs), CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "two arrays");
    }
    outputs[1] = is_last ? (char *)arrays[1] + 4 : arrays[1]; /* in the middle of a number */
    if (ct_fft_input_bytes(plan) > 0 || size == 1) {
        EXPECT_INT(ct_fft_execute_many(plan, 2, inputs, outputs), CT_ERROR_ARGUMENT);
        EXPECT_TEXT(ct_error_message(), "aligned to 8 bytes");
    }
    EXPECT_INT(ct_fft_execute_many(plan, is_last ? -1 : 1, inputs, outputs), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "-1");
    EXPECT_INT(ct_fft_execute_many(plan, 1, is_last ? NULL : inputs, outputs), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "no arrays");
    for (ptrdiff_t i = 0; i < bytes; i++) {
        EXPECT_INT(((const char *)arrays[1])[i], is_touched);
    }
    EXPECT_INT(ct_fft_execute_many(plan, 0, NULL, NULL), CT_OK);
}

static void expect_refusals(void) {
    expect_refusal(0, (ct_fft_options){.rigour = CT_ESTIMATE}, CT_ERROR_ARGUMENT, "extent 0");
    expect_refusal((ptrdiff_t)1 << 31, (ct_fft_options){.rigour = CT_ESTIMATE}, CT_ERROR_ARGUMENT,
                   "extent 2147483648 along axis 0");
    expect_refusal(rank == size - 1 ? -1 : 4, (ct_fft_options){.rigour = CT_ESTIMATE},
                   CT_ERROR_ARGUMENT, "extent -1");
    expect_refusal(4, (ct_fft_options){.exchange.algorithm = "best"}, CT_ERROR_CONFIG, "\"best\"");
    static const ptrdiff_t shape[3] = {4, 4, 4};
    void *arrays[2] = {NULL, NULL};
    for (int way = 0; way < 2; way++) { /* where they are, and by exchanges */
        ct_fft_options options = {.exchange.private_arrays = way};
        ct_fft_plan *plan = NULL;
        EXPECT_INT(create(shape, &options, &plan), CT_OK);
        for (int i = 0; i < 2; i++) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &arrays[i]), CT_OK);
        }
        memset(arrays[0], 0, (size_t)ct_fft_input_bytes(plan));
        void *mine = rank == size - 1 ? arrays[0] : arrays[1]; /* wrong on one rank alone */
        if (ct_fft_input_bytes(plan) > 0 || size == 1) {
            EXPECT_INT(ct_fft_execute(plan, arrays[0], mine), CT_ERROR_ARGUMENT);
            EXPECT_TEXT(ct_error_message(), "two arrays");
        }
        expect_batch_refusals(plan, arrays);
        EXPECT_INT(ct_fft_execute(plan, arrays[0], arrays[1]), CT_OK);
        ct_fft_plan_destroy(&plan);
        ct_free(&arrays[0]);
        ct_free(&arrays[1]);
    }
}

/* Ranks that hold nothing may give one array twice. */
static void expect_nothing_twice(void) {
    static const ptrdiff_t shape[3] = {1, 1, 1};
    ct_fft_options options = {.rigour = CT_ESTIMATE};
    ct_fft_plan *plan = NULL;
    double numbers[2][2] = {{3, 4}, {0, 0}};
    EXPECT_INT(create(shape, &options, &plan), CT_OK);
    const int is_empty = ct_fft_input_bytes(plan) == 0 && ct_fft_output_bytes(plan) == 0;
    EXPECT(is_empty || rank < size - 1 || size == 1);
    EXPECT_INT(ct_fft_execute(plan, numbers[0], numbers[is_empty ? 0 : 1]), CT_OK);
    EXPECT(is_empty || (numbers[1][0] == 3 && numbers[1][1] == 4));
    ct_fft_plan_destroy(&plan);
}

/* Problems that no transform is, each with what the message must say. */
static void expect_bad_problems(void) {
    static const struct {
        ct_fft_problem problem;
        const char *says;
    } bad[] = {
        {{.axes = 0}, "0 axes"},
        {{.axes = 5}, "5 axes"},
        {{2, {4, 4}, {CT_FFT_NONE, CT_FFT_NONE}, {0}, {0}, CT_DOUBLE, 0}, "no axis"},
        {{2, {4, 4}, {CT_FFT_R2C, CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 0}, "axis 0 is r2c"},
        {{1, {1}, {CT_FFT_DCT1}, {0}, {0}, CT_DOUBLE, 0}, "allowed: 2"},
        {{1, {8}, {CT_FFT_C2C}, {7}, {0}, CT_DOUBLE, 0}, "length 7"},
        {{1, {8}, {CT_FFT_C2C}, {0}, {9}, CT_DOUBLE, 0}, "9 FFT modes"},
        {{1, {8}, {CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 1}, "axis 0 is r2c, but"},
        {{1, {8}, {CT_FFT_R2C}, {0}, {6}, CT_DOUBLE, 0}, "1 to 5"},
        {{2, {8, 3}, {CT_FFT_C2C, CT_FFT_NONE}, {0}, {0, 2}, CT_DOUBLE, 0}, "3 to 3"},
        {{1, {8}, {CT_FFT_KINDS}, {0}, {0}, CT_DOUBLE, 0}, "kind"},
        {{1, {8}, {CT_FFT_C2C}, {0}, {0}, (ct_precision)2, 0}, "precision 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &bad[i].problem, NULL, &plan),
                   CT_ERROR_ARGUMENT);
        EXPECT(plan == NULL);
        EXPECT_TEXT(ct_error_message(), bad[i].says);
    }
    expect_refusal(4, (ct_fft_options){.array = {.grid = {size + 1, 1, 1}}}, CT_ERROR_ARGUMENT,
                   "parts along axis 0");
    expect_refusal(4, (ct_fft_options){.spectrum = {.order = {0, 1, 1}}}, CT_ERROR_ARGUMENT,
                   "the order of the spectrum");
    expect_refusal(4, (ct_fft_options){.rigour = (ct_rigour)9}, CT_ERROR_ARGUMENT, "range");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_nothing_twice();
    expect_bad_problems();
    MPI_Finalize();
    return expect_status();
}
