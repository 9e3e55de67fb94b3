/* Steps where kappa is a field, whose rows turn from one axis to the next in registers, against
 * those of a plan with a balance, which sweeps one axis after the other: the same to rounding; and
 * written past the cache against not: the same. With all vector instructions. */
#include "adi_alike.h"

#include "adi/plan.h"
#include "adi/step/turned.h"
#include "kernels/vectors.h"

#include <cornerturn/adi_heat.h>
#include <stdint.h>

enum { FACES = 6, SHAPES = 4, STEPS = 2 };

typedef struct given {
    int faces; /* all of one kind, or mixed, or periodic along the first and the last axis */
    const ptrdiff_t *extent;
    ct_precision precision;
    int size;     /* ranks, along the first axis */
    int is_lossy; /* sigma is a field too */
} given;

static void rough(void *context, double t, ptrdiff_t count, const double *const position[],
                  double *values) {
    (void)context;
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = 1 + 0.9 * sin(40 * position[0][i]) * sin(50 * position[1][i] + 1) *
                            sin(60 * position[2][i] + 2);
    }
}

static ct_adi_boundary face_of(int faces, int axis) {
    return faces < 4    ? (ct_adi_boundary)faces
           : faces == 4 ? (ct_adi_boundary)((axis + 1) % 4)
           : axis == 1  ? CT_ADI_ROBIN
                        : CT_ADI_PERIODIC;
}

/* After some steps. The caller destroys it. */
static void advance(const void *test_case, made_plan *p, int is_turned, int streams) {
    const given *c = test_case;
    const ct_adi_options options = {
        .scheme = CT_ADI_DOUGLAS_GUNN, .method = CT_ADI_REDUCING, .grid = {c->size, 1, 1}};
    const ct_adi_quantity field = {.kind = CT_ADI_FUNCTION, .function = rough};
    const ct_adi_boundary boundary[CT_ADI_AXES] = {face_of(c->faces, 0), face_of(c->faces, 1),
                                                   face_of(c->faces, 2)};
    EXPECT_INT(
        made_create(MPI_COMM_WORLD, p, CT_ADI_AXES, c->extent, boundary, 1, &options, c->precision),
        CT_OK);
    p->plan->cache_bytes = streams ? 0 : PTRDIFF_MAX;
    EXPECT_INT(ct_adi_set_diffusivity(p->plan, &field), CT_OK);
    if (c->is_lossy) {
        EXPECT_INT(ct_adi_set_reaction(p->plan, &field), CT_OK);
    }
    if (!is_turned) {
        EXPECT_INT(ct_adi_balance_begin(p->plan), CT_OK);
    }
    EXPECT_INT(ct_adi_is_turned(p->plan), is_turned && face_of(c->faces, 1) != CT_ADI_PERIODIC);
    for (int step = 0; step < STEPS; step++) {
        EXPECT_INT(ct_adi_step(p->plan, 2e-4), CT_OK);
    }
}

/* Rows that are not whole lines of the cache; that are, with pivots in squares; some more than
 * whole groups; that begin alike in pages. */
int main(int argc, char **argv) {
    static const ptrdiff_t extent[SHAPES][CT_ADI_AXES] = {
        {7, 45, 100}, {9, 32, 192}, {6, 17, 704}, {5, 18, 1024}};
    int size = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int code = 0; code < FACES * SHAPES; code++) {
        const given c = {.faces = code % FACES,
                         .extent = extent[code / FACES],
                         .precision = (code + code / FACES) % 2 == 0 ? CT_DOUBLE : CT_FLOAT,
                         .size = size,
                         .is_lossy = code % 4 >= 2};
        ct_vectors_limit((ct_vectors)(code / 2 % (CT_VECTORS_AVX512 + 1)));
        expect_alike(advance, &c);
    }
    MPI_Finalize();
    return expect_status();
}
