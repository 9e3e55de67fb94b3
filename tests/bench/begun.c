/*
 * What single copies would gain in MPI_Ialltoall and MPI_Wait, and in the persistent form: the
 * reason why the preload passes these calls on. A rank that begins publishes where its arrays are;
 * one that waits waits for the others to begin, then copies the blocks from and to itself that no
 * other rank has claimed, by process_vm_readv and process_vm_writev, or by memcpy where the arrays
 * are shared. It needs no help of ranks that have begun, so no order of calls hangs.
 *
 * Medians of the ratios of neighbours in time, with quartiles: above 1, single copies are faster.
 * More ranks than cores measure the scheduler.
 *
 *   mpirun -n 2 build/tests/bench/bench_begun
 */
#define _GNU_SOURCE
#include <errno.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <unistd.h>

enum { RANKS_MOST = 16, ROUNDS_MOST = 401, WARM_UP = 3, BYTES_MOST = 16 << 20 };
enum { NONBLOCKING, PERSISTENT, SINGLE, METHODS };

/* Of all ranks, in shared memory. Numbers are those of the exchange, from 1. */
typedef struct notice_board {
    struct {
        _Alignas(64) atomic_long begun;
        pid_t process;
        char *sent, *got; /* addresses in that process */
    } rank[RANKS_MOST];
    atomic_long claimed[RANKS_MOST][RANKS_MOST], done[RANKS_MOST][RANKS_MOST]; /* from, to */
} notice_board;

typedef struct bench {
    int rank, ranks, shared; /* shared: all arrays are mapped here, as below */
    long exchange;
    size_t bytes;
    char *sent, *got;
    char *all_sent[RANKS_MOST], *all_got[RANKS_MOST];
    notice_board *board;
    MPI_Request persistent;
} bench;

static void copied(ssize_t bytes, size_t wanted) {
    if (bytes != (ssize_t)wanted) {
        (void)fprintf(stderr, "bench_begun: copies between processes: %s\n",
                      bytes < 0 ? strerror(errno) : "cut short");
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Copies a block unless another rank does. */
static void move(const bench *b, int from, int to) {
    notice_board *board = b->board;
    long before = b->exchange - 1;
    if (!atomic_compare_exchange_strong(&board->claimed[from][to], &before, b->exchange)) {
        return;
    }
    char *source = b->sent + (size_t)to * b->bytes;
    char *target = b->got + (size_t)from * b->bytes;
    if (from == to) {
        memcpy(target, source, b->bytes);
    } else if (b->shared) {
        memcpy(b->all_got[to] + (size_t)from * b->bytes, b->all_sent[from] + (size_t)to * b->bytes,
               b->bytes);
    } else if (to == b->rank) {
        const struct iovec here = {target, b->bytes};
        const struct iovec there = {board->rank[from].sent + (size_t)to * b->bytes, b->bytes};
        copied(process_vm_readv(board->rank[from].process, &here, 1, &there, 1, 0), b->bytes);
    } else {
        const struct iovec here = {source, b->bytes};
        const struct iovec there = {board->rank[to].got + (size_t)from * b->bytes, b->bytes};
        copied(process_vm_writev(board->rank[to].process, &here, 1, &there, 1, 0), b->bytes);
    }
    atomic_store_explicit(&board->done[from][to], b->exchange, memory_order_release);
}

static void wait_for(const atomic_long *number, long least) {
    while (atomic_load_explicit(number, memory_order_acquire) < least) {
    }
}

static void exchange_single(bench *b) {
    notice_board *board = b->board;
    b->exchange++;
    board->rank[b->rank].process = getpid();
    board->rank[b->rank].sent = b->sent;
    board->rank[b->rank].got = b->got;
    atomic_store_explicit(&board->rank[b->rank].begun, b->exchange, memory_order_release);
    for (int i = 0; i < b->ranks; i++) { /* the wait */
        const int peer = (b->rank + i) % b->ranks;
        wait_for(&board->rank[peer].begun, b->exchange);
        move(b, peer, b->rank);
    }
    for (int i = 1; i < b->ranks; i++) {
        move(b, b->rank, (b->rank + i) % b->ranks);
    }
    for (int peer = 0; peer < b->ranks; peer++) {
        wait_for(&board->done[peer][b->rank], b->exchange);
        wait_for(&board->done[b->rank][peer], b->exchange);
    }
}

static double run_s(bench *b, int method) {
    const int count = (int)b->bytes;
    MPI_Request request = MPI_REQUEST_NULL;
    (void)MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    if (method == NONBLOCKING) {
        (void)MPI_Ialltoall(b->sent, count, MPI_BYTE, b->got, count, MPI_BYTE, MPI_COMM_WORLD,
                            &request);
        (void)MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (method == PERSISTENT) {
        (void)MPI_Start(&b->persistent);
        (void)MPI_Wait(&b->persistent, MPI_STATUS_IGNORE);
    } else {
        exchange_single(b);
    }
    const double own_s = MPI_Wtime() - start_s;
    double last_s = 0;
    (void)MPI_Allreduce(&own_s, &last_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return last_s;
}

static int ascending(const void *left, const void *right) {
    const double *a = left;
    const double *b = right;
    return *a < *b ? -1 : *a > *b;
}

static void fill(const bench *b) {
    memset(b->got, -1, b->bytes * (size_t)b->ranks);
    for (int peer = 0; peer < b->ranks; peer++) {
        memset(b->sent + (size_t)peer * b->bytes, b->rank * b->ranks + peer, b->bytes);
    }
}

static void check(const bench *b) {
    for (size_t i = 0; i < b->bytes * (size_t)b->ranks; i++) {
        if (b->got[i] != (char)((int)(i / b->bytes) * b->ranks + b->rank)) {
            (void)fprintf(stderr, "bench_begun: rank %d: byte %zu is wrong\n", b->rank, i);
            (void)MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static void compare(bench *b) {
    static double ratio[SINGLE][ROUNDS_MOST], single_s[ROUNDS_MOST];
    const int rounds = b->bytes < 65536 ? ROUNDS_MOST : b->bytes < (1 << 20) ? 101 : 31;
    for (int round = -WARM_UP; round < rounds; round++) {
        double seconds[METHODS];
        for (int i = 0; i < METHODS; i++) {
            const int method = (i + round + WARM_UP) % METHODS; /* in turn first */
            seconds[method] = run_s(b, method);
        }
        for (int i = 0; i < SINGLE && round >= 0; i++) {
            ratio[i][round] = seconds[i] / seconds[SINGLE];
        }
        single_s[round < 0 ? 0 : round] = seconds[SINGLE];
    }
    fill(b);
    (void)run_s(b, SINGLE);
    check(b);
    qsort(single_s, (size_t)rounds, sizeof *single_s, ascending);
    if (b->rank == 0) {
        (void)printf("%-8s %9zu %10.2f", b->shared ? "shared" : "private", b->bytes,
                     single_s[rounds / 2] * 1e6);
        for (int i = 0; i < SINGLE; i++) {
            qsort(ratio[i], (size_t)rounds, sizeof *ratio[i], ascending);
            (void)printf("  %5.2f (%4.2f .. %4.2f)", ratio[i][rounds / 2], ratio[i][rounds / 4],
                         ratio[i][3 * rounds / 4]);
        }
        (void)printf("\n");
        (void)fflush(stdout);
    }
}

/* Shared memory of all ranks: `bytes` of each; where each rank's begins here. Collective. */
static MPI_Win share(size_t bytes, int ranks, char *start[RANKS_MOST]) {
    MPI_Win window = MPI_WIN_NULL;
    void *own = NULL;
    (void)MPI_Win_allocate_shared((MPI_Aint)bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &window);
    for (int peer = 0; peer < ranks; peer++) {
        MPI_Aint size = 0;
        int unit = 0;
        (void)MPI_Win_shared_query(window, peer, &size, &unit, &start[peer]);
    }
    return window;
}

static void run_sizes(bench *b) {
    char *sent[RANKS_MOST];
    const size_t most = (size_t)BYTES_MOST * (size_t)b->ranks;
    MPI_Win window = share(2 * most, b->ranks, sent);
    char *private = malloc(2 * most);
    if (private == NULL) {
        (void)fprintf(stderr, "bench_begun: no memory\n");
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int peer = 0; peer < b->ranks; peer++) {
        b->all_sent[peer] = sent[peer];
        b->all_got[peer] = sent[peer] + most;
    }
    for (b->shared = 0; b->shared < 2; b->shared++) {
        b->sent = b->shared ? b->all_sent[b->rank] : private;
        b->got = b->sent + most;
        for (b->bytes = 1024; b->bytes <= BYTES_MOST; b->bytes *= 4) {
            const int count = (int)b->bytes;
            (void)MPI_Alltoall_init(b->sent, count, MPI_BYTE, b->got, count, MPI_BYTE,
                                    MPI_COMM_WORLD, MPI_INFO_NULL, &b->persistent);
            fill(b);
            compare(b);
            (void)MPI_Request_free(&b->persistent);
        }
    }
    free(private);
    (void)MPI_Win_free(&window);
}

int main(int argc, char **argv) {
    bench b = {.persistent = MPI_REQUEST_NULL};
    char *start[RANKS_MOST];
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &b.ranks);
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0,
                0); /* an error where nothing forbids it */
    if (b.ranks > RANKS_MOST) {
        (void)fprintf(stderr, "bench_begun: at most %d ranks\n", RANKS_MOST);
        (void)MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Win window = share(b.rank == 0 ? sizeof(notice_board) : 0, 1, start);
    b.board = (notice_board *)(void *)start[0];
    if (b.rank == 0) {
        memset(start[0], 0, sizeof(notice_board));
        (void)printf("arrays     bytes    single us  Ialltoall / single   persistent / single\n");
    }
    (void)MPI_Barrier(MPI_COMM_WORLD);
    run_sizes(&b);
    (void)MPI_Win_free(&window);
    (void)MPI_Finalize();
    return 0;
}
