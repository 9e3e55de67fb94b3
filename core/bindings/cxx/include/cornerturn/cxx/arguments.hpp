/*
 * A caller's arrays as C is given them, and what is said of those that are too short.
 */
#ifndef CORNERTURN_CXX_ARGUMENTS_HPP
#define CORNERTURN_CXX_ARGUMENTS_HPP

#include <algorithm>
#include <cornerturn/cxx/base.hpp>
#include <vector>

namespace cornerturn {

/* What C is given of a caller's array: NULL, which all ranks refuse together, where it is shorter
 * than `needed` elements. */
template <class T> T *long_enough(span<T> array, std::size_t needed) noexcept {
    return array.size() >= needed ? array.data() : nullptr;
}

/* C is told the size of elements alone, and takes any of it for complex numbers to conjugate, or
 * doubles to round: refuses numbers that are others. What classes of the caller's consist of is
 * theirs to know. */
template <class T> void require_numbers(bool conjugate, ct_message_precision precision) {
    constexpr bool known = number<T>::known;
    constexpr bool is_complex = number<T>::is_complex;
    if constexpr (std::is_arithmetic_v<T> || is_complex) {
        if (conjugate && !(known && is_complex)) {
            throw error(CT_ERROR_ARGUMENT,
                        "conjugates of such numbers; allowed: complex ones of float or double");
        }
        if (precision != CT_MESSAGES_EXACT && !(known && number<T>::precision == CT_DOUBLE)) {
            throw error(CT_ERROR_ARGUMENT, "such numbers rounded in messages; allowed: double, "
                                           "complex ones of double, or exact messages");
        }
    }
}

namespace detail {
/* Several arrays as C takes them; those that are missing or too short are NULL. */
template <class In, class Out> class fields {
  public:
    fields(const std::vector<span<const In>> &inputs, std::size_t input_needs,
           const std::vector<span<Out>> &outputs, std::size_t output_needs)
        : inputs_(std::max(inputs.size(), outputs.size())), outputs_(inputs_.size()) {
        std::transform(inputs.begin(), inputs.end(), inputs_.begin(),
                       [=](span<const In> input) { return long_enough(input, input_needs); });
        std::transform(outputs.begin(), outputs.end(), outputs_.begin(),
                       [=](span<Out> output) { return long_enough(output, output_needs); });
    }
    int count() const noexcept {
        return static_cast<int>(inputs_.size());
    }
    const void *const *inputs() const noexcept {
        return inputs_.data();
    }
    void *const *outputs() const noexcept {
        return outputs_.data();
    }

  private:
    std::vector<const void *> inputs_;
    std::vector<void *> outputs_;
};
} // namespace detail

/* The failure of an execution; the message says so where this rank's array was the short one. */
[[noreturn]] inline void fail_arrays(ct_status status, std::size_t input, std::size_t input_needed,
                                     std::size_t output, std::size_t output_needed) {
    if (input < input_needed || output < output_needed) {
        const bool first = input < input_needed;
        throw error(status, std::string(first ? "the input" : "the output") + " has " +
                                std::to_string(first ? input : output) +
                                " elements; the plan needs " +
                                std::to_string(first ? input_needed : output_needed));
    }
    throw error(status);
}

/* Apart from the failure, so that it costs a comparison. */
inline void check_arrays(ct_status status, std::size_t input, std::size_t input_needed,
                         std::size_t output, std::size_t output_needed) {
    if (status != CT_OK) {
        fail_arrays(status, input, input_needed, output, output_needed);
    }
}

} // namespace cornerturn

#endif
