/*
 * Writes the blocks or messages of a schedule as CSV. Local, pure and free of MPI.
 */
#ifndef CORNERTURN_DUMP_H
#define CORNERTURN_DUMP_H

#include <cornerturn/ensemble.h>
#include <cornerturn/public.h>
#include <stdio.h>

CT_PUBLIC_BEGIN

/* Writes the header "step,from,to,origin,destination" and one line per block moved: by step (from
 * 1), then sender, then in the order of the message. Ranks are numbered as topologies are. The
 * destination is empty in an all-gather and a broadcast, and the target in a point-to-point
 * movement. CT_ERROR_FILE when writing fails. Local. */
ct_status ct_dump_blocks(FILE *file, const ct_ensemble *ensemble, const ct_pattern *pattern);

/* The same message by message: "step,from,to,blocks". Local. */
ct_status ct_dump_messages(FILE *file, const ct_ensemble *ensemble);

CT_PUBLIC_END

#endif
