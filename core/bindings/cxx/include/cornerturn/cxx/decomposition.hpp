/*
 * Which rank holds which positions of an array: ct_decomposition, with the lists it points at.
 */
#ifndef CORNERTURN_CXX_DECOMPOSITION_HPP
#define CORNERTURN_CXX_DECOMPOSITION_HPP

#include <algorithm>
#include <cornerturn/cxx/array.hpp>
#include <cornerturn/decomposition.h>
#include <vector>

namespace cornerturn {

/* A process grid of at most `size` ranks; entries of `given` that are not 0 stay. */
inline axes_list grid(const extents &extent, int size, const axes_list &given = {}) {
    int chosen[CT_MAX_AXES] = {};
    given.require(extent.size(), "grid");
    for (int a = 0; a < given.size(); a++) {
        chosen[a] = given[a];
    }
    check(ct_grid_auto(extent.size(), extent.data(), size, chosen));
    return axes_list(span<const int>(chosen, static_cast<std::size_t>(extent.size())));
}

/* Balanced blocks, for transposes (ct_distribution). */
inline ct_distribution distribution(const extents &extent, const axes_list &grid,
                                    std::ptrdiff_t pitch = 0) {
    ct_distribution made = {};
    grid.require(extent.size(), "grid", false);
    made.axes = extent.size();
    made.pitch = pitch;
    for (int a = 0; a < made.axes; a++) {
        made.extent[a] = extent[a];
        made.grid[a] = grid[a];
    }
    return made;
}

class decomposition {
  public:
    static decomposition blocks(const extents &extent, const axes_list &grid) {
        grid.require(extent.size(), "grid", false);
        return decomposition(ct_decompose_blocks(extent.size(), extent.data(), grid.data()));
    }
    /* bounds[a]: where each part of axis a begins, then the extent. */
    static decomposition bounds(const extents &extent,
                                std::vector<std::vector<std::ptrdiff_t>> bounds) {
        axes_list grid;
        std::vector<int> parts;
        for (const auto &axis : bounds) {
            parts.push_back(static_cast<int>(axis.size()) - 1);
        }
        grid = axes_list(parts);
        grid.require(extent.size(), "bounds", false);
        const std::ptrdiff_t *none[CT_MAX_AXES] = {};
        decomposition made(ct_decompose_bounds(extent.size(), extent.data(), grid.data(), none));
        made.bounds_ = std::move(bounds);
        return made;
    }
    static decomposition cyclic(const extents &extent, const axes_list &grid,
                                const extents &width) {
        grid.require(extent.size(), "grid", false);
        width.require(extent.size(), "width", false);
        return decomposition(
            ct_decompose_cyclic(extent.size(), extent.data(), grid.data(), width.data()));
    }
    /* This rank's boxes; offset[i]: the element of its memory where box i begins (none: one after
     * another). */
    static decomposition boxes(const extents &extent, std::vector<ct_box> box,
                               std::vector<std::ptrdiff_t> offset = {}) {
        if (!offset.empty() && offset.size() != box.size()) {
            throw error(CT_ERROR_ARGUMENT, "offset: allowed: one for each box, or none");
        }
        decomposition made(ct_decompose_boxes(extent.size(), extent.data(), 0, nullptr));
        made.box_ = std::move(box);
        made.offset_ = std::move(offset);
        return made;
    }

    /* Changes of the description, to be chained. */
    decomposition &&ghosts(int axis, std::ptrdiff_t before, std::ptrdiff_t after) && {
        require_axis(axis);
        c_.ghosts[axis][0] = before;
        c_.ghosts[axis][1] = after;
        return std::move(*this);
    }
    decomposition &&order(const axes_list &axes) && {
        axes.require(c_.axes, "order", false);
        std::copy(axes.begin(), axes.end(), c_.order);
        return std::move(*this);
    }
    decomposition &&pitch(const extents &pitch) && {
        pitch.require(c_.axes, "pitch", false);
        std::copy(pitch.begin(), pitch.end(), c_.pitch);
        return std::move(*this);
    }
    decomposition &&first_fastest() && {
        c_.first_fastest = 1;
        return std::move(*this);
    }

    /* The description for C; valid while this object lives and does not move. */
    ct_decomposition get() const {
        ct_decomposition filled = c_;
        for (std::size_t a = 0; a < bounds_.size(); a++) {
            filled.bounds[a] = bounds_[a].data();
        }
        if (filled.kind == CT_DECOMPOSED_BOXES) {
            filled.boxes = static_cast<std::ptrdiff_t>(box_.size());
            filled.box = box_.data();
            filled.offset = offset_.empty() ? nullptr : offset_.data();
        }
        return filled;
    }
    int axes() const noexcept {
        return c_.axes;
    }
    void check_over(int size) const {
        const ct_decomposition filled = get();
        check(ct_decomposition_check(&filled, size));
    }
    std::ptrdiff_t count(int axis, int part) const {
        require_axis(axis);
        const ct_decomposition filled = get();
        return ct_decomposition_count(&filled, axis, part);
    }
    /* Elements of memory that a rank needs. Throws where the decomposition does not fit `comm`. */
    std::size_t elements(const communicator &comm) const {
        const ct_decomposition filled = get();
        check(ct_decomposition_check(&filled, comm.size()));
        return static_cast<std::size_t>(ct_decomposition_elements(&filled, comm.rank()));
    }

  private:
    explicit decomposition(const ct_decomposition &c) : c_(c) {
    }
    void require_axis(int axis) const {
        if (axis < 0 || axis >= c_.axes) {
            throw error(CT_ERROR_ARGUMENT, "axis " + std::to_string(axis) + "; allowed: 0 to " +
                                               std::to_string(c_.axes - 1));
        }
    }

    ct_decomposition c_;
    std::vector<std::vector<std::ptrdiff_t>> bounds_;
    std::vector<ct_box> box_;
    std::vector<std::ptrdiff_t> offset_;
};

/* Memory of this rank for an array so decomposed. Collective. */
template <class T>
buffer<T> make_buffer(const communicator &comm, const decomposition &decomposition) {
    return buffer<T>(comm, decomposition.elements(comm));
}

} // namespace cornerturn

#endif
