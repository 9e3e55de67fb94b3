#include "apps/adi/output/balance.h"

#include "base/fail.h"
#include "io/config/text.h"

#include <math.h>
#include <string.h>

static const char *const side_names[CT_ADI_SIDES] = {"low", "high"};

ct_status adi_balance_begin(adi_job *job) {
    ct_adi_balance_sheet sheet;
    ct_status status = CT_OK;
    if (!job->shape.is_heat) {
        return CT_OK;
    }
    CT_TRY(ct_adi_balance_begin(job->plan));
    if (job->restart == NULL) {
        CT_TRY(ct_adi_balance(job->plan, &sheet));
        job->course.first = sheet.first;
    }
    job->carried = job->course;
cleanup:
    return status;
}

ct_status adi_balance(const adi_job *job, ct_adi_balance_sheet *sheet) {
    const adi_course *carried = &job->carried;
    ct_status status = ct_adi_balance(job->plan, sheet);
    sheet->first = carried->first;
    sheet->stored += job->capacity.is_law ? carried->stored : 0; /* counts from the begin */
    sheet->source += carried->source;
    sheet->decay += carried->decay;
    sheet->walls += carried->walls;
    sheet->error = sheet->stored - sheet->first - sheet->source + sheet->decay - sheet->walls;
    for (int a = 0; a < job->shape.problem.axes; a++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            sheet->in[a][side] += carried->in[a][side];
            sheet->error -= sheet->in[a][side];
        }
    }
    if (job->config.kind == ADI_STEADY) { /* of what flows at this moment */
        sheet->error = sheet->source_rate - sheet->decay_rate + sheet->walls_rate;
        for (int k = 0; k < job->shape.problem.axes * CT_ADI_SIDES; k++) {
            sheet->error += sheet->rate[k / CT_ADI_SIDES][k % CT_ADI_SIDES];
        }
    }
    return status;
}

ct_status adi_balance_keep(adi_job *job) {
    ct_adi_balance_sheet sheet;
    ct_status status = CT_OK;
    if (job->shape.is_heat) {
        CT_TRY(adi_balance(job, &sheet));
        job->course.first = sheet.first;
        job->course.stored = sheet.stored;
        job->course.source = sheet.source;
        job->course.decay = sheet.decay;
        job->course.walls = sheet.walls;
        memcpy(job->course.in, sheet.in, sizeof sheet.in);
    }
cleanup:
    return status;
}

void adi_balance_header(const adi_job *job, char *header, size_t bytes) {
    const int axes = job->shape.problem.axes;
    if (!job->shape.is_heat) {
        return;
    }
    ct_text_append(header, bytes, ",stored,source,balance_error");
    for (int i = 0; i < axes; i++) { /* x comes first */
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            ct_text_append(header, bytes, ",flux_%s_%s", adi_axis_names[i], side_names[side]);
        }
    }
    if (job->mask.where[0] != '\0') {
        ct_text_append(header, bytes, ",flux_walls");
    }
}

int adi_balance_row(const adi_job *job, const ct_adi_balance_sheet *sheet, double *row) {
    const int axes = job->shape.problem.axes;
    int count = 0;
    row[count++] = sheet->stored;
    row[count++] = job->config.kind == ADI_STEADY ? sheet->source_rate : sheet->source;
    row[count++] = sheet->error;
    for (int i = 0; i < axes; i++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            row[count++] = sheet->rate[adi_axis_index(axes, i)][side];
        }
    }
    if (job->mask.where[0] != '\0') {
        row[count++] = sheet->walls_rate;
    }
    return count;
}

/* What the error is compared with: all that is stored and that moved. */
static double scale_of(const adi_job *job, const ct_adi_balance_sheet *sheet) {
    const bool is_steady = job->config.kind == ADI_STEADY;
    double all = is_steady ? fabs(sheet->source_rate) + fabs(sheet->decay_rate)
                           : fmax(fabs(sheet->stored), fabs(sheet->first)) + fabs(sheet->source) +
                                 fabs(sheet->decay);
    all += fabs(is_steady ? sheet->walls_rate : sheet->walls);
    for (int k = 0; k < job->shape.problem.axes * CT_ADI_SIDES; k++) {
        const int a = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        all += fabs(is_steady ? sheet->rate[a][side] : sheet->in[a][side]);
    }
    return all > 0 ? all : 1;
}

static void report_faces(const adi_job *job, const char *key, const ct_adi_balance_sheet *sheet,
                         bool is_rate) {
    const int axes = job->shape.problem.axes;
    ct_report_map(job->report, key);
    for (int i = 0; i < axes; i++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            char name[16];
            (void)snprintf(name, sizeof name, "%s_%s", adi_axis_names[i], side_names[side]);
            const int a = adi_axis_index(axes, i);
            ct_report_number(job->report, name,
                             is_rate ? sheet->rate[a][side] : sheet->in[a][side]);
        }
    }
    if (job->mask.where[0] != '\0') {
        ct_report_number(job->report, "walls", is_rate ? sheet->walls_rate : sheet->walls);
    }
    ct_report_end(job->report);
}

ct_status adi_balance_report(const adi_job *job) {
    ct_adi_balance_sheet sheet;
    if (!job->shape.is_heat) {
        return CT_OK;
    }
    const ct_status status = adi_balance(job, &sheet);
    if (status != CT_OK || job->report == NULL) {
        return status;
    }
    const bool is_steady = job->config.kind == ADI_STEADY;
    ct_report_map(job->report, "balance");
    ct_report_number(job->report, "stored", sheet.stored);
    if (!is_steady) {
        ct_report_number(job->report, "stored_first", sheet.first);
        report_faces(job, "in", &sheet, false);
    }
    report_faces(job, "flux", &sheet, true);
    ct_report_number(job->report, "source", is_steady ? sheet.source_rate : sheet.source);
    ct_report_number(job->report, "decay", is_steady ? sheet.decay_rate : sheet.decay);
    ct_report_number(job->report, "error", sheet.error);
    ct_report_number(job->report, "relative_error", sheet.error / scale_of(job, &sheet));
    ct_report_end(job->report);
    return CT_OK;
}

ct_status adi_balance_say(const adi_job *job) {
    ct_adi_balance_sheet sheet;
    const bool is_steady = job->config.kind == ADI_STEADY;
    const char *through = job->mask.where[0] != '\0' ? "faces and the mask's walls" : "the faces";
    double in = 0;
    ct_status status = CT_OK;
    if (!job->shape.is_heat) {
        return CT_OK;
    }
    CT_TRY(adi_balance(job, &sheet));
    for (int k = 0; k < job->shape.problem.axes * CT_ADI_SIDES; k++) {
        const int a = k / CT_ADI_SIDES;
        in += is_steady ? sheet.rate[a][k % CT_ADI_SIDES] : sheet.in[a][k % CT_ADI_SIDES];
    }
    in += is_steady ? sheet.walls_rate : sheet.walls;
    if (job->rank == 0 && !job->options.quiet && is_steady) {
        (void)printf("balance: %.6g in through %s, %.6g from the source, %.6g lost; "
                     "error %.2g, %.1g of all that\n",
                     in, through, sheet.source_rate, sheet.decay_rate, sheet.error,
                     fabs(sheet.error) / scale_of(job, &sheet));
    } else if (job->rank == 0 && !job->options.quiet) {
        (void)printf("balance: %.6g more stored, %.6g in through %s, %.6g from the source, "
                     "%.6g lost; error %.2g, %.1g of all that\n",
                     sheet.stored - sheet.first, in, through, sheet.source, sheet.decay,
                     sheet.error, fabs(sheet.error) / scale_of(job, &sheet));
    }
cleanup:
    return status;
}
