/* Planning leaves the user's data alone: arrays that are there, filled, while transforms are
 * planned at every rigour, twice, hold what they held; nor does the plan that the first execution
 * with arrays of malloc makes touch the input. */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <stdlib.h>

enum { ARRAYS = 2, BYTES = 1 << 16 };

static void fill(unsigned char *array, int seed) {
    unsigned state = (unsigned)seed + 1;
    for (int i = 0; i < BYTES; i++) {
        state = state * 1664525U + 1013904223U;
        array[i] = (unsigned char)(state >> 24);
    }
}

/* That array `seed` is as it was filled. */
static int is_untouched(const unsigned char *array, int seed) {
    unsigned char *wanted = malloc(BYTES);
    fill(wanted, seed);
    int same = memcmp(array, wanted, BYTES) == 0;
    free(wanted);
    return same;
}

static void expect_untouched(void *const arrays[ARRAYS]) {
    for (int i = 0; i < ARRAYS; i++) {
        EXPECT(is_untouched(arrays[i], i));
    }
}

static const ct_fft_problem problems[] = {
    {1, {36}, {CT_FFT_C2C}, {0}, {0}, CT_DOUBLE, 0},
    {1, {30}, {CT_FFT_R2C}, {0}, {0}, CT_FLOAT, 0},
    {2, {5, 6}, {CT_FFT_DCT2, CT_FFT_DST1}, {0}, {0}, CT_DOUBLE, 0},
    {3, {4, 3, 6}, {CT_FFT_C2C, CT_FFT_C2C, CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 0},
    {3, {3, 4, 5}, {CT_FFT_NONE, CT_FFT_C2C, CT_FFT_R2C}, {0}, {0}, CT_FLOAT, 0},
    {3, {4, 5, 3}, {CT_FFT_C2C, CT_FFT_C2C, CT_FFT_C2C}, {6, 0, 0}, {0, 3, 0}, CT_DOUBLE, 0}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static void expect_plans_touch_nothing(void *const arrays[ARRAYS]) {
    for (int way = 0; way < PROBLEMS * (CT_EXHAUSTIVE + 1); way++) {
        int rigour = way / PROBLEMS;
        int turn = way % PROBLEMS + rigour; /* each rigour has all values of an option */
        ct_fft_options options = {.direction = (ct_direction)(turn % 2),
                                  .in_place = turn / 2 % 2,
                                  .rigour = (ct_rigour)rigour,
                                  .exchange.private_arrays = turn % 3 == 0};
        ct_fft_plan *plan[2] = {NULL, NULL}; /* the second one finds the wisdom of the first */
        for (int again = 0; again < 2; again++) {
            EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problems[way % PROBLEMS], &options,
                                          &plan[again]),
                       CT_OK);
        }
        expect_untouched(arrays);
        MPI_Barrier(MPI_COMM_WORLD);
        ct_fft_plan_destroy(&plan[0]);
        ct_fft_plan_destroy(&plan[1]);
    }
    expect_untouched(arrays);
}

/* What comes out of a transform of numbers tells nothing of bytes: only the input is looked at. */
static void expect_input_kept(ct_direction direction) {
    for (int p = 0; p < PROBLEMS; p++) {
        ct_fft_options options = {.rigour = CT_ESTIMATE, .direction = direction};
        ct_fft_plan *plan = NULL;
        unsigned char *arrays[ARRAYS] = {aligned_alloc(64, BYTES), aligned_alloc(64, BYTES)};
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problems[p], &options, &plan), CT_OK);
        EXPECT(ct_fft_input_bytes(plan) <= BYTES && ct_fft_output_bytes(plan) <= BYTES);
        fill(arrays[0], p);
        fill(arrays[1], p + 1);
        EXPECT_INT(ct_fft_execute(plan, arrays[0], arrays[1]), CT_OK);
        EXPECT(is_untouched(arrays[0], p));
        EXPECT(is_untouched(arrays[1], p + 1) == (ct_fft_output_bytes(plan) == 0));
        MPI_Barrier(MPI_COMM_WORLD);
        ct_fft_plan_destroy(&plan);
        free(arrays[0]);
        free(arrays[1]);
    }
}

int main(int argc, char **argv) {
    void *arrays[ARRAYS] = {NULL, NULL};
    MPI_Init(&argc, &argv);
    for (int i = 0; i < ARRAYS; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, BYTES, &arrays[i]), CT_OK);
        fill(arrays[i], i);
    }
    expect_plans_touch_nothing(arrays);
    expect_input_kept(CT_FORWARD);
    expect_input_kept(CT_INVERSE);
    ((unsigned char *)arrays[0])[BYTES / 2] ^= 1; /* the comparison itself can fail */
    EXPECT(!is_untouched(arrays[0], 0));
    for (int i = 0; i < ARRAYS; i++) {
        ct_free(&arrays[i]);
    }
    MPI_Finalize();
    return expect_status();
}
