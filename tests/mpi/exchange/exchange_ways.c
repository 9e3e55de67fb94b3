/* Which way blocks of arrays go that are not shared: read by the receiver's kernel from the
 * sender's process, or by tiles or pieces through slots. */
#include "exchange/plan.h"
#include "exchange/run/execution_reads.h"
#include "expect.h"

#include <cornerturn/exchange.h>
#include <stdlib.h>

typedef enum way { PIECES, TILES, READS } way;

/* A block of rows, on both sides in other rows; each is as far from the next as it is long. */
typedef struct shape {
    ptrdiff_t element_bytes, rows, columns; /* sent */
    ptrdiff_t received_rows;                /* of the same elements; 0: the block is transposed */
    way way;
} shape;

#define KI ((ptrdiff_t)1024)
#define MI (KI * KI)

static const shape shapes[] = {
    /* Contiguous. */
    {8, 1, 8 * KI / 8 - 1, 1, PIECES},
    {8, 1, 8 * KI / 8, 1, READS},
    {8, 1, 12 * KI / 8, 1, READS},
    {8, 1, 4 * MI / 8, 1, READS},
    /* Rows, by their length. */
    {8, 4, 16 * KI / 8, 4, READS},
    {8, 4, 16 * KI / 8 - 1, 4, TILES},
    {8, 200, 16 * KI / 8, 200, READS},
    {8, 200, 16 * KI / 8 - 1, 200, PIECES},
    /* By the bytes of all. */
    {8, 15, KI / 8, 15, PIECES},
    {8, 16, KI / 8, 16, TILES},
    {8, 2 * KI, KI / 8, 2 * KI, TILES},
    {8, 2 * KI + 1, KI / 8, 2 * KI + 1, PIECES},
    {8, 3 * KI, 16 / 8, 3 * KI, TILES},
    /* On one side only; or where rows of one do not divide those of the other. */
    {8, 64, KI / 8, 1, TILES},
    {8, 1, 64 * KI / 8, 64, TILES},
    {8, 1, 4 * MI / 8, 4 * KI, READS},
    {8, 6, 2 * KI / 8, 4, PIECES},
    {8, 6, 16 * KI / 8, 4, READS},
    /* Transposed: of any size, but for large elements. */
    {8, 32, 32, 0, PIECES},
    {8, 64, 64, 0, TILES},
    {8, KI, KI, 0, TILES},
    {512, 128, 128, 0, TILES},
    {520, 128, 128, 0, READS},
    {520, 300, 31, 0, PIECES},
    {520, 32, 32, 0, TILES},
};

static int rank, size;

static ct_block block_of(const shape *s, ptrdiff_t offset, ptrdiff_t rows) {
    const ptrdiff_t columns = s->rows * s->columns / rows;
    const ptrdiff_t pitch = (rows > 1 ? 2 : 1) * columns * s->element_bytes;
    return ct_block_rows(offset, rows, columns, pitch, s->element_bytes);
}

static ct_exchange_plan *create(const shape *s, ptrdiff_t between) {
    const ct_exchange_options options = {.algorithm = "direct", .private_arrays = 1};
    ct_block from[2];
    ct_block into[2];
    const ct_layout send = {s->element_bytes, from};
    const ct_layout receive = {s->element_bytes, into};
    ct_exchange_plan *plan = NULL;
    for (int peer = 0; peer < size; peer++) {
        const int is_transposed = s->received_rows == 0;
        from[peer] = block_of(s, peer * between, s->rows);
        into[peer] = block_of(s, peer * between, is_transposed ? s->columns : s->received_rows);
        into[peer] = is_transposed ? ct_block_transposed(&into[peer]) : into[peer];
    }
    EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &send, &receive, &options, &plan), CT_OK);
    return plan;
}

/* The block to the other rank. */
static void expect_way(const shape *s) {
    const ptrdiff_t between = 2 * s->rows * s->columns * s->element_bytes;
    ct_exchange_plan *plan = create(s, between);
    const ct_lowered *lowered = &plan->prepared.lowered;
    char *sent = calloc((size_t)size, (size_t)between);
    ct_execution run =
        ct_execution_begin(lowered, plan->context, plan->tag, &plan->channels, sent, sent, 0);
    const int may_read = plan->channels.reads; /* not where this system forbids it */
    int sends = 0;
    for (int step = 0; step < lowered->count; step++) {
        const ct_transfer *transfer = &lowered->steps[step].send;
        if (transfer->peer == 1 - rank) {
            const way found = transfer->direct_copies > 0             ? TILES
                              : ct_is_read_by_process(&run, transfer) ? READS
                                                                      : PIECES;
            EXPECT_INT(found, s->way == READS && !may_read ? PIECES : s->way);
            sends++;
        }
    }
    EXPECT_INT(sends, 1);
    free(sent);
    ct_exchange_plan_destroy(&plan);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        expect_way(&shapes[i]);
    }
    MPI_Finalize();
    return expect_status();
}
