/*
 * Poisson's and Helmholtz's equation on distributed arrays (poisson.h).
 */
#ifndef CORNERTURN_CXX_POISSON_HPP
#define CORNERTURN_CXX_POISSON_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/fft.hpp>
#include <cornerturn/poisson.h>

namespace cornerturn {

/* What is left out is 0: points of cells, no shift, the derivative of the series; a mean of f that
 * determines no u is refused. */
struct poisson_options {
    ct_points points = CT_POINTS_CELL;
    double shift = 0;
    ct_poisson_symbol symbol = CT_POISSON_SPECTRAL;
    bool removes_mean = false;
    int order = 0;             /* along unbounded axes */
    std::vector<double> faces; /* of the cells along faces_axis; none: all axes have a spacing */
    int faces_axis = 0;
    fft_options transform; /* direction and scaling are ignored */
};

/* Solves -div grad u + shift u = f with what holds at the ends of each axis; the spacing is that of
 * the points. */
template <class T> class poisson_plan {
    static_assert(number<T>::known, "arrays of float, double and complex numbers of these");

  public:
    poisson_plan(const communicator &comm, const extents &extent, const per_axis<double> &spacing,
                 const per_axis<ct_boundary> &boundary, const poisson_options &options = {})
        : comm_(comm) {
        ct_poisson problem = {};
        problem.axes = extent.size();
        spacing.require(problem.axes, "spacing", false);
        boundary.require(problem.axes, "boundary", false);
        std::copy(extent.begin(), extent.end(), problem.extent);
        std::copy(spacing.begin(), spacing.end(), problem.spacing);
        std::copy(boundary.begin(), boundary.end(), problem.boundary);
        problem.points = options.points;
        problem.shift = options.shift;
        problem.symbol = options.symbol;
        problem.removes_mean = options.removes_mean;
        problem.order = options.order;
        problem.precision = number<T>::precision;
        problem.is_complex = number<T>::is_complex;
        problem.faces_axis = options.faces_axis;
        if (!options.faces.empty()) {
            if (options.faces_axis < 0 || options.faces_axis >= problem.axes ||
                options.faces.size() !=
                    static_cast<std::size_t>(problem.extent[options.faces_axis]) + 1) {
                throw error(CT_ERROR_ARGUMENT, "faces; allowed: one more than cells of their axis");
            }
            problem.faces = options.faces.data();
        }
        ct_poisson_plan *made = nullptr;
        check(ct_poisson_plan_create(comm, &problem, &options.transform, &made));
        plan_.reset(made);
    }
    /* This rank's part of f and of u. */
    ct_box box() const {
        return ct_poisson_box(get());
    }
    std::size_t size() const {
        return detail::elements_of<T>(ct_poisson_bytes(get()));
    }
    buffer<T> make_array() const {
        return buffer<T>(comm_, size());
    }
    /* Distinct arrays, or with transform.in_place one. Collective. */
    void solve(span<const T> f, span<T> u) {
        check_arrays(ct_poisson_solve(get(), long_enough(f, size()), long_enough(u, size())),
                     f.size(), size(), u.size(), size());
    }
    /* The derivative of u along an axis with a boundary, at the points of u. Collective. */
    void gradient(int axis, span<const T> f, span<T> g) {
        check_arrays(
            ct_poisson_gradient(get(), axis, long_enough(f, size()), long_enough(g, size())),
            f.size(), size(), g.size(), size());
    }
    std::string reason() const {
        return ct_fft_reason(ct_poisson_transform(get()));
    }
    ct_poisson_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    communicator comm_;
    handle<ct_poisson_plan, ct_poisson_plan_destroy> plan_;
};

} // namespace cornerturn

#endif
