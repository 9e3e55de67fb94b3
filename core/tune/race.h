/*
 * Races: time several entrants against each other so that the ranking is robust on a busy machine.
 *
 * In a round every active entrant runs once, in reversed order every other round, so that a
 * disturbance affects all. A fast entrant runs several times a round, to make the clock's
 * resolution and the barrier before it negligible. Compared is the median over rounds of the
 * slowest rank's time. After each stage of rounds the slower half is dropped, so most time goes to
 * entrants that are close.
 */
#ifndef CT_TUNE_RACE_H
#define CT_TUNE_RACE_H

#include <cornerturn/status.h>
#include <mpi.h>

typedef struct ct_race {
    MPI_Comm comm;
    int entrants;
    ct_status (*run)(void *context, int entrant); /* once; collective, or local on all ranks */
    void *context;
    double budget_s; /* for all rounds, about; a least number of rounds is always run */
    int finalists;   /* entrants in the last stage, at least 1 */
} ct_race;

/* The time of an entrant. */
typedef struct ct_race_result {
    double seconds; /* of one run */
    int rounds;     /* rounds it ran; finalists ran the most */
} ct_race_result;

/* Collective, with the same race on all ranks; all get the same results. A run that fails on any
 * rank fails the race on all. CT_ERROR_MEMORY. */
ct_status ct_race_run(const ct_race *race, ct_race_result *results);

/* Whether `a` beats `b`: more rounds, or as many and faster. */
int ct_race_beats(const ct_race_result *a, const ct_race_result *b);

#endif
