#include "node/barrier.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Looks at another rank this often before the core is given away: with a core for each rank nobody
 * is late for longer than that without reason. */
enum { PATIENCE = 20000 };

struct ct_node_barrier_line {
    _Atomic uint64_t times;
    ct_node_barrier_entry word;
    char padding[64]; /* lines of two ranks are never in one cache line */
};

/* Opens the lines of all ranks, once everybody's memory is cleared. */
static ct_status open_lines(ct_node_barrier *barrier) {
    ct_status status = CT_OK;
    ct_place mine = ct_place_of(barrier->memory);
    ct_place *all = malloc((size_t)barrier->size * sizeof *all);
    barrier->line = malloc((size_t)barrier->size * sizeof(ct_node_barrier_line *));
    CT_TRY(ct_agree(barrier->comm,
                    all != NULL && barrier->line != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", barrier->size)));
    CT_MPI(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, barrier->comm));
    for (int rank = 0; rank < barrier->size; rank++) {
        barrier->line[rank] = ct_place_address(all[rank]);
    }
cleanup:
    free(all);
    return status;
}

ct_status ct_node_barrier_create(MPI_Comm comm, ct_node_barrier *barrier, int *is_possible) {
    ct_status status = CT_OK;
    int here = 0;
    *barrier = (ct_node_barrier){.comm = comm};
    *is_possible = 0;
    CT_MPI(MPI_Comm_rank(comm, &barrier->rank));
    CT_MPI(MPI_Comm_size(comm, &barrier->size));
    CT_TRY(ct_node_ranks(comm, &barrier->ranks, &here));
    CT_TRY(ct_alloc(comm, sizeof(ct_node_barrier_line), &barrier->memory));
    memset(barrier->memory, 0, sizeof(ct_node_barrier_line));
    int shares = here == barrier->size && ct_place_of(barrier->memory).segment != 0;
    CT_MPI(MPI_Allreduce(&shares, is_possible, 1, MPI_INT, MPI_LAND, comm));
    if (*is_possible) {
        CT_TRY(open_lines(barrier));
    }
cleanup:
    if (status != CT_OK || !*is_possible) {
        ct_node_barrier_destroy(barrier);
    }
    return status;
}

void ct_node_barrier_destroy(ct_node_barrier *barrier) {
    free(barrier->line);
    free(barrier->ranks);
    ct_free(&barrier->memory);
    *barrier = (ct_node_barrier){.size = 0};
}

void ct_node_barrier_wait(ct_node_barrier *barrier) {
    uint64_t times = ++barrier->times;
    atomic_store_explicit(&barrier->line[barrier->rank]->times, times, memory_order_release);
    for (int rank = 0; rank < barrier->size; rank++) {
        _Atomic uint64_t *theirs = &barrier->line[rank]->times;
        for (int looks = 0; atomic_load_explicit(theirs, memory_order_acquire) < times; looks++) {
            if (looks >= PATIENCE) {
                (void)sched_yield();
            }
        }
    }
}

/* Where an array is, if all ranks can reach it there. */
static ct_place look_up(ct_node_barrier *barrier, int index, const void *array) {
    if (barrier->known[index].array != array ||
        barrier->known[index].version != ct_segments_version()) {
        ct_place place = ct_place_of(array);
        if (!ct_segment_reaches(place.segment, barrier->comm, barrier->ranks, barrier->size)) {
            place = (ct_place){0, 0};
        }
        barrier->known[index].array = array;
        barrier->known[index].version = ct_segments_version();
        barrier->known[index].place = place;
    }
    return barrier->known[index].place;
}

ct_node_barrier_entry ct_node_barrier_publish(ct_node_barrier *barrier, int is_refused,
                                              const void *const array[CT_BARRIER_ARRAYS],
                                              const ptrdiff_t bytes[CT_BARRIER_ARRAYS]) {
    ct_node_barrier_entry all = {.is_refused = is_refused};
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        all.place[i] = look_up(barrier, i, array[i]);
        all.is_private = all.is_private || (bytes[i] > 0 && all.place[i].segment == 0);
    }
    barrier->line[barrier->rank]->word = all;
    ct_node_barrier_wait(barrier);
    for (int rank = 0; rank < barrier->size; rank++) {
        all.is_refused = all.is_refused || barrier->line[rank]->word.is_refused;
        all.is_private = all.is_private || barrier->line[rank]->word.is_private;
    }
    return all;
}

char *ct_node_barrier_address(const ct_node_barrier *barrier, int rank, int array) {
    return ct_place_address(barrier->line[rank]->word.place[array]);
}
