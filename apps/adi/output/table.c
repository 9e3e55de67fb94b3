/* The table: a row about the state every so many steps. */
#include "apps/adi/output/table.h"

#include "apps/adi/output/balance.h"

#include "base/fail.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBES_MOST = 64, COLUMNS = 6, HEADER_BYTES = 1024 };

/* Where the box begins (0) and ends (1) along an axis. */
static double end_of(const adi_job *job, int axis, int side) {
    const ct_adi_problem *problem = &job->shape.problem;
    const double *edges = job->shape.edges[axis];
    if (edges != NULL) {
        return edges[side == 0 ? 0 : problem->extent[axis]];
    }
    return side == 0 ? problem->low[axis] : problem->high[axis];
}

/* One point, up to ; or the end of the text. */
static ct_status read_probe(adi_job *job, const char *text, size_t length) {
    const int axes = job->shape.problem.axes;
    char point[128];
    char *at = point;
    (void)snprintf(point, sizeof point, "%.*s", (int)length, text);
    if (length >= sizeof point) {
        return ct_raise(CT_ERROR_CONFIG,
                        "table.probes: \"%.40s..\"; allowed: points of up to %d "
                        "characters",
                        point, (int)sizeof point - 1);
    }
    for (int i = 0; i < axes; i++) {
        char *end = NULL;
        const int axis = adi_axis_index(axes, i); /* x comes first */
        const double position = strtod(at, &end);
        const bool is_number = end != at;
        end += strspn(end, " ");
        if (!is_number || *end != (i < axes - 1 ? ',' : '\0')) {
            return ct_raise(CT_ERROR_CONFIG,
                            "table.probes: \"%s\"; allowed: points such as %s, with ; between",
                            point, axes == 3 ? "0.5, 0.5, 0.5" : "0.5, 0.5");
        }
        if (!(position >= end_of(job, axis, 0) && position <= end_of(job, axis, 1))) {
            return ct_raise(
                CT_ERROR_CONFIG, "table.probes: %s = %g is outside the box; allowed: %g to %g",
                adi_axis_names[i], position, end_of(job, axis, 0), end_of(job, axis, 1));
        }
        job->probe[job->probes][axis] = position;
        at = end + 1;
    }
    job->probes++;
    return CT_OK;
}

ct_status adi_probes_read(adi_job *job) {
    const char *at = job->config.probes;
    job->probe = calloc(PROBES_MOST, sizeof *job->probe);
    if (job->probe == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for probes");
    }
    while (*at != '\0') {
        const size_t length = strcspn(at, ";");
        if (job->probes == PROBES_MOST) {
            return ct_raise(CT_ERROR_CONFIG, "table.probes: too many; allowed: up to %d",
                            PROBES_MOST);
        }
        ct_status status = read_probe(job, at, length);
        if (status != CT_OK) {
            return status;
        }
        at += length + (at[length] == ';');
    }
    return CT_OK;
}

/* By rank 0. */
static ct_status open_table(adi_job *job) {
    char header[HEADER_BYTES] = "step,time,dt,integral,minimum,maximum";
    if (job->restart != NULL) {
        char partial[PATH_MAX];
        (void)snprintf(partial, sizeof partial, "%s.partial", job->config.table);
        job->is_copy[1] = access(partial, F_OK) != 0;
        return ct_table_reopen(job->config.table, (ptrdiff_t)job->course.table_bytes, &job->opened);
    }
    adi_balance_header(job, header, sizeof header);
    for (int i = 0; i < job->probes; i++) {
        ct_text_append(header, sizeof header, ",probe%d", i + 1);
    }
    return ct_table_create(job->config.table, job->config.overwrite, header, &job->opened);
}

ct_status adi_table_open(adi_job *job) {
    const bool wanted = job->config.table[0] != '\0';
    const ct_status status =
        ct_agree_on_first(job->comm, wanted && job->rank == 0 ? open_table(job) : CT_OK);
    return status == CT_OK || job->restart == NULL
               ? status
               : ct_raise(status,
                          "cannot continue from %s: %s; checkpoint.resume: never starts over",
                          ct_escaped(job->restart), ct_error_message());
}

ct_status adi_table_add(adi_job *job) {
    double row[COLUMNS + ADI_BALANCE_COLUMNS + PROBES_MOST] = {job->course.step, job->course.time,
                                                               job->last_dt};
    int count = COLUMNS;
    ct_adi_balance_sheet sheet;
    ct_status status = CT_OK;
    if (job->config.table[0] == '\0') {
        goto cleanup;
    }
    ct_laps_end(&job->laps, "between");
    CT_TRY(ct_adi_integral(job->plan, &row[3]));
    CT_TRY(ct_adi_range(job->plan, &row[4], &row[5]));
    if (job->shape.is_heat) {
        CT_TRY(adi_balance(job, &sheet));
        count += adi_balance_row(job, &sheet, row + count);
    }
    for (int i = 0; i < job->probes; i++) {
        ptrdiff_t cell[CT_MAX_AXES] = {0};
        for (int a = 0; a < job->shape.problem.axes; a++) {
            cell[a] = ct_adi_cell(job->plan, a, job->probe[i][a]);
        }
        CT_TRY(ct_adi_value(job->plan, cell, &row[count + i]));
    }
    if (job->rank == 0) {
        status = ct_table_row(job->opened, count + job->probes, row);
    }
    CT_TRY(ct_agree_on_first(job->comm, status));
    ct_laps_end(&job->laps, "table");
cleanup:
    return status;
}
