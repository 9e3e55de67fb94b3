#include "apps/adi/problem/series.h"

#include "base/escape.h"
#include "base/fail.h"
#include "io/array/metadata.h"
#include <cornerturn/agree.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "series:";

bool adi_series_is(const char *text) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

ct_status adi_series_name(const char *where, const char *text, adi_series *series) {
    const char *name = text + strlen(prefix);
    const char *values = strrchr(name, ':');
    const char *times = values;
    while (times != NULL && times > name && times[-1] != ':') {
        times--;
    }
    *series = (adi_series){.count = 0};
    const bool is_table = values == NULL && *name != '\0' && strlen(name) < PATH_MAX;
    const bool is_pair = times != NULL && times > name + 1 && values[1] != '\0' && values > times &&
                         times - name <= PATH_MAX &&
                         (size_t)(values - times) < sizeof series->times &&
                         strlen(values + 1) < sizeof series->values;
    if (!is_table && !is_pair) {
        return ct_raise(CT_ERROR_CONFIG,
                        "%s: \"%.80s\"; allowed: series:FILE.csv, or series:FILE.h5:TIMES:VALUES",
                        where, text);
    }
    if (is_table) {
        (void)snprintf(series->file, sizeof series->file, "%s", name);
    } else {
        (void)snprintf(series->file, sizeof series->file, "%.*s", (int)(times - 1 - name), name);
        (void)snprintf(series->times, sizeof series->times, "%.*s", (int)(values - times), times);
        (void)snprintf(series->values, sizeof series->values, "%s", values + 1);
    }
    return CT_OK;
}

/* A line "time,value"; false for any other. */
static bool read_pair(const char *line, double *time, double *value) {
    char *end = NULL;
    *time = strtod(line, &end);
    if (end == line || end[strspn(end, " \t")] != ',') {
        return false;
    }
    const char *second = end + strspn(end, " \t") + 1;
    *value = strtod(second, &end);
    return end != second && end[strspn(end, " \t\r\n")] == '\0' && isfinite(*time) &&
           isfinite(*value);
}

static ct_status grow(const char *where, ptrdiff_t *most, adi_series *series) {
    if (series->count < *most) {
        return CT_OK;
    }
    *most = 2 * *most + 64;
    double *time = realloc(series->time, (size_t)*most * sizeof *time);
    series->time = time != NULL ? time : series->time;
    double *value = realloc(series->value, (size_t)*most * sizeof *value);
    series->value = value != NULL ? value : series->value;
    return time != NULL && value != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "%s: no memory for a series", where);
}

/* Whether a line may be one of names. */
static bool has_names(const char *line) {
    const char first = line[strspn(line, " \t+-.")];
    return first < '0' || first > '9';
}

/* Reads a CSV: a line of names, or none, then a line for each time; before it, a byte order mark,
 * as spreadsheets write it, or none. On rank 0. */
static ct_status read_table(const char *where, adi_series *series) {
    enum { LINE_BYTES = 512 };
    static const char mark[] = "\xEF\xBB\xBF";
    char line[LINE_BYTES];
    ptrdiff_t most = 0;
    ct_status status = CT_OK;
    FILE *file = fopen(series->file, "r");
    if (file == NULL) {
        return ct_raise(CT_ERROR_FILE, "%s: %s cannot be read: %s", where, ct_escaped(series->file),
                        strerror(errno));
    }
    for (ptrdiff_t number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        double time = 0;
        double value = 0;
        const bool is_marked = number == 1 && strncmp(line, mark, strlen(mark)) == 0;
        const char *text = line + (is_marked ? strlen(mark) : 0);
        if (text[strspn(text, " \t\r\n")] == '\0') {
            continue;
        }
        if (read_pair(text, &time, &value)) {
            CT_TRY(grow(where, &most, series));
            series->time[series->count] = time;
            series->value[series->count++] = value;
        } else if (number > 1 || !has_names(text)) {
            line[strcspn(line, "\r\n")] = '\0';
            CT_FAIL(CT_ERROR_CONFIG,
                    "%s: line %td of %s is \"%.40s\"; allowed: time,value, two finite numbers",
                    where, number, ct_escaped(series->file), ct_escaped(line));
        }
    }
cleanup:
    (void)fclose(file);
    return status;
}

/* Rank 0's series to all. Collective. */
static ct_status share(MPI_Comm comm, const char *where, adi_series *series) {
    MPI_Aint count = series->count;
    int rank = 0;
    ct_status status = CT_OK;
    (void)MPI_Comm_rank(comm, &rank);
    (void)MPI_Bcast(&count, 1, MPI_AINT, 0, comm);
    if (rank != 0) {
        series->count = count;
        series->time = calloc((size_t)count + 1, sizeof(double));
        series->value = calloc((size_t)count + 1, sizeof(double));
        status = series->time != NULL && series->value != NULL
                     ? CT_OK
                     : ct_raise(CT_ERROR_MEMORY, "%s: no memory for a series", where);
    }
    CT_TRY(ct_agree(comm, status));
    (void)MPI_Bcast(series->time, (int)count, MPI_DOUBLE, 0, comm);
    (void)MPI_Bcast(series->value, (int)count, MPI_DOUBLE, 0, comm);
cleanup:
    return status;
}

static ct_status check_times(const char *where, const adi_series *series) {
    if (series->count < 2) {
        return ct_raise(CT_ERROR_CONFIG, "%s: %s has %td times; allowed: 2 or more", where,
                        ct_escaped(series->file), series->count);
    }
    for (ptrdiff_t i = 1; i < series->count; i++) {
        if (!(series->time[i - 1] < series->time[i])) {
            return ct_raise(CT_ERROR_CONFIG,
                            "%s: time %td of %s, %g, is not after the one before, %g; allowed: "
                            "ascending times",
                            where, i + 1, ct_escaped(series->file), series->time[i],
                            series->time[i - 1]);
        }
    }
    return CT_OK;
}

ct_status adi_series_load(MPI_Comm comm, const char *where, adi_series *series) {
    ptrdiff_t values = 0;
    int rank = 0;
    ct_status status = CT_OK;
    (void)MPI_Comm_rank(comm, &rank);
    if (series->times[0] == '\0') {
        CT_TRY(ct_agree(comm, rank == 0 ? read_table(where, series) : CT_OK));
        CT_TRY(share(comm, where, series));
    } else {
        CT_TRY(
            ct_array_get_reals(comm, series->file, series->times, &series->count, &series->time));
        CT_TRY(ct_array_get_reals(comm, series->file, series->values, &values, &series->value));
        if (values != series->count) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "%s: %s has %td times and %td values; allowed: as many of both", where,
                    ct_escaped(series->file), series->count, values);
        }
    }
    CT_TRY(check_times(where, series));
cleanup:
    return status;
}

void adi_series_free(adi_series *series) {
    free(series->time);
    free(series->value);
    series->time = series->value = NULL;
    series->count = 0;
}

ct_status adi_series_check(const char *where, const adi_series *series, double first, double last) {
    const double begin = series->time[0];
    const double end = series->time[series->count - 1];
    const double slack = 1e-9 * (last - first);
    return first >= begin - slack && last <= end + slack
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "%s: %s has times from %g to %g, and the run goes from %g to %g; "
                          "allowed: a series that covers the run",
                          where, ct_escaped(series->file), begin, end, first, last);
}

double adi_series_at(const adi_series *series, double time) {
    ptrdiff_t low = 0;
    ptrdiff_t high = series->count - 1;
    while (high - low > 1) {
        const ptrdiff_t middle = low + (high - low) / 2;
        if (time >= series->time[middle]) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double share = (time - series->time[low]) / (series->time[high] - series->time[low]);
    const double within = fmin(fmax(share, 0), 1);
    return (1 - within) * series->value[low] + within * series->value[high];
}
