/* Stages that take adjacent axes as one, beside direct sums: rows one after the other are one axis
 * of the tiles, in three and four dimensions and both directions, in place and not; rows with
 * something between them are not. */
#include "../fft_direct.h"

#include "fft/stages/join.h"
#include "kernels/vectors.h"

#include <string.h>

enum { NUMBERS_MOST = 4096 };

/* Plans over slabs along the first axis, whose rows of coefficients are `gap` numbers apart;
 * `order` of the spectrum's axes or NULL. */
static ct_fft_plan *plan_slabs(const ct_fft_problem *problem, ct_direction direction, int in_place,
                               ptrdiff_t gap, const int *order) {
    static ct_decomposition spectrum;
    const int last = problem->axes - 1;
    int grid[CT_MAX_AXES] = {size, 1, 1, 1};
    ptrdiff_t modes[CT_MAX_AXES];
    ct_fft_plan *plan = NULL;
    (void)ct_fft_extents(problem, 1, modes);
    spectrum = ct_decompose_blocks(problem->axes, modes, grid);
    spectrum.pitch[last] = gap > 0 ? modes[last] + gap : 0;
    memcpy(spectrum.order, order != NULL ? order : spectrum.order, sizeof spectrum.order);
    ct_fft_options options = {.direction = direction,
                              .in_place = in_place,
                              .rigour = CT_MEASURE,
                              .spectrum.decomposition = &spectrum};
    memcpy(options.array.grid, grid, sizeof options.array.grid);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &options, &plan), CT_OK);
    return plan;
}

/* Axes that the stage along the first one takes as one with the next. Where the last axis is, tiles
 * have parts of several rows. */
static unsigned joined_axes(const ct_fft_plan *plan, const ct_fft_problem *problem) {
    const int last = problem->axes - 1;
    unsigned joined = 0;
    for (int i = 0; i < plan->steps; i++) {
        const ct_fft_stage *stage = &plan->step[i].stage;
        if (plan->step[i].is_stage && stage->passes == 1 && stage->pass[0].axis == 0) {
            joined = stage->joined;
            EXPECT((joined >> (last - 1) & 1) == 0 ||
                   stage->pass[0].width[last] > problem->extent[last]);
        }
    }
    return joined;
}

/* Coefficients of whole rows; between them is `gap` numbers that stay. */
static void compare_rows(const double *found, const double *wanted, ptrdiff_t rows, ptrdiff_t reals,
                         ptrdiff_t gap) {
    const ptrdiff_t row = reals + 2 * gap;
    for (ptrdiff_t i = 0; i < rows * row; i++) {
        const int is_between = i % row >= reals;
        const double right = is_between ? -1 : wanted[i / row * reals + i % row];
        EXPECT(fabs(found[i] - right) <= (is_between ? 0 : 1e-11));
    }
}

/* There, and from the coefficients back to `array`. */
static void expect_joined(const ct_fft_problem *problem, unsigned joined, int in_place,
                          ptrdiff_t gap) {
    static double array[NUMBERS_MOST];
    static double wanted[2 * NUMBERS_MOST];
    double *memory[2] = {NULL, NULL};
    ptrdiff_t slab = 1; /* rows of a position along the first axis */
    const int last = problem->axes - 1;
    ptrdiff_t extent[CT_MAX_AXES];
    const int is_complex = ct_fft_extents(problem, 0, extent);
    const ptrdiff_t reals = is_complex ? 2 * problem->extent[last] : problem->extent[last];
    const ptrdiff_t modes = is_complex ? reals : problem->extent[last] / 2 * 2 + 2;
    for (int a = 1; a < last; a++) {
        slab *= problem->extent[a];
    }
    const ptrdiff_t rows = slab * ct_block_count(problem->extent[0], size, rank);
    const ptrdiff_t first = slab * ct_block_first(problem->extent[0], size, rank);
    const ptrdiff_t bytes = rows * (modes + 2 * gap) * (ptrdiff_t)sizeof(double);
    for (ptrdiff_t i = 0; i < problem->extent[0] * slab * reals; i++) {
        array[i] = cos(0.7 * (double)(i * i % 101));
    }
    direct_spectrum(problem, array, wanted);
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, (void **)&memory[i]), CT_OK);
    }
    double *into = memory[!in_place];
    ct_fft_plan *plan = plan_slabs(problem, CT_FORWARD, in_place, gap, NULL);
    EXPECT(!plan->is_shared || joined_axes(plan, problem) == joined);
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double) && !in_place; i++) {
        into[i] = -1;
    }
    memcpy(memory[0], array + first * reals, (size_t)(rows * reals) * sizeof(double));
    EXPECT_INT(ct_fft_execute(plan, memory[0], into), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    compare_rows(into, wanted + first * modes, rows, modes, gap);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan);
    plan = plan_slabs(problem, CT_INVERSE, in_place, gap, NULL);
    EXPECT(!plan->is_shared || joined_axes(plan, problem) == joined);
    EXPECT_INT(ct_fft_execute(plan, into, memory[0]), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD);
    compare_rows(memory[0], array + first * reals, rows, reals, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan);
    ct_free((void **)&memory[0]);
    ct_free((void **)&memory[1]);
}

/* Rows that lie between those of another axis. */
static void expect_apart(const ct_fft_problem *problem) {
    static const int order[CT_MAX_AXES] = {1, 0, 2};
    ct_fft_plan *plan = plan_slabs(problem, CT_FORWARD, 0, 0, order);
    EXPECT_INT(joined_axes(plan, problem), 0);
    ct_fft_plan_destroy(&plan);
}

/* Positions 3 and 4 of an axis, each with 5 of the next. */
static void expect_box(void) {
    ct_box box = {.axes = 3, .first = {2, 3, 0}, .count = {4, 2, 5}};
    ptrdiff_t stride[CT_MAX_AXES] = {100, 10, 2};
    ct_fft_join(1U << 1, &box, stride);
    EXPECT(box.first[0] == 2 && box.first[1] == 0 && box.first[2] == 15);
    EXPECT(box.count[0] == 4 && box.count[1] == 1 && box.count[2] == 10);
    EXPECT(stride[0] == 100 && stride[1] == 20 && stride[2] == 2);
}

int main(int argc, char **argv) {
    static const ptrdiff_t extent[4] = {17, 6, 4, 10};
    static const ptrdiff_t cube[3] = {16, 6, 18};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const ct_fft_problem real = ct_fft_real(3, cube);
    const ct_fft_problem complex_one = ct_fft_complex(3, cube);
    const ct_fft_problem four = ct_fft_real(4, extent);
    for (int in_place = 0; in_place < 2; in_place++) {
        expect_joined(&complex_one, 1U << 1, in_place, 0);
        expect_joined(&real, 1U << 1, in_place, 0);
        ct_vectors_limit(CT_VECTORS_PORTABLE); /* without planes that are columns */
        expect_joined(&four, 1U << 1 | 1U << 2, in_place, 0);
        ct_vectors_limit(CT_VECTORS_AVX512);
    }
    expect_box();
    expect_apart(&real);
    expect_joined(&real, 0, 0, 3);
    ct_vectors_limit(CT_VECTORS_PORTABLE);
    expect_joined(&four, 1U << 1, 0, 1);
    MPI_Finalize();
    return expect_status();
}
