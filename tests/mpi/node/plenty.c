/* Plans, arrays and communicators by the thousand: alive at once, and coming and going. MPI
 * libraries have few communicators to give, so plans and arrays take none.
 *
 *   plenty [alive] [in all]
 */
#include "counted.h"
#include "expect.h"

#include <cornerturn/alltoall.h>
#include <cornerturn/exchange.h>
#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 8, UNDER_WAY = 3 };

static int rank, size;
static MPI_Comm world;

/* What rank `from` sends rank `to` in a round. */
static int64_t token(int from, int to, int round) {
    return ((int64_t)round * RANKS_MOST + from) * RANKS_MOST + to;
}

static void fill(int64_t *send, int round) {
    for (int to = 0; to < size; to++) {
        send[to] = token(rank, to, round);
    }
}

static int wrong_tokens(const int64_t *received, int round) {
    int wrong = 0;
    for (int from = 0; from < size; from++) {
        wrong += received[from] != token(from, rank, round);
    }
    return wrong;
}

static void *array_of(int k) {
    void *array = NULL;
    EXPECT_INT(ct_alloc(world, 8 + k % 3 * 3000, &array), CT_OK);
    if (array != NULL) {
        *(int64_t *)array = token(rank, 0, k);
    }
    return array;
}

/* Of `alive` arrays the one that is oldest makes place for each new one. */
static void expect_arrays(int alive, int total) {
    void **array = calloc((size_t)alive, sizeof *array);
    int wrong = 0;
    for (int k = 0; array != NULL && k < total + alive; k++) {
        void **place = &array[k % alive];
        wrong += *place != NULL && *(int64_t *)*place != token(rank, 0, k - alive);
        ct_free(place);
        *place = k < total ? array_of(k) : NULL;
    }
    EXPECT(array != NULL);
    EXPECT_INT(wrong, 0);
    free(array);
}

static ct_exchange_plan *plan_of(int k) {
    static const char *const algorithms[] = {"direct --transport messages",
                                             "bruck --transport messages",
                                             "direct --sync step --transport messages",
                                             "direct --sync phase --transport messages", "mpi"};
    const ct_exchange_options options = {.algorithm = algorithms[k % 5]};
    ct_block blocks[RANKS_MOST];
    ct_exchange_plan *plan = NULL;
    for (int peer = 0; peer < size; peer++) {
        blocks[peer] = ct_block_contiguous(peer * (ptrdiff_t)sizeof(int64_t), 1, sizeof(int64_t));
    }
    const ct_layout layout = {sizeof(int64_t), blocks};
    if (ct_exchange_plan_create(world, &layout, &layout, &options, &plan) != CT_OK && rank == 0) {
        (void)fprintf(stderr, "plan %d: %s\n", k, ct_error_message());
    }
    return plan;
}

/* Plans under way at the same time, which ranks get on with in different orders. */
static int wrong_together(ct_exchange_plan **plan, int count) {
    int64_t send[UNDER_WAY][RANKS_MOST];
    int64_t received[UNDER_WAY][RANKS_MOST];
    int wrong = 0;
    int done = 0;
    for (int k = 0; k < count; k++) {
        fill(send[k], k);
        wrong += ct_exchange_start(plan[k], send[k], received[k]) != CT_OK;
    }
    for (int k = 0; k < count; k++) {
        wrong += ct_exchange_test(plan[(k + rank) % count], &done) != CT_OK;
    }
    for (int k = 0; k < count; k++) {
        wrong += ct_exchange_wait(plan[k]) != CT_OK;
        wrong += wrong_tokens(received[k], k);
    }
    return wrong;
}

static void expect_plans(int alive, int total) {
    ct_exchange_plan **plan = calloc((size_t)alive + UNDER_WAY, sizeof(ct_exchange_plan *));
    int64_t send[RANKS_MOST];
    int64_t received[RANKS_MOST];
    int wrong = 0;
    for (int k = 0; plan != NULL && k < total; k++) {
        ct_exchange_plan **place = &plan[k % alive];
        ct_exchange_plan_destroy(place);
        *place = plan_of(k);
        fill(send, k);
        wrong += ct_exchange_execute(*place, send, received) != CT_OK;
        wrong += wrong_tokens(received, k);
    }
    for (int k = 0; plan != NULL && k < alive; k++) {
        if (k % 100 == 0 && k + UNDER_WAY <= alive) {
            wrong += wrong_together(&plan[k], UNDER_WAY);
        }
        ct_exchange_plan_destroy(&plan[k]);
    }
    EXPECT(plan != NULL);
    EXPECT_INT(wrong, 0);
    free(plan);
}

/* The error handler of the user stays, whatever our calls do with it meanwhile. */
static int keeps_handler(MPI_Comm comm) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(comm, &handler);
    int keeps = handler == MPI_ERRORS_ARE_FATAL;
    MPI_Errhandler_free(&handler);
    return keeps;
}

static ct_status call_on(MPI_Comm comm, int k) {
    int64_t send[RANKS_MOST];
    int64_t received[RANKS_MOST];
    fill(send, k);
    ct_status status = ct_alltoall(send, 1, MPI_INT64_T, received, 1, MPI_INT64_T, comm);
    EXPECT(status != CT_OK || wrong_tokens(received, k) == 0);
    return status;
}

/* Calls on as many communicators at once as there can be: what MPI refuses is a status. */
static void expect_communicators(int alive, int total) {
    enum { MOST = 4000 };
    static MPI_Comm comm[MOST];
    int users = 0;
    ct_status status = CT_OK;
    for (; users < alive && users < MOST && status == CT_OK; users++) {
        if (PMPI_Comm_dup(world, &comm[users]) != MPI_SUCCESS) {
            break;
        }
        MPI_Comm_set_errhandler(comm[users], MPI_ERRORS_ARE_FATAL);
        status = call_on(comm[users], users);
    }
    EXPECT(status == CT_OK || status == CT_ERROR_MPI);
    EXPECT(alive > MOST || users > 400);
    for (int k = 0; k < users; k++) {
        EXPECT(keeps_handler(comm[k]));
        MPI_Comm_free(&comm[k]);
    }
    for (int k = 0; k < total; k++) {
        PMPI_Comm_dup(world, &comm[0]);
        EXPECT_INT(call_on(comm[0], k), CT_OK);
        MPI_Comm_free(&comm[0]);
    }
}

/* With nothing left, on a communicator that nobody has called on. Open MPI has more than MOST. */
static void expect_refusal(void) {
    enum { MOST = 4000 };
    static MPI_Comm comm[MOST];
    void *array = NULL;
    int users = 0;
    while (users < MOST && PMPI_Comm_dup(world, &comm[users]) == MPI_SUCCESS) {
        users++;
    }
    EXPECT(users > 2);
    const bool is_left = users == MOST;
    MPI_Comm_set_errhandler(comm[0], MPI_ERRORS_ARE_FATAL);
    EXPECT_INT(call_on(comm[0], 1), is_left ? CT_OK : CT_ERROR_MPI);
    EXPECT(is_left || strstr(ct_error_message(), "MPI_Comm_split failed") != NULL);
    EXPECT_INT(ct_alloc(comm[0], 100, &array), size > 1 && !is_left ? CT_ERROR_MPI : CT_OK);
    ct_free(&array);
    ct_exchange_plan *plan = plan_of(0); /* its communicator has been called on */
    EXPECT_INT(wrong_together(&plan, 1), 0);
    ct_exchange_plan_destroy(&plan);
    for (int k = 0; k < users; k++) {
        MPI_Comm_free(&comm[k]);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    PMPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    const int few = size > 2; /* more ranks than cores take their time */
    const int alive = argc > 1 ? (int)strtol(argv[1], NULL, 10) : few ? 200 : 2100;
    const int total = argc > 2 ? (int)strtol(argv[2], NULL, 10) : alive + alive / 4;
    expect_arrays(alive, total);
    expect_plans(alive, total);
    EXPECT_INT(counted_made - counted_freed, 1); /* the library's own, for all of them */
    expect_communicators(few && argc == 1 ? 500 : alive, total - alive);
    expect_refusal();
    MPI_Comm_free(&world);
    MPI_Finalize();
    return expect_status();
}
