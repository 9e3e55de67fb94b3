/*
 * An ensemble: the schedules of all ranks, and which receive matches which send.
 *
 * Checks, prices, dumps and drawings start from it. Local, pure and free of MPI.
 */
#ifndef CORNERTURN_ENSEMBLE_H
#define CORNERTURN_ENSEMBLE_H

#include <cornerturn/algorithm.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Read freely. Move i of rank r has the number first_move[r] + i; the mate of a send is the number
 * of the move that receives it and the other way round, -1 where a move has no such side. */
typedef struct ct_ensemble {
    int size;
    ct_schedule **schedules; /* by rank, owned */
    ptrdiff_t *first_move;   /* size + 1 entries; NULL until matched */
    ptrdiff_t *send_mate, *receive_mate;
} ct_ensemble;

/* The schedules of an algorithm on a topology. `parameters` NULL: the defaults.
 * CT_ERROR_UNSUPPORTED for more than CT_MOVES_MOST ranks, or moves of all ranks, as estimated from
 * the first of them. Local. */
enum { CT_MOVES_MOST = 1 << 28 };
ct_status ct_ensemble_generate(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters, ct_ensemble **ensemble);
void ct_ensemble_destroy(ct_ensemble **ensemble);

/* Finds the mates: messages of an ordered pair of ranks match in the order of the moves. Does
 * nothing if done before. CT_ERROR_INTERNAL for a send or receive without its mate, or with one on
 * another rail. Local. */
ct_status ct_ensemble_match(ct_ensemble *ensemble);

/* The number of the last step, 0 when nobody moves anything. Local. */
int ct_ensemble_steps(const ct_ensemble *ensemble);

/* Number of networks the messages use: 1 more than the highest rail. Local. */
int ct_ensemble_rails(const ct_ensemble *ensemble);

/* The number of a move of a rank. The ensemble is matched. Local. */
ptrdiff_t ct_ensemble_number(const ct_ensemble *ensemble, int rank, const ct_move *move);

/* Whether every message is received in the step in which it is sent. The ensemble is matched.
 * Local. */
int ct_ensemble_lockstep(const ct_ensemble *ensemble);

/* The moves of `rank` in `step`, their number in *count; owned by the ensemble. Call with ascending
 * steps. *cursor, one a rank, is 0 before the first call and left alone between calls. Local. */
const ct_move *ct_ensemble_moves(const ct_ensemble *ensemble, int rank, int step, int *cursor,
                                 int *count);

/* Calls `visit` for every message of `step`, senders ascending. Steps and `cursors` (one a rank) as
 * in ct_ensemble_moves. Local. */
typedef void ct_send_visitor(void *context, int from, const ct_move *move);
void ct_ensemble_sends(const ct_ensemble *ensemble, int step, int *cursors, ct_send_visitor *visit,
                       void *context);

CT_PUBLIC_END

#endif
