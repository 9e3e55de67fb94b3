/*
 * Implicit solution of C du/dt = div(kappa grad u) - sigma u + f (adi.h, adi_heat.h, adi_law.h,
 * adi_mask.h).
 */
#ifndef CORNERTURN_CXX_DIFFUSION_HPP
#define CORNERTURN_CXX_DIFFUSION_HPP

#include <algorithm>
#include <cornerturn/adi.h>
#include <cornerturn/adi_advection.h>
#include <cornerturn/adi_heat.h>
#include <cornerturn/adi_law.h>
#include <cornerturn/adi_mask.h>
#include <cornerturn/adi_steady.h>
#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/cxx/point_functions.hpp>
#include <map>

namespace cornerturn {

struct diffusion_options : ct_adi_options {
    diffusion_options() : ct_adi_options{} {
    }
};

/* The state, its time and its coefficients, in numbers of T. Everything is collective that is not
 * a query. */
template <class T> class diffusion {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "real numbers");

  public:
    using function = point_function;

    static ct_adi_problem box(const extents &cells) {
        return ct_adi_box_problem(cells.size(), cells.data());
    }
    diffusion(const communicator &comm, ct_adi_problem problem,
              const diffusion_options &options = {})
        : axes_(problem.axes), thrown_(std::make_unique<std::exception_ptr>()) {
        ct_adi_plan *made = nullptr;
        problem.precision = number<T>::precision;
        check(ct_adi_plan_create(comm, &problem, &options, &made));
        plan_.reset(made);
    }

    /* This rank's part of the state, dense in C order, to be read and written between calls. */
    span<T> state() {
        const ct_box part = state_box();
        return {static_cast<T *>(ct_adi_state(get())),
                static_cast<std::size_t>(ct_box_elements(&part))};
    }
    ct_box state_box() const {
        return ct_adi_state_box(get());
    }
    span<const double> middles(int axis) const {
        return {ct_adi_middles(get(), axis),
                static_cast<std::size_t>(ct_adi_state_distribution(get())->extent[axis])};
    }
    double time() const {
        return ct_adi_time(get());
    }
    void set_time(double time) {
        ct_adi_set_time(get(), time);
    }

    /* Quantities: a number, this rank's part of a field, or a function. */
    template <class Value> void set_state(const Value &value) {
        set(ct_adi_set_state, "the state", value);
    }
    template <class Value> void set_diffusivity(const Value &kappa) {
        set(ct_adi_set_diffusivity, "diffusivity", kappa);
    }
    template <class Value> void set_diffusivity(const Value &kappa, int axis) { /* along it alone */
        set(
            [&](ct_adi_plan *plan, const ct_adi_quantity *quantity) {
                return ct_adi_set_diffusivity_along(plan, axis, quantity);
            },
            "diffusivity " + std::to_string(axis), kappa);
    }
    template <class Value> void set_capacity(const Value &capacity) {
        set(ct_adi_set_capacity, "capacity", capacity);
    }
    /* Coefficients that depend on u; an empty law leaves what was set. */
    void set_laws(const law &kappa, const law &source = nullptr, const law &capacity = nullptr) {
        auto kept =
            std::make_unique<detail::called_laws>(kappa, source, capacity, axes_, thrown_.get());
        finish(ct_adi_set_laws(get(), &kept->c));
        laws_ = std::move(kept);
    }
    /* Through a face of CT_ADI_TRANSFER: radiance ((value - zero)^4 - (u - zero)^4). */
    void set_radiation(int axis, int side, double radiance, double zero = 0) {
        check(ct_adi_set_radiation(get(), axis, side, radiance, zero));
    }
    template <class Value> void set_reaction(const Value &sigma) {
        set(ct_adi_set_reaction, "reaction", sigma);
    }
    template <class Value> void set_source(const Value &f) {
        set(ct_adi_set_source, "source", f);
    }
    template <class Value> void set_boundary(int axis, int side, const Value &value) {
        const auto name = "face " + std::to_string(axis) + " " + std::to_string(side);
        set(
            [&](ct_adi_plan *plan, const ct_adi_quantity *quantity) {
                return ct_adi_set_boundary(plan, axis, side, quantity);
            },
            name, value, axis, side);
    }
    /* The `a` of a face of CT_ADI_TRANSFER. */
    template <class Value> void set_transfer(int axis, int side, const Value &a) {
        const auto name = "transfer " + std::to_string(axis) + " " + std::to_string(side);
        set(
            [&](ct_adi_plan *plan, const ct_adi_quantity *quantity) {
                return ct_adi_set_transfer(plan, axis, side, quantity);
            },
            name, a, axis, side);
    }
    /* What carries u along an axis: a number, a field with one layer more along it than the state,
     * or a function, asked anew in every substep where it changes. */
    template <class Value> void set_velocity(int axis, const Value &v, bool changes = false) {
        set(
            [&](ct_adi_plan *plan, const ct_adi_quantity *quantity) {
                return ct_adi_set_velocity(plan, axis, quantity, changes);
            },
            "velocity " + std::to_string(axis), v, axis, ON_FACES);
    }
    void set_advection(ct_adi_advection scheme) {
        check(ct_adi_set_advection(get(), scheme));
    }
    ct_adi_advected advected() const {
        return ct_adi_advection_facts(get());
    }
    /* Takes the cells where it is not 0 out of the domain, once; walls are insulated by default. */
    template <class Value>
    void set_mask(const Value &mask, const ct_adi_face &walls = {CT_ADI_NEUMANN, 0, 0, 0}) {
        set(
            [&](ct_adi_plan *plan, const ct_adi_quantity *quantity) {
                return ct_adi_set_mask(plan, quantity, &walls);
            },
            "mask", mask);
    }
    bool is_masked(std::ptrdiff_t cell) const { /* of this rank's part of the state */
        return ct_adi_is_masked(get(), cell) != 0;
    }
    /* kappa by the gradient of the state, for images. */
    void set_nonlinearity(ct_adi_edge_stop kind, double contrast, double smoothing = 0) {
        const ct_adi_nonlinearity nonlinearity = {kind, contrast, smoothing};
        check(ct_adi_set_nonlinearity(get(), &nonlinearity));
    }

    void step(double dt, int steps = 1) {
        for (int i = 0; i < steps; i++) {
            finish(ct_adi_step(get(), dt));
        }
    }
    /* Advances in two halves; the estimated error of the step, which undo takes back. */
    double step_doubled(double dt) {
        double error = 0;
        finish(ct_adi_step_doubled(get(), dt, &error));
        return error;
    }
    void undo() {
        check(ct_adi_undo(get()));
    }
    /* Towards A u + f = 0. The result says whether it converged. */
    ct_adi_steady_result steady(double tolerance, int most_iterations = 1000,
                                ct_adi_steady_solver solver = CT_ADI_STEADY_AUTO) {
        ct_adi_steady_options options = {};
        ct_adi_steady_result result = {};
        options.tolerance = tolerance;
        options.most_iterations = most_iterations;
        options.solver = solver;
        finish(ct_adi_steady(get(), &options, &result));
        return result;
    }
    /* Relative residuals of the last steady state's rounds, where coefficients depend on u. */
    std::vector<double> steady_rounds() const {
        const double *residuals = nullptr;
        const int count = ct_adi_steady_rounds(get(), &residuals);
        return std::vector<double>(residuals, residuals + count);
    }
    double integral() const {
        double value = 0;
        check(ct_adi_integral(get(), &value));
        return value;
    }
    /* The least and greatest value. */
    std::pair<double, double> range() const {
        std::pair<double, double> found;
        check(ct_adi_range(get(), &found.first, &found.second));
        return found;
    }
    double value(const extents &cell) const {
        double found = 0;
        cell.require(axes_, "cell", false);
        check(ct_adi_value(get(), cell.data(), &found));
        return found;
    }
    /* From here on steps add up what comes in and goes out; they take longer. */
    void begin_balance() {
        check(ct_adi_balance_begin(get()));
    }
    ct_adi_balance_sheet balance() const {
        ct_adi_balance_sheet found = {};
        check(ct_adi_balance(get(), &found));
        return found;
    }
    void begin_bounds() {
        check(ct_adi_bounds_begin(get()));
    }
    ct_adi_bounds check_bounds() {
        ct_adi_bounds found = {};
        check(ct_adi_bounds_check(get(), &found));
        return found;
    }
    std::string reason() const {
        return ct_adi_reason(get());
    }
    ct_adi_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    void finish(ct_status status) {
        if (thrown_ && *thrown_) { /* moved from: the status says so */
            std::rethrow_exception(std::exchange(*thrown_, nullptr));
        }
        check(status);
    }
    static constexpr int ON_FACES = 2; /* in place of a side: of all faces across an axis */
    template <class Value> std::size_t needs(int axis, int side) const {
        const ct_box part = state_box();
        if (axis < 0) {
            return static_cast<std::size_t>(ct_box_elements(&part));
        }
        if (axis >= axes_) { /* which C refuses */
            return 0;
        }
        if (side == ON_FACES) {
            const std::ptrdiff_t count = std::max<std::ptrdiff_t>(part.count[axis], 1);
            return static_cast<std::size_t>(ct_box_elements(&part) / count * (count + 1));
        }
        const std::ptrdiff_t end = ct_adi_state_distribution(get())->extent[axis];
        const std::ptrdiff_t last = part.first[axis] + part.count[axis];
        const bool touches = part.count[axis] > 0 && (side ? last == end : part.first[axis] == 0);
        return touches ? static_cast<std::size_t>(ct_box_elements(&part) / part.count[axis]) : 0;
    }
    /* The function of a quantity that was replaced is freed after its last use. */
    template <class Set, class Value>
    void set(Set &&c_set, const std::string &name, const Value &value, int axis = -1,
             int side = 0) {
        ct_adi_quantity quantity = {};
        std::unique_ptr<detail::called<function>> kept;
        if constexpr (std::is_arithmetic_v<Value>) {
            quantity.kind = CT_ADI_NUMBER;
            quantity.number = static_cast<double>(value);
        } else if constexpr (std::is_convertible_v<const Value &, span<const T>>) {
            quantity.kind = CT_ADI_FIELD;
            quantity.field = long_enough(span<const T>(value), needs<Value>(axis, side));
        } else {
            static_assert(std::is_convertible_v<const Value &, function>,
                          "a number, a field of the plan's type, or a function of time and point");
            kept.reset(new detail::called<function>{value, axes_, thrown_.get()});
            quantity.kind = CT_ADI_FUNCTION;
            quantity.function = detail::evaluate_function;
            quantity.context = kept.get();
        }
        finish(c_set(get(), &quantity));
        functions_[name] = std::move(kept);
    }

    int axes_;
    std::unique_ptr<std::exception_ptr> thrown_; /* where functions find it, wherever this moves */
    std::map<std::string, std::unique_ptr<detail::called<function>>> functions_;
    std::unique_ptr<detail::called_laws> laws_;
    handle<ct_adi_plan, ct_adi_plan_destroy> plan_;
};

} // namespace cornerturn

#endif
