/*
 * Contexts: the private duplicate of each of the user's communicators, and its nodes. All plans,
 * arrays and calls on that communicator share it.
 *
 * MPI libraries have few communicators (MPICH 2048 a process), so a plan takes none, but reserves
 * two tags of the context. All other communication there is inside one collective call, in the same
 * order on all ranks, with a fixed tag.
 *
 * A context is freed with the user's communicator (MPI_Comm_free or MPI_Finalize), or with the last
 * plan on it if that lives longer.
 */
#ifndef CT_NODE_CONTEXT_H
#define CT_NODE_CONTEXT_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* Tags in a context; the last two are offsets from a plan's first. */
enum {
    CT_TAG_NODE = 1,
    CT_TAG_SIZES,
    CT_TAG_BLOCK,
    CT_TAG_PLACE,
    CT_TAG_TILE,
    CT_TAG_END,
    CT_TAG_NEVER_SENT,
    CT_TAG_PLANS, /* first tag of plans: */
    CT_TAG_DATA = 0,
    CT_TAG_GATE = 1,
    CT_TAGS_OF_PLAN = 2
};

/* The ranks of a node as a group; reference-counted, as segments may outlive the context, and be
 * freed by any thread. */
typedef struct ct_members {
    MPI_Group group;
    atomic_int references;
} ct_members;

typedef struct ct_context ct_context;
typedef struct ct_ballot ct_ballot; /* vote.h */

struct ct_context {
    MPI_Comm comm; /* private, MPI_ERRORS_RETURN; MPI_COMM_NULL for a part without this rank */
    int rank, size;
    uint64_t identity;    /* of all contexts of all ranks; the same on its own */
    int *world;           /* ranks in MPI_COMM_WORLD, see ct_context_world */
    int *leader;          /* by rank: the lowest rank on its node */
    int *node_ranks;      /* the ranks of this node, ascending */
    int node_size, place; /* their number; this rank's index */
    int is_supposed;      /* of these ranks only this process is there (supposed/cluster.h) */
    int has_core;         /* the ranks that share this one's cores have one each (base/cores.h) */
    ct_members *members;
    uint64_t *taken; /* a bit for each reserved pair of tags */
    int taken_words, tags_most;
    ct_ballot *ballot; /* created by the first vote; its destructor */
    void (*destroy_ballot)(ct_ballot **ballot);
    void *attached; /* attached by a client; its destructor */
    void (*detach)(void *attached);
    MPI_Comm users; /* the user's communicator, until freed; none for a part */
    int references;
    ct_context *parent; /* of a part, which is identified by */
    int colour, key;
    ct_context *parts; /* the latest first; the same on all ranks */
    ct_context *next;  /* in the list of parts, or of all contexts */
};

/* Gets the context of a communicator (the user's or a private one), created at first, with a
 * reference until released. Collective. On this rank alone CT_ERROR_ARGUMENT for MPI_COMM_NULL and
 * intercommunicators; on all ranks CT_ERROR_MPI where MPI has no communicator left, and
 * CT_ERROR_MEMORY. */
ct_status ct_context_acquire(MPI_Comm comm, ct_context **context);

/* The same without a reference: valid during a call. */
ct_status ct_context_of(MPI_Comm comm, ct_context **context);

/* What a plan begins with: `bytes` of zeros for it, and its context with a reference. NULL, and why
 * in *status, on all ranks where some has no memory; else as ct_context_acquire. Collective. */
void *ct_context_begin_plan(MPI_Comm comm, size_t bytes, ct_context **context, ct_status *status);

/* Releases a reference and sets *context to NULL; *context may be NULL. Collective. */
void ct_context_release(ct_context **context);

/* As MPI_Comm_split: a context, with a reference, of the ranks with this one's colour, ordered by
 * key; equal splits share it. With MPI_UNDEFINED its comm is MPI_COMM_NULL. Collective; all ranks
 * fail together. */
ct_status ct_context_split(ct_context *context, int colour, int key, ct_context **part);

/* Reserves two tags for a plan, *tag and the next; equal on all ranks, which reserve and release in
 * the same order. Collective. CT_ERROR_UNSUPPORTED, on all ranks, where none is left;
 * CT_ERROR_MEMORY, on this one. */
ct_status ct_context_take_tags(ct_context *context, int *tag);
void ct_context_give_tags(ct_context *context, int tag);

/* Ranks in MPI_COMM_WORLD by rank, negative where they are not of it; NULL without memory. Local.
 */
const int *ct_context_world(ct_context *context);

/* MPI_Allgather of `bytes` bytes among the ranks of the node. Collective over the node. */
ct_status ct_context_node_allgather(const ct_context *context, const void *mine, int bytes,
                                    void *all);

/* Whether `mine` is true on every rank of the node. Collective over it. */
ct_status ct_context_node_all(const ct_context *context, int mine, int *all);

/* Calls MPI so that it progresses messages: another rank may wait for one of the program's before
 * it comes to what this rank waits for. Local. CT_ERROR_MPI. */
ct_status ct_context_progress(const ct_context *context);

/* Waits until a counter in shared memory, which another rank of the node counts up, has come to
 * `least`: after some microseconds this rank gives its core to others, and calls MPI so that it
 * progresses messages that the other may wait for. Local. CT_ERROR_MPI. */
ct_status ct_context_await(const ct_context *context, const _Atomic uint64_t *count,
                           uint64_t least);

/* Sets its identity. Collective over its ranks. */
ct_status ct_context_number(ct_context *context);

/* Fills the members on nodes. Collective; all ranks fail together. */
ct_status ct_context_find_nodes(ct_context *context);

/* The ranks of `comm` on this rank's node, ascending, this one included; the caller frees *ranks.
 * Collective. */
ct_status ct_node_ranks(MPI_Comm comm, int **ranks, int *count);

/* Releases a reference; *members may be NULL. Local. */
void ct_members_release(ct_members **members);

#endif
