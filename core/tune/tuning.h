/* The inside of a tuning, as plans use it. */
#ifndef CT_TUNE_TUNING_H
#define CT_TUNE_TUNING_H

#include "tune/tuning_text.h"

#include <cornerturn/tuning.h>

struct ct_tuning { /* the same bytes on all ranks */
    char machine[CT_TUNING_MACHINE];
    int has_calibration, has_choice;
    ct_calibration calibration;
    ct_tuned choice;
    char path[256];    /* truncated if longer */
    char warning[512]; /* empty: none */
};

/* Reads the calibration of this machine for these ranks and ranks a node. Local.
 * CT_ERROR_MEMORY. */
ct_status ct_tuning_read(const char *path, int ranks, int node_ranks, ct_tuning **tuning);

/* Loads the calibration of this machine and, with a key (its machine is filled in), the choice
 * stored under it; of no file, "", only the machine's name. Collective; all ranks get the same. */
ct_status ct_tuning_look_up(MPI_Comm comm, const char *path, const ct_tuning_key *key,
                            ct_tuning **tuning);

/* Stores an entry, with its machine filled in, in the file. Collective. CT_ERROR_FILE. */
ct_status ct_tuning_store(MPI_Comm comm, const char *path, const ct_tuning_entry *entry);

/* The most ranks of `comm` that share a node. Collective. */
ct_status ct_most_node_ranks(MPI_Comm comm, int *most);

#endif
