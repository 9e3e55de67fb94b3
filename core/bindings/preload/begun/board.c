#include "bindings/preload/begun/board.h"

#include <sched.h>
#include <string.h>

enum { LINE_BYTES = 64, SPINS_MOST = 200 };

static size_t lines(size_t bytes) {
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

static size_t parts_bytes(int ranks) {
    return lines((size_t)ranks * sizeof(ct_board_part));
}

static size_t blocks_bytes(int ranks) {
    return lines((size_t)CT_SIDES * (size_t)ranks * (size_t)ranks * sizeof(ct_board_block));
}

static size_t flags_bytes(int ranks) {
    return lines((size_t)ranks * (size_t)ranks);
}

static size_t exchange_bytes(int ranks) {
    return parts_bytes(ranks) + blocks_bytes(ranks) + flags_bytes(ranks);
}

size_t ct_board_bytes(int ranks) {
    return lines(sizeof(ct_board)) + CT_BOARD_EXCHANGES * exchange_bytes(ranks);
}

void ct_board_create(ct_board *board, int ranks, uint64_t word) {
    board->ranks = ranks;
    atomic_init(&board->give_up_at, UINT64_MAX);
    board->word = word;
}

int ct_board_is_of(const ct_board *board, int ranks, uint64_t word) {
    return board->word == word && board->ranks == ranks;
}

/* Held for a few loads and stores; a rank may lose its core meanwhile. */
static void lock(atomic_int *at) {
    for (int spins = 0; atomic_exchange_explicit(at, 1, memory_order_acquire); spins++) {
        if (spins >= SPINS_MOST) {
            (void)sched_yield();
        }
    }
}

static void unlock(atomic_int *at) {
    atomic_store_explicit(at, 0, memory_order_release);
}

void ct_board_attach(ct_board *board, int rank, uint64_t call, int can) {
    lock(&board->lock);
    atomic_store_explicit(&board->past[rank], call, memory_order_relaxed);
    board->attached++;
    board->is_refused = board->is_refused || !can;
    if (board->attached == board->ranks && !board->is_refused) {
        uint64_t most = 0;
        for (int peer = 0; peer < board->ranks; peer++) {
            const uint64_t past = atomic_load_explicit(&board->past[peer], memory_order_relaxed);
            most = past > most ? past : most;
        }
        /* A rank past a call may have seen, at the next one, that there is no switch. */
        atomic_store_explicit(&board->switch_at, most + 2, memory_order_relaxed);
    }
    unlock(&board->lock);
}

/* Whether all ranks have seen what was decided where this call's decision is to be. */
static int has_place(const ct_board *board, uint64_t call) {
    for (int peer = 0; peer < board->ranks; peer++) {
        if (atomic_load_explicit(&board->past[peer], memory_order_acquire) + CT_BOARD_DECISIONS <
            call) {
            return 0;
        }
    }
    return 1;
}

static int trial_of(const ct_board_request *request) {
    int class = 0;
    for (uint64_t bytes = request->bytes; bytes > 1 && class < CT_BOARD_CLASSES - 1; bytes /= 2) {
        class ++;
    }
    const int kind = (int)request->kind - CT_KIND_IALLTOALL;
    return (2 * kind + (request->is_shared != 0)) * CT_BOARD_CLASSES + class;
}

static int take_exchange(ct_board *board) {
    for (int i = 0; i < CT_BOARD_EXCHANGES; i++) {
        if ((board->taken & 1U << i) == 0) {
            const ct_board_exchange exchange = ct_board_exchange_at(board, i);
            board->taken |= 1U << i;
            board->finished[i] = 0;
            memset((void *)exchange.flag, CT_BLOCK_WAITS, flags_bytes(board->ranks));
            for (int rank = 0; rank < board->ranks; rank++) {
                atomic_store_explicit(&exchange.part[rank].begun, 0, memory_order_relaxed);
            }
            return i;
        }
    }
    return -1;
}

/* Of the first rank that comes to the call. */
static void decide(ct_board *board, const ct_board_request *request, ct_board_decision *made) {
    made->call = request->call;
    made->exchange = made->trial = -1;
    made->arrivals = 0;
    if (!request->may_be_here) {
        return;
    }
    lock(&board->lock);
    const int index = trial_of(request);
    ct_board_trial *trial = &board->trials[index];
    const int is_on = ct_selection_is_on(&trial->selection);
    const int is_sample = is_on && !trial->is_sampling;
    const int way = is_sample ? ct_selection_way(&trial->selection) : trial->selection.way;
    if (way == 0) {
        made->exchange = take_exchange(board);
    }
    if (is_sample && (way != 0 || made->exchange >= 0)) {
        made->trial = index;
        trial->is_sampling = 1;
    }
    ct_selection_skip(&trial->selection, 1);
    unlock(&board->lock);
}

/* Whether this call may be here as far as all ranks know. Under the lock until it may: what comes
 * last to attach sees how far the others are. */
static int has_switched(ct_board *board, int rank, uint64_t call) {
    uint64_t at = atomic_load_explicit(&board->switch_at, memory_order_relaxed);
    if (at == 0 || call < at) {
        lock(&board->lock);
        atomic_store_explicit(&board->past[rank], call - 1, memory_order_relaxed);
        at = atomic_load_explicit(&board->switch_at, memory_order_relaxed);
        unlock(&board->lock);
    }
    return at > 0 && call >= at;
}

ct_board_answer ct_board_decide(ct_board *board, int rank, const ct_board_request *request) {
    ct_board_answer answer = {.exchange = -1, .trial = -1};
    const uint64_t call = request->call;
    ct_board_decision *decision = &board->decisions[call % CT_BOARD_DECISIONS];
    if (!has_switched(board, rank, call)) {
        return answer;
    }
    lock(&decision->lock);
    if (call < atomic_load_explicit(&board->give_up_at, memory_order_relaxed)) {
        if (decision->call != call && !has_place(board, call)) {
            /* no rank has come so far yet; those that do come by this decision's lock */
            atomic_store_explicit(&board->give_up_at, call, memory_order_relaxed);
        } else {
            if (decision->call != call) {
                decide(board, request, decision);
            }
            decision->arrivals++;
            answer.exchange = decision->exchange;
            answer.trial = decision->trial;
            answer.is_sample = decision->trial >= 0 && decision->arrivals == board->ranks;
        }
    }
    unlock(&decision->lock);
    if (call % CT_BOARD_TELLS == 0) {
        atomic_store_explicit(&board->past[rank], call, memory_order_release);
    }
    return answer;
}

ct_board_exchange ct_board_exchange_at(ct_board *board, int index) {
    char *start =
        (char *)board + lines(sizeof *board) + (size_t)index * exchange_bytes(board->ranks);
    char *blocks = start + parts_bytes(board->ranks);
    return (ct_board_exchange){.part = (ct_board_part *)(void *)start,
                               .block = (ct_board_block *)(void *)blocks,
                               .flag =
                                   (_Atomic unsigned char *)(blocks + blocks_bytes(board->ranks))};
}

void ct_board_leave(ct_board *board, int index) {
    lock(&board->lock);
    if (++board->finished[index] == board->ranks) {
        board->taken &= ~(1U << index);
    }
    unlock(&board->lock);
}

void ct_board_sample(ct_board *board, int trial, double seconds) {
    double medians[CT_SELECTION_WAYS];
    lock(&board->lock);
    board->trials[trial].is_sampling = 0;
    if (ct_selection_count(&board->trials[trial].selection, seconds, medians)) {
        ct_selection_settle(&board->trials[trial].selection, medians, CT_SELECTION_WORTH);
    }
    unlock(&board->lock);
}
