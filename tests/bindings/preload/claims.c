/*
 * What ranks agree on by a board (begun/board.h), without waiting: from which call on exchanges are
 * there, which exchange a call is, who copies a block. Ranks attach at different calls and go on at
 * once; of each call all have to have come to the same, every block has been copied once. Each says
 * that it has begun and then looks who else has: release and acquire let both miss each other, so
 * they have to look again; how often they missed is printed.
 *
 * usage: claims [BOARDS]
 */
#include "expect.h"

#include "bindings/preload/begun/copy.h"
#include "bindings/preload/begun/exchange.h"
#include "bindings/preload/share.h"
#include "node/records.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS = 60, INTS = 16, RANKS_MOST = 4, LOOKS_MOST = 1000000 };

static int rank, size;
static long long copies, missed, exchanges, wrong, stuck;
static pid_t processes[RANKS_MOST];
static ct_records boards, progress; /* rank 0's board; the calls that each rank has made */

int real_copy_from(pid_t process, const ct_board_array *array, uint64_t address, void *into,
                   size_t bytes) __asm__("__real_ct_copy_from");
int real_copy_to(pid_t process, const ct_board_array *array, uint64_t address, const void *from,
                 size_t bytes) __asm__("__real_ct_copy_to");
int counted_copy_from(pid_t process, const ct_board_array *array, uint64_t address, void *into,
                      size_t bytes) __asm__("__wrap_ct_copy_from");
int counted_copy_to(pid_t process, const ct_board_array *array, uint64_t address, const void *from,
                    size_t bytes) __asm__("__wrap_ct_copy_to");

int counted_copy_from(pid_t process, const ct_board_array *array, uint64_t address, void *into,
                      size_t bytes) {
    copies++;
    return real_copy_from(process, array, address, into, bytes);
}

int counted_copy_to(pid_t process, const ct_board_array *array, uint64_t address, const void *from,
                    size_t bytes) {
    copies++;
    return real_copy_to(process, array, address, from, bytes);
}

/* The arrays here are private memory. */
int ct_share_file_of(const void *address, ct_shared_notice *file, uint64_t *base) {
    (void)address;
    (void)file;
    (void)base;
    return 0;
}

/* An exchange on the board, with other numbers at each call. */
static void exchange(ct_board *board, int index, int call, unsigned char *has_missed) {
    int sent[RANKS_MOST * INTS];
    int got[RANKS_MOST * INTS] = {0};
    ct_begun_exchange begun;
    for (int i = 0; i < size * INTS; i++) {
        sent[i] = (call * RANKS_MOST + rank) * RANKS_MOST * INTS + i;
    }
    const ct_begun_blocks_given given[CT_SIDES] = {
        {.array = (char *)sent, .count = INTS, .type = MPI_INT},
        {.array = (char *)got, .count = INTS, .type = MPI_INT}};
    for (volatile int delay = rank == 0 ? call * 5 % 64 : 0; delay > 0; delay--) {
    } /* one comes to the decision before the other */
    EXPECT_INT(ct_begun_exchange_begin(&begun, board, index, rank, processes, given), MPI_SUCCESS);
    int is_complete = ct_begun_exchange_advance(&begun);
    *has_missed = !begun.has_begun[rank ^ 1];
    for (int looks = 0; !is_complete && looks < LOOKS_MOST; looks++) {
        (void)sched_yield();
        is_complete = ct_begun_exchange_advance(&begun);
    }
    stuck += !is_complete;
    for (int i = 0; i < size * INTS; i++) {
        wrong +=
            got[i] != (call * RANKS_MOST + i / INTS) * RANKS_MOST * INTS + rank * INTS + i % INTS;
    }
    (void)ct_begun_exchange_end(&begun);
    exchanges++;
}

static atomic_int *made_by(int peer) {
    return progress.of[peer];
}

/* Lets this rank be so many calls ahead of the others, with nothing else said: as messages do. */
static void wait_for_others(int call, int ahead) {
    atomic_store_explicit(made_by(rank), call, memory_order_relaxed);
    for (int peer = 0; peer < size; peer++) {
        while (atomic_load_explicit(made_by(peer), memory_order_relaxed) < call - ahead) {
            (void)sched_yield();
        }
    }
}

/* What was decided of the calls on a new board: equal on all ranks? */
static void compare(const int chosen[CALLS + 1], const int sampled[2],
                    const unsigned char has_missed[CALLS + 1]) {
    int least[CALLS + 1];
    int most[CALLS + 1];
    int all[2];
    unsigned char both[CALLS + 1];
    MPI_Allreduce(chosen, least, CALLS + 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(chosen, most, CALLS + 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(sampled, all, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_INT(memcmp(least, most, sizeof least), 0);
    EXPECT_INT(all[0] * size, all[1]); /* one rank of those that a trial has */
    MPI_Allreduce(has_missed, both, CALLS + 1, MPI_UNSIGNED_CHAR, MPI_MIN, MPI_COMM_WORLD);
    for (int call = 1; call <= CALLS; call++) {
        missed += both[call];
    }
}

static void expect_agreement(ct_board *board, int number) {
    int chosen[CALLS + 1] = {0};
    int sampled[2] = {0}; /* samples; calls that had one */
    unsigned char has_missed[CALLS + 1] = {0};
    const int attaches = 1 + (number + rank * (number % 5)) % 7; /* before this call */
    if (rank == 0) {
        memset((void *)board, 0, ct_board_bytes(size));
        ct_board_create(board, size, 1);
    }
    atomic_store_explicit(made_by(rank), 0, memory_order_relaxed);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int call = 1; call <= CALLS; call++) {
        ct_board_answer answer = {.exchange = -1, .trial = -1};
        if (call == attaches) {
            ct_board_attach(board, rank, (uint64_t)call - 1, 1);
        }
        if (call >= attaches) {
            const ct_board_request request = {.kind = CT_KIND_IALLTOALL,
                                              .call = (uint64_t)call,
                                              .may_be_here = 1,
                                              .bytes = INTS * sizeof(int)};
            answer = ct_board_decide(board, rank, &request);
        }
        chosen[call] = answer.exchange;
        sampled[0] += answer.is_sample;
        sampled[1] += answer.trial >= 0;
        if (answer.exchange >= 0) {
            exchange(board, answer.exchange, call, &has_missed[call]);
        }
        if (answer.is_sample) { /* the board is found to be the faster one */
            ct_board_sample(board, answer.trial, answer.exchange >= 0 ? 1e-6 : 1e-3);
        }
        wait_for_others(call, number % 4);
    }
    compare(chosen, sampled, has_missed);
}

int main(int argc, char **argv) {
    const int many = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 25;
    const pid_t process = getpid();
    ct_context *context = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    EXPECT(size % 2 == 0 && size <= RANKS_MOST);
    MPI_Allgather(&process, sizeof process, MPI_BYTE, processes, sizeof process, MPI_BYTE,
                  MPI_COMM_WORLD);
    EXPECT_INT(ct_context_of(MPI_COMM_WORLD, &context), CT_OK);
    EXPECT_INT(ct_records_create(context, (ptrdiff_t)ct_board_bytes(size), &boards), CT_OK);
    EXPECT_INT(ct_records_create(context, sizeof(atomic_int), &progress), CT_OK);
    EXPECT(boards.of != NULL && progress.of != NULL);
    for (int number = 0; expect_failed == 0 && number < many; number++) {
        expect_agreement(boards.of[0], number);
    }
    MPI_Allreduce(MPI_IN_PLACE, &copies, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(exchanges > 0);
    EXPECT_INT(copies, exchanges * size * (size - 1));
    EXPECT_INT(wrong, 0);
    EXPECT_INT(stuck, 0);
    if (rank == 0) {
        printf("begun, then looked: all missed their partners in %lld of %lld exchanges\n", missed,
               exchanges);
    }
    ct_records_destroy(&boards);
    ct_records_destroy(&progress);
    MPI_Finalize();
    return expect_status();
}
