"""Plans: what a call has found out, to be used again."""

import contextlib
import warnings

from .library import ArgumentError, ffi, member
from .reports import Reports


class Plan(Reports):
    """A plan of the C library. `close` destroys it, collectively; so does the end of `with`."""

    _pointer = (ffi.NULL,)  # until it is made

    def __init__(self, pointer, destroy, owned=()):
        self._pointer, self._destroy, self._owned = pointer, destroy, owned

    @property
    def c(self):
        if self._pointer[0] == ffi.NULL:
            raise ArgumentError("a plan that was closed is used")
        return self._pointer[0]

    def close(self):
        if self._pointer[0] != ffi.NULL:
            self._destroy(self._pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):  # when that is differs between ranks, so nothing can be destroyed here
        if self._pointer[0] != ffi.NULL:
            warnings.warn("a plan was not closed", ResourceWarning, stacklevel=2)


@contextlib.contextmanager
def planned(comm, key, create, *decompositions):
    """The plan that calls with this key share. Of boxes one for this call alone: another rank's may be
    new where ours are not. Collective."""
    if any(each is not None and each.kind == "boxes" for each in decompositions):
        with create() as plan:
            yield plan
    else:
        yield comm.plan(key, create)


def exchange_options(c, algorithm=None, planning="estimate", transport="auto", tuning_file=None,
                     private_arrays=False, in_place=False, precision="exact"):
    """Fills a ct_exchange_options; what is returned must live until the plan is made.

    algorithm      a name, such as "bruck --radix 4"; None: the best is chosen
    planning       estimate: by the model; measure, exhaustive: by timing
    transport      within a node: auto, messages, shared
    precision      of doubles in messages: exact, float_between_nodes, float (ct_message_precision)
    tuning_file    where measured choices are read and written
    """
    owned = [ffi.new("char[]", str(name).encode()) if name is not None else ffi.NULL
             for name in (algorithm, tuning_file)]
    c.algorithm, c.tuning_file = owned
    c.planning = member("CT_PLAN", planning)
    c.transport = member("CT_TRANSPORT", transport)
    c.private_arrays = private_arrays
    c.in_place = in_place
    c.precision = member("CT_MESSAGES", precision)
    return owned
