#include "exchange/run/execution_reads.h"

#include "base/arithmetic/extremes.h"
#include "base/fail.h"
#include "exchange/run/execution_copies.h"
#include "node/process/rows.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* From these mean lengths on rows are read: in the sender's array, where the kernel looks for the
 * pages of each (1 MiB in rows of 4, 8 and 16 KiB, two ranks that share a cache: 0.21, 0.15 and
 * 0.12 ms, by tiles past the cache 0.13 to 0.15, by pieces 0.19 to 0.25), and to where they go,
 * rather than by way of a buffer. */
enum { FROM_LEAST_BYTES = 16384, INTO_LEAST_BYTES = 1024 };

/* Whether other processes can read the send array, by the first row that they are to; an array that
 * is sent again is not tried again. */
static int is_readable(ct_execution *run, const void *row, ptrdiff_t bytes) {
    if (run->send_memory == CT_UNTRIED) {
        ct_channels *channels = run->channels;
        if (channels->readable != row) {
            channels->readable = ct_process_is_readable(row, (size_t)bytes) ? row : NULL;
        }
        run->send_memory = channels->readable == row ? CT_READABLE : CT_UNREADABLE;
    }
    return run->send_memory == CT_READABLE;
}

int ct_is_read_by_process(ct_execution *run, const ct_transfer *transfer) {
    const int by_tiles = transfer->direct_copies > 0;
    if (transfer->direct == CT_NOBODY || by_tiles || !run->channels->reads ||
        transfer->bytes < CT_PROCESS_LEAST_BYTES ||
        transfer->row_bytes < ct_least(transfer->bytes, FROM_LEAST_BYTES)) {
        return 0;
    }
    ct_strided units;
    const ct_strided *first =
        ct_copy_strided(run->lowered, &run->lowered->copies[transfer->first_copy], 1, &units);
    return is_readable(run, run->memory[CT_SEND_ARRAY] + first->from_offset, first->unit_bytes);
}

/* A row of a message: the copy that it belongs to, its number there, and how much of it is done. */
typedef struct row_place {
    int copy;
    ptrdiff_t row, done_bytes;
} row_place;

/* The bytes of `rows` that lie together, at *from and *into, from `place` on, but at most so many.
 * Moves on. */
static ptrdiff_t next_bytes(const ct_strided *rows, ptrdiff_t most_bytes, row_place *place,
                            ptrdiff_t *from, ptrdiff_t *into) {
    const ptrdiff_t left = rows->unit_bytes - place->done_bytes;
    const ptrdiff_t bytes = left < most_bytes ? left : most_bytes;
    ptrdiff_t index = place->row;
    *from = rows->from_offset + place->done_bytes;
    *into = rows->into_offset + place->done_bytes;
    for (int a = rows->axes - 1; a >= 0; a--) {
        *from += index % rows->count[a] * rows->from[a];
        *into += index % rows->count[a] * rows->into[a];
        index /= rows->count[a];
    }
    place->done_bytes += bytes;
    if (place->done_bytes == rows->unit_bytes) {
        place->row++;
        place->done_bytes = 0;
        if (place->row * rows->unit_bytes == ct_strided_bytes(rows)) {
            *place = (row_place){.copy = place->copy + 1};
        }
    }
    return bytes;
}

/* Reads rows to where they go. */
static int read_rows(const ct_block_copy *copies, int count, uint64_t array, char *memory,
                     ct_process_rows *rows) {
    int done = 1;
    for (row_place place = {.copy = 0}; done && place.copy < count;) {
        const ct_strided *copy = &copies[place.copy].first;
        ptrdiff_t from;
        ptrdiff_t into;
        const ptrdiff_t bytes = next_bytes(copy, copy->unit_bytes, &place, &from, &into);
        done = ct_process_rows_add(rows, array + (uint64_t)from, memory + into, (size_t)bytes);
    }
    return done && ct_process_rows_end(rows);
}

/* The same bytes as they lie in the sender's array alone. */
static ct_strided rows_there(const ct_strided *copy) {
    ct_strided rows = *copy;
    while (rows.axes > 0 && rows.from[rows.axes - 1] == rows.unit_bytes) {
        rows.unit_bytes *= rows.count[--rows.axes];
    }
    return rows;
}

/* Reads the next bytes of a message, as they follow each other in it. */
static int read_piece(const ct_block_copy *copies, uint64_t array, ptrdiff_t bytes, char *piece,
                      row_place *place, ct_process_rows *rows) {
    int done = 1;
    for (ptrdiff_t at = 0; done && at < bytes;) {
        const ct_strided there = rows_there(&copies[place->copy].first);
        ptrdiff_t from;
        ptrdiff_t into;
        const ptrdiff_t now = next_bytes(&there, bytes - at, place, &from, &into);
        done = ct_process_rows_add(rows, array + (uint64_t)from, piece + at, (size_t)now);
        at += now;
    }
    return done && ct_process_rows_end(rows);
}

/* Reads a message piece by piece, and takes each from the slot to its places. */
static int read_pieces(const ct_execution *run, const ct_transfer *transfer, const ct_ring *ring,
                       uint64_t array, char *slot, ct_process_rows *rows) {
    const ct_block_copy *copies = run->lowered->direct_copies.list + transfer->direct;
    row_place place = {.copy = 0};
    int next = 0;
    int done = 1;
    for (ptrdiff_t first = 0; done && first < transfer->bytes;) {
        const ptrdiff_t bytes = ct_piece_bytes(run, ring, transfer->bytes - first);
        done = read_piece(copies, array, bytes, slot, &place, rows);
        ct_copy_piece(run, transfer, 0, first, done ? bytes : 0, slot, &next);
        first += bytes;
    }
    return done;
}

ct_status ct_read_process(const ct_execution *run, const ct_transfer *transfer, const ct_ring *ring,
                          const ct_slot *slot) {
    const uint64_t array = (uint64_t)slot->offset;
    char *piece = (char *)ct_slot_piece(slot); /* the slot is this rank's until it is popped */
    int done = 1;
    ct_process_rows rows;
    ct_process_rows_begin(&rows, run->channels->processes[transfer->channel]);
    if (transfer->direct_copies == 0) {
        return CT_OK; /* a packet that has arrived before: patterns may bring one again */
    }
    if (transfer->row_bytes >= INTO_LEAST_BYTES) {
        done = read_rows(run->lowered->direct_copies.list + transfer->direct,
                         transfer->direct_copies, array, run->memory[CT_RECEIVE_ARRAY], &rows);
    } else {
        done = read_pieces(run, transfer, ring, array, piece, &rows);
    }
    return done ? CT_OK
                : ct_raise(CT_ERROR_INTERNAL, "reading the memory of rank %d: %s", transfer->peer,
                           strerror(errno));
}
