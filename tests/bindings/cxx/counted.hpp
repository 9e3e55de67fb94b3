// What the binding creates and destroys, counted: its calls of C pass through the macros below.
// Included before the binding.
#ifndef CT_TESTS_BINDINGS_CXX_COUNTED_HPP
#define CT_TESTS_BINDINGS_CXX_COUNTED_HPP

#include "expect.h"

#include <cornerturn/adi.h>
#include <cornerturn/collective.h>
#include <cornerturn/fft_filter.h>
#include <cornerturn/halo.h>
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>
#include <cornerturn/tridiagonal.h>
#include <cornerturn/tuning.h>
#include <cstdio>

namespace counted {

enum kind {
    MEMORY,
    EXCHANGE,
    TRANSPOSE,
    REDISTRIBUTE,
    HALO,
    FFT,
    FILTER,
    POISSON,
    ADI,
    TRIDIAGONAL,
    TUNING,
    KINDS
};
inline const char *const names[KINDS] = {"memory", "exchange",    "transpose", "redistribute",
                                         "halo",   "fft",         "filter",    "poisson",
                                         "adi",    "tridiagonal", "tuning"};
inline int created_of[KINDS], destroyed_of[KINDS];

inline ct_status created(kind of, ct_status status) {
    created_of[of] += status == CT_OK;
    return status;
}
template <kind of, class T, void (*destroy)(T **)> void destroyed(T **object) {
    destroyed_of[of] += *object != nullptr;
    destroy(object);
}

inline constexpr auto free_memory = destroyed<MEMORY, void, ct_free>;
inline constexpr auto end_exchange =
    destroyed<EXCHANGE, ct_exchange_plan, ct_exchange_plan_destroy>;
inline constexpr auto end_transpose =
    destroyed<TRANSPOSE, ct_transpose_plan, ct_transpose_plan_destroy>;
inline constexpr auto end_redistribute =
    destroyed<REDISTRIBUTE, ct_redistribute_plan, ct_redistribute_plan_destroy>;
inline constexpr auto end_halo = destroyed<HALO, ct_halo_plan, ct_halo_plan_destroy>;
inline constexpr auto end_fft = destroyed<FFT, ct_fft_plan, ct_fft_plan_destroy>;
inline constexpr auto end_filter =
    destroyed<FILTER, ct_fft_filter_plan, ct_fft_filter_plan_destroy>;
inline constexpr auto end_poisson = destroyed<POISSON, ct_poisson_plan, ct_poisson_plan_destroy>;
inline constexpr auto end_adi = destroyed<ADI, ct_adi_plan, ct_adi_plan_destroy>;
inline constexpr auto end_tridiagonal =
    destroyed<TRIDIAGONAL, ct_tridiagonal_plan, ct_tridiagonal_plan_destroy>;
inline constexpr auto end_tuning = destroyed<TUNING, ct_tuning, ct_tuning_destroy>;

// Expects that each kind was created and that all were destroyed.
inline void expect_nothing_left() {
    for (int kind = 0; kind < KINDS; kind++) {
        EXPECT(created_of[kind] > 0);
        EXPECT_INT(destroyed_of[kind], created_of[kind]);
        if (destroyed_of[kind] != created_of[kind]) {
            std::fprintf(stderr, "    of %s\n", names[kind]);
        }
    }
}

} // namespace counted

#define ct_alloc(...) counted::created(counted::MEMORY, ct_alloc(__VA_ARGS__))
#define ct_exchange_plan_create(...)                                                               \
    counted::created(counted::EXCHANGE, ct_exchange_plan_create(__VA_ARGS__))
#define ct_collective_plan_create(...)                                                             \
    counted::created(counted::EXCHANGE, ct_collective_plan_create(__VA_ARGS__))
#define ct_transpose_plan_create(...)                                                              \
    counted::created(counted::TRANSPOSE, ct_transpose_plan_create(__VA_ARGS__))
#define ct_redistribute_plan_create(...)                                                           \
    counted::created(counted::REDISTRIBUTE, ct_redistribute_plan_create(__VA_ARGS__))
#define ct_halo_plan_create(...) counted::created(counted::HALO, ct_halo_plan_create(__VA_ARGS__))
#define ct_fft_plan_create(...) counted::created(counted::FFT, ct_fft_plan_create(__VA_ARGS__))
#define ct_fft_filter_plan_create(...)                                                             \
    counted::created(counted::FILTER, ct_fft_filter_plan_create(__VA_ARGS__))
#define ct_poisson_plan_create(...)                                                                \
    counted::created(counted::POISSON, ct_poisson_plan_create(__VA_ARGS__))
#define ct_adi_plan_create(...) counted::created(counted::ADI, ct_adi_plan_create(__VA_ARGS__))
#define ct_tridiagonal_plan_create(...)                                                            \
    counted::created(counted::TRIDIAGONAL, ct_tridiagonal_plan_create(__VA_ARGS__))
#define ct_tuning_load(...) counted::created(counted::TUNING, ct_tuning_load(__VA_ARGS__))
#define ct_free counted::free_memory
#define ct_exchange_plan_destroy counted::end_exchange
#define ct_transpose_plan_destroy counted::end_transpose
#define ct_redistribute_plan_destroy counted::end_redistribute
#define ct_halo_plan_destroy counted::end_halo
#define ct_fft_plan_destroy counted::end_fft
#define ct_fft_filter_plan_destroy counted::end_filter
#define ct_poisson_plan_destroy counted::end_poisson
#define ct_adi_plan_destroy counted::end_adi
#define ct_tridiagonal_plan_destroy counted::end_tridiagonal
#define ct_tuning_destroy counted::end_tuning

// The other parts of the test: how many of their expectations failed.
int test_transforms();
int test_reports();
int test_solutions();
int test_trace();
int test_heat();

#endif
