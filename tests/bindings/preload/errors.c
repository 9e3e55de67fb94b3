/* What MPI refuses, it refuses in the same way under the preload; and what it serves for others. */
#include "both.h"

#include <pthread.h>

static int handled;

static void handle(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    (void)code;
    handled++;
}

static int class_of(int code) {
    int class = MPI_SUCCESS;
    PMPI_Error_class(code, &class);
    return class;
}

/* All ranks err alike, by one call each; a handler of the user hears of it once. */
#define EXPECT_ALIKE(call)                                                                         \
    do {                                                                                           \
        const int code = M##call;                                                                  \
        const int by_preload = handled;                                                            \
        const int wanted_code = PM##call;                                                          \
        EXPECT_INT(class_of(code), class_of(wanted_code));                                         \
        EXPECT_INT(by_preload, handled - by_preload);                                              \
        handled = 0;                                                                               \
    } while (0)

static void expect_refused(MPI_Comm comm) {
    int counts[RANKS_MOST];
    int places[RANKS_MOST];
    for (int i = 0; i < RANKS_MOST; i++) {
        counts[i] = -1;
        places[i] = 0;
    }
    EXPECT_ALIKE(PI_Alltoall(sent, -1, MPI_INT, got, -1, MPI_INT, comm));
    EXPECT_ALIKE(PI_Alltoall(sent, 4, MPI_DATATYPE_NULL, got, 4, MPI_INT, comm));
    EXPECT_ALIKE(PI_Alltoall(sent, 4, MPI_INT, got, 4, MPI_DATATYPE_NULL, comm));
    EXPECT_ALIKE(PI_Alltoall(sent, 4, MPI_INT, sent, 4, MPI_INT, comm));
#ifndef OPEN_MPI /* which does not look at addresses */
    EXPECT_ALIKE(PI_Alltoall(NULL, 4, MPI_INT, got, 4, MPI_INT, comm));
    EXPECT_ALIKE(PI_Alltoall(sent, 4, MPI_INT, NULL, 4, MPI_INT, comm));
#endif
    EXPECT_ALIKE(PI_Alltoallv(sent, counts, places, MPI_INT, got, counts, places, MPI_INT, comm));
    EXPECT_ALIKE(
        PI_Alltoallv(sent, counts, places, MPI_DATATYPE_NULL, got, counts, places, MPI_INT, comm));
    EXPECT_ALIKE(PI_Allgather(sent, -4, MPI_INT, got, 4, MPI_INT, comm));
    EXPECT_ALIKE(PI_Bcast(got, 4, MPI_INT, 1000, comm));
    EXPECT_ALIKE(PI_Bcast(got, -4, MPI_INT, 0, comm));
    EXPECT_ALIKE(PI_Gather(sent, 4, MPI_INT, got, 4, MPI_INT, -7, comm));
}

/* Calls that are right, some more than a trial has, between which others are refused. */
static void expect_errors(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    for (int i = 0; i < 30; i++) {
        fill();
        EXPECT_INT(MPI_Alltoall(sent, 20, MPI_INT, got, 20, MPI_INT, comm), MPI_SUCCESS);
        PMPI_Alltoall(sent, 20, MPI_INT, wanted, 20, MPI_INT, comm);
        expect_same("Alltoall");
        if (i % 5 == 0) {
            expect_refused(comm);
        }
    }
    EXPECT_INT(handled, 0);
    MPI_Comm_free(&comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT_ALIKE(PI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_NULL));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* Rank 0 errs alone, in calls that others do not make. */
static void expect_lonely_refused(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; world_rank == 0 && i < 20; i++) {
        EXPECT_INT(class_of(MPI_Bcast(got, 1 + i, MPI_INT, 1000, comm)), MPI_ERR_ROOT);
    }
    for (int i = 0; i < 20; i++) {
        int word = world_rank == 0 ? i : -1;
        EXPECT_INT(MPI_Bcast(&word, 1, MPI_INT, 0, comm), MPI_SUCCESS);
        EXPECT_INT(word, i);
    }
    MPI_Comm_free(&comm);
}

/* Rank 0 errs alone, and makes the call again: the others wait for that one, or have gone on. */
static void expect_one_refused(int size) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 40; i++) {
        const int errs = world_rank == 0 && i % 3 != 2;
        int word = world_rank == 0 ? i : -1;
        int words[RANKS_MOST] = {0};
        if (errs) {
            EXPECT_INT(class_of(MPI_Bcast(&word, 1, MPI_INT, 1000, comm)), MPI_ERR_ROOT);
        }
        EXPECT_INT(MPI_Bcast(&word, 1, MPI_INT, 0, comm), MPI_SUCCESS);
        EXPECT_INT(word, i);
#ifndef OPEN_MPI /* which does not look at addresses */
        word = i + world_rank;
        words[0] = word;
        if (errs) {
            EXPECT_INT(class_of(MPI_Gather(words, 1, MPI_INT, words, 1, MPI_INT, 0, comm)),
                       MPI_ERR_BUFFER);
        }
#endif
        word = i + world_rank;
        EXPECT_INT(MPI_Gather(&word, 1, MPI_INT, words, 1, MPI_INT, 0, comm), MPI_SUCCESS);
        EXPECT(world_rank != 0 || words[size - 1] == i + size - 1);
    }
    MPI_Comm_free(&comm);
}

static void expect_intercommunicator(int size) {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm inter = MPI_COMM_NULL;
    if (size == 1) {
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, world_rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, world_rank == 0, 7, &inter);
    for (int i = 0; i < 20; i++) {
        fill();
        MPI_Alltoall(sent, 4, MPI_INT, got, 4, MPI_INT, inter);
        PMPI_Alltoall(sent, 4, MPI_INT, wanted, 4, MPI_INT, inter);
        MPI_Allgather(sent, 4, MPI_INT, got + 100, 4, MPI_INT, inter);
        PMPI_Allgather(sent, 4, MPI_INT, wanted + 100, 4, MPI_INT, inter);
        expect_same("Alltoall and Allgather");
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* More than MPI has at a time; some are called on often enough to be served. */
static void expect_many(int communicators) {
    for (int i = 0; i < communicators; i++) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int call = 0; call < (i % 50 == 0 ? 12 : 3); call++) {
            int in[RANKS_MOST] = {0};
            int out[RANKS_MOST];
            for (int peer = 0; peer < RANKS_MOST; peer++) {
                out[peer] = world_rank + 10 * peer + i;
            }
            MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
            EXPECT_INT(in[0], 10 * world_rank + i);
        }
        MPI_Comm_free(&comm);
    }
}

static void *call_often(void *of) {
    MPI_Comm comm = *(MPI_Comm *)of;
    int failed = 0;
    for (int i = 0; i < 300; i++) {
        int in[RANKS_MOST] = {0};
        int out[RANKS_MOST];
        for (int peer = 0; peer < RANKS_MOST; peer++) {
            out[peer] = world_rank + 10 * peer + i;
        }
        MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm);
        failed += in[0] != 10 * world_rank + i;
    }
    return failed > 0 ? of : NULL;
}

/* Each thread on its own communicator: ranks' threads come in any order. */
static void expect_threads(void) {
    enum { THREADS = 2 };
    pthread_t threads[THREADS];
    MPI_Comm comms[THREADS];
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        EXPECT_INT(pthread_create(&threads[i], NULL, call_often,
                                  &comms[world_rank % 2 == 0 ? i : THREADS - 1 - i]),
                   0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        (void)pthread_join(threads[i], &failed);
        EXPECT(failed == NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        MPI_Comm_free(&comms[i]);
    }
}

int main(int argc, char **argv) {
    const int wants_threads = argc > 1 && strcmp(argv[1], "threads") == 0;
    int level = 0;
    int size = 1;
    MPI_Init_thread(&argc, &argv, wants_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (wants_threads && level == MPI_THREAD_MULTIPLE) {
        expect_threads();
    }
    expect_errors();
    expect_one_refused(size);
    expect_lonely_refused();
    expect_intercommunicator(size);
    expect_many(size <= 2 ? 2500 : 60);
    MPI_Finalize();
    return expect_status();
}
