#include "io/run/watch.h"

#include "base/job/finalize.h"
#include "files/signals.h"
#include "trace/clock.h"
#include "trace/moves.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PHASE_PIECES = 4, HOST_BYTES = 64, WORDS_BYTES = 800, RANKS_NAMED = 8 };

/* The name of a phase. */
typedef union phase_name {
    char text[PHASE_PIECES * sizeof(long)];
    long piece[PHASE_PIECES];
} phase_name;

/* A rank's record in shared memory of its node. */
typedef struct moves {
    atomic_long count;               /* of progress */
    atomic_long inner;               /* inside calls, where the ranks that wait have none */
    atomic_bool speaks;              /* it ends the run; in the first rank's record only */
    atomic_long phase[PHASE_PIECES]; /* a name, which threads of all ranks may read meanwhile */
    int rank;                        /* in the communicator that is watched */
} moves;

static struct watch {
    MPI_Win window;
    MPI_Comm node;
    moves *mine, *first;
    int size;                     /* ranks of this node */
    char others[WORDS_BYTES / 2]; /* ranks of other nodes with their hosts; empty: none */
    double stall_s;
    long moves_seen; /* of trace/moves.h */
    bool is_running;
    pthread_mutex_t lock;
    pthread_cond_t ends;
    bool is_over;
    pthread_t thread;
} watch;

static void set_phase(const char *phase) {
    phase_name name = {.text = ""};
    (void)snprintf(name.text, sizeof name.text, "%s", phase);
    for (int i = 0; i < PHASE_PIECES; i++) {
        atomic_store_explicit(&watch.mine->phase[i], name.piece[i], memory_order_relaxed);
    }
}

static phase_name phase_of(const moves *of) {
    phase_name name;
    for (int i = 0; i < PHASE_PIECES; i++) {
        name.piece[i] = atomic_load_explicit(&of->phase[i], memory_order_relaxed);
    }
    return name;
}

void ct_watch_move(const char *phase) {
    if (watch.mine == NULL) {
        return;
    }
    if (phase != NULL) {
        set_phase(phase);
    }
    (void)atomic_fetch_add_explicit(&watch.mine->count, 1, memory_order_relaxed);
}

/* Lists the ranks of this node that are behind the others; or all, which then wait for those of
 * other nodes. */
static void describe(char words[WORDS_BYTES]) {
    long least = atomic_load(&watch.mine->count);
    int behind = 0;
    for (int i = 0; i < watch.size; i++) {
        const long count = atomic_load(&watch.first[i].count);
        least = count < least ? count : least;
    }
    int used = snprintf(words, WORDS_BYTES,
                        "nothing has moved for %g s (run.stall_s); it waits for "
                        "",
                        watch.stall_s);
    for (int i = 0; i < watch.size; i++) {
        const bool is_behind = atomic_load(&watch.first[i].count) == least;
        behind += is_behind;
        if (is_behind && behind <= RANKS_NAMED) {
            used += snprintf(words + used, (size_t)(WORDS_BYTES - used), "%srank %d in phase %s",
                             behind > 1 ? ", " : "", watch.first[i].rank,
                             phase_of(&watch.first[i]).text);
        }
    }
    used += snprintf(words + used, (size_t)(WORDS_BYTES - used), "%s",
                     behind > RANKS_NAMED ? ", .." : "");
    if (behind == watch.size && watch.others[0] != '\0') {
        (void)snprintf(words + used, (size_t)(WORDS_BYTES - used),
                       ", and here all wait alike, so for other hosts or the network: %s",
                       watch.others);
    }
}

/* Ends all ranks; one of a node's speaks. */
static void give_up(void) {
    char words[WORDS_BYTES];
    if (!atomic_exchange(&watch.first->speaks, true)) {
        describe(words);
        ct_unfinished_report(words, 1);
        ct_end_all(1);
    }
}

/* Moves inside a call, and work that makes none: this thread runs as long as its rank does. */
static void take_moves(void) {
    const long now = atomic_load(&ct_moves);
    if (now != watch.moves_seen || atomic_load(&ct_is_at_work)) {
        (void)atomic_fetch_add(&watch.mine->inner, 1);
    }
    watch.moves_seen = now;
}

/* What the ranks of this node have done. */
static long count_moves(void) {
    long sum = 0;
    for (int i = 0; i < watch.size; i++) {
        sum += atomic_load(&watch.first[i].count) + atomic_load(&watch.first[i].inner);
    }
    return sum;
}

static void *look(void *context) {
    double still_s = 0;
    double planned_s = 0; /* by FFTW on this node */
    long seen = -1;
    const double tick_s = watch.stall_s < 10 ? watch.stall_s / 10 : 1;
    (void)context;
    (void)pthread_mutex_lock(&watch.lock);
    while (!watch.is_over) {
        const struct timespec until = ct_clock_after(tick_s);
        (void)pthread_cond_timedwait(&watch.ends, &watch.lock, &until);
        take_moves();
        const bool is_planning = strcmp(phase_of(watch.mine).text, "plan") == 0;
        const bool is_let_alone = is_planning && watch.first->rank != 0;
        const long count = count_moves();
        planned_s = !is_planning ? 0 : count != seen ? planned_s + tick_s : planned_s;
        still_s = count != seen || is_let_alone ? 0 : still_s + tick_s;
        seen = count;
        const double others_s = watch.others[0] != '\0' ? planned_s : 0;
        if (still_s >= watch.stall_s + others_s && !watch.is_over) {
            give_up();
        }
    }
    (void)pthread_mutex_unlock(&watch.lock);
    return NULL;
}

/* A rank's node: its lowest rank, and its host. */
typedef struct place {
    int leader;
    char host[HOST_BYTES];
} place;

/* Adds the ranks of the node whose lowest rank is `first`: "ranks 2 to 3 on host2". */
static void name_node(const place *places, int size, int first) {
    const size_t used = strlen(watch.others);
    char more[32] = "";
    int last = first;
    for (int rank = first; rank < size; rank++) {
        last = places[rank].leader == first ? rank : last;
    }
    if (last > first) {
        (void)snprintf(more, sizeof more, " to %d", last);
    }
    (void)snprintf(watch.others + used, sizeof watch.others - used, "%srank%s %d%s on %s",
                   used > 0 ? ", " : "", last > first ? "s" : "", first, more, places[first].host);
}

/* Names ranks on other nodes, while they can be asked. Collective. */
static void name_others(MPI_Comm comm, int rank) {
    int size = 0;
    int named = 0;
    place mine = {.leader = rank};
    (void)MPI_Comm_size(comm, &size);
    (void)gethostname(mine.host, HOST_BYTES - 1);
    (void)MPI_Bcast(&mine.leader, 1, MPI_INT, 0, watch.node);
    place *places = calloc((size_t)size, sizeof *places);
    int is_there = places != NULL;
    (void)MPI_Allreduce(MPI_IN_PLACE, &is_there, 1, MPI_INT, MPI_MIN, comm);
    const bool is_known = is_there && places != NULL;
    if (is_known) {
        (void)MPI_Allgather(&mine, (int)sizeof mine, MPI_BYTE, places, (int)sizeof mine, MPI_BYTE,
                            comm);
    }
    for (int first = 0; is_known && first < size && named < RANKS_NAMED; first++) {
        if (places[first].leader == first && first != mine.leader) {
            name_node(places, size, first);
            named++;
        }
    }
    free(places);
}

void ct_watch_begin(MPI_Comm comm, double stall_s) {
    MPI_Aint bytes = 0;
    int unit = 0;
    int rank = 0;
    sigset_t all;
    sigset_t before;
    if (stall_s <= 0) {
        return;
    }
    watch = (struct watch){.stall_s = stall_s};
    (void)pthread_mutex_init(&watch.lock, NULL);
    ct_clock_condition(&watch.ends);
    (void)MPI_Comm_rank(comm, &rank);
    (void)MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &watch.node);
    (void)MPI_Comm_size(watch.node, &watch.size);
    (void)MPI_Win_allocate_shared(sizeof *watch.mine, sizeof *watch.mine, MPI_INFO_NULL, watch.node,
                                  &watch.mine, &watch.window);
    (void)MPI_Win_shared_query(watch.window, 0, &bytes, &unit, &watch.first);
    memset(watch.mine, 0, sizeof *watch.mine);
    watch.mine->rank = rank;
    name_others(comm, rank);
    set_phase("start");
    (void)MPI_Barrier(watch.node);
    (void)sigfillset(&all); /* signals go to the main thread */
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    watch.is_running = pthread_create(&watch.thread, NULL, look, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void ct_watch_end(void) {
    if (watch.mine == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&watch.lock);
    watch.is_over = true;
    (void)pthread_cond_signal(&watch.ends);
    (void)pthread_mutex_unlock(&watch.lock);
    if (watch.is_running) {
        (void)pthread_join(watch.thread, NULL);
    }
    watch.mine = NULL;
    (void)MPI_Win_free(&watch.window);
    (void)MPI_Comm_free(&watch.node);
}
