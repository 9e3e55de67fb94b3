/* Transposes of arrays that other ranks of the node cannot reach: right, by way of one array of the
 * plan's that stands in for what is sent, and by pieces where memory cannot be shared any more. In
 * place by way of slots in shared memory, without messages but to begin with, and by messages where
 * memory cannot be shared. */
#include "exchange/plan.h"
#include "expect.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <stdlib.h>

enum { ROWS = 210, COLUMNS = 330 };

static int rank, size;
static int on_nodes; /* not all ranks are on one */
static long long sent_bytes;

/* As the library calls it, counted. */
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status *status) {
    int bytes = 0;
    (void)PMPI_Type_size(sendtype, &bytes);
    sent_bytes += (long long)sendcount * bytes;
    return PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                         source, recvtag, comm, status);
}

static void expect_transposed(ct_transpose_plan *plan, const ct_distribution *from,
                              const ct_distribution *into, double *input, double *output) {
    const ct_box sent = ct_distribution_box(from, rank);
    const ct_box box = ct_distribution_box(into, rank);
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
        for (ptrdiff_t i = 0; i < ct_box_elements(&sent); i++) {
            input[i] = (double)(sent.first[0] * COLUMNS + i) + 0.25 * round;
        }
        EXPECT_INT(ct_transpose_execute(plan, input, output), CT_OK);
        for (ptrdiff_t k = 0; k < ct_box_elements(&box); k++) {
            const ptrdiff_t j = box.first[0] + k / ROWS;
            wrong += output[k] != (double)(k % ROWS * COLUMNS + j) + 0.25 * round;
        }
    }
    EXPECT_INT(wrong, 0);
}

/* What the other rank reads was copied, what stays was not. */
static void expect_block_copied(const ct_transpose_plan *plan, const ct_distribution *into,
                                const double *input) {
    const ct_exchange_plan *exchange = ct_transpose_exchange(plan);
    const ct_stand_in *stand_in = &exchange->stand_in;
    const ct_box mine = ct_distribution_box(into, rank);
    const double *copied = stand_in->memory;
    int wrong = 0;
    EXPECT(stand_in->by_blocks && stand_in->stands_in);
    EXPECT(stand_in->place.segment != 0 &&
           exchange->run.send_place.segment == stand_in->place.segment);
    for (ptrdiff_t j = 0; j < COLUMNS; j++) {
        const int stays = j >= mine.first[0] && j < mine.first[0] + mine.count[0];
        wrong += copied[COLUMNS + j] != (stays ? 0 : input[COLUMNS + j]);
    }
    EXPECT_INT(wrong, 0);
}

static void expect_case(int is_shared, int is_full) {
    const ct_distribution from = {2, {ROWS, COLUMNS}, {size, 1}, 0};
    const ct_distribution into = {2, {COLUMNS, ROWS}, {size, 1}, 0};
    const ptrdiff_t bytes[2] = {ct_distribution_elements(&from, rank) * 8,
                                ct_distribution_elements(&into, rank) * 8};
    void *arrays[2] = {NULL, NULL};
    ct_transpose_plan *plan = NULL;
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &from, NULL, &into, 8, NULL, &plan), CT_OK);
    for (int i = 0; i < 2; i++) {
        if (is_shared) {
            EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[i], &arrays[i]), CT_OK);
        } else {
            arrays[i] = malloc((size_t)bytes[i]);
        }
    }
    if (is_full) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    }
    const double before = ct_exchange_plan_bytes(ct_transpose_exchange(plan));
    if (size > 1) { /* one without an array decides with the others */
        EXPECT_INT(ct_transpose_execute(plan, rank == size - 1 ? NULL : arrays[0], arrays[1]),
                   CT_ERROR_ARGUMENT);
    }
    expect_transposed(plan, &from, &into, arrays[0], arrays[1]);
    if (size == 2 && !is_shared && !is_full) {
        expect_block_copied(plan, &into, arrays[0]);
    }
    const double more = ct_exchange_plan_bytes(ct_transpose_exchange(plan)) - before;
    EXPECT_INT((long long)more, size == 1 || is_shared || is_full ? 0 : bytes[0]);
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    ct_transpose_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        if (is_shared) {
            ct_free(&arrays[i]);
        } else {
            free(arrays[i]);
        }
    }
}

/* Which ranks have private arrays. */
typedef enum owners { NONE_PRIVATE, ODD_PRIVATE, ALL_PRIVATE } owners;

/* The bytes that this rank has to send the others of n x n doubles by rows. */
static ptrdiff_t bytes_of_others(const ct_distribution *d) {
    const ptrdiff_t rows = ct_distribution_box(d, rank).count[0];
    return rows * (d->extent[0] - rows) * 8;
}

static void expect_swapped(ptrdiff_t n, owners private, int is_full) {
    const ct_distribution rows = {2, {n, n}, {size, 1}, 0};
    const ct_transpose_options options = {.exchange = {.in_place = 1}};
    const ct_box box = ct_distribution_box(&rows, rank);
    const ptrdiff_t elements = ct_distribution_elements(&rows, rank);
    const int is_private = private == ALL_PRIVATE || (private == ODD_PRIVATE && rank % 2 == 1);
    ct_transpose_plan *plan = NULL;
    void *shared = NULL;
    long long wrong = 0;
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, elements * 8, &shared), CT_OK);
    double *array = is_private ? malloc((size_t)elements * 8 + 1) : shared;
    if (is_full) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    }
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &rows, NULL, &rows, 8, &options, &plan),
               CT_OK);
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    for (int round = 0; round < 3; round++) {
        for (ptrdiff_t i = 0; i < elements; i++) {
            array[i] = (double)(box.first[0] * n + i) + 0.25 * round;
        }
        sent_bytes = 0;
        EXPECT_INT(ct_transpose_execute(plan, NULL, array), CT_OK);
        for (ptrdiff_t i = 0; i < elements; i++) {
            const ptrdiff_t column = box.first[0] + i / n;
            wrong += array[i] != (double)(i % n * n + column) + 0.25 * round;
        }
    }
    EXPECT_INT(wrong, 0);
    if (!on_nodes && n > 64) {
        EXPECT(is_full || sent_bytes < 256LL * size);
        EXPECT(!is_full || private != ALL_PRIVATE || sent_bytes >= bytes_of_others(&rows));
        EXPECT(ct_transpose_plan_bytes(plan) < 8192 + 0.1 * 8 * (double)elements);
    }
    ct_transpose_plan_destroy(&plan);
    if (is_private) {
        free(array);
    }
    ct_free(&shared);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm node = MPI_COMM_NULL;
    int node_size = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &node_size);
    MPI_Comm_free(&node);
    on_nodes = node_size < size;
    expect_case(1, 0);
    expect_case(0, 0);
    expect_case(0, 1);
    for (owners private = NONE_PRIVATE; private <= ALL_PRIVATE; private ++) {
        static const ptrdiff_t sides[] = {1,   2,   3,   64,
                                          210, 701, 1601}; /* the last past the cache */
        for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
            expect_swapped(sides[i], private, 0);
        }
        expect_swapped(301, private, 1);
    }
    MPI_Finalize();
    return expect_status();
}
