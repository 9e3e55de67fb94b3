/*
 * Complete exchange over MPI: block (i, j) goes from rank i to rank j, by a chosen schedule.
 *
 * A plan is created once, collectively, and executed as often as wanted. Blocks and offsets may
 * pass 2^31 bytes.
 *
 * Executing allocates nothing, with one exception: ranks of a node transpose what they send each
 * other, and the first execution is given a send array that is not of ct_alloc. That execution
 * waits for all ranks, also when it is only started, and gives each a shared array of that size.
 * From then on what other ranks of the node read of such an array is copied there first.
 *
 * One thread at a time uses the plans, arrays and calls of a communicator, and MPI must be
 * initialised so that this thread may call it. With MPI_THREAD_MULTIPLE other threads may use other
 * communicators meanwhile, in planning too.
 *
 * All plans, arrays (memory.h) and calls (alltoall.h, collective.h) on a communicator share one
 * private duplicate of it, or two where ranks of a node do not follow one another: MPI has few to
 * give. The first of them creates it; it is freed with the communicator (MPI_Comm_free,
 * MPI_Finalize) or with the last plan that outlives the communicator. Plans of any kind are
 * destroyed before MPI_Finalize; after it MPI aborts. Each living plan has tags of its own there,
 * so at least 16000 can live at once. Therefore all ranks make the collective calls on the plans of
 * one communicator, create and destroy included, in the same order.
 */
#ifndef CORNERTURN_EXCHANGE_H
#define CORNERTURN_EXCHANGE_H

#include <cornerturn/choice.h>
#include <cornerturn/layout.h>
#include <cornerturn/precision.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <cornerturn/topology.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

CT_PUBLIC_BEGIN

/* How blocks go between ranks of one node; between nodes always by messages. */
typedef enum ct_transport {
    CT_TRANSPORT_AUTO,
    CT_TRANSPORT_MESSAGES, /* of the MPI library */
    CT_TRANSPORT_SHARED    /* shared memory: the receiver copies from the sender's array */
} ct_transport;

typedef struct ct_exchange_options {
    const char *algorithm; /* a name of ct_exchange_name, with parameters if it has any, such as
                              "bruck --radix 4"; NULL is "auto". "--transport messages" or "shared"
                              may follow any name and says the same as `transport` */
    ct_planning planning;  /* how "auto" chooses */
    ct_transport transport;
    int private_arrays;  /* 1: choose and measure for arrays that are not from ct_alloc. Any array
                            works either way */
    int in_place;        /* 1: execute is given one array, which both layouts describe */
    int steps_in_flight; /* at once; 0: all */
    ct_message_precision precision; /* other than exact: elements consist of doubles, of complete
                                       exchanges only, and the MPI library's own is none of the
                                       candidates */
    const ct_topology *topology;    /* the network, for algorithms that need a particular one; NULL:
                                       nodes or flat, as found */
    const char *tuning_file; /* rank 0's path of the file that "auto" reads and to which it adds
                                what it measures; see tuning.h. NULL: none */
    int tuning_read_only;    /* 1: nothing is added */
} ct_exchange_options;

enum { CT_EXCHANGE_LABEL = CT_SCORE_LABEL };

typedef struct ct_exchange_plan ct_exchange_plan;

/* Names that `algorithm` may have, in order: "auto", the rows of the algorithm table that are
 * complete exchanges and need no particular network, "mpi". NULL past the end. Local. */
const char *ct_exchange_name(int index);

/* One sentence about that algorithm, for help texts. NULL past the end. Local. */
const char *ct_exchange_summary(int index);

/* Checks whether plans on `comm` can have this `algorithm`; plans nothing. Collective, with the
 * same text on all ranks. CT_ERROR_CONFIG, CT_ERROR_UNSUPPORTED as below. */
ct_status ct_exchange_supports(MPI_Comm comm, const char *algorithm);

/* Plans the exchange of `send` blocks into `receive` blocks. Collective over `comm`; `options`
 * (NULL: all defaults) and the layouts are copied. What rank i sends to j must have as many
 * elements as what j receives from i; this is checked. All ranks agree on the algorithm and fail
 * together: CT_ERROR_ARGUMENT for blocks whose sizes differ between sender and receiver, negative
 * counts, a NULL layout, or options that differ between ranks; CT_ERROR_CONFIG for an unknown name
 * or parameter; CT_ERROR_UNSUPPORTED for a number of ranks on which the algorithm does not run,
 * naming the nearest on which it does, or where MPI has no tags left; CT_ERROR_MEMORY;
 * CT_ERROR_MPI, also where MPI has no communicator left. On the calling rank alone
 * CT_ERROR_ARGUMENT for MPI_COMM_NULL and intercommunicators. */
ct_status ct_exchange_plan_create(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan);

/* Executes the exchange. Collective over the plan's ranks. The arrays are the caller's; they do not
 * overlap, and `send` is not written, or with `in_place` both are the same array. Bytes of
 * `receive` outside the layout are not touched. CT_ERROR_ARGUMENT, on all ranks, where some rank
 * gives NULL for an array that its layout uses, arrays whose blocks overlap (but where the blocks
 * of both have gaps: those of one may lie in the other's, which is not looked at) or, with
 * `in_place`, two: `receive` is then undefined, and the plan can be executed again.
 * CT_ERROR_ARGUMENT, on this rank alone, for a plan that is being executed (its execution
 * continues) or, in debug builds, was destroyed.
 *
 * The blocks themselves carry the news of a NULL array. Where some block between two ranks is
 * empty, or the MPI library runs the exchange, every execution begins with a reduction instead. */
ct_status ct_exchange_execute(ct_exchange_plan *plan, const void *send, void *receive);

/* The same, nonblocking: start, then wait, or test until *done, on every rank. This rank's blocks
 * progress only inside these calls. Until the end the arrays belong to the plan. A plan has one
 * execution at a time; all ranks wait for those of several plans in the same order. start and wait
 * are collective. A NULL array fails in start where executions begin with a reduction, else in the
 * call that ends the execution. Without an execution, test and wait do nothing and *done is 1. */
ct_status ct_exchange_start(ct_exchange_plan *plan, const void *send, void *receive);
ct_status ct_exchange_test(ct_exchange_plan *plan, int *done);
ct_status ct_exchange_wait(ct_exchange_plan *plan);

/* Collective. Completes an execution first. Sets *plan to NULL. */
void ct_exchange_plan_destroy(ct_exchange_plan **plan);

/* Plans, executes and destroys, for an exchange done once. Collective; errors as above. */
ct_status ct_exchange(MPI_Comm comm, const ct_layout *send_layout, const void *send,
                      const ct_layout *receive_layout, void *receive,
                      const ct_exchange_options *options);

/* The algorithm chosen, and why, as one sentence. Local; owned by the plan. */
const char *ct_exchange_algorithm(const ct_exchange_plan *plan);
const char *ct_exchange_reason(const ct_exchange_plan *plan);

/* The ranking, best first; NULL past the end. An algorithm given by name is the only row. Local;
 * owned by the plan. */
const ct_score *ct_exchange_score(const ct_exchange_plan *plan, int index);

/* Writes the ranking as a table: predicted and measured time of each candidate, their ratios to the
 * largest lower bound of bounds.h and to the chosen one's time; then the bounds and the reason.
 * Local; the same on all ranks. */
void ct_exchange_explain(const ct_exchange_plan *plan, FILE *file);

/* Bytes that all ranks together send to others in one execution. Local. */
double ct_exchange_total_bytes(const ct_exchange_plan *plan);

/* What rounding doubles to floats has saved and lost, in all ranks' executions of a plan so far.
 * Messages of MPI between ranks of a node count; copies through its memory stay exact. */
typedef struct ct_exchange_losses {
    double saved_bytes; /* of messages */
    double worst;       /* largest relative error of a number within the range of floats: at most
                           2^-24 */
    double overflows;   /* finite numbers too large for floats, which arrived as infinite ones */
    double underflows;  /* numbers below 1.2e-38 that lost more digits, or all */
} ct_exchange_losses;

/* All 0 without rounding. Collective; the same on all ranks. */
ct_status ct_exchange_rounding(const ct_exchange_plan *plan, ct_exchange_losses *losses);

/* Bytes of memory the plan holds on this rank: irregular blocks, schedule, copies, scratch, rings,
 * staging. Local. */
double ct_exchange_plan_bytes(const ct_exchange_plan *plan);

CT_PUBLIC_END

#endif
