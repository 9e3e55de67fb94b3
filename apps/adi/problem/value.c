#include "apps/adi/problem/value.h"

#include "apps/adi/config.h"
#include "apps/common/numbers.h"
#include "apps/common/reals.h"

#include "base/escape.h"
#include "base/fail.h"
#include "io/array/info.h"
#include "io/array/inspect.h"
#include "io/array/metadata.h"
#include "io/array/read.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void adi_value_law(void *context, double time, ptrdiff_t count, const double *const position[],
                   const double *u, double *values) {
    const adi_value *value = context;
    double *variables = ct_expression_variables(value->formula);
    variables[value->axes] = time;
    for (ptrdiff_t i = 0; i < count; i++) {
        for (int a = 0; a < value->axes; a++) { /* x is the last axis */
            variables[value->axes - 1 - a] = position[a][i];
        }
        if (u != NULL) {
            variables[value->axes + 1] = u[i];
        }
        values[i] = ct_expression_value(value->formula);
    }
}

/* A formula that knows no u at many points, as the library asks for it. */
static void evaluate(void *context, double time, ptrdiff_t count, const double *const position[],
                     double *values) {
    adi_value_law(context, time, count, position, NULL, values);
}

/* A series at many points. */
static void evaluate_series(void *context, double time, ptrdiff_t count,
                            const double *const position[], double *values) {
    const adi_value *value = context;
    const double number = adi_series_at(&value->series, time);
    (void)position;
    for (ptrdiff_t i = 0; i < count; i++) {
        values[i] = number;
    }
}

static ct_status read_series(const char *text, adi_scope scope, adi_value *value) {
    if (scope != ADI_OF_TIME) {
        return ct_raise(
            CT_ERROR_CONFIG,
            "%s: \"%.80s\"; allowed: a series at faces only, here a number, a formula, or "
            "hdf5:FILE:DATASET",
            value->where, text);
    }
    value->changes = true;
    value->quantity =
        (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = evaluate_series, .context = value};
    return adi_series_name(value->where, text, &value->series);
}

static ct_status read_formula(const char *text, adi_scope scope, adi_value *value) {
    const char *variables[CT_ADI_AXES + 2];
    bool varies = false;
    for (int a = 0; a < value->axes; a++) {
        variables[a] = adi_axis_names[a];
    }
    variables[value->axes] = "t";
    variables[value->axes + 1] = "u";
    const int count = value->axes + (int)scope;
    ct_status status = ct_expression_create(value->where, text, count, variables, &value->formula);
    if (status != CT_OK) {
        return status;
    }
    for (int i = 0; i < count; i++) {
        varies = varies || ct_expression_uses(value->formula, i);
    }
    value->changes = scope >= ADI_OF_TIME && ct_expression_uses(value->formula, value->axes);
    value->is_law = scope >= ADI_OF_STATE && ct_expression_uses(value->formula, value->axes + 1);
    if (varies) {
        value->quantity =
            (ct_adi_quantity){.kind = CT_ADI_FUNCTION, .function = evaluate, .context = value};
        return CT_OK;
    }
    value->quantity =
        (ct_adi_quantity){.kind = CT_ADI_NUMBER, .number = ct_expression_value(value->formula)};
    return isfinite(value->quantity.number)
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "%s: \"%.80s\" is %g; allowed: finite numbers",
                          value->where, text, value->quantity.number);
}

ct_status adi_value_read(const char *where, const char *text, int axes, adi_scope scope,
                         adi_value *value) {
    *value = (adi_value){.axes = axes};
    (void)snprintf(value->where, sizeof value->where, "%s", where);
    if (adi_series_is(text)) {
        return read_series(text, scope, value);
    }
    if (!job_is_array(text)) {
        return read_formula(text, scope, value);
    }
    value->quantity.kind = CT_ADI_FIELD;
    return job_array_name(where, text, value->file, value->dataset, sizeof value->dataset);
}

void adi_value_free(adi_value *value) {
    ct_expression_destroy(&value->formula);
    adi_series_free(&value->series);
    adi_value_drop(value);
}

void adi_value_drop(adi_value *value) {
    free(value->field);
    value->field = NULL;
    value->quantity.field = NULL;
}

/* Whether a number is one in the problem's precision. */
static ct_status check_number(const adi_value *value, ct_precision precision) {
    const ct_adi_quantity *quantity = &value->quantity;
    const bool is_held = quantity->kind != CT_ADI_NUMBER || precision == CT_DOUBLE ||
                         fabs(quantity->number) <= (double)FLT_MAX;
    return is_held ? CT_OK
                   : ct_raise(CT_ERROR_CONFIG,
                              "%s: %g, and problem.precision float holds numbers up to %.3g; "
                              "allowed: problem.precision: double, or a smaller number",
                              value->where, quantity->number, (double)FLT_MAX);
}

static void set_reading_bytes(MPI_Comm comm, const ct_array_info *info, ct_precision precision,
                              adi_value *value) {
    const ptrdiff_t bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    int size = 1;
    (void)MPI_Comm_size(comm, &size);
    double part_bytes = (double)bytes / size;
    for (int a = 0; a < info->axes; a++) {
        part_bytes *= (double)info->extent[a];
    }
    value->reading_bytes = ct_array_reading_bytes(info, bytes, part_bytes, size);
}

ct_status adi_value_check(MPI_Comm comm, adi_value *value, int axes, const ptrdiff_t *extent,
                          ct_precision precision) {
    ct_array_info info;
    if (value->series.file[0] != '\0') {
        return adi_series_load(comm, value->where, &value->series);
    }
    if (value->file[0] == '\0') {
        return check_number(value, precision);
    }
    ct_status status = ct_array_inspect(comm, value->file, value->dataset, CT_ARRAY_NUMBERS, &info);
    if (status != CT_OK) {
        return status;
    }
    set_reading_bytes(comm, &info, precision, value);
    bool fits = info.axes == axes && !info.is_complex;
    char wanted[96] = "";
    char found[96] = "";
    for (int a = 0; a < axes; a++) {
        fits = fits && info.extent[a] == extent[a];
        ct_text_append(wanted, sizeof wanted, "%s%td", a > 0 ? " x " : "", extent[a]);
    }
    for (int a = 0; a < info.axes; a++) {
        ct_text_append(found, sizeof found, "%s%td", a > 0 ? " x " : "", info.extent[a]);
    }
    return fits ? CT_OK
                : ct_raise(CT_ERROR_CONFIG,
                           "%s: dataset \"%s\" of %s is %s of %s; allowed: %s of real numbers, "
                           "as there are cells",
                           value->where, ct_escaped(value->dataset), ct_escaped(value->file), found,
                           info.type, wanted);
}

/* Whether what was read is finite. Collective. */
static ct_status check_numbers(MPI_Comm comm, const adi_value *value, const job_numbers *numbers) {
    char where[sizeof value->where + 2];
    const job_source source = {value->file, value->dataset, where, "problem.precision",
                               "",          CT_ERROR_CONFIG};
    job_finding found;
    ct_status status = CT_OK;
    (void)snprintf(where, sizeof where, "%s: ", value->where);
    CT_TRY(job_find_not_finite(comm, numbers, &found));
    CT_TRY(found.not_finite > 0 ? job_refuse(comm, &source, numbers, &found) : CT_OK);
cleanup:
    return status;
}

ct_status adi_value_load(MPI_Comm comm, adi_value *value, const ct_box *box,
                         ct_precision precision) {
    const size_t bytes = precision == CT_FLOAT ? sizeof(float) : sizeof(double);
    ct_status status = CT_OK;
    if (value->file[0] == '\0') {
        return CT_OK;
    }
    value->field = malloc((size_t)ct_box_elements(box) * bytes + 1); /* never of no bytes */
    CT_TRY(ct_agree(comm, value->field != NULL
                              ? CT_OK
                              : ct_raise(CT_ERROR_MEMORY, "%s: no memory for it", value->where)));
    CT_TRY(ct_array_read_numbers(comm, value->file, value->dataset,
                                 precision == CT_FLOAT ? "float32" : "float64", box, value->field,
                                 NULL));
    if (!value->has_holes) {
        CT_TRY(check_numbers(comm, value, &(job_numbers){*box, precision, 1, value->field}));
    }
    value->quantity.field = value->field;
cleanup:
    return status;
}
