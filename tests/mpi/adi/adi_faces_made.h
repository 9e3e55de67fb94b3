/* A manufactured solution with its materials, and the conditions of faces of all kinds to it. */
#ifndef CT_TESTS_ADI_FACES_MADE_H
#define CT_TESTS_ADI_FACES_MADE_H

#include <cornerturn/adi.h>

#include <math.h>

/* Beside the kinds of the library, a transfer: */
enum { RADIATION = CT_ADI_BOUNDARIES, VARYING, KINDS };
enum { NUMBER, SPACE, LAW }; /* what kappa depends on */

static const double robin[2] = {1.5, 0.8}; /* a and b */
static const double radiance = 0.02;
static const double absolute_zero = -1;

typedef struct made {
    int axes, is_line, kappa;
} made;

/* u = 2 + sin(t + 1/2) product of cos(k x + p), with its derivatives. */
typedef struct point {
    double u, ut, slope[CT_ADI_AXES], curve[CT_ADI_AXES], kappa[CT_ADI_AXES], bend[CT_ADI_AXES],
        capacity;
} point;

/* kappa and capacity of a u at a place; `bend` are derivatives of kappa along each axis. */
static void take_material(const made *m, double along, point *p) {
    static const double base[CT_ADI_AXES] = {0.7, 0.4, 1.1};
    const double wave = 1 + 0.3 * sin(1 + along);
    const double turn = 0.3 * cos(1 + along);
    for (int a = 0; a < m->axes; a++) {
        const double of_u = m->kappa == LAW ? 0.3 + 0.2 * p->u * p->u : base[a];
        p->kappa[a] = m->kappa == NUMBER ? of_u : of_u * wave;
        p->bend[a] = (m->kappa == LAW ? 0.4 * p->u * p->slope[a] * wave : 0) +
                     (m->kappa == NUMBER ? 0 : of_u * turn);
    }
    p->capacity = m->kappa == NUMBER  ? 1.3
                  : m->kappa == SPACE ? 1.3 + 0.4 * cos(along)
                                      : 1 + 0.1 * p->u * p->u;
}

static point point_at(const made *m, const double *const position[], ptrdiff_t i, double t) {
    static const double waves[CT_ADI_AXES] = {1.7, 1.1, 1.3};
    static const double shifts[CT_ADI_AXES] = {0.4, 0.2, 0.9};
    point p = {.u = 1};
    double along = 0;
    double wave[CT_ADI_AXES];
    double phase[CT_ADI_AXES];
    for (int a = 0; a < m->axes; a++) {
        const int varies = !(m->is_line && a == 1);
        wave[a] = varies ? waves[a] : 0;
        phase[a] = wave[a] * position[a][i] + (varies ? shifts[a] : 0);
        along += varies ? position[a][i] : 0;
        p.u *= cos(phase[a]);
    }
    p.ut = cos(t + 0.5) * p.u;
    p.u *= sin(t + 0.5);
    for (int a = 0; a < m->axes; a++) {
        p.slope[a] = -wave[a] * tan(phase[a]) * p.u;
        p.curve[a] = -wave[a] * wave[a] * p.u;
    }
    p.u += 2;
    take_material(m, along, &p);
    for (int a = 0; m->is_line && a < m->axes; a++) {
        p.bend[a] = a == 1 ? 0 : p.bend[a];
    }
    return p;
}

static void made_value(void *context, double t, ptrdiff_t count, const double *const position[],
                       double *values) {
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = point_at(context, position, i, t).u;
    }
}

static void made_source(void *context, double t, ptrdiff_t count, const double *const position[],
                        double *values) {
    const made *m = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        const point p = point_at(m, position, i, t);
        values[i] = p.capacity * p.ut;
        for (int a = 0; a < m->axes; a++) {
            values[i] -= p.kappa[a] * p.curve[a] + p.bend[a] * p.slope[a];
        }
    }
}

static void made_capacity(void *context, double t, ptrdiff_t count, const double *const position[],
                          double *values) {
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = point_at(context, position, i, t).capacity;
    }
}

/* The material at another u than that of the solution. */
static point law_at(const made *m, const double *const position[], ptrdiff_t i, double u) {
    point p = {.u = u};
    double along = 0;
    for (int a = 0; a < m->axes; a++) {
        along += m->is_line && a == 1 ? 0 : position[a][i];
    }
    take_material(m, along, &p);
    return p;
}

static void law_kappa(void *context, double t, ptrdiff_t count, const double *const position[],
                      const double *u, double *values) {
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = law_at(context, position, i, u[i]).kappa[0];
    }
}

static void law_capacity(void *context, double t, ptrdiff_t count, const double *const position[],
                         const double *u, double *values) {
    (void)t;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = law_at(context, position, i, u[i]).capacity;
    }
}

/* kappa along one axis, or the condition of one face. */
typedef struct part {
    const made *m;
    int axis, side, kind;
} part;

/* Of a face that lets heat through at a rate that VARYING changes in place and time. */
static void made_transfer(void *context, double t, ptrdiff_t count, const double *const position[],
                          double *values) {
    const part *face = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        double along = 0;
        for (int a = 0; a < face->m->axes; a++) {
            along += face->m->is_line && a == 1 ? 0 : position[a][i];
        }
        values[i] = 1.2 + (face->kind == VARYING ? 0.8 * sin(2 * t + 2 * along) : 0);
    }
}

static void made_kappa(void *context, double t, ptrdiff_t count, const double *const position[],
                       double *values) {
    const part *along = context;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = point_at(along->m, position, i, t).kappa[along->axis];
    }
}

/* What the surroundings have for this flux into a surface of this u. */
static double beyond(double u, double transfer, double flux) {
    const double wanted = transfer * u + flux + radiance * pow(u - absolute_zero, 4);
    double value = u;
    for (int round = 0; round < 40; round++) {
        const double above = value - absolute_zero;
        value -= (transfer * value + radiance * pow(above, 4) - wanted) /
                 (transfer + 4 * radiance * pow(above, 3));
    }
    return value;
}

static void made_condition(void *context, double t, ptrdiff_t count, const double *const position[],
                           double *values) {
    const part *face = context;
    made_transfer(context, t, count, position, values);
    for (ptrdiff_t i = 0; i < count; i++) {
        const double transfer = values[i];
        const point p = point_at(face->m, position, i, t);
        const double outward = (face->side == 0 ? -1 : 1) * p.slope[face->axis];
        const double flux = p.kappa[face->axis] * outward;
        const double value[KINDS] = {[CT_ADI_NEUMANN] = outward,
                                     [CT_ADI_DIRICHLET] = p.u,
                                     [CT_ADI_ROBIN] = robin[0] * p.u + robin[1] * outward,
                                     [CT_ADI_FLUX] = flux,
                                     [CT_ADI_TRANSFER] = p.u + flux / transfer,
                                     [VARYING] = p.u + flux / transfer,
                                     [RADIATION] = beyond(p.u, transfer, flux)};
        values[i] = value[face->kind];
    }
}

#endif
