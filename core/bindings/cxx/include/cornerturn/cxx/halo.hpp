/*
 * Ghost layers around each rank's part (halo.h).
 */
#ifndef CORNERTURN_CXX_HALO_HPP
#define CORNERTURN_CXX_HALO_HPP

#include <cornerturn/cxx/arguments.hpp>
#include <cornerturn/cxx/decomposition.hpp>
#include <cornerturn/halo.h>

namespace cornerturn {

struct halo_options : ct_halo_options {
    halo_options() : ct_halo_options{} {
    }
    /* Which axes' ends are neighbours. */
    explicit halo_options(const axes_list &is_periodic) : ct_halo_options{} {
        std::copy(is_periodic.begin(), is_periodic.end(), periodic);
    }
};

/* The halo of `arrays` arrays of T with one decomposition, each of `fields` fields that follow one
 * another. */
template <class T> class halo_plan {
    static_assert(std::is_trivially_copyable_v<T>, "elements are sent as bytes");

  public:
    halo_plan(const communicator &comm, const decomposition &decomposition,
              const halo_options &options = {}, int arrays = 1, int fields = 1) {
        const ct_decomposition c = decomposition.get();
        ct_halo_array kind = {};
        kind.element_bytes = static_cast<std::ptrdiff_t>(sizeof(T));
        kind.fields = fields;
        const std::vector<ct_halo_array> kinds(static_cast<std::size_t>(std::max(arrays, 1)), kind);
        ct_halo_plan *made = nullptr;
        check(ct_halo_plan_create(comm, &c, arrays, kinds.data(), &options, &made));
        plan_.reset(made);
        needs_ = decomposition.elements(comm) * static_cast<std::size_t>(fields);
        pointers_.resize(static_cast<std::size_t>(arrays));
        apart_ = options.apart != 0;
    }
    /* Fills the ghosts; with options.apart, `layers`. Collective. */
    void execute(span<T> array, span<T> layers = {}) {
        one(array);
        end(ct_halo_execute(get(), pointers_.data(), apart(layers)), array.size(), layers.size());
    }
    void execute(std::initializer_list<span<T>> arrays) {
        several(arrays);
        check(ct_halo_execute(get(), pointers_.data(), nullptr));
    }
    /* start, then wait, or test until it returns true, on every rank; meanwhile work on what needs
     * no ghosts. */
    void start(span<T> array, span<T> layers = {}) {
        one(array);
        end(ct_halo_start(get(), pointers_.data(), apart(layers)), array.size(), layers.size());
    }
    void start(std::initializer_list<span<T>> arrays) {
        several(arrays);
        check(ct_halo_start(get(), pointers_.data(), nullptr));
    }
    bool test() {
        int done = 0;
        check(ct_halo_test(get(), &done));
        return done != 0;
    }
    void wait() {
        check(ct_halo_wait(get()));
    }
    /* With options.apart: elements of this rank's layers, and where each begins. */
    std::size_t layer_elements() const {
        return static_cast<std::size_t>(ct_halo_layer_elements(get()));
    }
    std::ptrdiff_t layer_first(int axis, int side, std::ptrdiff_t box = 0) const {
        return ct_halo_layer_first(get(), box, axis, side);
    }
    double total_bytes() const {
        return ct_halo_total_bytes(get());
    }
    ct_halo_plan *get() const noexcept {
        return plan_.get();
    }

  private:
    /* A plan of several arrays that is given one, or the reverse: NULL, which C refuses. */
    void one(span<T> array) {
        several({array});
    }
    void several(std::initializer_list<span<T>> arrays) {
        std::fill(pointers_.begin(), pointers_.end(), nullptr);
        if (arrays.size() == pointers_.size()) {
            std::transform(arrays.begin(), arrays.end(), pointers_.begin(),
                           [this](span<T> array) { return long_enough(array, needs_); });
        }
    }
    void *const *apart(span<T> layers) {
        layers_ = apart_ ? long_enough(layers, layer_elements()) : nullptr;
        return apart_ ? &layers_ : nullptr;
    }
    void end(ct_status status, std::size_t array, std::size_t layers) const {
        if (status != CT_OK) {
            check_arrays(status, array, needs_, layers, apart_ ? layer_elements() : 0);
        }
    }

    handle<ct_halo_plan, ct_halo_plan_destroy> plan_;
    std::vector<void *> pointers_; /* lives as long as an execution under way */
    void *layers_ = nullptr;
    std::size_t needs_ = 0;
    bool apart_ = false;
};

} // namespace cornerturn

#endif
