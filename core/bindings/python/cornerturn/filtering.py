"""Filters of the caller's own: there and back with a function on the spectrum in the cache."""

import numpy as np

from .array import require_like
from .communicator import together
from .library import RIGOURS, ArgumentError, execute, ffi, lib, member
from .plan import Plan, exchange_options
from .transform import REAL_OF, SINGLE, problem_of

# Of the first transform, by norm. CT_SCALING_NONE would leave both ways without a factor.
FIRST_SCALINGS = {"backward": lib.CT_SCALING_DEFAULT, "ortho": lib.CT_SCALING_UNITARY,
                  "forward": lib.CT_SCALING_FULL}


def filter_options(like, what, options):
    """A ct_fft_options for transforms there and back of arrays like that, and what must live until
    the plan is made."""
    if like.dtype not in REAL_OF and like.dtype not in SINGLE:
        raise ArgumentError(f"{what} of {like.dtype}; allowed: float32, float64, complex64, "
                            "complex128")
    options = dict(options)
    c = ffi.new("ct_fft_options *")
    c.rigour = member("CT", options.pop("rigour", "measure"), *RIGOURS)
    like.decomposition.put_into(c.array)
    return c, (exchange_options(c.exchange, **options), like.decomposition)


class FilterPlan(Plan):
    """A transform, a function of the caller on the coefficients, and the inverse transform, in less
    time than the three: the spectrum is never written to memory and takes no array.

    like       an array, real or complex, in any decomposition; ghosts are neither read nor written
    axes       those that are transformed; None: all. Of a real array the last of them is r2c
    norm       of the first transform, as of `fft`; the way back undoes it
    options    rigour, and as of `exchange`

        with ct.FilterPlan(u) as plan:
            plan.execute(u, lambda tile, box: np.multiply(tile, transfer[box], out=tile))

    Making, executing and closing it is collective.
    """

    def __init__(self, like, axes=None, norm=None, **options):
        with together(like.comm):
            self._prepare(like, axes, norm, options)
        self.make()
        self._hook = ffi.callback("ct_fft_hook", self._visit)

    def _prepare(self, like, axes, norm, options):
        c, owned = filter_options(like, "a filter", options)
        if norm not in (None, *FIRST_SCALINGS):
            raise ArgumentError(f"norm {norm!r}; allowed: {', '.join(FIRST_SCALINGS)}")
        is_complex = like.dtype.kind == "c"
        real = REAL_OF.get(like.dtype, like.dtype)
        axes = [axis % like.ndim for axis in (range(like.ndim) if axes is None else axes)]
        kinds = dict.fromkeys(axes, lib.CT_FFT_C2C)
        if not is_complex:
            kinds[axes[-1]] = lib.CT_FFT_R2C
        c.scaling = FIRST_SCALINGS[norm or "backward"]
        problem = problem_of(like.shape, kinds, real, is_complex=is_complex)
        super().__init__(lib.ct_fft_filter_plan_create, (like.comm.handle, problem, c), owned)
        self._like, self._function, self._raised = like, None, None
        self._dtype = np.dtype(SINGLE.get(real, real))

    def execute(self, u, function, out=None):
        """Calls function(tile, box) for parts of the spectrum that together are this rank's: tile, a
        numpy array to be changed in place; box, where it is in the whole, as slices. What the
        function raises is raised on this rank, after all ranks are through. Collective; returns
        `out`, or a new array."""
        out = u.like() if out is None else out
        self._function, self._raised = function, None
        execute(lib.ct_fft_filter_execute, (self.c,), lambda: (
            require_like(self._like, u).address, require_like(self._like, out).target, self._hook, ffi.NULL))
        raised, self._raised, self._function = self._raised, None, None
        if raised is not None:
            raise raised
        return out

    def _visit(self, _, tile):
        try:
            axes = tile.box.axes
            counts, strides = tuple(tile.box.count[0:axes]), tuple(tile.stride[0:axes])
            if 0 in counts:
                return
            bytes_ = tile.element_bytes + sum((n - 1) * by for n, by in zip(counts, strides))
            values = np.ndarray(counts, self._dtype, ffi.buffer(tile.values, bytes_), 0, strides)
            self._function(values, tuple(slice(first, first + n) for first, n in
                                         zip(tile.box.first[0:axes], counts)))
        except Exception as error:  # C cannot pass it on
            self._raised = self._raised or error
