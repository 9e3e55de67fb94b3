/* The inside of an exchange plan. */
#ifndef CT_EXCHANGE_PLAN_H
#define CT_EXCHANGE_PLAN_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include "exchange/choice.h"
#include "exchange/elements.h"
#include "exchange/peer_blocks.h"
#include "exchange/run/execution.h"
#include "exchange/run/prepared.h"
#include "exchange/staging/staging.h"
#include "node/context.h"

#include <cornerturn/bounds.h>
#include <stdint.h>

enum { CT_REASON_BYTES = 2560 };

struct ct_exchange_plan {
    unsigned alive; /* CT_PLAN_ALIVE until it is destroyed */

    /* The ranks, numbered node by node. `context` is of the user's communicator; `ordered` of this
     * numbering, if the user's differs. */
    ct_context *context, *ordered;
    MPI_Comm comm; /* of `ordered`, or of `context` */
    int tag;       /* in `comm`, the plan's first tag; negative: none */
    int rank, size;
    int *order;           /* their ranks in the user's communicator */
    ct_topology topology; /* as given, or as ct_network_of says */
    int node_ranks;       /* the most on one node */

    /* The checked problem. */
    ct_pattern_kind movement;
    int root; /* where the movement has one */
    ct_elements elements;
    ct_blocks send, receive;         /* as executed: with in_place, send is of the staging memory */
    ptrdiff_t send_end, receive_end; /* bytes of the user's arrays that layouts reach */
    ct_extent sent, received;        /* where they are in these */
    ptrdiff_t block_elements;        /* of every block between different ranks, or -1: they
                                        differ */
    int all_hear;                    /* every pair of ranks exchanges a block that is not empty */
    int partners_hear;  /* it is enough if a missing array is told to those who exchange with it */
    double total_bytes; /* sent to other ranks by all */
    double saved_inside_bytes;   /* by rounding of what this rank sends inside its node and */
    double saved_between_bytes;  /* to other nodes, in an execution */
    int rounds;                  /* some rank saves bytes so */
    double executions;           /* so far */
    uint32_t starts;             /* begun by rows, the refused ones too: the same on all ranks */
    ct_exchange_options options; /* without its strings and topology */

    /* Memory that blocks are copied through. */
    ct_staging staging;
    ct_channels channels;
    ct_peer_blocks peer_blocks;   /* sent through the channels */
    ct_peer_blocks peer_receives; /* what they receive, where tiles go through slots */
    int has_shared;               /* some rank has channels */
    int streams;                  /* copies of blocks use streaming stores */
    ct_block_copies own;          /* copies of this rank's block to itself */

    /* The choice and its reason. */
    char label[CT_EXCHANGE_LABEL];
    ct_score *scores; /* the ranking */
    int score_count;
    ct_bounds bounds; /* for blocks of mean size */
    char reason[CT_REASON_BYTES];
    ct_prepared prepared;

    /* During an execution. */
    int under_way;
    ct_execution run; /* of a row, or */
    MPI_Request library_request;
    void *library_receives; /* into this array */
};

enum { CT_PLAN_ALIVE = 0x43544158 };

/* As ct_exchange_plan_create for any movement but point-to-point, given its blocks (numbered as the
 * ranks of `comm`); `comm` has passed ct_comm_check. Movement, root and conversion (NULL: none; of
 * exchanges only) are equal on all ranks. In a broadcast or an all-gather the sent block is
 * contiguous and the same for all. Collective. */
ct_status ct_movement_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  const ct_conversion *conversion,
                                  const ct_exchange_options *options, ct_exchange_plan **plan);

/* The context of the plan's messages, which knows the ranks as the plan numbers them. Local. */
static inline ct_context *ct_exchange_context(const ct_exchange_plan *plan) {
    return plan->ordered != NULL ? plan->ordered : plan->context;
}

#endif
