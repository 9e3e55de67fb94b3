/* Planes that FFTW transforms without measuring: columns from array to array, then rows, or by way
 * of the workspace where that would be columns in place. Beside the defining sums, in both
 * precisions and directions, in place and not, dense and with pads behind rows, which stay; and
 * that they go so, but for those back to real numbers, which have a plan of their own for both axes
 * (fft_planes). */
#include "../codelet_sums.h"
#include "expect.h"

#include "fft/plan.h"
#include "fft/stages/planes.h"
#include "kernels/vectors.h"

#include <cornerturn/memory.h>
#include <string.h>

enum { AXES = 3, POINTS_MOST = 16384 };

typedef struct test_case {
    ptrdiff_t extent[AXES];
    ptrdiff_t pad; /* numbers behind each row of either side */
    int is_real, in_place;
    ct_direction direction;
    ct_precision precision;
} test_case;

/* Stages that go by two plans, and those of them whose planes lie apart between these, where there
 * is room for them as they lie. */
static int stages_of(const ct_fft_plan *plan, int *apart) {
    int found = 0;
    *apart = 0;
    for (int i = 0; i < plan->steps; i++) {
        const ct_fft_stage *stage = &plan->step[i].stage;
        const ct_fft_planes *planes = &stage->planes;
        const int is_found = planes->is_used && planes->plan[1] != NULL;
        const ct_fft_view *as = planes->class == CT_CLASS_R2C ? &stage->into : &stage->from;
        found += is_found;
        *apart += is_found && planes->is_apart;
        EXPECT(!is_found || !planes->is_apart ||
               stage->block_bytes >= ct_fft_planes_bytes(stage, as));
    }
    return found;
}

/* One side, in blocks of planes. */
static ct_decomposition padded(const test_case *c, int is_spectrum) {
    ptrdiff_t extent[AXES] = {c->extent[0], c->extent[1], c->extent[2]};
    int slabs[AXES] = {1, 1, 1};
    MPI_Comm_size(MPI_COMM_WORLD, &slabs[0]);
    extent[2] = is_spectrum && c->is_real ? extent[2] / 2 + 1 : extent[2];
    ct_decomposition side = ct_decompose_blocks(AXES, extent, slabs);
    side.pitch[2] = extent[2] + c->pad;
    return side;
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

/* Writes the rank's box of a field, or gives the largest difference of an array from it; NAN where
 * something was written behind a row. */
static double visit(const test_case *c, const ct_box *box, const double complex *field,
                    int are_real, void *array, int writes) {
    double most = 0;
    const ptrdiff_t *count = box->count;
    const ptrdiff_t pitch = count[2] + c->pad;
    for (ptrdiff_t i = 0; !writes && i < count[0] * count[1] * pitch; i++) {
        const double there = ct_real_at(array, are_real ? i : 2 * i, c->precision);
        most = i % pitch < count[2] || isnan(there) ? most : NAN;
    }
    for (ptrdiff_t i = 0; i < ct_box_elements(box); i++) {
        const ptrdiff_t at[AXES] = {box->first[0] + i / count[2] / count[1],
                                    box->first[1] + i / count[2] % count[1],
                                    box->first[2] + i % count[2]};
        const double complex number = field[(at[0] * c->extent[1] + at[1]) * c->extent[2] + at[2]];
        const ptrdiff_t place = i / count[2] * pitch + i % count[2];
        if (writes && are_real) {
            ct_real_set(array, place, c->precision, creal(number));
        } else if (writes) {
            set_number(array, place, c->precision, number);
        } else {
            const double complex found = are_real ? ct_real_at(array, place, c->precision)
                                                  : number_at(array, place, c->precision);
            most = larger(most, cabs(found - number));
        }
    }
    return most;
}

static void transform(const test_case *c) {
    static double complex before[POINTS_MOST];
    static double complex after[POINTS_MOST];
    const ptrdiff_t points = c->extent[0] * c->extent[1] * c->extent[2];
    const ct_decomposition sides[2] = {padded(c, 0), padded(c, 1)};
    const ct_fft_options options = {.direction = c->direction,
                                    .in_place = c->in_place,
                                    .array.decomposition = c->pad > 0 ? &sides[0] : NULL,
                                    .spectrum.decomposition = c->pad > 0 ? &sides[1] : NULL};
    ct_fft_problem problem =
        c->is_real ? ct_fft_real(AXES, c->extent) : ct_fft_complex(AXES, c->extent);
    ct_fft_plan *plan = NULL;
    void *array[2] = {NULL, NULL};
    int apart = 0;
    problem.precision = c->precision;
    make_fields(c, before, after);
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    const int is_forward = c->direction == CT_FORWARD;
    const int stages = stages_of(plan, &apart);
    EXPECT(c->pad > 0 || stages == (is_forward || !c->is_real));
    EXPECT(c->pad == 0 || c->is_real || !c->in_place || apart > 0);
    EXPECT(c->pad > 0 || apart == (is_forward ? c->is_real || c->in_place : !c->is_real));
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(plan), &array[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, ct_fft_output_bytes(plan), &array[1]), CT_OK);
    memset(array[0], 0xff, (size_t)ct_fft_input_bytes(plan)); /* NaNs */
    memset(array[1], 0xff, (size_t)ct_fft_output_bytes(plan));
    MPI_Barrier(MPI_COMM_WORLD); /* others may write into it now */
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
    static const ptrdiff_t extents[][AXES] = {{2, 490, 14}, {2, 490, 10}, {6, 300, 2}};
    MPI_Init(&argc, &argv);
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* without kernels */
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        for (int way = 0; way < 32; way++) {
            test_case c = {.pad = extents[i][2] > 2 ? (way >> 4) * 3 : 0,
                           .is_real = way & 1,
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
