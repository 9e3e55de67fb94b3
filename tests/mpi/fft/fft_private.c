/* Transforms of arrays that other ranks of the node cannot reach: what the same plan makes of
 * arrays that they can, without an array more, where those of other ranks can be reached as well,
 * and where memory cannot be shared any more. */
#include "expect.h"
#include "lines/fft_arrays.h"

#include "fft/query.h"

#include <cornerturn/fft.h>
#include <math.h>
#include <string.h>

static ptrdiff_t extent[3];
static int rank, size;

/* Of a plan. */
typedef struct kind {
    int in_place, is_half_spectrum; /* which the input is */
} kind;

/* Arrays of a plan, in place one. */
typedef struct arrays {
    char *input, *output;
    void *memory[2];
} arrays;

static ptrdiff_t most(ptrdiff_t a, ptrdiff_t b) {
    return a > b ? a : b;
}

/* Coefficients of real numbers must be symmetric: real, and the same along the other axes. */
static double number(ptrdiff_t index, int is_half_spectrum) {
    if (is_half_spectrum) {
        return index % 2 == 0 ? sin(0.37 * (double)(index / 2 % (extent[2] / 2 + 1))) : 0;
    }
    return sin(0.37 * (double)index + rank);
}

/* Shared ones, or ones of malloc at an odd address of real numbers, with the input filled. */
static arrays open_arrays(const ct_fft_plan *plan, const kind *how, int is_shared) {
    const ptrdiff_t bytes[2] = {ct_fft_input_bytes(plan), ct_fft_output_bytes(plan)};
    const ptrdiff_t needed[2] = {how->in_place ? most(bytes[0], bytes[1]) : bytes[0], bytes[1]};
    arrays a = {.memory = {NULL, NULL}};
    for (int i = 0; i < 2; i++) {
        a.memory[i] = array_create(needed[i] + 8, is_shared);
    }
    a.input = (char *)a.memory[0] + 8;
    a.output = how->in_place ? a.input : (char *)a.memory[1] + 8;
    for (ptrdiff_t i = 0; i < bytes[0] / 8; i++) {
        ((double *)(void *)a.input)[i] = number(i, how->is_half_spectrum);
    }
    return a;
}

static void close_arrays(arrays *a, int is_shared) {
    for (int i = 0; i < 2; i++) {
        array_destroy(a->memory[i], is_shared);
    }
}

/* A plan's private arrays beside shared ones, other ones each time, on their own and in a batch; in
 * the second round they are rank 0's alone, where those of the others are shared. */
static void expect_same(ct_fft_plan *plan, const kind *how) {
    const ptrdiff_t bytes = ct_fft_output_bytes(plan);
    for (int round = 0; round < 3; round++) {
        arrays shared = open_arrays(plan, how, 1);
        arrays reached = open_arrays(plan, how, 1);
        arrays unreached = open_arrays(plan, how, 0);
        const arrays mine = round == 1 && rank > 0 ? reached : unreached;
        const void *inputs[2] = {mine.input, shared.input};
        void *outputs[2] = {mine.output, shared.output};
        double worst = 0;
        if (round < 2) {
            EXPECT_INT(ct_fft_execute(plan, inputs[0], outputs[0]), CT_OK);
            EXPECT_INT(ct_fft_execute(plan, inputs[1], outputs[1]), CT_OK);
        } else {
            EXPECT_INT(ct_fft_execute_many(plan, 2, inputs, outputs), CT_OK);
        }
        for (ptrdiff_t i = 0; i < bytes / 8; i++) {
            const double difference = ((double *)outputs[0])[i] - ((double *)outputs[1])[i];
            worst = fmax(worst, fabs(difference));
        }
        EXPECT(worst < 1e-9);
        close_arrays(&shared, 1);
        close_arrays(&reached, 1);
        close_arrays(&unreached, 0);
    }
}

static void expect_case(int is_complex, ct_fft_options options) {
    const ct_fft_problem problem = is_complex ? ct_fft_complex(3, extent) : ct_fft_real(3, extent);
    const int is_forward = options.direction == CT_FORWARD;
    const kind how = {options.in_place, !is_complex && !is_forward};
    options.rigour = CT_ESTIMATE;
    for (int is_unshared = 0; is_unshared < 2; is_unshared++) {
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        const double before = ct_fft_held_bytes(plan);
        arrays mine = open_arrays(plan, &how, 0);
        arrays kept = open_arrays(plan, &how, 0);
        if (is_unshared) {
            EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
        }
        EXPECT_INT(ct_fft_execute(plan, mine.input, mine.output), CT_OK);
        EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
        if (!options.in_place && !options.destroys_input) {
            EXPECT_INT(memcmp(mine.input, kept.input, (size_t)ct_fft_input_bytes(plan)), 0);
        }
        EXPECT_INT((long long)(ct_fft_held_bytes(plan) - before), 0);
        expect_same(plan, &how);
        close_arrays(&mine, 0);
        close_arrays(&kept, 0);
        ct_fft_plan_destroy(&plan);
    }
}

static void set_extents(ptrdiff_t n0, ptrdiff_t n1, ptrdiff_t n2) {
    extent[0] = n0;
    extent[1] = n1;
    extent[2] = n2;
}

/* All directions and places of complex and of real arrays. */
static void expect_kinds(void) {
    for (int is_complex = 0; is_complex < 2; is_complex++) {
        expect_case(is_complex, (ct_fft_options){.direction = CT_FORWARD});
        expect_case(is_complex, (ct_fft_options){.direction = CT_INVERSE});
        expect_case(is_complex, (ct_fft_options){.direction = CT_INVERSE, .destroys_input = 1});
        expect_case(is_complex, (ct_fft_options){.direction = CT_FORWARD, .in_place = 1});
        expect_case(is_complex, (ct_fft_options){.direction = CT_INVERSE, .in_place = 1});
    }
}

/* Other grids at both ends, and axes in another order. */
static void expect_grids(void) {
    const ct_fft_side rows = {.grid = {1, size, 1}};
    const ct_fft_side turned = {.grid = {size, 1, 1}, .order = {2, 0, 1}};
    for (int is_complex = 0; is_complex < 2; is_complex++) {
        expect_case(is_complex, (ct_fft_options){.array = rows, .spectrum = turned});
        expect_case(is_complex,
                    (ct_fft_options){.direction = CT_INVERSE, .array = turned, .spectrum = rows});
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    set_extents(12, 10, 14); /* a portion of a stage has all */
    expect_kinds();
    set_extents(40, 48, 36); /* more portions than have slots at once */
    if (size < 3) {
        expect_kinds();
    }
    expect_grids();
    MPI_Finalize();
    return expect_status();
}
