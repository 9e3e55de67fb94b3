#include "node/meeting.h"

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

struct ct_meeting_line {
    _Atomic uint64_t times;
    ct_meeting_word word;
    char padding[64]; /* lines of two ranks are never in one cache line */
};

/* Opens the lines of all ranks, once everybody's memory is cleared. */
static ct_status open_lines(ct_meeting *meeting) {
    ct_status status = CT_OK;
    ct_place mine = ct_place_of(meeting->memory);
    ct_place *all = malloc((size_t)meeting->size * sizeof *all);
    meeting->line = malloc((size_t)meeting->size * sizeof(ct_meeting_line *));
    CT_TRY(ct_agree(meeting->comm,
                    all != NULL && meeting->line != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", meeting->size)));
    CT_MPI(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, meeting->comm));
    for (int rank = 0; rank < meeting->size; rank++) {
        meeting->line[rank] = ct_place_address(all[rank]);
    }
cleanup:
    free(all);
    return status;
}

ct_status ct_meeting_create(MPI_Comm comm, ct_meeting *meeting, int *is_possible) {
    ct_status status = CT_OK;
    int here = 0;
    *meeting = (ct_meeting){.comm = comm};
    *is_possible = 0;
    CT_MPI(MPI_Comm_rank(comm, &meeting->rank));
    CT_MPI(MPI_Comm_size(comm, &meeting->size));
    CT_TRY(ct_node_ranks(comm, &meeting->ranks, &here));
    CT_TRY(ct_alloc(comm, sizeof(ct_meeting_line), &meeting->memory));
    memset(meeting->memory, 0, sizeof(ct_meeting_line));
    int shares = here == meeting->size && ct_place_of(meeting->memory).segment != 0;
    CT_MPI(MPI_Allreduce(&shares, is_possible, 1, MPI_INT, MPI_LAND, comm));
    if (*is_possible) {
        CT_TRY(open_lines(meeting));
    }
cleanup:
    if (status != CT_OK || !*is_possible) {
        ct_meeting_destroy(meeting);
    }
    return status;
}

void ct_meeting_destroy(ct_meeting *meeting) {
    free(meeting->line);
    free(meeting->ranks);
    ct_free(&meeting->memory);
    *meeting = (ct_meeting){.size = 0};
}

void ct_meeting_wait(ct_meeting *meeting) {
    uint64_t times = ++meeting->times;
    atomic_store_explicit(&meeting->line[meeting->rank]->times, times, memory_order_release);
    for (int rank = 0; rank < meeting->size; rank++) {
        _Atomic uint64_t *theirs = &meeting->line[rank]->times;
        for (int looks = 0; atomic_load_explicit(theirs, memory_order_acquire) < times; looks++) {
            if (looks >= PATIENCE) {
                (void)sched_yield();
            }
        }
    }
}

/* Where an array is, if all ranks can reach it there. */
static ct_place look_up(ct_meeting *meeting, int index, const void *array) {
    if (meeting->known[index].array != array ||
        meeting->known[index].version != ct_segments_version()) {
        ct_place place = ct_place_of(array);
        if (!ct_segment_reaches(place.segment, meeting->comm, meeting->ranks, meeting->size)) {
            place = (ct_place){0, 0};
        }
        meeting->known[index].array = array;
        meeting->known[index].version = ct_segments_version();
        meeting->known[index].place = place;
    }
    return meeting->known[index].place;
}

ct_meeting_word ct_meeting_tell(ct_meeting *meeting, int is_refused,
                                const void *const array[CT_MEETING_ARRAYS],
                                const ptrdiff_t bytes[CT_MEETING_ARRAYS]) {
    ct_meeting_word all = {.is_refused = is_refused};
    for (int i = 0; i < CT_MEETING_ARRAYS; i++) {
        all.place[i] = look_up(meeting, i, array[i]);
        all.is_private = all.is_private || (bytes[i] > 0 && all.place[i].segment == 0);
    }
    meeting->line[meeting->rank]->word = all;
    ct_meeting_wait(meeting);
    for (int rank = 0; rank < meeting->size; rank++) {
        all.is_refused = all.is_refused || meeting->line[rank]->word.is_refused;
        all.is_private = all.is_private || meeting->line[rank]->word.is_private;
    }
    return all;
}

char *ct_meeting_address(const ct_meeting *meeting, int rank, int array) {
    return ct_place_address(meeting->line[rank]->word.place[array]);
}
