/*
 * Contexts: the one private communicator that belongs to each communicator of the user, and what is
 * known of its ranks. All plans, arrays and calls on that communicator share it.
 *
 * MPI libraries have few communicators to give (MPICH 2048 a process), so a plan takes none, but
 * two tags of the context while it lives. Everything else that talks there does so inside one
 * collective call, in the same order on all ranks, and has a tag of its own.
 *
 * A context goes with the user's communicator (MPI_Comm_free or MPI_Finalize), or with the last
 * plan on it if that lives longer.
 */
#ifndef CT_NODE_CONTEXT_H
#define CT_NODE_CONTEXT_H

#include <cornerturn/status.h>
#include <mpi.h>
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
    CT_TAG_PLANS, /* from here on those of plans: */
    CT_TAG_DATA = 0,
    CT_TAG_GATE = 1,
    CT_TAGS_OF_PLAN = 2
};

/* The ranks of a node as a group, which segments keep longer than the context lives. */
typedef struct ct_members {
    MPI_Group group;
    int references;
} ct_members;

typedef struct ct_context ct_context;
typedef struct ct_ballot ct_ballot; /* vote.h */

struct ct_context {
    MPI_Comm comm; /* private; errors come back. MPI_COMM_NULL of a part that this rank is not in */
    int rank, size;
    int *leader;          /* the lowest rank on the node of every rank */
    int *node_ranks;      /* the ranks of this node, ascending */
    int node_size, place; /* their number, and which of them this rank is */
    ct_members *members;
    uint64_t *taken; /* a bit for each pair of tags that a plan has */
    int taken_words, tags_most;
    ct_ballot *ballot; /* made by the first vote, and how it goes */
    void (*destroy_ballot)(ct_ballot **ballot);
    void *attached; /* what is kept with the communicator, and how it goes */
    void (*detach)(void *attached);
    MPI_Comm users; /* the user's communicator while it exists; of a part none */
    int references;
    ct_context *parent; /* of a part, which has */
    int colour, key;
    ct_context *parts; /* the latest first, the same on all ranks */
    ct_context *next;  /* among the parts of a context, or all contexts */
};

/* The context of a communicator, which may be private to one: made when it is asked for the first
 * time, and held until it is released. Collective. CT_ERROR_ARGUMENT, on this rank alone, for
 * MPI_COMM_NULL and intercommunicators; CT_ERROR_MPI where MPI has no communicator left and
 * CT_ERROR_MEMORY, on all ranks. */
ct_status ct_context_acquire(MPI_Comm comm, ct_context **context);

/* The same without holding it: for the length of a call. */
ct_status ct_context_of(MPI_Comm comm, ct_context **context);

/* Lets go of a context and sets *context to NULL, which is allowed. Collective. */
void ct_context_release(ct_context **context);

/* As MPI_Comm_split: a context of the ranks with this one's colour, ordered by their keys, which
 * everybody who splits alike meanwhile shares; held. With MPI_UNDEFINED its comm is MPI_COMM_NULL.
 * Collective; all ranks fail together. */
ct_status ct_context_split(ct_context *context, int colour, int key, ct_context **part);

/* Two tags that no other plan has, *tag and the next: those of a plan. Collective: all ranks take
 * and give back in the same order, and so have the same. CT_ERROR_UNSUPPORTED, on all ranks, where
 * none is left; CT_ERROR_MEMORY, on this one. */
ct_status ct_context_take_tags(ct_context *context, int *tag);
void ct_context_give_tags(ct_context *context, int tag);

/* The numbers of all ranks of the node, in their order: `bytes` of each to every other. Collective
 * over the node. */
ct_status ct_context_node_allgather(const ct_context *context, const void *mine, int bytes,
                                    void *all);

/* Whether `mine` is true on every rank of the node. Collective over it. */
ct_status ct_context_node_all(const ct_context *context, int mine, int *all);

/* Finds out who shares which node. Collective; fails on all ranks. */
ct_status ct_context_find_nodes(ct_context *context);

/* The ranks of `comm` that share this rank's node, ascending, this one included; the caller frees
 * *ranks. Collective. */
ct_status ct_node_ranks(MPI_Comm comm, int **ranks, int *count);

/* Lets go of the members of a node; NULL is allowed. Local. */
void ct_members_release(ct_members **members);

#endif
