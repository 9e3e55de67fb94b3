/* Blocks of more than 2^31 bytes, by a schedule and by the library. Two ranks, about 9 GB. */
#include "expect.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <stdint.h>

static const ptrdiff_t block_bytes = ((ptrdiff_t)1 << 31) + 24;

/* The number that stands at a place of what `from` sends. */
static uint64_t token(int from, ptrdiff_t place) {
    return (uint64_t)(place + 1) * 0x9E3779B97F4A7C15U + (uint64_t)from;
}

static void expect_delivery(const char *name, int rank, uint64_t *out, uint64_t *in) {
    const ptrdiff_t places = block_bytes / 8;
    ct_block block[2] = {ct_block_contiguous(0, block_bytes, 1),
                         ct_block_contiguous(0, block_bytes, 1)};
    ct_layout layout = {1, block};
    ct_exchange_options options = {.algorithm = name};
    ct_exchange_plan *plan = NULL;
    ptrdiff_t wrong = 0;
    block[rank].count[0] = 0;
    memset(in, 0, (size_t)block_bytes);
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &layout, &layout, &options, &plan), CT_OK);
    EXPECT_INT(ct_exchange_execute(plan, out, in), CT_OK);
    for (ptrdiff_t i = 0; i < places; i++) {
        wrong += in[i] != token(1 - rank, i);
    }
    EXPECT_INT(wrong, 0);
    ct_exchange_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    int rank = 0;
    void *out = NULL;
    void *in = NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, block_bytes, &out), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, block_bytes, &in), CT_OK);
    for (ptrdiff_t i = 0; out != NULL && i < block_bytes / 8; i++) {
        ((uint64_t *)out)[i] = token(rank, i);
    }
    expect_delivery("direct", rank, out, in);
    expect_delivery("direct --transport messages", rank, out, in);
    expect_delivery("mpi", rank, out, in);
    ct_free(&out);
    ct_free(&in);
    MPI_Finalize();
    return expect_status();
}
