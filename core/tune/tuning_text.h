/*
 * The text of a tuning file, an entry a line:
 *
 *   # cornerturn tuning file: ...
 *   1 choice MACHINE RANKS NODE_RANKS NETWORK PATTERN CLASS = RIGOUR MEASURED_S PREDICTED_S LABEL
 *   1 calibration MACHINE RANKS NODE_RANKS = barrier_s S memory_bytes_per_s B CURVE BYTES:S,.. ..
 *       link_speed X
 *
 * The last key is optional: the bandwidth of the network's links relative to that of the curve
 * `distant`; default 1.
 *
 * The first line identifies the file; an entry begins with the version of its form. Lines of other
 * versions and kinds are foreign and preserved. Malformed lines are skipped, and become comments
 * when the file is next written, so that no text is lost and the warning comes once. A line without
 * a line feed is truncated.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_TUNE_TUNING_TEXT_H
#define CT_TUNE_TUNING_TEXT_H

#include "tune/tuning_entry.h"

#include <cornerturn/status.h>

/* A piece of text with its length, not terminated by 0. */
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
