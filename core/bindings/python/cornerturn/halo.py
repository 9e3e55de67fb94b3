"""Ghost layers around each rank's part of an array."""

import numpy as np

from .array import require_like
from .communicator import together
from .library import ArgumentError, check, execute, ffi, lib
from .plan import Plan, exchange_options


class Halo(Plan):
    """Fills the ghosts of arrays of one decomposition, such as Decomposition.blocks(..,
    ghosts=(1, 1)), with the values that other ranks have there; `Array.ghosted` has them.

    like          an array; others of the same decomposition and dtype can be given to `execute`
    periodic      whether the ends of all axes, or of each, are neighbours; where not, ghosts beyond
                  the array stay as they are
    faces_only    without edges and corners, as stencils along axes need them
    count         arrays that `execute` is given at once: between nodes one message each neighbour
    options       as of `exchange`

    Making, executing and closing it is collective.
    """

    def __init__(self, like, periodic=False, faces_only=False, count=1, **options):
        with together(like.comm):
            self._prepare(like, periodic, faces_only, count, options)
        self.make()

    def _prepare(self, like, periodic, faces_only, count, options):
        self._like, self._count = like, int(count)
        c = ffi.new("ct_halo_options *")
        c.periodic = [int(flag) for flag in np.broadcast_to(periodic, like.ndim)]
        c.faces_only = faces_only
        owned = exchange_options(c.exchange, **options)
        if self._count < 1:
            raise ArgumentError(f"{count} arrays; allowed: 1 or more")
        kinds = ffi.new("ct_halo_array[]", [{"element_bytes": like.dtype.itemsize}] * self._count)
        super().__init__(lib.ct_halo_plan_create,
                         (like.comm.handle, like.decomposition.c, self._count, kinds, c),
                         (owned, kinds, like.decomposition), (like.comm, like.dtype))
        self._busy = ()

    def execute(self, *arrays):
        """Fills the ghosts of `count` arrays. Collective."""
        execute(lib.ct_halo_execute, (self.c,), lambda: self._addresses(arrays))

    def start(self, *arrays):
        """Begins that; until `wait` returns, or `test` returns True, work on what needs no ghosts
        and write only what no other rank needs. Collective."""
        execute(lib.ct_halo_start, (self.c,), lambda: self._addresses(arrays), end=lib.ct_halo_wait)
        self._busy = arrays  # so that their memory lives

    def test(self):
        """Whether it is done; goes on with it."""
        done = ffi.new("int *")
        check(lib.ct_halo_test(self.c, done))
        return bool(done[0])

    def wait(self):
        """Ends what `start` began. Collective."""
        check(lib.ct_halo_wait(self.c))
        self._busy = ()

    def _addresses(self, arrays):
        if len(arrays) != self._count:
            raise ArgumentError(f"{len(arrays)} arrays; allowed: {self._count} like {self._like!r}")
        return ffi.new("void *[]", [require_like(self._like, each).target for each in arrays]), ffi.NULL
