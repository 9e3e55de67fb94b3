/*
 * The algorithms: named generators of schedules, in one table.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_ALGORITHM_H
#define CORNERTURN_ALGORITHM_H

#include <cornerturn/schedule.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_algorithm {
    const char *name;    /* as written in a config */
    const char *summary; /* one sentence for a user choosing */
    const char *source;  /* paper and section */

    /* Appends the moves of the schedule's rank; failures stick to the schedule. */
    void (*generate)(ct_schedule *schedule);
} ct_algorithm;

/* The algorithm called `name`, or NULL. */
const ct_algorithm *ct_algorithm_find(const char *name);

/* The table row `index`, or NULL past the end. */
const ct_algorithm *ct_algorithm_at(int index);

/* Schedule of `rank` among `size` ranks. The caller destroys it. */
ct_status ct_algorithm_schedule(const ct_algorithm *algorithm, int size, int rank,
                                ct_schedule **schedule);

#ifdef __cplusplus
}
#endif

#endif
