/* Several arrays at once: each becomes what it does alone, with as many messages as one of them. */
#ifndef CT_TESTS_MANY_H
#define CT_TESTS_MANY_H

#include "expect.h"

#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>
#include <stdlib.h>
#include <string.h>

static int many_messages;

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    many_messages++;
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

/* Of `bytes` of an input and an output. With messages it is counted how many. */
static inline void expect_many(ct_redistribute_plan *plan, const ptrdiff_t bytes[2],
                               int is_by_messages) {
    enum { MOST = 4 };
    void *arrays[MOST + 1][2] = {{NULL}}; /* the last is for results of one alone */
    void *wanted = malloc((size_t)bytes[1] + 1);
    const void *inputs[MOST + 1];
    void *outputs[MOST + 1];
    for (int i = 0; i <= MOST; i++) {
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[0] + 8, &arrays[i][0]), CT_OK);
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes[1] + 8, &arrays[i][1]), CT_OK);
        for (ptrdiff_t e = 0; e < bytes[0]; e++) {
            ((unsigned char *)arrays[i][0])[e] = (unsigned char)(e * 7 + i * 31L + e / 256);
        }
        inputs[i] = arrays[i][0];
        outputs[i] = arrays[i][1];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int n = MOST; n >= 0; n--) {
        for (int i = 0; i <= MOST; i++) {
            memset(outputs[i], 0x5a, (size_t)bytes[1]);
        }
        if (n > 1) { /* what is planned first is not counted */
            EXPECT_INT(ct_redistribute_execute_many(plan, n, inputs, outputs), CT_OK);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        many_messages = 0;
        EXPECT_INT(ct_redistribute_execute_many(plan, n, inputs, outputs), CT_OK);
        const int messages = many_messages;
        MPI_Barrier(MPI_COMM_WORLD); /* others may still read */
        for (int i = 0; i < n; i++) {
            void *alone = outputs[MOST];
            memcpy(wanted, outputs[i], (size_t)bytes[1]);
            memset(alone, 0x5a, (size_t)bytes[1]);
            many_messages = 0;
            EXPECT_INT(ct_redistribute_execute(plan, inputs[i], alone), CT_OK);
            EXPECT_INT(memcmp(wanted, alone, (size_t)bytes[1]), 0);
            EXPECT(!is_by_messages || messages == many_messages);
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    for (int i = 0; i <= MOST; i++) {
        ct_free(&arrays[i][0]);
        ct_free(&arrays[i][1]);
    }
    free(wanted);
}

/* Another number on one rank, or an array missing there, and nothing is written. */
static inline void expect_many_refused(ct_redistribute_plan *plan, int is_last, ptrdiff_t bytes,
                                       void *const arrays[2]) {
    const void *inputs[2] = {arrays[0], is_last ? NULL : arrays[0]};
    void *outputs[2] = {arrays[1], arrays[1]};
    memset(arrays[1], 0x5a, (size_t)bytes);
    EXPECT_INT(ct_redistribute_execute_many(plan, 2, inputs, outputs), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "no array");
    EXPECT_INT(ct_redistribute_execute_many(plan, is_last ? -1 : 1, inputs, outputs),
               CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_redistribute_execute_many(plan, 1, is_last ? NULL : inputs, outputs),
               CT_ERROR_ARGUMENT);
    for (ptrdiff_t i = 0; i < bytes; i++) {
        EXPECT_INT(((const char *)arrays[1])[i], 0x5a);
    }
}

#endif
