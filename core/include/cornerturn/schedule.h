/*
 * A schedule: what one rank does in a data movement, as data.
 *
 * A schedule speaks of blocks, never of memory. Block (o, d) is what rank o holds at the start and
 * rank d must hold at the end. What a message carries is a union of few products O x D of origins
 * and destinations, each side a handful of arithmetic runs of ranks, so that a rank's own part
 * costs O(steps) memory whatever it moves. For tokens without a destination (broadcast, all-gather,
 * packets of a vector) the second coordinate counts packets from 0.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_SCHEDULE_H
#define CORNERTURN_SCHEDULE_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <stddef.h>
#include <stdint.h>

CT_PUBLIC_BEGIN

/* The ranks (first + k * stride) mod P for k = 0 .. count-1. In sets of packets the modulus is
 * their number. */
typedef struct ct_run {
    int first, count, stride;
} ct_run;

/* A set of ranks. A value >= 0 is the set of that single rank; a negative one refers to a list of
 * runs in the schedule (ct_schedule_runs). */
typedef int ct_rank_set;

/* All blocks (o, d) with o in origins and d in destinations. */
typedef struct ct_product {
    ct_rank_set origins, destinations;
} ct_product;

enum { CT_NOBODY = -1 };

/* Properties of a move besides its messages. */
enum ct_move_flags {
    CT_MOVE_PHASE = 1,    /* first move of a phase: receives of the phase are posted here */
    CT_MOVE_FENCE = 2,    /* a barrier over all ranks before the step; on its first move only */
    CT_MOVE_PAIRWISE = 4, /* a zero-byte exchange with the peer before the data */
    CT_MOVE_READY = 8,    /* ready mode: the receive is known to be posted */
    CT_MOVE_SHUFFLE = 16  /* held blocks are put in order after this move (costs a permutation) */
};

/* At most one message out and one in. Messages of one ordered pair of ranks match in the order of
 * the moves. Moves of one step are concurrent (several moves of a step: several ports). A rank idle
 * in a step with a fence has a move with CT_NOBODY on both sides, so that it enters the barrier. */
typedef struct ct_move {
    int step;                  /* from 1, never decreasing; a rank idle in a step has no entry */
    int send_to, receive_from; /* a rank or CT_NOBODY */
    int first_product;         /* in products: those sent, then those received */
    uint16_t send_products, receive_products;
    uint16_t flags; /* of ct_move_flags */
    uint16_t rail;  /* network of both messages, from 0; the same at their other ends */
} ct_move;

typedef struct ct_run_list {
    int first, count; /* in runs */
} ct_run_list;

/* Read freely; built by the functions below. */
typedef struct ct_schedule {
    int size, rank;
    int seconds; /* extent of the second coordinate: size, or the number of packets */
    ct_move *moves;
    ct_product *products;
    ct_run_list *lists;
    ct_run *runs;
    int move_count, product_count, list_count, run_count;
    int move_capacity, product_capacity, list_capacity, run_capacity;
    ct_status failure; /* sticky while building: an allocation failed or an argument was wrong */
} ct_schedule;

/* An empty schedule of `rank` among `size` ranks with room for `moves` moves (a hint). The caller
 * owns it. CT_ERROR_ARGUMENT when rank is not in 0 .. size-1. Local. */
ct_status ct_schedule_create(int size, int rank, int moves, ct_schedule **schedule);
void ct_schedule_destroy(ct_schedule **schedule);

/* The calls below return no status: the schedule stores the first failure and ct_schedule_finish
 * returns it, so that a generator reads like its paper. */

/* Appends a move. Either side may be CT_NOBODY. Local. */
void ct_schedule_move(ct_schedule *schedule, int step, int send_to, int receive_from,
                      unsigned flags);

/* Sets the network that the last move uses, from 0. Local. */
void ct_schedule_rail(ct_schedule *schedule, int rail);

/* Adds a product to what the last move sends, or receives; all sends of a move first. Sender and
 * receiver list the blocks of a message in the same order, since it has no header. At most 65535
 * products each way. Local. */
void ct_schedule_sends(ct_schedule *schedule, ct_rank_set origins, ct_rank_set destinations);
void ct_schedule_receives(ct_schedule *schedule, ct_rank_set origins, ct_rank_set destinations);

/* A set made of `count` disjoint runs. Local. */
ct_rank_set ct_schedule_set(ct_schedule *schedule, const ct_run *runs, int count);

/* The same run by run: open, add as often as needed, close. Nothing else is built in between.
 * Local. */
void ct_schedule_set_open(ct_schedule *schedule);
void ct_schedule_set_add(ct_schedule *schedule, ct_run run);
ct_rank_set ct_schedule_set_close(ct_schedule *schedule);

/* The set of `count` >= 1 ascending members, in as few runs as a greedy scan finds. Local. */
ct_rank_set ct_schedule_members(ct_schedule *schedule, const int *members, int count);

/* The set of all of first .. first+count-1, and of every `stride`-th of them. Local. */
ct_rank_set ct_schedule_range(ct_schedule *schedule, int first, int count);
ct_rank_set ct_schedule_strided(ct_schedule *schedule, int first, int count, int stride);

/* Among 2^dimension ranks, those whose bits in `mask` are as in `value`. Local. */
ct_rank_set ct_schedule_bits(ct_schedule *schedule, int dimension, int mask, int value);

/* Ends building: frees spare capacity and returns the first failure. Local. */
ct_status ct_schedule_finish(ct_schedule *schedule);

/* The number of runs of a set, and in *runs the first of them; `single` is storage for a set of one
 * rank. Valid until the schedule changes. Local. */
int ct_schedule_runs(const ct_schedule *schedule, ct_rank_set set, ct_run *single,
                     const ct_run **runs);

/* Number of ranks in a set. Local. */
int ct_schedule_set_size(const ct_schedule *schedule, ct_rank_set set);

/* The blocks of a message one by one, products in order, origins slower than destinations. Valid
 * until the schedule changes. Local.
 *
 *     ct_block_walk walk = ct_blocks_sent(schedule, move);
 *     for (int origin, second; ct_block_next(&walk, &origin, &second);) ...
 */
typedef struct ct_block_walk {
    const ct_schedule *schedule;
    const ct_product *product, *end;
    ct_run origins, seconds;        /* the runs of the product at hand, */
    int origin_index, second_index; /* which runs of their sets they are, */
    int origin_at, second_at;       /* and how far they have been walked */
    int started;
} ct_block_walk;

ct_block_walk ct_blocks_sent(const ct_schedule *schedule, const ct_move *move);
ct_block_walk ct_blocks_received(const ct_schedule *schedule, const ct_move *move);
int ct_block_next(ct_block_walk *walk, int *origin, int *second);

/* Number of blocks a move sends, and receives. Local. */
ptrdiff_t ct_schedule_sent(const ct_schedule *schedule, const ct_move *move);
ptrdiff_t ct_schedule_received(const ct_schedule *schedule, const ct_move *move);

/* For each move of a rank the last move before it, from 0, that brought a block which it forwards,
 * after a barrier the one before; -1: none. `needs` has an entry a move.
 * CT_ERROR_MEMORY. Local. */
ct_status ct_schedule_needs(const ct_schedule *schedule, int *needs);

/* Dependency rounds of a rank, from 1: a move begins a new round if it forwards what the current
 * round received (judged by destinations), or follows a barrier. Messages of one round depend on
 * each other only through the rank's port. `rounds` has an entry a move. CT_ERROR_MEMORY. Local. */
ct_status ct_schedule_rounds(const ct_schedule *schedule, int *rounds);

/* Whether two schedules of a rank have the same moves in the same order: peers and blocks, whatever
 * their step numbers, flags and rails. Local. */
int ct_schedule_equal(const ct_schedule *a, const ct_schedule *b);

/* Bytes of memory the schedule holds. Local. */
size_t ct_schedule_bytes(const ct_schedule *schedule);

CT_PUBLIC_END

#endif
