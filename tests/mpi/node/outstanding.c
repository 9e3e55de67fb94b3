/* A program's own message is on its way while ranks take part in collective calls: the sender is
 * in the call before the receiver, which comes when it has the message. Large ones move only while
 * the sender calls MPI, so that a rank that waited in memory alone would wait for ever. Without
 * that the test runs into its time limit. */
#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/alltoall.h>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <cornerturn/transpose.h>
#include <mpi.h>
#include <stdlib.h>

enum { MESSAGE_BYTES = 4 << 20, N = 64, TIMES = 3 };

typedef ct_status call(void *plan, void *input, void *output);

static int rank;
static unsigned char *message;

/* Has both ranks make a call, the second one when it has the message. */
static void expect_both(call *make, void *plan, void *input, void *output) {
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < TIMES; i++) {
        memset(message, rank == 0 ? i + 1 : 0, MESSAGE_BYTES);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Isend(message, MESSAGE_BYTES, MPI_BYTE, 1, i, MPI_COMM_WORLD, &request);
        } else {
            MPI_Recv(message, MESSAGE_BYTES, MPI_BYTE, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        EXPECT_INT(make(plan, input, output), CT_OK);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_INT(message[0], i + 1);
        EXPECT_INT(message[MESSAGE_BYTES - 1], i + 1);
    }
}

static ct_status transform(void *plan, void *input, void *output) {
    return ct_fft_execute(plan, input, output);
}

static ct_status transpose(void *plan, void *input, void *output) {
    return ct_transpose_execute(plan, input, output);
}

static ct_status step(void *plan, void *input, void *output) {
    (void)input;
    (void)output;
    return ct_adi_step(plan, 0.01);
}

static ct_status exchange(void *plan, void *input, void *output) {
    const int count = *(const int *)plan;
    return ct_alltoall(input, count, MPI_BYTE, output, count, MPI_BYTE, MPI_COMM_WORLD);
}

/* With arrays that other ranks reach, and with others. */
static void expect_arrays(call *make, void *plan, ptrdiff_t bytes, int in_place) {
    void *shared[2] = {NULL, NULL};
    void *private[2] = {calloc(1, (size_t)bytes), calloc(1, (size_t)bytes)};
    for (int i = 0; i < 2; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &shared[i]), CT_OK);
        memset(shared[i], 0, (size_t)bytes);
    }
    expect_both(make, plan, shared[0], shared[!in_place]);
    expect_both(make, plan, private[0], private[!in_place]);
    for (int i = 0; i < 2; i++) {
        ct_free(&shared[i]);
        free(private[i]);
    }
}

static void expect_transforms(void) {
    const ptrdiff_t extent[] = {N, N, N};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    for (int in_place = 0; in_place < 2; in_place++) {
        const ct_fft_options options = {.rigour = CT_ESTIMATE, .in_place = in_place};
        ct_fft_plan *plan = NULL;
        EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
        expect_arrays(transform, plan, ct_fft_input_bytes(plan), in_place);
        ct_fft_plan_destroy(&plan);
    }
}

static void expect_transposes(void) {
    const ct_distribution rows = {2, {N, N}, {2, 1}, 0};
    for (int in_place = 0; in_place < 2; in_place++) {
        const ct_transpose_options options = {.exchange.in_place = in_place};
        ct_transpose_plan *plan = NULL;
        EXPECT_INT(ct_transpose_plan_create(MPI_COMM_WORLD, &rows, NULL, &rows, sizeof(double),
                                            &options, &plan),
                   CT_OK);
        expect_arrays(transpose, plan, N * N / 2 * (ptrdiff_t)sizeof(double), in_place);
        ct_transpose_plan_destroy(&plan);
    }
}

static void expect_steps(void) {
    const ptrdiff_t extent[] = {N, N, N};
    const ct_adi_problem problem = ct_adi_box_problem(3, extent);
    ct_adi_plan *plan = NULL;
    EXPECT_INT(ct_adi_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan), CT_OK);
    expect_both(step, plan, NULL, NULL);
    ct_adi_plan_destroy(&plan);
}

static void expect_exchanges(void) {
    static const int counts[] = {8, 4096, 1 << 20};
    for (int i = 0; i < 3; i++) {
        expect_arrays(exchange, (void *)&counts[i], (ptrdiff_t)2 * counts[i], 0);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    message = malloc(MESSAGE_BYTES);
    expect_transforms();
    expect_transposes();
    expect_steps();
    expect_exchanges();
    free(message);
    MPI_Finalize();
    return expect_status();
}
