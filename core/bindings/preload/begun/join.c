#include "bindings/preload/begun/join.h"

#include "node/process/process.h"
#include "trace/clock.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_CALL = 4, CALLS_GROW = 4, BOARDS_MOST = 64 };

struct ct_offer {
    ct_process_word word; /* by which copies are tried */
    double digest;        /* of settings */
    int is_willing;
    int descriptor; /* of rank 0's memory file, or -1 */
    dev_t device;
    ino_t inode;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ct_joined *all; /* under the lock */
static int boards;

static void forget_board(ct_joined *joined) {
    if (joined->board != NULL) {
        (void)munmap(joined->board, ct_board_bytes(joined->ranks));
        joined->board = NULL;
        boards--;
    }
    if (joined->descriptor >= 0) {
        (void)close(joined->descriptor);
        joined->descriptor = -1;
    }
}

void ct_joined_release(ct_joined *joined) {
    if (--joined->references > 0) {
        return;
    }
    (void)pthread_mutex_lock(&mutex);
    for (ct_joined **at = &all; *at != NULL; at = &(*at)->next) {
        if (*at == joined) {
            *at = joined->next;
            break;
        }
    }
    (void)pthread_mutex_unlock(&mutex);
    forget_board(joined);
    free(joined);
}

/* Whether the oldest all-gather that was not read is complete; it counts as a reference. */
static int is_complete(ct_joined *joined, int waits) {
    int flag = 1;
    MPI_Request *pending = &joined->joining[joined->read].pending;
    if (waits) {
        (void)PMPI_Wait(pending, MPI_STATUS_IGNORE);
    } else {
        (void)PMPI_Test(pending, &flag, MPI_STATUS_IGNORE);
    }
    return flag;
}

/* The caller has another reference. */
static void forget_offers(ct_joined *joined) {
    free(joined->joining[joined->read++].offers);
    joined->references--;
}

/* Of communicators that were freed while an all-gather was pending; of all, with `waits`. */
static void complete_all(int waits) {
    ct_joined *next = NULL;
    for (ct_joined *joined = all; joined != NULL; joined = next) {
        next = joined->next;
        joined->references++;
        while ((waits || joined->is_left) && joined->read < joined->begun &&
               is_complete(joined, waits)) {
            forget_offers(joined);
        }
        ct_joined_release(joined);
    }
}

void ct_joined_complete(void) {
    complete_all(1);
}

/* With the communicator. The other ranks need not have begun all that this one has. */
static void leave(void *of) {
    ct_joined *joined = of;
    joined->is_left = 1;
    ct_joined_release(joined);
}

static ct_joined *create(ct_communicator *state) {
    ct_joined *made = calloc(1, sizeof *made);
    if (made == NULL) { /* the others would wait for ever */
        (void)fprintf(stderr, "cornerturn: no memory for what belongs to a communicator\n");
        (void)PMPI_Abort(state->comm, 1);
        return NULL;
    }
    made->comm = state->comm;
    made->ranks = state->ranks;
    made->descriptor = -1;
    made->references = 1;
    made->first_s = ct_clock_s();
    (void)PMPI_Comm_rank(state->comm, &made->rank);
    (void)pthread_mutex_lock(&mutex);
    made->next = all;
    all = made;
    (void)pthread_mutex_unlock(&mutex);
    state->joined = made;
    state->leave = leave;
    return made;
}

/* Rank 0's memory file. */
static void create_board(ct_joined *joined, ct_offer *mine) {
    struct stat now;
    const size_t bytes = ct_board_bytes(joined->ranks);
    void *base = MAP_FAILED;
    joined->descriptor = memfd_create("cornerturn-board", MFD_CLOEXEC);
    if (joined->descriptor >= 0 && ftruncate(joined->descriptor, (off_t)bytes) == 0 &&
        fstat(joined->descriptor, &now) == 0) {
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, joined->descriptor, 0);
    }
    if (base == MAP_FAILED) {
        forget_board(joined);
        return;
    }
    joined->board = base;
    boards++;
    ct_board_create(joined->board, joined->ranks, mine->word.word);
    mine->descriptor = joined->descriptor;
    mine->device = now.st_dev;
    mine->inode = now.st_ino;
}

/* What every rank does at the same calls, whatever it knows. */
static void begin(ct_joined *joined) {
    ct_joining *joining = &joined->joining[joined->begun];
    ct_offer *offers = calloc((size_t)joined->ranks + 1, sizeof *offers);
    if (offers == NULL) {
        (void)fprintf(stderr, "cornerturn: no memory for the offers of %d ranks\n", joined->ranks);
        (void)PMPI_Abort(joined->comm, 1);
        return;
    }
    ct_offer *mine = offers + joined->ranks;
    *mine = (ct_offer){.word = ct_process_own_word(),
                       .digest = ct_settings_digest(),
                       .is_willing = joined->ranks <= CT_BOARD_RANKS && boards < BOARDS_MOST &&
                                     ct_communicator_may_serve(joined->comm),
                       .descriptor = -1};
    if (joined->rank == 0 && mine->is_willing && !joined->is_over && joined->board == NULL &&
        ct_clock_s() - joined->first_s >= ct_settings_get()->after_s) {
        create_board(joined, mine);
    }
    complete_all(0);
    joining->offers = offers;
    joined->references++;
    (void)PMPI_Iallgather(mine, (int)sizeof *mine, MPI_BYTE, offers, (int)sizeof *mine, MPI_BYTE,
                          joined->comm, &joining->pending);
    joined->begun++;
}

static int open_board(ct_joined *joined, const ct_offer *offer) {
    char path[64];
    struct stat now;
    const size_t bytes = ct_board_bytes(joined->ranks);
    void *base = MAP_FAILED;
    if (joined->rank == 0) {
        return joined->board != NULL;
    }
    (void)snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)offer->word.process,
                   offer->descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor >= 0 && fstat(descriptor, &now) == 0 && now.st_dev == offer->device &&
        now.st_ino == offer->inode && (size_t)now.st_size == bytes) {
        base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    }
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    if (base == MAP_FAILED) {
        return 0;
    }
    joined->board = base;
    boards++;
    return ct_board_is_of(joined->board, joined->ranks, offer->word.word);
}

/* Whether blocks of all peers can be copied. */
static int can_copy(ct_joined *joined, const ct_offer *offers) {
    int can = 1;
    for (int peer = 0; peer < joined->ranks; peer++) {
        joined->processes[peer] = offers[peer].word.process;
        can = can && ct_process_can_read(&offers[peer].word);
    }
    return can;
}

/* Every rank reads the same offers. */
static void read_offers(ct_joined *joined, const ct_offer *offers) {
    int is_over = joined->is_over;
    for (int peer = 0; peer < joined->ranks; peer++) {
        is_over = is_over || !offers[peer].is_willing || offers[peer].digest < offers[0].digest ||
                  offers[peer].digest > offers[0].digest;
    }
    if (!is_over && offers[0].descriptor >= 0) {
        /* A rank that does not come to the board needs to tell nobody: without it no exchange is
         * ever decided to be there. */
        is_over = !open_board(joined, &offers[0]);
        if (!is_over) {
            joined->is_attached = 1;
            ct_board_attach(joined->board, joined->rank, joined->asked, can_copy(joined, offers));
        }
    }
    if (is_over) {
        joined->is_over = 1;
        forget_board(joined);
    }
}

static void look(ct_joined *joined) {
    while (joined->read < joined->begun && is_complete(joined, 0)) {
        if (!joined->is_attached) {
            read_offers(joined, joined->joining[joined->read].offers);
        }
        forget_offers(joined);
    }
}

ct_joined *ct_joined_count(ct_communicator *state, int is_passed) {
    if (state == NULL || state->ranks < 2) {
        return NULL;
    }
    ct_joined *joined = state->joined != NULL ? state->joined : create(state);
    uint64_t next = FIRST_CALL;
    for (int i = 0; i < joined->begun; i++) {
        next *= CALLS_GROW;
    }
    if (++joined->calls == next && joined->begun < CT_JOIN_TIMES) {
        begin(joined);
    }
    look(joined);
    joined->asked += !is_passed;
    return joined->is_attached && !joined->is_over && !is_passed ? joined : NULL;
}
