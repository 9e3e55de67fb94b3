/*
 * Races: timing several things against each other so that the ranking survives a busy machine.
 *
 * In a round every entrant still in the race runs once; the order is reversed every other round, so
 * a disturbance hits all alike. A quick entrant runs several times a round: the clock's resolution
 * and the barrier before it then do not count. The median over rounds of the slowest rank's time is
 * compared. After each stage of rounds the slower half leaves, so most time goes to entrants that
 * are hard to tell apart.
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
    double budget_s; /* for all rounds, about; a few rounds are run whatever they take */
    int finalists;   /* so many stay to the end, at least 1 */
} ct_race;

/* The time of an entrant. */
typedef struct ct_race_result {
    double seconds; /* of one run */
    int rounds;     /* how many it was in: finalists were in the most */
} ct_race_result;

/* Collective over the race's communicator, with the same race on all ranks; all get the same
 * results. A run that fails on any rank fails the race on all. CT_ERROR_MEMORY. */
ct_status ct_race_run(const ct_race *race, ct_race_result *results);

/* Whether `a` is to be preferred: it lasted longer, or was faster over as many rounds. */
int ct_race_beats(const ct_race_result *a, const ct_race_result *b);

#endif
