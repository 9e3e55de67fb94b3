#include "base/job/launch.h"

#include "base/fail.h"
#include "base/mpi.h"

#include <stdlib.h>

/* Environment variables that launchers set. The first one found counts: mpiexec inside a job step
 * of Slurm may start more processes than the step has tasks.
 */
static const struct launcher {
    const char *size, *rank; /* names of the variables */
    const char *name;
    const char *advice;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "mpirun of Open MPI",
     "this program was built for another MPI: start it with that one's mpiexec"},
    {"PMI_SIZE", "PMI_RANK", "mpiexec or srun with PMI",
     "this program's MPI does not speak it: start it with its own mpiexec, or with srun "
     "--mpi=TYPE of a type it speaks"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun",
     "allowed: srun --mpi=TYPE (or SLURM_MPI_TYPE) with a type that this program's MPI speaks, "
     "often pmi2 or pmix; \"srun --mpi=list\" lists them"},
    {"FLUX_JOB_SIZE", "FLUX_TASK_RANK", "flux run",
     "this program's MPI found no PMI of Flux: allowed: flux run -o mpi=TYPE, or -o pmi=TYPE "
     "(simple, pmix) with one that it speaks"},
    {"JSM_NAMESPACE_SIZE", "JSM_NAMESPACE_RANK", "jsrun of LSF",
     "this program was built for another MPI: start it with that one's mpiexec"},
};
enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

static long value_of(const char *variable) {
    const char *text = getenv(variable);
    return text != NULL ? strtol(text, NULL, 10) : 0;
}

/* The launcher that started this process, or NULL. */
static const struct launcher *find_launcher(void) {
    for (int i = 0; i < LAUNCHERS; i++) {
        if (value_of(launchers[i].size) > 0) {
            return &launchers[i];
        }
    }
    return NULL;
}

/* Whether the launcher started several processes that MPI does not connect. */
static bool is_copy(const struct launcher *launcher, int size) {
    return size == 1 && launcher != NULL && value_of(launcher->size) > 1 &&
           value_of("CT_SINGLETON") == 0;
}

ct_status ct_launch_check(MPI_Comm comm) {
    const struct launcher *launcher = find_launcher();
    int size = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_size(comm, &size));
    if (is_copy(launcher, size)) {
        CT_FAIL(CT_ERROR_MPI,
                "%s started %ld processes, but to MPI each of them is alone and would do the whole "
                "job; %s. Where runs of one rank each are meant, set CT_SINGLETON=1",
                launcher->name, value_of(launcher->size), launcher->advice);
    }
cleanup:
    return status;
}

bool ct_launch_is_first(void) {
    int started = 0;
    int ended = 0;
    int rank = 0;
    int size = 1;
    (void)MPI_Initialized(&started);
    (void)MPI_Finalized(&ended);
    if (started && !ended) {
        (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    }
    const struct launcher *launcher = find_launcher();
    return rank == 0 && (!is_copy(launcher, size) || value_of(launcher->rank) == 0);
}
