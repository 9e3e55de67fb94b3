/*
 * A Douglas-Gunn step on cubes of equal cells with constant coefficients, both ways in turn in one
 * run, reducing and transposing, beside each rank's part of an array copied past the cache, and a
 * look at whether the state is within its bounds, which runs take every 64 steps. Prints
 * CSV: one line a round, seconds from a common start to the last rank's end, and of a step's two
 * passes, each on the rank that takes longest; bytes of arrays that a step reads and writes at
 * least, bytes that ranks get from others in one.
 *
 * usage: mpirun -n P bench_adi CELLS ROUNDS [AXES] [variable] [float] [changing]
 *        CELLS along each of AXES (2 or 3) axes, or AxBxC; variable: kappa is a field; float: in
 *        single precision; changing: no two steps in turn are of one length
 */
#include "adi/plan.h"
#include "kernels/stream.h"

#include <cornerturn/adi.h>
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 2 };

typedef enum method { REDUCING, TRANSPOSING, COPY, LOOK, METHODS } method;

enum { WHOLE, FIRST_PASS, LAST_PASS, TIMES };

typedef struct bench {
    int rank, size, axes, is_variable, is_changing;
    int steps; /* of both plans, which take one each a round */
    ct_precision precision;
    ptrdiff_t extent[CT_ADI_AXES];
    ct_adi_plan *plans[COPY];
    ct_box box;
    void *arrays[2]; /* of the box, where the state's own memory would be */
    size_t bytes;
} bench;

static void wave(void *context, double time, ptrdiff_t count, const double *const position[],
                 double *values) {
    (void)context;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 2 + sin(3 * position[0][i] + 2 * position[1][i] + time);
    }
}

static ct_status make_plan(bench *b, method how) {
    const ct_adi_quantity start = {.kind = CT_ADI_FUNCTION, .function = wave};
    const ct_adi_options options = {.scheme = CT_ADI_DOUGLAS_GUNN,
                                    .method =
                                        how == REDUCING ? CT_ADI_REDUCING : CT_ADI_TRANSPOSING};
    ct_adi_problem problem = ct_adi_box_problem(b->axes, b->extent);
    problem.precision = b->precision;
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        problem.face[0][side] = (ct_adi_face){.kind = CT_ADI_DIRICHLET, .value = side};
    }
    ct_status status = ct_adi_plan_create(MPI_COMM_WORLD, &problem, &options, &b->plans[how]);
    status = status == CT_OK ? ct_adi_set_state(b->plans[how], &start) : status;
    return status == CT_OK && b->is_variable ? ct_adi_set_diffusivity(b->plans[how], &start)
                                             : status;
}

static size_t number_bytes(const bench *b) {
    return b->precision == CT_FLOAT ? sizeof(float) : sizeof(double);
}

static ct_status prepare(bench *b) {
    ct_status status = make_plan(b, REDUCING);
    status = status == CT_OK ? make_plan(b, TRANSPOSING) : status;
    status = status == CT_OK ? ct_adi_bounds_begin(b->plans[REDUCING]) : status;
    if (status != CT_OK) {
        return status;
    }
    b->box = ct_adi_state_box(b->plans[REDUCING]);
    b->bytes = (size_t)ct_box_elements(&b->box) * number_bytes(b);
    for (int i = 0; i < 2 && status == CT_OK; i++) {
        status = ct_alloc(MPI_COMM_SELF, (ptrdiff_t)b->bytes, &b->arrays[i]);
        if (status == CT_OK) {
            memset(b->arrays[i], 1, b->bytes);
        }
    }
    return status;
}

/* Seconds that passes have taken. */
static void add_passes(const bench *b, method how, double sign, double seconds[TIMES]) {
    if (how < COPY) {
        seconds[FIRST_PASS] += sign * ct_adi_seconds(b->plans[how], CT_ADI_FIRST_PASS);
        seconds[LAST_PASS] += sign * ct_adi_seconds(b->plans[how], CT_ADI_LAST_PASS);
    }
}

/* Seconds until the last rank is done, and of passes. Collective. */
static ct_status time_once(bench *b, method how, double seconds[TIMES]) {
    const int is_longer = b->is_changing && b->steps / COPY % 2 == 1;
    const double dt = (is_longer ? 2.0 : 1.0) / (double)b->extent[0];
    ct_status status = CT_OK;
    add_passes(b, how, -1, seconds);
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    if (how == COPY) {
        ct_stream_copy(b->arrays[1], b->arrays[0], b->bytes);
        ct_stream_fence();
    } else if (how == LOOK) {
        ct_adi_bounds found;
        status = ct_adi_bounds_check(b->plans[REDUCING], &found);
    } else {
        status = ct_adi_step(b->plans[how], dt);
        b->steps++;
    }
    seconds[WHOLE] = MPI_Wtime() - start_s;
    add_passes(b, how, 1, seconds);
    (void)MPI_Allreduce(MPI_IN_PLACE, seconds, TIMES, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return status;
}

static ct_status run(bench *b, int rounds) {
    ct_status status = prepare(b);
    if (status == CT_OK && b->rank == 0) {
        (void)printf(
            "cells,bytes,axes,ranks,variable,reducing_s,reducing_first_s,reducing_last_s,"
            "transposing_s,transposing_first_s,transposing_last_s,copy_s,look_s,swept_bytes,"
            "reducing_moved_bytes,transposing_moved_bytes\n");
    }
    for (int round = -WARM_UP; round < rounds && status == CT_OK; round++) {
        double seconds[METHODS][TIMES] = {{0}};
        for (int how = 0; how < METHODS && status == CT_OK; how++) {
            status = time_once(b, (method)how, seconds[how]);
        }
        if (status == CT_OK && round >= 0 && b->rank == 0) {
            (void)printf("%td,%zu,%d,%d,%d", b->extent[b->axes - 1], number_bytes(b), b->axes,
                         b->size, b->is_variable);
            for (int how = 0; how < COPY; how++) {
                (void)printf(",%.7f,%.7f,%.7f", seconds[how][WHOLE], seconds[how][FIRST_PASS],
                             seconds[how][LAST_PASS]);
            }
            (void)printf(",%.7f,%.7f,%.0f,%.0f,%.0f\n", seconds[COPY][WHOLE], seconds[LOOK][WHOLE],
                         ct_adi_swept_bytes(b->plans[REDUCING]),
                         ct_adi_moved_bytes(b->plans[REDUCING]),
                         ct_adi_moved_bytes(b->plans[TRANSPOSING]));
        }
    }
    return status;
}

/* Whether the arguments are complete. */
static int parse(int argc, char **argv, bench *b, long *rounds) {
    char *text = argc > 1 ? argv[1] : "";
    int given = 0;
    int is_right = argc > 2;
    while (given < CT_ADI_AXES && *text != '\0') {
        b->extent[given] = strtol(text, &text, 10);
        is_right = is_right && b->extent[given] > 0 && (*text == 'x' || *text == '\0');
        given++;
        text += *text == 'x';
    }
    for (int axis = given; axis < CT_ADI_AXES; axis++) {
        b->extent[axis] = b->extent[0];
    }
    *rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    b->axes = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 3;
    for (int i = 4; i < argc; i++) {
        const int is_float = strcmp(argv[i], "float") == 0;
        const int is_variable = strcmp(argv[i], "variable") == 0;
        const int is_changing = strcmp(argv[i], "changing") == 0;
        is_right = is_right && (is_float || is_variable || is_changing);
        b->precision = is_float ? CT_FLOAT : b->precision;
        b->is_variable = b->is_variable || is_variable;
        b->is_changing = b->is_changing || is_changing;
    }
    return is_right && *text == '\0' && *rounds > 0 && (b->axes == 2 || b->axes == 3) &&
           (given == 1 || given == b->axes);
}

int main(int argc, char **argv) {
    bench b = {.precision = CT_DOUBLE};
    long rounds = 0;
    if (!parse(argc, argv, &b, &rounds)) {
        (void)fprintf(stderr,
                      "usage: bench_adi CELLS ROUNDS [AXES] [variable] [float] [changing]\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    ct_status status = run(&b, (int)rounds);
    if (status != CT_OK && b.rank == 0) {
        (void)fprintf(stderr, "bench_adi: %s\n", ct_error_message());
    }
    ct_adi_plan_destroy(&b.plans[REDUCING]);
    ct_adi_plan_destroy(&b.plans[TRANSPOSING]);
    ct_free(&b.arrays[0]);
    ct_free(&b.arrays[1]);
    MPI_Finalize();
    return status != CT_OK;
}
