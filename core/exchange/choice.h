/* A choice of how to run an exchange: a row of the algorithm table with parameters and transport,
 * or the MPI library; its text and names. Local. */
#ifndef CT_EXCHANGE_CHOICE_H
#define CT_EXCHANGE_CHOICE_H

#include <cornerturn/algorithm.h>
#include <cornerturn/exchange.h>

typedef struct ct_choice {
    const ct_algorithm *row; /* NULL: the MPI library */
    ct_parameters parameters;
    ct_transport transport; /* of a row, inside a node: messages or shared memory */
} ct_choice;

/* Reads the `algorithm` of options for a movement: *automatic, or *choice. CT_ERROR_CONFIG,
 * CT_ERROR_UNSUPPORTED. */
ct_status ct_choice_parse(const char *text, ct_pattern_kind movement, const ct_topology *topology,
                          int *automatic, ct_choice *choice);

/* Sets the parameter "root", where the row has one. */
void ct_choice_root(ct_choice *choice, int root);

/* Writes the choice as ct_choice_parse reads it. */
void ct_choice_format(const ct_choice *choice, const ct_topology *topology,
                      char label[CT_EXCHANGE_LABEL]);

/* Whether the row delivers the movement and runs on any network or on this kind. A complete
 * exchange delivers every movement: most blocks are then empty, or a rank sends the same to all. */
int ct_row_serves(const ct_algorithm *row, ct_pattern_kind movement, const ct_topology *topology);

/* Names for a movement, as of ct_exchange_name and ct_collective_name, NULL past the end; and the
 * row behind a name, NULL for "auto" and "mpi". */
const char *ct_movement_name(ct_pattern_kind movement, int index);
const ct_algorithm *ct_movement_row(ct_pattern_kind movement, int index);

#endif
