/* The solver on any number of ranks and any process grid against one rank: all schemes, both ways,
 * all kinds of faces, numbers and fields, both precisions, empty ranks and axes of one cell. */
#include "expect.h"

#include "adi_problem.h"

static int rank, size;

/* Some coefficient of every cell: rough, positive. */
static void rough(void *context, double t, ptrdiff_t count, const double *const position[],
                  double *values) {
    const int *axes = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        double all = t;
        for (int a = 0; a < *axes; a++) {
            all += (a + 1) * 7.3 * position[a][i];
        }
        values[i] = 0.2 + fabs(sin(3 * all)) + (sin(5 * all) > 0 ? 1 : 0);
    }
}

typedef struct test_case {
    int axes;
    ptrdiff_t extent[CT_ADI_AXES];
    int kind, is_stretched; /* 4: mixed */
    int has_kappa, has_sigma;
    ct_adi_scheme scheme;
    ct_precision precision;
} test_case;

static ct_status create(MPI_Comm comm, test_case *c, const ct_adi_options *options, made_plan *p) {
    ct_adi_boundary boundary[CT_ADI_AXES];
    const ct_adi_quantity field = {.kind = CT_ADI_FUNCTION, .function = rough, .context = &c->axes};
    for (int a = 0; a < CT_ADI_AXES; a++) {
        boundary[a] = (ct_adi_boundary)(c->kind < 4 ? c->kind : (a + 1) % 4);
    }
    ct_status status =
        made_create(comm, p, c->axes, c->extent, boundary, c->is_stretched, options, c->precision);
    if (status == CT_OK && c->has_kappa) {
        status = ct_adi_set_diffusivity(p->plan, &field);
    }
    if (status == CT_OK && c->has_sigma) {
        status = ct_adi_set_reaction(p->plan, &field);
    }
    return status;
}

static double number_at(const test_case *c, const void *state, ptrdiff_t i) {
    return c->precision == CT_FLOAT ? ((const float *)state)[i] : ((const double *)state)[i];
}

/* The largest relative difference of this rank's part from that of one rank with everything. */
static double compare(const test_case *c, made_plan *p, made_plan *alone) {
    const ct_box box = ct_adi_state_box(p->plan);
    double largest = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(&box); i++) {
        ptrdiff_t rest = i;
        ptrdiff_t at = 0;
        ptrdiff_t step = 1;
        for (int a = c->axes - 1; a >= 0; a--) {
            at += (box.first[a] + rest % box.count[a]) * step;
            rest /= box.count[a];
            step *= c->extent[a];
        }
        const double wanted = number_at(c, ct_adi_state(alone->plan), at);
        const double difference =
            fabs(number_at(c, ct_adi_state(p->plan), i) - wanted) / (1 + fabs(wanted));
        largest = difference <= largest ? largest : difference;
    }
    return largest;
}

static void expect_within_bounds(ct_adi_plan *plan) {
    ct_adi_bounds found = {.is_finite = 0};
    EXPECT_INT(ct_adi_bounds_check(plan, &found), CT_OK);
    EXPECT(found.is_finite && !found.has_grown && !found.has_lost);
    EXPECT(found.largest <= 1.5 * found.bound);
}

static void expect_same(test_case *c, const int *grid, ct_adi_method method) {
    ct_adi_options options = {.scheme = c->scheme, .method = method};
    made_plan together;
    made_plan alone;
    const double dt = c->extent[2] > 100 ? 0.003 : 0.07; /* rounding grows with dt over h^2 */
    double integral[2] = {0, 1};
    EXPECT_INT(create(MPI_COMM_SELF, c, &options, &alone), CT_OK);
    for (int a = 0; a < CT_ADI_AXES; a++) {
        options.grid[a] = grid[a];
    }
    EXPECT_INT(create(MPI_COMM_WORLD, c, &options, &together), CT_OK);
    EXPECT_INT(ct_adi_bounds_begin(together.plan), CT_OK);
    for (int step = 0; step < 3; step++) {
        EXPECT_INT(ct_adi_step(together.plan, dt), CT_OK);
        EXPECT_INT(ct_adi_step(alone.plan, dt), CT_OK);
    }
    const double largest = compare(c, &together, &alone);
    const double wanted = c->precision == CT_FLOAT          ? 3e-5
                          : c->scheme == CT_ADI_SCHEME_AUTO ? 1e-6 /* where gradients end */
                                                            : 1e-13;
    EXPECT(largest <= wanted);
    if (!(largest <= wanted)) {
        (void)fprintf(stderr,
                      "rank %d of %d: %g, axes %d, %td %td %td, kind %d, kappa %d, sigma %d, "
                      "scheme %d, grid %d %d %d, method %d\n",
                      rank, size, largest, c->axes, c->extent[0], c->extent[1], c->extent[2],
                      c->kind, c->has_kappa, c->has_sigma, (int)c->scheme, grid[0], grid[1],
                      grid[2], (int)method);
    }
    EXPECT_INT(ct_adi_integral(together.plan, &integral[0]), CT_OK);
    EXPECT_INT(ct_adi_integral(alone.plan, &integral[1]), CT_OK);
    EXPECT(fabs(integral[0] - integral[1]) <= wanted * fabs(integral[1]));
    expect_within_bounds(together.plan);
    made_destroy(&together);
    made_destroy(&alone);
}

/* All process grids of `axes` axes that use all ranks, in turn. */
static void expect_all(test_case *c) {
    for (int first = 1; first <= size; first++) {
        for (int second = 1; first * second <= size && size % first == 0; second++) {
            const int grid[CT_ADI_AXES] = {first, second, size / first / second};
            if (size % (first * second) != 0 || (c->axes == 2 && grid[2] != 1)) {
                continue;
            }
            expect_same(c, grid, CT_ADI_REDUCING);
            expect_same(c, grid, CT_ADI_TRANSPOSING);
        }
    }
}

static void expect_cases(void) {
    static const ptrdiff_t extents[][CT_ADI_AXES] = {
        {9, 7, 11}, {5, 13, 1}, {1, 6, 4}, {4, 19, 300}};
    int code = 0;
    for (int axes = 2; axes <= 3; axes++) {
        for (size_t e = 0; e < sizeof extents / sizeof *extents; e++) {
            for (int kind = 0; kind < 5; kind++, code++) {
                test_case c = {.axes = axes,
                               .kind = kind,
                               .is_stretched = code % 2,
                               .has_kappa = code % 3 == 1,
                               .has_sigma = code % 5 == 2,
                               .scheme = (ct_adi_scheme)(CT_ADI_DOUGLAS_GUNN + code % 4),
                               .precision = code % 7 == 3 ? CT_FLOAT : CT_DOUBLE};
                c.scheme = axes == 3 && c.scheme == CT_ADI_PEACEMAN_RACHFORD ? CT_ADI_DOUGLAS_GUNN
                                                                             : c.scheme;
                if (code % 6 == 1) { /* by conjugate gradients, since kappa varies */
                    c.scheme = CT_ADI_SCHEME_AUTO;
                }
                memcpy(c.extent, extents[e], sizeof c.extent);
                /* More ranks than cores take turns at the cases, odd and even ones. */
                if (size <= 2 || (code + code / size) % size == 0) {
                    expect_all(&c);
                }
            }
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_cases();
    MPI_Finalize();
    return expect_status();
}
