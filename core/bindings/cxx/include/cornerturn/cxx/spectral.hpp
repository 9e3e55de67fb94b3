/*
 * Arithmetic on distributed spectra (spectral.h).
 */
#ifndef CORNERTURN_CXX_SPECTRAL_HPP
#define CORNERTURN_CXX_SPECTRAL_HPP

#include <cmath>
#include <cornerturn/cxx/fft.hpp>
#include <cornerturn/spectral.h>

namespace cornerturn {

/* Filters by name; give them to spectrum::apply. Lengths and wavenumbers in the units of the
 * spacing. */
namespace filters {
inline ct_filter of(ct_filter_kind kind, int axis = 0) {
    ct_filter filter = {};
    filter.kind = kind;
    filter.axis = axis;
    return filter;
}
inline ct_filter pass(double from, double to = INFINITY) {
    ct_filter filter = of(CT_FILTER_PASS);
    filter.from = from;
    filter.to = to;
    return filter;
}
inline ct_filter gaussian(double width) {
    ct_filter filter = of(CT_FILTER_GAUSSIAN);
    filter.width = width;
    return filter;
}
inline ct_filter gradient(int axis) {
    return of(CT_FILTER_GRADIENT, axis);
}
inline ct_filter riesz(int axis) {
    return of(CT_FILTER_RIESZ, axis);
}
inline ct_filter laplacian() {
    return of(CT_FILTER_LAPLACIAN);
}
inline ct_filter inverse_laplacian() {
    return of(CT_FILTER_INVERSE_LAPLACIAN);
}
} // namespace filters

/* What the coefficients of a transform stand for; they stay the caller's. All calls are local. */
template <class Array, class Spectrum = std::complex<typename number<Array>::real>> class spectrum {
  public:
    /* Of an unnormalised transform; the spacing of the array's points along each axis. */
    spectrum(const fft<Array, Spectrum> &transform, const per_axis<double> &spacing)
        : size_(transform.spectrum_size()) {
        if (!transform.is_spectrum_dense()) {
            throw error(CT_ERROR_ARGUMENT, "a spectrum in another order or decomposition; allowed: "
                                           "balanced blocks in C order");
        }
        c_.problem = transform.problem();
        c_.box = transform.spectrum_box();
        spacing.require(c_.problem.axes, "spacing", false);
        std::copy(spacing.begin(), spacing.end(), c_.spacing);
        check(ct_spectrum_check(&c_));
    }
    double wavenumber(int axis, std::ptrdiff_t index) const {
        double found = 0;
        check(ct_spectrum_wavenumber(&c_, axis, index, &found));
        return found;
    }
    double largest_wavenumber() const {
        return ct_spectrum_largest(&c_);
    }
    /* On the rank with the mean; elsewhere 0. */
    double mean(span<const Spectrum> coefficients) const {
        return ct_spectrum_mean(&c_, whole(coefficients));
    }
    void apply(const ct_filter &filter, span<Spectrum> coefficients) const {
        check(ct_filter_check(&c_, &filter));
        ct_filter_apply(&c_, &filter, whole(coefficients));
    }
    /* Convolution with `other`, or correlation, the array shifted by so many points. */
    void multiply(span<const Spectrum> other, span<Spectrum> coefficients, bool conjugate = false,
                  const extents &shift = {}) const {
        std::ptrdiff_t points[CT_MAX_AXES] = {};
        shift.require(c_.problem.axes, "shift");
        std::copy(shift.begin(), shift.end(), points);
        check(ct_spectrum_check_product(&c_.problem));
        ct_spectrum_multiply(&c_, whole(other), conjugate, points, whole(coefficients));
    }
    double bin_width() const {
        return ct_spectrum_bin_width(&c_);
    }
    std::size_t bins(double width) const {
        return static_cast<std::size_t>(ct_spectrum_bins(&c_, width));
    }
    /* Adds this rank's modes to bins of that width. */
    void add_power(span<const Spectrum> coefficients, double width, span<double> power,
                   span<double> modes) const {
        check(ct_spectrum_check_power(&c_.problem));
        if (power.size() < bins(width) || modes.size() < bins(width)) {
            throw error(CT_ERROR_ARGUMENT, "fewer than " + std::to_string(bins(width)) + " bins");
        }
        ct_spectrum_power(&c_, whole(coefficients), width, power.data(), modes.data());
    }
    const ct_spectrum &get() const noexcept {
        return c_;
    }

  private:
    template <class T> T *whole(span<T> coefficients) const {
        if (coefficients.size() < size_) {
            throw error(CT_ERROR_ARGUMENT, std::to_string(coefficients.size()) +
                                               " coefficients; this rank has " +
                                               std::to_string(size_));
        }
        return coefficients.data();
    }

    ct_spectrum c_ = {};
    std::size_t size_;
};

} // namespace cornerturn

#endif
