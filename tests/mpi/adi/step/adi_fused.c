/* Axes that are eliminated together against one after the other, which a field of one number makes
 * of the same problem: the same to rounding; and written past the cache against not: the same. With
 * all vector instructions. */
#include "adi_alike.h"

#include "adi/plan.h"
#include "adi/step/fused.h"
#include "adi/step/operated.h"
#include "kernels/cache.h"
#include "kernels/vectors.h"

#include <stdint.h>

enum { FACES = 7, SHAPES = 4, LONG = 2, SHORT = 6, STEPS = 3 };

static int size;

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

/* What changes: boundary values too; nothing, with a source and a reaction, without a source, or
 * without both. */
typedef enum made_kind { MOVING, SETTLED, REACTING, PLAIN } made_kind;

typedef struct given {
    int faces;
    const ptrdiff_t *extent;
    ct_adi_scheme scheme;
    ct_precision precision;
    ct_adi_method method;
    int axis; /* that ranks share */
    int is_even;
    int is_short; /* rows go from the operator to elimination only where that suits even cells */
    made_kind kind;
} given;

/* A number at every face, 0 along the middle axis, and no source or reaction but of that kind. */
static void settle(const given *c, made_plan *p) {
    const ct_adi_quantity zero = {.kind = CT_ADI_NUMBER};
    const int with_values = c->kind == SETTLED ? 2 : 1; /* axes */
    for (int axis = 0; axis < CT_ADI_AXES; axis++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const ct_adi_quantity value = {.kind = CT_ADI_NUMBER,
                                           .number = axis < with_values ? 0.5 + side : 0};
            if (face_of(c->faces, axis) != CT_ADI_PERIODIC) {
                EXPECT_INT(ct_adi_set_boundary(p->plan, axis, side, &value), CT_OK);
            }
        }
    }
    if (c->kind != SETTLED) {
        EXPECT_INT(ct_adi_set_source(p->plan, &zero), CT_OK);
    }
    if (c->kind == PLAIN) {
        EXPECT_INT(ct_adi_set_reaction(p->plan, &zero), CT_OK);
    }
}

/* A step of Douglas and Gunn's scheme: whether rows of its first pass go on in registers, and
 * whether they become what the new state is substituted from. */
static void expect_ways(const given *c, const made_plan *p, int is_operated) {
    const ct_adi_equation equation = {.scale = 1, .sweep_boundary = CT_ADI_INCREMENT, .is_step = 1};
    int is_open = 1;
    for (int axis = 0; axis < CT_ADI_AXES; axis++) {
        const int is_split = axis == 0 && size > 1;
        is_open = is_open && (is_split || face_of(c->faces, axis) != CT_ADI_PERIODIC);
    }
    const int is_fused = ct_adi_is_fused(p->plan);
    const ct_adi_kernels *kernels = p->plan->kernels;
    const ptrdiff_t n = p->plan->box.count[2];
    const int may_be_short = kernels->even > 0 && n % kernels->even == 0;
    const int suits = c->precision == CT_DOUBLE ||
                      (c->is_even && c->kind == PLAIN && may_be_short && n <= kernels->renewed);
    if (c->is_short) {
        is_operated = is_operated && may_be_short && face_of(c->faces, 1) != CT_ADI_PERIODIC &&
                      face_of(c->faces, 2) != CT_ADI_PERIODIC;
    }
    if (n * kernels->bytes % CT_LINE_BYTES != 0) {
        is_operated = is_operated && is_open && suits;
    }
    EXPECT_INT(is_fused && ct_adi_is_operated(p->plan, &equation), is_operated);
    EXPECT_INT(is_fused && ct_adi_is_renewed(p->plan, &equation), is_operated && is_open && suits);
}

/* After some steps, the first of them with the field. The caller destroys it. */
static void advance(const void *test_case, made_plan *p, int is_fused, int streams) {
    const given *c = test_case;
    static double kappa = 0.6;
    ct_adi_options options = {.scheme = c->scheme, .method = c->method, .grid = {1, 1, 1}};
    const int may_cross = c->axis != 0 || size == 1 || c->method == CT_ADI_REDUCING;
    const ct_adi_quantity number = {.kind = CT_ADI_NUMBER, .number = kappa};
    const ct_adi_quantity field = {.kind = CT_ADI_FUNCTION, .function = steady, .context = &kappa};
    const ct_adi_boundary boundary[CT_ADI_AXES] = {face_of(c->faces, 0), face_of(c->faces, 1),
                                                   face_of(c->faces, 2)};
    options.grid[c->axis] = size;
    EXPECT_INT(made_create(MPI_COMM_WORLD, p, CT_ADI_AXES, c->extent, boundary, !c->is_even,
                           &options, c->precision),
               CT_OK);
    p->plan->cache_bytes = streams ? 0 : PTRDIFF_MAX;
    if (c->kind != MOVING) {
        settle(c, p);
    }
    for (int step = 0; step < STEPS; step++) {
        if (step < 2) {
            EXPECT_INT(ct_adi_set_diffusivity(p->plan, step > 0 && is_fused ? &number : &field),
                       CT_OK);
        }
        EXPECT_INT(ct_adi_is_fused(p->plan), step > 0 && is_fused && may_cross);
        EXPECT_INT(ct_adi_step(p->plan, 2e-4), CT_OK);
    }
    expect_ways(c, p, c->kind != MOVING && is_fused && may_cross);
}

/* Rows that are not whole lines of the cache, planes that go together, that are one group of rows
 * and that are some; long rows; rows of whole lines that go from the operator to elimination in
 * registers. */
int main(int argc, char **argv) {
    static const ptrdiff_t extent[SHAPES][CT_ADI_AXES] = {
        {13, 3, 19}, {7, 21, 100}, {9, 31, 200}, {6, 9, 700}};
    static const ptrdiff_t whole[LONG][CT_ADI_AXES] = {{6, 8, 512}, {7, 13, 1024}};
    static const ptrdiff_t odd[CT_ADI_AXES] = {7, 13, 1027};
    /* One part of a row, and a part and less than that, where they go by parts; of floats, then of
     * doubles, of whole vectors and not. */
    static const ptrdiff_t shorter[SHORT][CT_ADI_AXES] = {{7, 13, 128}, {7, 13, 272}, {7, 13, 261},
                                                          {7, 13, 144}, {7, 13, 131}, {7, 13, 103}};
    static const ptrdiff_t high[CT_ADI_AXES] = {4, 33, 2048}; /* the same, of whole lines */
    static const ptrdiff_t wide[CT_ADI_AXES] = {2, 33, 3100}; /* doubles: in panels of 8 rows */
    static const ct_adi_scheme scheme[] = {CT_ADI_DOUGLAS_GUNN, CT_ADI_LOD, CT_ADI_CRANK_NICOLSON};
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int code = 0; code < FACES * SHAPES; code++) {
        const given c = {.faces = code % FACES,
                         .extent = extent[code / FACES],
                         .scheme = scheme[code % 3],
                         .precision = code % 5 == 4 ? CT_FLOAT : CT_DOUBLE,
                         .method = code % 4 == 3 ? CT_ADI_TRANSPOSING : CT_ADI_REDUCING,
                         .axis = code % 2 == 0 ? 0 : 2};
        ct_vectors_limit((ct_vectors)(code / 2 % (CT_VECTORS_AVX512 + 1)));
        expect_alike(advance, &c);
    }
    for (int code = 0; code < FACES * LONG * 2; code++) {
        const int is_long = code / FACES % LONG;
        const given c = {.faces = code % FACES,
                         .extent = whole[is_long],
                         .scheme = CT_ADI_DOUGLAS_GUNN,
                         .precision = is_long && code % 2 == 1 ? CT_FLOAT : CT_DOUBLE,
                         .method = CT_ADI_REDUCING,
                         .kind = code < FACES * LONG ? SETTLED
                                 : is_long           ? REACTING
                                                     : PLAIN};
        ct_vectors_limit((ct_vectors)((code + code / FACES) % (CT_VECTORS_AVX512 + 1)));
        expect_alike(advance, &c);
    }
    for (int code = 0; code < 2 * FACES; code++) { /* groups of rows inside boxes of even cells */
        ct_vectors_limit((ct_vectors)(code % (CT_VECTORS_AVX512 + 1)));
        expect_alike(advance, &(given){.faces = code % FACES,
                                       .extent = whole[LONG - 1],
                                       .scheme = CT_ADI_DOUGLAS_GUNN,
                                       .precision = code < FACES ? CT_DOUBLE : CT_FLOAT,
                                       .method = CT_ADI_REDUCING,
                                       .is_even = 1,
                                       .kind = PLAIN});
    }
    for (int code = 0; code < 2 * SHORT * FACES; code++) { /* the same in short rows */
        const int shape = code / FACES % SHORT;
        ct_vectors_limit(code < SHORT * FACES ? CT_VECTORS_AVX2 : CT_VECTORS_AVX512);
        expect_alike(advance, &(given){.faces = code % FACES,
                                       .extent = shorter[shape],
                                       .scheme = CT_ADI_DOUGLAS_GUNN,
                                       .precision = shape < SHORT / 2 ? CT_FLOAT : CT_DOUBLE,
                                       .method = CT_ADI_REDUCING,
                                       .is_even = 1,
                                       .is_short = 1,
                                       .kind = PLAIN});
    }
    for (int code = 0; code < 3 * FACES; code++) { /* rows that are not of whole vectors */
        ct_vectors_limit((ct_vectors)(code % (CT_VECTORS_AVX512 + 1)));
        expect_alike(advance, &(given){.faces = code % FACES,
                                       .extent = odd,
                                       .scheme = CT_ADI_DOUGLAS_GUNN,
                                       .method = CT_ADI_REDUCING,
                                       .is_even = code % 2 == 0,
                                       .kind = code % 2 == 0 ? PLAIN : SETTLED});
    }
    for (int k = 0; k < 2; k++) { /* in panels */
        ct_vectors_limit(CT_VECTORS_AVX512);
        expect_alike(advance, &(given){.faces = 2 * k,
                                       .extent = high,
                                       .scheme = CT_ADI_DOUGLAS_GUNN,
                                       .method = CT_ADI_REDUCING,
                                       .kind = k == 0 ? PLAIN : SETTLED});
    }
    for (int k = 0; k < 2 && size == 1; k++) { /* periodic along the middle axis */
        ct_vectors_limit(CT_VECTORS_AVX512);
        expect_alike(advance, &(given){.faces = FACES - 1,
                                       .extent = wide,
                                       .scheme = CT_ADI_DOUGLAS_GUNN,
                                       .precision = k == 0 ? CT_DOUBLE : CT_FLOAT,
                                       .method = CT_ADI_REDUCING});
    }
    MPI_Finalize();
    return expect_status();
}
