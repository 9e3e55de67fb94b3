/*
 * Poisson's and Helmholtz's equation with one axis of cells of any width: the order of convergence
 * to solutions known in advance, between all kinds of ends, which is printed; right sides without a
 * solution; derivatives; what redistributes; what is refused.
 */
#include "expect.h"
#include "poisson/divide.h"
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
enum { CELLS_MOST = 96 };
static int rank, size;

/* Cells that double their width and more from the ends of 0 .. 1 to its middle. */
static double face_at(ptrdiff_t i, ptrdiff_t n) {
    const double x = (double)i / (double)n;
    return x - 0.09 * sin(2 * pi * x);
}

/* A wave that a boundary allows: its value, first and second derivative. */
static void wave_of(ct_boundary boundary, double x, double value[3]) {
    const int is_sine =
        boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_DIRICHLET_NEUMANN;
    const double k = boundary == CT_BOUNDARY_PERIODIC ? 2 * pi
                     : boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_NEUMANN
                         ? pi
                         : pi / 2;
    value[0] = is_sine ? sin(k * x) : cos(k * x);
    value[1] = is_sine ? k * cos(k * x) : -k * sin(k * x);
    value[2] = -k * k * value[0];
}

/* u, f or du/dx along an axis: of waves along all axes, and one along the axis of the faces alone.
 */
enum { SOLUTION = -1, RIGHT_SIDE = -2 };
static double value_at(const ct_poisson *p, const ptrdiff_t *at, int what) {
    double product = 1;
    double second = 0;
    double slope = 0;
    double alone[3] = {0};
    double batch = 1;
    for (int a = 0; a < p->axes; a++) {
        double wave[3];
        double x = ((double)at[a] + 0.5) * p->spacing[a];
        if (a == p->faces_axis) {
            x = (p->faces[at[a]] + p->faces[at[a] + 1]) / 2;
        } else if (p->boundary[a] == CT_BOUNDARY_NONE) {
            batch = (double)(1 + at[a]);
            continue;
        }
        wave_of(p->boundary[a], x, wave);
        slope = what == a ? wave[1] / wave[0] : slope;
        second += wave[2] / wave[0];
        product *= wave[0];
        if (a == p->faces_axis) {
            memcpy(alone, wave, sizeof alone);
        }
    }
    for (int a = 0; a < p->axes; a++) { /* along these a constant is none of the waves */
        const int has_constant = a == p->faces_axis || p->boundary[a] == CT_BOUNDARY_PERIODIC ||
                                 p->boundary[a] == CT_BOUNDARY_NEUMANN ||
                                 p->boundary[a] == CT_BOUNDARY_NONE;
        for (int order = 0; order < 3 && !has_constant; order++) {
            alone[order] = 0;
        }
    }
    const double u = product + alone[0];
    return batch * (what == SOLUTION ? u
                    : what == RIGHT_SIDE
                        ? p->shift * u - second * product - alone[2]
                        : slope * product + (what == p->faces_axis ? alone[1] : 0));
}

/* Writes a function, or returns the largest difference from it. The imaginary part is half. */
static double visit(const ct_poisson *p, const ct_box *box, void *array, int what, int writes) {
    const int parts = p->is_complex ? 2 : 1;
    double *doubles = array;
    float *floats = array;
    double worst = 0;
    for (ptrdiff_t i = 0; i < ct_box_elements(box) * parts; i++) {
        ptrdiff_t at[CT_MAX_AXES];
        ptrdiff_t left = i / parts;
        for (int a = p->axes - 1; a >= 0; a--) {
            at[a] = box->first[a] + left % box->count[a];
            left /= box->count[a];
        }
        const double value = value_at(p, at, what) / (double)(1 + i % parts);
        if (writes && p->precision == CT_FLOAT) {
            floats[i] = (float)value;
        } else if (writes) {
            doubles[i] = value;
        }
        const double found = p->precision == CT_FLOAT ? (double)floats[i] : doubles[i];
        worst = fabs(found - value) <= worst ? worst : fabs(found - value);
    }
    return worst;
}

/* The largest error with n cells between the faces, and 8 points along the others. */
static double error_of(ct_poisson p, ptrdiff_t n, double constant, int what, ct_status wanted) {
    double faces[CELLS_MOST + 1];
    ct_poisson_plan *plan = NULL;
    void *f = NULL;
    for (ptrdiff_t i = 0; i <= n; i++) {
        faces[i] = face_at(i, n);
    }
    for (int a = 0; a < p.axes; a++) {
        p.extent[a] = a == p.faces_axis ? n : p.boundary[a] == CT_BOUNDARY_NONE ? 3 : 8;
        p.spacing[a] = a == p.faces_axis ? 0 : 1. / 8;
    }
    p.faces = faces;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, &(ct_fft_options){.in_place = 1}, &plan),
               CT_OK);
    if (plan == NULL) {
        (void)fprintf(stderr, "%s\n", ct_error_message());
        return NAN;
    }
    const ct_box box = ct_poisson_box(plan);
    ct_alloc(MPI_COMM_WORLD, ct_poisson_bytes(plan), &f);
    (void)visit(&p, &box, f, RIGHT_SIDE, 1);
    for (ptrdiff_t i = 0; i < ct_box_elements(&box) && constant > 0; i++) {
        ((double *)f)[i] += constant;
    }
    EXPECT_INT(what < 0 ? ct_poisson_solve(plan, f, f) : ct_poisson_gradient(plan, what, f, f),
               wanted);
    double worst = visit(&p, &box, f, what, 0);
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    ct_free(&f);
    ct_poisson_plan_destroy(&plan);
    return worst;
}

/* Of u, or of a derivative, with n cells and twice as many. */
static void expect_order(ct_poisson p, int what, ptrdiff_t n) {
    const double coarse = error_of(p, n, 0, what, CT_OK);
    const double fine = error_of(p, 2 * n, 0, what, CT_OK);
    const double order = log2(coarse / fine);
    EXPECT(order > 1.7 && order < 2.4);
    if (rank == 0) {
        (void)printf("axis %d of %d, ends %d beside %d, %s %d: errors %.2e %.2e, order %.2f\n",
                     p.faces_axis, p.axes, (int)p.boundary[p.faces_axis],
                     (int)p.boundary[!p.faces_axis], what < 0 ? "solution" : "derivative", what,
                     coarse, fine, order);
    }
}

/* All ends along the faces beside all others (half of them where ranks share cores), in turn as
 * first, middle and last axis. */
static void expect_orders(void) {
    for (int number = 0; number < 25; number += 1 + (size > 2)) {
        ct_poisson p = {.axes = 2 + number / 2 % 2,
                        .faces_axis = number / 3 % (2 + number / 2 % 2)};
        for (int a = 0; a < p.axes; a++) {
            p.boundary[a] = (ct_boundary)(1 + number / 5 % 5);
        }
        p.boundary[p.faces_axis] = (ct_boundary)(1 + number % 5);
        p.boundary[2] = p.faces_axis != 2 && number % 3 == 0 ? CT_BOUNDARY_NONE : p.boundary[2];
        p.is_complex = number % 4 == 0;
        p.shift = number % 5 == 2 ? 2.5 : 0;
        p.removes_mean = 1; /* sums of f over cells are not 0 but of second order */
        expect_order(p, SOLUTION, 24);
        const int along = number / 4 % p.axes;
        if (p.boundary[along] != CT_BOUNDARY_NONE && number % size == 0) {
            expect_order(p, along, 48);
        }
    }
}

/* Derivatives, floats, and a constant in f, which no u has. */
static void expect_others(void) {
    ct_poisson p = {.axes = 2,
                    .faces_axis = 1,
                    .removes_mean = 1,
                    .boundary = {CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN}};
    EXPECT(error_of(p, 48, 0, 0, CT_OK) < 0.02);
    EXPECT(error_of(p, 48, 9, SOLUTION, CT_OK) < 5e-3);
    p.precision = CT_FLOAT;
    EXPECT(error_of(p, 48, 0, SOLUTION, CT_OK) < 5e-3);
    p.precision = CT_DOUBLE;
    p.removes_mean = 0;
    (void)error_of(p, 48, 9, SOLUTION, CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "no u solves the equation");
}

/* Bytes that one of its transforms, from the array or back, redistributes in slabs of 48^3. */
static double redistributed(ct_poisson p, ct_tridiagonal_method *method) {
    double faces[CELLS_MOST + 1];
    ct_poisson_plan *plan = NULL;
    const ct_fft_options options = {.array.grid = {size, 1, 1}};
    for (int a = 0; a < 3; a++) {
        p.extent[a] = 48;
        p.spacing[a] = 1. / 48;
    }
    for (ptrdiff_t i = 0; i <= 48; i++) {
        faces[i] = face_at(i, 48);
    }
    p.faces = p.faces_axis >= 0 ? faces : NULL;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, &options, &plan), CT_OK);
    const double bytes = ct_fft_moved_bytes(ct_poisson_transform(plan));
    *method = p.faces != NULL ? ct_tridiagonal_method_used(plan->stretched.systems)
                              : CT_TRIDIAGONAL_TRANSPOSING;
    ct_poisson_plan_destroy(&plan);
    return bytes;
}

/* Channel flows: with the faces along the distributed axis no transform redistributes the array,
 * which three do there and back, and the systems are solved where they are. */
static void expect_fewer_redistributions(void) {
    ct_poisson p = {.axes = 3, .removes_mean = 1, .faces_axis = -1};
    ct_tridiagonal_method method = CT_TRIDIAGONAL_AUTO;
    for (int a = 0; a < 3; a++) {
        p.boundary[a] = a > 0 ? CT_BOUNDARY_PERIODIC : CT_BOUNDARY_NEUMANN;
    }
    const double three = redistributed(p, &method);
    p.faces_axis = 0;
    const double two = redistributed(p, &method);
    EXPECT(two == 0);
    if (size > 1) {
        EXPECT(three > 48. * 48 * 48 * sizeof(double) / 2 * (size - 1) / size);
        EXPECT_INT(method, CT_TRIDIAGONAL_REDUCING);
    }
    if (rank == 0) {
        (void)printf("bytes redistributed by a transform of three axes %g, of two %g\n", three,
                     two);
    }
}

static void expect_refusal(ct_poisson p, ct_boundary first, const char *says) {
    const double faces[] = {0, 1, 2, p.shift == 7 ? 2 : 4};
    ct_poisson_plan *plan = NULL;
    p.axes = 2;
    p.boundary[0] = first;
    p.extent[0] = p.extent[1] = 3;
    p.spacing[0] = p.spacing[1] = 1;
    p.faces = faces;
    EXPECT_INT(ct_poisson_plan_create(MPI_COMM_WORLD, &p, NULL, &plan), CT_ERROR_ARGUMENT);
    EXPECT(plan == NULL);
    EXPECT_TEXT(ct_error_message(), says);
}

static void expect_refusals(void) {
    ct_poisson p = {.faces_axis = 1, .boundary = {CT_BOUNDARY_NONE, CT_BOUNDARY_NEUMANN}};
    expect_refusal(p, CT_BOUNDARY_UNBOUNDED, "faces beside unbounded axis 0");
    expect_refusal(p, CT_BOUNDARY_NONE, "faces of axis 1, 0 others with a derivative");
    p.shift = 7;
    expect_refusal(p, CT_BOUNDARY_PERIODIC, "face 2 at 2, the next at 2; allowed: finite ones");
    p.shift = -1;
    expect_refusal(p, CT_BOUNDARY_PERIODIC, "shift -1; allowed");
    p.shift = 0;
    p.faces_axis = 2;
    expect_refusal(p, CT_BOUNDARY_PERIODIC, "faces of axis 2");
    if (size > 1) {
        p.faces_axis = rank == 0;
        expect_refusal(p, CT_BOUNDARY_PERIODIC, "");
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_refusals();
    expect_others();
    expect_orders();
    expect_fewer_redistributions();
    const int failed = expect_status();
    MPI_Finalize();
    return failed;
}
