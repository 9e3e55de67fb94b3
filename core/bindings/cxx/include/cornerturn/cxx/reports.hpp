/*
 * What plans tell of themselves: why they are as they are, and what they take. Each function takes
 * any plan of these headers that knows the answer, or C's pointer to one (`get()`, `transform()`).
 * Local, but for `rounding`, and for the first call of an `fft` in which nothing has been executed.
 */
#ifndef CORNERTURN_CXX_REPORTS_HPP
#define CORNERTURN_CXX_REPORTS_HPP

#include <cornerturn/adi.h>
#include <cornerturn/cxx/base.hpp>
#include <cornerturn/fft_filter.h>
#include <cornerturn/halo.h>
#include <cornerturn/poisson.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>
#include <cornerturn/tridiagonal.h>
#include <cstdlib>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

namespace cornerturn {

namespace detail {

template <class Plan>
std::vector<ct_score> scores(const Plan *plan, const ct_score *(*row)(const Plan *, int)) {
    std::vector<ct_score> found;
    for (int i = 0; row(plan, i) != nullptr; i++) {
        found.push_back(*row(plan, i));
    }
    return found;
}

inline std::string listed(const char *reason, const std::vector<ct_score> &scores) {
    std::ostringstream text;
    text.imbue(std::locale::classic()); // points in numbers, whatever the program's locale has
    text.precision(3);
    text << reason << "\n";
    for (const ct_score &score : scores) {
        text << "  " << score.algorithm << ": predicted " << score.predicted_s << " s";
        if (!(score.measured_s < 0)) {
            text << ", measured " << score.measured_s << " s";
        }
        text << "\n";
    }
    return text.str();
}

} // namespace detail

/* What was chosen from, best first. */
inline std::vector<ct_score> ranking(const ct_exchange_plan *plan) {
    return detail::scores(plan, ct_exchange_score);
}
inline std::vector<ct_score> ranking(const ct_fft_plan *plan) {
    return detail::scores(plan, ct_fft_score);
}
inline std::vector<ct_score> ranking(const ct_tridiagonal_plan *plan) {
    return detail::scores(plan, ct_tridiagonal_score);
}
inline std::vector<ct_score> ranking(const ct_adi_plan *plan) {
    return detail::scores(plan, ct_adi_score);
}

/* The reason, the ranking behind it, and the table of algorithms of the exchange inside, with lower
 * bounds. Empty for a plan without an exchange. */
inline std::string explain(const ct_exchange_plan *plan) {
    char *written = nullptr;
    std::size_t size = 0;
    std::FILE *file = plan == nullptr ? nullptr : open_memstream(&written, &size);
    if (file == nullptr) {
        return {};
    }
    ct_exchange_explain(plan, file);
    const bool is_whole = std::fclose(file) == 0;
    const std::string text = is_whole ? std::string(written, size) : std::string();
    std::free(written);
    return text;
}
inline std::string explain(const ct_redistribute_plan *plan) {
    return explain(ct_redistribute_exchange(plan));
}
inline std::string explain(const ct_transpose_plan *plan) {
    return explain(ct_transpose_exchange(plan));
}
inline std::string explain(const ct_halo_plan *plan) {
    return explain(ct_halo_exchange(plan, 0));
}
inline std::string explain(const ct_fft_plan *plan) {
    const char *warning = ct_fft_warning(plan);
    return detail::listed(ct_fft_reason(plan), ranking(plan)) +
           (warning == nullptr ? "" : std::string("warning: ") + warning + "\n") +
           explain(ct_fft_exchange(plan));
}
inline std::string explain(ct_fft_filter_plan *plan) {
    return explain(ct_fft_filter_transform(plan));
}
inline std::string explain(ct_poisson_plan *plan) {
    return explain(ct_poisson_transform(plan));
}
inline std::string explain(const ct_tridiagonal_plan *plan) {
    return detail::listed(ct_tridiagonal_reason(plan), ranking(plan));
}
inline std::string explain(const ct_adi_plan *plan) {
    return detail::listed(ct_adi_reason(plan), ranking(plan));
}

/* Seconds of this rank: of the last execution, of all steps so far. */
struct phase {
    std::string name;
    double seconds;
};
inline std::vector<phase> phases(const ct_fft_plan *plan) {
    std::vector<phase> found;
    for (int i = 0; i < ct_fft_phases(plan); i++) {
        found.push_back({ct_fft_phase_name(plan, i), ct_fft_seconds(plan, i)});
    }
    return found;
}
inline std::vector<phase> phases(const ct_adi_plan *plan) {
    std::vector<phase> found;
    for (int i = 0; i < ct_adi_phases(plan); i++) {
        found.push_back({ct_adi_phase_name(plan, i), ct_adi_seconds(plan, i)});
    }
    return found;
}

namespace detail {

template <class Plan>
ct_exchange_losses losses(const Plan *plan, ct_status (*of)(const Plan *, ct_exchange_losses *)) {
    ct_exchange_losses found = {};
    check(of(plan, &found));
    return found;
}

} // namespace detail

/* What rounding doubles in messages has saved and lost, in all executions of all ranks. Collective.
 */
inline ct_exchange_losses rounding(const ct_exchange_plan *plan) {
    return detail::losses(plan, ct_exchange_rounding);
}
inline ct_exchange_losses rounding(const ct_fft_plan *plan) {
    return detail::losses(plan, ct_fft_rounding);
}
inline ct_exchange_losses rounding(const ct_redistribute_plan *plan) {
    return detail::losses(plan, ct_redistribute_rounding);
}
inline ct_exchange_losses rounding(const ct_transpose_plan *plan) {
    return detail::losses(plan, ct_transpose_rounding);
}
inline ct_exchange_losses rounding(const ct_adi_plan *plan) {
    return detail::losses(plan, ct_adi_rounding);
}

/* Bytes of memory that the plan holds on this rank. */
inline double held_bytes(const ct_exchange_plan *plan) {
    return ct_exchange_plan_bytes(plan);
}
inline double held_bytes(const ct_redistribute_plan *plan) {
    return ct_redistribute_plan_bytes(plan);
}
inline double held_bytes(const ct_transpose_plan *plan) {
    return ct_transpose_plan_bytes(plan);
}
inline double held_bytes(const ct_halo_plan *plan) {
    return ct_halo_plan_bytes(plan);
}
inline double held_bytes(const ct_tridiagonal_plan *plan) {
    return ct_tridiagonal_plan_bytes(plan);
}
inline double held_bytes(const ct_adi_plan *plan) {
    return ct_adi_plan_bytes(plan);
}

/* Bytes that all ranks together send to others in one execution, or step. */
inline double moved_bytes(const ct_exchange_plan *plan) {
    return ct_exchange_total_bytes(plan);
}
inline double moved_bytes(const ct_fft_plan *plan) {
    return ct_fft_moved_bytes(plan);
}
inline double moved_bytes(const ct_redistribute_plan *plan) {
    return ct_redistribute_total_bytes(plan);
}
inline double moved_bytes(const ct_transpose_plan *plan) {
    return ct_transpose_total_bytes(plan);
}
inline double moved_bytes(const ct_halo_plan *plan) {
    return ct_halo_total_bytes(plan);
}
inline double moved_bytes(const ct_adi_plan *plan) {
    return ct_adi_moved_bytes(plan);
}

/* The same of this library's objects. */
template <class Plan> auto ranking(Plan &plan) -> decltype(ranking(plan.get())) {
    return ranking(plan.get());
}
template <class Plan> auto explain(Plan &plan) -> decltype(explain(plan.get())) {
    return explain(plan.get());
}
template <class Plan> auto phases(Plan &plan) -> decltype(phases(plan.get())) {
    return phases(plan.get());
}
template <class Plan> auto rounding(Plan &plan) -> decltype(rounding(plan.get())) {
    return rounding(plan.get());
}
template <class Plan> auto held_bytes(Plan &plan) -> decltype(held_bytes(plan.get())) {
    return held_bytes(plan.get());
}
template <class Plan> auto moved_bytes(Plan &plan) -> decltype(moved_bytes(plan.get())) {
    return moved_bytes(plan.get());
}

} // namespace cornerturn

#endif
