/* Subcommands that all ranks of mpirun run together. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_PARALLEL_H
#define CT_APPS_EXCHANGE_PARALLEL_PARALLEL_H

#include "apps/exchange/print/file.h"
#include "apps/exchange/request/request.h"

/* main for such a subcommand. Only rank 0 prints; all ranks leave together. */
int exchange_run_parallel(const exchange_command *commands, int argc, char **argv);

/* A file that rank 0 writes, the others' output being discarded; see exchange_file_open.
 * Collective. */
ct_status exchange_open_on_first(int rank, const char *path, exchange_file *file);
ct_status exchange_close_on_first(exchange_file *file, ct_status before);

#endif
