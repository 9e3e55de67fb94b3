#include "apps/adi/problem/shape.h"

#include "apps/adi/problem/words.h"
#include "apps/common/reals.h"
#include "base/fail.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <stdlib.h>
#include <string.h>

enum { WHERE_BYTES = 32 };

int adi_axis_index(int axes, int axis) {
    return axes - 1 - axis;
}

/* A key of an axis, for messages. */
static const char *key_of(int axes, int axis, const char *name, char where[WHERE_BYTES]) {
    (void)snprintf(where, WHERE_BYTES, "%s.%s", adi_axis_names[adi_axis_index(axes, axis)], name);
    return where;
}

/* The initial state's array, if it is one; else no axes. Collective. */
static ct_status find_initial(MPI_Comm comm, const adi_config *config, ct_array_info *info) {
    adi_value initial;
    *info = (ct_array_info){.axes = 0};
    ct_status status = ct_agree(comm, adi_value_read("problem.initial", config->initial,
                                                     CT_ADI_AXES, ADI_OF_SPACE, &initial));
    if (status == CT_OK && initial.file[0] != '\0') {
        status = ct_array_inspect(comm, initial.file, initial.dataset, CT_ARRAY_NUMBERS, info);
    }
    adi_value_free(&initial);
    return status;
}

static ct_status find_extent(const adi_config *config, const ct_array_info *initial,
                             adi_shape *shape) {
    ct_adi_problem *problem = &shape->problem;
    const bool is_3d = config->axis[2].cells > 0 || initial->axes == CT_ADI_AXES;
    problem->axes = is_3d ? CT_ADI_AXES : CT_ADI_AXES - 1;
    if (initial->axes != 0 && initial->axes != problem->axes) {
        return ct_raise(CT_ERROR_CONFIG, "problem.initial: its array has %d axes; allowed: %s",
                        initial->axes, is_3d ? "3, as there are cells along z" : "2 or 3");
    }
    for (int a = 0; a < problem->axes; a++) {
        char where[WHERE_BYTES];
        const long long cells = config->axis[adi_axis_index(problem->axes, a)].cells;
        problem->extent[a] = cells > 0 ? (ptrdiff_t)cells : initial->extent[a];
        if (problem->extent[a] < 1) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s: there are none; allowed: 1 or more, or 0 with the array of an "
                            "initial state that has some",
                            key_of(problem->axes, a, "cells", where));
        }
    }
    return CT_OK;
}

/* Equal cells. Local. */
static ct_status place_equal(const adi_axis_config *axis, ct_adi_problem *problem, int a) {
    char where[WHERE_BYTES];
    problem->low[a] = axis->from;
    problem->high[a] =
        axis->spacing > 0 ? axis->from + axis->spacing * (double)problem->extent[a] : axis->to;
    return problem->low[a] < problem->high[a]
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "%s: %g, and the box begins at %g; allowed: beyond that",
                          key_of(problem->axes, a, "to", where), axis->to, axis->from);
}

/* Edges that the config lists. Collective. */
static ct_status place_edges(MPI_Comm comm, const char *text, adi_shape *shape, int a) {
    ct_adi_problem *problem = &shape->problem;
    char where[WHERE_BYTES];
    (void)key_of(problem->axes, a, "edges", where);
    const ct_status status = job_read_positions(comm, where, text, problem->extent[a] + 1,
                                                "one more than cells", &shape->edges[a]);
    if (status != CT_OK) {
        return status;
    }
    problem->edges[a] = shape->edges[a];
    return CT_OK;
}

/* What holds at both faces of an axis. Local. */
static ct_status take_faces(const adi_axis_config *axis, ct_adi_problem *problem, int a) {
    char where[WHERE_BYTES];
    const adi_face_config *face = axis->face;
    if ((face[0].kind == ADI_PERIODIC) != (face[1].kind == ADI_PERIODIC)) {
        return ct_raise(
            CT_ERROR_CONFIG, "%s: one face is periodic; allowed: both or none",
            key_of(problem->axes, a, face[0].kind == ADI_PERIODIC ? "high" : "low", where));
    }
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        if (face[side].kind == ADI_ROBIN &&
            (face[side].a * face[side].b < 0 || (face[side].a == 0 && face[side].b == 0))) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s: a is %g and b is %g; allowed: numbers of one sign, not both 0",
                            key_of(problem->axes, a, side == 0 ? "low" : "high", where),
                            face[side].a, face[side].b);
        }
        problem->face[a][side] = adi_words_face(&face[side]);
    }
    return CT_OK;
}

ct_status adi_kappa_read(const adi_config *config, int axes, int a, adi_value *kappa) {
    char where[WHERE_BYTES];
    const char *key = NULL;
    const char *text = adi_words_kappa_along(&config->axis[adi_axis_index(axes, a)], &key);
    *kappa = (adi_value){.axes = axes};
    return *text == '\0'
               ? CT_OK
               : adi_value_read(key_of(axes, a, key, where), text, axes, ADI_OF_SPACE, kappa);
}

/* kappa of an axis, where it is a number. Local. */
static ct_status take_kappa(const adi_config *config, ct_adi_problem *problem, int a) {
    const char *key = NULL;
    adi_value kappa = {.axes = 0};
    ct_status status = adi_kappa_read(config, problem->axes, a, &kappa);
    problem->diffusivity[a] = 1; /* until a field or function is set */
    if (status == CT_OK && kappa.where[0] == '\0') {
        const char *text = adi_words_kappa(config, &key);
        status = adi_value_read(key, text, problem->axes, ADI_OF_STATE, &kappa);
    }
    if (status == CT_OK && kappa.quantity.kind == CT_ADI_NUMBER) {
        problem->diffusivity[a] = kappa.quantity.number;
        status = kappa.quantity.number >= 0
                     ? CT_OK
                     : ct_raise(CT_ERROR_CONFIG, "%s: %g; allowed: numbers from 0", kappa.where,
                                kappa.quantity.number);
    }
    adi_value_free(&kappa);
    return status;
}

ct_status adi_shape_make(MPI_Comm comm, const adi_config *config, adi_shape *shape) {
    ct_adi_problem *problem = &shape->problem;
    ct_array_info initial;
    ct_status status = CT_OK;
    CT_TRY(find_initial(comm, config, &initial));
    CT_TRY(ct_agree(comm, find_extent(config, &initial, shape)));
    CT_TRY(ct_agree(comm, adi_words_check(config, problem->axes, &shape->is_heat)));
    problem->precision = config->precision == ADI_SINGLE ? CT_FLOAT : CT_DOUBLE;
    for (int a = 0; a < problem->axes; a++) {
        const adi_axis_config *axis = &config->axis[adi_axis_index(problem->axes, a)];
        if (axis->edges[0] != '\0') {
            CT_TRY(place_edges(comm, axis->edges, shape, a));
        } else {
            CT_TRY(place_equal(axis, problem, a));
        }
        CT_TRY(take_faces(axis, problem, a));
        CT_TRY(ct_agree(comm, take_kappa(config, problem, a)));
    }
cleanup:
    return status;
}

void adi_shape_free(adi_shape *shape) {
    for (int a = 0; a < CT_ADI_AXES; a++) {
        free(shape->edges[a]);
        shape->edges[a] = NULL;
    }
}

const char *adi_extent_text(const adi_shape *shape, char text[ADI_EXTENT_BYTES]) {
    text[0] = '\0';
    for (int a = shape->problem.axes - 1; a >= 0; a--) {
        ct_text_append(text, ADI_EXTENT_BYTES, "%td%s", shape->problem.extent[a],
                       a > 0 ? " x " : "");
    }
    return text;
}

const char *adi_number_type(const adi_shape *shape) {
    return shape->problem.precision == CT_FLOAT ? "float32" : "float64";
}
