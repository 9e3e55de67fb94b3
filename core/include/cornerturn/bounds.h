/*
 * Lower bounds on the time of a complete exchange.
 *
 * Local, pure and free of MPI.
 */
#ifndef CORNERTURN_BOUNDS_H
#define CORNERTURN_BOUNDS_H

#include <cornerturn/machine.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_bound {
    CT_BOUND_START_UPS, /* ceil(log2 P) lambda, counted apart between nodes and inside */
    CT_BOUND_INJECTION, /* (P-1) m tau, with tau' for blocks inside the node */
    CT_BOUND_BISECTION, /* m (P/2)^2 / (B b_link), the largest over the axes; also for a node's
                           interface and, on a dragonfly, the link between two groups */
    CT_BOUND_DISTANCES, /* m sum of distances / (E b_link) */
    CT_BOUND_MEMORY,    /* 2 n P m / memory bandwidth, n ranks a node: one read and one write */
    CT_BOUNDS
} ct_bound;

/* Name for a table, such as "injection"; static. Local. */
const char *ct_bound_name(ct_bound bound);

typedef struct ct_bounds {
    double bound_s[CT_BOUNDS]; /* 0: does not bind here */
    double largest_s;
    ct_bound largest;
} ct_bounds;

/* The memory of a node. Gives no bound where the blocks fit in the caches. */
typedef struct ct_node_memory {
    double bytes_per_s; /* read and written; 0: not known */
    double cache_bytes; /* 0: none, or not known */
} ct_node_memory;

/* Bounds for blocks of `block_bytes` (their mean, where sizes differ) on a topology, for ranks with
 * one port. Links count where the topology has them and the machine gives link_byte_s; a node's
 * interface is a link. `node_ranks`: ranks per node where the topology does not say, 1 if
 * unknown. Local. */
ct_bounds ct_bounds_compute(const ct_topology *topology, int node_ranks, const ct_machine *machine,
                            const ct_node_memory *memory, double block_bytes);

CT_PUBLIC_END

#endif
