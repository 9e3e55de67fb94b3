/*
 * Checksums of the arrays that a problem is made of. The config names their files only: what a
 * checkpoint was made with is known by them.
 */
#include "apps/adi/checkpoint/inputs.h"

#include "apps/adi/checkpoint/checkpoint.h"
#include "apps/adi/problem/faces.h"
#include "base/fail.h"
#include "io/array/checksum.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <inttypes.h>
#include <stdlib.h>

enum { INPUTS_BYTES = 1024 }; /* a line of each: there are up to 26 */

/* Of a value's series, if it has one. Local. */
static void add_series(adi_job *job, const adi_value *value) {
    const adi_series *series = &value->series;
    uint64_t sum = 0;
    for (ptrdiff_t i = 0; i < series->count; i++) {
        const char *numbers[2] = {(const char *)&series->time[i], (const char *)&series->value[i]};
        sum += ct_checksum_element(numbers[0], (ptrdiff_t)sizeof(double), 2 * i);
        sum += ct_checksum_element(numbers[1], (ptrdiff_t)sizeof(double), 2 * i + 1);
    }
    if (series->count > 0) {
        ct_text_append(job->inputs_text, INPUTS_BYTES, "%s %016" PRIx64 "\n", value->where, sum);
    }
}

/* Of a value's array, if it has one; its numbers as the problem takes them. Collective. */
static ct_status add_value(adi_job *job, adi_value *value) {
    const ct_precision precision = job->shape.problem.precision;
    ct_array_info info;
    ct_status status = CT_OK;
    add_series(job, value);
    if (value->file[0] == '\0') {
        return CT_OK;
    }
    CT_TRY(ct_array_inspect(job->comm, value->file, value->dataset, CT_ARRAY_NUMBERS, &info));
    const ct_box box = ct_slab(info.axes, info.extent, 0, job->size, job->rank);
    CT_TRY(adi_value_load(job->comm, value, &box, precision));
    const uint64_t sum =
        adi_array_checksum(job->comm, info.extent, &box, precision, value->quantity.field);
    ct_text_append(job->inputs_text, INPUTS_BYTES, "%s %016" PRIx64 "\n", value->where, sum);
cleanup:
    adi_value_drop(value);
    return status;
}

/* Edges that a list or an array gives. Local. */
static void add_edges(adi_job *job, int axis) {
    const ct_adi_problem *problem = &job->shape.problem;
    uint64_t sum = 0;
    for (ptrdiff_t i = 0; job->shape.edges[axis] != NULL && i <= problem->extent[axis]; i++) {
        const char *edge = (const char *)&job->shape.edges[axis][i];
        sum += ct_checksum_element(edge, (ptrdiff_t)sizeof(double), i);
    }
    ct_text_append(job->inputs_text, INPUTS_BYTES, "%s.edges %016" PRIx64 "\n",
                   adi_axis_names[adi_axis_index(problem->axes, axis)], sum);
}

ct_status adi_inputs_checksum(adi_job *job) {
    adi_value *values[ADI_VALUES_MOST];
    adi_value *faces[ADI_FACE_VALUES];
    const int count = adi_job_values(job, values);
    ct_status status = CT_OK;
    job->inputs_text = calloc(1, INPUTS_BYTES);
    CT_TRY(ct_agree(job->comm, job->inputs_text != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for checksums")));
    for (int i = 0; i < count; i++) {
        CT_TRY(add_value(job, values[i]));
    }
    for (int a = 0; a < job->shape.problem.axes; a++) {
        add_edges(job, a);
        adi_faces_values(job, a, faces);
        for (int k = 0; k < ADI_FACE_VALUES; k++) {
            CT_TRY(add_value(job, faces[k]));
        }
    }
cleanup:
    return status;
}
