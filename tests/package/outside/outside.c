/* Transforms a constant with an installed Cornerturn: all of it must end in frequency 0. */
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <cornerturn/version.h>
#include <stdio.h>

int main(int argc, char **argv) {
    const ptrdiff_t extent[3] = {6, 5, 4};
    const ct_fft_problem problem = ct_fft_complex(3, extent);
    ct_fft_plan *plan = NULL;
    void *input = NULL;
    void *output = NULL;
    int good = 0;
    MPI_Init(&argc, &argv);
    if (ct_fft_plan_create(MPI_COMM_WORLD, &problem, NULL, &plan) == CT_OK) {
        ptrdiff_t bytes = ct_fft_input_bytes(plan); /* the spectrum is as large */
        ct_box box = ct_fft_output_box(plan);
        ct_status status = ct_alloc(MPI_COMM_WORLD, bytes, &input);
        if (status == CT_OK) {
            status = ct_alloc(MPI_COMM_WORLD, bytes, &output);
        }
        for (ptrdiff_t i = 0; status == CT_OK && i < bytes / 8; i++) {
            ((double *)input)[i] = i % 2 == 0;
        }
        if (status == CT_OK) {
            status = ct_fft_execute(plan, input, output);
        }
        double first = status == CT_OK ? ((double *)output)[0] : -1;
        good = box.first[0] == 0 ? first > 119.999 && first < 120.001 : first * first < 1e-20;
    }
    if (!good) {
        (void)fprintf(stderr, "outside: %s\n", ct_error_message());
    }
    ct_free(&input);
    ct_free(&output);
    ct_fft_plan_destroy(&plan);
    MPI_Finalize();
    (void)printf("cornerturn %s: %s\n", ct_version(), good ? "good" : "wrong");
    return !good;
}
