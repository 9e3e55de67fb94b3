/* exchange verify: every algorithm on small arrays whose every element is known. */
#include "apps/exchange/parallel/verify.h"

#include "apps/exchange/parallel/job.h"
#include "apps/exchange/parallel/samples.h"
#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

enum { EXECUTIONS = 2 }; /* of a plan */

/* The work, with a sample of each kind and, shared and private, a send and a receive array that is
 * large enough for each. */
typedef struct verification {
    exchange_job job;
    sample samples[SAMPLES];
    void *send[2], *receive[2];
    int right, wrong;
} verification;

static ct_status prepare(verification *v) {
    ptrdiff_t send_bytes = 0;
    ptrdiff_t receive_bytes = 0;
    ct_status status = CT_OK;
    for (int kind = 0; kind < SAMPLES; kind++) {
        sample *s = &v->samples[kind];
        CT_TRY(
            ct_agree(v->job.comm, sample_create((sample_kind)kind, v->job.rank, v->job.size, s)));
        send_bytes = s->send_bytes > send_bytes ? s->send_bytes : send_bytes;
        receive_bytes = s->receive_bytes > receive_bytes ? s->receive_bytes : receive_bytes;
    }
    for (int owner = 0; owner < 2; owner++) {
        exchange_job own = v->job;
        own.options.private_arrays = owner;
        CT_TRY(exchange_job_allocate(&own, send_bytes, &v->send[owner]));
        CT_TRY(exchange_job_allocate(&own, receive_bytes, &v->receive[owner]));
    }
cleanup:
    return status;
}

static void clean_up(verification *v) {
    for (int owner = 1; owner >= 0; owner--) {
        ct_free(&v->receive[owner]);
        ct_free(&v->send[owner]);
    }
    for (int kind = 0; kind < SAMPLES; kind++) {
        sample_destroy(&v->samples[kind]);
    }
    exchange_job_end(&v->job);
}

/* One kind of layouts, by a plan that is executed several times. CT_ERROR_INTERNAL for wrong data.
 */
static ct_status verify_sample(const exchange_job *job, const sample *s, int *send, int *receive) {
    ct_exchange_plan *plan = NULL;
    ct_status status = CT_OK;
    ct_status mine = CT_OK;
    CT_TRY(ct_exchange_plan_create(job->comm, &s->send, &s->receive, &job->options, &plan));
    for (int i = 0; i < EXECUTIONS; i++) {
        sample_fill(s, send, receive);
        CT_TRY(ct_exchange_execute(plan, send, receive));
        mine = mine == CT_OK ? sample_check(s, send, receive) : mine;
    }
    status = ct_agree(job->comm, mine);
cleanup:
    ct_exchange_plan_destroy(&plan);
    return status;
}

/* All kinds of layouts, for one line. What is wrong is in the line and the count; want of memory
 * and the MPI library's failures are returned. */
static ct_status verify(verification *v, const ct_exchange_options *options) {
    exchange_job job = v->job;
    int owner = options->private_arrays;
    job.options = *options;
    (void)fprintf(job.out, "%-40s  %-8s  %-7s  ", options->algorithm,
                  exchange_transports[options->transport], exchange_arrays[owner]);
    for (int kind = 0; kind < SAMPLES; kind++) {
        ct_status status =
            verify_sample(&job, &v->samples[kind], v->send[owner], v->receive[owner]);
        if (status == CT_ERROR_MEMORY || status == CT_ERROR_MPI) {
            return status;
        }
        if (status != CT_OK) {
            (void)fprintf(job.out, "WRONG: %s: %s\n", sample_name((sample_kind)kind),
                          ct_error_message());
            v->wrong++;
            return CT_OK;
        }
    }
    (void)fprintf(job.out, "ok\n");
    (void)fflush(job.out);
    v->right++;
    return CT_OK;
}

/* Whether an algorithm goes one way only: the MPI library's own, auto's, or the one it names. */
static bool has_its_way(const char *algorithm) {
    return strcmp(algorithm, "mpi") == 0 || strncmp(algorithm, "auto", strlen("auto")) == 0 ||
           strstr(algorithm, "--transport") != NULL;
}

/* One algorithm by every transport and in all arrays that were not ruled out. */
static ct_status verify_algorithm(verification *v, const char *algorithm) {
    const char *const *given = v->job.request->given;
    ct_exchange_options options = v->job.options;
    int first = CT_TRANSPORT_MESSAGES;
    int last = CT_TRANSPORT_SHARED;
    ct_status status = CT_OK;
    if (given[OPTION_TRANSPORT] != NULL || has_its_way(algorithm)) {
        first = last = (int)options.transport;
    }
    options.algorithm = algorithm;
    for (int transport = first; transport <= last; transport++) {
        options.transport = (ct_transport)transport;
        for (int owner = 0; owner < 2; owner++) {
            options.private_arrays = owner;
            if (given[OPTION_ARRAYS] == NULL || owner == v->job.options.private_arrays) {
                CT_TRY(verify(v, &options));
            }
        }
    }
cleanup:
    return status;
}

/* Every algorithm that runs here. */
static ct_status verify_table(verification *v) {
    ct_status status = CT_OK;
    for (int i = 0; i < v->job.row_count; i++) {
        CT_TRY(verify_algorithm(v, v->job.rows[i]));
    }
    CT_TRY(verify_algorithm(v, "mpi"));
cleanup:
    return status;
}

ct_status exchange_verify(const exchange_request *request, FILE *out) {
    verification v = {.right = 0};
    ct_status status = exchange_job_begin(request, out, &v.job);
    if (status != CT_OK) {
        return status;
    }
    v.job.options.planning = CT_PLAN_ESTIMATE;
    CT_TRY(prepare(&v));
    exchange_job_print(&v.job);
    (void)fprintf(out, "\n\n%-40s  %-8s  %-7s  %s\n", "algorithm", "by", "arrays", "data");
    for (int i = 0; i < request->asked_count || i == 0; i++) {
        bool all = request->asked_count == 0 || strcmp(request->asked[i], "all") == 0;
        CT_TRY(all ? verify_table(&v) : verify_algorithm(&v, request->asked[i]));
    }
    (void)fprintf(out, "\n%d ways to exchange: %d ok, %d wrong\n", v.right + v.wrong, v.right,
                  v.wrong);
    if (v.wrong > 0) {
        (void)fflush(out);
        CT_FAIL(CT_ERROR_INTERNAL, "%d of %d ways to exchange are wrong", v.wrong,
                v.right + v.wrong);
    }
cleanup:
    clean_up(&v);
    return status;
}
