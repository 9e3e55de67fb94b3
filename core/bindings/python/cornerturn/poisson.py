"""Plans of Poisson's and Helmholtz's equation: poisson.h."""

import numpy as np

from .array import require_like
from .communicator import together
from .filtering import filter_options
from .library import ArgumentError, execute, ffi, for_each, lib, member
from .plan import Plan
from .transform import REAL_OF, SINGLE


class Poisson(Plan):
    """-div grad u + shift u = f, in less time than `poisson` takes: forward, division and inverse in
    one pass where they meet. `poisson` solves Laplacian u = f, of the other sign.

    like          an array as f and u, real or complex, in any decomposition
    spacing       of the points: one length or one for each axis
    boundary      periodic, dirichlet, neumann, dirichlet_neumann (Dirichlet at the lower end),
                  neumann_dirichlet or unbounded: one for all axes or one for each
    points        cell (middles of cells) or node, as of ct_points
    shift         of any sign
    symbol        what stands for -d2/dx2: spectral, or differences of order second or fourth
    removes_mean  modes that determine no u (with shift 0, periodic and Neumann: the mean) are taken
                  out of f and are 0 in u; else f that has them is refused
    order         along unbounded axes: 0, that of the series, or 2, 4, 6, 8, of regularised Green's
                  functions
    faces         (axis, positions): the n + 1 faces of its cells, of any widths
    options       rigour, and as of `exchange`

        with ct.Poisson(f, spacing=0.1, boundary="neumann", removes_mean=True) as plan:
            u = plan.solve(f)

    Making, solving and closing it is collective.
    """

    def __init__(self, like, spacing=1.0, boundary="periodic", points="cell", shift=0.0,
                 symbol="spectral", removes_mean=False, order=0, faces=None, **options):
        with together(like.comm):
            self._prepare(like, spacing, boundary, points, shift, symbol, removes_mean, order, faces, options)
        self.make()

    def _prepare(self, like, spacing, boundary, points, shift, symbol, removes_mean, order, faces, options):
        c, owned = filter_options(like, "an equation", options)
        words = [boundary] * like.ndim if isinstance(boundary, str) else list(boundary)
        if len(words) != like.ndim:
            raise ArgumentError(f"{len(words)} boundaries; allowed: {like.ndim}, or one for all")
        is_single = REAL_OF.get(like.dtype, like.dtype) == np.float32
        problem = ffi.new("ct_poisson *", {
            "axes": like.ndim, "extent": list(like.shape),
            "spacing": for_each(spacing, "spacing", like.ndim),
            "boundary": [member("CT_BOUNDARY", word) for word in words],
            "points": member("CT_POINTS", points), "shift": shift,
            "symbol": member("CT_POISSON", symbol), "is_complex": like.dtype not in SINGLE,
            "precision": lib.CT_FLOAT if is_single else lib.CT_DOUBLE,
            "removes_mean": removes_mean, "order": order})
        if faces is not None:
            problem.faces_axis = range(like.ndim)[faces[0]]
            positions = np.ascontiguousarray(faces[1], float)
            if positions.shape != (like.shape[faces[0]] + 1,):
                raise ArgumentError(f"faces of shape {positions.shape}; allowed: one more than cells")
            problem.faces = ffi.from_buffer("double[]", positions)
        super().__init__(lib.ct_poisson_plan_create, (like.comm.handle, problem, c), owned)
        self._like = like

    def solve(self, f, out=None):
        """Returns u: `out`, or a new array."""
        return self._execute(f, out, lib.ct_poisson_solve)

    def gradient(self, f, axis, out=None):
        """Returns du/dx along an axis with a boundary, at the points of u, by the symbol's first
        derivative (along faces by differences): `out`, or a new array."""
        return self._execute(f, out, lib.ct_poisson_gradient,
                             axis + self._like.ndim if axis < 0 else axis)

    def _execute(self, f, out, call, *arguments):
        out = f.like() if out is None else out
        execute(call, (self.c, *arguments), lambda: (
            require_like(self._like, f).address, require_like(self._like, out).target))
        return out
