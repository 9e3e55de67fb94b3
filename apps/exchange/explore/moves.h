/* The schedules of all ranks as compact JSON. */
#ifndef CT_APPS_EXCHANGE_EXPLORE_MOVES_H
#define CT_APPS_EXCHANGE_EXPLORE_MOVES_H

#include <cornerturn/ensemble.h>
#include <stdio.h>

/* Writes an array of steps, each an array of groups of moves that differ in the rank only:
 * [place among a rank's moves of the step, rule, to, from, blocks sent, received, flags, rail, runs
 * of ranks as first, count, stride ..]. Rule 0: `to` and `from` are added to the rank modulo P; 1:
 * exclusive or; 2: they are ranks; -1: nobody. No runs: all ranks. */
ct_status exchange_write_moves(FILE *out, const ct_ensemble *ensemble);

#endif
