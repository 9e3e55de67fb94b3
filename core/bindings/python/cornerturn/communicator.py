"""Communicators: MPI's world, or one of mpi4py, with the plans that were made on it."""

import atexit
import contextlib
import zlib

import numpy as np

from .library import ArgumentError, check, check_mpi, check_mpi4py, ffi, lib, unmasked

MOST_PLANS = 64  # of a communicator that functions reuse; the one used longest ago goes first

_known = {}  # by MPI's handle
_ours = False  # MPI was initialised here, and is ended here


class Communicator:
    """`rank`, `size` and the plans in use. Made by `communicator`, collectively; rank and size are
    local."""

    def __init__(self, handle):
        self._handle = handle
        self.rank = _number(lib.MPI_Comm_rank, handle)
        self.size = _number(lib.MPI_Comm_size, handle)
        self._plans, self._uses, self._made = {}, 0, 0
        self.allocations, self.pool, self.is_closed = 0, {}, False  # of memory.py
        self._numbers = ffi.new("int[]", self.size)

    @property
    def handle(self):
        """MPI's, while it is there. Local."""
        if self.is_closed:
            raise ArgumentError("its communicator has been freed, or MPI finalised; allowed: calls before that")
        return self._handle

    @property
    def plans(self):
        """The plans that functions reuse, the one used last at the end: `plans[-1].explain()` tells
        why the last call was done as it was. Local."""
        return sorted(self._plans.values(), key=lambda plan: plan.last_use)

    def plan(self, key, prepare):
        """The plan with this key. If it is new, prepare(), which is local, returns it and it is made.
        Collective: every rank has the same ones, and numbers them alike."""
        plan = self._plans.get(key)
        if not self.agree_on(-1 if plan is None else plan.number):
            with together(self):
                new = plan or prepare()
            agree(self, plan and "arguments that differ between ranks; allowed: the same on all")
            plan = self._plans[key] = new.make()
            self._made += 1
            plan.number = self._made
        self._uses += 1
        plan.last_use = self._uses
        if len(self._plans) > MOST_PLANS:
            oldest = min(self._plans, key=lambda each: self._plans[each].last_use)
            self._plans.pop(oldest).close()
        return plan

    def close(self):
        """Destroys its plans, and frees memory that no array uses. Collective."""
        self.is_closed = True
        while self._plans:
            self._plans.popitem()[1].close()
        while self.pool:
            lib.ct_free(self.pool.popitem()[1][1])

    def agree_on(self, number):
        """Whether all ranks have the same number, from 0 on. Collective."""
        handle = self.handle
        if self.size == 1:
            return number >= 0
        mine = ffi.new("int *", number)
        check(lib.ct_allgather(mine, 4, BYTE, self._numbers, 4, BYTE, handle))
        return number >= 0 and all(n == number for n in self._numbers)

    def barrier(self):
        """Returns when all ranks have called it. Collective."""
        check_mpi(lib.MPI_Barrier(self.handle), "MPI_Barrier")

    def __repr__(self):
        return f"<rank {self.rank} of {self.size}>"


def _number(call, handle):
    number = ffi.new("int *")
    check_mpi(call(handle, number), "MPI_Comm_rank")
    return number[0]


def _is(call):
    flag = ffi.new("int *")
    check_mpi(call(flag), "MPI_Initialized")
    return flag[0] != 0


def has_ended():
    """Whether MPI has been finalised. Local."""
    return _is(lib.MPI_Finalized)


def _constant(name):
    """MPI's WORLD, SELF or BYTE: numbers in MPICH, addresses in Open MPI."""
    kind = "MPI_Datatype" if name == "BYTE" else "MPI_Comm"
    number = getattr(lib, f"CT_PYTHON_{name}", None)
    if number is not None:
        return int(ffi.cast("int", number))
    long = "ompi_mpi_byte" if name == "BYTE" else f"ompi_mpi_comm_{name.lower()}"
    return ffi.cast(kind, getattr(lib, long))


BYTE = _constant("BYTE")


@ffi.callback("MPI_Comm_delete_attr_function")
def _forget(handle, key, value, extra):
    """MPI frees a communicator: its plans go with it, on all its ranks."""
    found = _known.pop(_key(handle), None)
    if found is not None:
        found.close()
    return 0


@ffi.callback("MPI_Comm_delete_attr_function")
def _close_all(handle, key, value, extra):
    """MPI_Finalize begins, which frees what is on MPI_COMM_SELF while MPI can still be called, what is on
    other communicators maybe later."""
    for known in list(_known):
        _known.pop(known).close()
    return 0


@ffi.callback("MPI_Comm_copy_attr_function")
def _copy_nothing(handle, key, extra, value, into, is_copied):
    """A copy of a communicator has no plans. MPI's own function for this has no name common to all."""
    is_copied[0] = 0
    return 0


def _key(handle):
    return int(ffi.cast("intptr_t", handle))


def _begin():
    """Initialises MPI unless the program, or mpi4py, has."""
    global _ours, _attribute, _at_end
    if not _is(lib.MPI_Initialized):
        provided = ffi.new("int *")
        check_mpi(lib.MPI_Init_thread(ffi.NULL, ffi.NULL, 1, provided), "MPI_Init_thread")
        _ours = True
    attribute = ffi.new("int *")
    check_mpi(lib.MPI_Comm_create_keyval(_copy_nothing, _forget, attribute, ffi.NULL),
              "MPI_Comm_create_keyval")
    _attribute = attribute[0]
    check_mpi(lib.MPI_Comm_create_keyval(_copy_nothing, _close_all, attribute, ffi.NULL),
              "MPI_Comm_create_keyval")
    _at_end = attribute[0]
    check_mpi(lib.MPI_Comm_set_attr(_constant("SELF"), _at_end, ffi.NULL), "MPI_Comm_set_attr")
    atexit.register(_end)


def _end():
    if has_ended():
        return
    for known in list(_known.values()):  # or mpi4py, after Python's end, would have MPI call _forget
        lib.MPI_Comm_delete_attr(known.handle, _attribute)
    lib.MPI_Comm_delete_attr(_constant("SELF"), _at_end)
    if _ours:
        lib.MPI_Finalize()


_attribute = _at_end = None


def communicator(comm=None):
    """Of None MPI's world, of "self" this process alone, else one of mpi4py (or any object with its
    py2f). Initialises MPI at first. The first call on a communicator is collective."""
    if isinstance(comm, Communicator):
        return comm
    if has_ended():
        raise ArgumentError("MPI has been finalised; allowed: calls before that")
    check_mpi4py()
    if _attribute is None:
        _begin()
    if comm is None or comm in ("world", "self"):
        handle = _constant("SELF" if comm == "self" else "WORLD")
    elif hasattr(comm, "py2f"):
        if not comm:
            raise ArgumentError("no communicator, MPI_COMM_NULL; allowed: one that this rank is in")
        handle = comm.py2f()
        if hasattr(lib, "MPI_Comm_f2c"):
            handle = lib.MPI_Comm_f2c(handle)
    else:
        raise ArgumentError(f"{comm!r} is no communicator; allowed: None, 'self', one of mpi4py")
    found = _known.get(_key(handle))
    if found is None:
        if _number(lib.MPI_Comm_test_inter, handle):
            raise ArgumentError("an intercommunicator; allowed: ranks of one group")
        found = _known[_key(handle)] = Communicator(handle)
        check_mpi(lib.MPI_Comm_set_attr(handle, _attribute, ffi.NULL), "MPI_Comm_set_attr")
    return found


def taken(values, dtype, shape):
    """As an array of that dtype and shape in one piece. Local."""
    try:
        array = np.ascontiguousarray(unmasked(values))
        if values is not None and not np.can_cast(array.dtype, dtype, "same_kind"):
            raise TypeError(f"{array.dtype} for {dtype}; allowed: numbers that numpy casts as of the same kind")
        array = np.ascontiguousarray(array, dtype)
    except (TypeError, ValueError) as error:
        raise ArgumentError(str(error)) from None
    if values is None or array.shape != shape:
        raise ArgumentError(f"an array of {np.shape(values)} for one of {shape}; allowed: the same extents")
    return array


def require_same(comm, dtype):
    """That elements are of this dtype on all ranks: the library is told their size alone. Collective."""
    if not comm.agree_on(zlib.crc32(repr(dtype).encode()) >> 1):
        raise ArgumentError(f"elements of {dtype} on rank {comm.rank}, of others elsewhere; allowed: the same on all")


LONGEST_MESSAGE = 512  # bytes


@contextlib.contextmanager
def together(comm):
    """For `with`: where one rank raises there, the others raise ArgumentError with its message, instead of
    waiting for it later. What is in it is local. Collective."""
    try:
        yield
    except Exception as error:
        with contextlib.suppress(ArgumentError):
            agree(comm, str(error) or type(error).__name__)
        raise
    agree(comm, None)


def agree(comm, message):
    """Raises ArgumentError on all ranks, with the message of the first that has one. Collective."""
    if lib.ct_agree(comm.handle, lib.CT_ERROR_ARGUMENT if message else lib.CT_OK) == lib.CT_OK:
        return
    mine = (message or "").encode(errors="backslashreplace")[:LONGEST_MESSAGE]  # of any file name
    all_ = ffi.new("char[]", LONGEST_MESSAGE * comm.size)
    check(lib.ct_allgather(ffi.new("char[]", mine.ljust(LONGEST_MESSAGE, b"\0")), LONGEST_MESSAGE, BYTE,
                           all_, LONGEST_MESSAGE, BYTE, comm.handle))
    texts = [bytes(ffi.buffer(all_, LONGEST_MESSAGE * comm.size))[p * LONGEST_MESSAGE:][:LONGEST_MESSAGE]
             .rstrip(b"\0").decode(errors="ignore") for p in range(comm.size)]
    first = next(p for p, each in enumerate(texts) if each)
    raise ArgumentError(texts[first] + (f" (on rank {first})" if "" in texts else ""))
