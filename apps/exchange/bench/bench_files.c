/* exchange bench: its results as CSV and as a figure. */
#include "apps/exchange/bench/bench.h"

#include "apps/exchange/draw/times.h"
#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_line(FILE *file, const bench_size *size, const bench_time *time) {
    static const char *const roles[BENCH_ROLES] = {"library", "control", "copy",
                                                   "copy",    "auto",    "candidate"};
    (void)fprintf(file, "%td,\"%s\",%s,%d,%d,%.6e,%.6e,%.6e,", size->block_bytes, time->name,
                  roles[time->role], time->timing.rounds, time->timing.batch, time->timing.low_s,
                  time->timing.median_s, time->timing.high_s);
    if (time->predicted_s >= 0 && isfinite(time->predicted_s)) {
        (void)fprintf(file, "%.6e", time->predicted_s);
    }
    (void)fprintf(file, ",%.6e,%.4f,%.4f,%.4f\n", size->bound_s, time->timing.ratio,
                  time->timing.ratio_low, time->timing.ratio_high);
}

void bench_write_csv(FILE *file, const bench_results *results) {
    (void)fprintf(file, "block_bytes,algorithm,role,rounds,batch,low_quartile_s,median_s,"
                        "high_quartile_s,predicted_s,bound_s,ratio,ratio_low,ratio_high\n");
    for (int i = 0; i < results->count; i++) {
        for (int k = 0; k < results->sizes[i].count; k++) {
            write_line(file, &results->sizes[i], &results->sizes[i].times[k]);
        }
    }
}

/* The lines of the figure while they are collected. */
typedef struct lines {
    int sizes, count;
    draw_series times[BENCH_ENTRANTS_MOST];
    double *bytes; /* by size; the others by line and size: */
    double *measured_s, *predicted_s, *low_s, *high_s;
} lines;

/* The number of the line of that name, made if it is new. */
static int find_line(lines *l, const char *name) {
    int line = 0;
    while (line < l->count && strcmp(l->times[line].name, name) != 0) {
        line++;
    }
    if (line == l->count && l->count < BENCH_ENTRANTS_MOST) {
        ptrdiff_t first = (ptrdiff_t)line * l->sizes;
        l->times[l->count++] = (draw_series){.name = name,
                                             .measured_s = l->measured_s + first,
                                             .predicted_s = l->predicted_s + first,
                                             .low_s = l->low_s + first,
                                             .high_s = l->high_s + first};
    }
    return line;
}

static void put(lines *l, const char *name, int size, const bench_time *time, bool is_choice) {
    int line = find_line(l, name);
    ptrdiff_t place = (ptrdiff_t)line * l->sizes + size;
    if (line < BENCH_ENTRANTS_MOST) {
        l->times[line].is_reference = time->role == BENCH_COPY || time->role == BENCH_STREAM;
        l->times[line].is_choice = is_choice;
        l->measured_s[place] = time->timing.median_s;
        l->predicted_s[place] = time->predicted_s;
        l->low_s[place] = time->timing.low_s;
        l->high_s[place] = time->timing.high_s;
    }
}

/* What auto took counts for the algorithm by its own name as well. */
static void collect(lines *l, const bench_results *results) {
    for (int i = 0; i < results->count; i++) {
        const bench_size *size = &results->sizes[i];
        l->bytes[i] = (double)size->block_bytes;
        for (int k = 0; k < size->count; k++) {
            const bench_time *time = &size->times[k];
            if (time->role == BENCH_AUTO) {
                put(l, "auto", i, time, true);
            }
            if (time->role != BENCH_CONTROL) {
                put(l, time->name, i, time, false);
            }
        }
    }
}

ct_status bench_write_plot(FILE *file, const exchange_job *job, const bench_results *results) {
    lines *l = calloc(1, sizeof *l);
    size_t places = (size_t)results->count * BENCH_ENTRANTS_MOST;
    double *memory = calloc(4 * places + (size_t)results->count, sizeof *memory);
    char title[128];
    ct_status status = CT_OK;
    if (l == NULL || memory == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a figure of %d sizes", results->count);
    }
    l->sizes = results->count;
    l->measured_s = memory;
    l->predicted_s = memory + places;
    l->low_s = memory + 2 * places;
    l->high_s = memory + 3 * places;
    l->bytes = memory + 4 * places;
    collect(l, results);
    (void)snprintf(title, sizeof title, "Complete exchange of %d ranks on %d node%s", job->size,
                   job->nodes, job->nodes == 1 ? "" : "s");
    status = draw_times(file, title, l->sizes, l->bytes, l->times, l->count);
cleanup:
    free(memory);
    free(l);
    return status;
}
