/* Long lines that are split into two axes: which go so, and that their plans look as others do:
 * slabs of the first axis, no arrays of the plan's own of columns. What they make of numbers is
 * compared with SciPy's (fft_lines.py). */
#include "expect.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/plan.h"
#include <cornerturn/fft.h>

#include <string.h>

enum { ROWS = 144 * 150, WIDTH = 26 }; /* up to three ranks divide both parts */

static int size, rank, have_kernels;

/* A plan, if it is split or not as `is_split` says where there are kernels. */
static ct_fft_plan *plan_of(const ct_fft_problem *problem, const ct_fft_options *options,
                            int is_split) {
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_OK);
    EXPECT_INT(plan->shape.is_split, is_split && have_kernels);
    return plan;
}

static void expect_slabs(const ct_fft_plan *plan, const ct_box *box, ptrdiff_t columns) {
    int grid[2][CT_MAX_AXES] = {{0}};
    const ptrdiff_t mine = ROWS / size;
    ct_fft_grids(plan, grid[0], grid[1]);
    for (int i = 0; i < 2; i++) {
        EXPECT(grid[i][0] == size && grid[i][1] == 1);
    }
    EXPECT_INT(box->axes, 2);
    EXPECT(box->first[0] == rank * mine && box->count[0] == mine);
    EXPECT(box->first[1] == 0 && box->count[1] == columns);
}

static void look_at(ct_direction direction) {
    static const ptrdiff_t extent[] = {ROWS, WIDTH};
    const ct_fft_problem problem = ct_fft_real(2, extent);
    const ct_fft_options options = {.direction = direction, .destroys_input = 1};
    ct_fft_plan *plan = plan_of(&problem, &options, 1);
    const ct_box box[2] = {ct_fft_input_box(plan), ct_fft_output_box(plan)};
    const int first = direction == CT_FORWARD ? 0 : 1;
    expect_slabs(plan, &box[first], WIDTH);
    expect_slabs(plan, &box[1 - first], WIDTH / 2 + 1);
    EXPECT_INT(plan->work_bytes[0] + plan->work_bytes[1], 0);
    if (have_kernels) {
        EXPECT_INT(ct_fft_phases(plan), 2);
        EXPECT(strcmp(ct_fft_phase_name(plan, first), direction == CT_FORWARD
                                                          ? "transform of axes 1 0, part 1"
                                                          : "transform of axes 0 1, part 1") == 0);
        EXPECT(strcmp(ct_fft_phase_name(plan, 1 - first), "transform of axis 0, part 2") == 0);
    }
    ct_fft_plan_destroy(&plan);
}

/* Shorter ones, others without kernels of their parts, those of other arrays and shorter ones of
 * three axes are not. */
static void find_others(void) {
    static const struct {
        int axes;
        ptrdiff_t extent[3];
        int kind, is_split; /* of the second axis */
        ct_fft_options options;
    } others[] = {
        {2, {ROWS, WIDTH}, CT_FFT_DCT2, 1, {.scaling = CT_SCALING_FULL}},
        {2, {ROWS, WIDTH}, CT_FFT_C2C, 0, {.in_place = 1}},
        {2, {ROWS, WIDTH}, CT_FFT_C2C, 0, {.array.order = {1, 0}}},
        {2, {ROWS, WIDTH}, CT_FFT_C2C, 0, {.spectrum.order = {1, 0}}},
        {2, {ROWS, WIDTH}, CT_FFT_C2C, 0, {.exchange.private_arrays = 1}},
        {2, {ROWS, WIDTH}, CT_FFT_NONE, 0, {.scaling = CT_SCALING_FULL}},
        {2, {ROWS / 3, WIDTH}, CT_FFT_C2C, 0, {.scaling = CT_SCALING_FULL}},
        {2, {2 * 10007, WIDTH}, CT_FFT_C2C, 0, {.scaling = CT_SCALING_FULL}},
        {3, {ROWS, WIDTH, 2}, CT_FFT_C2C, 0, {.scaling = CT_SCALING_FULL}},
        {3, {2 * ROWS, WIDTH, 2}, CT_FFT_C2C, 1, {.scaling = CT_SCALING_FULL}},
        {3, {2 * ROWS, WIDTH, 2}, CT_FFT_NONE, 0, {.scaling = CT_SCALING_FULL}},
    };
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        ct_fft_problem problem = ct_fft_complex(others[i].axes, others[i].extent);
        problem.kind[1] = (ct_fft_kind)others[i].kind;
        const int needs_ranks = others[i].options.exchange.private_arrays;
        if (size > 1 || !needs_ranks) {
            ct_fft_plan *plan = plan_of(&problem, &others[i].options, others[i].is_split);
            ct_fft_plan_destroy(&plan);
        }
    }
    for (int i = 0; i < 2 && size > 1; i++) { /* one side in parts of rows */
        const ct_fft_problem problem = ct_fft_complex(2, others[0].extent);
        ct_fft_options options = {.direction = CT_FORWARD};
        ct_fft_side *side = i == 0 ? &options.array : &options.spectrum;
        side->grid[0] = 1;
        side->grid[1] = size;
        ct_fft_plan *plan = plan_of(&problem, &options, 1);
        const ct_box box = i == 0 ? ct_fft_input_box(plan) : ct_fft_output_box(plan);
        EXPECT(box.count[0] == ROWS && box.count[1] == WIDTH / size + (rank < WIDTH % size));
        ct_fft_plan_destroy(&plan);
    }
}

/* Later axes: rows that no kernel takes or that are fewer than ranks, and columns of a middle axis;
 * axes before them go alone. Other axes may be left as they are. */
static void find_later(void) {
    static const struct {
        int axes, axis;
        ptrdiff_t extent[3];
        int is_first_left; /* as it is */
        int is_split;      /* from so many ranks on; 0: never */
    } later[] = {
        {2, 1, {4, 144 * 150 * 15}, 1, 1},    {2, 1, {4, 144 * 150}, 1, 5},
        {2, 1, {4, 144 * 150}, 0, 5},         {2, 1, {1, 144 * 90}, 1, 0},
        {3, 1, {6, 144 * 180, 9}, 0, 1},      {3, 1, {6, 144 * 150, 9}, 0, 0},
        {3, 1, {6, 144 * 180, 4}, 1, 0},      {3, 1, {6, 144 * 480, 4}, 1, 1},
        {3, 2, {2, 2, 144 * 150 * 15}, 1, 1}, {3, 1, {6, 2 * 20011, 9}, 0, 0},
    };
    const ct_fft_options options = {.direction = CT_FORWARD};
    for (unsigned i = 0; i < sizeof later / sizeof *later; i++) {
        ct_fft_problem problem = ct_fft_complex(later[i].axes, later[i].extent);
        problem.kind[0] = later[i].is_first_left ? CT_FFT_NONE : CT_FFT_C2C;
        const int is_split = later[i].is_split > 0 && size >= later[i].is_split;
        ct_fft_plan *plan = plan_of(&problem, &options, is_split);
        if (plan->shape.is_split) {
            EXPECT_INT(plan->shape.split_axis, later[i].axis);
            EXPECT_INT(ct_fft_phases(plan), later[i].is_first_left && later[i].axis == 1 ? 2 : 3);
            EXPECT(strstr(ct_fft_reason(plan),
                          later[i].axis == 1 ? ", axis 1 as " : ", axis 2 as ") != NULL);
        }
        ct_fft_plan_destroy(&plan);
    }
}

/* A grid that none can be is refused, not divided by. */
static void refuse(void) {
    static const ptrdiff_t extent[] = {ROWS, WIDTH};
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    for (int i = 0; i < 2; i++) {
        ct_fft_options options = {.array.grid = {size, 1}};
        ct_fft_side *side = i == 0 ? &options.array : &options.spectrum;
        side->grid[0] = i == 0 ? size : -1;
        side->grid[1] = i == 0 ? 0 : size;
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan),
                   CT_ERROR_ARGUMENT);
    }
}

/* A single axis: of more ranks the shape splits it, once however long its parts are. */
static void find_single(void) {
    static const ptrdiff_t lengths[] = {600000, (ptrdiff_t)8192 * 8192};
    const ct_fft_options options = {.direction = CT_FORWARD};
    for (int i = 0; i < (size == 2 ? 2 : 1); i++) { /* others take long to plan the second */
        const ct_fft_problem problem = ct_fft_complex(1, &lengths[i]);
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        EXPECT_INT(plan->shape.axes, size > 1 || have_kernels ? 2 : 1);
        const ct_box box = ct_fft_output_box(plan);
        EXPECT(box.axes == 1 && (size > 1 || box.count[0] == lengths[i]));
        ct_fft_plan_destroy(&plan);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    have_kernels = ct_codelet_columns(CT_DOUBLE, 60, CT_FORWARD) != NULL;
    look_at(CT_FORWARD);
    look_at(CT_INVERSE);
    find_others();
    find_later();
    refuse();
    find_single();
    MPI_Finalize();
    return expect_status();
}
