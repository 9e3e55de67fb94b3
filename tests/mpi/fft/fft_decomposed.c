/* Transforms of arrays and to spectra in random decompositions of every kind, with ghosts, pitches
 * and orders: beside direct sums over the whole array; there and back, and as filters; ghosts and
 * gaps as they were. Then what is promised to take no pass, and what is refused.
 *
 * usage: mpi_fft_decomposed [ROUNDS [FIRST]]
 */
#include "decompositions.h"
#include "expect.h"
#include "fft_direct.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdlib.h>

enum { ROUNDS_PLAIN = 24, NOTHING = 77 };

/* One side of a transform: numbers of all of the array, in C order, and this rank's part. */
typedef struct side {
    sample drawn;
    ptrdiff_t extent[CT_MAX_AXES], elements; /* of the array */
    int numbers;                             /* of an element: 1, or 2 of complex ones */
    double *whole;
    double *part;
    ptrdiff_t part_numbers;
} side;

static void begin_side(side *s, const ct_fft_problem *problem, int is_spectrum) {
    s->numbers = ct_fft_extents(problem, is_spectrum, s->extent) ? 2 : 1;
    s->elements = 1;
    for (int a = 0; a < problem->axes; a++) {
        s->elements *= s->extent[a];
    }
    EXPECT_INT(ct_alloc(MPI_COMM_SELF, s->elements * s->numbers * 8, (void **)&s->whole), CT_OK);
    draw_sample(&s->drawn, problem->axes, s->extent);
    s->part_numbers = ct_decomposition_elements(&s->drawn.d, rank) * s->numbers;
}

/* Copies the elements of this rank into its part, or compares them, and leaves NOTHING there. */
static double walk(side *s, int fills) {
    double wrong = 0;
    for (ptrdiff_t i = 0; i < s->elements; i++) {
        ptrdiff_t position[CT_MAX_AXES] = {0};
        ptrdiff_t rest = i;
        for (int a = s->drawn.d.axes - 1; a >= 0; a--) {
            position[a] = rest % s->extent[a];
            rest /= s->extent[a];
        }
        const ptrdiff_t place = place_of(&s->drawn.d, position);
        for (int k = 0; place >= 0 && k < s->numbers; k++) {
            double *number = &s->part[place * s->numbers + k];
            if (fills) {
                *number = s->whole[i * s->numbers + k];
            } else {
                wrong = fmax(wrong, fabs(*number - s->whole[i * s->numbers + k]));
                *number = NOTHING;
            }
        }
    }
    return wrong;
}

static void expect_nothing(const side *s) {
    for (ptrdiff_t i = 0; i < s->part_numbers; i++) {
        EXPECT(s->part[i] == NOTHING);
    }
}

static ct_fft_problem draw_problem(int axes) {
    ct_fft_problem problem = {.axes = axes};
    const int real_axis = draw(2) ? draw(axes) : -1;
    for (int a = 0; a < axes; a++) {
        problem.extent[a] = 1 + draw(axes == 1 ? 200 : axes == 2 ? 24 : 9);
        problem.kind[a] = a == real_axis             ? CT_FFT_R2C
                          : draw(4) == 0 && axes > 1 ? CT_FFT_NONE
                                                     : CT_FFT_C2C;
    }
    if (real_axis < 0) {
        problem.kind[axes - 1] = CT_FFT_C2C;
    }
    return problem;
}

/* One array for both sides, or two; shared, private, or said to be private. */
static void allocate(side *input, side *output, int in_place, int how) {
    const ptrdiff_t most =
        input->part_numbers > output->part_numbers ? input->part_numbers : output->part_numbers;
    side *sides[2] = {input, output};
    for (int i = 0; i < 2 - in_place; i++) {
        const ptrdiff_t numbers = in_place ? most : sides[i]->part_numbers;
        EXPECT_INT(ct_alloc(how == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF, numbers * 8 + 64,
                            (void **)&sides[i]->part),
                   CT_OK);
        for (ptrdiff_t k = 0; k < numbers; k++) {
            sides[i]->part[k] = NOTHING;
        }
    }
    output->part = in_place ? input->part : output->part;
}

static void transform_whole(const ct_fft_problem *problem, side *array, side *spectrum) {
    for (ptrdiff_t i = 0; i < array->elements * array->numbers; i++) {
        array->whole[i] = draw(2000) / 1000.0 - 1;
    }
    direct_spectrum(problem, array->whole, spectrum->whole);
}

/* Beside the filter of the whole array on one rank. */
static void expect_filter(const ct_fft_problem *problem, const ct_fft_options *options, int how,
                          side *input) {
    const ct_fft_options alone = {.direction = options->direction};
    const ptrdiff_t whole_bytes = input->elements * input->numbers * 8;
    void *whole = malloc((size_t)whole_bytes);
    side result = *input;
    direct_filter(MPI_COMM_SELF, problem, &alone, whole_bytes, input->whole, whole);
    memcpy(input->whole, whole, (size_t)whole_bytes);
    free(whole);
    if (!options->in_place) {
        allocate(&result, &result, 1, how);
    }
    direct_filter(MPI_COMM_WORLD, problem, options, input->part_numbers * 8, input->part,
                  result.part);
    EXPECT(walk(&result, 0) < 1e-11 * (double)(input->elements + 1));
    expect_nothing(&result);
    if (!options->in_place) {
        ct_free((void **)&result.part);
    }
}

static void expect_transform(int round) {
    (void)round;
    static side array, spectrum;
    const ct_fft_problem problem = draw_problem(1 + draw(CT_MAX_AXES));
    const ct_direction direction = draw(2) ? CT_FORWARD : CT_INVERSE;
    side *input = direction == CT_FORWARD ? &array : &spectrum;
    side *output = direction == CT_FORWARD ? &spectrum : &array;
    ct_fft_options options = {.direction = direction,
                              .rigour = draw(2) ? CT_MEASURE : CT_ESTIMATE,
                              .in_place = draw(4) == 0,
                              .array.decomposition = &array.drawn.d,
                              .spectrum.decomposition = &spectrum.drawn.d,
                              .pipeline = draw(3)};
    const int how = draw(3);
    ct_fft_plan *plan = NULL;
    begin_side(&array, &problem, 0);
    begin_side(&spectrum, &problem, 1);
    transform_whole(&problem, &array, &spectrum);
    options.exchange.private_arrays = how == 2;
    options.exchange.transport = draw(3) ? CT_TRANSPORT_AUTO : CT_TRANSPORT_MESSAGES;
    allocate(input, output, options.in_place, how);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    if (plan != NULL) {
        EXPECT_INT(ct_fft_input_bytes(plan), input->part_numbers * 8);
        EXPECT_INT(ct_fft_output_bytes(plan), output->part_numbers * 8);
        (void)walk(input, 1);
        EXPECT_INT(ct_fft_execute(plan, input->part, output->part), CT_OK);
        if (!options.in_place) {
            expect_round_trip(plan, input->part, output->part);
        }
        EXPECT(walk(output, 0) < 1e-11 * (double)(output->elements + 1));
    }
    if (!options.in_place) {
        expect_nothing(output);
        EXPECT(walk(input, 0) == 0);
        ct_free((void **)&output->part);
    }
    ct_fft_plan_destroy(&plan);
    (void)walk(input, 0); /* in place: what the output has not written */
    (void)walk(input, 1);
    expect_filter(&problem, &options, how, input);
    ct_free((void **)&input->part);
    ct_free((void **)&array.whole);
    ct_free((void **)&spectrum.whole);
}

static void expect_refused(const ct_fft_problem *problem, const ct_fft_options *options,
                           const char *message) {
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, options, &plan), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), message);
    ct_fft_plan_destroy(&plan);
}

static void expect_refusals(void) {
    const ptrdiff_t extent[2] = {8, 6};
    const int grid[2] = {1, 1};
    const ct_fft_problem problem = ct_fft_real(2, extent);
    ct_decomposition d = ct_decompose_blocks(2, extent, grid);
    ct_fft_options options = {.spectrum.decomposition = &d};
    expect_refused(&problem, &options, "6 positions along axis 1; allowed: 4");
    options = (ct_fft_options){.array = {.decomposition = &d, .order = {1, 0}}};
    expect_refused(&problem, &options, "allowed: one of both");
    options = (ct_fft_options){.array.decomposition = rank == size - 1 ? &d : NULL};
    if (size > 1) {
        expect_refused(&problem, &options, "allowed: on all or none");
    }
    options.array.decomposition = &d;
    d.axes = 1;
    expect_refused(&problem, &options, "has 1 axes; allowed: the problem's 2");
    d.axes = 2;
    d.grid[0] = size + 1;
    expect_refused(&problem, &options, "allowed: at most");
}

/* The steps of a plan from `array` to `spectrum`, and the bytes that all ranks receive. */
static int steps_of(const ct_fft_problem *problem, const ct_decomposition *array,
                    const ct_decomposition *spectrum, ct_transport transport, double *moved) {
    const ct_fft_options options = {.array.decomposition = array,
                                    .spectrum.decomposition = spectrum,
                                    .pipeline = 1,
                                    .exchange.transport = transport};
    ct_fft_plan *plan = NULL;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, problem, &options, &plan), CT_OK);
    const int steps = ct_fft_phases(plan);
    *moved = ct_fft_moved_bytes(plan);
    ct_fft_plan_destroy(&plan);
    return steps;
}

/* With exchanges, a layout that ranks hold anyway is as good as the plan's own, with ghosts and in
 * another order as well, and another one costs one exchange at its end, none where there is one. */
static void expect_no_pass(void) {
    const ptrdiff_t extent[3] = {16, 12, 10};
    const int slabs[3] = {size, 1, 1};
    const int ones[3] = {1, 1, 1};
    const ptrdiff_t width[3] = {2, 3, 4};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_decomposition plain = ct_decompose_blocks(3, extent, slabs);
    ct_decomposition ghosts = plain;
    double moved[4] = {0};
    for (int a = 0; a < 3; a++) {
        ghosts.ghosts[a][0] = ghosts.ghosts[a][1] = 2;
        ghosts.order[a] = 2 - a;
    }
    const int steps = steps_of(&problem, &plain, &plain, CT_TRANSPORT_MESSAGES, &moved[0]);
    EXPECT_INT(steps_of(&problem, &ghosts, &ghosts, CT_TRANSPORT_MESSAGES, &moved[1]), steps);
    EXPECT(moved[0] == moved[1]);
    ct_decomposition cyclic = ct_decompose_cyclic(3, extent, ones, width);
    cyclic.grid[1] = size;
    EXPECT(steps_of(&problem, &plain, &cyclic, CT_TRANSPORT_MESSAGES, &moved[2]) <= steps);
    EXPECT(moved[2] <= moved[0] + 16.0 * 16 * 12 * 10);
    /* On one node lines are read and written where they are, in as many sweeps. */
    const int sweeps = steps_of(&problem, &plain, &plain, CT_TRANSPORT_AUTO, &moved[0]);
    EXPECT_INT(steps_of(&problem, &ghosts, &ghosts, CT_TRANSPORT_AUTO, &moved[1]), sweeps);
    EXPECT(moved[1] == moved[0]);
}

/* Where one node's lines are redistributed before and after, these are phases too. */
static void expect_phases(void) {
    const ptrdiff_t extent[2] = {16, 12};
    const int grid[2] = {1, size};
    const ptrdiff_t width[2] = {2, 1};
    const ct_fft_problem problem = ct_fft_complex(2, extent);
    const ct_decomposition cyclic = ct_decompose_cyclic(2, extent, grid, width);
    const ct_fft_options options = {.array.decomposition = &cyclic,
                                    .spectrum.decomposition = &cyclic};
    ct_fft_plan *plan = NULL;
    void *arrays[3] = {NULL, NULL, NULL};
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    for (int i = 0; i < 3; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &arrays[i]), CT_OK);
    }
    memset(arrays[0], 0, (size_t)ct_fft_input_bytes(plan));
    const void *inputs[2] = {arrays[0], arrays[0]};
    void *outputs[2] = {arrays[1], arrays[2]};
    for (int n = 1; n <= 2; n++) {
        EXPECT_INT(ct_fft_execute_many(plan, n, inputs, outputs), CT_OK);
        const int last = ct_fft_phases(plan) - 1;
        const int is_relaid = size > 1 && strstr(ct_fft_reason(plan), "on one node") != NULL;
        EXPECT_INT(strcmp(ct_fft_phase_name(plan, 0), "redistribute input") == 0, is_relaid);
        EXPECT_INT(strcmp(ct_fft_phase_name(plan, last), "redistribute output") == 0, is_relaid);
        EXPECT(ct_fft_seconds(plan, 0) > 0 && ct_fft_seconds(plan, last) > 0);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
    ct_fft_plan_destroy(&plan);
    ct_free(&arrays[0]);
    ct_free(&arrays[1]);
    ct_free(&arrays[2]);
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS_PLAIN;
    const int first = argc > 2 ? atoi(argv[2]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_rounds(expect_transform, 613U, first, rounds);
    expect_padded(20 - size % 2);
    expect_refusals();
    expect_no_pass();
    expect_phases();
    MPI_Finalize();
    return expect_status();
}
