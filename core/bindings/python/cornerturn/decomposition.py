"""Decompositions: which rank holds which positions of an array, and its memory layout."""

from operator import index

import numpy as np

from .library import ArgumentError, check, ffi, lib

MOST_AXES = lib.CT_MAX_AXES


class Decomposition:
    """A ct_decomposition and the memory that it points to.

    blocks    balanced blocks over a process grid
    bounds    blocks between given positions
    cyclic    ScaLAPACK's block-cyclic
    boxes     this rank names its boxes

    `order`: the axes from the slowest to the fastest in memory. `ghosts`: layers (before, after)
    along each axis that are never read or written. `pitch`: positions of memory along each axis,
    ghosts included. Equal decompositions compare equal. `shape` is the array's, `grid` the number of
    parts along each axis.

    Making one is local: all ranks make the same, but for boxes, of which each names its own.
    """

    def __init__(self, c, owned=(), order=None, ghosts=None, pitch=None):
        self.c = ffi.new("ct_decomposition *", c)
        self._owned = owned
        for what, given in (("order", order), ("pitch", pitch)):
            check_count(what, given, c.axes)
        for a in range(c.axes):
            if order is not None:
                self.c.order[a] = order[a]
            if ghosts is not None:
                before, after = np.broadcast_to(np.asarray(ghosts).reshape(-1, 2), (c.axes, 2))[a]
                self.c.ghosts[a] = [int(before), int(after)]
            if pitch is not None:
                self.c.pitch[a] = pitch[a]
        self.axes = c.axes
        self.shape = tuple(c.extent[0:c.axes])
        self.kind = ("blocks", "bounds", "cyclic", "boxes")[c.kind]
        self.key = self._key()
        self._hash = hash(self.key)  # asked for by every call with a plan that is kept

    @classmethod
    def blocks(cls, shape, size, grid=None, **memory):
        """Over `size` ranks; entries of the grid that are 0, or all, are chosen. Local."""
        check_count("grid", grid, len(shape))
        chosen = ffi.new("int[]", list(grid) if grid is not None else [0] * len(shape))
        check(lib.ct_grid_auto(axes_of(shape), extents(shape), size, chosen))
        return cls(lib.ct_decompose_blocks(len(shape), extents(shape), chosen), **memory)

    @classmethod
    def bounds(cls, shape, bounds, **memory):
        """bounds[a]: one ascending number more than there are parts along axis a, from 0 to its
        extent. Local."""
        check_count("bounds", bounds, len(shape))
        arrays = [ffi.new("ptrdiff_t[]", [index(b) for b in along]) for along in bounds]
        grid = ffi.new("int[]", [len(along) - 1 for along in bounds])
        pointers = ffi.new("ptrdiff_t *[]", arrays)
        c = lib.ct_decompose_bounds(axes_of(shape), extents(shape), grid, pointers)
        return cls(c, (arrays, pointers), **memory)

    @classmethod
    def cyclic(cls, shape, grid, width, first_fastest=False, source=None, **memory):
        """Blocks of `width` positions along each axis, dealt out in turn, from the part `source` of
        each axis on; first_fastest: ranks are numbered along the first axis of the grid first. Local."""
        for what, given in (("grid", grid), ("width", width), ("source", source)):
            check_count(what, given, len(shape))
        c = lib.ct_decompose_cyclic(axes_of(shape), extents(shape), ffi.new("int[]", list(grid)),
                                    extents(width))
        c.first_fastest = first_fastest
        for a, rank in enumerate(source or ()):
            c.source[a] = rank
        return cls(c, **memory)

    @classmethod
    def boxes(cls, shape, boxes, **memory):
        """This rank's boxes, each a tuple of slices, in any number, none among them. Local."""
        array = ffi.new("ct_box[]", max(len(boxes), 1))
        for c, box in zip(array, boxes):
            c.axes = len(shape)
            check_count("a box", box, len(shape))
            for a, along in enumerate(box):
                c.first[a], end, step = along.indices(shape[a])
                c.count[a] = max(end - c.first[a], 0)
                if step != 1:
                    raise ArgumentError(f"a box of {along}; allowed: slices of step 1")
        c = lib.ct_decompose_boxes(axes_of(shape), extents(shape), len(boxes), array)
        return cls(c, (array,), **memory)

    def _key(self):
        """What two that are equal have in common; boxes are told apart by their own object."""
        c, axes = self.c, range(self.axes)
        return (self.kind, self.shape, c.first_fastest, tuple(c.order[0:self.axes]),
                tuple((c.ghosts[a][0], c.ghosts[a][1], c.pitch[a]) for a in axes),
                tuple(c.grid[0:self.axes]) if self.kind != "boxes" else id(self),
                tuple(tuple(c.bounds[a][0:c.grid[a] + 1]) for a in axes)
                if self.kind == "bounds" else (),
                tuple((c.width[a], c.source[a]) for a in axes) if self.kind == "cyclic" else ())

    def __eq__(self, other):
        return self is other or isinstance(other, Decomposition) and self.key == other.key

    def __hash__(self):
        return self._hash

    @property
    def grid(self):
        """The number of parts along each axis; None of boxes. Local."""
        return tuple(self.c.grid[0:self.axes]) if self.kind != "boxes" else None

    @property
    def is_plain(self):
        """Dense blocks: no ghosts, no pitches. Local."""
        return self.kind == "blocks" and not self.c.first_fastest and not any(
            self.c.ghosts[a][0] or self.c.ghosts[a][1] or self.c.pitch[a] for a in range(self.axes))

    def put_into(self, side):
        """Into `side`, a ct_fft_side. Local. It points to this unless it is of dense blocks."""
        if self.is_plain and self.axes > 1:
            side.grid = list(self.grid)
            side.order = list(self.c.order[0:self.axes])
        else:
            side.decomposition = self.c

    @property
    def order(self):
        """The axes from the slowest to the fastest in memory. Local."""
        order = tuple(self.c.order[0:self.axes])
        return order if any(order) else tuple(range(self.axes))

    def elements(self, rank):
        """Elements of memory that `rank` needs, with ghosts and pitches. Local."""
        return lib.ct_decomposition_elements(self.c, rank)

    def parts(self, rank):
        """The coordinates of `rank` in the process grid; None: it is beyond the grid. Local."""
        rest, parts = rank, [0] * self.axes
        for a in range(self.axes) if self.c.first_fastest else reversed(range(self.axes)):
            rest, parts[a] = divmod(rest, self.grid[a])
        return parts if rest == 0 else None

    def box_of(self, rank):
        """The box of `rank` as slices, of blocks and bounds. Local."""
        parts = self.parts(rank)
        if parts is None:
            return (slice(0, 0),) * self.axes
        box = []
        for a, part in enumerate(parts):
            first = (lib.ct_block_first(self.shape[a], self.grid[a], part)
                     if self.kind == "blocks" else self.c.bounds[a][part])
            box.append(slice(first, first + lib.ct_decomposition_count(self.c, a, part)))
        return tuple(box)

    def positions(self, rank, axis):
        """Where the elements of each of the rank's boxes, or of its one part, are along an axis. Local."""
        if self.kind == "boxes":
            return [np.arange(box.first[axis], box.first[axis] + box.count[axis])
                    for box in self.c.box[0:self.c.boxes]]
        parts = self.parts(rank)
        if parts is None:
            return [np.arange(0)]
        if self.kind != "cyclic":
            return [np.arange(self.box_of(rank)[axis].start, self.box_of(rank)[axis].stop)]
        width, ranks = self.c.width[axis], self.grid[axis]
        at = np.arange(lib.ct_decomposition_count(self.c, axis, parts[axis]))
        first = (parts[axis] - self.c.source[axis]) % ranks
        return [(at // width * ranks + first) * width + at % width]

    def views(self, memory, rank, with_ghosts=False):
        """What `rank` holds in its memory (one axis of elements) without or with ghosts: an array for
        each box, or of a grid one array; with_ghosts says which. Local."""
        if self.kind == "boxes":
            counts = [tuple(box.count[0:self.axes]) for box in self.c.box[0:self.c.boxes]]
        else:
            parts = self.parts(rank)
            if parts is None:  # beyond the grid there is no memory, of ghosts neither
                return [np.empty((0,) * self.axes, memory.dtype)]
            counts = [tuple(lib.ct_decomposition_count(self.c, a, part) for a, part in enumerate(parts))]
        begin, views = 0, []
        for index, count in enumerate(counts):
            if self.kind == "boxes" and self.c.offset != ffi.NULL:
                begin = self.c.offset[index]
            lengths = [self.c.pitch[a] or count[a] + sum(self.c.ghosts[a]) for a in range(self.axes)]
            lengths = [lengths[a] for a in self.order]
            whole = memory[begin:begin + int(np.prod(lengths))].reshape(lengths)
            whole = whole.transpose(np.argsort(self.order))
            before = [0 if with_ghosts else self.c.ghosts[a][0] for a in range(self.axes)]
            after = [self.c.ghosts[a][0] + count[a] + (self.c.ghosts[a][1] if with_ghosts else 0)
                     for a in range(self.axes)]
            views.append(whole[tuple(map(slice, before, after))] if 0 not in count
                         else np.empty(count, memory.dtype))
            begin += int(np.prod(lengths))
        return views

    def __repr__(self):
        return f"<{self.kind} of {' x '.join(map(str, self.shape))} over {self.grid}>"


def axes_of(shape):
    if not 1 <= len(shape) <= MOST_AXES:
        raise ArgumentError(f"an array of {len(shape)} axes; allowed: 1 to {MOST_AXES}")
    return len(shape)


def check_count(what, given, axes):
    """C reads one for each axis."""
    if given is not None and len(given) != axes:
        raise ArgumentError(f"{what} of {len(given)} axes; allowed: of {axes}")


def extents(shape):
    return ffi.new("ptrdiff_t[]", [index(n) for n in shape])
