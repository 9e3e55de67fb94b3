/* Blocks further out in an array than ints can count, private and shared arrays. */
#include "expect.h"
#include "told_nodes.h"

#include "node/segment.h"
#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>

enum { RANKS_MOST = 8, COUNT = 8192 }; /* of a block: those of shared arrays are copied once */
static const ptrdiff_t block_bytes = 8 * (ptrdiff_t)COUNT;

static MPI_Comm world;
static int rank, size;

/* Ranks of this node. */
static int node_size(void) {
    MPI_Comm node = MPI_COMM_NULL;
    int ranks = 0;
    MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &ranks);
    MPI_Comm_free(&node);
    return ranks;
}

/* Blocks far out in an array that is address space only. A shared one has a place in the
 * node's segment, behind those of other ranks. */
static void expect_far_offsets(const char *name, MPI_Comm owners) {
    const ptrdiff_t far_out = ((ptrdiff_t)1 << 31) + 4096;
    const int ranks = size;
    ct_block block[RANKS_MOST];
    ct_layout layout = {8, block};
    void *from = NULL;
    void *into = NULL;
    for (int peer = 0; peer < ranks; peer++) {
        block[peer] = ct_block_contiguous(far_out + block_bytes * peer, COUNT, 8);
    }
    EXPECT_INT(ct_alloc(owners, far_out + block_bytes * RANKS_MOST, &from), CT_OK);
    EXPECT_INT(ct_alloc(owners, far_out + block_bytes * RANKS_MOST, &into), CT_OK);
    EXPECT_INT(ct_place_of(from).segment != 0, owners != MPI_COMM_SELF && node_size() > 1);
    for (int peer = 0; peer < ranks; peer++) {
        double token = 100.0 * rank + peer;
        memcpy((char *)from + block[peer].offset + block_bytes - 8, &token, sizeof token);
    }
    const ct_exchange_options options = {.algorithm = name,
                                         .transport = owners == world && strcmp(name, "mpi") != 0
                                                          ? CT_TRANSPORT_SHARED
                                                          : CT_TRANSPORT_AUTO};
    ct_exchange_plan *plan = NULL;
    EXPECT_INT(ct_exchange_plan_create(world, &layout, &layout, &options, &plan), CT_OK);
    EXPECT_INT(ct_exchange_execute(plan, from, into), CT_OK);
    for (int peer = 0; peer < ranks; peer++) {
        double token = 0;
        memcpy(&token, (char *)into + block[peer].offset + block_bytes - 8, sizeof token);
        EXPECT(token == 100.0 * peer + rank);
    }
    ct_exchange_plan_destroy(&plan);
    ct_free(&from);
    ct_free(&into);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    world = told_world(argc > 1);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        MPI_Comm owners = is_shared ? world : MPI_COMM_SELF;
        expect_far_offsets("direct", owners);
        expect_far_offsets("bruck", owners);
        expect_far_offsets("mpi", owners);
    }
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
