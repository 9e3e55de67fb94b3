/* The inside of an exchange plan. */
#ifndef CT_EXCHANGE_PLAN_H
#define CT_EXCHANGE_PLAN_H

#include "exchange/block_copies.h"
#include "exchange/blocks.h"
#include "exchange/choice.h"
#include "exchange/peer_blocks.h"
#include "exchange/run/execution.h"
#include "exchange/run/prepared.h"
#include "exchange/run/staging.h"
#include "node/context.h"

#include <cornerturn/bounds.h>

enum { CT_REASON_BYTES = 2560 };

struct ct_exchange_plan {
    unsigned alive; /* CT_PLAN_ALIVE until it is destroyed */

    /* The ranks, numbered node by node; the first context is of the user's communicator, the second
     * one, if the user numbers them otherwise, of this order. */
    ct_context *context, *ordered;
    MPI_Comm comm; /* of the latter if there is one */
    int tag;       /* there, the first of the plan's; negative: none */
    int rank, size;
    int *order;           /* which ranks of the user's communicator they are */
    ct_topology topology; /* as given, or nodes where ranks share them evenly, else flat */
    int node_ranks;       /* the most on one node */

    /* The problem, once it is checked. */
    ct_pattern_kind movement;
    int root;                        /* where the movement has one */
    ct_blocks send, receive;         /* as executed: with in_place, send is of the staging memory */
    ptrdiff_t send_end, receive_end; /* bytes of the user's arrays that layouts reach */
    ptrdiff_t block_elements;        /* of every block that leaves its rank, or -1: they differ */
    int all_hear;                    /* every rank is sent something by every other */
    double total_bytes;
    ct_exchange_options options; /* without its strings and topology */

    /* Memory that blocks pass through. */
    ct_staging staging;
    ct_channels channels;
    ct_peer_blocks peer_blocks; /* through them */
    int has_shared;             /* some rank has channels */
    int streams;                /* so much arrives here that copies of blocks go past the cache */
    ct_block_copies own;        /* this rank's block to itself */

    /* The choice and its reasons. */
    char label[CT_EXCHANGE_LABEL];
    ct_score *scores; /* the ranking */
    int score_count;
    ct_bounds bounds; /* for blocks of mean size */
    char reason[CT_REASON_BYTES];
    ct_prepared prepared;

    /* Between start and the end. */
    int under_way;
    ct_execution run; /* of a row, or */
    MPI_Request library_request;
};

enum { CT_PLAN_ALIVE = 0x43544158 };

/* As ct_exchange_plan_create, for any movement but that between two ranks, with the blocks that it
 * has (which number the ranks as `comm` does) and a communicator that ct_comm_check has passed. All
 * ranks name the same movement and root. What a broadcast or an all-gather sends is contiguous, and
 * the same to all. Collective. */
ct_status ct_movement_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan);

#endif
