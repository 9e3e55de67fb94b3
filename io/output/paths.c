#include "io/output/paths.h"

#include "base/mpi.h"
#include "io/array/storage/elsewhere.h"
#include <cornerturn/agree.h>
#include <stdio.h>

ct_status ct_paths_differ(MPI_Comm comm, const ct_path_use *uses, int count) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = ct_agree_on_first(comm, rank == 0 ? ct_paths_check(uses, count) : CT_OK);
cleanup:
    return status;
}

/* What is written, and the first failure of what is compared with it. */
typedef struct comparison {
    const char *what;
    const ct_path_use *uses;
    int count;
    ct_status status;
} comparison;

static void compare(void *context, const char *file) {
    comparison *with = context;
    for (int i = 0; i < with->count && with->status == CT_OK; i++) {
        const ct_path_use both[2] = {{with->what, file, CT_PATH_READ}, with->uses[i]};
        with->status = both[1].fate != CT_PATH_READ ? ct_paths_check(both, 2) : CT_OK;
    }
}

ct_status ct_paths_differ_elsewhere(MPI_Comm comm, const ct_path_use *input, const char *dataset,
                                    const ct_path_use *uses, int count) {
    char what[64];
    comparison with = {.what = what, .uses = uses, .count = count};
    ct_status status = CT_OK;
    int rank = 0;
    if (input->path == NULL || input->path[0] == '\0' || dataset == NULL || dataset[0] == '\0') {
        return CT_OK;
    }
    (void)snprintf(what, sizeof what, "a file with data of %.40s", input->what);
    CT_MPI(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        ct_files_elsewhere(input->path, dataset, compare, &with);
    }
    status = ct_agree_on_first(comm, with.status);
cleanup:
    return status;
}
