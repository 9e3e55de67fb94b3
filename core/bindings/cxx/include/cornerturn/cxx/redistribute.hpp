/*
 * From one distribution of an array to another, its axes in any order (transpose.h,
 * redistribute.h).
 */
#ifndef CORNERTURN_CXX_REDISTRIBUTE_HPP
#define CORNERTURN_CXX_REDISTRIBUTE_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/redistribute.h>
#include <cornerturn/transpose.h>

namespace cornerturn {

struct transpose_options : ct_transpose_options {
    transpose_options() : ct_transpose_options{} {
    }
};
struct redistribute_options : ct_redistribute_options {
    redistribute_options() : ct_redistribute_options{} {
    }
};

/* Balanced blocks to balanced blocks. Axis a of the result is axis permutation[a] of the input; an
 * empty permutation is the reverse order. */
template <class T> class transpose_plan {
    static_assert(std::is_trivially_copyable_v<T>, "elements are sent as bytes");

  public:
    transpose_plan(const communicator &comm, const ct_distribution &from,
                   const axes_list &permutation, const ct_distribution &into,
                   const transpose_options &options = {}) {
        ct_transpose_plan *made = nullptr;
        permutation.require(from.axes, "permutation");
        require_numbers<T>(options.conjugate != 0, options.exchange.precision);
        check(ct_transpose_plan_create(comm, &from,
                                       permutation.empty() ? nullptr : permutation.data(), &into,
                                       static_cast<std::ptrdiff_t>(sizeof(T)), &options, &made));
        plan_.reset(made);
        input_ = static_cast<std::size_t>(ct_distribution_elements(&from, comm.rank()));
        output_ = static_cast<std::size_t>(ct_distribution_elements(&into, comm.rank()));
        if (options.exchange.in_place) {
            input_ = output_ = std::max(input_, output_);
        }
    }
    /* Elements of this rank's arrays. */
    std::size_t input_size() const noexcept {
        return input_;
    }
    std::size_t output_size() const noexcept {
        return output_;
    }
    /* Collective. */
    void execute(span<const T> input, span<T> output) {
        check_arrays(
            ct_transpose_execute(get(), long_enough(input, input_), long_enough(output, output_)),
            input.size(), input_, output.size(), output_);
    }
    double total_bytes() const {
        return ct_transpose_total_bytes(get());
    }
    ct_transpose_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    handle<ct_transpose_plan, ct_transpose_plan_destroy> plan_;
    std::size_t input_ = 0, output_ = 0;
};

/* Any decomposition to any other: result = alpha op(A) + beta result, the result in another
 * precision where the types differ. An empty permutation leaves the axes as they are. */
template <class From, class Into = From> class redistribute_plan {
    static_assert(std::is_trivially_copyable_v<From>, "elements are sent as bytes");
    static_assert(std::is_same_v<From, Into> ||
                      (number<From>::known && number<Into>::known &&
                       number<From>::is_complex == number<Into>::is_complex),
                  "elements are converted between float and double, or complex ones of these");

  public:
    redistribute_plan(const communicator &comm, const decomposition &from,
                      const decomposition &into, const axes_list &permutation = {},
                      redistribute_options options = {}) {
        ct_numbers converted = {};
        if constexpr (!std::is_same_v<From, Into>) {
            converted = numbers();
            options.numbers = options.numbers == nullptr ? &converted : options.numbers;
        }
        create(comm, from, into, permutation, options);
    }
    /* With factors. */
    redistribute_plan(const communicator &comm, const decomposition &from,
                      const decomposition &into, From alpha, Into beta,
                      const axes_list &permutation = {}, redistribute_options options = {}) {
        ct_numbers scaled = numbers();
        set(scaled.alpha, alpha);
        set(scaled.beta, beta);
        options.numbers = &scaled;
        create(comm, from, into, permutation, options);
    }
    std::size_t input_size() const noexcept {
        return input_;
    }
    std::size_t output_size() const noexcept {
        return output_;
    }
    /* Collective. */
    void execute(span<const From> input, span<Into> output) {
        check_arrays(ct_redistribute_execute(get(), long_enough(input, input_),
                                             long_enough(output, output_)),
                     input.size(), input_, output.size(), output_);
    }
    /* Several fields, with fewer messages than one by one where the plan gathers them. Collective.
     */
    void execute(const std::vector<span<const From>> &inputs,
                 const std::vector<span<Into>> &outputs) {
        const detail::fields<From, Into> fields(inputs, input_, outputs, output_);
        check(
            ct_redistribute_execute_many(get(), fields.count(), fields.inputs(), fields.outputs()));
    }
    double total_bytes() const {
        return ct_redistribute_total_bytes(get());
    }
    ct_redistribute_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    static ct_numbers numbers() {
        static_assert(number<From>::known, "factors are for float, double and complex ones");
        return number<From>::is_complex
                   ? ct_numbers_complex(number<From>::precision, number<Into>::precision)
                   : ct_numbers_real(number<From>::precision, number<Into>::precision);
    }
    template <class N> static void set(double factor[2], N value) {
        factor[0] = static_cast<double>(std::real(value));
        factor[1] = static_cast<double>(std::imag(value));
    }
    void create(const communicator &comm, const decomposition &from, const decomposition &into,
                const axes_list &permutation, const redistribute_options &options) {
        const ct_decomposition source = from.get();
        const ct_decomposition target = into.get();
        ct_redistribute_plan *made = nullptr;
        permutation.require(from.axes(), "permutation");
        require_numbers<From>(options.conjugate != 0, options.exchange.precision);
        check(ct_redistribute_plan_create(
            comm, &source, permutation.empty() ? nullptr : permutation.data(), &target,
            static_cast<std::ptrdiff_t>(sizeof(From)), &options, &made));
        plan_.reset(made);
        input_ = from.elements(comm);
        output_ = into.elements(comm);
        if (options.exchange.in_place) {
            input_ = output_ = std::max(input_, output_);
        }
    }

    handle<ct_redistribute_plan, ct_redistribute_plan_destroy> plan_;
    std::size_t input_ = 0, output_ = 0;
};

} // namespace cornerturn

#endif
