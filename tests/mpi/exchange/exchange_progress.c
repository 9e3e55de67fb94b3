/* An MPI library that moves only inside its calls, as it may: what a rank has sent is held back
 * until that rank has made a few more calls. A rank that has done its part and turns to shared
 * memory must go on calling, or its peers wait for ever for what it believes to be sent. */
#include "cases.h"
#include "expect.h"

#include <cornerturn/memory.h>
#include <time.h>

enum { ROUNDS = 40, HELD_MOST = 64, HELD_BYTES = 64, CALLS_HELD = 3 };

/* A message that the library has taken over and not yet sent. */
typedef struct held {
    char bytes[HELD_BYTES];
    int count, to, tag;
    MPI_Comm comm;
} held;

static held queue[HELD_MOST];
static int queued, calls_left, is_holding, ever_held;

static void send_held(void) {
    for (int i = 0; i < queued; i++) {
        held *message = &queue[i];
        PMPI_Send(message->bytes, message->count, MPI_BYTE, message->to, message->tag,
                  message->comm);
    }
    queued = 0;
}

static void note_call(void) {
    if (queued > 0 && --calls_left <= 0) {
        send_held();
    }
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    if (!is_holding || count > HELD_BYTES || queued == HELD_MOST) {
        send_held();
        return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
    }
    queue[queued] = (held){.count = count, .to = dest, .tag = tag, .comm = comm};
    memcpy(queue[queued++].bytes, buf, (size_t)count);
    calls_left = CALLS_HELD;
    ever_held++;
    return PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, tag, comm, request); /* done at once */
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    note_call();
    return PMPI_Test(request, flag, status);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    note_call();
    return PMPI_Iprobe(source, tag, comm, flag, status);
}

/* While it waits, the library goes on with all that it has to do. */
int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    int done = 0;
    int error = MPI_SUCCESS;
    while (error == MPI_SUCCESS && !done) {
        error = MPI_Test(request, &done, status);
    }
    return error;
}

static void execute(ct_exchange_plan *plan, const void *from, void *into, int in_slices) {
    int done = 0;
    if (!in_slices) {
        EXPECT_INT(ct_exchange_execute(plan, from, into), CT_OK);
        return;
    }
    EXPECT_INT(ct_exchange_start(plan, from, into), CT_OK);
    ct_status status = CT_OK;
    while (status == CT_OK && !done) {
        status = ct_exchange_test(plan, &done);
    }
    EXPECT_INT(status, CT_OK);
}

int main(int argc, char **argv) {
    const struct timespec late = {.tv_nsec = 300000};
    static const char *const names[2] = {"direct --transport messages",
                                         "direct --transport shared"};
    ct_exchange_plan *plans[2] = {NULL};
    exchange_case c;
    void *from = NULL;
    void *into = NULL;
    int rank = 0;
    int size = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    case_make(&c, CASE_UNIFORM, rank, size, 1, 1);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, c.send_bytes, &from), CT_OK);
    EXPECT_INT(ct_alloc(MPI_COMM_WORLD, c.receive_bytes, &into), CT_OK);
    memset(from, rank, (size_t)c.send_bytes);
    for (int i = 0; i < 2; i++) {
        ct_exchange_options options = {.algorithm = names[i]};
        EXPECT_INT(
            ct_exchange_plan_create(MPI_COMM_WORLD, &c.send, &c.receive, &options, &plans[i]),
            CT_OK);
    }
    is_holding = 1;
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == round % size) { /* finds all that it waits for, and so makes few calls */
            nanosleep(&late, NULL);
        }
        execute(plans[0], from, into, 0);
        execute(plans[1], from, into, round / size % 2);
        for (int peer = 0; peer < size; peer++) {
            EXPECT_INT(((const char *)into)[c.receive_block[peer].offset], peer);
        }
    }
    is_holding = 0;
    send_held();
    EXPECT(ever_held >= ROUNDS * (size - 1));
    for (int i = 0; i < 2; i++) {
        ct_exchange_plan_destroy(&plans[i]);
    }
    ct_free(&from);
    ct_free(&into);
    MPI_Finalize();
    return expect_status();
}
