/* exchange bench: times exchanges of all block sizes. */
#include "apps/exchange/bench/bench.h"

#include "apps/exchange/parallel/parallel.h"
#include "apps/exchange/print/file.h"
#include "base/fail.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

static const double budget_s = 40; /* for all rounds; planning and warming up come on top */

/* A file that an option names: opened before the work, so that a wrong place is found then. */
typedef struct target {
    bool wanted;
    exchange_file file;
} target;

static ct_status open_target(const exchange_job *job, exchange_option option, target *t) {
    const char *path = job->request->given[option];
    ct_status status = path == NULL ? CT_OK : exchange_open_on_first(job->rank, path, &t->file);
    t->wanted = path != NULL && status == CT_OK;
    return status;
}

static ct_status close_target(target *t, ct_status before) {
    return t->wanted ? exchange_close_on_first(&t->file, before) : before;
}

/* Sizes from least to most, by doubling. */
static int count_sizes(const exchange_job *job) {
    int count = 0;
    for (ptrdiff_t bytes = 0; (bytes = exchange_job_next(job, bytes)) > 0;) {
        count++;
    }
    return count;
}

static ct_status measure(const exchange_job *job, bench_results *results) {
    ct_status status = CT_OK;
    int count = count_sizes(job);
    bench_print_head(job);
    for (ptrdiff_t bytes = 0; (bytes = exchange_job_next(job, bytes)) > 0;) {
        bench_size *size = &results->sizes[results->count];
        CT_TRY(bench_measure(job, bytes, budget_s / count, size));
        results->count++;
        bench_print_size(job, size);
    }
    status = ct_agree(job->comm, bench_print_summary(job->out, results));
cleanup:
    return status;
}

ct_status exchange_bench(const exchange_request *request, FILE *out) {
    exchange_job job;
    bench_results results = {.count = 0};
    target csv = {.wanted = false};
    target plot = {.wanted = false};
    ct_tuning *tuning = NULL;
    ct_status status = exchange_job_begin(request, out, &job);
    if (status != CT_OK) {
        return status;
    }
    if (job.options.tuning_file != NULL) {
        CT_TRY(exchange_job_load_tuning(&job, &tuning));
        ct_tuning_destroy(&tuning); /* plans read it themselves */
    }
    CT_TRY(open_target(&job, OPTION_CSV, &csv));
    CT_TRY(open_target(&job, OPTION_PLOT, &plot));
    CT_TRY(measure(&job, &results));
    if (csv.wanted) {
        bench_write_csv(csv.file.stream, &results);
    }
    status = ct_agree(job.comm,
                      plot.wanted ? bench_write_plot(plot.file.stream, &job, &results) : CT_OK);
cleanup:
    status = close_target(&csv, status);
    status = close_target(&plot, status);
    for (int i = 0; i < results.count; i++) {
        free(results.sizes[i].times);
    }
    exchange_job_end(&job);
    return status;
}
