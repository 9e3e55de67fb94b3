/* exchange bench: its table on the terminal. */
#include "apps/exchange/bench/bench.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/print/units.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const bench_time *bench_find(const bench_size *size, bench_role role) {
    for (int i = 0; i < size->count; i++) {
        if (size->times[i].role == role) {
            return &size->times[i];
        }
    }
    return NULL;
}

const bench_time *bench_best(const bench_size *size) {
    const bench_time *best = NULL;
    for (int i = 0; i < size->count; i++) {
        const bench_time *time = &size->times[i];
        bool is_plan = time->role == BENCH_AUTO || time->role == BENCH_CANDIDATE;
        if (is_plan && (best == NULL || time->timing.median_s < best->timing.median_s)) {
            best = time;
        }
    }
    return best;
}

void bench_print_head(const exchange_job *job) {
    exchange_job_print(job);
    (void)fprintf(job->out, ", arrays %s, transport %s, planning %s\n",
                  exchange_arrays[job->options.private_arrays],
                  exchange_transports[job->options.transport],
                  exchange_plannings[job->options.planning]);
    (void)fprintf(
        job->out,
        "Time of one exchange on the slowest rank: median and quartiles of rounds in "
        "which all take turns.\n\"x MPI\": how many times as fast as MPI_Alltoall. "
        "\"bound\": the time that one read and one write\nof all blocks take by "
        "themselves, as the faster copy below measured it, in parts of the exchange's.\n\n"
        "   block  %-36s %9s %20s %9s %6s %6s\n",
        "algorithm", "median", "quartiles", "predicted", "x MPI", "bound");
    (void)fflush(job->out);
}

/* "0.301 us [0.299, 0.305]" in columns. */
static void print_time(FILE *out, const exchange_timing *timing) {
    exchange_unit unit = exchange_unit_for(timing->median_s);
    char quartiles[2 * EXCHANGE_NUMBER];
    (void)snprintf(quartiles, sizeof quartiles, "[%.4g, %.4g]", timing->low_s / unit.s,
                   timing->high_s / unit.s);
    (void)fprintf(out, " %6.4g %s %20s", timing->median_s / unit.s, unit.name, quartiles);
}

static void print_exchange(FILE *out, const char *block, const bench_size *size,
                           const bench_time *time) {
    const double library_s = bench_find(size, BENCH_LIBRARY)->timing.median_s;
    const double median_s = time->timing.median_s;
    char name[CT_EXCHANGE_LABEL + 8];
    char predicted[EXCHANGE_NUMBER] = "";
    (void)snprintf(name, sizeof name, "%s%s", time->role == BENCH_AUTO ? "auto: " : "", time->name);
    if (time->predicted_s >= 0 && isfinite(time->predicted_s)) {
        exchange_unit unit = exchange_unit_for(time->predicted_s);
        (void)snprintf(predicted, sizeof predicted, "%.3g %s", time->predicted_s / unit.s,
                       unit.name);
    }
    (void)fprintf(out, "%8s  %-36s", block, name);
    print_time(out, &time->timing);
    (void)fprintf(out, " %9s %6.2f %4.0f %%\n", predicted, library_s / median_s,
                  100 * size->bound_s / median_s);
}

/* The copies, with what they read and write a second. */
static void print_copies(FILE *out, const bench_size *size, int ranks) {
    const bench_role roles[] = {BENCH_COPY, BENCH_STREAM};
    for (int i = 0; i < 2; i++) {
        const bench_time *time = bench_find(size, roles[i]);
        double moved_bytes = 2.0 * ranks * ranks * (double)size->block_bytes;
        (void)fprintf(out, "%8s  %-36s", "", time->name);
        print_time(out, &time->timing);
        (void)fprintf(out, " %4.3g GB/s\n", moved_bytes / time->timing.median_s * 1e-9);
    }
}

void bench_print_size(const exchange_job *job, const bench_size *size) {
    char number[EXCHANGE_NUMBER];
    const char *block = exchange_size(size->block_bytes, number);
    for (int i = 0; i < size->count; i++) {
        const bench_time *time = &size->times[i];
        if (time->role != BENCH_COPY && time->role != BENCH_STREAM) {
            print_exchange(job->out, block, size, time);
            block = "";
        }
    }
    print_copies(job->out, size, job->size);
    (void)fflush(job->out);
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

/* How far auto's choices are behind the best that was measured. */
static void print_regret(FILE *out, const bench_results *results) {
    double regrets[BENCH_SIZES_MOST];
    char number[EXCHANGE_NUMBER];
    double worst = 0;
    ptrdiff_t worst_bytes = 0;
    for (int i = 0; i < results->count; i++) {
        const bench_size *size = &results->sizes[i];
        regrets[i] =
            bench_find(size, BENCH_AUTO)->timing.median_s / bench_best(size)->timing.median_s;
        worst_bytes = regrets[i] > worst ? size->block_bytes : worst_bytes;
        worst = fmax(worst, regrets[i]);
    }
    qsort(regrets, (size_t)results->count, sizeof *regrets, ascending);
    double median = (regrets[(results->count - 1) / 2] + regrets[results->count / 2]) / 2;
    (void)fprintf(out,
                  "\nRegret of auto, its choice's time over that of the best measured: median "
                  "%.3f, worst %.3f (%s)\n",
                  median, worst, exchange_size(worst_bytes, number));
}

static void add_summary_row(exchange_table *table, const bench_size *size) {
    const bench_time *library = bench_find(size, BENCH_LIBRARY);
    const bench_time *chosen = bench_find(size, BENCH_AUTO);
    const double auto_s = chosen->timing.median_s;
    char number[EXCHANGE_NUMBER];
    exchange_cell(table, "%s", exchange_size(size->block_bytes, number));
    exchange_cell(table, "%s", exchange_seconds(library->timing.median_s, number));
    exchange_cell(table, "%s", exchange_seconds(auto_s, number));
    exchange_cell(table, "%.2f", library->timing.median_s / auto_s);
    exchange_cell(table, "%.0f %%", 100 * size->bound_s / auto_s);
    exchange_cell(table, "%.2f", auto_s / bench_best(size)->timing.median_s);
    exchange_cell(table, "%s", chosen->name);
}

ct_status bench_print_summary(FILE *out, const bench_results *results) {
    static const char *const heads[] = {"block", "MPI_Alltoall", "auto",      "x MPI",
                                        "bound", "regret",       "auto takes"};
    exchange_table table = {.columns = "rrrrrrl"};
    if (results->count == 0 || bench_find(&results->sizes[0], BENCH_AUTO) == NULL) {
        return CT_OK;
    }
    for (int i = 0; i < 7; i++) {
        exchange_cell(&table, "%s", heads[i]);
    }
    for (int i = 0; i < results->count; i++) {
        add_summary_row(&table, &results->sizes[i]);
    }
    (void)fprintf(out, "\n");
    ct_status status = exchange_table_print(out, &table, "  ");
    exchange_table_free(&table);
    print_regret(out, results);
    return status;
}
