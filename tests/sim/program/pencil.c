#include "pencil.h"

#include "base/mpi.h"

#include <math.h>
#include <string.h>

static const char name[] = "pencil ";

int pencil_asked(const job *one) {
    return strncmp(one->algorithm, name, sizeof name - 1) == 0;
}

/* One direction: the ranks of a `colour` exchange all that they have. Collective. */
static ct_status run_side(const scene *where, const job *one, int colour, const char *algorithm,
                          outcome *result) {
    scene side = *where;
    job all = *one;
    ct_status status = CT_OK;
    *result = (outcome){.algorithm = "-", .predicted_s = NAN};
    CT_MPI(MPI_Comm_split(where->comm, colour, where->rank, &side.comm));
    CT_MPI(MPI_Comm_rank(side.comm, &side.rank));
    CT_MPI(MPI_Comm_size(side.comm, &side.size));
    side.network = side.size == where->size ? where->network : NULL; /* they find out */
    all.block_bytes = one->block_bytes / side.size;
    (void)snprintf(all.algorithm, sizeof all.algorithm, "%s", algorithm);
    if (side.size > 1) {
        CT_TRY(trial_run(&side, &all, result));
    }
cleanup:
    if (side.comm != where->comm) {
        (void)MPI_Comm_free(&side.comm);
    }
    return status;
}

ct_status pencil_run(const scene *where, const job *one, outcome *result) {
    int rows = 0;
    int columns = 0;
    int used = 0;
    outcome along_rows;
    outcome along_columns;
    ct_status status = CT_OK;
    if (sscanf(one->algorithm + sizeof name - 1, "%dx%d %n", &rows, &columns, &used) != 2 ||
        used == 0 || rows < 1 || columns < 1 || rows > where->size || columns > where->size ||
        rows * columns != where->size) {
        return ct_raise(CT_ERROR_CONFIG, "\"%s\": expected pencil ROWSxCOLUMNS ALGORITHM, %d ranks",
                        one->algorithm, where->size);
    }
    const char *algorithm = one->algorithm + sizeof name - 1 + used;
    CT_TRY(run_side(where, one, where->rank / columns, algorithm, &along_rows));
    CT_TRY(run_side(where, one, where->rank % columns, algorithm, &along_columns));
    *result = (outcome){.seconds = along_rows.seconds + along_columns.seconds,
                        .predicted_s = NAN,
                        .wrong = along_rows.wrong + along_columns.wrong};
    (void)snprintf(result->algorithm, sizeof result->algorithm, "%.290s; %.290s",
                   along_rows.algorithm, along_columns.algorithm);
cleanup:
    return status;
}
