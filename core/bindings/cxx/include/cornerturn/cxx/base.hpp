/*
 * What all handles share: exceptions, spans, short lists of extents, types of numbers, ownership.
 */
#ifndef CORNERTURN_CXX_BASE_HPP
#define CORNERTURN_CXX_BASE_HPP

#if __cplusplus < 201703L
#error "cornerturn.hpp is C++17: compile with -std=c++17 or later; C's headers suit C++11"
#endif

#include <complex>
#include <cornerturn/grid.h>
#include <cornerturn/precision.h>
#include <cornerturn/status.h>
#include <cornerturn/version.h>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <mpi.h>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_span
#include <span>
#endif

namespace cornerturn {

/* A call that failed: what() is the message (what, where, what is allowed), the same on all ranks
 * of a collective call. */
class error : public std::runtime_error {
  public:
    explicit error(ct_status status)
        : std::runtime_error(ct_error_message()), status_(status), origin_(ct_error_origin()) {
    }
    error(ct_status status, const std::string &message, const char *origin = "")
        : std::runtime_error(message), status_(status), origin_(origin) {
    }
    ct_status status() const noexcept {
        return status_;
    }
    /* "file:line" of the library, for bug reports; empty for what is found in these headers. */
    const std::string &origin() const noexcept {
        return origin_;
    }

  private:
    ct_status status_;
    std::string origin_;
};

inline void check(ct_status status) {
    if (status != CT_OK) {
        throw error(status);
    }
}

#ifdef __cpp_lib_span
template <class T> using span = std::span<T>;
#else
/* Elements side by side that somebody else owns: C++20's std::span where the library has none. */
template <class T> class span {
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {
    }
    template <class C,
              class = std::enable_if_t<std::is_convertible_v<
                  std::remove_pointer_t<decltype(std::data(std::declval<C &>()))> (*)[], T (*)[]>>>
    constexpr span(C &&container) : data_(std::data(container)), size_(std::size(container)) {
    }

    constexpr T *data() const noexcept {
        return data_;
    }
    constexpr std::size_t size() const noexcept {
        return size_;
    }
    constexpr bool empty() const noexcept {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept {
        return data_;
    }
    constexpr T *end() const noexcept {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t index) const {
        return data_[index];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/* A number for each axis, 1 to CT_MAX_AXES of them: extents, grids, orders, permutations. */
template <class T> class per_axis {
  public:
    per_axis() = default;
    template <class N, class = std::enable_if_t<std::is_arithmetic_v<N> || std::is_enum_v<N>>>
    per_axis(std::initializer_list<N> values) {
        for (N value : values) {
            add(value);
        }
    }
    template <class C, class = decltype(std::begin(std::declval<const C &>())),
              class = std::enable_if_t<!std::is_same_v<std::decay_t<C>, per_axis>>>
    per_axis(const C &values) {
        for (const auto &value : values) {
            add(value);
        }
    }
    int size() const noexcept {
        return size_;
    }
    bool empty() const noexcept {
        return size_ == 0;
    }
    const T *data() const noexcept {
        return values_;
    }
    const T *begin() const noexcept {
        return values_;
    }
    const T *end() const noexcept {
        return values_ + size_;
    }
    T operator[](int axis) const {
        return values_[axis];
    }
    /* Throws unless there is one for each of `axes` axes, or none at all where that means a
     * default. */
    void require(int axes, const char *what, bool may_be_empty = true) const {
        if (size_ != axes && !(may_be_empty && size_ == 0)) {
            throw error(CT_ERROR_ARGUMENT, std::string(what) + ": " + std::to_string(size_) +
                                               " numbers; allowed: one for each of the " +
                                               std::to_string(axes) + " axes");
        }
    }

  private:
    template <class N> void add(N value) {
        if (size_ == CT_MAX_AXES) {
            throw error(CT_ERROR_ARGUMENT, "an array has more than " + std::to_string(CT_MAX_AXES) +
                                               " axes; allowed: 1 to " +
                                               std::to_string(CT_MAX_AXES));
        }
        values_[size_++] = static_cast<T>(value);
    }

    T values_[CT_MAX_AXES] = {};
    int size_ = 0;
};
using extents = per_axis<std::ptrdiff_t>;
using axes_list = per_axis<int>;

/* Numbers that the library computes with: float, double, and complex ones of these. */
template <class T> struct number {
    static constexpr bool known = false, is_complex = false;
    static constexpr ct_precision precision = CT_DOUBLE;
    using real = T;
};
template <> struct number<double> {
    static constexpr bool known = true, is_complex = false;
    static constexpr ct_precision precision = CT_DOUBLE;
    using real = double;
};
template <> struct number<float> {
    static constexpr bool known = true, is_complex = false;
    static constexpr ct_precision precision = CT_FLOAT;
    using real = float;
};
template <class R> struct number<std::complex<R>> {
    static constexpr bool known = number<R>::known, is_complex = true;
    static constexpr ct_precision precision = number<R>::precision;
    using real = R;
};

/* An object of C that its holder destroys. Nothing is called after MPI_Finalize, which has freed
 * what such objects had of MPI. */
template <class T, void (*destroy)(T **)> struct destroyer {
    void operator()(T *object) const noexcept {
        int finalized = 0;
        if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) {
            destroy(&object);
        }
    }
};
template <class T, void (*destroy)(T **)> using handle = std::unique_ptr<T, destroyer<T, destroy>>;

/* MPI while this object lives, unless the program starts it before, or ends it, by itself. */
class environment {
  public:
    environment(int &argc, char **&argv) {
        int initialized = 0;
        MPI_Initialized(&initialized);
        if (!initialized) {
            int provided = 0;
            MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
            owns_ = true;
        }
    }
    environment(const environment &) = delete;
    environment &operator=(const environment &) = delete;
    ~environment() {
        int finalized = 0;
        if (owns_ && MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) {
            MPI_Finalize();
        }
    }

  private:
    bool owns_ = false;
};

/* An MPI communicator, the caller's, with its rank and size. */
class communicator {
  public:
    communicator(MPI_Comm comm = MPI_COMM_WORLD) : comm_(comm) {
        if (comm == MPI_COMM_NULL || MPI_Comm_rank(comm, &rank_) != MPI_SUCCESS ||
            MPI_Comm_size(comm, &size_) != MPI_SUCCESS) {
            throw error(CT_ERROR_ARGUMENT, "MPI_COMM_NULL is no communicator of ranks");
        }
    }
    operator MPI_Comm() const noexcept {
        return comm_;
    }
    int rank() const noexcept {
        return rank_;
    }
    int size() const noexcept {
        return size_;
    }

  private:
    MPI_Comm comm_;
    int rank_ = 0, size_ = 0;
};

inline const char *version() {
    return ct_version();
}

} // namespace cornerturn

#endif
