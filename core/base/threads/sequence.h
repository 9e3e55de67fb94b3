/*
 * Pieces of work in one array, numbered in the order of its memory, that threads take: each reads
 * its piece as a whole, and writes the result where pieces before it, or it itself, were read. So a
 * thread waits, when it has read its piece, until all before it are read. No deadlock: pieces are
 * taken in order, and reading waits for nobody. Local.
 */
#ifndef CT_BASE_THREADS_SEQUENCE_H
#define CT_BASE_THREADS_SEQUENCE_H

#include "base/threads/poll.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct ct_sequence {
    _Atomic ptrdiff_t taken, read; /* pieces, counted from the first */
} ct_sequence;

/* One of the pieces; sequence NULL: one thread takes all. */
typedef struct ct_sequence_piece {
    ct_sequence *sequence;
    ptrdiff_t number;
} ct_sequence_piece;

/* The next piece, as yet untaken; of `pieces` or more there are none left. */
static inline ct_sequence_piece ct_sequence_take(ct_sequence *sequence) {
    return (ct_sequence_piece){
        sequence, atomic_fetch_add_explicit(&sequence->taken, 1, memory_order_relaxed)};
}

/* The piece is read; returns when those before it are, too. Again for the same piece: at once. */
static inline void ct_sequence_pass(const ct_sequence_piece *piece) {
    ct_sequence *sequence = piece->sequence;
    if (sequence == NULL) {
        return;
    }
    enum { POLLS = 20000 }; /* a piece may take some 100 us to read */
    ptrdiff_t read = atomic_load_explicit(&sequence->read, memory_order_acquire);
    for (int polls = 0; read < piece->number;) {
        (void)ct_poll_gives_way(&polls, POLLS, 1); /* threads have a core each */
        read = atomic_load_explicit(&sequence->read, memory_order_acquire);
    }
    if (read == piece->number) {
        atomic_store_explicit(&sequence->read, read + 1, memory_order_release);
    }
}

#endif
