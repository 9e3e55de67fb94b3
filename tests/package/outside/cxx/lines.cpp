// A cosine transform of rows in C++ and back, with an installed Cornerturn.
#include <cmath>
#include <cornerturn.hpp>
#include <cstdio>

int main(int argc, char **argv) {
    cornerturn::environment mpi(argc, argv);
    cornerturn::fft_options options;
    options.in_place = 1;
    cornerturn::fft<double, double> lines(
        MPI_COMM_WORLD, cornerturn::fft_problem({6, 10}, {CT_FFT_NONE, CT_FFT_DCT2}), options);
    const auto array = lines.make_array();
    for (std::size_t i = 0; i < array.size(); i++) {
        array[i] = (double)(i % 7);
    }
    lines.forward(array, array);
    bool good = array.size() == 0 ||
                std::fabs(array[0] - 2 * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 0 + 1 + 2)) < 1e-12;
    lines.inverse(array, array);
    for (std::size_t i = 0; i < array.size(); i++) {
        good = good && std::fabs(array[i] - (double)(i % 7)) < 1e-12;
    }
    std::printf("C++: %s\n", good ? "good" : "wrong");
    return !good;
}
