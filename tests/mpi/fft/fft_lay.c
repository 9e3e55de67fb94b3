/* Tiles of rows give the same spectrum as tiles that lie across, though planning takes only one of
 * the two; so do the last tiles of blocks with a plan of their own and those that are filled up to
 * the width of the others: for all classes of transform, padded, cut off, both precisions. With an
 * argument there and back, otherwise the one or the other. */
#include "expect.h"

#include "fft/lines/tile_layout.h"
#include "fft/plan.h"

#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>

enum { ROWS, ACROSS, FILLED_UP, WAYS };
static int tried[WAYS];

/* Has all tiles that may be so lie one way. Returns how many may. */
static int lay_all(ct_fft_plan *plan, int way) {
    int found = 0;
    for (int i = 0; i < plan->steps; i++) {
        for (int k = 0; k < plan->step[i].stage.passes; k++) {
            ct_fft_lines *lines = &plan->step[i].stage.pass[k];
            ct_fft_lines_set_layout(lines, way == ACROSS ? lines->other : CT_FFT_ROWS);
            EXPECT(ct_fft_tile_layout_plan(lines, &plan->workspace[0], 0));
            int may_fill = lines->rest > 0 && !lines->from.is_direct && !lines->into.is_direct;
            lines->rest = way == FILLED_UP && may_fill ? 0 : lines->rest;
            found += way == FILLED_UP ? may_fill : lines->other != CT_FFT_ROWS;
        }
    }
    return found;
}

static double number(const ct_fft_problem *problem, const void *array, ptrdiff_t i) {
    return problem->precision == CT_FLOAT ? (double)((const float *)array)[i]
                                          : ((const double *)array)[i];
}

static void try_all(const ct_fft_problem *problem, ct_direction direction) {
    const ct_fft_options options = {.rigour = CT_MEASURE, .direction = direction};
    const ptrdiff_t real_bytes = problem->precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    ct_fft_plan *plan = NULL;
    void *array[1 + WAYS] = {NULL};
    int rank = 0;
    double largest = 0;
    double difference = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &options, &plan), CT_OK);
    for (int i = 0; i < 1 + WAYS; i++) {
        ptrdiff_t bytes = i == 0 ? ct_fft_input_bytes(plan) : ct_fft_output_bytes(plan);
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &array[i]), CT_OK);
    }
    for (ptrdiff_t i = 0; i < ct_fft_input_bytes(plan) / real_bytes; i++) {
        double value = sin(0.7 * (double)i + 0.1 * (double)(i % 11) + rank * rank);
        if (problem->precision == CT_FLOAT) {
            ((float *)array[0])[i] = (float)value;
        } else {
            ((double *)array[0])[i] = value;
        }
    }
    for (int way = 0; way < WAYS; way++) {
        tried[way] += lay_all(plan, way);
        EXPECT_INT(ct_fft_execute(plan, array[0], array[1 + way]), CT_OK);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (ptrdiff_t i = 0; i < ct_fft_output_bytes(plan) / real_bytes; i++) {
        double wanted = number(problem, array[1], i);
        largest = fmax(largest, fabs(wanted));
        for (int way = ACROSS; way < WAYS; way++) {
            difference = fmax(difference, fabs(number(problem, array[1 + way], i) - wanted));
        }
    }
    EXPECT(ct_fft_output_bytes(plan) == 0 || largest > 0);
    EXPECT(difference <= (problem->precision == CT_FLOAT ? 1e-5 : 1e-14) * largest);
    for (int i = 0; i < 1 + WAYS; i++) {
        ct_free(&array[i]);
    }
    ct_fft_plan_destroy(&plan);
}

/* Components side by side in memory become what fields of their own do, and are transformed as
 * these are: the stage of several axes has each apart in its block, and writes lines there without
 * a copy. */
static void try_components(int components) {
    const ptrdiff_t extent[4] = {12, 18, 20, components};
    const ct_fft_problem field = ct_fft_complex(3, extent);
    ct_fft_problem vectors = ct_fft_complex(4, extent);
    ct_fft_options options = {.direction = CT_FORWARD};
    ct_fft_plan *plan[2] = {NULL, NULL};
    double *array[4];
    MPI_Comm_size(MPI_COMM_WORLD, &options.array.grid[0]);
    for (int a = 1; a < 4; a++) {
        options.array.grid[a] = 1;
    }
    options.spectrum = options.array;
    vectors.kind[3] = CT_FFT_NONE;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &field, &options, &plan[0]), CT_OK);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &vectors, &options, &plan[1]), CT_OK);
    for (int i = 0; i < 4; i++) { /* inputs and outputs */
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan[i % 2]), (void **)&array[i]),
                   CT_OK);
    }
    for (int k = 0; k < plan[1]->steps && !plan[1]->is_whole; k++) { /* one rank: FFTW */
        const ct_fft_stage *stage = &plan[1]->step[k].stage;
        EXPECT(stage->passes == 1 || stage->component_axis == 3);
        EXPECT(stage->passes != 2 || stage->pass[0].into.is_direct);
    }
    const ptrdiff_t numbers = ct_fft_input_bytes(plan[0]) / 8;
    for (ptrdiff_t i = 0; i < numbers * components; i++) {
        array[1][i] = sin((double)(i * i % 1009));
    }
    EXPECT_INT(ct_fft_execute(plan[1], array[1], array[3]), CT_OK);
    for (int c = 0; c < components; c++) {
        double difference = 0;
        for (ptrdiff_t i = 0; i < numbers; i++) {
            array[0][i] = array[1][(i / 2 * components + c) * 2 + i % 2];
        }
        EXPECT_INT(ct_fft_execute(plan[0], array[0], array[2]), CT_OK);
        for (ptrdiff_t i = 0; i < numbers; i++) {
            const double found = array[3][(i / 2 * components + c) * 2 + i % 2];
            difference = fmax(difference, fabs(found - array[2][i]));
        }
        EXPECT(difference < 1e-11);
        MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    }
    for (int i = 0; i < 4; i++) {
        ct_free((void **)&array[i]);
    }
    ct_fft_plan_destroy(&plan[0]);
    ct_fft_plan_destroy(&plan[1]);
}

int main(int argc, char **argv) {
    static const ptrdiff_t extents[][3] = {{32, 48, 64},  {7, 31, 45},  {3, 100, 5},  {17, 2, 181},
                                           {9, 190, 133}, {4, 300, 77}, {6, 260, 131}};
    MPI_Init(&argc, &argv);
    for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
        for (int kind = 0; kind < 4; kind++) {
            ct_fft_problem problem =
                kind == 1 ? ct_fft_real(3, extents[e]) : ct_fft_complex(3, extents[e]);
            if (kind == 2) { /* complex numbers in a cosine transform */
                problem.kind[0] = CT_FFT_DCT2;
            }
            if (kind == 3) {
                problem.length[0] = extents[e][0] + 5;
                problem.modes[0] = extents[e][0] / 2 + 1;
                problem.length[1] = extents[e][1] + 8;
            }
            problem.precision = (e + (size_t)kind) % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
            for (int direction = 0; direction < 2; direction++) {
                if (argc > 1 || (e + (size_t)kind / 2 + (size_t)direction) % 2 == 0) {
                    try_all(&problem, direction == 0 ? CT_FORWARD : CT_INVERSE);
                }
            }
        }
    }
    try_components(2);
    try_components(3);
    MPI_Finalize();
    return expect_status();
}
