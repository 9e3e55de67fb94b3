/*
 * Exchanges on a simulated machine: data checked, simulated time beside predicted time.
 *
 *   simulate JOBS      under smpirun, on the machine that platform.cpp builds
 *
 * JOBS is a file as in jobs.h. A line is printed for every exchange, of fields separated by tabs:
 * algorithm, bytes, window, simulated seconds, predicted seconds (nan: there is no model), blocks
 * that came wrong. The last line is "end" and the number of exchanges: without it the simulation
 * has not come to its end, for SimGrid ends a deadlock with status 0.
 *
 * The environment is that of platform.cpp, and: CT_SIM_COPIES=1 charges what is really packed and
 * unpacked as the machine's permutation, too; CT_SIM_DAMAGE=1 spoils a byte, which the check must
 * see.
 */
#include "jobs.h"

#include "base/mpi.h"
#include "exchange/work.h"

#include <cornerturn/agree.h>
#include <cornerturn/candidates.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static ct_topology topology;
static ct_machine machine;
static sg_bar_t everybody;
static int copies_are_charged, data_are_damaged;

static void spend(double seconds) {
    if (seconds > 0) {
        sg_actor_sleep_for(seconds);
    }
}

static void charge(ct_work work, ptrdiff_t bytes) {
    if (work == CT_WORK_SHUFFLE || copies_are_charged) {
        spend((double)bytes * machine.permute_byte_s);
    }
}

/* In MPI's place, by its profiling interface: a barrier of all ranks costs what the machine says,
 * and there are no messages that cross those of ranks that are not at the barrier yet. */
int MPI_Barrier(MPI_Comm comm) {
    int ranks = 0;
    int code = MPI_Comm_size(comm, &ranks);
    if (code != MPI_SUCCESS || ranks != size || everybody == NULL) {
        return code != MPI_SUCCESS ? code : PMPI_Barrier(comm);
    }
    (void)sg_barrier_wait(everybody);
    spend(ct_machine_barrier_s(&machine, size));
    return MPI_SUCCESS;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    *request = MPI_REQUEST_NULL;
    return MPI_Barrier(comm);
}

/* In MPI's place: nothing has ended before somebody waits for it. A request that ends in a test
 * stays in a list of SimGrid's for ever, which every wait walks from then on. */
int MPI_Test(MPI_Request *request, int *done, MPI_Status *status) {
    *done = *request == MPI_REQUEST_NULL;
    return *done ? PMPI_Test(request, done, status) : MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request *requests, int *done, MPI_Status *statuses) {
    *done = 1;
    for (int i = 0; i < count; i++) {
        *done &= requests[i] == MPI_REQUEST_NULL;
    }
    return *done ? PMPI_Testall(count, requests, done, statuses) : MPI_SUCCESS;
}

/* The barrier itself is one for all ranks, which are threads of one process. Collective. */
static ct_status make_barrier(void) {
    ct_status status = CT_OK;
    sg_bar_t made = rank == 0 ? sg_barrier_init((unsigned)size) : NULL;
    CT_MPI(MPI_Bcast(&made, sizeof made, MPI_BYTE, 0, MPI_COMM_WORLD));
    everybody = made;
cleanup:
    return status;
}

static int is_set(const char *name) {
    const char *text = getenv(name);
    return text != NULL && strcmp(text, "1") == 0;
}

static ct_status read_environment(void) {
    const char *name = getenv("CT_SIM_MACHINE");
    ct_status status = CT_OK;
    CT_TRY(ct_topology_parse(getenv("CT_SIM_TOPOLOGY"), &topology));
    if (topology.size != size) {
        CT_FAIL(CT_ERROR_ARGUMENT, "%d ranks for a topology of %d", size, topology.size);
    }
    if (name != NULL && ct_machine_find(name) != NULL) {
        machine = *ct_machine_find(name);
    } else {
        CT_TRY(ct_machine_read(name != NULL ? name : "", &machine));
    }
    copies_are_charged = is_set("CT_SIM_COPIES");
    data_are_damaged = is_set("CT_SIM_DAMAGE");
cleanup:
    return status;
}

/* One exchange while it is run: equal blocks side by side, in order of ranks. */
typedef struct exchange {
    ptrdiff_t block_bytes;
    ct_block *blocks; /* of the layout */
    ct_layout layout;
    void *send, *receive;
    ct_exchange_plan *plan;
} exchange;

static ct_status make_layout(exchange *e) {
    e->blocks = malloc((size_t)size * sizeof *e->blocks);
    if (e->blocks == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the layout of %d blocks", size);
    }
    for (int peer = 0; peer < size; peer++) {
        e->blocks[peer] = ct_block_contiguous(peer * e->block_bytes, e->block_bytes, 1);
    }
    e->layout = (ct_layout){1, e->blocks};
    return CT_OK;
}

/* Byte i of block (from, to), mixed twice: short blocks differ from one another, too. */
static unsigned char pattern(int from, int to, ptrdiff_t i) {
    uint64_t mixed = ((uint64_t)from << 40) ^ ((uint64_t)to << 20) ^ (uint64_t)i;
    mixed *= 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 29;
    mixed *= 0xBF58476D1CE4E5B9U;
    return (unsigned char)(mixed >> 56);
}

static void fill(const exchange *e) {
    unsigned char *byte = e->send;
    for (int to = 0; to < size; to++) {
        for (ptrdiff_t i = 0; i < e->block_bytes; i++) {
            *byte++ = pattern(rank, to, i);
        }
    }
    memset(e->receive, 0, (size_t)(size * e->block_bytes));
}

/* Blocks that are not what their origin sent. */
static long long count_wrong(const exchange *e) {
    unsigned char *byte = e->receive;
    long long wrong = 0;
    if (data_are_damaged && rank == size - 1 && e->block_bytes > 0) {
        byte[0] ^= 1U;
    }
    for (int from = 0; from < size; from++) {
        int same = 1;
        for (ptrdiff_t i = 0; i < e->block_bytes; i++) {
            same &= *byte++ == pattern(from, rank, i);
        }
        wrong += !same;
    }
    return wrong;
}

static ct_status prepare(exchange *e, const job *one) {
    ct_exchange_options options = {.algorithm = one->algorithm,
                                   .window = one->window,
                                   .topology = &topology,
                                   .transport = CT_TRANSPORT_MESSAGES};
    ct_status status = CT_OK;
    e->block_bytes = one->block_bytes;
    status = make_layout(e);
    if (status == CT_OK) {
        status = ct_alloc(MPI_COMM_SELF, size * e->block_bytes, &e->send);
    }
    if (status == CT_OK) {
        status = ct_alloc(MPI_COMM_SELF, size * e->block_bytes, &e->receive);
    }
    CT_TRY(ct_agree(MPI_COMM_WORLD, status));
    CT_TRY(ct_exchange_plan_create(MPI_COMM_WORLD, &e->layout, &e->layout, &options, &e->plan));
cleanup:
    return status;
}

/* What the model says of the algorithm that a plan has taken; nan where it says nothing. Local. */
static double predict(const char *label, double block_bytes) {
    const ct_algorithm *row = NULL;
    ct_parameters parameters;
    ct_breakdown breakdown;
    if (ct_algorithm_parse(label, &topology, &row, &parameters) != CT_OK ||
        ct_breakdown_compute(row, &topology, &parameters, &machine, block_bytes, &breakdown) !=
            CT_OK) {
        return NAN;
    }
    return breakdown.total_s;
}

static ct_status run(const job *one) {
    exchange e = {.plan = NULL};
    double seconds = 0;
    long long wrong = 0;
    ct_status status = CT_OK;
    CT_TRY(prepare(&e, one));
    if (e.send == NULL || e.receive == NULL) { /* never: for the analyser */
        goto cleanup;
    }
    fill(&e);
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD)); /* all leave it at the same time */
    double start_s = MPI_Wtime();
    ct_status executed = ct_exchange_execute(e.plan, e.send, e.receive);
    seconds = MPI_Wtime() - start_s;
    CT_MPI(MPI_Barrier(MPI_COMM_WORLD)); /* messages of who has ended disturb nobody who has not */
    CT_TRY(ct_agree(MPI_COMM_WORLD, executed));
    wrong = count_wrong(&e);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD));
    if (rank == 0) {
        char label[CT_EXCHANGE_LABEL]; /* without the transport, which is the same for all */
        const char *chosen = ct_exchange_algorithm(e.plan);
        const char *transport = strstr(chosen, " --transport");
        int length = (int)(transport != NULL ? transport - chosen : (ptrdiff_t)strlen(chosen));
        (void)snprintf(label, sizeof label, "%.*s", length, chosen);
        (void)printf("%s\t%td\t%d\t%.17g\t%.17g\t%lld\n", label, one->block_bytes, one->window,
                     seconds, predict(label, (double)one->block_bytes), wrong);
        (void)fflush(stdout);
    }
cleanup:
    ct_exchange_plan_destroy(&e.plan);
    ct_free(&e.send);
    ct_free(&e.receive);
    free(e.blocks);
    return status;
}

/* Rank 0 reads, all have the jobs. Collective. */
static ct_status share_jobs(const char *path, job **jobs, int *count) {
    ct_status status = CT_OK;
    if (rank == 0) {
        status = jobs_read(path, &topology, &machine, jobs, count);
    }
    CT_TRY(ct_agree_on_first(MPI_COMM_WORLD, status));
    CT_MPI(MPI_Bcast(count, 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (rank != 0) {
        *jobs = malloc((size_t)*count * sizeof **jobs + 1);
    }
    CT_TRY(ct_agree(MPI_COMM_WORLD, *jobs != NULL || *count == 0
                                        ? CT_OK
                                        : ct_raise(CT_ERROR_MEMORY, "no memory for the jobs")));
    CT_MPI(MPI_Bcast(*jobs, *count * (int)sizeof **jobs, MPI_BYTE, 0, MPI_COMM_WORLD));
cleanup:
    return status;
}

int main(int argc, char **argv) {
    job *jobs = NULL;
    int count = 0;
    ct_status status = CT_OK;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_work_hook = charge;
    ct_waits_inside = 1;
    CT_TRY(make_barrier());
    CT_TRY(ct_agree(MPI_COMM_WORLD, read_environment()));
    CT_TRY(share_jobs(argc > 1 ? argv[1] : "", &jobs, &count));
    for (int i = 0; jobs != NULL && i < count; i++) {
        CT_TRY(run(&jobs[i]));
    }
    if (rank == 0) {
        (void)printf("end\t%d\n", count);
    }
cleanup:
    if (rank == 0 && status != CT_OK) {
        (void)fprintf(stderr, "simulate: error: %s\n", ct_error_message());
    }
    free(jobs);
    MPI_Finalize();
    return status == CT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
