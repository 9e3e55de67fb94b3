#include "trial.h"

#include "base/mpi.h"
#include "fold.h"

#include <cornerturn/agree.h>
#include <cornerturn/candidates.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One exchange while it is run: equal blocks side by side, in order of ranks. */
typedef struct exchange {
    const scene *where;
    ptrdiff_t block_bytes;
    ct_block *blocks; /* of the layout */
    ct_layout layout;
    void *send, *receive;
    ct_exchange_plan *plan;
} exchange;

/* One for all ranks, which are threads of one process: thousands of them fill the memory. It is
 * rank 0's. Collective. */
static ct_status make_layout(exchange *e) {
    const int size = e->where->size;
    ct_status status = CT_OK;
    if (e->where->rank == 0) {
        e->blocks = malloc((size_t)size * sizeof *e->blocks);
        for (int peer = 0; e->blocks != NULL && peer < size; peer++) {
            e->blocks[peer] = ct_block_contiguous(peer * e->block_bytes, e->block_bytes, 1);
        }
    }
    CT_MPI(MPI_Bcast(&e->blocks, sizeof e->blocks, MPI_BYTE, 0, e->where->comm));
    if (e->blocks == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the layout of %d blocks", size);
    }
    e->layout = (ct_layout){1, e->blocks};
cleanup:
    return status;
}

/* Eight bytes of block (from, to), mixed twice: short blocks differ from one another, too. */
static uint64_t pattern(int from, int to, ptrdiff_t word) {
    uint64_t mixed = ((uint64_t)from << 40) ^ ((uint64_t)to << 20) ^ (uint64_t)word;
    mixed *= 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9U;
    return mixed ^ mixed >> 32;
}

/* The next bytes of a block that a word of its pattern is for. */
static size_t word_bytes(const exchange *e, ptrdiff_t word) {
    ptrdiff_t left = e->block_bytes - word * (ptrdiff_t)sizeof(uint64_t);
    return left < (ptrdiff_t)sizeof(uint64_t) ? (size_t)left : sizeof(uint64_t);
}

static ptrdiff_t words(const exchange *e) {
    return (e->block_bytes + (ptrdiff_t)sizeof(uint64_t) - 1) / (ptrdiff_t)sizeof(uint64_t);
}

static void fill(const exchange *e) {
    unsigned char *byte = e->send;
    for (int to = 0; to < e->where->size; to++) {
        for (ptrdiff_t i = 0; i < words(e); i++) {
            const uint64_t word = pattern(e->where->rank, to, i);
            memcpy(byte, &word, word_bytes(e, i));
            byte += word_bytes(e, i);
        }
    }
    memset(e->receive, 0, (size_t)(e->where->size * e->block_bytes));
}

/* Blocks that are not what their origin sent. */
static long long count_wrong(const exchange *e) {
    unsigned char *byte = e->receive;
    long long wrong = 0;
    if (e->where->data_are_damaged && e->where->rank == e->where->size - 1 && e->block_bytes > 0) {
        byte[0] ^= 1U;
    }
    for (int from = 0; from < e->where->size; from++) {
        int same = 1;
        for (ptrdiff_t i = 0; i < words(e); i++) {
            const uint64_t word = pattern(from, e->where->rank, i);
            same &= memcmp(byte, &word, word_bytes(e, i)) == 0;
            byte += word_bytes(e, i);
        }
        wrong += !same;
    }
    return wrong;
}

/* The library's own all-to-all has no plan. */
static ct_status make_plan(exchange *e, const job *one) {
    ct_exchange_options options = {.algorithm = one->algorithm,
                                   .steps_in_flight = one->window,
                                   .topology = e->where->network,
                                   .transport = CT_TRANSPORT_MESSAGES,
                                   .tuning_file = e->where->tuning_file};
    return strcmp(one->algorithm, JOB_LIBRARY) == 0
               ? CT_OK
               : ct_exchange_plan_create(e->where->comm, &e->layout, &e->layout, &options,
                                         &e->plan);
}

/* What is left of it is the caller's also when it fails. */
static ct_status prepare(exchange *e, const job *one) {
    ct_status status = CT_OK;
    e->block_bytes = one->block_bytes;
    status = make_layout(e);
    if (status == CT_OK) {
        status = ct_alloc(MPI_COMM_SELF, e->where->size * e->block_bytes, &e->send);
    }
    if (status == CT_OK) {
        status = ct_alloc(MPI_COMM_SELF, e->where->size * e->block_bytes, &e->receive);
    }
    CT_TRY(ct_agree(MPI_COMM_WORLD, status));
    CT_TRY(ct_agree(MPI_COMM_WORLD, make_plan(e, one)));
cleanup:
    return status;
}

static void leave(exchange *e) {
    ct_exchange_plan_destroy(&e->plan);
    ct_free(&e->send);
    ct_free(&e->receive);
    if (e->where->rank == 0) {
        free(e->blocks);
    }
}

static ct_status execute(exchange *e) {
    const int bytes = (int)e->block_bytes;
    ct_status status = CT_OK;
    if (e->plan != NULL) {
        return ct_exchange_execute(e->plan, e->send, e->receive);
    }
    CT_MPI(PMPI_Alltoall(e->send, bytes, MPI_BYTE, e->receive, bytes, MPI_BYTE, e->where->comm));
cleanup:
    return status;
}

/* What the model says of the algorithm that a plan has taken; nan where it says nothing. Local. */
static double predict(const scene *where, const char *label, double block_bytes) {
    const ct_algorithm *row = NULL;
    ct_parameters parameters;
    ct_breakdown breakdown;
    if (where->network == NULL ||
        ct_algorithm_parse(label, where->network, &row, &parameters) != CT_OK ||
        ct_breakdown_compute(row, where->network, &parameters, &where->machine, block_bytes,
                             &breakdown) != CT_OK) {
        return NAN;
    }
    return breakdown.total_s;
}

/* What rank 0 is to know of an exchange that has run. Local. */
static void describe(const exchange *e, const job *one, outcome *result) {
    const char *chosen = e->plan != NULL ? ct_exchange_algorithm(e->plan) : one->algorithm;
    const char *transport = strstr(chosen, " --transport");
    int length = (int)(transport != NULL ? transport - chosen : (ptrdiff_t)strlen(chosen));
    (void)snprintf(result->algorithm, sizeof result->algorithm, "%.*s", length, chosen);
    result->predicted_s = predict(e->where, result->algorithm, (double)one->block_bytes);
}

ct_status trial_run(const scene *where, const job *one, outcome *result) {
    exchange e = {.where = where};
    ct_status status = CT_OK;
    CT_TRY(prepare(&e, one));
    if (e.send == NULL || e.receive == NULL) { /* never: for the analyser */
        goto cleanup;
    }
    if (!fold_is_on()) {
        fill(&e);
    }
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD)); /* all leave it at the same time */
    double start_s = MPI_Wtime();
    ct_status executed = execute(&e);
    result->seconds = MPI_Wtime() - start_s;
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD)); /* messages of who has ended disturb nobody who has not */
    CT_TRY(ct_agree(MPI_COMM_WORLD, executed));
    result->wrong = fold_is_on() ? 0 : count_wrong(&e);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &result->seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &result->wrong, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD));
    if (where->rank == 0) {
        describe(&e, one, result);
    }
cleanup:
    leave(&e);
    return status;
}

/* As many as planning by measurement times, in choose.c. */
enum { MEASURED_MOST = 10 };

/* The candidates of "auto" as jobs, their number in *count; without the library's Alltoallv, which
 * sends everything at once. Collective. */
static ct_status shortlist(const scene *where, const job *one, job jobs[MEASURED_MOST],
                           int *count) {
    exchange e = {.where = where};
    job automatic = *one;
    const ct_score *score = NULL;
    ct_status status = CT_OK;
    (void)strcpy(automatic.algorithm, "auto");
    CT_TRY(prepare(&e, &automatic));
    for (int i = 0; *count < MEASURED_MOST; i++) {
        score = ct_exchange_score(e.plan, i);
        if (score == NULL) {
            break;
        }
        if (strcmp(score->algorithm, "mpi") != 0) {
            jobs[*count] = *one;
            memcpy(jobs[*count].algorithm, score->algorithm, sizeof score->algorithm);
            ++*count;
        }
    }
cleanup:
    leave(&e);
    return status;
}

ct_status trial_run_measured(const scene *where, const job *one, outcome *result) {
    job jobs[MEASURED_MOST];
    int count = 0;
    long long wrong = 0;
    ct_status status = CT_OK;
    CT_TRY(shortlist(where, one, jobs, &count));
    for (int i = 0; i < count; i++) {
        outcome now = {.wrong = 0};
        CT_TRY(trial_run(where, &jobs[i], &now));
        wrong += now.wrong;
        if (i == 0 || now.seconds < result->seconds) {
            *result = now;
        }
    }
    result->wrong = wrong;
cleanup:
    return status;
}
