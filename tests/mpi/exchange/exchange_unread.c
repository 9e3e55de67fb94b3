/* Arrays that are not shared are copied by the kernel from process to process. Memory that it does
 * not read for others goes the way of two copies; a system that forbids it is found when plans are
 * made, and one that forbids it later is an error of all ranks that were to read, and nobody waits
 * for ever. */
#include "exchange/plan.h"
#include "expect.h"
#include "node/process/process.h"
#include "system/refusing.h"

#include <cornerturn/exchange.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, MOST_RANKS = 4 }; /* doubles */

static int rank, size;
static double sent[MOST_RANKS * BLOCK], received[MOST_RANKS * BLOCK];

static double number(int from, int into, int i) {
    return 1e6 * from + 1e5 * into + i;
}

static ct_exchange_plan *create(const char *algorithm) {
    const ct_exchange_options options = {.algorithm = algorithm};
    ct_block block[MOST_RANKS];
    const ct_layout layout = {sizeof(double), block};
    ct_exchange_plan *plan = NULL;
    for (ptrdiff_t peer = 0; peer < size; peer++) {
        block[peer] =
            ct_block_contiguous(peer * BLOCK * (ptrdiff_t)sizeof(double), BLOCK, sizeof(double));
    }
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, &options, &plan), CT_OK);
    return plan;
}

static ct_status execute(ct_exchange_plan *plan) {
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < BLOCK; i++) {
            sent[peer * BLOCK + i] = number(rank, peer, i);
        }
    }
    memset(received, 0, sizeof received);
    return ct_exchange_execute(plan, sent, received);
}

static void expect_right(ct_exchange_plan *plan) {
    int wrong = 0;
    EXPECT_INT(execute(plan), CT_OK);
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < BLOCK; i++) {
            wrong += received[peer * BLOCK + i] != number(peer, rank, i);
        }
    }
    EXPECT_INT(wrong, 0);
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

static void expect_own_memory(void) {
    const char *page = clock_page();
    EXPECT(ct_process_is_readable(sent, sizeof sent));
    EXPECT(page == NULL || !ct_process_is_readable(page, 16));
    if (page != NULL) {
        (void)*(const volatile char *)page; /* ends the test where this process cannot read it */
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ct_exchange_plan *plans[] = {create("direct"), create("bruck")};
    const int reads = plans[0]->channels.reads; /* not where this system forbids it */
    if (reads) {
        expect_own_memory();
    }
    expect_right(plans[0]);
    expect_right(plans[1]);
    const void *readable = plans[0]->channels.readable;
    EXPECT_INT(readable != NULL, reads && size > 1);
    plans[0]->channels.readable = NULL;
    if (refuse_reads() && reads) {
        /* Now nothing of this rank is readable, which it finds itself. */
        expect_right(plans[0]);
        /* Unless it was found to be before. */
        plans[0]->channels.readable = readable;
        const ct_status status = execute(plans[0]);
        EXPECT(size == 1 ? status == CT_OK : status != CT_OK);
        ct_exchange_plan *later = create("direct");
        EXPECT_INT(later->channels.reads, 0);
        expect_right(later);
        ct_exchange_plan_destroy(&later);
    }
    ct_exchange_plan_destroy(&plans[0]);
    ct_exchange_plan_destroy(&plans[1]);
    MPI_Finalize();
    return expect_status();
}
