/* Planes that FFTW transforms without measuring: columns from array to array, then rows, or by way
 * of the workspace where that would be columns in place. Beside the defining sums, in both
 * precisions and directions, in place and not; and that they go so, but for those back to real
 * numbers, which have a plan of their own for both axes (fft_planes). */
#include "../codelet_sums.h"
#include "expect.h"

#include "fft/plan.h"

#include <cornerturn/memory.h>
#include <string.h>

enum { AXES = 3, POINTS_MOST = 16384 };

typedef struct test_case {
    ptrdiff_t extent[AXES];
    int is_real, in_place;
    ct_direction direction;
    ct_precision precision;
} test_case;

/* Stages that go by two plans, and those of them whose planes lie apart between these. */
static int stages_of(const ct_fft_plan *plan, int *apart) {
    int found = 0;
    *apart = 0;
    for (int i = 0; i < plan->steps; i++) {
        const ct_fft_planes *planes = &plan->step[i].stage.planes;
        const int is_found = planes->is_used && planes->plan[1] != NULL;
        found += is_found;
        *apart += is_found && planes->is_apart;
    }
    return found;
}

/* The field before and after, all of it, on every rank: forward it is summed, and back is what was
 * there before that. */
static void make_fields(const test_case *c, double complex *before, double complex *after) {
    const ptrdiff_t points = c->extent[0] * c->extent[1] * c->extent[2];
    const int is_forward = c->direction == CT_FORWARD;
    double complex *summed = is_forward ? after : before;
    ptrdiff_t beside = 1;
    for (ptrdiff_t i = 0; i < points; i++) {
        before[i] = c->is_real ? real_sample(i) : sample(i);
        after[i] = before[i];
    }
    for (int a = AXES - 1; a >= 0; beside *= c->extent[a--]) {
        sum_axis(summed, points, c->extent[a], beside, CT_FORWARD);
    }
}

/* Writes the rank's box of a field, or gives the largest difference of an array from it. */
static double visit(const test_case *c, const ct_box *box, const double complex *field,
                    int are_real, void *array, int writes) {
    double most = 0;
    const ptrdiff_t *count = box->count;
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        const ptrdiff_t at[AXES] = {box->first[0] + i / count[2] / count[1],
                                    box->first[1] + i / count[2] % count[1],
                                    box->first[2] + i % count[2]};
        const double complex number = field[(at[0] * c->extent[1] + at[1]) * c->extent[2] + at[2]];
        if (writes && are_real) {
            ct_real_set(array, i, c->precision, creal(number));
        } else if (writes) {
            set_number(array, i, c->precision, number);
        } else {
            const double complex found =
                are_real ? ct_real_at(array, i, c->precision) : number_at(array, i, c->precision);
            most = larger(most, cabs(found - number));
        }
    }
    return most;
}

static void transform(const test_case *c) {
    static double complex before[POINTS_MOST];
    static double complex after[POINTS_MOST];
    const ptrdiff_t points = c->extent[0] * c->extent[1] * c->extent[2];
    const ct_fft_options options = {.direction = c->direction, .in_place = c->in_place};
    ct_fft_problem problem =
        c->is_real ? ct_fft_real(AXES, c->extent) : ct_fft_complex(AXES, c->extent);
    ct_fft_plan *plan = NULL;
    void *array[2] = {NULL, NULL};
    int apart = 0;
    problem.precision = c->precision;
    make_fields(c, before, after);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const int is_forward = c->direction == CT_FORWARD;
    EXPECT_INT(stages_of(plan, &apart), is_forward || !c->is_real);
    EXPECT_INT(apart, is_forward ? c->is_real || c->in_place : !c->is_real);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &array[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_output_bytes(plan), &array[1]), CT_OK);
    void *const result = array[!c->in_place];
    const ct_box from = ct_fft_input_box(plan);
    const ct_box into = ct_fft_output_box(plan);
    (void)visit(c, &from, before, c->is_real && is_forward, array[0], 1);
    EXPECT_INT(ct_fft_execute(plan, array[0], result), CT_OK);
    MPI_Barrier(MPI_COMM_WORLD); /* others may still write */
    EXPECT(visit(c, &into, after, c->is_real && !is_forward, result, 0) <=
           rounding_beside(after, points, c->precision));
    EXPECT(c->in_place || visit(c, &from, before, c->is_real && is_forward, array[0], 0) <=
                              rounding_beside(before, points, c->precision));
    ct_fft_plan_destroy(&plan);
    ct_free(&array[0]);
    ct_free(&array[1]);
}

int main(int argc, char **argv) {
    static const ptrdiff_t extents[][AXES] = {{4, 30, 14}, {2, 90, 36}, {6, 300, 2}};
    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int way = 0; way < 16; way++) {
            test_case c = {.is_real = way & 1,
                           .in_place = way >> 1 & 1,
                           .direction = (way >> 2 & 1) != 0 ? CT_INVERSE : CT_FORWARD,
                           .precision = (way >> 3 & 1) != 0 ? CT_FLOAT : CT_DOUBLE};
            memcpy(c.extent, extents[i], sizeof c.extent);
            if (!c.is_real || !c.in_place) {
                transform(&c);
            }
        }
    }
    MPI_Finalize();
    return expect_status();
}
