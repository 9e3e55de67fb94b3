// Heat in its units and laws of u beside what is known of parabolas and single temperatures.
#include "counted.hpp"
#include "expect.h"
#include "values.hpp"

namespace {

// 3 W/m2 into the low end of a slab, 8 W/m3 inside, out through a film at the other: a parabola,
// whose surface conduction across half a cell finds h^2 / 2 too warm.
void test_slab(const ct::communicator &comm) {
    const int n = 24;
    ct_adi_problem problem = ct::diffusion<double>::box({n, 4});
    problem.face[0][0] = {CT_ADI_FLUX, 0, 0, 3};
    problem.face[0][1] = {CT_ADI_TRANSFER, 5, 0, 1};
    problem.source = 8;
    ct::diffusion<double> heat(comm, problem);
    int thrown = 0;
    try {
        heat.balance();
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
    }
    try {
        heat.set_radiation(0, 0, 1e-8);
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_ARGUMENT;
    }
    EXPECT_INT(thrown, 2);
    heat.set_diffusivity([](double, const double *at) { return 7 + at[0]; });
    heat.set_diffusivity(2, 0);
    heat.set_capacity([](double, const double *) { return 4.0; });
    EXPECT(heat.steady(1e-12).converged);
    const ct::span<const double> middles = heat.middles(0);
    double worst = 0;
    ct::for_each(heat.state_box(), [&](std::size_t index, const auto &at) {
        const double x = middles[static_cast<std::size_t>(at[0])];
        const double wanted = 3.2 + 1.5 * (1 - x) + 2 * (1 - x * x) + 0.5 / (n * n);
        worst = std::max(worst, std::fabs(heat.state()[index] - wanted));
    });
    EXPECT(worst < 1e-8);
    heat.begin_balance();
    heat.step(0.01, 3);
    const ct_adi_balance_sheet sheet = heat.balance();
    EXPECT(std::fabs(sheet.rate[0][0] - 3) < 1e-7 && std::fabs(sheet.rate[0][1] + 11) < 1e-7);
    EXPECT(std::fabs(sheet.source - 0.24) < 1e-12 && std::fabs(sheet.in[0][1] + 0.33) < 1e-8);
    EXPECT(std::fabs(sheet.stored - 4 * heat.integral()) < 1e-11 && std::fabs(sheet.error) < 1e-11);
}

// 3 W/m2 into the low end; out through a film of 5 W/(m2 K), or through a wall at 5 in the middle.
void test_transfer_and_mask(const ct::communicator &comm) {
    const int n = 24;
    ct_adi_problem problem = ct::diffusion<double>::box({n, 4});
    problem.face[0][0] = {CT_ADI_FLUX, 0, 0, 3};
    problem.face[0][1] = {CT_ADI_TRANSFER, 1, 0, 1};
    for (bool has_wall : {false, true}) {
        ct::diffusion<double> heat(comm, problem);
        heat.set_diffusivity(2);
        if (has_wall) {
            heat.set_mask([](double, const double *at) { return at[0] > 0.5 ? 1.0 : 0.0; },
                          {CT_ADI_DIRICHLET, 0, 0, 5});
        } else {
            heat.set_transfer(0, 1, [](double, const double *) { return 5.0; });
        }
        EXPECT(heat.steady(1e-12).converged && heat.steady_rounds().empty());
        const ct::span<const double> middles = heat.middles(0);
        double worst = 0;
        ct::for_each(heat.state_box(), [&](std::size_t index, const auto &at) {
            const double x = middles[static_cast<std::size_t>(at[0])];
            const double wanted = has_wall ? 5 + 1.5 * std::max(0.5 - x, 0.0) : 1.6 + 1.5 * (1 - x);
            worst = std::max(worst, std::fabs(heat.state()[index] - wanted));
            EXPECT(heat.is_masked(static_cast<std::ptrdiff_t>(index)) == (has_wall && x > 0.5));
        });
        EXPECT(worst < 1e-8);
    }
}

// kappa so large that the block is of one temperature.
void test_radiation(const ct::communicator &comm) {
    ct_adi_problem problem = ct::diffusion<double>::box({4, 8});
    problem.face[1][1] = {CT_ADI_TRANSFER, 0, 0, 400};
    ct::diffusion<double> heat(comm, problem);
    heat.set_diffusivity(1e6);
    heat.set_radiation(1, 1, 5e-8, 100);
    heat.set_state(300);
    heat.begin_balance();
    const double rate = 5e-8 * (std::pow(300, 4) - std::pow(200, 4));
    EXPECT(std::fabs(heat.balance().rate[1][1] / rate - 1) < 1e-5);
}

// kappa = 1 + u at the begin of a step of the locally one-dimensional scheme beside the field of
// these numbers; (1 + u) du/dt = 8 u: log(u) + u = 1 + 8 t.
void test_laws(const ct::communicator &comm) {
    ct::diffusion_options options;
    options.scheme = CT_ADI_LOD;
    ct::diffusion<double> heat(comm, ct::diffusion<double>::box({12, 10}), options);
    ct::diffusion<double> linear(comm, ct::diffusion<double>::box({12, 10}), options);
    std::vector<double> start, kappa;
    ct::for_each(heat.state_box(), [&](std::size_t, const auto &at) {
        start.push_back(1 + value_at<double>(at[0], at[1]));
        kappa.push_back(1 + start.back());
    });
    heat.set_state(start);
    linear.set_state(start);
    linear.set_diffusivity(kappa);
    const auto more = [](double, const double *, double u) { return 1 + u; };
    heat.set_laws(more);
    heat.step(0.01);
    linear.step(0.01);
    double worst = 0;
    for (std::size_t i = 0; i < heat.state().size(); i++) {
        worst = std::max(worst, std::fabs(heat.state()[i] - linear.state()[i]));
    }
    EXPECT(worst < 1e-12);
    int thrown = 0;
    heat.set_laws([](double, const double *, double u) { return -u; });
    try {
        heat.step(0.01);
    } catch (const ct::error &error) {
        thrown += error.status() == CT_ERROR_UNSUPPORTED;
    }
    heat.set_laws(
        [](double, const double *, double) -> double { throw std::domain_error("mine"); });
    try {
        heat.step(0.01);
    } catch (const std::domain_error &) {
        thrown++;
    }
    EXPECT_INT(thrown, 2);

    ct::diffusion<double> grown(comm, ct::diffusion<double>::box({8, 6}));
    grown.set_state(1);
    grown.set_laws(
        nullptr, [](double, const double *, double u) { return 8 * u; }, more);
    ct::diffusion<double> moved = std::move(grown); // laws still in their places
    moved.step(1e-3, 100);
    for (double u : moved.state()) {
        EXPECT(std::fabs(std::log(u) + u - 1.8) < 1e-5);
    }
}

} // namespace

// A velocity whose divergence is 1 thins u out everywhere alike.
void test_advection(const ct::communicator &comm) {
    for (bool is_field : {false, true}) {
        ct::diffusion<double> heat(comm, ct::diffusion<double>::box({12, 4}));
        const ct_box box = heat.state_box();
        std::vector<double> field;
        for (std::ptrdiff_t i = 0; i < (box.count[0] + 1) * box.count[1]; i++) {
            field.push_back(static_cast<double>(box.first[0] + i / box.count[1]) / 12);
        }
        heat.set_diffusivity(0);
        heat.set_state(2);
        if (is_field) {
            heat.set_velocity(0, field);
        } else {
            heat.set_velocity(0, [](double, const double *at) { return at[0]; });
        }
        heat.set_advection(CT_ADI_TVD);
        heat.step(0.1);
        EXPECT(heat.advected().steps == 1 && heat.advected().substeps == 4);
        for (double u : heat.state()) {
            EXPECT(std::fabs(u - 2 * std::exp(-0.1)) < 1e-4);
        }
    }
}

int test_heat() {
    const ct::communicator comm;
    test_slab(comm);
    test_transfer_and_mask(comm);
    test_advection(comm);
    test_radiation(comm);
    test_laws(comm);
    return expect_status() ? 1 + expect_failed : 0;
}
