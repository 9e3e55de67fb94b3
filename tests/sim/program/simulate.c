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
 * see; CT_SIM_TUNING is a tuning file, which "auto" chooses by: what it lacks is measured first;
 * CT_SIM_FOLD=1 folds large arrays (fold.c): no data are checked then, and no block comes wrong.
 */
#include "calibrated.h"
#include "collectives.h"
#include "pencil.h"

#include "base/mpi.h"
#include "exchange/run/simulated.h"

#include <cornerturn/agree.h>
#include <cornerturn/tuning.h>
#include <simgrid/actor.h>
#include <stdlib.h>
#include <string.h>

/* The same on all ranks, which may share them. */
static double permute_byte_s;
static int copies_are_charged;

static void spend(double seconds) {
    if (seconds > 0) {
        sg_actor_sleep_for(seconds);
    }
}

static void charge(ct_work work, ptrdiff_t bytes) {
    if (work == CT_WORK_SHUFFLE || copies_are_charged) {
        spend((double)bytes * permute_byte_s);
    }
}

/* In MPI's place, by its profiling interface: nothing has ended before somebody waits for it. A
 * request that ends in a test stays in a list of SimGrid's for ever, which every wait walks from
 * then on. */
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

static int is_set(const char *name) {
    const char *text = getenv(name);
    return text != NULL && strcmp(text, "1") == 0;
}

static ct_status read_environment(scene *here) {
    const char *name = getenv("CT_SIM_MACHINE");
    ct_status status = CT_OK;
    CT_TRY(ct_topology_parse(getenv("CT_SIM_TOPOLOGY"), &here->topology));
    if (here->topology.size != here->size) {
        CT_FAIL(CT_ERROR_ARGUMENT, "%d ranks for a topology of %d", here->size,
                here->topology.size);
    }
    if (name != NULL && ct_machine_find(name) != NULL) {
        here->machine = *ct_machine_find(name);
    } else {
        CT_TRY(ct_machine_read(name != NULL ? name : "", &here->machine));
    }
    here->network = &here->topology;
    permute_byte_s = here->machine.permute_byte_s;
    copies_are_charged = is_set("CT_SIM_COPIES");
    here->data_are_damaged = is_set("CT_SIM_DAMAGE");
    here->tuning_file = getenv("CT_SIM_TUNING");
cleanup:
    return status;
}

/* One job. Collective. */
static ct_status run(const scene *here, const job *one) {
    outcome result = {.wrong = 0};
    ct_status status = pencil_asked(one) ? pencil_run(here, one, &result)
                       : strcmp(one->algorithm, JOB_MEASURED) == 0
                           ? trial_run_measured(here, one, &result)
                           : trial_run(here, one, &result);
    if (status == CT_OK && here->rank == 0) {
        (void)printf("%s\t%td\t%d\t%.17g\t%.17g\t%lld\n", result.algorithm, one->block_bytes,
                     one->window, result.seconds, result.predicted_s, result.wrong);
        (void)fflush(stdout);
    }
    return status;
}

/* Measures the machine, unless the tuning file has been there. Collective. */
static ct_status calibrate(const scene *here) {
    ct_calibration measured;
    ct_tuning *tuning = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_tuning_load(MPI_COMM_WORLD, here->tuning_file, &tuning));
    if (ct_tuning_calibration(tuning) == NULL) {
        CT_TRY(calibrated_measure(&here->topology, copies_are_charged ? permute_byte_s : 0,
                                  &measured));
        CT_TRY(ct_tuning_store_calibration(MPI_COMM_WORLD, here->tuning_file, &measured));
    }
cleanup:
    ct_tuning_destroy(&tuning);
    return status;
}

/* Rank 0 reads, all have the jobs. Collective. */
static ct_status share_jobs(const scene *here, const char *path, job **jobs, int *count) {
    ct_status status = CT_OK;
    if (here->rank == 0) {
        status = jobs_read(path, &here->topology, &here->machine, jobs, count);
    }
    CT_TRY(ct_agree_on_first(MPI_COMM_WORLD, status));
    CT_MPI(MPI_Bcast(count, 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (here->rank != 0) {
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
    scene here = {.comm = MPI_COMM_WORLD};
    job *jobs = NULL;
    int count = 0;
    ct_status status = CT_OK;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &here.size);
    ct_simulated_work = charge;
    ct_simulated_waits = 1;
    CT_TRY(ct_agree(MPI_COMM_WORLD, read_environment(&here)));
    CT_TRY(collectives_begin(ct_machine_barrier_s(&here.machine, here.size)));
    CT_TRY(share_jobs(&here, argc > 1 ? argv[1] : "", &jobs, &count));
    if (here.tuning_file != NULL) {
        CT_TRY(calibrate(&here));
    }
    for (int i = 0; jobs != NULL && i < count; i++) {
        CT_TRY(run(&here, &jobs[i]));
    }
    if (here.rank == 0) {
        (void)printf("end\t%d\n", count);
    }
cleanup:
    if (here.rank == 0 && status != CT_OK) {
        (void)fprintf(stderr, "simulate: error: %s\n", ct_error_message());
    }
    free(jobs);
    MPI_Finalize();
    return status == CT_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
