/* Axes that are eliminated together against one after the other, which a field of one number makes
 * of the same problem; and written past the cache against not: the same to rounding, and the same.
 */
#include "expect.h"

#include "adi/plan.h"
#include "adi_problem.h"

#include <string.h>

enum { FACES = 7, SHAPES = 4, STEPS = 3 };

static void steady(void *context, double t, ptrdiff_t count, const double *const position[],
                   double *values) {
    (void)t;
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = *(const double *)context;
    }
}

/* Every face of one kind, or mixed, or periodic along one of the two axes only. */
static ct_adi_boundary face_of(int faces, int axis) {
    const int periodic_axis = faces - 5;
    return faces < 4               ? (ct_adi_boundary)faces
           : faces == 4            ? (ct_adi_boundary)((axis + 1) % 4)
           : axis == periodic_axis ? CT_ADI_PERIODIC
                                   : CT_ADI_ROBIN;
}

/* After some steps. The caller destroys it. */
static void advance(made_plan *p, int faces, const ptrdiff_t *extent, ct_adi_scheme scheme,
                    ct_precision precision, int crosses, int streams) {
    static double kappa = 0.6;
    const ct_adi_options options = {.scheme = scheme, .method = CT_ADI_REDUCING};
    const ct_adi_quantity number = {.kind = CT_ADI_NUMBER, .number = kappa};
    const ct_adi_quantity field = {.kind = CT_ADI_FUNCTION, .function = steady, .context = &kappa};
    const ct_adi_boundary boundary[CT_ADI_AXES] = {face_of(faces, 0), face_of(faces, 1),
                                                   face_of(faces, 2)};
    EXPECT_INT(
        made_create(MPI_COMM_WORLD, p, CT_ADI_AXES, extent, boundary, 1, &options, precision),
        CT_OK);
    EXPECT_INT(ct_adi_set_diffusivity(p->plan, crosses ? &number : &field), CT_OK);
    EXPECT_INT(ct_adi_crosses(p->plan), crosses);
    p->plan->streams = streams;
    for (int step = 0; step < STEPS; step++) {
        EXPECT_INT(ct_adi_step(p->plan, 2e-4), CT_OK);
    }
}

static double number_of(const made_plan *p, ptrdiff_t i) {
    const void *state = ct_adi_state(p->plan);
    return p->problem.precision == CT_FLOAT ? ((const float *)state)[i]
                                            : ((const double *)state)[i];
}

static void expect_alike(int faces, const ptrdiff_t *extent, ct_adi_scheme scheme,
                         ct_precision precision) {
    made_plan apart;
    made_plan crossed;
    made_plan streamed;
    advance(&apart, faces, extent, scheme, precision, 0, 0);
    advance(&crossed, faces, extent, scheme, precision, 1, 0);
    advance(&streamed, faces, extent, scheme, precision, 1, 1);
    const ct_box box = ct_adi_state_box(crossed.plan);
    const size_t bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    double worst = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        const double wanted = number_of(&apart, i);
        worst = fmax(worst, fabs(number_of(&crossed, i) - wanted) / (1 + fabs(wanted)));
    }
    EXPECT(worst < (precision == CT_FLOAT ? 1e-5 : 1e-13));
    EXPECT(memcmp(ct_adi_state(crossed.plan), ct_adi_state(streamed.plan),
                  (size_t)ct_box_elements(&box) * bytes) == 0);
    made_destroy(&apart);
    made_destroy(&crossed);
    made_destroy(&streamed);
}

/* Rows that are not whole lines of the cache, planes that go together, that are one group of rows
 * and that are some; rows longer than the first cache. */
int main(int argc, char **argv) {
    static const ptrdiff_t extent[SHAPES][CT_ADI_AXES] = {
        {13, 3, 19}, {7, 21, 100}, {9, 31, 200}, {6, 9, 700}};
    static const ct_adi_scheme scheme[] = {CT_ADI_DOUGLAS_GUNN, CT_ADI_LOD, CT_ADI_CRANK_NICOLSON};
    MPI_Init(&argc, &argv);
    for (int code = 0; code < FACES * SHAPES; code++) {
        expect_alike(code % FACES, extent[code / FACES], scheme[code % 3],
                     code % 5 == 4 ? CT_FLOAT : CT_DOUBLE);
    }
    MPI_Finalize();
    return expect_status();
}
