/*
 * ct_alltoall and ct_alltoallv beside MPI's own and beside a plan by default, in turn in one run:
 * blocks of one size or of many, arrays of one rank alone or shared. Prints CSV: one line a case,
 * the median seconds of one exchange on the slowest rank, and by what factor MPI's call and the
 * plan take longer than our call, and MPI's call than itself, which shows what noise is: the
 * medians of rounds, for what disturbs a machine lasts for some of them. Short exchanges are timed
 * some at a time.
 *
 * usage: mpirun -n P bench_calls [MAX_BYTES [ROUNDS [MIN_BYTES]]]
 *        blocks of 8 bytes by powers of 4 to 8 MiB, and of 16 MiB, from MIN_BYTES to MAX_BYTES
 */
#include "base/arithmetic/random.h"
#include "median.h"

#include <cornerturn/alltoall.h>
#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum how { LIBRARY, CALL, PLAN, LIBRARY_AGAIN, HOWS } how;

enum { ROUNDS_MOST = 400, WARM_UP = 30 };

static const double target_s = 200e-6; /* of what is timed at once, at least */
static const double budget_s = 0.6;    /* of a case */

typedef struct bench {
    int rank, size, is_shared, is_unequal;
    ptrdiff_t block_bytes;
    int *counts, *places, *coming, *coming_places;
    ct_block *blocks;
    ct_exchange_plan *plan;
    char *from, *into;
} bench;

/* Of blocks of many sizes: half to one and a half times as long. */
static int bytes_of(const bench *b, int from, int to) {
    const int eighths = b->is_unequal ? 4 + (from * 5 + to * 3) % 9 : 8;
    return (int)(b->block_bytes / 8 * eighths);
}

/* The counts, and the bytes that an array needs. */
static ptrdiff_t lay_out(bench *b) {
    ptrdiff_t out = 0;
    ptrdiff_t in = 0;
    for (int peer = 0; peer < b->size; peer++) {
        b->counts[peer] = bytes_of(b, b->rank, peer);
        b->coming[peer] = bytes_of(b, peer, b->rank);
        b->places[peer] = (int)out;
        b->coming_places[peer] = (int)in;
        b->blocks[peer] = ct_block_contiguous(out, b->counts[peer], 1);
        b->blocks[b->size + peer] = ct_block_contiguous(in, b->coming[peer], 1);
        out += b->counts[peer];
        in += b->coming[peer];
    }
    return out > in ? out : in;
}

static ct_status open_case(bench *b) {
    const ptrdiff_t bytes = lay_out(b);
    const ct_layout send = {1, b->blocks};
    const ct_layout receive = {1, b->blocks + b->size};
    MPI_Comm owners = b->is_shared ? MPI_COMM_WORLD : MPI_COMM_SELF;
    void *arrays[2] = {NULL, NULL};
    ct_status status = ct_alloc(owners, bytes, &arrays[0]);
    status = status == CT_OK ? ct_alloc(owners, bytes, &arrays[1]) : status;
    b->from = arrays[0];
    b->into = arrays[1];
    if (status == CT_OK) {
        memset(b->from, b->rank + 1, (size_t)bytes);
        memset(b->into, 0, (size_t)bytes);
        status = ct_exchange_plan_create(MPI_COMM_WORLD, &send, &receive, NULL, &b->plan);
    }
    return status;
}

static void close_case(bench *b) {
    void *arrays[2] = {b->from, b->into};
    ct_exchange_plan_destroy(&b->plan);
    ct_free(&arrays[0]);
    ct_free(&arrays[1]);
}

static int run(const bench *b, how way) {
    const int bytes = (int)b->block_bytes;
    const int is_call = way == CALL;
    if (way == PLAN) {
        return (int)ct_exchange_execute(b->plan, b->from, b->into);
    }
    if (b->is_unequal) {
        return is_call ? (int)ct_alltoallv(b->from, b->counts, b->places, MPI_BYTE, b->into,
                                           b->coming, b->coming_places, MPI_BYTE, MPI_COMM_WORLD)
                       : MPI_Alltoallv(b->from, b->counts, b->places, MPI_BYTE, b->into, b->coming,
                                       b->coming_places, MPI_BYTE, MPI_COMM_WORLD);
    }
    return is_call
               ? (int)ct_alltoall(b->from, bytes, MPI_BYTE, b->into, bytes, MPI_BYTE,
                                  MPI_COMM_WORLD)
               : MPI_Alltoall(b->from, bytes, MPI_BYTE, b->into, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* Seconds of one of so many, of this rank. */
static double time_some(const bench *b, how way, int repeats, int *failed) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start_s = MPI_Wtime();
    for (int k = 0; k < repeats; k++) {
        *failed |= run(b, way) != 0;
    }
    return (MPI_Wtime() - start_s) / repeats;
}

/* Prints what was measured in `count` rounds, whose times come out of order. */
static void print_case(const bench *b, double seconds[HOWS][ROUNDS_MOST], int count) {
    static double times[HOWS][ROUNDS_MOST]; /* of our call's, of MPI's again of MPI's */
    for (int way = 0; way < HOWS; way++) {
        for (int round = 0; round < count; round++) {
            const int beside = way == LIBRARY_AGAIN ? LIBRARY : CALL;
            times[way][round] = seconds[way][round] / seconds[beside][round];
        }
    }
    (void)printf("%s,%s,%td,%.9f,%.9f,%.9f,%.4f,%.4f,%.4f\n", b->is_shared ? "shared" : "private",
                 b->is_unequal ? "unequal" : "equal", b->block_bytes,
                 median(seconds[LIBRARY], count), median(seconds[CALL], count),
                 median(seconds[PLAN], count), median(times[LIBRARY], count),
                 median(times[PLAN], count), median(times[LIBRARY_AGAIN], count));
    (void)fflush(stdout);
}

static void time_case(const bench *b, int rounds, int *failed) {
    static double seconds[HOWS][ROUNDS_MOST];
    double once_s = 0;
    uint64_t state = 0;
    for (int k = 0; k < WARM_UP; k++) {
        for (int way = 0; way < HOWS; way++) {
            once_s = time_some(b, (how)way, 1, failed);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &once_s, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    const int repeats = once_s < target_s ? 1 + (int)(target_s / once_s) : 1;
    const double round_s = HOWS * once_s * repeats;
    int count = rounds > 0 ? rounds : (int)(budget_s / round_s);
    count = count < 15 && rounds == 0 ? 15 : count > ROUNDS_MOST ? ROUNDS_MOST : count;
    for (int round = 0; round < count; round++) {
        int order[HOWS];
        ct_random_order(order, HOWS, &state);
        for (int k = 0; k < HOWS; k++) {
            seconds[order[k]][round] = time_some(b, (how)order[k], repeats, failed);
        }
    }
    for (int way = 0; way < HOWS; way++) {
        MPI_Allreduce(MPI_IN_PLACE, seconds[way], count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
    if (b->rank == 0) {
        print_case(b, seconds, count);
    }
}

int main(int argc, char **argv) {
    bench b = {.size = 1};
    const long most = argc > 1 ? strtol(argv[1], NULL, 10) : 16 << 20;
    const int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    const long least = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    int failed = 0;
    if (most < 8 || rounds < 0 || rounds > ROUNDS_MOST) {
        (void)fprintf(stderr,
                      "usage: bench_calls [MAX_BYTES [ROUNDS [MIN_BYTES]]]; at least 8 "
                      "bytes, at most %d rounds\n",
                      ROUNDS_MOST);
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &b.size);
    const size_t size = (size_t)b.size;
    b.counts = calloc(4 * size, sizeof *b.counts);
    b.blocks = calloc(2 * size, sizeof *b.blocks);
    failed = b.counts == NULL || b.blocks == NULL;
    if (!failed && b.rank == 0) {
        (void)printf("arrays,blocks,block_bytes,library_s,call_s,plan_s,library_times,plan_times,"
                     "again_times\n");
    }
    b.places = b.counts + size;
    b.coming = b.counts + 2 * size;
    b.coming_places = b.counts + 3 * size;
    for (int kind = 0; kind < 4; kind++) {
        for (ptrdiff_t bytes = 8; !failed && bytes <= most; bytes *= bytes == 8 << 20 ? 2 : 4) {
            if (bytes < least) {
                continue;
            }
            b.is_shared = kind / 2;
            b.is_unequal = kind % 2;
            b.block_bytes = bytes;
            failed = open_case(&b) != CT_OK;
            if (!failed) {
                time_case(&b, rounds, &failed);
            }
            close_case(&b);
        }
    }
    if (failed && b.rank == 0) {
        (void)fprintf(stderr, "bench_calls: %s\n", ct_error_message());
    }
    free(b.counts);
    free(b.blocks);
    MPI_Finalize();
    return failed;
}
