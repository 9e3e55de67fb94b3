/* Tall columns, and planes of such ones, by codelets, beside the defining sums: of each step there
 * is, from rows in several places, in place and not, past the cache or not; and, with columns of
 * few points, in transforms of one and of more ranks, whose rows are dense or not. */
#include "codelet_sums.h"
#include "expect.h"
#include "kernel_vectors.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/tall.h"
#include "fft/plan.h"
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MOST = 2048, COLUMNS_MOST = 16, PLACES = 3 };

static int size, rank;

/* Rows in places one after the other, `pitch` bytes apart. */
static ct_fetch_rows places_of(char *array, ptrdiff_t points, ptrdiff_t row_bytes,
                               ptrdiff_t pitch) {
    ct_fetch_rows rows = {.row_bytes = row_bytes, .places = PLACES};
    const ptrdiff_t count[PLACES] = {points / 2, 3, points - points / 2 - 3};
    const ptrdiff_t first[PLACES] = {points - points / 2, 0, 3}; /* in another order */
    for (int p = 0; p < PLACES; p++) {
        rows.place[p] = (ct_fetch_place){array + first[p] * pitch, count[p], pitch};
    }
    return rows;
}

static char *row_of(const ct_fetch_rows *rows, ptrdiff_t row) {
    int p = 0;
    while (row >= rows->place[p].rows) {
        row -= rows->place[p++].rows;
    }
    return (char *)rows->place[p].from + row * rows->place[p].step;
}

/* `first` above 0: planes of so many points and the rest. */
static void transform(ptrdiff_t points, ptrdiff_t first, ptrdiff_t columns, int in_place,
                      int streams, ct_direction direction, ct_precision precision) {
    static _Alignas(64) char memory[2][POINTS_MOST * (COLUMNS_MOST + 8) * 16];
    static _Alignas(64) char work[2 * POINTS_MOST * (COLUMNS_MOST + 8) * 16];
    static double complex wanted[POINTS_MOST * COLUMNS_MOST];
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const ptrdiff_t pitch[2] = {(columns + 1) * number_bytes, (columns + 4) * number_bytes};
    const double factor = in_place ? 1 : 0.25;
    const ct_fft_lines_job lines = {.class = CT_CLASS_C2C,
                                    .direction = direction,
                                    .line = {points, columns, columns},
                                    .many = {{columns, 1, 1}, {1, 1, 1}}};
    ct_fft_codelet_tall *tall =
        first > 0 ? ct_fft_codelet_tall_create_plane(first, points / first, direction, precision)
                  : ct_fft_codelet_tall_create(&lines, precision);
    const ptrdiff_t row_bytes = columns * number_bytes;
    const ptrdiff_t bytes =
        first > 0 ? ct_fft_tall_plane_bytes(first, points / first, precision, row_bytes)
                  : ct_fft_tall_bytes(points, precision, row_bytes);
    ct_fft_rows_job job = {.work = work, .streams = streams, .factor = factor};
    double most = 0;
    EXPECT(tall != NULL && bytes > 0 && bytes <= (ptrdiff_t)sizeof work);
    memset(memory, 0xff, sizeof memory);
    job.from = places_of(memory[0], points, columns * number_bytes, pitch[0]);
    job.into = in_place ? job.from : places_of(memory[1], points, columns * number_bytes, pitch[1]);
    for (ptrdiff_t i = 0; i < points * columns; i++) {
        wanted[i] = sample(i);
        set_number(row_of(&job.from, i / columns), i % columns, precision, sample(i));
    }
    if (first > 0) {
        sum_axis(wanted, points * columns, first, points / first * columns, direction);
        sum_axis(wanted, points * columns, points / first, columns, direction);
    } else {
        sum_axis(wanted, points * columns, points, columns, direction);
    }
    ct_fft_codelet_tall_run(tall, &job);
    for (ptrdiff_t i = 0; i < points * columns; i++) {
        const char *row = row_of(&job.into, i / columns);
        most = larger(most, cabs(number_at(row, i % columns, precision) - factor * wanted[i]));
        most = i % columns == 0 && !isnan(creal(number_at(row, columns, precision))) ? NAN : most;
    }
    EXPECT(most <= factor * rounding_beside(wanted, points * columns, precision));
    free(tall);
}

/* Number i of what is transformed: each by all columns of a cache line, and in one of the other
 * ways in turn. */
static void transform_ways(int i, ptrdiff_t points, ptrdiff_t first, ct_precision precision) {
    static const struct {
        ptrdiff_t columns;
        int in_place, streams;
    } ways[] = {{5, 1, 0}, {12, 0, 1}, {9, 0, 1}, {13, 0, 0}};
    const ct_direction direction = i % 2 == 0 ? CT_FORWARD : CT_INVERSE;
    transform(points, first, 8, 0, 0, direction, precision);
    transform(points, first, ways[i % 4].columns, ways[i % 4].in_place, ways[i % 4].streams,
              direction, precision);
}

/* Each first step, and columns in one step and in two after it. */
static void transform_lines(ct_precision precision) {
    static const ptrdiff_t points[] = {600,  720,  768,  800,  900,  960,  1000, 1024, 729,
                                       1125, 1078, 1001, 1183, 1029, 1375, 1022, 1358};
    EXPECT(!ct_fft_has_tall(512, precision) && !ct_fft_has_tall(1042, precision));
    EXPECT(!ct_fft_has_tall((ptrdiff_t)8 * 521, precision));
    EXPECT(ct_fft_has_tall(4096, precision) && ct_fft_has_tall(2000, precision));
    EXPECT(ct_fft_has_tall(16384, precision) && !ct_fft_has_tall(32768, precision));
    for (int i = 0; i < (int)(sizeof points / sizeof *points); i++) {
        transform_ways(i, points[i], 0, precision);
    }
}

/* Planes of some numbers of points that may be the first, and columns in one step, in two, and tall
 * ones. */
static void transform_planes(ct_precision precision) {
    static const ptrdiff_t extents[][2] = {{4, 250}, {8, 64},   {10, 100}, {12, 12},
                                           {16, 80}, {11, 130}, {2, 600},  {3, 640},
                                           {20, 64}, {40, 30},  {66, 12},  {17, 31}};
    EXPECT_INT(ct_fft_tall_plane_bytes(289, 60, precision, 64), 0);
    EXPECT_INT(ct_fft_tall_plane_bytes(4, 1042, precision, 64), 0);
    for (int i = 0; i < (int)(sizeof extents / sizeof *extents); i++) {
        transform_ways(i, extents[i][0] * extents[i][1], extents[i][0], precision);
    }
}

/* Coefficient (k, l, m, n) of what has two large ones, and of a point, which has all. */
static double complex coefficient(const ptrdiff_t k[4], const ptrdiff_t extent[4]) {
    const int is_first =
        k[0] == extent[0] / 3 + 1 && k[1] == 1 && k[2] == 2 && k[3] == 3 % extent[3];
    const int is_second = k[0] == 0 && k[1] == extent[1] - 1 && k[2] == 0 && k[3] == 0;
    const double complex of_point = ct_times(ct_times(ct_fft_root(k[0] % extent[0], extent[0]),
                                                      ct_fft_root(2 * k[2] % extent[2], extent[2])),
                                             ct_fft_root(k[3] % extent[3], extent[3]));
    return (is_first    ? 1
            : is_second ? -0.5
                        : 0) *
               (double)(extent[0] * extent[1] * extent[2] * extent[3]) +
           of_point;
}

/* A number of that array. */
static double complex number_of(const ptrdiff_t x[4], const ptrdiff_t extent[4]) {
    const double complex first = ct_fft_root(x[0] * (extent[0] / 3 + 1) % extent[0], extent[0]);
    const double complex other = ct_fft_root(x[1] % extent[1], extent[1]);
    const double complex last = ct_times(ct_fft_root(2 * x[2] % extent[2], extent[2]),
                                         ct_fft_root(3 * x[3] % extent[3], extent[3]));
    const int is_point = x[0] == 1 && x[1] == 0 && x[2] == 2 && x[3] == 1 % extent[3];
    return conj(ct_times(ct_times(first, other), last)) - 0.5 * other + is_point;
}

/* Position i of a box, which is whole but along the first axis. */
static void find_position(const ct_box *box, const ptrdiff_t extent[4], ptrdiff_t i,
                          ptrdiff_t x[4]) {
    for (int a = 3; a >= 0; a--) {
        x[a] = a > 0 ? i % extent[a] : box->first[0] + i;
        i /= extent[a];
    }
}

static int has_tall_planes(const ct_fft_plan *plan) {
    int has = 0;
    for (int i = 0; i < plan->steps; i++) {
        has = has || (plan->step[i].is_stage && plan->step[i].stage.tall != NULL);
    }
    return has;
}

/* Forward and back, over slabs; three axes where the last has one position. In the spectrum axes
 * have an order. Whether the first two go as a tall plane. */
static int transform_field(const ptrdiff_t extent[4], const int order[4], int in_place,
                           ct_rigour rigour) {
    const int axes = extent[3] > 1 ? 4 : 3;
    const ct_fft_problem problem = ct_fft_complex(axes, extent);
    const int grid[4] = {size, 1, 1, 1};
    ct_decomposition spectrum = ct_decompose_blocks(axes, extent, grid);
    double complex *memory[2] = {NULL, NULL};
    double most = 0;
    int is_tall = 0;
    memcpy(spectrum.order, order, (size_t)axes * sizeof *order);
    for (int way = 0; way < 2; way++) {
        const ct_fft_options options = {.direction = way == 0 ? CT_FORWARD : CT_INVERSE,
                                        .in_place = in_place,
                                        .rigour = rigour,
                                        .array.grid = {size, 1, 1, 1},
                                        .spectrum.decomposition = &spectrum};
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        is_tall = is_tall || has_tall_planes(plan);
        const ct_box box = ct_fft_input_box(plan);
        const ct_box result = ct_fft_output_box(plan);
        for (int i = 0; i < 2 && way == 0; i++) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), (void **)&memory[i]),
                       CT_OK);
        }
        const ptrdiff_t elements = ct_box_elements(&box);
        for (ptrdiff_t i = 0; i < elements && way == 0; i++) {
            ptrdiff_t x[4];
            find_position(&box, extent, i, x);
            memory[0][i] = number_of(x, extent);
        }
        EXPECT_INT(ct_fft_execute(plan, memory[in_place ? 0 : way], memory[in_place ? 0 : 1 - way]),
                   CT_OK);
        MPI_Barrier(MPI_COMM_WORLD);
        ptrdiff_t stride[4] = {0};
        ptrdiff_t step = 1;
        for (int i = axes - 1; i >= 0; i--) {
            const int a = way == 0 ? order[i] : i;
            stride[a] = step;
            step *= result.count[a];
        }
        for (ptrdiff_t i = 0; i < elements; i++) {
            ptrdiff_t k[4];
            find_position(&result, extent, i, k);
            const ptrdiff_t at = (k[0] - result.first[0]) * stride[0] + k[1] * stride[1] +
                                 k[2] * stride[2] + k[3] * stride[3];
            const double complex found = memory[in_place || way == 1 ? 0 : 1][at];
            most = larger(most,
                          cabs(found - (way == 0 ? coefficient(k, extent) : number_of(k, extent))));
        }
        MPI_Barrier(MPI_COMM_WORLD);
        ct_fft_plan_destroy(&plan);
    }
    EXPECT(most <= 1e-8);
    ct_free((void **)&memory[0]);
    ct_free((void **)&memory[1]);
    return is_tall;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = KERNEL_VECTORS - 1; i >= 0; i--) { /* the longest last, for the others */
        if (limit_to(kernel_vectors[i]) && rank == 0) {
            transform_lines(CT_DOUBLE);
            transform_lines(CT_FLOAT);
            transform_planes(CT_DOUBLE);
            transform_planes(CT_FLOAT);
        }
    }
    static const ptrdiff_t extents[][4] = {{1000, 3, 7, 1}, {1024, 5, 9, 1},  {720, 4, 16, 1},
                                           {4096, 2, 5, 1}, {16, 5, 9, 1},    {8, 9, 4, 1},
                                           {32, 3, 8, 1},   {4, 128, 640, 1}, {640, 13, 28, 1},
                                           {16, 12, 10, 6}, {6, 8, 3, 40}};
    static const ptrdiff_t large[][4] = {{16384, 2, 3, 1}, {2, 600, 600, 1}, {18, 40, 1680, 1}};
    static const int orders[][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 2, 3}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int k = 0; k < 3; k++) {
            transform_field(extents[i], orders[k], 0, CT_MEASURE);
            /* by passes, with tiles of which some are not full */
            transform_field(extents[i], orders[k], 0, CT_ESTIMATE);
        }
        transform_field(extents[i], orders[0], 1, CT_MEASURE);
    }
    const int have_kernels = ct_codelet_columns(CT_DOUBLE, 60, CT_FORWARD) != NULL;
    for (unsigned i = 0; i < sizeof large / sizeof *large; i++) {
        EXPECT_INT(transform_field(large[i], orders[0], i % 2 == 1, CT_ESTIMATE),
                   have_kernels && i > 0);
    }
    static const ptrdiff_t four[][4] = {{16, 18, 10, 6}, {16, 12, 10, 6}}; /* few rows go alone */
    EXPECT_INT(transform_field(four[0], orders[0], 0, CT_ESTIMATE), have_kernels);
    EXPECT_INT(transform_field(four[1], orders[0], 0, CT_ESTIMATE), 0);
    MPI_Finalize();
    return expect_status();
}
