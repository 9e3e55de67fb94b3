// What plans tell of themselves, and which numbers they refuse, by way of C++.
#include "counted.hpp"
#include "expect.h"
#include "refusals.hpp"

#include <cstdint>
#include <string>

namespace {

bool has(const std::string &text, const std::string &words) {
    return text.find(words) != std::string::npos;
}

void test_exchanges(const ct::communicator &comm) {
    ct::exchange_plan<double> plan(comm, 4);
    EXPECT(has(ct::explain(plan), "* " + plan.algorithm()));
    EXPECT(has(ct::explain(plan), plan.reason()));
    EXPECT(has(ct::ranking(plan)[0].algorithm, plan.algorithm()));
    EXPECT(ct::held_bytes(plan) > 0);
    EXPECT(ct::moved_bytes(plan) == 32.0 * comm.size() * (comm.size() - 1));
    EXPECT(ct::rounding(plan).saved_bytes == 0);
    const ct::decomposition rows = ct::decomposition::blocks({6, 4}, {comm.size(), 1});
    const ct::redistribute_plan<double> moved(comm, rows,
                                              ct::decomposition::blocks({6, 4}, {1, comm.size()}));
    EXPECT(has(ct::explain(moved), "chosen: "));
    EXPECT(ct::moved_bytes(moved) == moved.total_bytes() && ct::held_bytes(moved) > 0);
    EXPECT(ct::rounding(moved).worst == 0);
    const ct::halo_plan<double> halo(
        comm, ct::decomposition::blocks({2 * comm.size()}, {comm.size()}).ghosts(0, 1, 1));
    EXPECT(has(ct::explain(halo), "chosen: ") && ct::held_bytes(halo) > 0);
}

void test_solvers(const ct::communicator &comm) {
    ct::fft<std::complex<double>> fft(comm, {8, 6});
    auto u = fft.make_array();
    auto modes = fft.make_spectrum();
    fft.forward(u, modes);
    EXPECT(has(ct::explain(fft), ct_fft_reason(fft.get())));
    EXPECT(!ct::phases(fft).empty() && ct::phases(fft)[0].seconds >= 0);
    EXPECT(ct::moved_bytes(fft) >= 0 && ct::rounding(fft).overflows == 0);
    const ct::tridiagonal_plan<double> lines(
        comm, ct::decomposition::blocks({6, 4}, {comm.size(), 1}), 0);
    EXPECT(has(ct::explain(lines), lines.reason()) && ct::held_bytes(lines) > 0);
    EXPECT(ct::ranking(lines).empty() == (comm.size() == 1));
    ct::diffusion<double> heat(comm, ct::diffusion<double>::box({8, 6}));
    heat.step(0.1);
    EXPECT(has(ct::explain(heat), heat.reason()) && ct::phases(heat)[0].seconds >= 0);
    const ct::diffusion<double> moved = std::move(heat);
    expect_error(CT_ERROR_ARGUMENT, "there is no plan", [&] { heat.step(0.1); });
    const ct::fft<std::complex<double>> taken = std::move(fft);
    expect_error(CT_ERROR_ARGUMENT, "there is no plan", [&] { fft.forward(u, modes); });
    expect_error(CT_ERROR_ARGUMENT, "there is no plan", [&] { fft.array_box(); });
}

/* Numbers that C, which is told their size alone, would take for others. */
void test_other_numbers(const ct::communicator &comm) {
    const ct_distribution rows = ct::distribution({6, 4}, {comm.size(), 1});
    const ct_distribution into = ct::distribution({4, 6}, {comm.size(), 1});
    const ct::decomposition same = ct::decomposition::blocks({6, 4}, {comm.size(), 1});
    ct::transpose_options turned;
    ct::redistribute_options moved;
    ct::exchange_options rounded;
    turned.conjugate = moved.conjugate = 1;
    rounded.precision = CT_MESSAGES_FLOAT;
    expect_error(CT_ERROR_ARGUMENT, "allowed: complex ones",
                 [&] { ct::transpose_plan<double>(comm, rows, {}, into, turned); });
    expect_error(CT_ERROR_ARGUMENT, "allowed: complex ones",
                 [&] { ct::redistribute_plan<float>(comm, same, same, {}, moved); });
    expect_error(CT_ERROR_ARGUMENT, "allowed: double",
                 [&] { ct::exchange_plan<std::int64_t>(comm, 1, rounded); });
    expect_error(CT_ERROR_ARGUMENT, "allowed: double",
                 [&] { ct::exchange_plan<std::complex<float>>(comm, 1, rounded); });
    const ct::transpose_plan<std::complex<float>> right(comm, rows, {}, into, turned);
    EXPECT(right.total_bytes() >= 0);
}

} // namespace

int test_reports() {
    const ct::communicator comm;
    test_other_numbers(comm);
    test_exchanges(comm);
    test_solvers(comm);
    return expect_status() ? 1 + expect_failed : 0;
}
