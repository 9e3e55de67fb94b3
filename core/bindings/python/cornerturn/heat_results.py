"""What a problem of diffusion (`heat`) tells of its state and of itself."""

import numpy as np

from .array import Array
from .communicator import together
from .decomposition import Decomposition
from .library import ArgumentError, check, ffi, lib
from .plan import Plan

SCHEMES = ("auto", "douglas_gunn", "peaceman_rachford", "crank_nicolson", "lod", "crank_nicolson_cg")
METHODS = ("auto", "transposing", "reducing")


class Results(Plan):
    """The reading half of `heat.Diffusion`: sums and values of the state, bounds, balance. Collective
    where it does not say local."""

    @property
    def array(self):
        """The state as an Array, at the same memory, to be gathered or written. Collective."""
        grid = lib.ct_adi_state_distribution(self.c).grid[0:len(self.shape)]
        where = Decomposition.blocks(self.shape, self._comm.size, grid)
        return Array(self.shape, self.dtype, where, self._comm, self.local.reshape(-1))

    @property
    def scheme(self):
        """The scheme in use, and its `order` in time. Local."""
        return SCHEMES[lib.ct_adi_scheme_used(self.c)]

    @property
    def order(self):
        """Of the scheme in use, in time. Local."""
        return lib.ct_adi_order(self.c)

    @property
    def method(self):
        """How axes between ranks are solved; auto: none is. `reason` says why. Local."""
        return METHODS[lib.ct_adi_method_used(self.c)]

    def cell(self, position):
        """Indices of the cell that contains a position (a length along each axis), the nearest one of
        positions outside. Local."""
        return tuple(lib.ct_adi_cell(self.c, a, x) for a, x in enumerate(position))

    def value(self, cell):
        """That of the cell with these indices, the same on all ranks."""
        with together(self._comm):
            if len(cell) != len(self.shape):
                raise ArgumentError(f"cell {cell}; allowed: {len(self.shape)} indices")
            indices = ffi.new("ptrdiff_t[]", [int(i) for i in cell])
        found = ffi.new("double *")
        check(lib.ct_adi_value(self.c, indices, found))
        return found[0]

    def integral(self):
        """The integral of the state over the domain, in its units times a volume. Collective."""
        number = ffi.new("double *")
        check(lib.ct_adi_integral(self.c, number))
        return number[0]

    def range(self):
        """The least and the greatest value of the state."""
        least, most = ffi.new("double *"), ffi.new("double *")
        check(lib.ct_adi_range(self.c, least, most))
        return least[0], most[0]

    def begin_balance(self):
        """From here on steps add up what comes in and goes out; they take longer."""
        check(lib.ct_adi_balance_begin(self.c))

    def balance(self):
        """Of C u, since begin_balance: a dict of first, stored, inflow (through the faces, [axis,
        side]), rate (per time, in the last step), source, decay, source_rate, decay_rate and error,
        which is that of rounding."""
        sheet = ffi.new("ct_adi_balance_sheet *")
        check(lib.ct_adi_balance(self.c, sheet))
        found = {name: getattr(sheet, name) for name in
                 ("first", "stored", "source", "decay", "source_rate", "decay_rate", "error")}
        for name, faces in (("inflow", getattr(sheet, "in")), ("rate", sheet.rate)):
            found[name] = np.array([list(faces[a]) for a in range(len(self.shape))])
        return found

    def rounds(self):
        """Relative residuals of the last steady state before each of its rounds and after the last,
        where coefficients depend on u; else none. Local."""
        residuals = ffi.new("double **")
        count = lib.ct_adi_steady_rounds(self.c, residuals)
        return list(residuals[0][0:count])

    def begin_bounds(self):
        """From here on `bounds` compares with what follows from the state as it is. Collective."""
        check(lib.ct_adi_bounds_begin(self.c))

    def bounds(self):
        """Whether steps were stable: a dict of is_finite, has_grown, has_lost (the integral),
        largest, bound, integral and wanted_integral, as adi.h explains. Collective."""
        found = ffi.new("ct_adi_bounds *")
        check(lib.ct_adi_bounds_check(self.c, found))
        return {name: getattr(found, name) for name, _ in ffi.typeof("ct_adi_bounds").fields}
