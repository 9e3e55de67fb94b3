// Spectra, Poisson's equation, implicit steps and tridiagonal systems beside what theory says.
#include "counted.hpp"
#include "expect.h"
#include "refusals.hpp"
#include "values.hpp"

#include <numeric>

namespace {

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
    expect_error(CT_ERROR_ARGUMENT, "allowed: 0 to 1", [&] { (void)spectrum.wavenumber(2, 0); });
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
template <class T>
void test_poisson(const ct::communicator &comm, ct_boundary first, ct_poisson_symbol symbol) {
    using real = typename ct::number<T>::real;
    const double kx = first == CT_BOUNDARY_PERIODIC ? 2 * pi : pi, tolerance = 1e-13;
    const double hx = 1.0 / 16, hy = 1.0 / 12;
    const auto square = [&](double k, double h) { // the symbol of -d2/dx2
        return symbol == CT_POISSON_SPECTRAL ? k * k : (2 - 2 * std::cos(k * h)) / (h * h);
    };
    ct::poisson_options options;
    options.shift = 2;
    options.symbol = symbol;
    ct::poisson_plan<T> plan(comm, {16, 12}, {hx, hy}, {first, CT_BOUNDARY_NEUMANN}, options);
    ct::buffer<T> f = plan.make_array(), u = plan.make_array();
    const double offset = ct_poisson_offset(first, CT_POINTS_CELL);
    const auto x = [&](const auto &at) { return (static_cast<double>(at[0]) + offset) * hx; };
    const auto y = [&](const auto &at) { return (static_cast<double>(at[1]) + 0.5) * hy; };
    const auto error = [&](auto &&wanted) {
        double worst = 0;
        ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
            const double found = static_cast<double>(std::real(u[index]));
            worst = std::max(worst, std::fabs(found - wanted(at)));
        });
        return worst;
    };
    const auto wave = [&](const auto &at) { return std::sin(kx * x(at)) * std::cos(pi * y(at)); };
    const double factor = square(kx, hx) + square(pi, hy) + options.shift;
    ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
        f[index] = static_cast<real>(factor * wave(at));
    });
    plan.solve(f, u);
    EXPECT(error(wave) < (sizeof(real) == 4 ? 1e-5 : tolerance));
    EXPECT(!plan.reason().empty());
    plan.gradient(0, f, u);
    const double slope = symbol == CT_POISSON_SPECTRAL ? kx : std::sin(kx * hx) / hx;
    EXPECT(error([&](const auto &at) {
               return slope * std::cos(kx * x(at)) * std::cos(pi * y(at));
           }) < (sizeof(real) == 4 ? 1e-4 : 1e-12));
}

// Ones, of which there is no u; without their mean it is 0.
void test_poisson_mean(const ct::communicator &comm) {
    const ct::per_axis<ct_boundary> boundary{CT_BOUNDARY_PERIODIC, CT_BOUNDARY_NEUMANN};
    for (bool removes_mean : {false, true}) {
        ct::poisson_options options;
        options.removes_mean = removes_mean;
        ct::poisson_plan<double> plan(comm, {6, 4}, {1, 1}, boundary, options);
        ct::buffer<double> f = plan.make_array(), u = plan.make_array();
        std::fill(f.begin(), f.end(), 1.0);
        int thrown = 0;
        try {
            plan.solve(f, u);
        } catch (const ct::error &failure) {
            thrown = failure.status() == CT_ERROR_ARGUMENT;
        }
        EXPECT_INT(thrown, !removes_mean);
        EXPECT(
            std::all_of(u.begin(), u.end(), [](double each) { return std::fabs(each) < 1e-14; }));
    }
}

// A Gaussian in free space along the second axis, one wave along the first.
void test_poisson_unbounded(const ct::communicator &comm) {
    const double squared = 0.0036;
    ct::poisson_options options;
    ct::poisson_plan<double> plan(comm, {6, 40}, {2 * pi / 6, 1.0 / 40},
                                  {CT_BOUNDARY_PERIODIC, CT_BOUNDARY_UNBOUNDED});
    ct::buffer<double> f = plan.make_array(), u = plan.make_array(), slope = plan.make_array();
    const auto y = [](const auto &at) { return (static_cast<double>(at[1]) - 19.5) / 40; };
    const auto exact = [&](const auto &at) {
        return std::cos(2 * pi / 6 * static_cast<double>(at[0])) *
               std::exp(-y(at) * y(at) / (2 * squared));
    };
    ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
        f[index] = (1 + (1 - y(at) * y(at) / squared) / squared) * exact(at);
    });
    plan.solve(f, u);
    plan.gradient(1, f, slope);
    double worst = 0, steepest = 0;
    ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
        worst = std::max(worst, std::fabs(u[index] - exact(at)));
        steepest = std::max(steepest, std::fabs(slope[index] + y(at) / squared * exact(at)));
    });
    EXPECT(worst < 1e-12);
    EXPECT(steepest < 1e-10);
    options.order = 5;
    std::string message;
    try {
        ct::poisson_plan<double> wrong(comm, {8}, {1}, {CT_BOUNDARY_UNBOUNDED}, options);
    } catch (const ct::error &failure) {
        message = failure.what();
    }
    EXPECT(message.find("order 5") != std::string::npos);
}

// Cells of two widths along the first axis: u is the middle of the cell, whose upper end lacks 7.
void test_poisson_widths(const ct::communicator &comm) {
    ct::poisson_options options;
    options.symbol = CT_POISSON_SECOND;
    options.faces = {0, 1, 2, 3, 5, 7};
    const ct::per_axis<ct_boundary> boundary{CT_BOUNDARY_DIRICHLET, CT_BOUNDARY_PERIODIC};
    ct::poisson_plan<double> plan(comm, {5, 6}, {1, 1}, boundary, options);
    ct::buffer<double> f = plan.make_array(), u = plan.make_array();
    ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
        f[index] = at[0] == 4 ? 7.0 / (1 * 2) : 0;
    });
    plan.solve(f, u);
    double worst = 0;
    ct::for_each(plan.box(), [&](std::size_t index, const auto &at) {
        const auto cell = static_cast<std::size_t>(at[0]);
        const double middle = (options.faces[cell] + options.faces[cell + 1]) / 2;
        worst = std::max(worst, std::fabs(u[index] - middle));
    });
    EXPECT(worst < 1e-13);
    options.faces.pop_back();
    int thrown = 0;
    try {
        ct::poisson_plan<double> wrong(comm, {5, 6}, {1, 1}, boundary, options);
    } catch (const ct::error &failure) {
        thrown = failure.status() == CT_ERROR_ARGUMENT;
    }
    EXPECT_INT(thrown, 1);
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

// Right sides of known solutions, along the axis that is distributed.
template <class T> void test_tridiagonal(const ct::communicator &comm, bool is_variable) {
    const ptrdiff_t rows = 9, columns = 4;
    const auto slabs = ct::decomposition::blocks({rows, columns}, {comm.size(), 1});
    const auto factor = [&](ptrdiff_t i, ptrdiff_t j) { // of the diagonal, at least 3
        return 3.0 + static_cast<double>(i % 2) + (is_variable ? 0.25 * static_cast<double>(j) : 0);
    };
    ct::tridiagonal_options options;
    options.is_cyclic = true;
    options.is_variable = is_variable;
    ct::tridiagonal_plan<T> plan(comm, slabs, 0, options);
    using real = typename ct::tridiagonal_plan<T>::real;
    ct::buffer<T> array = ct::make_buffer<T>(comm, slabs);
    std::vector<real> sides(plan.size(), real(-1)), middles(plan.size());
    const ptrdiff_t extent[] = {rows, columns};
    const ct_box box = ct_slab(2, extent, 0, comm.size(), comm.rank());
    ct::for_each(box, [&](std::size_t index, const auto &at) {
        const ptrdiff_t i = at[0], j = at[1];
        middles[index] = static_cast<real>(factor(i, j));
        array[index] = static_cast<real>(factor(i, j)) * value_at<T>(i, j) -
                       value_at<T>((i + rows - 1) % rows, j) - value_at<T>((i + 1) % rows, j);
    });
    if (is_variable) {
        plan.factorise_each(sides, middles, sides);
    } else {
        std::vector<double> off(rows, -1.0), diagonal;
        for (ptrdiff_t i = 0; i < rows; i++) {
            diagonal.push_back(factor(i, 0));
        }
        plan.factorise(off, diagonal, off);
        int thrown = 0;
        try {
            plan.factorise(off, ct::span<const double>(diagonal.data(), 3), off);
        } catch (const ct::error &error) {
            thrown = error.status() == CT_ERROR_ARGUMENT;
        }
        EXPECT_INT(thrown, 1);
        plan.factorise(off, diagonal, off);
    }
    plan.solve(array);
    EXPECT(error_of<T>(box, array) < (sizeof(real) == 4 ? 1e-5 : 1e-13));
    EXPECT(!plan.reason().empty());
}

} // namespace

int test_solutions() {
    const ct::communicator comm;
    test_spectra(comm);
    test_poisson<double>(comm, CT_BOUNDARY_PERIODIC, CT_POISSON_SPECTRAL);
    test_poisson<float>(comm, CT_BOUNDARY_DIRICHLET, CT_POISSON_SPECTRAL);
    test_poisson<std::complex<double>>(comm, CT_BOUNDARY_PERIODIC, CT_POISSON_SECOND);
    test_poisson_mean(comm);
    test_poisson_unbounded(comm);
    test_poisson_widths(comm);
    test_diffusion(comm);
    EXPECT_INT(test_heat(), 0);
    test_tridiagonal<double>(comm, false);
    test_tridiagonal<float>(comm, true);
    test_tridiagonal<std::complex<double>>(comm, true);
    return expect_status() ? 1 + expect_failed : 0;
}
