/*
 * Two numbers a line and rank, brought from the ranks that share lines to those that solve their
 * reduced systems, and back: on one node each reads and writes what the others hold, block by block
 * in the cache; else by two exchanges.
 */
#ifndef CT_ADI_SWEEPS_MEETING_H
#define CT_ADI_SWEEPS_MEETING_H

#include "adi/problem/decompose.h"
#include "node/barrier.h"
#include <cornerturn/exchange.h>

typedef struct ct_adi_meeting {
    const ct_adi_line *line;
    ptrdiff_t bytes;        /* of a number */
    ptrdiff_t lines;        /* of this rank, which solves `chunk` reduced systems, */
    ptrdiff_t chunk, block; /* `block` at a time at most */
    int is_cyclic;          /* else the first and last part have one number a line, the first */
    void *mine;             /* [2][lines] of this rank */
    void *collected;        /* [size][2][block] */
    void *solved;           /* [block], the unknowns before the first part; then [size][block] */
    int is_direct;          /* on one node: */
    ct_node_barrier barrier;
    char **theirs;                      /* by rank: its mine; else: */
    ct_exchange_plan *collect, *spread; /* the block is the chunk */
} ct_adi_meeting;

/* Allocates memory, zeroed, and plans exchanges; the line has several ranks and lives as long.
 * Collective over it. CT_ERROR_MEMORY, and as ct_exchange_plan_create. */
ct_status ct_adi_meeting_create(const ct_adi_line *line, int is_cyclic, ptrdiff_t lines,
                                ptrdiff_t bytes, ct_adi_meeting *meeting);
void ct_adi_meeting_destroy(ct_adi_meeting *meeting);

/* Bytes of its memory on this rank; those that it gets from others from opening to closing. Local.
 */
double ct_adi_meeting_bytes(const ct_adi_meeting *meeting);
double ct_adi_meeting_moved_bytes(const ct_adi_meeting *meeting);

/* From here on all have written `mine`. Collective over the line. */
ct_status ct_adi_meeting_open(ct_adi_meeting *meeting);

/* The numbers of all parts of this rank's systems first .. first + count - 1, a block of them or
 * what is left: [size][2][count]. are_two: all parts have two numbers. Local. */
const void *ct_adi_meeting_take(ct_adi_meeting *meeting, int are_two, ptrdiff_t first,
                                ptrdiff_t count);

/* Where the unknowns of these systems go, [size][count]; gives them to their parts, and those
 * before. Local. */
void *ct_adi_meeting_solved(const ct_adi_meeting *meeting);
void ct_adi_meeting_give(ct_adi_meeting *meeting, ptrdiff_t first, ptrdiff_t count);

/* From here on `mine` holds, of each line, the unknown before the part, unless that has one number,
 * and its last one. Collective over the line. */
ct_status ct_adi_meeting_close(ct_adi_meeting *meeting);

/* From here on all have taken what they need, and nothing was given. Collective over the line. */
void ct_adi_meeting_leave(ct_adi_meeting *meeting);

#endif
