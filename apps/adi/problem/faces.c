#include "apps/adi/problem/faces.h"

#include "apps/adi/problem/words.h"
#include "base/fail.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>

void adi_faces_values(adi_job *job, int axis, adi_value *values[ADI_FACE_VALUES]) {
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        *values++ = &job->face[axis][side];
        *values++ = &job->transfer[axis][side];
    }
}

/* The key of a face, for messages. */
static void name_key(int axes, int axis, int side, const char *name, char *where, size_t bytes) {
    (void)snprintf(where, bytes, "%s.%s_%s", adi_axis_names[adi_axis_index(axes, axis)],
                   side == 0 ? "low" : "high", name);
}

static ct_status read_face(adi_job *job, int axis, int side) {
    const int axes = job->shape.problem.axes;
    const adi_face_config *face = &job->config.axis[adi_axis_index(axes, axis)].face[side];
    adi_value *transfer = &job->transfer[axis][side];
    char where[sizeof transfer->where];
    ct_status status = CT_OK;
    name_key(axes, axis, side, "value", where, sizeof where);
    CT_TRY(adi_value_read(where, face->value, axes, ADI_OF_TIME, &job->face[axis][side]));
    if (job->shape.problem.face[axis][side].kind == CT_ADI_TRANSFER) {
        name_key(axes, axis, side, "h", where, sizeof where);
        CT_TRY(adi_value_read(where, face->h, axes, ADI_OF_TIME, transfer));
    }
    if (transfer->quantity.kind == CT_ADI_NUMBER && transfer->quantity.number < 0) {
        CT_FAIL(CT_ERROR_CONFIG, "%s: %g; allowed: numbers from 0", where,
                transfer->quantity.number);
    }
cleanup:
    return status;
}

ct_status adi_faces_read(adi_job *job) {
    ct_status status = CT_OK;
    for (int k = 0; k < job->shape.problem.axes * CT_ADI_SIDES; k++) {
        CT_TRY(read_face(job, k / CT_ADI_SIDES, k % CT_ADI_SIDES));
    }
cleanup:
    return status;
}

ct_status adi_faces_check(adi_job *job) {
    const adi_config *config = &job->config;
    const ct_adi_problem *problem = &job->shape.problem;
    const double last = config->kind == ADI_STEADY ? config->start : config->end;
    ct_status status = CT_OK;
    for (int a = 0; a < problem->axes; a++) {
        ptrdiff_t extent[CT_MAX_AXES] = {0};
        adi_value *values[ADI_FACE_VALUES];
        int axes = 0;
        for (int b = 0; b < problem->axes; b++) {
            if (b != a) {
                extent[axes++] = problem->extent[b];
            }
        }
        adi_faces_values(job, a, values);
        for (int k = 0; k < ADI_FACE_VALUES; k++) {
            CT_TRY(adi_value_check(job->comm, values[k], problem->axes - 1, extent,
                                   problem->precision));
            if (values[k]->series.count > 0) {
                CT_TRY(adi_series_check(values[k]->where, &values[k]->series, config->start, last));
            }
        }
    }
cleanup:
    return status;
}

/* The part of a face that the state's box has, as a box of the face; empty where it has none. */
static ct_box face_box(const adi_job *job, int axis, int side) {
    const ct_box box = ct_adi_state_box(job->plan);
    const ptrdiff_t extent = job->shape.problem.extent[axis];
    const bool is_there =
        ct_box_elements(&box) > 0 &&
        (side == 0 ? box.first[axis] == 0 : box.first[axis] + box.count[axis] == extent);
    ct_box part = {.axes = 0};
    for (int a = 0; a < box.axes; a++) {
        if (a != axis) {
            part.first[part.axes] = is_there ? box.first[a] : 0;
            part.count[part.axes++] = is_there ? box.count[a] : 0;
        }
    }
    return part;
}

/* Has `set` take a value of a face, with its array only as long as that takes. Collective. */
static ct_status give(adi_job *job, int axis, int side, adi_value *value,
                      ct_status (*set)(ct_adi_plan *, int, int, const ct_adi_quantity *)) {
    const ct_box box = face_box(job, axis, side);
    ct_status status = CT_OK;
    CT_TRY(adi_value_load(job->comm, value, &box, job->shape.problem.precision));
    status = set(job->plan, axis, side, &value->quantity);
    status = status == CT_ERROR_ARGUMENT
                 ? ct_raise(CT_ERROR_CONFIG, "%s: %s", value->where, ct_error_message())
                 : status;
cleanup:
    adi_value_drop(value);
    return status;
}

ct_status adi_faces_set(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    ct_status status = CT_OK;
    for (int k = 0; k < problem->axes * CT_ADI_SIDES; k++) {
        const int a = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        const ct_adi_boundary kind = problem->face[a][side].kind;
        const double radiance =
            adi_words_radiance(&job->config.axis[adi_axis_index(problem->axes, a)].face[side]);
        CT_TRY(radiance > 0
                   ? ct_adi_set_radiation(job->plan, a, side, radiance, job->config.absolute_zero)
                   : CT_OK);
        CT_TRY(kind == CT_ADI_TRANSFER
                   ? give(job, a, side, &job->transfer[a][side], ct_adi_set_transfer)
                   : CT_OK);
        CT_TRY(kind != CT_ADI_PERIODIC
                   ? give(job, a, side, &job->face[a][side], ct_adi_set_boundary)
                   : CT_OK);
    }
cleanup:
    return status;
}
