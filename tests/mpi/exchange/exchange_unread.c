/* Arrays that are not shared are copied by the kernel from process to process, contiguous or in
 * long rows; short rows go by tiles. Memory that the kernel does not read for others goes the way
 * of two copies; a system that forbids it is found when plans are made, and one that forbids it
 * later is an error of all ranks that were to read, and nobody waits for ever. */
#include "exchange/plan.h"
#include "expect.h"
#include "node/process/rows.h"
#include "system/refusing.h"

#include <cornerturn/exchange.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 6144, PITCH = 2 * BLOCK, MOST_RANKS = 4 }; /* doubles, of a block and with gaps */

/* Rows of a block, in doubles. Those of 3072 and 2048 doubles do not divide each other. */
typedef struct block_shape {
    const char *algorithm;
    ptrdiff_t sent_row, received_row;
    int is_read;
} block_shape;

static const block_shape shapes[] = {
    {"direct", BLOCK, BLOCK, 1}, {"bruck", BLOCK, BLOCK, 1}, {"direct", 2048, 2048, 1},
    {"direct", 3072, 2048, 1},   {"direct", 64, 64, 0},      {"direct", BLOCK, 64, 0},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int rank, size;
static double sent[MOST_RANKS * PITCH], received[MOST_RANKS * PITCH];

static double number(int from, int into, int i) {
    return 1e6 * from + 1e5 * into + i;
}

/* Where element `i` of a peer's block is: rows are as far apart as they are long. */
static double *element(double *array, int peer, int i, ptrdiff_t row) {
    return array + (ptrdiff_t)peer * PITCH + i / row * 2 * row + i % row;
}

static ct_block block_of(int peer, ptrdiff_t row) {
    return (ct_block){.offset = peer * (ptrdiff_t)sizeof(double[PITCH]),
                      .axes = 2,
                      .count = {BLOCK / row, row},
                      .stride = {2 * row * (ptrdiff_t)sizeof(double), sizeof(double)}};
}

static ct_exchange_plan *create(const block_shape *shape) {
    const ct_exchange_options options = {.algorithm = shape->algorithm};
    ct_block from[MOST_RANKS], into[MOST_RANKS];
    const ct_layout send = {sizeof(double), from};
    const ct_layout receive = {sizeof(double), into};
    ct_exchange_plan *plan = NULL;
    for (int peer = 0; peer < size; peer++) {
        from[peer] = block_of(peer, shape->sent_row);
        into[peer] = block_of(peer, shape->received_row);
    }
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &send, &receive, &options, &plan), CT_OK);
    return plan;
}

static ct_status execute(ct_exchange_plan *plan, const block_shape *shape) {
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < BLOCK; i++) {
            *element(sent, peer, i, shape->sent_row) = number(rank, peer, i);
        }
    }
    memset(received, 0, sizeof received);
    return ct_exchange_execute(plan, sent, received);
}

static void expect_right(ct_exchange_plan *plan, const block_shape *shape) {
    int between = 0; /* rows */
    int wrong = 0;
    EXPECT_INT(execute(plan, shape), CT_OK);
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < BLOCK; i++) {
            double *found = element(received, peer, i, shape->received_row);
            wrong += *found != number(peer, rank, i);
            *found = 0;
        }
    }
    for (int i = 0; i < MOST_RANKS * PITCH; i++) {
        between += received[i] != 0;
    }
    EXPECT_INT(wrong, 0);
    EXPECT_INT(between, 0);
}

/* The page that the kernel shows every process its clock in: ours to read, nobody else's. */
static const char *clock_page(void) {
    char line[256];
    unsigned long long address = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps != NULL && address == 0 && fgets(line, sizeof line, maps) != NULL) {
        if (strstr(line, "[vvar]") != NULL) {
            address = strtoull(line, NULL, 16);
        }
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
    return (const char *)(uintptr_t)address; // NOLINT
}

/* More rows than a call reads, which follow one another at either end or do not. */
static void expect_rows(ptrdiff_t from_pitch, ptrdiff_t into_pitch) {
    enum { ROWS = 1000, ROW = 5 };
    ct_process_rows rows;
    int wrong = 0;
    int done = 1;
    ct_process_rows_begin(&rows, getpid());
    for (int i = 0; i < PITCH; i++) {
        sent[i] = i + 1;
        received[i] = 0;
    }
    for (int i = 0; i < ROWS; i++) {
        done = done && ct_process_rows_add(&rows, (uint64_t)(uintptr_t)&sent[from_pitch * i],
                                           &received[into_pitch * i], sizeof(double[ROW]));
    }
    EXPECT(done && ct_process_rows_end(&rows));
    for (int i = 0; i < ROWS * into_pitch; i++) {
        const ptrdiff_t in_row = i % into_pitch;
        const ptrdiff_t row = i / into_pitch;
        wrong += received[i] != (in_row < ROW ? (double)(row * from_pitch + in_row + 1) : 0);
    }
    EXPECT_INT(wrong, 0);
}

static void expect_no_row(void) {
    ct_process_rows rows;
    ct_process_rows_begin(&rows, getpid());
    EXPECT(ct_process_rows_add(&rows, (uint64_t)(uintptr_t)sent, received, 8));
    EXPECT(ct_process_rows_add(&rows, 16, &received[2], 8)); /* no memory is there */
    EXPECT(!ct_process_rows_end(&rows));
    EXPECT_INT(errno, EFAULT);
    EXPECT(ct_process_rows_end(&rows)); /* nothing is left */
}

static void expect_own_memory(void) {
    const char *page = clock_page();
    for (int pitches = 0; pitches < 4; pitches++) {
        expect_rows(5 + pitches / 2, 5 + pitches % 2);
    }
    expect_no_row();
    EXPECT(ct_process_is_readable(sent, sizeof sent));
    EXPECT(page == NULL || !ct_process_is_readable(page, 16));
    if (page != NULL) {
        (void)*(const volatile char *)page; /* ends the test where this process cannot read it */
    }
}

/* What becomes of plans made before reading is forbidden, and of one made later. */
static void expect_refused(ct_exchange_plan *plan, const void *readable, const block_shape *shape) {
    /* Now nothing of this rank is readable, which it finds itself. */
    plan->channels.readable = NULL;
    expect_right(plan, shape);
    /* Unless it was found to be before. */
    plan->channels.readable = readable;
    const ct_status status = execute(plan, shape);
    EXPECT(size == 1 || !shape->is_read ? status == CT_OK : status != CT_OK);
    ct_exchange_plan *later = create(shape);
    EXPECT_INT(later->channels.reads, 0);
    expect_right(later, shape);
    ct_exchange_plan_destroy(&later);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_exchange_plan *plans[SHAPES];
    const void *readable[SHAPES];
    for (int i = 0; i < SHAPES; i++) {
        plans[i] = create(&shapes[i]);
        expect_right(plans[i], &shapes[i]);
        readable[i] = plans[i]->channels.readable;
        EXPECT_INT(readable[i] != NULL, plans[i]->channels.reads && size > 1 && shapes[i].is_read);
    }
    const int reads = plans[0]->channels.reads; /* not where this system forbids it */
    if (reads) {
        expect_own_memory();
    }
    const int refused = refuse_reads() && reads;
    for (int i = 0; i < SHAPES; i++) {
        if (refused) {
            expect_refused(plans[i], readable[i], &shapes[i]);
        }
        ct_exchange_plan_destroy(&plans[i]);
    }
    MPI_Finalize();
    return expect_status();
}
