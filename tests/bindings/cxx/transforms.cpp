// Transforms beside sums of exponentials, cosines and waves; spectra, Poisson's equation and
// diffusion beside what theory says.
#include "counted.hpp"
#include "expect.h"

#include <cornerturn.hpp>
#include <numeric>

namespace ct = cornerturn;
using std::ptrdiff_t;

namespace {

constexpr double pi = 3.14159265358979323846;

// Any array, the same on all ranks.
template <class T> T value_at(ptrdiff_t i, ptrdiff_t j) {
    const double re = std::cos(static_cast<double>(3 * i * i + 7 * j + i * j));
    if constexpr (ct::number<T>::is_complex) {
        return T(static_cast<typename T::value_type>(re),
                 static_cast<typename T::value_type>(std::sin(static_cast<double>(i + 5 * j * j))));
    } else {
        return static_cast<T>(re);
    }
}

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

template <class T> double error_of(const ct_box &box, ct::span<const T> array) {
    double worst = 0;
    ct::for_each(box, [&](std::size_t index, const auto &at) {
        worst = std::max(worst,
                         static_cast<double>(std::abs(array[index] - value_at<T>(at[0], at[1]))));
    });
    return worst;
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

void test_spectra(const ct::communicator &comm) {
    ct::fft<double> transform(comm, {16, 6});
    ct::buffer<double> array = transform.make_array();
    auto modes = transform.make_spectrum();
    const ct::spectrum<double> spectrum(transform, {0.5, 1.0}); // 8 long
    const double k = 2 * pi * 2 / 8;
    ct::for_each(transform.array_box(), [&](std::size_t index, const auto &at) {
        array[index] = 3 + std::sin(k * 0.5 * static_cast<double>(at[0]));
    });
    transform.forward(array, modes);
    EXPECT(std::fabs(spectrum.wavenumber(0, 14) + 0.25) < 1e-15);
    const double mean = spectrum.mean(modes);
    EXPECT(std::fabs(mean - (comm.rank() == 0 ? 3 : 0)) < 1e-14);
    std::vector<double> power(spectrum.bins(0.125)), counts(power.size());
    spectrum.add_power(modes, 0.125, power, counts);
    double sums[2] = {std::accumulate(power.begin(), power.end(), 0.0),
                      std::accumulate(counts.begin(), counts.end(), 0.0)};
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, comm);
    EXPECT(std::fabs(sums[0] - 9.5) < 1e-12 && sums[1] == 96);
    spectrum.apply(ct::filters::gradient(0), modes);
    transform.inverse(modes, array);
    double worst = 0;
    ct::for_each(transform.array_box(), [&](std::size_t index, const auto &at) {
        worst = std::max(
            worst, std::fabs(array[index] - k * std::cos(k * 0.5 * static_cast<double>(at[0]))));
    });
    EXPECT(worst < 1e-12);
}

// sin along an axis between zeros or periodic, cos along one between walls.
void test_poisson(const ct::communicator &comm, ct_boundary first) {
    const double waves = first == CT_BOUNDARY_PERIODIC ? 2 * pi : pi;
    ct::poisson<double> poisson(comm, {16, 12}, {first, CT_BOUNDARY_NEUMANN}, {1.0 / 16, 1.0 / 12});
    ct::buffer<double> f = poisson.make_array(), u = poisson.make_array();
    const auto wanted = [&](const auto &at) {
        return std::sin(waves * (static_cast<double>(at[0]) + 0.5) / 16) *
               std::cos(pi * (static_cast<double>(at[1]) + 0.5) / 12);
    };
    ct::for_each(poisson.box(), [&](std::size_t index, const auto &at) {
        f[index] = -(waves * waves + pi * pi) * wanted(at);
    });
    poisson.solve(f, u);
    double worst = 0;
    ct::for_each(poisson.box(), [&](std::size_t index, const auto &at) {
        worst = std::max(worst, std::fabs(u[index] - wanted(at)));
    });
    EXPECT(worst < 1e-13);
}

// A wave between cold ends decays as exp(-kappa pi^2 t); a source holds a parabola.
void test_diffusion(const ct::communicator &comm) {
    ct_adi_problem problem = ct::diffusion<double>::box({32, 32});
    problem.face[0][0].kind = problem.face[0][1].kind = CT_ADI_DIRICHLET;
    ct::diffusion<double> heat(comm, problem);
    heat.set_diffusivity(0.1);
    heat.set_state([](double, const double *at) { return std::sin(pi * at[0]); });
    heat.step(0.01, 100);
    EXPECT(std::fabs(heat.time() - 1) < 1e-12);
    const double decay = std::exp(-0.1 * pi * pi);
    const ct::span<const double> x = heat.middles(0);
    double worst = 0;
    ct::for_each(heat.state_box(), [&](std::size_t index, const auto &at) {
        worst =
            std::max(worst, std::fabs(heat.state()[index] -
                                      decay * std::sin(pi * x[static_cast<std::size_t>(at[0])])));
    });
    EXPECT(worst < 1e-3 && worst > 0);
    EXPECT(std::fabs(heat.integral() - decay * 2 / pi) < 1e-3);
    EXPECT(heat.range().second < 1 && heat.value({16, 3}) > 0.3);
    ct::diffusion<double> moved = std::move(heat); // functions and fields still in their places
    moved.set_source(std::vector<double>(moved.state().size(), 1.0));
    moved.set_boundary(0, 0, [](double, const double *at) { return 0 * at[1]; });
    EXPECT(moved.steady(1e-8).converged);
    EXPECT(std::fabs(moved.value({16, 3}) - (x[16] - x[16] * x[16]) / 0.2) < 5e-3);
    int thrown = 0;
    try { // where the rank has some of it; the others hear that a value is not finite
        moved.set_state([](double, const double *) -> double { throw std::domain_error("mine"); });
    } catch (const std::domain_error &) {
        thrown++;
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
    }
    EXPECT_INT(thrown, 1);
    moved.step(0.01);

    ct::diffusion_options options;
    options.scheme = CT_ADI_LOD;
    ct::diffusion<float> image(comm, ct::diffusion<float>::box({16, 16}), options);
    image.set_nonlinearity(CT_ADI_PERONA_MALIK, 1e3);
    image.set_state(std::vector<float>(image.state().size(), 2.0F));
    image.step(0.1);
    EXPECT(std::fabs(image.range().first - 2) < 1e-5);
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
    test_spectra(comm);
    test_poisson(comm, CT_BOUNDARY_PERIODIC);
    test_poisson(comm, CT_BOUNDARY_DIRICHLET);
    test_diffusion(comm);
    return expect_status() ? 1 + expect_failed : 0;
}
