/* The inside of an exchange plan. */
#ifndef CT_EXCHANGE_PLAN_H
#define CT_EXCHANGE_PLAN_H

#include <cornerturn/algorithm.h>
#include <cornerturn/exchange.h>

enum { CT_CANDIDATES = 16, CT_REASON_BYTES = 512 };

/* One side of a message: `count` of `type` at `offset` of the user's array, to or from `peer`.
 * Nothing to transfer is peer CT_NOBODY. */
typedef struct ct_transfer {
    int peer, count;
    ptrdiff_t offset;
    MPI_Datatype type; /* MPI_BYTE, or the transfer's own when int cannot count its bytes */
} ct_transfer;

/* A lowered move. */
typedef struct ct_transfers {
    ct_transfer send, receive;
} ct_transfers;

/* A schedule lowered onto the layouts, ready for the executor. */
typedef struct ct_lowered {
    ct_transfers *steps;
    int count, window;     /* window: steps in flight, 1 .. count */
    MPI_Request *requests; /* a pair for each step in flight */
} ct_lowered;

/* Arguments of MPI's own all-to-all: of Alltoallv in elements where ints suffice, else of Alltoallw
 * with offsets and lengths inside the types. */
typedef struct ct_library {
    int *send_counts, *send_displacements, *receive_counts, *receive_displacements;
    MPI_Datatype element, *send_types, *receive_types; /* types: NULL with Alltoallv */
    int type_count;                                    /* of both together */
} ct_library;

struct ct_exchange_plan {
    MPI_Comm comm;
    int rank, size;
    ct_layout send, receive; /* into `numbers` */
    ptrdiff_t *numbers;
    ct_exchange_options options; /* without the name */
    int chosen;                  /* index of a name; 0, "auto", until it is known */
    ct_lowered lowered;          /* of a schedule, or */
    ct_library library;          /* of "mpi" */
    ct_candidate candidates[CT_CANDIDATES];
    int candidate_count;
    char reason[CT_REASON_BYTES];
    double total_bytes;
};

/* Index of `name` among ct_exchange_name, or -1. */
int ct_exchange_find(const char *name);

/* The algorithm behind an index; NULL for "auto" and "mpi". */
const ct_algorithm *ct_exchange_row(int index);

/* Makes the plan ready to execute name `index`, dropping what it was ready for. Collective; all
 * ranks agree on the outcome. */
ct_status ct_exchange_prepare(ct_exchange_plan *plan, int index);

/* Chooses for "auto", or explains the name that was asked for; fills candidates and reason and
 * prepares the choice. Collective; all ranks agree. */
ct_status ct_exchange_choose(ct_exchange_plan *plan, int asked);

/* Generates and lowers an algorithm's schedule onto the plan's layouts. Local. */
ct_status ct_exchange_lower(const ct_exchange_plan *plan, const ct_algorithm *algorithm,
                            ct_lowered *lowered);
void ct_lowered_destroy(ct_lowered *lowered);

/* Collective (ranks agree on Alltoallv or Alltoallw). */
ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library);
ct_status ct_library_execute(const ct_exchange_plan *plan, const void *send, void *receive);
void ct_library_destroy(ct_library *library);

/* A committed type of `bytes` bytes from `offset` on, whatever their number. The caller frees it.
 */
ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type);

#endif
