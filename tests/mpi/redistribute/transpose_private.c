/* Transposes of arrays that other ranks of the node cannot reach, by tiles through slots in shared
 * memory, and by messages where memory cannot be shared: right, with no more memory, whichever
 * executions had arrays that others reach, and of all kinds of redistributions the same as of such
 * arrays. In place without messages but to begin with. */
#include "exchange/plan.h"
#include "expect.h"

#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether this rank's blocks may go by tiles. */
static int has_tiles(const ct_exchange_plan *exchange) {
    const ct_lowered *lowered = &exchange->prepared.lowered;
    int found = 0;
    for (int i = 0; i < lowered->count; i++) {
        found = found || lowered->steps[i].send.direct_copies > 0;
    }
    return found;
}

static void expect_case(int is_full) {
    const ct_distribution from = {2, {ROWS, COLUMNS}, {size, 1}, 0};
    const ct_distribution into = {2, {COLUMNS, ROWS}, {size, 1}, 0};
    const ptrdiff_t bytes[2] = {ct_distribution_elements(&from, rank) * 8,
                                ct_distribution_elements(&into, rank) * 8};
    void *shared[2] = {NULL, NULL};
    void *private[2] = {malloc((size_t)bytes[0]), malloc((size_t)bytes[1])};
    ct_transpose_plan *plan = NULL;
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[0], &shared[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[1], &shared[1]), CT_OK);
    if (is_full) {
        EXPECT_INT(setenv("CT_SHARED_BYTES", "0", 1), 0);
    }
    EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &from, NULL, &into, 8, NULL, &plan), CT_OK);
    EXPECT_INT(unsetenv("CT_SHARED_BYTES"), 0);
    EXPECT(on_nodes || has_tiles(ct_transpose_exchange(plan)) == (size > 1 && !is_full));
    const double before = ct_exchange_plan_bytes(ct_transpose_exchange(plan));
    if (size > 1) { /* the others learn of it */
        EXPECT_INT(ct_transpose_execute(plan, rank == size - 1 ? NULL : private[0], private[1]),
                   CT_ERROR_ARGUMENT);
    }
    expect_transposed(plan, &from, &into, shared[0], shared[1]);
    expect_transposed(plan, &from, &into, private[0], private[1]);
    expect_transposed(plan, &from, &into, rank % 2 ? private[0] : shared[0], private[1]);
    EXPECT(ct_exchange_plan_bytes(ct_transpose_exchange(plan)) == before);
    ct_transpose_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        ct_free(&shared[i]);
        free(private[i]);
    }
}

/* The same from private arrays as from shared ones, and into them. */
static void expect_alike(const ct_decomposition *from, const int *permutation,
                         const ct_decomposition *into, ptrdiff_t element_bytes,
                         const ct_redistribute_options *options) {
    const size_t sent = (size_t)(ct_decomposition_elements(from, rank) * element_bytes);
    const size_t received = (size_t)(ct_decomposition_elements(into, rank) * element_bytes);
    void *shared[2] = {NULL, NULL};
    unsigned char *private[2] = {malloc(sent + 1), malloc(received + 1)};
    ct_redistribute_plan *plan = NULL;
    EXPECT_INT(ct_redistribute_plan_create(MPI_COMM_WORLD, from, permutation, into, element_bytes,
                                           options, &plan),
               CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)sent, &shared[0]), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, (ptrdiff_t)received, &shared[1]), CT_OK);
    for (size_t i = 0; i < sent / 8; i++) {
        ((double *)shared[0])[i] = (double)rank + 0.001 * (double)i;
    }
    memcpy(private[0], shared[0], sent);
    memset(shared[1], 1, received);
    memset(private[1], 1, received);
    EXPECT(on_nodes || size == 1 || has_tiles(ct_redistribute_exchange(plan)));
    EXPECT_INT(ct_redistribute_execute(plan, shared[0], shared[1]), CT_OK);
    EXPECT_INT(ct_redistribute_execute(plan, private[0], private[1]), CT_OK);
    EXPECT_INT(memcmp(shared[1], private[1], received), 0);
    ct_redistribute_plan_destroy(&plan);
    for (int i = 0; i < 2; i++) {
        ct_free(&shared[i]);
        free(private[i]);
    }
}

/* Blocks dealt out in turn, three axes turned round, doubles that become floats, or travel as
 * such. */
static void expect_all_alike(void) {
    static const int turned[3] = {1, 0}, reversed[3] = {2, 1, 0};
    const int rows[3] = {size, 1, 1};
    ct_decomposition matrix[2] = {ct_decompose_blocks(2, (ptrdiff_t[]){ROWS, COLUMNS}, rows),
                                  ct_decompose_blocks(2, (ptrdiff_t[]){COLUMNS, ROWS}, rows)};
    const ct_decomposition box[2] = {ct_decompose_blocks(3, (ptrdiff_t[]){41, 30, 52}, rows),
                                     ct_decompose_blocks(3, (ptrdiff_t[]){52, 30, 41}, rows)};
    const ct_numbers narrow = ct_numbers_real(CT_DOUBLE, CT_FLOAT);
    const ct_redistribute_options narrowed = {.numbers = &narrow};
    const ct_redistribute_options rounded = {.exchange = {.precision = CT_MESSAGES_FLOAT}};
    expect_alike(&box[0], reversed, &box[1], 8, NULL);
    expect_alike(&box[0], reversed, &box[1], 24, NULL);
    expect_alike(&matrix[0], turned, &matrix[1], 8, &narrowed);
    expect_alike(&matrix[0], turned, &matrix[1], 8, &rounded);
    matrix[0].kind = CT_DECOMPOSED_CYCLIC;
    matrix[0].width[0] = 17;
    matrix[0].width[1] = 330;
    expect_alike(&matrix[0], turned, &matrix[1], 8, NULL);
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
    expect_case(0);
    expect_case(1);
    expect_all_alike();
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
