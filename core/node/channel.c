#include "node/channel.h"

#include "base/mpi.h"
#include "node/supposed/cluster.h"
#include <cornerturn/agree.h>
#include <cornerturn/schedule.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Pieces of at most 32 KiB: four in flight stay in both cores' caches. */
enum { LINE_BYTES = 64, PIECE_LEAST_BYTES = 40, PIECE_MOST_BYTES = 32768 };

/* A rank's part of the memory, as exchanged: its place and slot size. It has, for each channel in
 * order, a cache line that counts the slots this rank emptied, then for each channel the ring in
 * which it sends. */
typedef struct geometry {
    ct_place place;
    ptrdiff_t pitch;
    int channels;
    ct_process_word word;
} geometry;

/* The line of a channel that its receiver writes. */
typedef struct receiver_line {
    _Atomic uint64_t emptied;
    ct_way_times takes;
} receiver_line;

static ptrdiff_t ring_offset(const geometry *g, int channel) {
    return (ptrdiff_t)g->channels * LINE_BYTES + (ptrdiff_t)channel * CT_CHANNEL_SLOTS * g->pitch;
}

static ptrdiff_t pitch_for(ptrdiff_t largest_bytes, ptrdiff_t tile_bytes) {
    ptrdiff_t piece = largest_bytes < PIECE_LEAST_BYTES  ? PIECE_LEAST_BYTES
                      : largest_bytes > PIECE_MOST_BYTES ? PIECE_MOST_BYTES
                                                         : largest_bytes;
    ptrdiff_t bytes = piece + (ptrdiff_t)offsetof(ct_slot, offset);
    bytes = bytes > LINE_BYTES + tile_bytes ? bytes : LINE_BYTES + tile_bytes;
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

static void open_ring(ct_ring *ring, char *slots, ptrdiff_t pitch, char *emptied) {
    const ptrdiff_t piece = pitch - (ptrdiff_t)offsetof(ct_slot, offset);
    *ring = (ct_ring){.slots = slots,
                      .pitch = pitch,
                      .piece_bytes = piece < PIECE_MOST_BYTES ? piece : PIECE_MOST_BYTES,
                      .tile_bytes = pitch - LINE_BYTES,
                      .emptied = &((receiver_line *)(void *)emptied)->emptied,
                      .takes = &((receiver_line *)(void *)emptied)->takes};
}

/* Connects the rings from all ranks' geometry. Channels are in the order of the node's ranks, so
 * this rank's place among them gives its channel at a peer. */
static void connect(ct_channels *channels, const geometry *all, int mine, int my_place) {
    const geometry *here = &all[mine];
    char *memory = channels->memory;
    for (int c = 0; c < channels->count; c++) {
        const geometry *there = &all[channels->ranks[c]];
        char *peer = ct_place_address(there->place);
        /* A rank has no channel to itself. */
        int mine_at_peer = channels->ranks[c] < mine ? my_place - 1 : my_place;
        open_ring(&channels->channel[c].out, memory + ring_offset(here, c), here->pitch,
                  peer + (ptrdiff_t)mine_at_peer * LINE_BYTES);
        open_ring(&channels->channel[c].in, peer + ring_offset(there, mine_at_peer), there->pitch,
                  memory + (ptrdiff_t)c * LINE_BYTES);
        channels->of_rank[channels->ranks[c]] = c;
    }
}

/* Lists the other ranks of the node; *place is this rank's position among all. Collective. */
static ct_status find_peers(MPI_Comm comm, int rank, int size, ct_channels *channels, int *place) {
    ct_status status = CT_OK;
    int count = 0;
    CT_TRY(ct_node_ranks(comm, &channels->ranks, &count));
    *place = 0;
    for (int i = 0; i < count; i++) {
        if (channels->ranks[i] == rank) {
            *place = i;
        } else {
            channels->ranks[channels->count++] = channels->ranks[i];
        }
    }
    channels->channel = calloc((size_t)count, sizeof *channels->channel);
    channels->of_rank = malloc((size_t)size * sizeof *channels->of_rank);
    channels->processes = calloc((size_t)count, sizeof *channels->processes);
    if (channels->channel == NULL || channels->of_rank == NULL || channels->processes == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d channels", count);
    }
    for (int peer = 0; peer < size; peer++) {
        channels->of_rank[peer] = CT_NOBODY;
    }
cleanup:
    return ct_agree(comm, status);
}

/* Marks all slots empty. Their contents are not touched, so that unused ones take no memory. */
static void clear(char *memory, const geometry *g) {
    memset(memory, 0, (size_t)ring_offset(g, 0));
    for (ptrdiff_t s = 0; s < (ptrdiff_t)g->channels * CT_CHANNEL_SLOTS; s++) {
        memset(memory + ring_offset(g, 0) + s * g->pitch, 0, offsetof(ct_slot, offset));
    }
}

/* Collective. */
static ct_status try_to_read(ct_channels *channels, const geometry *all) {
    ct_status status = CT_OK;
    channels->reads = 1;
    for (int c = 0; c < channels->count; c++) {
        const ct_process_word *theirs = &all[channels->ranks[c]].word;
        channels->processes[c] = theirs->process;
        channels->reads = channels->reads && ct_process_can_read(theirs);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &channels->reads, 1, MPI_INT, MPI_LAND, channels->comm));
cleanup:
    return status;
}

ct_status ct_channels_create(MPI_Comm comm, ptrdiff_t largest_bytes, ptrdiff_t tile_bytes,
                             ct_channels *channels) {
    const int may_read = largest_bytes >= CT_PROCESS_LEAST_BYTES;
    geometry *all = NULL;
    geometry mine;
    int rank = 0;
    int size = 1;
    int place = 0;
    ct_status status = CT_OK;
    *channels = (ct_channels){.comm = comm};
    memset(&mine, 0, sizeof mine);
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(ct_cluster_size(comm, &size));
    CT_TRY(find_peers(comm, rank, size, channels, &place));
    all = malloc((size_t)size * sizeof *all);
    status = ct_agree(
        comm, all != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size));
    if (status != CT_OK || all == NULL || channels->of_rank == NULL) {
        goto cleanup;
    }
    mine.pitch = pitch_for(largest_bytes, tile_bytes);
    mine.channels = channels->count;
    channels->bytes = ring_offset(&mine, channels->count);
    if (ct_cluster_is_supposed(comm)) {
        for (int c = 0; c < channels->count; c++) {
            channels->of_rank[channels->ranks[c]] = c;
        }
        channels->reads = may_read;
        goto cleanup;
    }
    CT_TRY(ct_alloc(comm, channels->bytes, &channels->memory));
    clear(channels->memory, &mine);
    mine.place = ct_place_of(channels->memory);
    mine.word = ct_process_own_word();
    /* This all-gather also orders the clearing before any use. */
    CT_MPI(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, comm));
    if (mine.place.segment == 0) {
        channels->count = 0;
    }
    connect(channels, all, rank, place);
    CT_TRY(may_read ? try_to_read(channels, all) : CT_OK);
cleanup:
    free(all);
    if (status != CT_OK) {
        ct_channels_destroy(channels);
    }
    return status;
}

void ct_channels_destroy(ct_channels *channels) {
    free(channels->channel);
    free(channels->of_rank);
    free(channels->processes);
    free(channels->ranks);
    ct_free(&channels->memory);
    *channels = (ct_channels){.count = 0};
}

ct_place ct_channels_place(ct_channels *channels, const void *array) {
    return ct_place_shared_by(&channels->latest, array, channels->comm, channels->ranks,
                              channels->count);
}

static ct_slot *slot(const ct_ring *ring, uint64_t index) {
    return (ct_slot *)(void *)(ring->slots + (ptrdiff_t)(index % CT_CHANNEL_SLOTS) * ring->pitch);
}

int ct_ring_emptied(ct_ring *ring, uint64_t slots) {
    if (ring->seen < slots) {
        ring->seen = atomic_load_explicit(ring->emptied, memory_order_acquire);
    }
    return ring->seen >= slots;
}

void *ct_ring_next_piece(ct_ring *ring) {
    if (ring->done >= CT_CHANNEL_SLOTS &&
        !ct_ring_emptied(ring, ring->done - CT_CHANNEL_SLOTS + 1)) {
        return NULL;
    }
    return &slot(ring, ring->done)->offset;
}

/* Streaming stores write whole lines: tiles leave the first one to the number. */
void *ct_ring_next_tiles(ct_ring *ring) {
    char *piece = ct_ring_next_piece(ring);
    return piece != NULL ? piece - offsetof(ct_slot, offset) + LINE_BYTES : NULL;
}

void ct_ring_post(ct_ring *ring, uint64_t segment, ptrdiff_t offset) {
    ct_slot *next = slot(ring, ring->done);
    next->segment = segment;
    if (segment != CT_SLOT_PIECE) {
        next->offset = offset;
    }
    ring->done++;
    atomic_store_explicit(&next->number, ring->done, memory_order_release);
}

const ct_slot *ct_ring_peek(const ct_ring *ring) {
    const ct_slot *next = slot(ring, ring->done);
    return atomic_load_explicit(&next->number, memory_order_acquire) == ring->done + 1 ? next
                                                                                       : NULL;
}

const void *ct_slot_piece(const ct_slot *slot) {
    return &slot->offset;
}

const void *ct_slot_tiles(const ct_slot *slot) {
    return (const char *)slot + LINE_BYTES;
}

void ct_ring_pop(ct_ring *ring) {
    ring->done++;
    atomic_store_explicit(ring->emptied, ring->done, memory_order_release);
}
