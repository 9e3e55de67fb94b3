/* exchange bench: everything that exchanges blocks of one size, measured in turn. */
#include "apps/exchange/bench/bench.h"

#include "base/mpi.h"
#include "kernels/stream.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

enum { FEW = 3 }; /* candidates of auto, in addition to its choice and the MPI library */

typedef struct contest {
    const exchange_job *job;
    ptrdiff_t block_bytes;
    size_t array_bytes;
    char *send, *receive;
    bench_time times[BENCH_ENTRANTS_MOST];
    ct_exchange_plan *plans[BENCH_ENTRANTS_MOST]; /* of entrants that are plans */
    int count;
} contest;

static void add(contest *c, bench_role role, const char *name, double predicted_s,
                ct_exchange_plan *plan) {
    c->plans[c->count] = plan;
    c->times[c->count] = (bench_time){.role = role, .predicted_s = predicted_s};
    (void)snprintf(c->times[c->count++].name, CT_EXCHANGE_LABEL, "%s", name);
}

/* An algorithm as its name says; what auto took comes as such. */
static ct_status add_plan(contest *c, const char *algorithm) {
    ct_exchange_plan *plan = NULL;
    bool is_auto = strncmp(algorithm, "auto", strlen("auto")) == 0;
    ct_status status = CT_OK;
    if (c->count == BENCH_ENTRANTS_MOST - 1) { /* one is the control */
        return ct_raise(CT_ERROR_UNSUPPORTED, "at most %d entrants", BENCH_ENTRANTS_MOST - 1);
    }
    CT_TRY(exchange_job_plan(c->job, algorithm, c->block_bytes, &plan));
    add(c, is_auto ? BENCH_AUTO : BENCH_CANDIDATE, ct_exchange_algorithm(plan),
        ct_exchange_score(plan, 0)->predicted_s, plan);
cleanup:
    return status;
}

/* The best of auto's ranking but for its choice, and the MPI library. */
static ct_status add_few(contest *c) {
    const bench_time *chosen = &c->times[c->count - 1];
    const ct_exchange_plan *plan = c->plans[c->count - 1];
    bool has_library = strcmp(chosen->name, "mpi") == 0;
    const ct_score *score = NULL;
    ct_status status = CT_OK;
    for (int i = 1, taken = 0; taken < FEW && (score = ct_exchange_score(plan, i)) != NULL; i++) {
        if (strcmp(score->algorithm, "mpi") != 0) {
            CT_TRY(add_plan(c, score->algorithm));
            taken++;
        }
    }
    if (!has_library) {
        status = add_plan(c, "mpi");
    }
cleanup:
    return status;
}

/* Every algorithm that runs here, by every transport that was not ruled out. */
static ct_status add_all(contest *c) {
    const exchange_job *job = c->job;
    bool both = job->options.transport == CT_TRANSPORT_AUTO && job->nodes < job->size;
    ct_status status = CT_OK;
    CT_TRY(add_plan(c, "auto"));
    for (int i = 0; i < job->row_count; i++) {
        char text[CT_EXCHANGE_LABEL];
        CT_TRY(add_plan(c, job->rows[i]));
        (void)snprintf(text, sizeof text, "%s --transport messages", job->rows[i]);
        CT_TRY(both ? add_plan(c, text) : CT_OK);
    }
    CT_TRY(add_plan(c, "mpi"));
cleanup:
    return status;
}

static ct_status add_entrants(contest *c) {
    const exchange_request *request = c->job->request;
    ct_status status = CT_OK;
    add(c, BENCH_LIBRARY, "MPI_Alltoall", -1, NULL);
    add(c, BENCH_COPY, "memcpy", -1, NULL);
    add(c, BENCH_STREAM, "non-temporal copy", -1, NULL);
    if (request->asked_count == 0) {
        CT_TRY(add_plan(c, "auto"));
        CT_TRY(add_few(c));
    }
    for (int i = 0; i < request->asked_count; i++) {
        bool all = strcmp(request->asked[i], "all") == 0;
        CT_TRY(all ? add_all(c) : add_plan(c, request->asked[i]));
    }
    add(c, BENCH_CONTROL, "MPI_Alltoall again", -1, NULL);
cleanup:
    return status;
}

static ct_status run(void *context, int entrant) {
    const contest *c = context;
    const int bytes = (int)c->block_bytes;
    ct_phase span = {.name = NULL};
    ct_status status = CT_OK;
    switch (c->times[entrant].role) {
    case BENCH_LIBRARY:
    case BENCH_CONTROL:
        span = ct_span_begin(CT_TRACE_EXCHANGE, "MPI_Alltoall");
        CT_MPI(MPI_Alltoall(c->send, bytes, MPI_BYTE, c->receive, bytes, MPI_BYTE, c->job->comm));
        break;
    case BENCH_COPY:
        span = ct_span_begin(CT_TRACE_COPY, "memcpy");
        memcpy(c->receive, c->send, c->array_bytes);
        break;
    case BENCH_STREAM:
        span = ct_span_begin(CT_TRACE_COPY, "non-temporal copy");
        ct_stream_copy(c->receive, c->send, c->array_bytes);
        ct_stream_fence();
        break;
    default:
        status = ct_exchange_execute(c->plans[entrant], c->send, c->receive);
    }
cleanup:
    ct_span_end(&span);
    return status;
}

/* All bytes of the block from one rank to another. Never 0, which the arrays have before. */
static char block_value(int from, int to) {
    return (char)(1 + (31 * from + 7 * to) % 127);
}

static ct_status allocate(contest *c) {
    void *memory[2] = {NULL, NULL};
    ct_status status = CT_OK;
    c->array_bytes = (size_t)c->block_bytes * (size_t)c->job->size;
    CT_TRY(exchange_job_allocate(c->job, (ptrdiff_t)c->array_bytes, &memory[0]));
    c->send = memory[0];
    CT_TRY(exchange_job_allocate(c->job, (ptrdiff_t)c->array_bytes, &memory[1]));
    c->receive = memory[1];
    for (int to = 0; to < c->job->size; to++) {
        memset(c->send + to * c->block_bytes, block_value(c->job->rank, to),
               (size_t)c->block_bytes);
    }
cleanup:
    return status;
}

/* A time means nothing if the data is wrong. */
static ct_status check(const contest *c, int entrant) {
    const size_t bytes = (size_t)c->block_bytes;
    for (int from = 0; from < c->job->size; from++) {
        const char *block = c->receive + from * c->block_bytes;
        if (block[0] != block_value(from, c->job->rank) ||
            memcmp(block, block + 1, bytes - 1) != 0) {
            return ct_raise(CT_ERROR_INTERNAL, "%s brings wrong data, blocks of %td bytes",
                            c->times[entrant].name, c->block_bytes);
        }
    }
    return CT_OK;
}

static bool is_exchange(const bench_time *time) {
    return time->role != BENCH_COPY && time->role != BENCH_STREAM;
}

static ct_status check_all(contest *c) {
    ct_status status = CT_OK;
    for (int i = 0; i < c->count; i++) {
        memset(c->receive, 0, c->array_bytes);
        CT_TRY(run(c, i));
        CT_TRY(ct_agree(c->job->comm, is_exchange(&c->times[i]) ? check(c, i) : CT_OK));
    }
cleanup:
    return status;
}

/* The rankings behind what auto took. */
static void explain(const contest *c) {
    for (int i = 0; i < c->count; i++) {
        if (c->times[i].role == BENCH_AUTO) {
            (void)fprintf(c->job->out, "\n");
            ct_exchange_explain(c->plans[i], c->job->out);
        }
    }
}

/* Hands the results over. The bound is that of memory, which holds inside and outside the cache:
 * whatever arrives at a rank is read once and written once. */
static ct_status take_times(const contest *c, const exchange_timing *timings, bench_size *size) {
    size->block_bytes = c->block_bytes;
    size->count = c->count;
    size->times = malloc((size_t)c->count * sizeof *size->times);
    if (size->times == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the times of %d entrants", c->count);
    }
    for (int i = 0; i < c->count; i++) {
        size->times[i] = c->times[i];
        size->times[i].timing = timings[i];
    }
    double copy_s = bench_find(size, BENCH_COPY)->timing.median_s;
    double stream_s = bench_find(size, BENCH_STREAM)->timing.median_s;
    size->bound_s = copy_s < stream_s ? copy_s : stream_s;
    return CT_OK;
}

ct_status bench_measure(const exchange_job *job, ptrdiff_t block_bytes, double budget_s,
                        bench_size *size) {
    exchange_timing timings[BENCH_ENTRANTS_MOST];
    contest *c = calloc(1, sizeof *c);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(job->comm,
                    c != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a bench")));
    c->job = job;
    c->block_bytes = block_bytes;
    CT_TRY(allocate(c));
    CT_TRY(add_entrants(c));
    if (job->request->given[OPTION_EXPLAIN] != NULL) {
        explain(c);
    }
    CT_TRY(check_all(c));
    exchange_rounds rounds = {job->comm, c->count, run, c, job->rounds, budget_s};
    CT_TRY(exchange_rounds_run(&rounds, timings));
    CT_TRY(ct_agree(job->comm, take_times(c, timings, size)));
cleanup:
    for (int i = 0; c != NULL && i < c->count; i++) {
        ct_exchange_plan_destroy(&c->plans[i]);
    }
    if (c != NULL) {
        void *memory[2] = {c->send, c->receive};
        ct_free(&memory[1]);
        ct_free(&memory[0]);
    }
    free(c);
    return status;
}
