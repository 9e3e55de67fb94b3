// A cosine transform of rows in C++ and back, with an installed Cornerturn.
#include <cmath>
#include <cornerturn/fft.h>
#include <cornerturn/memory.h>
#include <cstdio>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const ptrdiff_t extent[] = {6, 10};
    ct_fft_problem problem = ct_fft_complex(2, extent);
    problem.kind[0] = CT_FFT_NONE;
    problem.kind[1] = CT_FFT_DCT2;
    ct_fft_options options = {};
    options.in_place = 1;
    ct_fft_plan *there = nullptr, *back = nullptr;
    bool good = ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &there) == CT_OK;
    options.direction = CT_INVERSE;
    good = good && ct_fft_plan_create(MPI_COMM_WORLD, &problem, &options, &back) == CT_OK;
    void *array = nullptr;
    good = good && ct_alloc(MPI_COMM_WORLD, ct_fft_input_bytes(there), &array) == CT_OK;
    ptrdiff_t count = good ? ct_fft_input_bytes(there) / (ptrdiff_t)sizeof(double) : 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        static_cast<double *>(array)[i] = (double)(i % 7);
    }
    good = good && ct_fft_execute(there, array, array) == CT_OK;
    good = good && ct_fft_execute(back, array, array) == CT_OK;
    for (ptrdiff_t i = 0; i < count; i++) {
        good = good && std::fabs(static_cast<double *>(array)[i] - (double)(i % 7)) < 1e-12;
    }
    ct_free(&array);
    ct_fft_plan_destroy(&there);
    ct_fft_plan_destroy(&back);
    std::printf("C++: %s\n", good ? "good" : ct_error_message());
    MPI_Finalize();
    return !good;
}
