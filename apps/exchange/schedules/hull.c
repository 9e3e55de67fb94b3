/* exchange hull: the best partition for every block size. */
#include "apps/exchange/schedules/hull.h"

#include "apps/exchange/draw/hull.h"
#include "apps/exchange/print/file.h"
#include "apps/exchange/print/table.h"
#include "apps/exchange/print/units.h"
#include "apps/exchange/request/values.h"
#include "base/fail.h"

#include <cornerturn/hull.h>

/* A hull of partitions, or of factorisations where dimension is -1. */
typedef struct hull_job {
    ct_machine machine;
    int dimension, size;
    ct_hull *hull;
    ct_face direct;
    ct_face others[2 * CT_VALUE_ITEMS]; /* candidates that are never best */
    int other_count;
} hull_job;

static bool on_hull(const ct_hull *hull, const ct_value *phases) {
    for (int i = 0; i < hull->count; i++) {
        if (ct_value_equal(&hull->faces[i].phases, phases)) {
            return true;
        }
    }
    return false;
}

/* A cell "3,3". */
static void cell_phases(exchange_table *table, const ct_value *phases) {
    char text[CT_PARAMETERS_TEXT];
    (void)ct_value_format(phases, text, sizeof text);
    exchange_cell(table, "%s", text);
}

static ct_status create(const exchange_request *request, hull_job *job) {
    ct_status status = CT_OK;
    int parts[CT_VALUE_ITEMS];
    bool by_dimension = request->given[OPTION_DIMENSION] != NULL;
    if (by_dimension == (request->given[OPTION_RANKS] != NULL)) {
        return ct_raise(CT_ERROR_CONFIG,
                        "expected either --dimension D, for 2^D ranks, or --ranks P");
    }
    CT_TRY(exchange_machine(request, &job->machine));
    if (!by_dimension) {
        job->dimension = -1;
        CT_TRY(exchange_number(request, OPTION_RANKS, 1, 1 << 30, &job->size));
        CT_TRY(ct_hull_create_factors(&job->machine, job->size, &job->hull));
        ct_value all = {.count = 1, .item = {job->size}};
        job->direct = ct_factors_face(&job->machine, job->size, &all);
        return CT_OK;
    }
    CT_TRY(exchange_number(request, OPTION_DIMENSION, 1, CT_AXES_MOST, &job->dimension));
    job->size = 1 << job->dimension;
    CT_TRY(ct_hull_create(&job->machine, job->dimension, &job->hull));
    ct_value all = ct_equipartition(job->dimension, 1);
    job->direct = ct_partition_face(&job->machine, job->dimension, &all);
    int count = ct_hull_candidates(job->dimension, parts);
    for (int i = 0; i < count; i++) {
        ct_value partition = ct_equipartition(job->dimension, parts[i]);
        if (!on_hull(job->hull, &partition)) {
            job->others[job->other_count++] =
                ct_partition_face(&job->machine, job->dimension, &partition);
        }
    }
cleanup:
    return status;
}

static ct_status print_faces(FILE *out, const hull_job *job) {
    exchange_table table = {.columns = "lrrrr"};
    char text[CT_PARAMETERS_TEXT];
    ct_status status = CT_OK;
    exchange_cell(&table, job->dimension < 0 ? "factors" : "partition");
    exchange_cell(&table, "from [bytes]");
    exchange_cell(&table, "to [bytes]");
    exchange_cell(&table, "empty block [ms]");
    exchange_cell(&table, "a byte more [us]");
    for (int i = 0; i < job->hull->count; i++) {
        const ct_face *face = &job->hull->faces[i];
        cell_phases(&table, &face->phases);
        exchange_cell(&table, "%.4g", face->from_bytes);
        if (i + 1 < job->hull->count) {
            exchange_cell(&table, "%.4g", face[1].from_bytes);
        } else {
            exchange_cell(&table, "-");
        }
        exchange_cell(&table, "%.4f", face->start_s * 1e3);
        exchange_cell(&table, "%.4f", face->byte_s * 1e6);
    }
    CT_TRY(exchange_table_print(out, &table, "  "));
    for (int i = 0; i < job->other_count; i++) {
        (void)ct_value_format(&job->others[i].phases, text, sizeof text);
        (void)fprintf(out, "%s%s", i == 0 ? "\nCandidates that are never best: " : "; ", text);
    }
    (void)fprintf(out, "%s", job->other_count > 0 ? "\n" : "");
cleanup:
    exchange_table_free(&table);
    return status;
}

static double time_s(const ct_face *face, double bytes) {
    return face->start_s + bytes * face->byte_s;
}

static void add_size(exchange_table *table, const hull_job *job, double bytes) {
    const ct_face *best = ct_hull_find(job->hull, bytes);
    char number[EXCHANGE_NUMBER];
    double best_s = time_s(best, bytes);
    double direct_s = time_s(&job->direct, bytes);
    exchange_cell(table, "%.0f", bytes);
    cell_phases(table, &best->phases);
    exchange_cell(table, "%s", exchange_seconds(best_s, number));
    exchange_cell(table, "%s", exchange_seconds(direct_s, number));
    exchange_cell(table, "%.2f", best_s > 0 ? direct_s / best_s : 1);
}

/* Block sizes up to beyond the last break point, or the one asked for. */
static ct_status print_sizes(FILE *out, const hull_job *job, double block_bytes) {
    exchange_table table = {.columns = "rlrrr"};
    static const char *const heads[] = {"block [bytes]", "best", "time", "direct", "direct / best"};
    double last_bytes = job->hull->faces[job->hull->count - 1].from_bytes;
    for (int i = 0; i < 5; i++) {
        exchange_cell(&table, "%s", heads[i]);
    }
    if (block_bytes >= 0) {
        add_size(&table, job, block_bytes);
    } else {
        for (double bytes = 1; bytes < 4 * last_bytes || bytes <= 1024; bytes *= 2) {
            add_size(&table, job, bytes);
        }
    }
    (void)fprintf(out, "\n");
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    return status;
}

static void print_split(FILE *out, const hull_job *job, double block_bytes) {
    if (job->dimension < 2 || block_bytes <= 0 || job->machine.byte_s <= 0) {
        return;
    }
    ct_split split = ct_hull_split(&job->machine, job->dimension, block_bytes);
    (void)fprintf(out, "\n  (lambda + delta) / (m tau) = %.4g", split.ratio);
    if (!split.exists) {
        (void)fprintf(out, " is %s: %s is best\n",
                      split.ratio < split.lower ? "below the lower bound" : "above the upper bound",
                      split.ratio < split.lower ? "direct" : "standard");
        (void)fprintf(out, "  bounds: %.4g .. %.4g\n", split.lower, split.upper);
        return;
    }
    (void)fprintf(out, ", between the bounds %.4g and %.4g\n", split.lower, split.upper);
    (void)fprintf(out, "  s* = %.4g: the largest part of the best is between %d and %d\n", split.s,
                  ((int)split.s + 1) / 2, (int)split.s);
}

static ct_status write_plot(const char *path, const hull_job *job, const char *title) {
    exchange_file file;
    ct_status status = exchange_file_open(path, &file);
    if (status != CT_OK) {
        return status;
    }
    status = draw_hull(file.stream, title, job->hull, job->others, job->other_count);
    return exchange_file_close(&file, status);
}

ct_status exchange_hull(const exchange_request *request, FILE *out) {
    hull_job job = {.hull = NULL};
    double block_bytes = -1;
    char title[256];
    ct_status status = CT_OK;
    CT_TRY(create(request, &job));
    if (request->given[OPTION_BLOCK] != NULL) {
        CT_TRY(exchange_bytes(request, OPTION_BLOCK, &block_bytes));
    }
    if (job.dimension < 0) {
        (void)snprintf(title, sizeof title, "Hull of optimality: %d ranks on %s", job.size,
                       job.machine.name);
    } else {
        (void)snprintf(title, sizeof title, "Hull of optimality: hypercube:%d (%d ranks) on %s",
                       job.dimension, job.size, job.machine.name);
    }
    (void)fprintf(out, "%s\n\n", title);
    CT_TRY(print_faces(out, &job));
    CT_TRY(print_sizes(out, &job, block_bytes));
    print_split(out, &job, block_bytes);
    if (request->given[OPTION_PLOT] != NULL) {
        CT_TRY(write_plot(request->given[OPTION_PLOT], &job, title));
    }
cleanup:
    ct_hull_destroy(&job.hull);
    return status;
}
