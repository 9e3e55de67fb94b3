/* Single axes that all ranks transform: each has its share of the array, of the spectrum and of
 * what moves; the watcher hears of all of it; wrong arrays of one rank are refused on all, and the
 * plan goes on. Results are in fft_lines. */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <stdlib.h>

static int rank, size;

/* One of the parts of an array in balanced blocks, after those of the ranks before. */
static void expect_block(ct_box box, ptrdiff_t extent, ptrdiff_t bytes, ptrdiff_t element_bytes) {
    EXPECT_INT(box.axes, 1);
    EXPECT_INT(box.first[0], ct_block_first(extent, size, rank));
    EXPECT_INT(box.count[0], ct_block_count(extent, size, rank));
    EXPECT_INT(bytes, box.count[0] * element_bytes);
}

/* What is told: never less than before, and at last all. */
static void hear(void *context, double done) {
    double *heard = context;
    EXPECT(done >= *heard && done <= 1 + 1e-9);
    *heard = done;
}

typedef struct line {
    ct_fft_problem problem;
    ptrdiff_t spectrum, element_bytes;
    const char *says;
} line;

static const line lines[] = {
    {{1, {70000}, {CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 0}, 35001, 16, "transform of 35000 points"},
    {{1, {70000}, {CT_FFT_DCT2}, {0}, {0}, CT_FLOAT, 0}, 70000, 4, "transform of 35000 points"},
    {{1, {65537}, {CT_FFT_C2C}, {0}, {0}, CT_DOUBLE, 0}, 65537, 16, "with a chirp"},
    {{1, {65536}, {CT_FFT_DST1}, {0}, {0}, CT_DOUBLE, 0}, 65536, 8, "with a chirp"},
    {{1, {50000}, {CT_FFT_C2C}, {75000}, {60}, CT_FLOAT, 0}, 60, 8, "transform of 75000 points"}};

static void expect_share(const line *l, int is_private) {
    ct_fft_options options = {.exchange.private_arrays = is_private};
    ct_fft_plan *plan = NULL;
    ptrdiff_t extent[CT_MAX_AXES];
    void *arrays[2] = {NULL, NULL};
    double heard = 0;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &l->problem, &options, &plan), CT_OK);
    int numbers = ct_fft_extents(&l->problem, 0, extent) ? 2 : 1;
    ptrdiff_t real_bytes = l->problem.precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    expect_block(ct_fft_input_box(plan), extent[0], ct_fft_input_bytes(plan), numbers * real_bytes);
    expect_block(ct_fft_output_box(plan), l->spectrum, ct_fft_output_bytes(plan), l->element_bytes);
    EXPECT(size == 1 || strstr(ct_fft_reason(plan), l->says) != NULL);
    EXPECT_INT(ct_fft_moved_bytes(plan) > 0, size > 1);
    EXPECT(size == 1 || !is_private || ct_fft_exchange(plan) != NULL);
    EXPECT(ct_fft_phases(plan) <= CT_FFT_PHASES_MOST);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &arrays[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_output_bytes(plan), &arrays[1]), CT_OK);
    memset(arrays[0], 0, (size_t)ct_fft_input_bytes(plan));
    EXPECT_INT(ct_fft_execute(plan, arrays[0], rank == size - 1 ? NULL : arrays[1]),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "two arrays");
    ct_fft_watch(plan, hear, &heard);
    EXPECT_INT(ct_fft_execute(plan, arrays[0], arrays[1]), CT_OK);
    EXPECT(heard > 1 - 1e-9);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan);
    ct_free(&arrays[0]);
    ct_free(&arrays[1]);
}

/* What moves is a few times the array, whatever the number of ranks, and nothing of it is what a
 * rank has itself. */
static void expect_little_moved(void) {
    const ptrdiff_t extent = 1 << 16;
    ct_fft_problem problem = ct_fft_real(1, &extent);
    for (int way = 0; way < 4; way++) {
        ct_fft_options options = {.direction = way % 2 == 0 ? CT_FORWARD : CT_INVERSE,
                                  .exchange.private_arrays = way / 2};
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        double array_bytes = (double)extent * sizeof(double);
        EXPECT(ct_fft_moved_bytes(plan) <= 6.01 * array_bytes * (size - 1) / size);
        ct_fft_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        expect_share(&lines[i], 0);
        expect_share(&lines[i], 1);
    }
    expect_little_moved();
    MPI_Finalize();
    return expect_status();
}
