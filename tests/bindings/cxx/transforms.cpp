// Transforms beside sums of exponentials and cosines.
#include "counted.hpp"
#include "expect.h"
#include "values.hpp"

namespace {

// Its Fourier coefficient, term by term.
template <class T>
std::complex<double> coefficient(ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t k, ptrdiff_t l) {
    std::complex<double> sum = 0;
    for (ptrdiff_t i = 0; i < rows; i++) {
        for (ptrdiff_t j = 0; j < columns; j++) {
            const double turns =
                static_cast<double>(k * i % rows) / static_cast<double>(rows) +
                static_cast<double>(l * j % columns) / static_cast<double>(columns);
            sum += std::complex<double>(value_at<T>(i, j)) * std::polar(1.0, -2 * pi * turns);
        }
    }
    return sum;
}

template <class T> void fill(const ct_box &box, ct::span<T> array) {
    ct::for_each(
        box, [&](std::size_t index, const auto &at) { array[index] = value_at<T>(at[0], at[1]); });
}

// There and back, apart and in place, several at once.
template <class T> void test_fourier(const ct::communicator &comm, double tolerance) {
    using complex = std::complex<typename ct::number<T>::real>;
    ct::fft<T> transform(comm, {9, 8});
    ct::buffer<T> array = transform.make_array(), again = transform.make_array();
    ct::buffer<complex> spectrum = transform.make_spectrum();
    fill<T>(transform.array_box(), array);
    const auto error_there = [&](const ct_box &box, ct::span<const complex> found) {
        double worst = 0;
        ct::for_each(box, [&](std::size_t index, const auto &at) {
            worst = std::max(worst, std::abs(std::complex<double>(found[index]) -
                                             coefficient<T>(9, 8, at[0], at[1])));
        });
        return worst;
    };
    transform.forward(array, spectrum);
    EXPECT(error_there(transform.spectrum_box(), spectrum) < 100 * tolerance);
    EXPECT(transform.round_trip_error(array, spectrum) < tolerance);
    transform.inverse(spectrum, again);
    EXPECT(error_of<T>(transform.array_box(), again) < 10 * tolerance);

    ct::buffer<complex> second = transform.make_spectrum();
    transform.forward({ct::span<const T>(array), ct::span<const T>(again)},
                      {ct::span<complex>(spectrum), ct::span<complex>(second)});
    EXPECT(error_there(transform.spectrum_box(), second) < 100 * tolerance);

    ct::fft_options options;
    options.in_place = 1;
    ct::fft<T> within(comm, {9, 8}, options);
    ct::buffer<T> both = within.make_array();
    fill<T>(within.array_box(), both);
    const ct::span<complex> found = within.forward(ct::span<T>(both));
    EXPECT(error_there(within.spectrum_box(), found) < 100 * tolerance);
    EXPECT(error_of<T>(within.array_box(), within.inverse(found)) < 10 * tolerance);

    const auto blocks = ct::decomposition::blocks({9, 8}, {1, comm.size()}).ghosts(0, 1, 0);
    ct::fft<T> decomposed(comm, transform.problem(), {}, blocks);
    ct::buffer<T> other = decomposed.make_array();
    EXPECT_INT(other.size(), blocks.elements(comm));
    const auto rows = ct::decomposition::blocks({9, 8}, {comm.size(), 1});
    ct::buffer<T> dense = ct::make_buffer<T>(comm, rows);
    fill<T>(ct_slab(2, transform.problem().extent, 0, comm.size(), comm.rank()), dense);
    ct::redistribute_plan<T>(comm, rows, blocks).execute(dense, other);
    decomposed.forward(other, spectrum);
    EXPECT(error_there(decomposed.spectrum_box(), spectrum) < 100 * tolerance);
}

void test_cosines(const ct::communicator &comm) {
    ct::fft<double, double> cosines(comm, ct::fft_problem({6, 10}, {CT_FFT_NONE, CT_FFT_DCT2}));
    ct::buffer<double> array = cosines.make_array(), spectrum = cosines.make_spectrum();
    fill<double>(cosines.array_box(), array);
    cosines.forward(array, spectrum);
    double worst = 0;
    ct::for_each(cosines.spectrum_box(), [&](std::size_t index, const auto &at) {
        double sum = 0;
        for (ptrdiff_t j = 0; j < 10; j++) {
            sum += 2 * value_at<double>(at[0], j) *
                   std::cos(pi * (static_cast<double>(j) + 0.5) * static_cast<double>(at[1]) / 10);
        }
        worst = std::max(worst, std::fabs(sum - spectrum[index]));
    });
    EXPECT(worst < 1e-12);
}

// Halves every coefficient and takes the mean away, in the cache.
void test_filter(const ct::communicator &comm) {
    using complex = std::complex<double>;
    ct::fft_filter<double> filter(comm, {9, 8});
    ct::buffer<double> input = filter.make_array(), output = filter.make_array();
    fill<double>(filter.box(), input);
    const double mean = coefficient<double>(9, 8, 0, 0).real() / 72;
    filter.execute(input, output, [](const ct::tile<complex> &tile) {
        tile.for_each(
            [](const auto &at, complex &value) { value *= at[0] == 0 && at[1] == 0 ? 0 : 0.5; });
    });
    double worst = 0;
    ct::for_each(filter.box(), [&](std::size_t index, const auto &) {
        worst = std::max(worst, std::fabs(output[index] - (input[index] - mean) / 2));
    });
    EXPECT(worst < 1e-14);
    int caught = 0, called = 0;
    try {
        filter.execute(input, output, [&](const ct::tile<complex> &) {
            called++;
            throw std::out_of_range("of the hook");
        });
    } catch (const std::out_of_range &) {
        caught = 1;
    }
    EXPECT_INT(caught, called > 0);
}

void test_errors(const ct::communicator &comm) {
    ct::fft<double> transform(comm, {9, 8});
    ct::buffer<double> array = transform.make_array();
    ct::buffer<std::complex<double>> spectrum = transform.make_spectrum();
    fill<double>(transform.array_box(), array);
    const bool is_last = comm.rank() == comm.size() - 1;
    int thrown = 0;
    try { // short on the last rank alone
        transform.forward(ct::span<const double>(array.data(), array.size() - is_last), spectrum);
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
        EXPECT_TEXT(error.what(), is_last ? "the input has" : "");
    }
    try {
        transform.forward(ct::span<double>(array));
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
        EXPECT_TEXT(error.what(), "options.in_place");
    }
    try {
        ct::fft<double> wrong(comm, ct::fft_problem({9, 8}, {CT_FFT_DCT1, CT_FFT_NONE}));
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
        EXPECT_TEXT(error.what(), "cosines and sines of either to the same");
    }
    EXPECT_INT(thrown, 3);
    transform.forward(array, spectrum);
    EXPECT(transform.round_trip_error(array, spectrum) < 1e-15);
}

} // namespace

int test_transforms() {
    const ct::communicator comm;
    test_fourier<double>(comm, 1e-14);
    test_fourier<float>(comm, 1e-6);
    test_fourier<std::complex<double>>(comm, 1e-14);
    test_fourier<std::complex<float>>(comm, 1e-6);
    test_cosines(comm);
    test_filter(comm);
    test_errors(comm);
    return expect_status() ? 1 + expect_failed : 0;
}
