/* The inside of an exchange plan. */
#ifndef CT_EXCHANGE_PLAN_H
#define CT_EXCHANGE_PLAN_H

#include "exchange/blocks.h"
#include "exchange/run/execution.h"
#include "node/context.h"

#include <cornerturn/algorithm.h>
#include <cornerturn/bounds.h>
#include <cornerturn/exchange.h>

enum { CT_REASON_BYTES = 2560 };

/* Arguments of MPI's own collectives, with ranks numbered as the user does. Of the all-to-all: of
 * Alltoall where all blocks are of one size, side by side; of Alltoallv in bytes or elements where
 * blocks are contiguous and ints suffice; else of Alltoallw with offsets, lengths and strides
 * inside the types. */
typedef struct ct_library {
    int is_alike;                          /* Alltoall: then there are, besides the element, */
    ptrdiff_t send_offset, receive_offset; /* of the blocks; and their count, below */
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype element, *send_types, *receive_types; /* types: NULL with Alltoallv */
    int type_count;                                    /* of both together */
    int is_movement; /* another one: then there are, besides the element, */
    int root, count; /* the root as the user numbers ranks, and elements of a vector or block */
} ct_library;

/* What an exchange can be run by: a row of the table with parameters, or the MPI library. */
typedef struct ct_choice {
    const ct_algorithm *row; /* NULL: the library */
    ct_parameters parameters;
    ct_transport transport; /* of a row: messages or windows inside a node */
} ct_choice;

/* A choice ready to run. */
typedef struct ct_prepared {
    ct_choice choice;
    ct_lowered lowered; /* of a row, or */
    ct_library library; /* of the library */
} ct_prepared;

/* With in_place, what this rank sends is first brought together: its blocks, packed. */
typedef struct ct_staging {
    void *memory;
    ct_blocks blocks;  /* as the user has them, when they are a rule */
    ct_strided *packs; /* then that of the first, else one a rank; NULL: nothing is staged */
} ct_staging;

struct ct_exchange_plan {
    unsigned alive;      /* CT_PLAN_ALIVE until it is destroyed */
    ct_context *context; /* of the user's communicator, and, where ranks are numbered */
    ct_context *ordered; /* otherwise here, of those */
    MPI_Comm comm;       /* of the latter */
    int tag;             /* there, the first of the plan's; negative: none */
    int rank, size;      /* ranks are numbered node by node here; */
    int *order;          /* which ranks of the user's communicator they are */
    ct_pattern_kind movement;
    int root;                /* where the movement has one */
    ct_topology topology;    /* as given, or nodes where ranks share them evenly, else flat */
    int node_ranks;          /* the most on one node */
    ct_blocks send, receive; /* of what is executed: with in_place, of the staging memory */
    ptrdiff_t send_end, receive_end; /* bytes of the user's arrays that layouts reach */
    ptrdiff_t block_elements;        /* of every block that leaves its rank, or -1: they differ */
    int all_hear;                    /* every rank is sent something by every other */
    double total_bytes;
    ct_exchange_options options; /* without its strings and topology */
    ct_channels channels;
    ct_block *coming; /* what the rank of each channel sends here, in its own array */
    int has_windows;  /* some rank has channels */
    ct_staging staging;
    int streams;    /* so much arrives here that copies of blocks go past the cache */
    ct_passage own; /* this rank's block to itself */
    ct_prepared prepared;
    char label[CT_EXCHANGE_LABEL]; /* of what is prepared */
    ct_score *scores;              /* the ranking */
    int score_count;
    ct_bounds bounds; /* for blocks of mean size */
    char reason[CT_REASON_BYTES];
    int under_way;    /* between start and the end: */
    ct_execution run; /* of a row, or */
    MPI_Request library_request;
};

enum { CT_PLAN_ALIVE = 0x43544158 };

/* Reads the `algorithm` of options for a movement: *automatic, or *choice. Local. CT_ERROR_CONFIG,
 * CT_ERROR_UNSUPPORTED. */
ct_status ct_choice_parse(const char *text, ct_pattern_kind movement, const ct_topology *topology,
                          int *automatic, ct_choice *choice);

/* Gives a choice that root if its row has one. Local. */
void ct_choice_root(ct_choice *choice, int root);

/* The choice as ct_choice_parse reads it. Local. */
void ct_choice_format(const ct_choice *choice, const ct_topology *topology,
                      char label[CT_EXCHANGE_LABEL]);

/* Whether the row delivers the movement, and is for any network or for this kind of network. A
 * complete exchange delivers all of them: most of its blocks are then empty, or all that a rank
 * sends are the same. Local. */
int ct_row_serves(const ct_algorithm *row, ct_pattern_kind movement, const ct_topology *topology);

/* Names for a movement, as of ct_exchange_name and ct_collective_name, NULL past the end; and the
 * row behind a name, NULL for "auto" and "mpi". Local. */
const ct_algorithm *ct_exchange_row(int index);
const char *ct_movement_name(ct_pattern_kind movement, int index);
const ct_algorithm *ct_movement_row(ct_pattern_kind movement, int index);

/* As ct_exchange_plan_create, for any movement but that between two ranks, with the blocks that it
 * has (which number the ranks as `comm` does) and a communicator that ct_comm_check has passed. All
 * ranks name the same movement and root. What a broadcast or an all-gather sends is contiguous, and
 * the same to all. Collective. */
ct_status ct_movement_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                  const ct_blocks *send, const ct_blocks *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan);

/* The lowest rank on the node of every rank; the caller frees it. Collective. */
ct_status ct_network_leaders(MPI_Comm comm, int **leader);

/* Finds out which ranks share a node: `nodes` when several nodes have equally many ranks each, else
 * flat. *node_ranks is the most on one node. *order lists the ranks node by node, or, where flat,
 * as they are; the caller frees it. Collective; all ranks get the same. */
ct_status ct_network_find(MPI_Comm comm, ct_topology *topology, int *node_ranks, int **order);

/* The same of ranks whose node is known, by the lowest rank on it; `order` and `room` are of `size`
 * numbers. Local. */
ct_status ct_network_of(const int *leader, int size, ct_topology *topology, int *node_ranks,
                        int *order, int *room);

/* Copies and checks what the caller gave; all ranks fail together. Fills everything in the plan up
 * to its options. Collective. */
ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_blocks *send, const ct_blocks *receive,
                            const ct_exchange_options *options, int *automatic, ct_choice *asked);

/* Lets the plan stage what it sends: from here on its send layout is that of the staging memory.
 * Collective. */
ct_status ct_staging_create(ct_exchange_plan *plan);
void ct_staging_fill(const ct_exchange_plan *plan, const void *array);
void ct_staging_destroy(ct_staging *staging);

/* Bytes of memory that staging takes, its array included. Local. */
double ct_staging_bytes(const ct_exchange_plan *plan);

/* Makes a choice ready. Collective; all ranks agree on the outcome. */
ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared);
/* Tells all ranks that one is refused, since some array is missing, where the blocks do not carry
 * it to everybody: CT_ERROR_ARGUMENT, and no rank goes on. Collective. */
ct_status ct_prepared_agree(const ct_exchange_plan *plan, const ct_prepared *prepared, int refused);

/* Of arrays as the plan's layouts have them, staged if they are. */
ct_status ct_prepared_execute(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                              void *receive);

/* Begins the plan's run with a choice that is a row. `refused`: some array is missing. */
ct_status ct_prepared_start(ct_exchange_plan *plan, const ct_prepared *prepared, const void *send,
                            void *receive, int refused);

void ct_prepared_destroy(ct_prepared *prepared);

/* Whether this rank's own block is where it goes already, which is not so in exchanges; and copying
 * it there if it is not. Local. */
int ct_own_is_there(const ct_exchange_plan *plan, const void *send, const void *receive);
void ct_own_copy(const ct_exchange_plan *plan, const void *send, void *receive);

/* Executes the plan by another choice that was prepared for it. Collective. */
ct_status ct_exchange_execute_by(ct_exchange_plan *plan, const ct_prepared *prepared,
                                 const void *send, void *receive);

/* Takes part in that as a rank that has no arrays, so that all ranks hear of it: CT_ERROR_ARGUMENT.
 * Collective, the others executing the plan by the same. */
ct_status ct_exchange_decline_by(ct_exchange_plan *plan, const ct_prepared *prepared);

/* Ranks all choices, or explains the one that was asked for (NULL: "auto"), with what rank 0's
 * tuning file knows (NULL: none): fills scores, bounds and reason, prepares the best. Collective;
 * all ranks agree. */
ct_status ct_exchange_choose(ct_exchange_plan *plan, const ct_choice *asked,
                             const char *tuning_file);

/* Collective (ranks agree on Alltoallv or Alltoallw). */
ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                             const void *send, void *receive);
ct_status ct_library_start(const ct_exchange_plan *plan, const ct_library *library,
                           const void *send, void *receive, MPI_Request *request);
void ct_library_destroy(ct_library *library);

/* The same for the other movements. */
ct_status ct_movement_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_movement_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                                      const void *send, void *receive);
ct_status ct_movement_library_start(const ct_exchange_plan *plan, const ct_library *library,
                                    const void *send, void *receive, MPI_Request *request);

#endif
