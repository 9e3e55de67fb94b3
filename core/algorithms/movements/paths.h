/* Paths between two ranks of a hypercube that share no rank but their ends, and packets that go
 * down them (paths.c); the rows are in path.c. */
#ifndef CT_ALGORITHMS_MOVEMENTS_PATHS_H
#define CT_ALGORITHMS_MOVEMENTS_PATHS_H

#include "algorithms/movements/cube.h"

/* The first `paths` of the disjoint paths: as many as bits differ are shortest. A plain value. */
typedef struct ct_paths {
    int paths;   /* 0 when both ends are one rank */
    int packets; /* on each path */
    int from, to;
    int bits[CT_AXES_MOST]; /* those in which the ends differ, then the others, both ascending */
    int differing;
} ct_paths;

ct_paths ct_paths_between(const ct_topology *topology, int from, int to, int paths, int packets);

/* Appends the moves of the schedule's rank: packets 0 .. packets-1 of `from` go down the first
 * path, the next ones down the second, and so on. */
void ct_paths_generate(const ct_paths *p, ct_schedule *schedule);

/* What that delivers, its number of steps and its time for a vector of that many bytes in all. */
ct_pattern ct_paths_pattern(const ct_paths *p);
int ct_paths_steps(const ct_paths *p);
double ct_paths_s(const ct_paths *p, const ct_topology *topology, const ct_machine *machine,
                  double vector_bytes);

#endif
