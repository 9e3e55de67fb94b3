/* Single axes that all ranks transform: each has its share of the array, of the spectrum and of
 * what moves; the watcher hears of all of it; wrong arrays of one rank are refused on all, and the
 * plan goes on. Some results are compared with sums; all results are in fft_lines. */
#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
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
    const char *says, *says_shared; /* the latter where ranks share arrays, if it differs */
    int phases;                     /* of several ranks: two where nothing packs the input */
} line;

static const line lines[] = {
    {{1, {70000}, {CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 0},
     35001,
     16,
     "transform of 35000 points",
     NULL,
     3},
    {{1, {70000}, {CT_FFT_DCT2}, {0}, {0}, CT_FLOAT, 0},
     70000,
     4,
     "transform of 35000 points",
     NULL,
     3},
    {{1, {65537}, {CT_FFT_C2C}, {0}, {0}, CT_DOUBLE, 0},
     65537,
     16,
     "131220 with a chirp",
     "65536 in the order of powers",
     3},
    {{1, {65536}, {CT_FFT_DST1}, {0}, {0}, CT_DOUBLE, 0}, 65536, 8, "with a chirp", NULL, 3},
    {{1, {50000}, {CT_FFT_C2C}, {75000}, {60}, CT_FLOAT, 0},
     60,
     8,
     "transform of 75000 points",
     NULL,
     3},
    /* of 120 x 120 complex numbers, whose rows two and three ranks have in the same blocks */
    {{1, {28800}, {CT_FFT_R2C}, {0}, {0}, CT_DOUBLE, 0},
     14401,
     16,
     "an exchange after it",
     "transform of 14400 points",
     2}};

static const double pi = 3.14159265358979323846;

/* Number j of the input, real or imaginary part. */
static double number_at(ptrdiff_t j, int is_imaginary) {
    return (double)((j * 37 + (is_imaginary ? 11 : 0)) % 101) / 101 - 0.4;
}

static double read_number(const line *l, const void *array, ptrdiff_t i) {
    return l->problem.precision == CT_FLOAT ? ((const float *)array)[i]
                                            : ((const double *)array)[i];
}

static void write_numbers(const line *l, ct_box box, int numbers, void *array) {
    for (ptrdiff_t i = 0; i < box.count[0] * numbers; i++) {
        const double number = number_at(box.first[0] + i / numbers, (int)(i % numbers));
        if (l->problem.precision == CT_FLOAT) {
            ((float *)array)[i] = (float)number;
        } else {
            ((double *)array)[i] = number;
        }
    }
}

/* Coefficient k of n numbers, by its definition; real ones leave sum[1] alone. Angles are counted
 * in whole parts of a turn, of which any number is exact. */
static void sum_of(const line *l, ptrdiff_t n, ptrdiff_t k, double sum[2]) {
    const ct_fft_kind kind = l->problem.kind[0];
    const ptrdiff_t points = l->problem.length[0] > 0 ? l->problem.length[0] : n;
    sum[0] = sum[1] = 0;
    for (ptrdiff_t j = 0; j < n; j++) {
        const double x[2] = {number_at(j, 0), kind == CT_FFT_C2C ? number_at(j, 1) : 0};
        if (kind == CT_FFT_DCT2) {
            sum[0] += 2 * x[0] * cos(pi * (double)((2 * j + 1) * k % (4 * n)) / (double)(2 * n));
        } else if (kind == CT_FFT_DST1) {
            const ptrdiff_t whole = 2 * (n + 1);
            sum[0] += 2 * x[0] * sin(2 * pi * (double)((j + 1) * (k + 1) % whole) / (double)whole);
        } else {
            const double turn = -2 * pi * (double)(j * k % points) / (double)points;
            sum[0] += x[0] * cos(turn) - x[1] * sin(turn);
            sum[1] += x[0] * sin(turn) + x[1] * cos(turn);
        }
    }
}

/* The first, a middle and the last coefficient of this rank. */
static void expect_results(const line *l, ct_box box, const void *array) {
    const int is_float = l->problem.precision == CT_FLOAT;
    const int numbers = (int)(l->element_bytes / (is_float ? 4 : 8));
    const ptrdiff_t n = l->problem.extent[0];
    const ptrdiff_t points = l->problem.length[0] > 0 ? l->problem.length[0] : n;
    const double allowed = (is_float ? 1e-5 : 1e-13) * sqrt((double)n) * 40;
    for (int which = 0; which < 3 && box.count[0] > 0; which++) {
        const ptrdiff_t i = which * (box.count[0] - 1) / 2;
        const ptrdiff_t mode = box.first[0] + i;
        const int is_cut = l->spectrum < points && l->problem.kind[0] == CT_FFT_C2C;
        double sum[2];
        if (is_cut && 2 * mode == l->spectrum) { /* stands for two frequencies */
            continue;
        }
        sum_of(l, n, is_cut && 2 * mode >= l->spectrum ? mode + points - l->spectrum : mode, sum);
        for (int part = 0; part < numbers; part++) {
            EXPECT(fabs(read_number(l, array, i * numbers + part) - sum[part]) <= allowed);
        }
    }
}

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
    const int is_shared = strstr(ct_fft_reason(plan), "on one node") != NULL;
    const char *says = is_shared && l->says_shared != NULL ? l->says_shared : l->says;
    EXPECT_INT(strstr(ct_fft_reason(plan), says) != NULL, size > 1);
    EXPECT_INT(ct_fft_moved_bytes(plan) > 0, size > 1);
    if (is_private || size == 1) {
        EXPECT_INT(ct_fft_exchange(plan) != NULL, size > 1);
    }
    EXPECT(size == 1 || ct_fft_phases(plan) == l->phases);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &arrays[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_output_bytes(plan), &arrays[1]), CT_OK);
    write_numbers(l, ct_fft_input_box(plan), numbers, arrays[0]);
    EXPECT_INT(ct_fft_execute(plan, arrays[0], rank == size - 1 ? NULL : arrays[1]),
               CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "two arrays");
    ct_fft_watch(plan, hear, &heard);
    EXPECT_INT(ct_fft_execute(plan, arrays[0], arrays[1]), CT_OK);
    EXPECT(heard > 1 - 1e-9);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_results(l, ct_fft_output_box(plan), arrays[1]);
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

/* A prime number of points there and, in place, back. */
static void expect_return(ptrdiff_t extent, ct_precision precision) {
    const line l = {{1, {extent}, {CT_FFT_C2C}, {0}, {0}, precision, 0}, extent, 0, NULL, NULL, 0};
    const double allowed = precision == CT_FLOAT ? 1e-5 : 1e-13;
    void *arrays[2] = {NULL, NULL};
    ct_fft_plan *plans[2] = {NULL, NULL};
    for (int way = 0; way < 2; way++) {
        const ct_fft_options options = {.direction = way == 0 ? CT_FORWARD : CT_INVERSE,
                                        .in_place = way};
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &l.problem, &options, &plans[way]), CT_OK);
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plans[way]), &arrays[way]), CT_OK);
    }
    const ct_box box = ct_fft_input_box(plans[0]);
    write_numbers(&l, box, 2, arrays[0]);
    EXPECT_INT(ct_fft_execute(plans[0], arrays[0], arrays[1]), CT_OK);
    EXPECT_INT(ct_fft_execute(plans[1], arrays[1], arrays[1]), CT_OK);
    for (ptrdiff_t i = 0; i < 2 * box.count[0]; i++) {
        EXPECT(fabs(read_number(&l, arrays[1], i) - read_number(&l, arrays[0], i)) <= allowed);
    }
    for (int way = 0; way < 2; way++) {
        ct_fft_plan_destroy(&plans[way]);
        ct_free(&arrays[way]);
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
    expect_return(65537, CT_DOUBLE);
    expect_return(114689, CT_FLOAT); /* 2^14 * 7 + 1 */
    expect_little_moved();
    MPI_Finalize();
    return expect_status();
}
