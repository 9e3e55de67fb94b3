"""Distributed arrays, and how they get from one decomposition to another."""

from operator import index

import numpy as np

from .communicator import communicator, taken, together
from .decomposition import Decomposition, check_count
from .library import ArgumentError, check, execute, ffi, lib, unmasked
from .memory import allocate
from .plan import Plan, conjugation, exchange_options, planned


ALIGNMENT = 64  # bytes


class Array:
    """An array of which each rank holds a part.

    shape, dtype      of the whole array
    decomposition     which part each rank holds; by default balanced blocks, those of the first
                      axis first
    local             this rank's part, a numpy array without ghosts, to be read and written (of
                      several boxes: see `locals`)
    box               where that part is in the whole, a tuple of slices (of blocks and bounds)
    memory            the part with ghosts and pitches, along one axis

    Its memory is shared with the other ranks of the node, so that they exchange without further
    copies; with `memory`, a numpy array of the caller's, that is used as it is and not copied.
    Making one is collective over `comm` (None: all ranks; "self"; one of mpi4py).
    """

    def __init__(self, shape, dtype=float, decomposition=None, comm=None, memory=None):
        self.comm = communicator(comm)
        with together(self.comm):
            elements = self._prepare(shape, dtype, decomposition)
            self.memory = None if memory is None else wrap(memory, elements, self.dtype)
        if self.memory is None:
            self.memory = allocate(self.comm, elements, self.dtype)
        self.locals = self.decomposition.views(self.memory, self.comm.rank)
        self.address = (ffi.cast("void *", self.memory.ctypes.data) if self.memory.size
                        else ffi.NULL)

    def _prepare(self, shape, dtype, decomposition):
        """Elements of memory of this rank. Local."""
        self.shape = tuple(index(n) for n in np.atleast_1d(shape))
        self.dtype = np.dtype(dtype)
        if self.dtype.hasobject or self.dtype.itemsize == 0:
            raise ArgumentError(f"elements of {self.dtype}; allowed: types of fixed size")
        if not isinstance(decomposition, (Decomposition, type(None))):
            raise ArgumentError(f"{decomposition!r} is no decomposition; allowed: a Decomposition, None")
        self.decomposition = decomposition or Decomposition.blocks(
            self.shape, self.comm.size, slabs(self.shape, self.comm.size))
        if self.decomposition.shape != self.shape:
            raise ArgumentError(f"a decomposition of {self.decomposition.shape} for an array of "
                                f"{self.shape}; allowed: the same extents")
        check(lib.ct_decomposition_check(self.decomposition.c, self.comm.size))
        return self.decomposition.elements(self.comm.rank)

    @property
    def local(self):
        """This rank's part without ghosts, a numpy array at the library's memory. Local."""
        if len(self.locals) != 1:
            raise ArgumentError(f"this rank has {len(self.locals)} boxes: `locals` has them")
        return self.locals[0]

    @local.setter
    def local(self, values):
        self.local[...] = unmasked(values)

    @property
    def ghosted(self):
        """`local` with its ghost layers (see `Halo`)."""
        views = self.decomposition.views(self.memory, self.comm.rank, True)
        if len(views) != 1:
            raise ArgumentError(f"this rank has {len(views)} boxes: `locals` has them")
        return views[0]

    @property
    def box(self):
        """Where `local` is in the whole: a slice for each axis. Local."""
        return self.decomposition.box_of(self.comm.rank)

    @property
    def target(self):
        """`address`, for what is written. Local."""
        if not self.memory.flags.writeable:
            raise ArgumentError(f"{self!r} has memory that is read only; allowed: as the source")
        return self.address

    @property
    def ndim(self):
        """The number of axes. Local."""
        return len(self.shape)

    def like(self, dtype=None):
        """Another array, of the same decomposition. Collective."""
        return Array(self.shape, dtype or self.dtype, self.decomposition, self.comm)

    def copy(self, dtype=None):
        """Collective."""
        other = self.like(dtype)
        for mine, its in zip(self.locals, other.locals):
            its[...] = mine
        return other

    def gather(self, root=0):
        """The whole as a numpy array on `root`, None on other ranks. Collective."""
        is_root = self._is_root(root)
        whole = redistribute(self, whole_on(self.shape, is_root))
        return whole.locals[0] if is_root else None

    def scatter(self, whole, root=0):
        """Takes the values of a numpy array on `root`; others give None. Collective. Returns
        itself."""
        is_root = self._is_root(root)
        memory = np.empty(0, self.dtype)
        with together(self.comm):
            if is_root:
                memory = taken(whole, self.dtype, self.shape)
        source = Array(self.shape, self.dtype, whole_on(self.shape, is_root), self.comm, memory)
        redistribute(source, out=self)
        return self

    def _is_root(self, root):
        """Collective."""
        with together(self.comm):
            if root not in range(self.comm.size):
                raise ArgumentError(f"root {root}; allowed: 0 to {self.comm.size - 1}")
        return self.comm.rank == root

    def __array__(self, *_, **__):
        raise TypeError(f"{self!r} is distributed; allowed: its part `local`, or the whole by gather()")

    def __repr__(self):
        return f"<cornerturn.Array {self.shape} {self.dtype} {self.decomposition!r}>"


def slabs(shape, size):
    """A grid that divides the first axis alone, where no rank is then empty; else any."""
    return [size] + [1] * (len(shape) - 1) if shape and shape[0] >= size else None


def whole_on(shape, is_here):
    return Decomposition.boxes(shape, [tuple(slice(0, n) for n in shape)] if is_here else [])


def wrap(memory, elements, dtype):
    """The caller's memory along one axis; nothing is copied."""
    memory = np.asarray(unmasked(memory))
    if memory.dtype != dtype or memory.size < elements or not memory.flags.c_contiguous:
        raise ArgumentError(f"memory of {memory.size} {memory.dtype}; allowed: {elements} or more "
                            f"{dtype}, contiguous")
    return memory.reshape(-1)


def require_like(like, array):
    """The array, which must be one of the same decomposition and dtype. Local."""
    if not isinstance(array, Array) or array.decomposition != like.decomposition or array.dtype != like.dtype:
        raise ArgumentError(f"{array!r}; allowed: as {like!r}")
    return array


def as_array(values, comm=None):
    """A distributed array as it is; a numpy array of one process as one, copied where it is not
    aligned as vector instructions want it."""
    if isinstance(values, Array):
        return values
    values = np.asarray(unmasked(values))
    known = communicator(comm or "self")
    if known.size != 1:
        raise ArgumentError("a numpy array is of one process; allowed: a cornerturn.Array")
    if values.flags.c_contiguous and values.ctypes.data % ALIGNMENT == 0:
        return Array(values.shape, values.dtype, None, known, values.reshape(-1))
    array = Array(values.shape, values.dtype, None, known)
    array.local[...] = values
    return array


def fields_of(given, out):
    """A list of arrays that are alike, and of `out` as many or None; None where `given` is no list of
    arrays."""
    if not isinstance(given, (list, tuple)) or not given or not isinstance(given[0], Array):
        return None
    is_alike = len(out or given) == len(given) and all(
        isinstance(each, Array) and each.decomposition == fields[0].decomposition
        and each.dtype == fields[0].dtype for fields in (given, out or ()) for each in fields)
    # boxes may be alike on this rank alone
    if lib.ct_agree(given[0].comm.handle, lib.CT_OK if is_alike else lib.CT_ERROR_ARGUMENT):
        raise ArgumentError("a list of arrays that differ; allowed: arrays of one decomposition and "
                            "dtype, and as many in `out`")
    return list(given)


def execute_many(call, plan, pairs, target_of):
    """A ct_.._execute_many of pairs of inputs and outputs. Collective."""
    def addresses():
        return [ffi.new("void *[]", [each.address for each, _ in pairs]),
                ffi.new("void *[]", [target_of(each) for _, each in pairs])]

    execute(call, (plan.c, len(pairs)), addresses, [ffi.new("void *[]", len(pairs))] * 2)


def redistribute(source, decomposition=None, axes=None, out=None, conjugate=False, **options):
    """The array in another decomposition; with `axes`, axis a of the result is axis axes[a] of the
    source; `conjugate`: complex numbers are conjugated on the way. `out`: into this array. Options as of
    `exchange`. Of a list of arrays that are alike, a list, with one message between two ranks for all.
    Collective; the plan is cached."""
    fields = fields_of(source, out)
    if fields:
        source, out, outs = fields[0], out and out[0], out
    source = as_array(source)
    given = decomposition if out is None else getattr(out, "decomposition", None)
    into = given if isinstance(given, Decomposition) else None

    def prepare():
        if into is None:
            raise ArgumentError(f"a decomposition {given!r}; allowed: a Decomposition, or an array `out`")
        check_count("a permutation", axes, source.ndim)
        c = ffi.new("ct_redistribute_options *")
        conjugation(c, conjugate, source.dtype)
        owned = exchange_options(c.exchange, source.dtype, **options)
        permutation = ffi.new("int[]", list(axes)) if axes is not None else ffi.NULL
        return Plan(lib.ct_redistribute_plan_create,
                    (source.comm.handle, source.decomposition.c, permutation, into.c, source.dtype.itemsize, c),
                    (source.decomposition, into, owned), (source.comm, source.dtype))

    def target_of(each):
        if each.dtype != source.dtype:
            raise ArgumentError(f"from {source.dtype} to {each.dtype}; allowed: the same numbers")
        if not options.get("in_place") and any(np.may_share_memory(each.memory, its.memory) for its, _ in pairs):
            raise ArgumentError(f"{each!r} into its own memory; allowed: another array")
        return each.target

    key = ("redistribute", source.decomposition.key, into, source.dtype, axes and tuple(axes),
           conjugate, tuple(options.items()))
    with planned(source.comm, key, prepare, source.decomposition, into) as plan:
        if out is None:
            out = Array(into.shape, source.dtype, into, source.comm)
        if fields:
            pairs = list(zip(fields, outs or [out, *(out.like() for _ in fields[1:])]))
            execute_many(lib.ct_redistribute_execute_many, plan, pairs, target_of)
        else:
            pairs = [(source, out)]
            execute(lib.ct_redistribute_execute, (plan.c,), lambda: (source.address, target_of(out)))
    return [each for _, each in pairs] if fields else out


def transpose(source, axes=None, decomposition=None, out=None, conjugate=False, **options):
    """The array with its axes in another order (None: reversed), as numpy's: in a `decomposition` of the
    result, by default blocks of its first axis, or into the array `out`; complex numbers conjugated with
    `conjugate`. `source`, options: as of `redistribute`. Collective; the plan is cached."""
    source = as_array(source)
    with together(source.comm):
        axes = tuple(axes) if axes is not None else tuple(reversed(range(source.ndim)))
        if out is None and decomposition is None:
            shape = tuple(source.shape[a] for a in axes)
            decomposition = Decomposition.blocks(shape, source.comm.size,
                                                 slabs(shape, source.comm.size))
    return redistribute(source, decomposition, axes, out, conjugate, **options)
