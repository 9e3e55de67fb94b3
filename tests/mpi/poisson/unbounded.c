/*
 * Poisson's and Helmholtz's equation with unbounded axes against solutions known in advance: one,
 * two and three of them, beside bounded ones; the orders of regularised Green's functions, which
 * are printed; derivatives; what is refused.
 *
 * usage: unbounded [N]: with N points, and 2 N, the orders in 3D too
 */
#include "expect.h"
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double width = 0.06; /* of the Gaussian, in the middle of 0 .. 1 */
static int rank, size;

/* The exponential integral E1. */
static double exponential_integral(double x) {
    double term = 1;
    double sum = 0;
    if (x < 2) { /* the series */
        for (int k = 1; k < 60; k++) {
            term *= -x / k;
            sum -= term / k;
        }
        return sum - log(x) - 0.57721566490153286061;
    }
    for (int k = 200; k > 0; k--) { /* the continued fraction, from its end */
        sum = k / (1 + k / (x + sum));
    }
    return exp(-x) / (x + sum);
}

/* The potential of exp(-r^2 / (2 width^2)) in one, two or three dimensions. */
static double potential(int dimensions, double r) {
    const double x = r / width;
    const double error = erf(x / sqrt(2));
    switch (dimensions) {
    case 1:
        return -width * width * (exp(-x * x / 2) + x * sqrt(pi / 2) * error);
    case 2:
        return -width * width * (log(r) + exponential_integral(x * x / 2) / 2);
    default:
        return width * width * sqrt(pi / 2) * error / x;
    }
}

static int is_bounded(ct_boundary boundary) {
    return boundary != CT_BOUNDARY_UNBOUNDED && boundary != CT_BOUNDARY_NONE;
}

/* u, f, or du / dx along an axis: a Gaussian along the unbounded axes times a wave along each other
 * one, and with `charged` the potential of a Gaussian, for which a wavenumber 0 is wanted. */
enum { SOLUTION = -1, RIGHT_SIDE = -2 };
static double value_at(const ct_poisson *p, const ptrdiff_t *at, int charged, int what) {
    double x2 = 0;
    double square = p->shift; /* of the waves */
    double wave = 1;
    double slope = 0;
    int dimensions = 0;
    for (int a = 0; a < p->axes; a++) {
        const double x =
            ((double)at[a] + ct_poisson_offset(p->boundary[a], p->points)) * p->spacing[a];
        const double k = p->boundary[a] == CT_BOUNDARY_PERIODIC ? 2 * pi : pi;
        if (p->boundary[a] == CT_BOUNDARY_UNBOUNDED) {
            const double middle = p->points == CT_POINTS_NODE ? 0.5 - p->spacing[a] / 2 : 0.5;
            x2 += (x - middle) * (x - middle);
            slope = what == a ? -(x - middle) / (width * width) : slope;
            dimensions++;
        } else if (is_bounded(p->boundary[a])) {
            const int is_sine = p->boundary[a] == CT_BOUNDARY_DIRICHLET;
            slope = what == a ? 1 : slope;
            wave *= what != a ? (is_sine ? sin(k * x) : cos(k * x))
                              : k * (is_sine ? cos(k * x) : -sin(k * x));
            square += k * k;
        }
    }
    const double c2 = width * width;
    const double gaussian = exp(-x2 / (2 * c2));
    const double u = gaussian * wave;
    const double laplacian = (x2 / c2 - dimensions) / c2;
    if (what == RIGHT_SIDE) {
        return (square - laplacian) * u + (charged ? gaussian : 0);
    }
    return what == SOLUTION ? u + (charged ? potential(dimensions, sqrt(x2)) : 0) : slope * u;
}

/* Writes a function, or returns the largest difference from it. The imaginary part is half. */
static double visit(const ct_poisson *p, const ct_box *box, int charged, double *array, int what,
                    int writes) {
    const int parts = p->is_complex ? 2 : 1;
    double worst = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(box) * parts; i++) {
        ptrdiff_t at[CT_MAX_AXES];
        ptrdiff_t left = i / parts;
        for (int a = p->axes - 1; a >= 0; a--) {
            at[a] = box->first[a] + left % box->count[a];
            left /= box->count[a];
        }
        const double value = value_at(p, at, charged, what) / (double)(1 + i % parts);
        if (writes) {
            array[i] = value;
        }
        const double error = fabs(array[i] - value);
        worst = error <= worst ? worst : error;
    }
    return worst;
}

/* The largest error with n points along unbounded axes and 8 along the others. */
static double error_of(ct_poisson p, ptrdiff_t n, int charged, int what) {
    ct_poisson_plan *plan = NULL;
    void *f = NULL;
    for (int a = 0; a < p.axes; a++) {
        const int is_free = p.boundary[a] == CT_BOUNDARY_UNBOUNDED;
        const ptrdiff_t points = is_free ? n : p.boundary[a] == CT_BOUNDARY_NONE ? 3 : 8;
        p.spacing[a] = 1 / (double)points;
        p.extent[a] = points - (is_free ? 0 : (ptrdiff_t)ct_poisson_ends(p.boundary[a], p.points));
    }
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, &(ct_fft_options){.in_place = 1}, &plan),
               CT_OK);
    if (plan == NULL) {
        (void)fprintf(stderr, "%s\n", ct_error_message());
        return NAN;
    }
    const ct_box box = ct_poisson_box(plan);
    ct_alloc(MPI_COMM_WORLD, ct_poisson_bytes(plan), &f);
    for (int time = 0; time < 2; time++) { /* the second with what the first has kept */
        (void)visit(&p, &box, charged, f, RIGHT_SIDE, 1);
        EXPECT_INT(what < 0 ? ct_poisson_solve(plan, f, f) : ct_poisson_gradient(plan, what, f, f),
                   CT_OK);
    }
    double worst = visit(&p, &box, charged, f, what, 0);
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    ct_free(&f);
    ct_poisson_plan_destroy(&plan);
    return worst;
}

/* u: unbounded, p: periodic, d: Dirichlet, n: Neumann, -: no derivative. */
static ct_poisson problem_of(const char *axes) {
    ct_poisson p = {.axes = 0};
    for (; axes[p.axes] != '\0'; p.axes++) {
        const char c = axes[p.axes];
        p.boundary[p.axes] = c == 'u'   ? CT_BOUNDARY_UNBOUNDED
                             : c == 'p' ? CT_BOUNDARY_PERIODIC
                             : c == 'd' ? CT_BOUNDARY_DIRICHLET
                             : c == 'n' ? CT_BOUNDARY_NEUMANN
                                        : CT_BOUNDARY_NONE;
    }
    return p;
}

/* All mixes, by the series: the error is that of the Gaussian where it is cut off. */
static void expect_solutions(void) {
    static const char *const mixes[] = {"u",   "uu",  "uuu", "up",   "pu",  "ud",  "nu",
                                        "uup", "upu", "duu", "uun",  "u-",  "-uu", "upd",
                                        "nup", "pnu", "u-p", "npud", "ppu", "uudp"};
    for (int m = 0; m < (int)(sizeof mixes / sizeof *mixes); m++) {
        ct_poisson p = problem_of(mixes[m]);
        int has_dirichlet = 0;
        for (int a = 0; a < p.axes; a++) {
            has_dirichlet = has_dirichlet || p.boundary[a] == CT_BOUNDARY_DIRICHLET;
        }
        p.points = m % 2 ? CT_POINTS_NODE : CT_POINTS_CELL;
        p.is_complex = m % 3 == 0;
        const double error = error_of(p, 40, !has_dirichlet, SOLUTION);
        p.shift = m % 2 ? 1e-4 : 30;
        const double screened = error_of(p, 44, 0, SOLUTION);
        double slope = 0;
        for (int a = 0; a < p.axes; a++) {
            const double one = p.boundary[a] == CT_BOUNDARY_NONE ? 0 : error_of(p, 44, 0, a);
            slope = one <= slope ? slope : one;
        }
        EXPECT(error < 2e-11 && screened < 2e-11 && slope < 2e-8);
        if (rank == 0) {
            (void)printf("%s: error %.1e, with shift %g %.1e, of its derivatives %.1e\n", mixes[m],
                         error, p.shift, screened, slope);
        }
    }
}

/* The orders of Hejlesen's Green's functions, with n points and twice as many. */
static void expect_orders(const char *mix, ptrdiff_t n) {
    for (int order = 2; order <= 8; order += 2) {
        ct_poisson p = problem_of(mix);
        const int charged = strchr(mix, 'd') == NULL;
        p.order = order;
        const double coarse = error_of(p, n, charged, SOLUTION);
        const double fine = error_of(p, 2 * n, charged, SOLUTION);
        const double found = log2(coarse / fine);
        EXPECT(found > order - 0.5 && found < order + 0.2);
        if (rank == 0) {
            (void)printf("%s order %d: errors %.2e %.2e, order %.2f\n", mix, order, coarse, fine,
                         found);
        }
    }
}

/* Those that FLUPS publishes: three, two and one unbounded axes, the others periodic, odd or even.
 * The series has none: its error at once is that of rounding. */
static void expect_published(ptrdiff_t n) {
    static const char *const mixes[] = {"uuu", "uup", "uud", "uun", "upp",
                                        "udd", "unn", "upd", "upn", "udn"};
    for (int m = 0; m < (int)(sizeof mixes / sizeof *mixes); m++) {
        const double series = error_of(problem_of(mixes[m]), n, 0, SOLUTION);
        EXPECT(series < 2e-11);
        if (rank == 0) {
            (void)printf("%s series: error %.2e\n", mixes[m], series);
        }
        expect_orders(mixes[m], n);
    }
}

/* Tables of its Green's function by sums over all points for each mode would take minutes. */
static void expect_long_axis(void) {
    const double error = error_of(problem_of("u"), 131072, 1, SOLUTION);
    EXPECT(error < 2e-11);
    if (rank == 0) {
        (void)printf("u of 131072 points: error %.1e\n", error);
    }
}

static void expect_refusal(const ct_poisson *p, const char *says) {
    ct_poisson_plan *plan = NULL;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, p, NULL, &plan), CT_ERROR_ARGUMENT);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    ct_poisson good = problem_of("uuuu");
    for (int a = 0; a < CT_MAX_AXES; a++) {
        good.extent[a] = 4;
        good.spacing[a] = 1;
    }
    expect_refusal(&good, "4 unbounded axes, symbol 0, shift 0; allowed: up to 3 unbounded axes");
    good.boundary[3] = CT_BOUNDARY_PERIODIC;
    ct_poisson bad = good;
    bad.symbol = CT_POISSON_FOURTH;
    expect_refusal(&bad, "with them symbol 0 (spectral)");
    bad = good;
    bad.shift = -1;
    expect_refusal(&bad, "a shift from 0");
    bad = good;
    bad.order = 5;
    expect_refusal(&bad, "order 5 along unbounded axes; allowed: 0, 2, 4, 6, 8");
    bad = good;
    bad.order = rank == 0 ? 4 : 6;
    if (size > 1) {
        expect_refusal(&bad, "differs between ranks");
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_solutions();
    expect_long_axis();
    static const char *const mixes[] = {"u", "uu", "pu", "ud"};
    for (int m = 0; m < 4 && size < 3; m++) {
        expect_orders(mixes[m], 128);
    }
    if (argc > 1) {
        expect_published(strtol(argv[1], NULL, 10));
    }
    const int failed = expect_status();
    MPI_Finalize();
    return failed;
}
