#include "io/array/chunks/shared.h"

#include "base/mpi.h"
#include "io/array/storage/hdf5.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE_BYTES = 1 << 22,  /* small chunks are read several at once: a call takes 20 us */
    ROUND_BYTES = 1 << 26, /* of the tiles that a rank reads in a round */
    MOST_BYTES = 1 << 30,  /* of a tile as often as it is sent, in one message */
};

/* The chunks that two ranks' boxes touch, rounded out. */
static bool meet(const ct_source *source, const ct_box *a, const ct_box *b) {
    bool do_meet = ct_box_elements(a) > 0 && ct_box_elements(b) > 0;
    for (int i = 0; i < a->axes && do_meet; i++) {
        const ptrdiff_t chunk = source->info.chunk[i];
        do_meet = a->first[i] / chunk <= (b->first[i] + b->count[i] - 1) / chunk &&
                  b->first[i] / chunk <= (a->first[i] + a->count[i] - 1) / chunk;
    }
    return do_meet;
}

/* Whether a chunk is wanted by several ranks; and how often an element is wanted, at least once. */
static ct_status survey(MPI_Comm comm, const ct_source *source, const ct_shared *shared,
                        ct_box *range, ptrdiff_t *copies, bool *meets) {
    ct_status status = CT_OK;
    double all = 0;
    int found = 0;
    *range = (ct_box){.axes = source->info.axes};
    for (int r = 0; r < shared->size; r++) {
        found = found || (r != shared->rank &&
                          meet(source, &shared->boxes[shared->rank], &shared->boxes[r]));
        *range = ct_box_around(range, &shared->boxes[r]);
        all += (double)ct_box_elements(&shared->boxes[r]);
    }
    *copies = 1 + (ptrdiff_t)(all / ((double)ct_box_elements(range) + 1));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_LOR, comm));
    *meets = found != 0;
cleanup:
    return status;
}

/* Sets the tiles of `range`, and how many a rank reads in a round; false where a tile is too large,
 * as often as it is sent. */
static bool set_rounds(ct_shared *shared, const ct_array_info *info, const ct_box *range,
                       ptrdiff_t most_elements, ptrdiff_t copies) {
    const ptrdiff_t element_bytes = shared->element_bytes;
    const ptrdiff_t worth = TILE_BYTES / element_bytes;
    shared->tiles = ct_tiles_make(info->axes, info->extent, info->chunk, range,
                                  worth < most_elements ? worth : most_elements);
    const ptrdiff_t elements = ct_tiles_elements(&shared->tiles);
    if (elements > most_elements || elements > MOST_BYTES / element_bytes / copies) {
        return false;
    }
    shared->tiles_a_round = ROUND_BYTES / element_bytes / elements / copies;
    shared->tiles_a_round += shared->tiles_a_round == 0;
    return true;
}

/* A rank reads its share of the tiles, sends others what is theirs and receives its own part. */
double ct_shared_bytes(const ct_array_info *info, ptrdiff_t element_bytes, ptrdiff_t most_elements,
                       double part_bytes, int size) {
    ct_shared shared = {.element_bytes = element_bytes, .size = size};
    ct_box whole = {.axes = info->axes};
    memcpy(whole.count, info->extent, sizeof whole.count);
    if (ct_box_elements(&whole) == 0 || !set_rounds(&shared, info, &whole, most_elements, 1)) {
        return 0;
    }
    const ptrdiff_t tiles = (shared.tiles.total + size - 1) / size;
    const ptrdiff_t at_once = tiles < shared.tiles_a_round ? tiles : shared.tiles_a_round;
    const double tile_bytes = (double)(ct_tiles_elements(&shared.tiles) * element_bytes);
    const double most = (double)(ct_box_elements(&whole) * element_bytes); /* chunks at an end */
    const double read_bytes = fmin((double)at_once * tile_bytes, most);
    return 2 * read_bytes + fmin(part_bytes, (size - 1) * read_bytes);
}

ct_status ct_shared_plan(MPI_Comm comm, const ct_source *source, const ct_box *box,
                         ptrdiff_t element_bytes, ptrdiff_t most_elements, ct_shared *shared,
                         bool *is_shared) {
    ct_status status = CT_OK;
    ct_box range;
    ptrdiff_t copies = 1;
    *is_shared = false;
    *shared = (ct_shared){.element_bytes = element_bytes};
    CT_MPI(MPI_Comm_rank(comm, &shared->rank));
    CT_MPI(MPI_Comm_size(comm, &shared->size));
    if (!source->info.is_chunked || shared->size == 1) {
        return CT_OK;
    }
    shared->boxes = calloc((size_t)shared->size, sizeof *shared->boxes);
    CT_TRY(ct_agree(comm, shared->boxes != NULL
                              ? CT_OK
                              : ct_raise(CT_ERROR_MEMORY, "no memory for the boxes of all ranks")));
    CT_MPI(MPI_Allgather(box, sizeof *box, MPI_BYTE, shared->boxes, sizeof *box, MPI_BYTE, comm));
    CT_TRY(survey(comm, source, shared, &range, &copies, is_shared));
    *is_shared = *is_shared && set_rounds(shared, &source->info, &range, most_elements, copies);
    if (!*is_shared) {
        goto cleanup;
    }
    shared->staging =
        malloc((size_t)(shared->tiles_a_round * ct_tiles_elements(&shared->tiles) * element_bytes));
    CT_TRY(ct_agree(comm, shared->staging != NULL
                              ? CT_OK
                              : ct_raise(CT_ERROR_MEMORY, "no memory for chunks to be read")));
cleanup:
    return status;
}

void ct_shared_free(ct_shared *shared) {
    free(shared->boxes);
    free(shared->staging);
}

/* The tiles of a rank in a round: neighbours, so that most stay with who reads them. */
static void tiles_of(const ct_shared *shared, int rank, ptrdiff_t round, ptrdiff_t *first,
                     ptrdiff_t *end) {
    const ptrdiff_t total = shared->tiles.total;
    const ptrdiff_t last =
        total / shared->size * (rank + 1) + total % shared->size * (rank + 1) / shared->size;
    *first = total / shared->size * rank + total % shared->size * rank / shared->size +
             round * shared->tiles_a_round;
    *end = *first + shared->tiles_a_round < last ? *first + shared->tiles_a_round : last;
}

/* Where a tile of a round lies in the staging memory. */
static char *staged(const ct_shared *shared, ptrdiff_t index) {
    return shared->staging + index * ct_tiles_elements(&shared->tiles) * shared->element_bytes;
}

/* Bytes that go from a rank to another one in a round. With `buffer`, packs or unpacks them. */
static ptrdiff_t message(const ct_shared *shared, ptrdiff_t round, int from, int into, char *buffer,
                         char *elements) {
    const ct_box *wanted = &shared->boxes[into];
    ptrdiff_t bytes = 0;
    ptrdiff_t first = 0;
    ptrdiff_t end = 0;
    tiles_of(shared, from, round, &first, &end);
    for (ptrdiff_t index = first; index < end; index++) {
        const ct_box tile = ct_tiles_at(&shared->tiles, index);
        const ct_box part = ct_box_shared(&tile, wanted);
        if (buffer != NULL && from == shared->rank) {
            ct_box_copy(&part, shared->element_bytes, &tile, staged(shared, index - first), &part,
                        buffer + bytes);
        } else if (buffer != NULL) {
            ct_box_copy(&part, shared->element_bytes, &part, buffer + bytes, wanted, elements);
        }
        bytes += ct_box_elements(&part) * shared->element_bytes;
    }
    return bytes;
}

/* Reads this rank's tiles of a round that anybody wants. */
static ct_status read_tiles(const ct_shared *shared, ct_transfer *transfer, ptrdiff_t round) {
    ct_status status = CT_OK;
    ptrdiff_t first = 0;
    ptrdiff_t end = 0;
    tiles_of(shared, shared->rank, round, &first, &end);
    for (ptrdiff_t index = first; index < end && status == CT_OK; index++) {
        const ct_box tile = ct_tiles_at(&shared->tiles, index);
        bool is_wanted = false;
        for (int r = 0; r < shared->size && !is_wanted; r++) {
            const ct_box part = ct_box_shared(&tile, &shared->boxes[r]);
            is_wanted = ct_box_elements(&part) > 0;
        }
        if (is_wanted) {
            status = ct_transfer_move(transfer, &tile,
                                      (index - first) * ct_tiles_elements(&shared->tiles));
        }
    }
    return status;
}

/* Copies what this rank itself wants of its tiles. */
static void keep_own(const ct_shared *shared, ptrdiff_t round, char *elements) {
    const ct_box *wanted = &shared->boxes[shared->rank];
    ptrdiff_t first = 0;
    ptrdiff_t end = 0;
    tiles_of(shared, shared->rank, round, &first, &end);
    for (ptrdiff_t index = first; index < end; index++) {
        const ct_box tile = ct_tiles_at(&shared->tiles, index);
        const ct_box part = ct_box_shared(&tile, wanted);
        ct_box_copy(&part, shared->element_bytes, &tile, staged(shared, index - first), wanted,
                    elements);
    }
}

/* Messages of a round: first those received, from each rank, then those sent. */
typedef struct mail {
    ptrdiff_t *bytes;
    MPI_Request *requests;
    char *buffer;
} mail;

static ct_status make_mail(const ct_shared *shared, ptrdiff_t round, mail *post) {
    const int size = shared->size;
    ptrdiff_t all = 1;
    for (int peer = 0; peer < size; peer++) {
        const bool is_other = peer != shared->rank;
        post->bytes[peer] = is_other ? message(shared, round, peer, shared->rank, NULL, NULL) : 0;
        post->bytes[size + peer] =
            is_other ? message(shared, round, shared->rank, peer, NULL, NULL) : 0;
        all += post->bytes[peer] + post->bytes[size + peer];
    }
    post->buffer = malloc((size_t)all);
    return post->buffer != NULL ? CT_OK
                                : ct_raise(CT_ERROR_MEMORY, "no memory to hand on %td bytes", all);
}

static ct_status exchange(const ct_shared *shared, MPI_Comm comm, ptrdiff_t round, mail *post,
                          char *elements) {
    const int size = shared->size;
    char *at = post->buffer;
    int count = 0;
    ct_status status = CT_OK;
    for (int k = 0; k < 2 * size; k++) {
        const int peer = k % size;
        const int bytes = (int)post->bytes[k];
        if (bytes > 0 && k < size) {
            CT_MPI(MPI_Irecv(at, bytes, MPI_BYTE, peer, 0, comm, &post->requests[count++]));
        } else if (bytes > 0) {
            (void)message(shared, round, shared->rank, peer, at, NULL);
            CT_MPI(MPI_Isend(at, bytes, MPI_BYTE, peer, 0, comm, &post->requests[count++]));
        }
        at += bytes;
    }
    keep_own(shared, round, elements);
    CT_MPI(MPI_Waitall(count, post->requests, MPI_STATUSES_IGNORE));
    at = post->buffer;
    for (int peer = 0; peer < size; peer++) {
        if (post->bytes[peer] > 0) {
            (void)message(shared, round, peer, shared->rank, at, elements);
            at += post->bytes[peer];
        }
    }
cleanup:
    return status;
}

static ct_status read_rounds(ct_shared *shared, ct_transfer *transfer, char *elements) {
    const size_t messages = 2 * (size_t)shared->size;
    const ptrdiff_t most = (shared->tiles.total + shared->size - 1) / shared->size;
    const ptrdiff_t rounds = (most + shared->tiles_a_round - 1) / shared->tiles_a_round;
    mail post = {.bytes = calloc(messages, sizeof *post.bytes),
                 .requests = malloc(messages * sizeof *post.requests)};
    ct_status status = CT_OK;
    CT_TRY(ct_agree(transfer->comm, post.bytes != NULL && post.requests != NULL
                                        ? CT_OK
                                        : ct_raise(CT_ERROR_MEMORY, "no memory for messages")));
    for (ptrdiff_t round = 0; round < rounds && status == CT_OK; round++) {
        status = read_tiles(shared, transfer, round);
        CT_TRY(
            ct_agree(transfer->comm, status == CT_OK ? make_mail(shared, round, &post) : status));
        status = exchange(shared, transfer->comm, round, &post, elements);
        free(post.buffer);
        post.buffer = NULL;
        ct_progress_update(transfer->progress,
                           transfer->whole_bytes * (double)(round + 1) / (double)rounds);
    }
cleanup:
    free(post.buffer);
    free(post.requests);
    free(post.bytes);
    return status;
}

ct_status ct_shared_read(ct_shared *shared, ct_transfer *transfer, const char *file_name,
                         char *elements) {
    hid_t file = H5I_INVALID_HID;
    ct_status status = ct_agree(transfer->comm, ct_transfer_open(transfer, file_name, &file));
    if (status == CT_OK) {
        status = read_rounds(shared, transfer, elements);
    }
    const ct_status closed = ct_transfer_close(transfer, file, false);
    return status == CT_OK ? ct_agree(transfer->comm, closed) : status;
}
