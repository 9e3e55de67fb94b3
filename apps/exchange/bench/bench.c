/* exchange bench: times exchanges of all block sizes. */
#include "apps/exchange/bench/bench.h"

#include "apps/exchange/parallel/parallel.h"
#include "apps/exchange/print/file.h"
#include "apps/exchange/print/units.h"
#include "apps/exchange/request/values.h"
#include "base/escape.h"
#include "base/fail.h"
#include "files/unfinished_share.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/trace.h>

#include <stdlib.h>

enum { EVENTS_LEAST = 64, EVENTS_MOST = 10000000 };
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

static ct_status begin_trace(const exchange_job *job) {
    const exchange_request *request = job->request;
    int events = 0;
    ct_status status = CT_OK;
    if (request->given[OPTION_EVENTS] != NULL) {
        CT_TRY(exchange_number(request, OPTION_EVENTS, EVENTS_LEAST, EVENTS_MOST, &events));
    }
    if (request->given[OPTION_TRACE] != NULL) {
        CT_TRY(ct_trace_begin(job->comm, request->given[OPTION_TRACE], events));
        ct_unfinished_share(job->comm);
    }
cleanup:
    return status;
}

static ct_status end_trace(const exchange_job *job) {
    const char *path = job->request->given[OPTION_TRACE];
    ct_trace_summary of;
    if (path == NULL) {
        return CT_OK;
    }
    const ct_status status = ct_trace_end(&of);
    if (status == CT_OK) {
        (void)fprintf(job->out,
                      "\nTrace %s: %.0f events, %.0f before them dropped. Rank %d waited least, "
                      "%.3g s of %.3g s;\nwaits are %.1f %% of all ranks' time.\n",
                      ct_escaped(path), of.events, of.dropped, of.slowest, of.slowest_waits_s,
                      of.seconds, 100 * of.wait_share);
    }
    return status;
}

static ct_status measure(const exchange_job *job, bench_results *results) {
    ct_status status = CT_OK;
    int count = count_sizes(job);
    bench_print_head(job);
    for (ptrdiff_t bytes = 0; (bytes = exchange_job_next(job, bytes)) > 0;) {
        bench_size *size = &results->sizes[results->count];
        char name[EXCHANGE_NUMBER + 16];
        char number[EXCHANGE_NUMBER];
        (void)snprintf(name, sizeof name, "blocks of %s", exchange_size(bytes, number));
        const ct_phase phase = ct_span_begin(CT_TRACE_PHASE, name);
        CT_TRY(bench_measure(job, bytes, budget_s / count, size));
        ct_span_end(&phase);
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
    CT_TRY(begin_trace(&job));
    CT_TRY(measure(&job, &results));
    CT_TRY(end_trace(&job));
    if (csv.wanted) {
        bench_write_csv(csv.file.stream, &results);
    }
    status = ct_agree(job.comm,
                      plot.wanted ? bench_write_plot(plot.file.stream, &job, &results) : CT_OK);
cleanup:
    ct_trace_discard();
    status = close_target(&csv, status);
    status = close_target(&plot, status);
    for (int i = 0; i < results.count; i++) {
        free(results.sizes[i].times);
    }
    exchange_job_end(&job);
    return status;
}
