/*
 * Patterns: who holds which token at the start, and who must hold it at the end.
 *
 * A token is a pair (origin, second). In an exchange, a scatter and a gather the second coordinate
 * is the destination; in the others it counts packets of the origin's vector from 0. In broadcast
 * and all-gather a send copies the token; in all others it moves it.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_PATTERN_H
#define CORNERTURN_PATTERN_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef enum ct_pattern_kind {
    CT_EXCHANGE,      /* (o, d): from o to d, for all o and d */
    CT_ALL_GATHER,    /* (o, packet): from o to everyone */
    CT_BROADCAST,     /* (root, packet): from root to everyone */
    CT_SCATTER,       /* (root, d): from root to d */
    CT_GATHER,        /* (o, root): from o to root */
    CT_POINT_TO_POINT /* (root, packet): from root to target */
} ct_pattern_kind;

typedef struct ct_pattern {
    ct_pattern_kind kind;
    int root;    /* broadcast, scatter, gather, point-to-point (its source) */
    int target;  /* point-to-point */
    int packets; /* broadcast, all-gather, point-to-point: >= 1; otherwise 0 */
    int repeats; /* a rank may receive a token it already holds */
} ct_pattern;

/* Name for messages, such as "all-gather"; static. Local. */
const char *ct_pattern_name(ct_pattern_kind kind);

/* Whether a send copies a token; otherwise it moves it. Local. */
int ct_pattern_copies(const ct_pattern *pattern);

/* Extent of the second coordinate: `packets`, or `size` where that is a destination. Local. */
int ct_pattern_seconds(const ct_pattern *pattern, int size);

/* All tokens (o, s) with o and s in two ranges of `count` >= 0 from `first` on. */
typedef struct ct_holding {
    int first_origin, origins;
    int first_second, seconds;
} ct_holding;

/* What `rank` holds at the start, and what it must hold at the end (and nothing else, where sends
 * move tokens). Local. */
ct_holding ct_pattern_start(const ct_pattern *pattern, int size, int rank);
ct_holding ct_pattern_end(const ct_pattern *pattern, int size, int rank);

CT_PUBLIC_END

#endif
