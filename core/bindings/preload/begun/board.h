/*
 * What the ranks of a communicator on one node share about the all-to-alls that one call begins and
 * another completes: who has begun which, who does it, and where the arrays are.
 *
 * Such a call must not wait for other ranks, so ranks cannot agree on whether they or the MPI
 * library do it. Instead the first rank that comes to a call decides, under a lock of this decision
 * that is held for some ns, and the others follow. So what it decides by may be known to that rank
 * alone, as counts and types are; every rank must be able to follow either way. Calls that came
 * before the last rank was attached were the MPI library's: `switch_at` is later than all that any
 * rank had begun. From then on most calls touch one line of what is shared.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_BOARD_H
#define CT_BINDINGS_PRELOAD_BEGUN_BOARD_H

#include "bindings/preload/settings.h"
#include "bindings/shared/notice.h"
#include "collectives/call.h"
#include "collectives/selection.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CT_BOARD_RANKS = 64,      /* most of a communicator */
    CT_BOARD_EXCHANGES = 16,  /* at a time; what comes on top goes to the MPI library */
    CT_BOARD_DECISIONS = 512, /* by which the ranks may be apart, about: */
    CT_BOARD_TELLS = 64,      /* after so many calls a rank tells how far it is */
    CT_BOARD_KINDS = 3,
    CT_BOARD_CLASSES = 40 /* of blocks' bytes, by powers of 2 */
};

/* Calls of about the same size. Way 0: here. */
typedef struct ct_board_trial {
    ct_selection selection;
    int is_sampling; /* a call whose time counts is under way */
} ct_board_trial;

typedef struct ct_board_decision {
    _Alignas(64) atomic_int lock;
    uint64_t call;
    int exchange; /* its index, or -1: the MPI library does it */
    int trial;    /* -1: its time does not count */
    int arrivals;
} ct_board_decision;

/* A block that a rank sends or receives: its address in that process. */
typedef struct ct_board_block {
    uint64_t address, bytes;
} ct_board_block;

/* An array, and the memory file that it is in. */
typedef struct ct_board_array {
    ct_shared_notice file; /* is_shareable: 0 for private memory */
    uint64_t base;         /* of the file, in the rank's process */
} ct_board_array;

typedef struct ct_board_part {
    _Alignas(64) atomic_int begun; /* released when the rest of the part, and its blocks, are
                                      there */
    ct_board_array arrays[CT_SIDES];
} ct_board_part;

enum { CT_BLOCK_WAITS, CT_BLOCK_CLAIMED, CT_BLOCK_THERE };

/* One exchange. */
typedef struct ct_board_exchange {
    ct_board_part *part;         /* by rank */
    ct_board_block *block;       /* by side, rank, peer */
    _Atomic unsigned char *flag; /* by origin, destination: CT_BLOCK_.. */
} ct_board_exchange;

typedef struct ct_board {
    uint64_t word;   /* of the rank that made it */
    atomic_int lock; /* of all but decisions; taken inside theirs */
    int ranks, attached, is_refused;
    atomic_ullong switch_at;            /* 0: not yet */
    atomic_ullong give_up_at;           /* from this call on all are the MPI library's */
    atomic_ullong past[CT_BOARD_RANKS]; /* a call of each rank that it is done with */
    unsigned taken;                     /* a bit for each exchange */
    int finished[CT_BOARD_EXCHANGES];
    ct_board_decision decisions[CT_BOARD_DECISIONS];
    ct_board_trial trials[2 * CT_BOARD_KINDS * CT_BOARD_CLASSES];
} ct_board;

/* What a rank knows of its own call. */
typedef struct ct_board_request {
    ct_kind kind;
    uint64_t call;   /* on the communicator, from 1; those that come to the board */
    int may_be_here; /* as far as this rank decides */
    uint64_t bytes;  /* of a block, about */
    int is_shared;   /* both arrays are in memory files */
} ct_board_request;

/* What was decided. */
typedef struct ct_board_answer {
    int exchange;  /* -1: the MPI library's */
    int is_sample; /* this rank, the last to begin, tells ct_board_sample the time */
    int trial;
} ct_board_answer;

/* Bytes of a board of so many ranks. Local. */
size_t ct_board_bytes(int ranks);

/* Sets up zeroed memory. `word`: of the rank that does. Local. */
void ct_board_create(ct_board *board, int ranks, uint64_t word);

/* Whether it is one of so many ranks, and of that word. Local. */
int ct_board_is_of(const ct_board *board, int ranks, uint64_t word);

/* Tells that this rank, past `call`, can do exchanges here, or not. Never waits for other ranks. */
void ct_board_attach(ct_board *board, int rank, uint64_t call, int can);

/* Decides about a call, or follows. Once a call, in their order. Never waits for other ranks. */
ct_board_answer ct_board_decide(ct_board *board, int rank, const ct_board_request *request);

/* Where an exchange's numbers are. Local. */
ct_board_exchange ct_board_exchange_at(ct_board *board, int index);

/* This rank has nothing to do with the exchange any more. Never waits for other ranks. */
void ct_board_leave(ct_board *board, int index);

/* The time of a sample. Never waits for other ranks. */
void ct_board_sample(ct_board *board, int trial, double seconds);

#endif
