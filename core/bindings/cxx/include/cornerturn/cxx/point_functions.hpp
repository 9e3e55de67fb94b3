/*
 * Functions of the caller's that the implicit solver evaluates at points: adi.h, adi_law.h.
 */
#ifndef CORNERTURN_CXX_POINT_FUNCTIONS_HPP
#define CORNERTURN_CXX_POINT_FUNCTIONS_HPP

#include <cmath>
#include <cornerturn/adi.h>
#include <cornerturn/adi_law.h>
#include <cstddef>
#include <exception>
#include <functional>

namespace cornerturn {

/* A value at a point (x, y, z of the box's axes; 0 beyond them) and time; with a law, where it is u
 * there. What it throws is thrown by the call that needed the value, on this rank; all other ranks
 * fail too. */
using point_function = std::function<double(double time, const double *position)>;
using law = std::function<double(double time, const double *position, double u)>;

namespace detail {

/* What C passes on. */
template <class Function> struct called {
    Function value;
    int axes;
    std::exception_ptr *thrown;
};

/* Exceptions do not pass through the library, which refuses NAN. */
template <class Function, class... U>
void evaluate(const called<Function> &call, double time, std::ptrdiff_t count,
              const double *const position[], double *values, const U *...u) {
    for (std::ptrdiff_t i = 0; i < count; i++) {
        double point[CT_ADI_AXES] = {};
        for (int a = 0; a < call.axes; a++) {
            point[a] = position[a][i];
        }
        try {
            values[i] = call.value(time, point, u[i]...);
        } catch (...) {
            values[i] = NAN;
            *call.thrown = *call.thrown ? *call.thrown : std::current_exception();
        }
    }
}

inline void evaluate_function(void *context, double time, std::ptrdiff_t count,
                              const double *const position[], double *values) {
    evaluate(*static_cast<called<point_function> *>(context), time, count, position, values);
}

inline void evaluate_law(void *context, double time, std::ptrdiff_t count,
                         const double *const position[], const double *u, double *values) {
    evaluate(*static_cast<called<law> *>(context), time, count, position, values, u);
}

/* Laws and their addresses for C; stays where it is made. */
struct called_laws {
    called<law> kappa, source, capacity;
    ct_adi_laws c = {};

    called_laws(const law &of_kappa, const law &of_source, const law &of_capacity, int axes,
                std::exception_ptr *thrown)
        : kappa{of_kappa, axes, thrown}, source{of_source, axes, thrown}, capacity{of_capacity,
                                                                                   axes, thrown} {
        c.kappa = of_kappa ? evaluate_law : nullptr;
        c.source = of_source ? evaluate_law : nullptr;
        c.capacity = of_capacity ? evaluate_law : nullptr;
        c.kappa_context = &kappa;
        c.source_context = &source;
        c.capacity_context = &capacity;
    }
    called_laws(const called_laws &) = delete;
    called_laws &operator=(const called_laws &) = delete;
};

} // namespace detail
} // namespace cornerturn

#endif
