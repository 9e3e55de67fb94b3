/*
 * Filters in Fourier space, there and back with a function of the caller on the spectrum while it
 * is in the cache (fft_filter.h).
 */
#ifndef CORNERTURN_CXX_FILTER_HPP
#define CORNERTURN_CXX_FILTER_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/fft.hpp>
#include <cornerturn/fft_filter.h>
#include <exception>
#include <mutex>

namespace cornerturn {

/* A part of the spectrum: change its elements. */
template <class T> class tile {
  public:
    explicit tile(const ct_fft_tile &c) : c_(c) {
    }
    const ct_box &box() const noexcept {
        return c_.box;
    }
    /* The element at a position of the whole spectrum, which lies in the box. */
    template <class Position> T &at(const Position &position) const {
        std::ptrdiff_t offset = 0;
        for (int a = 0; a < c_.box.axes; a++) {
            offset += (position[static_cast<std::size_t>(a)] - c_.box.first[a]) * c_.stride[a];
        }
        return *reinterpret_cast<T *>(static_cast<char *>(c_.values) + offset);
    }
    /* Calls visit(position, element) for all. */
    template <class F> void for_each(F &&visit) const {
        cornerturn::for_each(
            c_.box, [&](std::size_t, const auto &position) { visit(position, at(position)); });
    }

  private:
    ct_fft_tile c_;
};

/* From the array to its spectrum and back; with options.direction CT_INVERSE from the spectrum to
 * the array and back. */
template <class Array, class Spectrum = std::complex<typename number<Array>::real>,
          ct_direction first = CT_FORWARD>
class fft_filter {
  public:
    using outer = std::conditional_t<first == CT_FORWARD, Array, Spectrum>; /* given and got back */
    using inner = std::conditional_t<first == CT_FORWARD, Spectrum, Array>; /* what the hook sees */

    fft_filter(const communicator &comm, const extents &extent, const fft_options &options = {})
        : fft_filter(comm, fft_problem(detail::fourier<Array, Spectrum>(extent)), options) {
    }
    fft_filter(const communicator &comm, const fft_problem &problem, fft_options options = {})
        : comm_(comm) {
        const ct_fft_problem typed = detail::typed<Array, Spectrum>(problem);
        ct_fft_filter_plan *made = nullptr;
        options.direction = first;
        check(ct_fft_filter_plan_create(comm, &typed, &options, &made));
        plan_.reset(made);
    }
    /* This rank's part of what is given and got back. */
    ct_box box() const {
        return ct_fft_filter_box(get());
    }
    std::size_t size() const {
        return detail::elements_of<outer>(ct_fft_filter_bytes(get()));
    }
    buffer<outer> make_array() const {
        return buffer<outer>(comm_, size());
    }
    /* Calls hook(tile<inner>) for all of this rank's tiles, with options.threads by several
     * threads. What the hook throws is thrown here on this rank alone, when all ranks are
     * through. Collective. */
    template <class Hook> void execute(span<const outer> input, span<outer> output, Hook &&hook) {
        call<Hook> called{hook, nullptr, {}};
        const ct_status status =
            ct_fft_filter_execute(get(), long_enough(input, size()), long_enough(output, size()),
                                  call<Hook>::run, &called);
        if (called.thrown) {
            std::rethrow_exception(called.thrown);
        }
        check_arrays(status, input.size(), size(), output.size(), size());
    }
    ct_fft_filter_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    /* Exceptions do not pass through the library: the first one waits here. */
    template <class Hook> struct call {
        Hook &hook;
        std::exception_ptr thrown;
        std::mutex mutex;

        static void run(void *context, const ct_fft_tile *part) {
            call &self = *static_cast<call *>(context);
            try {
                self.hook(tile<inner>(*part));
            } catch (...) {
                const std::lock_guard<std::mutex> lock(self.mutex);
                self.thrown = self.thrown ? self.thrown : std::current_exception();
            }
        }
    };

    communicator comm_;
    handle<ct_fft_filter_plan, ct_fft_filter_plan_destroy> plan_;
};

} // namespace cornerturn

#endif
