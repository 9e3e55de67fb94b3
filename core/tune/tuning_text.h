/*
 * The text of a tuning file, an entry a line:
 *
 *   # cornerturn tuning file: ...
 *   1 choice MACHINE RANKS NODE_RANKS NETWORK PATTERN CLASS = RIGOUR MEASURED_S PREDICTED_S
 * ALGORITHM 1 calibration MACHINE RANKS NODE_RANKS = barrier_s S memory_bytes_per_s B CURVE
 * BYTES:S,.. .. link_speed TIMES
 *
 * The last key is there where it was measured: how many times as fast as the curve `distant` links
 * of the network are; without it they are taken to be as fast.
 *
 * The first line says whose file it is; the number that starts an entry is the version of its form.
 * Lines of other versions and kinds are foreign, and kept. Lines that are none of this are broken:
 * they are left out, and when the file is next written they become comments, so that nobody's text
 * is lost and nobody is warned of them again. A line without a line feed was cut off.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_TUNE_TUNING_TEXT_H
#define CT_TUNE_TUNING_TEXT_H

#include "tune/tuning_entry.h"

#include <cornerturn/status.h>

/* A piece of text that ends where its length says. */
typedef struct ct_text {
    const char *start;
    size_t length;
} ct_text;

/* Whether a text is empty, or says on its first line that it is a tuning file. */
int ct_tuning_is_ours(ct_text text);

/* Number of broken lines. */
int ct_tuning_count_broken(ct_text text);

/* Finds the entry of the kind and key that `entry` has on entry; 0 when there is none. Of
 * calibrations it is the one of the machine for the nearest number of ranks a node, then of ranks.
 */
int ct_tuning_find(ct_text text, ct_tuning_entry *entry);

/* The text with this entry in the place of the one with its key, or at the end. The caller frees
 * *merged. CT_ERROR_MEMORY. */
ct_status ct_tuning_merge(ct_text text, const ct_tuning_entry *entry, char **merged,
                          size_t *merged_length);

#endif
