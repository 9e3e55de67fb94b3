/*
 * Distributed Fourier, cosine and sine transforms (fft.h).
 */
#ifndef CORNERTURN_CXX_FFT_HPP
#define CORNERTURN_CXX_FFT_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/fft.h>
#include <optional>

namespace cornerturn {

/* `direction` is not looked at, nor are `array.decomposition` and `spectrum.decomposition`: these
 * are arguments of their own. */
struct fft_options : ct_fft_options {
    fft_options() : ct_fft_options{} {
    }
};

/* A kind of transform for each axis; precision and complexity come from the types of a plan. */
struct fft_problem : ct_fft_problem {
    fft_problem(const ct_fft_problem &problem) : ct_fft_problem(problem) {
    }
    fft_problem(const extents &points, const per_axis<ct_fft_kind> &kinds)
        : ct_fft_problem(ct_fft_complex(points.size(), points.data())) {
        kinds.require(points.size(), "kinds", false);
        std::copy(kinds.begin(), kinds.end(), kind);
    }
};

namespace detail {

/* The problem with the precision and complexity of Array; throws where it is not of these types. */
template <class Array, class Spectrum> ct_fft_problem typed(ct_fft_problem problem) {
    static_assert(number<Array>::known && number<Spectrum>::known,
                  "transforms are of float, double and complex numbers of these");
    static_assert(number<Array>::precision == number<Spectrum>::precision,
                  "array and spectrum have one precision");
    static_assert(!number<Array>::is_complex || number<Spectrum>::is_complex,
                  "the spectrum of complex numbers is complex");
    std::ptrdiff_t unused[CT_MAX_AXES] = {};
    problem.precision = number<Array>::precision;
    bool has_c2c = false;
    for (int a = 0; a < problem.axes && a < CT_MAX_AXES; a++) {
        has_c2c = has_c2c || problem.kind[a] == CT_FFT_C2C;
    }
    problem.is_complex = number<Array>::is_complex && !has_c2c;
    check(ct_fft_problem_check(&problem));
    if ((ct_fft_extents(&problem, 0, unused) != 0) != number<Array>::is_complex ||
        (ct_fft_extents(&problem, 1, unused) != 0) != number<Spectrum>::is_complex) {
        throw error(CT_ERROR_ARGUMENT,
                    "the kinds of transform do not go from this type of array to this type of "
                    "spectrum; allowed: c2c of complex numbers, r2c from real to complex ones, "
                    "cosines and sines of either to the same");
    }
    return problem;
}

/* All axes c2c; of real numbers the last r2c. Cosines and sines name their kinds. */
template <class Array, class Spectrum> ct_fft_problem fourier(const extents &extent) {
    static_assert(number<Spectrum>::is_complex,
                  "a real spectrum is one of cosines or sines: give fft_problem(extents, kinds)");
    return number<Array>::is_complex ? ct_fft_complex(extent.size(), extent.data())
                                     : ct_fft_real(extent.size(), extent.data());
}

template <class T> std::size_t elements_of(std::ptrdiff_t bytes) {
    return (static_cast<std::size_t>(bytes) + sizeof(T) - 1) / sizeof(T);
}

} // namespace detail

/* A transform and its inverse, from an array to its spectrum and back: fft<double> and fft<float>
 * of real numbers, fft<std::complex<..>> of complex ones, fft<double, double> by cosines and
 * sines. The inverse is planned when it is first needed. */
template <class Array, class Spectrum = std::complex<typename number<Array>::real>> class fft {
  public:
    fft(const communicator &comm, const extents &extent, const fft_options &options = {})
        : fft(comm, fft_problem(detail::fourier<Array, Spectrum>(extent)), options) {
    }
    fft(const communicator &comm, const fft_problem &problem, const fft_options &options = {},
        std::optional<decomposition> array = {}, std::optional<decomposition> spectrum = {})
        : comm_(comm), problem_(detail::typed<Array, Spectrum>(problem)), options_(options),
          array_(std::move(array)), spectrum_(std::move(spectrum)),
          wisdom_(options.wisdom_file ? options.wisdom_file : ""),
          algorithm_(options.exchange.algorithm ? options.exchange.algorithm : "") {
        make(CT_FORWARD);
    }

    /* Collective. With options.destroys_input the first array is overwritten. */
    void forward(span<const Array> array, span<Spectrum> spectrum) {
        run(CT_FORWARD, array, array_size(), spectrum, spectrum_size());
    }
    void inverse(span<const Spectrum> spectrum, span<Array> array) {
        run(CT_INVERSE, spectrum, spectrum_size(), array, array_size());
    }
    /* With options.in_place: the spectrum where the array was, and back. */
    span<Spectrum> forward(span<Array> both) {
        const span<Spectrum> spectrum = seen_as<Spectrum>(both, spectrum_size());
        forward(both, spectrum);
        return spectrum;
    }
    span<Array> inverse(span<Spectrum> both) {
        const span<Array> array = seen_as<Array>(both, array_size());
        inverse(both, array);
        return array;
    }
    /* Several fields, the sending of one beside the transform of the next. */
    void forward(const std::vector<span<const Array>> &arrays,
                 const std::vector<span<Spectrum>> &spectra) {
        run_many(CT_FORWARD, arrays, array_size(), spectra, spectrum_size());
    }
    void inverse(const std::vector<span<const Spectrum>> &spectra,
                 const std::vector<span<Array>> &arrays) {
        run_many(CT_INVERSE, spectra, spectrum_size(), arrays, array_size());
    }

    /* This rank's part, dense in C order unless options or decompositions say otherwise. */
    ct_box array_box() const {
        return ct_fft_input_box(made());
    }
    ct_box spectrum_box() const {
        return ct_fft_output_box(made());
    }
    std::size_t array_size() const {
        return detail::elements_of<Array>(bytes(ct_fft_input_bytes));
    }
    std::size_t spectrum_size() const {
        return detail::elements_of<Spectrum>(bytes(ct_fft_output_bytes));
    }
    /* Arrays for these. Collective. */
    buffer<Array> make_array() const {
        return buffer<Array>(comm_, array_size());
    }
    buffer<Spectrum> make_spectrum() const {
        return buffer<Spectrum>(comm_, spectrum_size());
    }
    /* Root mean square error of the way back, relative to `array`. Collective. */
    double round_trip_error(span<const Array> array, span<const Spectrum> spectrum) {
        double error = 0;
        check_arrays(ct_fft_round_trip_error(get(), long_enough(array, array_size()),
                                             long_enough(spectrum, spectrum_size()), &error),
                     array.size(), array_size(), spectrum.size(), spectrum_size());
        return error;
    }
    std::string reason() const {
        return ct_fft_reason(made());
    }
    const ct_fft_problem &problem() const noexcept {
        return problem_;
    }
    const communicator &comm() const noexcept {
        return comm_;
    }
    /* Whether the spectrum's part is dense in C order, as cornerturn::spectrum needs it. */
    bool is_spectrum_dense() const noexcept {
        bool natural = !spectrum_;
        for (int a = 0; a < problem_.axes; a++) {
            natural = natural && options_.spectrum.order[a] == (has_order() ? a : 0);
        }
        return natural;
    }
    /* Plans the direction where that has not been done, and is then collective. */
    ct_fft_plan *get(ct_direction direction = CT_FORWARD) {
        return plan(direction);
    }

  private:
    bool has_order() const noexcept {
        const int *order = options_.spectrum.order;
        return std::any_of(order, order + CT_MAX_AXES, [](int axis) { return axis != 0; });
    }
    std::ptrdiff_t bytes(std::ptrdiff_t (*of)(const ct_fft_plan *)) const {
        const ct_fft_plan *forward = made();
        return options_.in_place
                   ? std::max(ct_fft_input_bytes(forward), ct_fft_output_bytes(forward))
                   : of(forward);
    }
    /* The forward plan, which an object has until it is moved from. */
    const ct_fft_plan *made() const {
        if (!plans_[CT_FORWARD]) {
            throw error(CT_ERROR_ARGUMENT, "there is no plan: it was moved to another object");
        }
        return plans_[CT_FORWARD].get();
    }
    ct_fft_plan *plan(ct_direction direction) {
        made();
        if (!plans_[direction]) {
            make(direction);
        }
        return plans_[direction].get();
    }
    /* The texts of the options are the caller's and may be gone when the inverse is planned. */
    void make(ct_direction direction) {
        ct_fft_options options = options_;
        const ct_decomposition array = array_ ? array_->get() : ct_decomposition{};
        const ct_decomposition spectrum = spectrum_ ? spectrum_->get() : ct_decomposition{};
        ct_fft_plan *created = nullptr;
        options.direction = direction;
        options.wisdom_file = wisdom_.empty() ? nullptr : wisdom_.c_str();
        options.exchange.algorithm = algorithm_.empty() ? nullptr : algorithm_.c_str();
        options.array.decomposition = array_ ? &array : nullptr;
        options.spectrum.decomposition = spectrum_ ? &spectrum : nullptr;
        if (direction == CT_INVERSE) {
            int grids[2][CT_MAX_AXES] = {};
            ct_fft_grids(made(), grids[0], grids[1]);
            if (!array_) {
                std::copy(grids[0], grids[0] + CT_MAX_AXES, options.array.grid);
            }
            if (!spectrum_) {
                std::copy(grids[1], grids[1] + CT_MAX_AXES, options.spectrum.grid);
            }
        }
        check(ct_fft_plan_create(comm_, &problem_, &options, &created));
        plans_[direction].reset(created);
    }
    template <class In, class Out>
    void run(ct_direction direction, span<const In> input, std::size_t input_needs,
             span<Out> output, std::size_t output_needs) {
        check_arrays(ct_fft_execute(plan(direction), long_enough(input, input_needs),
                                    long_enough(output, output_needs)),
                     input.size(), input_needs, output.size(), output_needs);
    }
    template <class In, class Out>
    void run_many(ct_direction direction, const std::vector<span<const In>> &inputs,
                  std::size_t input_needs, const std::vector<span<Out>> &outputs,
                  std::size_t output_needs) {
        const detail::fields<In, Out> fields(inputs, input_needs, outputs, output_needs);
        check(ct_fft_execute_many(plan(direction), fields.count(), fields.inputs(),
                                  fields.outputs()));
    }
    template <class To, class T> span<To> seen_as(span<T> both, std::size_t elements) const {
        if (!options_.in_place) {
            throw error(CT_ERROR_ARGUMENT,
                        "one array for a plan with two; allowed: options.in_place");
        }
        const bool fits = both.size() * sizeof(T) >= elements * sizeof(To);
        return {reinterpret_cast<To *>(both.data()), fits ? elements : 0};
    }

    communicator comm_;
    ct_fft_problem problem_;
    fft_options options_;
    std::optional<decomposition> array_, spectrum_;
    std::string wisdom_, algorithm_;
    handle<ct_fft_plan, ct_fft_plan_destroy> plans_[2]; /* by direction */
};

} // namespace cornerturn

#endif
