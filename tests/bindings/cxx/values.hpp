// Any array, the same on all ranks, and what differs from it.
#ifndef CT_TESTS_BINDINGS_CXX_VALUES_HPP
#define CT_TESTS_BINDINGS_CXX_VALUES_HPP

#include <cornerturn.hpp>

namespace ct = cornerturn;
using std::ptrdiff_t;

inline constexpr double pi = 3.14159265358979323846;

template <class T> T value_at(ptrdiff_t i, ptrdiff_t j) {
    const double re = std::cos(static_cast<double>(3 * i * i + 7 * j + i * j));
    if constexpr (ct::number<T>::is_complex) {
        return T(static_cast<typename T::value_type>(re),
                 static_cast<typename T::value_type>(std::sin(static_cast<double>(i + 5 * j * j))));
    } else {
        return static_cast<T>(re);
    }
}

template <class T> double error_of(const ct_box &box, ct::span<const T> array) {
    double worst = 0;
    ct::for_each(box, [&](std::size_t index, const auto &at) {
        worst = std::max(worst,
                         static_cast<double>(std::abs(array[index] - value_at<T>(at[0], at[1]))));
    });
    return worst;
}

#endif
