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
    char path[256];    /* as far as it fits */
    char warning[512]; /* empty: none */
};

/* What the file says of this machine for so many ranks, so many of them on a node; without choices.
 * Local. CT_ERROR_MEMORY. */
ct_status ct_tuning_read(const char *path, int ranks, int node_ranks, ct_tuning **tuning);

/* Loads what the file says of this machine and, with a key (its machine is filled in), the choice
 * made for that. Collective; all ranks get the same. */
ct_status ct_tuning_look_up(MPI_Comm comm, const char *path, const ct_tuning_key *key,
                            ct_tuning **tuning);

/* Puts an entry, its machine filled in, into the file. Collective. CT_ERROR_FILE. */
ct_status ct_tuning_store(MPI_Comm comm, const char *path, const ct_tuning_entry *entry);

/* The most ranks of `comm` that share a node. Collective. */
ct_status ct_most_node_ranks(MPI_Comm comm, int *most);

#endif
