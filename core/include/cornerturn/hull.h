/*
 * The hull of optimality: the best partition of a hypercube's dimension, or factorisation of any
 * number of ranks, by block size.
 *
 * The time of a multiphase exchange is linear in the block size, so the best ones form a lower hull
 * of few faces, each best between two break points. Hops, ports and contention are left out; with
 * more than one phase each costs a permutation.
 *
 * Local, pure and free of MPI. Source: Nicol, Bokhari 1994; Bokhari 1993.
 */
#ifndef CORNERTURN_HULL_H
#define CORNERTURN_HULL_H

#include <cornerturn/algorithm.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* One way to exchange in phases: `phases` are the parts of a partition of the dimension (2^part
 * ranks a phase), or the factors of the number of ranks; largest first. The time is linear in the
 * block. */
typedef struct ct_face {
    ct_value phases;
    double start_s;    /* the time of an empty block */
    double byte_s;     /* a byte of block */
    double from_bytes; /* best from here on up to the next face's */
} ct_face;

typedef struct ct_hull {
    int count;      /* at least 1 */
    ct_face *faces; /* start_s rising, byte_s falling */
} ct_hull;

/* The time of one partition of `dimension`, or of one factorisation of a number of ranks. Local. */
ct_face ct_partition_face(const ct_machine *machine, int dimension, const ct_value *partition);
ct_face ct_factors_face(const ct_machine *machine, int size, const ct_value *factors);

/* Hull over the partitions of `dimension` (0 .. 30) from Theta(sqrt d) candidates. The caller
 * destroys it. Local. */
ct_status ct_hull_create(const ct_machine *machine, int dimension, ct_hull **hull);

/* Hull over the factorisations of `size` ranks, in any order of factors. The caller destroys it.
 * Local. */
ct_status ct_hull_create_factors(const ct_machine *machine, int size, ct_hull **hull);

void ct_hull_destroy(ct_hull **hull);

/* The best face for blocks of `bytes` >= 0, by binary search; owned by the hull. Local. */
const ct_face *ct_hull_find(const ct_hull *hull, double bytes);

/* The equipartition of `dimension` >= 1 into `parts` parts that differ by at most 1. Local. */
ct_value ct_equipartition(int dimension, int parts);

/* The numbers of parts whose equipartitions can be faces, ascending; at most 3 sqrt(d) + 2 of them,
 * which `parts` must have room for. Returns how many. Local. */
int ct_hull_candidates(int dimension, int *parts);

/* The size s at which a phase over s bits costs as much as two over s/2 bits. Unless direct is
 * best, the largest part of the best partition is between floor(s)/2 and ceil(s). (The paper says
 * s, but an odd part has no equal halves: 3,2 beats 2,2,1 already at s = 2.94.) */
typedef struct ct_split {
    double ratio;        /* (lambda + delta) / (m tau) */
    double lower, upper; /* s exists between these ratios. Below, direct is best; above, standard,
                            or still direct where its one permutation is free */
    int exists;
    double s;
} ct_split;

/* For blocks of `bytes` > 0 on a machine with byte_s > 0, dimension >= 2. Local. */
ct_split ct_hull_split(const ct_machine *machine, int dimension, double bytes);

CT_PUBLIC_END

#endif
