#include "apps/exchange/parallel/parallel.h"

#include "apps/exchange/request/parse.h"
#include "apps/exchange/request/perform.h"
#include "base/job/finalize.h"
#include "base/job/initialize.h"
#include "base/job/launch.h"
#include "base/mpi.h"
#include "files/signals.h"
#include "files/unfinished_share.h"
#include <cornerturn/agree.h>

ct_status exchange_open_on_first(int rank, const char *path, exchange_file *file) {
    ct_status mine = exchange_file_open(rank == 0 ? path : "/dev/null", file);
    ct_status status = ct_agree_on_first(MPI_COMM_WORLD, mine);
    status = mine == CT_OK && status != CT_OK ? exchange_file_close(file, status) : status;
    ct_unfinished_share(MPI_COMM_WORLD);
    return status;
}

ct_status exchange_close_on_first(exchange_file *file, ct_status before) {
    const ct_status status = ct_agree_on_first(MPI_COMM_WORLD, exchange_file_close(file, before));
    ct_unfinished_share(MPI_COMM_WORLD);
    return status;
}

static ct_status run(const exchange_command *commands, int argc, char **argv, int rank) {
    exchange_request request;
    exchange_file file;
    ct_status status = CT_OK;
    CT_TRY(ct_launch_check(MPI_COMM_WORLD));
    CT_TRY(ct_agree(MPI_COMM_WORLD, exchange_parse(commands, argc, argv, &request)));
    CT_TRY(exchange_open_on_first(rank, request.given[OPTION_OUTPUT], &file));
    status = exchange_close_on_first(&file, exchange_perform(&request, file.stream));
cleanup:
    return status;
}

int exchange_run_parallel(const exchange_command *commands, int argc, char **argv) {
    int rank = 0;
    ct_initialize(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ct_signals_begin("exchange", rank == 0);
    int exit_status = exchange_conclude(run(commands, argc, argv, rank), ct_launch_is_first());
    ct_finalize("exchange");
    return ct_end(exit_status);
}
