/*
 * N bodies that attract each other: for a step each needs the places of all others. Every rank
 * moves its n/P bodies and hears from all ranks where theirs are.
 *
 * Source: Saad, Schultz 1985, section 4, with one body a node: 2^d - 1 packets come to every node.
 * A step has an all-gather of 4 numbers a body, mass and place, by the algorithms and at the costs
 * that stand in power.c; m = 4 n/P.
 *
 * The bodies' file has 7 doubles a body: mass, place, speed. Printed are the same after STEPS
 * steps of length DT, by the leapfrog: half a step with the force here, a step of the places, half
 * a step with the force there. The force of a body is mass / (distance^2 + SOFTENING^2)^(3/2)
 * times the way to it.
 *
 *   mpirun -n 4 build/run/examples/bodies bodies.f64 100 0.01 > after.txt
 */
#include "example.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, BODY = 1 + 2 * AXES, TOLD = 1 + AXES }; /* numbers of a body; what others hear */
static const double SOFTENING = 0.05;

/* Accelerates the bodies of this rank by all there are, for a time. */
static void kick(const example_rows *own, const double *told, int n, double time) {
    for (int i = 0; i < own->count; i++) {
        double *body = own->values + (ptrdiff_t)i * BODY;
        double force[AXES] = {0};
        for (int j = 0; j < n; j++) {
            const double *other = told + (ptrdiff_t)j * TOLD;
            double way[AXES];
            for (int axis = 0; axis < AXES; axis++) {
                way[axis] = other[1 + axis] - body[1 + axis];
            }
            double square = example_dot(way, way, AXES) + SOFTENING * SOFTENING;
            double strength = other[0] / (square * sqrt(square));
            for (int axis = 0; axis < AXES; axis++) {
                force[axis] += strength * way[axis];
            }
        }
        for (int axis = 0; axis < AXES; axis++) {
            body[1 + AXES + axis] += time * force[axis];
        }
    }
}

static void drift(const example_rows *own, double time) {
    for (int i = 0; i < own->count; i++) {
        double *body = own->values + (ptrdiff_t)i * BODY;
        for (int axis = 0; axis < AXES; axis++) {
            body[1 + axis] += time * body[1 + AXES + axis];
        }
    }
}

/* What the others hear of this rank's bodies. */
static void tell(const example_rows *own, double *part) {
    for (int i = 0; i < own->count; i++) {
        memcpy(part + (ptrdiff_t)i * TOLD, own->values + (ptrdiff_t)i * BODY, TOLD * sizeof *part);
    }
}

/* Rank 0 gathers all bodies and prints them. */
static void print(const example_rows *own, int block, int n) {
    const int count = block * BODY;
    double *mine = example_doubles_new(count);
    double *all =
        example_doubles_new((ptrdiff_t)(example_rank() == 0 ? example_size() : 0) * count);
    memcpy(mine, own->values, (size_t)own->count * BODY * sizeof *mine);
    example_check(ct_gather(mine, count, MPI_DOUBLE, all, count, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    example_print(all, n, BODY);
    free(all);
    free(mine);
}

int main(int argc, char **argv) {
    example_begin(argc, argv, 3, 4, "BODIES STEPS DT [ALGORITHM]");
    ptrdiff_t doubles = example_doubles(argv[1]);
    example_require(doubles % BODY == 0 && doubles / BODY < INT_MAX / BODY / 2,
                    "%s has %td doubles; expected 7 a body: mass, place, speed", argv[1], doubles);
    int n = (int)(doubles / BODY);
    int steps = example_whole_number(argv[2], "STEPS");
    double time = example_number(argv[3], "DT");
    int block = example_block(n);
    example_rows own = example_read_block(argv[1], n, BODY);
    ct_exchange_plan *plan = example_all_gather(block * TOLD, argc > 4 ? argv[4] : "auto");
    double *part = example_doubles_new((ptrdiff_t)block * TOLD);
    double *told = example_doubles_new((ptrdiff_t)block * TOLD * example_size());
    tell(&own, part);
    example_check(ct_exchange_execute(plan, part, told));
    for (int step = 0; step < steps; step++) {
        kick(&own, told, n, time / 2);
        drift(&own, time);
        tell(&own, part);
        example_check(ct_exchange_execute(plan, part, told));
        kick(&own, told, n, time / 2);
    }
    example_printf("# n = %d, %d ranks, all-gather by %s\n", n, example_size(),
                   ct_exchange_algorithm(plan));
    print(&own, block, n);
    ct_exchange_plan_destroy(&plan);
    free(told);
    free(part);
    free(own.values);
    return example_end();
}
