/*
 * Many tridiagonal systems at once, along an axis of a distributed array (tridiagonal.h).
 */
#ifndef CORNERTURN_CXX_TRIDIAGONAL_HPP
#define CORNERTURN_CXX_TRIDIAGONAL_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/tridiagonal.h>

namespace cornerturn {

struct tridiagonal_options : ct_tridiagonal_options {
    tridiagonal_options() : ct_tridiagonal_options{} {
    }
    bool is_cyclic = false;   /* the first and the last unknown of a line are neighbours */
    bool is_variable = false; /* each line has its matrix; else one for all lines */
};

/* Right sides of T, real or complex, with real coefficients. */
template <class T> class tridiagonal_plan {
    static_assert(number<T>::known, "systems of float, double and complex numbers of these");

  public:
    using real = typename number<T>::real;

    tridiagonal_plan(const communicator &comm, const decomposition &array, int axis,
                     const tridiagonal_options &options = {})
        : is_variable_(options.is_variable) {
        ct_tridiagonal_problem problem = {};
        problem.array = array.get();
        problem.axis = axis;
        problem.is_cyclic = options.is_cyclic;
        problem.is_variable = options.is_variable;
        problem.parts = number<T>::is_complex ? 2 : 1;
        problem.precision = number<T>::precision;
        ct_tridiagonal_plan *made = nullptr;
        check(ct_tridiagonal_plan_create(comm, &problem, &options, &made));
        plan_.reset(made);
        size_ = array.elements(comm);
        length_ = static_cast<std::size_t>(problem.array.extent[axis]);
    }
    /* One matrix for all lines, the same on all ranks. Collective. */
    void factorise(span<const double> lower, span<const double> diagonal,
                   span<const double> upper) {
        require(!is_variable_, "one matrix");
        factorise_any(lower, diagonal, upper, length_);
    }
    /* With options.is_variable: coefficients at the places of the right sides. Collective. */
    void factorise_each(span<const real> lower, span<const real> diagonal, span<const real> upper) {
        require(is_variable_, "a matrix for each line");
        factorise_any(lower, diagonal, upper, size_);
    }
    /* Replaces right sides by solutions. Collective. */
    void solve(span<T> array) {
        void *const arrays[] = {long_enough(array, size_)};
        check_arrays(ct_tridiagonal_solve(get(), 1, arrays), array.size(), size_, 0, 0);
    }
    void solve(const std::vector<span<T>> &several) {
        std::vector<void *> arrays;
        for (span<T> array : several) {
            arrays.push_back(long_enough(array, size_));
        }
        check(ct_tridiagonal_solve(get(), static_cast<int>(arrays.size()), arrays.data()));
    }
    /* Elements of this rank's arrays. */
    std::size_t size() const noexcept {
        return size_;
    }
    std::string reason() const {
        return ct_tridiagonal_reason(get());
    }
    ct_tridiagonal_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    static void require(bool holds, const char *what) {
        if (!holds) {
            throw error(CT_ERROR_ARGUMENT, std::string(what) +
                                               " for a plan that was made for "
                                               "the other: see options.is_variable");
        }
    }
    template <class C>
    void factorise_any(span<const C> lower, span<const C> diagonal, span<const C> upper,
                       std::size_t needed) {
        check_arrays(ct_tridiagonal_factorise(get(), long_enough(lower, needed),
                                              long_enough(diagonal, needed),
                                              long_enough(upper, needed)),
                     std::min({lower.size(), diagonal.size(), upper.size()}), needed, 0, 0);
    }

    bool is_variable_;
    handle<ct_tridiagonal_plan, ct_tridiagonal_plan_destroy> plan_;
    std::size_t size_ = 0, length_ = 0;
};

} // namespace cornerturn

#endif
