/* A manufactured solution of du/dt = div(kappa grad u) - sigma u + f with constant kappa an axis:
 * u = product over the axes of 1.5 + sin(k x + p + w t), the right side and boundary values to it.
 */
#ifndef CT_TESTS_ADI_PROBLEM_H
#define CT_TESTS_ADI_PROBLEM_H

#include <cornerturn/adi.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct made {
    int axes;
    double wave[CT_ADI_AXES], shift[CT_ADI_AXES], speed[CT_ADI_AXES];
    double kappa[CT_ADI_AXES], sigma;
    int axis, side; /* of boundary values */
    double a, b;    /* a u + b du/dn */
} made;

/* Factors and their slopes at a point. Neighbours share all but one of their coordinates: the sines
 * of the others would be half of the time of tests. */
typedef struct made_point {
    double x[CT_ADI_AXES], factor[CT_ADI_AXES], slope[CT_ADI_AXES];
} made_point;

static const made_point made_nowhere = {.x = {NAN, NAN, NAN}};

/* Point i at time t; the one before was at the same time. */
static inline void made_go(const made *m, made_point *point, double t, ptrdiff_t i,
                           const double *const position[]) {
    for (int a = 0; a < m->axes; a++) {
        const double x = position[a][i];
        if (x != point->x[a]) {
            const double phase = m->wave[a] * x + m->shift[a] + m->speed[a] * t;
            point->x[a] = x;
            point->factor[a] = 1.5 + sin(phase);
            point->slope[a] = cos(phase);
        }
    }
}

static inline double made_product(const made *m, const made_point *point) {
    double u = 1;
    for (int a = 0; a < m->axes; a++) {
        u *= point->factor[a];
    }
    return u;
}

static inline void made_value(void *context, double t, ptrdiff_t count,
                              const double *const position[], double *values) {
    made_point point = made_nowhere;
    for (ptrdiff_t i = 0; i < count; i++) {
        made_go(context, &point, t, i, position);
        values[i] = made_product(context, &point);
    }
}

static inline void made_source(void *context, double t, ptrdiff_t count,
                               const double *const position[], double *values) {
    const made *m = context;
    made_point point = made_nowhere;
    for (ptrdiff_t i = 0; i < count; i++) {
        double all = 0;
        made_go(m, &point, t, i, position);
        const double u = made_product(m, &point);
        for (int a = 0; a < m->axes; a++) {
            const double factor = point.factor[a];
            const double rate = m->speed[a] * point.slope[a];
            all += u / factor * (rate + m->kappa[a] * m->wave[a] * m->wave[a] * (factor - 1.5));
        }
        values[i] = all + m->sigma * u;
    }
}

static inline void made_boundary(void *context, double t, ptrdiff_t count,
                                 const double *const position[], double *values) {
    const made *m = context;
    made_point point = made_nowhere;
    for (ptrdiff_t i = 0; i < count; i++) {
        made_go(m, &point, t, i, position);
        const double u = made_product(m, &point);
        const double slope = u / point.factor[m->axis] * m->wave[m->axis] * point.slope[m->axis];
        values[i] = m->a * u + m->b * (m->side == 0 ? -slope : slope);
    }
}

/* A plan for it, at time 0 in the right state. */
typedef struct made_plan {
    made made;
    made faces[CT_ADI_AXES][CT_ADI_SIDES];
    ct_adi_problem problem;
    double *edges[CT_ADI_AXES];
    ct_adi_plan *plan;
} made_plan;

static inline void made_destroy(made_plan *p) {
    ct_adi_plan_destroy(&p->plan);
    for (int a = 0; a < CT_ADI_AXES; a++) {
        free(p->edges[a]);
        p->edges[a] = NULL;
    }
}

static inline ct_status made_create(MPI_Comm comm, made_plan *p, int axes, const ptrdiff_t *extent,
                                    const ct_adi_boundary *boundary, int is_stretched,
                                    const ct_adi_options *options, ct_precision precision) {
    *p = (made_plan){.problem = ct_adi_box_problem(axes, extent)};
    p->made = (made){
        axes, {1.3, 1.9, 1.1}, {0.4, -0.3, 0.2}, {1.0, -0.7, 0.5}, {0.5, 0.8, 0.3}, 0.6, 0, 0, 0,
        0};
    p->problem.reaction = p->made.sigma;
    p->problem.precision = precision;
    for (int a = 0; a < axes; a++) {
        p->problem.diffusivity[a] = p->made.kappa[a];
        p->made.wave[a] = boundary[a] == CT_ADI_PERIODIC ? 2 * PI : p->made.wave[a];
        p->edges[a] = malloc((size_t)(extent[a] + 1) * sizeof(double));
        for (ptrdiff_t i = 0; i <= extent[a] && p->edges[a] != NULL; i++) {
            const double s = (double)i / (double)extent[a];
            p->edges[a][i] = s + 0.08 * sin(2 * PI * s + a);
        }
        if (is_stretched && p->edges[a] != NULL) {
            const double first = p->edges[a][0];
            for (ptrdiff_t i = 0; i <= extent[a]; i++) { /* from 0 to 1 */
                p->edges[a][i] -= first;
            }
            p->problem.edges[a] = p->edges[a];
        }
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            const int robin = boundary[a] == CT_ADI_ROBIN;
            p->problem.face[a][side] =
                (ct_adi_face){boundary[a], robin ? 2 : 0, robin ? 0.7 : 0, 0};
        }
    }
    ct_status status = ct_adi_plan_create(comm, &p->problem, options, &p->plan);
    for (int a = 0; a < axes && status == CT_OK; a++) {
        for (int side = 0; side < CT_ADI_SIDES && boundary[a] != CT_ADI_PERIODIC; side++) {
            made *face = &p->faces[a][side];
            *face = p->made;
            face->axis = a;
            face->side = side;
            face->a = boundary[a] == CT_ADI_NEUMANN ? 0 : boundary[a] == CT_ADI_DIRICHLET ? 1 : 2;
            face->b = boundary[a] == CT_ADI_NEUMANN ? 1 : boundary[a] == CT_ADI_DIRICHLET ? 0 : 0.7;
            const ct_adi_quantity value = {
                .kind = CT_ADI_FUNCTION, .function = made_boundary, .context = face};
            status = ct_adi_set_boundary(p->plan, a, side, &value);
        }
    }
    const ct_adi_quantity source = {
        .kind = CT_ADI_FUNCTION, .function = made_source, .context = &p->made};
    const ct_adi_quantity start = {
        .kind = CT_ADI_FUNCTION, .function = made_value, .context = &p->made};
    status = status == CT_OK ? ct_adi_set_source(p->plan, &source) : status;
    status = status == CT_OK ? ct_adi_set_state(p->plan, &start) : status;
    return status;
}

#endif
