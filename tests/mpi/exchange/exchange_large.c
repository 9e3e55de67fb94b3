/* Blocks larger than a channel's ring and than what MPI sends before its receiver is there, so that
 * nothing moves until both sides are ready: every algorithm with one step in flight and with all of
 * them; and ranks that only pass on what others send. */
#include "cases.h"
#include "expect.h"
#include "oracle.h"

#include <cornerturn/memory.h>

static int rank, size;

/* Fills the arrays, runs the plan twice and compares. */
static void expect_data(const exchange_case *c, ct_exchange_plan *plan, int is_shared) {
    MPI_Comm owners = is_shared ? MPI_COMM_WORLD : MPI_COMM_SELF;
    void *from = NULL;
    void *into = NULL;
    EXPECT_INT(ct_alloc(owners, c->send_bytes, &from), CT_OK);
    EXPECT_INT(ct_alloc(owners, c->receive_bytes, &into), CT_OK);
    char *wanted = malloc((size_t)c->receive_bytes + 1);
    for (int round = 0; round < 2; round++) {
        for (ptrdiff_t i = 0; i < c->send_bytes; i++) {
            ((char *)from)[i] = (char)(i * 31 + (ptrdiff_t)rank * 17 + round + (i >> 8));
        }
        memset(into, 0x5a, (size_t)c->receive_bytes);
        memset(wanted, 0x5a, (size_t)c->receive_bytes);
        oracle_exchange(MPI_COMM_WORLD, &c->send, &c->receive, from, wanted);
        EXPECT_INT(ct_exchange_execute(plan, from, into), CT_OK);
        EXPECT_INT(memcmp(into, wanted, (size_t)c->receive_bytes), 0);
    }
    free(wanted);
    ct_free(&from);
    ct_free(&into);
}

/* By one named algorithm: messages, pieces through channels, and blocks that are fetched. */
static void expect_large(const exchange_case *c, const char *name, int window) {
    for (int way = 0; way < 3; way++) {
        ct_exchange_options options = {.algorithm = name,
                                       .steps_in_flight = window,
                                       .transport =
                                           way == 0 ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_SHARED};
        ct_exchange_plan *plan = NULL;
        int failed_before = expect_failed;
        EXPECT_INT(ct_exchange_plan_create(MPI_COMM_WORLD, &c->send, &c->receive, &options, &plan),
                   CT_OK);
        if (plan != NULL) {
            expect_data(c, plan, way == 2);
        }
        ct_exchange_plan_destroy(&plan);
        if (expect_failed > failed_before) {
            (void)fprintf(stderr, "    rank %d of %d: %s, window %d, way %d\n", rank, size, name,
                          window, way);
        }
    }
}

static void expect_all_large(void) {
    exchange_case c;
    case_make(&c, CASE_UNIFORM, rank, size, 4096, 1);
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        if (ct_exchange_supports(MPI_COMM_WORLD, ct_exchange_name(i)) == CT_OK) {
            for (int window = 0; window <= 1; window++) {
                expect_large(&c, ct_exchange_name(i), window);
            }
        }
    }
}

/* Rank 1 has nothing to send and passes on what others do, in elements that may be larger than the
 * slots its own blocks need. */
static void expect_passed_on(const char *name, ptrdiff_t element) {
    exchange_case c;
    case_make(&c, CASE_UNIFORM, rank, size, element, 1);
    for (int peer = 0; peer < size && rank == 1; peer++) {
        c.send_block[peer].count[0] = 0;
    }
    if (size > 1) {
        c.receive_block[1].count[0] = 0;
    }
    if (ct_exchange_supports(MPI_COMM_WORLD, name) == CT_OK) {
        expect_large(&c, name, 0);
    }
}

int main(int argc, char **argv) {
    static const ptrdiff_t elements[] = {1, 49, 100, 4096};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    expect_all_large();
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
        expect_passed_on("bruck", elements[i]);
        expect_passed_on("standard", elements[i]);
    }
    MPI_Finalize();
    return expect_status();
}
