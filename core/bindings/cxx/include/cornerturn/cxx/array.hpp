/*
 * Memory of ct_alloc, which other ranks of the node read and write in place, and walks over boxes.
 */
#ifndef CORNERTURN_CXX_ARRAY_HPP
#define CORNERTURN_CXX_ARRAY_HPP

#include <array>
#include <cornerturn/cxx/base.hpp>
#include <cornerturn/memory.h>
#include <cstdint>

namespace cornerturn {

/* `size` elements on this rank, which may differ by rank, not initialised. Creating it is
 * collective, destroying it local. */
template <class T> class buffer {
    static_assert(std::is_trivially_copyable_v<T>, "ranks copy each other's elements as bytes");

  public:
    buffer() = default;
    buffer(const communicator &comm, std::size_t size) : size_(size) {
        void *memory = nullptr;
        /* -1, which all ranks refuse together, for more bytes than can be counted. */
        const bool counts = size <= PTRDIFF_MAX / sizeof(T);
        check(ct_alloc(comm, counts ? static_cast<std::ptrdiff_t>(size * sizeof(T)) : -1, &memory));
        memory_.reset(static_cast<T *>(memory));
    }
    buffer(buffer &&other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {
    }
    buffer &operator=(buffer &&other) noexcept {
        memory_ = std::move(other.memory_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    T *data() const noexcept {
        return memory_.get();
    }
    std::size_t size() const noexcept {
        return size_;
    }
    T *begin() const noexcept {
        return data();
    }
    T *end() const noexcept {
        return data() + size_;
    }
    T &operator[](std::size_t index) const {
        return data()[index];
    }

  private:
    struct release {
        void operator()(T *elements) const noexcept {
            int finalized = 0;
            void *memory = elements;
            if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) {
                ct_free(&memory);
            }
        }
    };
    std::unique_ptr<T, release> memory_;
    std::size_t size_ = 0;
};

/* Calls visit(index, position) for the positions of a box in C order: index 0, 1, .. into a dense
 * part, position[a] along axis a of the whole array. */
template <class F> void for_each(const ct_box &box, F &&visit) {
    std::array<std::ptrdiff_t, CT_MAX_AXES> position = {};
    const std::ptrdiff_t elements = ct_box_elements(&box);
    std::ptrdiff_t *const at = position.data();
    for (int a = 0; a < box.axes; a++) {
        at[a] = box.first[a];
    }
    for (std::ptrdiff_t index = 0; index < elements; index++) {
        visit(static_cast<std::size_t>(index), std::as_const(position));
        for (int a = box.axes - 1; a >= 0 && ++at[a] == box.first[a] + box.count[a]; a--) {
            at[a] = box.first[a];
        }
    }
}

} // namespace cornerturn

#endif
