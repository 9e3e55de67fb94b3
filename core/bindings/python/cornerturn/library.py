"""The C library: where it is, and its failures as exceptions."""

import ctypes.util
import os
import pathlib
import sys

import numpy as np

from ._declarations import ffi


class Error(Exception):
    """A call failed, on all ranks unless it says otherwise. `status` is its name in C."""

    status = "CT_ERROR_INTERNAL"


class ArgumentError(Error, ValueError):
    """An invalid argument: the message says what is allowed."""


class UnsupportedError(Error, NotImplementedError):
    """Valid, but not for this number of ranks, topology or build."""


class FileError(Error, OSError):
    """A file is missing, damaged or cannot be written."""


class OutOfMemoryError(Error, MemoryError):
    """An allocation failed; the message names its size."""


CLASSES = {
    "CT_ERROR_ARGUMENT": ArgumentError,
    "CT_ERROR_CONFIG": ArgumentError,
    "CT_ERROR_UNSUPPORTED": UnsupportedError,
    "CT_ERROR_FILE": FileError,
    "CT_ERROR_MEMORY": OutOfMemoryError,
}


def find():
    """$CORNERTURN_LIBRARY; in this package, where its build puts it; or the system's."""
    name = "libcornerturn.so"
    given = os.environ.get("CORNERTURN_LIBRARY")
    if given:
        return given
    beside = pathlib.Path(__file__).absolute().parent / name
    return str(beside) if beside.exists() else ctypes.util.find_library("cornerturn") or name


# MPI looks up its own plugins: its symbols are global. mpi4py ends MPI after Python, and MPI then calls
# what the library keeps on communicators: it stays.
lib = ffi.dlopen(find(), ffi.RTLD_NOW | ffi.RTLD_GLOBAL | os.RTLD_NODELETE)
LONGEST_VERSION = 8192  # bytes of MPI_MAX_LIBRARY_VERSION_STRING, at most


def text(characters):
    """A C string, or None."""
    return ffi.string(characters).decode() if characters != ffi.NULL else None


def check(status):
    """Raises what a call returned."""
    if status == lib.CT_OK:
        return
    name = ffi.typeof("ct_status").elements[status]
    error = CLASSES.get(name, Error)(text(lib.ct_error_message()))
    error.status = name
    raise error


def check_mpi(status, call):
    if status != 0:
        error = Error(f"{call} failed with MPI's error {status}")
        error.status = "CT_ERROR_MPI"
        raise error


def check_mpi4py():
    """mpi4py, where it has been imported, and the library must have one MPI: with two in a process calls
    of the library may reach the other one. Local."""
    theirs = getattr(sys.modules.get("mpi4py.MPI"), "Get_library_version", None)
    if theirs is not None:
        mine, length = ffi.new("char[]", LONGEST_VERSION), ffi.new("int *")
        check_mpi(lib.MPI_Get_library_version(mine, length), "MPI_Get_library_version")
        both = theirs().strip("\0"), text(mine)
        if both[0].split() != both[1].split():
            names = [" ".join(version.split("\n")[0].split(",")[0].split()) for version in both]
            raise UnsupportedError(f"mpi4py is built for {names[0]}, Cornerturn for {names[1]}; allowed: both "
                                   "for the same MPI")


check_mpi4py()


def execute(call, always, arguments, instead=None, end=None):
    """call(*always, *arguments()). Where arguments() raises, which is local, the library is given NULL for
    them, or `instead`: by that it tells the other ranks, which would wait for this one. end(*always) ends what `call` has begun.
    Collective."""
    refusal = None
    try:
        given = arguments()
    except Exception as error:
        refusal = error
        given = instead or [ffi.NULL] * (len(ffi.typeof(call).args) - len(always))
    status = call(*always, *given)
    if refusal is not None and end and status == lib.CT_OK:
        end(*always)
    if refusal is not None:
        raise refusal
    check(status)


COUNTERS = "_SOLVERS", "_METHODS", "_SYMBOLS"  # after the last of some
RIGOURS = "estimate", "measure", "patient", "exhaustive"


def member(prefix, name, *allowed):
    """The enumerator of a name, such as CT_PLAN_MEASURE of `measure`. `allowed`: the names, where
    others have the prefix too."""
    allowed = allowed or [each[len(prefix) + 1:].lower() for each in dir(lib)
                          if each.startswith(prefix + "_") and not each.endswith(COUNTERS)]
    word = str(name).lower().replace("-", "_")
    if word not in allowed:
        raise ArgumentError(f"no such choice: {name!r}; allowed: {', '.join(allowed)}")
    return getattr(lib, f"{prefix}_{word.upper()}")


def has_masked(values):
    """Whether a mask hides some of the values: of an array, or of arrays in lists, at which numpy's
    is_masked does not look."""
    if isinstance(values, (list, tuple)):
        return any(has_masked(each) for each in values if isinstance(each, (list, tuple, np.ma.MaskedArray)))
    return np.ma.is_masked(values)


def unmasked(values):
    """The values, of which no mask hides some: a copy or a view of the numbers would have those below it."""
    if has_masked(values):
        raise ArgumentError("a masked array; allowed: its numbers, as by its filled()")
    return values


def reals(values, what):
    """Real numbers as an array of doubles in one piece. numpy would cut complex ones, and read text."""
    values = np.asarray(unmasked(values))
    if values.dtype.kind not in "biufO":
        raise ArgumentError(f"{what} of {values.dtype}; allowed: real numbers")
    return np.asarray(values, float, order="C")


def for_each(values, what, axes):
    """One number for all axes or one for each, as a list of floats."""
    values = reals(values, what)
    if values.shape not in ((), (axes,)):
        raise ArgumentError(f"{what} of {values.shape}; allowed: one number, or one for each of {axes} "
                            "axes")
    return np.broadcast_to(values, axes).tolist()
