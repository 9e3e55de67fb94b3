#include "io/output/paths.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

ct_status ct_paths_differ(MPI_Comm comm, const ct_path_use *uses, int count) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = ct_agree_on_first(comm, rank == 0 ? ct_paths_check(uses, count) : CT_OK);
cleanup:
    return status;
}
