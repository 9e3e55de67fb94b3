/* What a simulation is to run: a file of lines "BYTES WINDOW ALGORITHM". Local. */
#ifndef CT_TESTS_SIM_JOBS_H
#define CT_TESTS_SIM_JOBS_H

#include <cornerturn/exchange.h>
#include <cornerturn/machine.h>

/* Algorithms that are none: the library's all-to-all of equal blocks, as a program calls it; and
 * the fastest of what "auto" would time. */
#define JOB_LIBRARY "MPI_Alltoall"
#define JOB_MEASURED "measured"

/* One exchange: bytes of a block, steps in flight (0: all), and a name with parameters. */
typedef struct job {
    ptrdiff_t block_bytes;
    int window;
    char algorithm[CT_EXCHANGE_LABEL];
} job;

/* Reads them, several for a line whose algorithm is "all" (every algorithm, with the parameters
 * that are predicted to be best), "every NAME" (all values of its parameters worth trying) or
 * "every" (the same of every algorithm). The caller frees *jobs. CT_ERROR_FILE, CT_ERROR_CONFIG,
 * CT_ERROR_UNSUPPORTED, CT_ERROR_MEMORY. */
ct_status jobs_read(const char *path, const ct_topology *topology, const ct_machine *machine,
                    job **jobs, int *count);

#endif
