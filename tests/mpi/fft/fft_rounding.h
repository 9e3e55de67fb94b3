/* Doubles that travel as floats: fields of a batch are rounded as in single executions, and the
 * saved bytes of all executions count; of floats nothing can be rounded. */
#ifndef CT_TESTS_FFT_ROUNDING_H
#define CT_TESTS_FFT_ROUNDING_H

#include "expect.h"

#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

static inline void expect_rounding(int size) {
    enum { FIELDS = 3 };
    static const ptrdiff_t shape[3] = {8, 9, 10};
    ct_fft_problem problem = ct_fft_complex(3, shape);
    const ct_fft_options options = {.exchange = {.algorithm = "direct",
                                                 .transport = CT_TRANSPORT_MESSAGES,
                                                 .precision = CT_MESSAGES_FLOAT}};
    ct_fft_plan *plan = NULL;
    void *arrays[2 + FIELDS] = {NULL};
    const void *inputs[FIELDS];
    ct_exchange_losses losses = {.saved_bytes = -1};
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_OK);
    for (int i = 0; i < 2 + FIELDS; i++) {
        const ptrdiff_t bytes = i == 0 ? ct_fft_input_bytes(plan) : ct_fft_output_bytes(plan);
        EXPECT_INT(ct_alloc(MPI_COMM_WORLD, bytes, &arrays[i]), CT_OK);
    }
    for (ptrdiff_t i = 0; i < ct_fft_input_bytes(plan) / (ptrdiff_t)sizeof(double); i++) {
        ((double *)arrays[0])[i] = sin(0.7 * (double)i);
    }
    for (int i = 0; i < FIELDS; i++) {
        inputs[i] = arrays[0];
    }
    EXPECT_INT(ct_fft_execute(plan, arrays[0], arrays[1]), CT_OK);
    EXPECT_INT(ct_fft_execute_many(plan, FIELDS, inputs, arrays + 2), CT_OK);
    for (int i = 0; i < FIELDS; i++) {
        EXPECT(memcmp(arrays[2 + i], arrays[1], (size_t)ct_fft_output_bytes(plan)) == 0);
    }
    EXPECT_INT(ct_fft_rounding(plan, &losses), CT_OK);
    EXPECT(losses.saved_bytes == (1 + FIELDS) * ct_fft_moved_bytes(plan) / 2);
    EXPECT((losses.worst > 0) == (size > 1) && losses.worst <= ldexp(1, -24));
    MPI_Barrier(MPI_COMM_WORLD);
    ct_fft_plan_destroy(&plan);
    for (int i = 0; i < 2 + FIELDS; i++) {
        ct_free(&arrays[i]);
    }
    problem.precision = CT_FLOAT;
    EXPECT_INT(ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &plan), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "nothing to round");
}

#endif
