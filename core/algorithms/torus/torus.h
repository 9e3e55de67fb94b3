/*
 * Complete exchange on a torus: what its files share. torus.c has the rows, torus_cost.c steps
 * and cost, torus_steps.c says who talks to whom, torus_blocks.c about which blocks, and
 * torus_boxes.c makes sets of ranks.
 *
 * All of it works on Gray codes, because the mirror image of a coordinate inside its 2^p wide
 * submesh (c ^ (2^p - 1)) flips exactly bit p-1 of the Gray code: the algorithm is dimension
 * exchange over the Gray bits of both coordinates, lowest first.
 */
#ifndef CT_ALGORITHMS_TORUS_TORUS_H
#define CT_ALGORITHMS_TORUS_TORUS_H

#include "algorithms/table.h"

/* Which blocks are spared steps of the send phase because origin and destination are close: of
 * level L (they share a 2^L x 2^L submesh, and no smaller one) all but L - 2 of them with rule A,
 * all but L - 1 with B, none with C. */
enum { CT_TORUS_RULE_A, CT_TORUS_RULE_B, CT_TORUS_RULE_C };

/* T1.x on 2^bits[0] x 2^bits[1] ranks; T2 is x = 0. */
typedef struct ct_torus {
    int bits[2];
    int late; /* x: so many low Gray bits of the first coordinate wait for the send phase */
    int rule;
} ct_torus;

/* One step. Phases of the bits come first, from 1; the one after them is the send phase. */
typedef struct ct_torus_step {
    int phase;
    int turn; /* within the phase, from 1: groups of ranks take turns */
    int half; /* 1 or 2: first one coordinate, then the other; 0 where only one takes part */
} ct_torus_step;

static inline int ct_torus_least(int a, int b) {
    return a < b ? a : b;
}

static inline int ct_torus_shorter(const ct_torus *torus) {
    return ct_torus_least(torus->bits[0], torus->bits[1]);
}

static inline int ct_torus_longer(const ct_torus *torus) {
    return torus->bits[0] < torus->bits[1] ? torus->bits[1] : torus->bits[0];
}

/* 2 for rule A, 1 for B. */
static inline int ct_torus_spared_levels(int rule) {
    return rule == CT_TORUS_RULE_A ? 2 : 1;
}

/* The lowest `count` bits, 0 .. 30 (the mask says so to the compiler). */
static inline int ct_torus_low_bits(int count) {
    return (1 << (count & 31)) - 1;
}

static inline int ct_torus_coordinate(const ct_torus *torus, int rank, int axis) {
    return axis == 0 ? rank & ct_torus_low_bits(torus->bits[0]) : rank >> torus->bits[0];
}

static inline int ct_torus_gray(const ct_torus *torus, int rank, int axis) {
    int coordinate = ct_torus_coordinate(torus, rank, axis);
    return coordinate ^ coordinate >> 1;
}

/* Whether the lowest `count` Gray bits of a rank's coordinates agree. */
static inline int ct_torus_agree(const ct_torus *torus, int rank, int count) {
    int differ = ct_torus_gray(torus, rank, 0) ^ ct_torus_gray(torus, rank, 1);
    return (differ & ct_torus_low_bits(count)) == 0;
}

/* Number of steps. */
int ct_torus_steps(const ct_torus *torus);

/* Closed form of the time on a machine whose links do not limit. */
double ct_torus_cost_s(const ct_torus *torus, const ct_machine *machine, double block_bytes);

/* Appends the moves of the schedule's rank. */
void ct_torus_generate(const ct_torus *torus, ct_schedule *schedule);

/* The blocks that rank `from` sends to its peer `to`, as a product in sets of the schedule. False
 * when there are none. */
int ct_torus_message(const ct_torus *torus, const ct_torus_step *step, int from, int to,
                     ct_schedule *schedule, ct_product *message);

/* Coordinates whose Gray bits low .. high-1, and those from top on, are as in `gray`; the others
 * are free. low <= high <= top. */
typedef struct ct_torus_side {
    int low, high, top, gray;
} ct_torus_side;

/* The same with all bits below top free when low >= high. */
static inline ct_torus_side ct_torus_side_make(int low, int high, int top, int gray) {
    return low < high ? (ct_torus_side){low, high, top, gray}
                      : (ct_torus_side){top, top, top, gray};
}

/* Adds to the open set the ranks with x and y in two sides, and all ranks outside the 2^bits x
 * 2^bits submesh of a rank. */
void ct_torus_add_box(ct_schedule *schedule, const ct_torus *torus, ct_torus_side x,
                      ct_torus_side y);
void ct_torus_add_outside(ct_schedule *schedule, const ct_torus *torus, int rank, int bits);

#endif
