/*
 * How the ranks of a communicator come to a board: without waiting for each other, since they are
 * in calls that must not. At the 4th, 16th, 64th, .. call every rank begins an all-gather of what
 * the others have to know, and looks at later calls whether it is complete. Rank 0 offers memory
 * in it when CT_PRELOAD_AFTER has passed since its first such call.
 */
#ifndef CT_BINDINGS_PRELOAD_BEGUN_JOIN_H
#define CT_BINDINGS_PRELOAD_BEGUN_JOIN_H

#include "bindings/preload/begun/board.h"
#include "bindings/preload/communicator.h"

#include <stdint.h>

typedef struct ct_offer ct_offer;

enum { CT_JOIN_TIMES = 8 }; /* the last at the 65536th call */

typedef struct ct_joining {
    MPI_Request pending; /* MPI_REQUEST_NULL before and after */
    ct_offer *offers;    /* of all ranks; this rank's own behind them */
} ct_joining;

/* What a rank keeps with a communicator. */
typedef struct ct_joined {
    MPI_Comm comm;
    int rank, ranks, is_over; /* is_over: all calls are the MPI library's */
    uint64_t calls, asked;    /* asked: of those that come to the board */
    double first_s;
    ct_joining joining[CT_JOIN_TIMES];
    int begun, read;          /* so many of those */
    ct_board *board;          /* NULL: none yet */
    int descriptor;           /* of rank 0's memory file, until all have opened it; or -1 */
    int is_attached, is_left; /* is_left: the communicator is freed */
    pid_t processes[CT_BOARD_RANKS];
    int references; /* the communicator, requests under way, all-gathers */
    struct ct_joined *next;
} ct_joined;

/* Counts a call on a communicator; NULL: it is the MPI library's. `is_passed`: so it is by what all
 * ranks of the same settings know. May begin an all-gather on the communicator, so all ranks come
 * with the same calls. Never waits. */
ct_joined *ct_joined_count(ct_communicator *state, int is_passed);

/* Drops a reference. Local. */
void ct_joined_release(ct_joined *joined);

/* Completes what is pending on any communicator, before MPI_Finalize. Collective. */
void ct_joined_complete(void);

#endif
