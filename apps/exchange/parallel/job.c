/* exchange: the options of subcommands over MPI, and what these have in common. */
#include "apps/exchange/parallel/job.h"

#include "apps/exchange/request/values.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MOST = 100000 };

const char *const exchange_plannings[] = {"estimate", "measure", "exhaustive", NULL};
const char *const exchange_transports[] = {"auto", "messages", "shared", NULL};
const char *const exchange_arrays[] = {"shared", "private", NULL};

static ct_status read_sizes(exchange_job *job) {
    const double allowed_bytes = 1 << 30; /* what MPI_Alltoall counts in an int */
    const exchange_request *request = job->request;
    double least_bytes = 8;
    double most_bytes = 4 << 20;
    ct_status status = CT_OK;
    if (request->given[OPTION_LEAST] != NULL) {
        CT_TRY(exchange_bytes(request, OPTION_LEAST, &least_bytes));
    }
    if (request->given[OPTION_MOST] != NULL) {
        CT_TRY(exchange_bytes(request, OPTION_MOST, &most_bytes));
    }
    if (least_bytes < 1 || most_bytes > allowed_bytes || least_bytes > most_bytes) {
        CT_FAIL(CT_ERROR_CONFIG,
                "blocks of %.0f to %.0f bytes (--min, --max): expected 1 <= min <= max <= 1Gi",
                least_bytes, most_bytes);
    }
    job->least_bytes = (ptrdiff_t)least_bytes;
    job->most_bytes = (ptrdiff_t)most_bytes;
cleanup:
    return status;
}

static ct_status read_options(exchange_job *job) {
    const exchange_request *request = job->request;
    int planning = CT_PLAN_MEASURE;
    int transport = CT_TRANSPORT_AUTO;
    ct_status status = CT_OK;
    CT_TRY(read_sizes(job));
    CT_TRY(exchange_choice(request, OPTION_PLANNING, exchange_plannings, planning, &planning));
    CT_TRY(exchange_choice(request, OPTION_TRANSPORT, exchange_transports, transport, &transport));
    CT_TRY(
        exchange_choice(request, OPTION_ARRAYS, exchange_arrays, 0, &job->options.private_arrays));
    job->options.planning = (ct_planning)planning;
    job->options.transport = (ct_transport)transport;
    job->options.tuning_file = request->given[OPTION_TUNING];
    if (request->given[OPTION_ROUNDS] != NULL) {
        CT_TRY(exchange_number(request, OPTION_ROUNDS, 1, ROUNDS_MOST, &job->rounds));
    }
    if (request->given[OPTION_TOPOLOGY] != NULL) {
        CT_TRY(exchange_topology(request, &job->topology));
        job->options.topology = &job->topology;
        if (job->topology.size != job->size) {
            CT_FAIL(CT_ERROR_CONFIG, "--topology %s has %d ranks; mpirun started %d",
                    request->given[OPTION_TOPOLOGY], job->topology.size, job->size);
        }
    }
cleanup:
    return status;
}

/* Whether plans know the name on whatever network they find. */
static bool is_name(const char *text) {
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        if (strcmp(ct_exchange_name(i), text) == 0) {
            return true;
        }
    }
    return false;
}

/* With a topology, every complete exchange that fits it; else those that need none. */
static ct_status find_rows(exchange_job *job) {
    const ct_algorithm *row = NULL;
    for (int i = 0; (row = ct_algorithm_at(i)) != NULL && job->row_count < EXCHANGE_ROWS_MOST;
         i++) {
        ct_status status = CT_ERROR_UNSUPPORTED;
        if (job->options.topology == NULL && is_name(row->name)) {
            status = ct_exchange_supports(job->comm, row->name);
        } else if (job->options.topology != NULL && row->pattern == NULL) {
            status = ct_algorithm_can_run(row, &job->topology) ? CT_OK : CT_ERROR_UNSUPPORTED;
        }
        if (status == CT_OK) {
            job->rows[job->row_count++] = row->name;
        } else if (status != CT_ERROR_UNSUPPORTED) {
            return status;
        }
    }
    return CT_OK;
}

/* Whether an algorithm is one of the table that needs to be told of its network. */
static ct_status check_network(const exchange_job *job, const char *text) {
    char name[EXCHANGE_TEXT];
    ct_topology flat = ct_topology_flat(job->size);
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " \t"), text);
    const ct_algorithm *row = ct_algorithm_find(name);
    if (job->options.topology != NULL || row == NULL || is_name(name)) {
        return CT_OK;
    }
    if (row->pattern != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "--algorithm %s: it delivers %s, no complete exchange",
                        name, ct_pattern_name(ct_algorithm_delivers(row)));
    }
    return ct_algorithm_fits(row, &flat) == CT_OK
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "--topology is missing: %s", ct_error_message());
}

/* Whether the algorithms asked for run here: none is found wrong after a minute of others. */
static ct_status check_asked(const exchange_job *job) {
    exchange_job cheap = *job;
    ct_status status = CT_OK;
    cheap.options.planning = CT_PLAN_ESTIMATE;
    cheap.options.tuning_file = NULL;
    for (int i = 0; i < job->request->asked_count; i++) {
        ct_exchange_plan *plan = NULL;
        if (strcmp(job->request->asked[i], "all") != 0) {
            CT_TRY(check_network(job, job->request->asked[i]));
            CT_TRY(exchange_job_plan(&cheap, job->request->asked[i], 8, &plan));
            ct_exchange_plan_destroy(&plan);
        }
    }
cleanup:
    return status;
}

static ct_status count_nodes(exchange_job *job) {
    MPI_Comm node = MPI_COMM_NULL;
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_split_type(job->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    CT_MPI(MPI_Comm_rank(node, &rank));
    job->nodes = rank == 0;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &job->nodes, 1, MPI_INT, MPI_SUM, job->comm));
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

ct_status exchange_job_begin(const exchange_request *request, FILE *out, exchange_job *job) {
    ct_status status = CT_OK;
    *job = (exchange_job){.request = request, .out = out, .comm = MPI_COMM_NULL};
    CT_TRY(ct_comm_duplicate(MPI_COMM_WORLD, &job->comm, &job->rank, &job->size));
    CT_TRY(ct_agree(job->comm, read_options(job)));
    CT_TRY(count_nodes(job));
    CT_TRY(find_rows(job));
    CT_TRY(check_asked(job));
cleanup:
    if (status != CT_OK) {
        exchange_job_end(job);
    }
    return status;
}

void exchange_job_end(exchange_job *job) {
    if (job->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&job->comm);
    }
}

ptrdiff_t exchange_job_next(const exchange_job *job, ptrdiff_t bytes) {
    ptrdiff_t next = bytes == 0 ? job->least_bytes : 2 * bytes;
    return next <= job->most_bytes ? next : 0;
}

ct_status exchange_job_plan(const exchange_job *job, const char *algorithm, ptrdiff_t block_bytes,
                            ct_exchange_plan **plan) {
    ct_exchange_options options = job->options;
    ct_block *block = malloc((size_t)job->size * sizeof *block);
    ct_status status = CT_OK;
    options.algorithm = algorithm;
    CT_TRY(ct_agree(job->comm, block != NULL
                                   ? CT_OK
                                   : ct_raise(CT_ERROR_MEMORY, "no memory for a layout of %d ranks",
                                              job->size)));
    for (int peer = 0; peer < job->size; peer++) {
        block[peer] = ct_block_contiguous(peer * block_bytes, block_bytes, 1);
    }
    ct_layout layout = {1, block};
    CT_TRY(ct_exchange_plan_create(job->comm, &layout, &layout, &options, plan));
cleanup:
    free(block);
    return status;
}

ct_status exchange_job_load_tuning(const exchange_job *job, ct_tuning **tuning) {
    ct_status status = ct_tuning_load(job->comm, job->options.tuning_file, tuning);
    if (status == CT_OK && job->rank == 0 && ct_tuning_warning(*tuning) != NULL) {
        (void)fprintf(stderr, "exchange: warning: %s\n", ct_tuning_warning(*tuning));
    }
    return status;
}

ct_status exchange_job_allocate(const exchange_job *job, ptrdiff_t bytes, void **memory) {
    return ct_agree(job->comm, ct_alloc(job->options.private_arrays ? MPI_COMM_SELF : job->comm,
                                        bytes, memory));
}

void exchange_job_print(const exchange_job *job) {
    char topology[CT_TOPOLOGY_TEXT] = "";
    if (job->options.topology != NULL) {
        ct_topology_format(&job->topology, topology);
    }
    (void)fprintf(job->out, "%d rank%s on %d node%s%s%s", job->size, job->size == 1 ? "" : "s",
                  job->nodes, job->nodes == 1 ? "" : "s", *topology != '\0' ? " as " : "",
                  topology);
}
