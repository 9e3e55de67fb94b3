"""Implicit steps of C du/dt = div(kappa grad u) - sigma u + f on a box of two or three axes: adi.h,
and with the words of heat adi_heat.h and adi_law.h."""

import numpy as np

from .communicator import communicator, taken, together
from .heat_results import METHODS, SCHEMES, Results
from .library import ArgumentError, check, ffi, for_each, lib, member, reals, text
from .plan import exchange_options

FACES = "neumann", "dirichlet", "robin", "periodic", "flux", "transfer"
EDGE_STOPS = "linear", "perona_malik", "perona_malik_exp", "weickert"
STEADY_SOLVERS = {lib.CT_ADI_STEADY_WACHSPRESS: "wachspress", lib.CT_ADI_STEADY_MULTIGRID: "multigrid"}


def _fill_face(face, kind, *numbers):
    """The ct_adi_face of what `faces` says. Local."""
    face.kind = member("CT_ADI", kind, *FACES)
    if kind == "robin":
        face.a, face.b, face.value = numbers
    elif kind == "transfer":
        face.a, face.value = numbers
    elif numbers:
        face.value = numbers[0]


class Diffusion(Results):
    """A problem and its state. All calls are collective, but for `local`, `box` and `time`.

    shape               cells along each axis
    low, high           the ends of the box; by default 0 and 1
    edges               for each axis None or its shape + 1 ascending positions
    faces               {(axis, side): (kind, value)} with kind neumann, dirichlet, periodic, flux
                        (in W/m2), or ("robin", a, b, value), or ("transfer", a, value): a (value -
                        u) flows in; side 0 is the low end. By default no flux
    diffusivity, reaction, source
                        kappa (one number, or one for each axis), sigma and f: numbers here, and
                        numbers, arrays or functions by `set`
    scheme              auto, douglas_gunn, peaceman_rachford, crank_nicolson, lod,
                        crank_nicolson_cg
    method              auto, transposing, reducing
    """

    def __init__(self, shape, low=0.0, high=1.0, edges=None, faces=None, diffusivity=1.0,
                 reaction=0.0, source=0.0, dtype=float, scheme="auto", method="auto",
                 comm=None, **options):
        self._comm = communicator(comm)
        with together(self._comm):
            self._prepare(shape, low, high, edges, faces, diffusivity, reaction, source, dtype, scheme, method,
                          options)
        self.make()
        box = lib.ct_adi_state_box(self.c)
        self.box = tuple(slice(box.first[a], box.first[a] + box.count[a]) for a in range(len(self.shape)))
        counts = tuple(box.count[0:len(self.shape)])
        size = int(np.prod(counts))
        state = ffi.buffer(lib.ct_adi_state(self.c), size * self.dtype.itemsize) if size else b""
        self.local = np.frombuffer(state, self.dtype).reshape(counts)
        self.reason = text(lib.ct_adi_reason(self.c))

    def _prepare(self, shape, low, high, edges, faces, diffusivity, reaction, source, dtype, scheme, method,
                 options):
        self.shape = tuple(shape)
        self.dtype = np.dtype(dtype)
        if self.dtype not in (np.float32, np.float64):
            raise ArgumentError(f"a state of {self.dtype}; allowed: float32, float64")
        axes = len(self.shape)
        if axes not in (2, 3):
            raise ArgumentError(f"{axes} axes; allowed: 2 or 3")
        problem = ffi.new("ct_adi_problem *", lib.ct_adi_box_problem(
            axes, ffi.new("ptrdiff_t[]", list(self.shape))))
        problem.precision = lib.CT_FLOAT if self.dtype == np.float32 else lib.CT_DOUBLE
        problem.reaction, problem.source = reaction, source
        owned = []
        for a in range(axes):
            problem.low[a] = for_each(low, "low", axes)[a]
            problem.high[a] = for_each(high, "high", axes)[a]
            problem.diffusivity[a] = for_each(diffusivity, "diffusivity", axes)[a]
            if edges is not None and edges[a] is not None:
                if len(edges[a]) != self.shape[a] + 1:
                    raise ArgumentError(f"{len(edges[a])} edges along axis {a}; allowed: "
                                        f"{self.shape[a] + 1}")
                owned.append(ffi.new("double[]", reals(edges[a], "edges").tolist()))
                problem.edges[a] = owned[-1]
        for (axis, side), (kind, *numbers) in (faces or {}).items():
            if axis not in range(axes) or side not in (0, 1):
                raise ArgumentError(f"face {(axis, side)}; allowed: axes 0 to {axes - 1}, sides 0 and 1")
            _fill_face(problem.face[axis][side], kind, *numbers)
        c = ffi.new("ct_adi_options *")
        c.scheme = lib.CT_ADI_SCHEME_AUTO if scheme == "auto" else member("CT_ADI", scheme, *SCHEMES)
        c.method = member("CT_ADI", method, *METHODS)
        owned.append(exchange_options(c.exchange, **options))
        super().__init__(lib.ct_adi_plan_create, (self._comm.handle, problem, c), owned)
        self._functions, self._raised = {}, None

    def middles(self):
        """The middles of this rank's cells along each axis, to broadcast against `local`."""
        return np.ix_(*(np.frombuffer(ffi.buffer(lib.ct_adi_middles(self.c, a), 8 * n))[along]
                        for a, (n, along) in enumerate(zip(self.shape, self.box))))

    def set(self, quantity, value, axis=None, side=0):
        """quantity: state, diffusivity (of all axes, or along `axis`), reaction, source, capacity, mask
        (as `mask`), or boundary or transfer (its h, both of `axis` and `side`). value: a number, this
        rank's part as an array, or a function of (time, x, y, ..), positions being arrays along the axes
        in order; it may not communicate."""
        if quantity == "mask":
            return self.mask(value)
        if quantity == "velocity":
            return self.velocity(axis or 0, value)
        return self._set(quantity, value, axis, side)

    def _set(self, quantity, value, axis, side, *more):
        with together(self._comm):
            call, place, q, field = self._quantity(quantity, value, axis, side)
            if quantity == "velocity":
                more = more or (0,)
        status = call(self.c, *place, q, *more)
        del field  # was read
        with together(self._comm):  # of a function that has raised; the library takes any number as a state
            self._check(status)

    def _quantity(self, quantity, value, axis, side):
        """What to call, which axis and side, the ct_adi_quantity, and what must live as long. Local."""
        calls = {"state": lib.ct_adi_set_state, "diffusivity": lib.ct_adi_set_diffusivity,
                 "reaction": lib.ct_adi_set_reaction, "source": lib.ct_adi_set_source,
                 "capacity": lib.ct_adi_set_capacity, "boundary": lib.ct_adi_set_boundary,
                 "transfer": lib.ct_adi_set_transfer, "mask": lib.ct_adi_set_mask,
                 "velocity": lib.ct_adi_set_velocity}
        if quantity not in calls:
            raise ArgumentError(f"no quantity {quantity!r}; allowed: {', '.join(calls)}")
        call, place, field = calls[quantity], (), None
        is_face = quantity in ("boundary", "transfer")
        if is_face:
            place = (axis or 0, side)
        elif quantity == "velocity":
            place = (axis or 0,)
        elif quantity == "diffusivity" and axis is not None:
            call, place = lib.ct_adi_set_diffusivity_along, (axis,)
        q = ffi.new("ct_adi_quantity *")
        if callable(value):
            q.kind, q.function = lib.CT_ADI_FUNCTION, self._function(value, (quantity, place))
        elif np.ndim(value) == 0:
            q.kind, q.number = lib.CT_ADI_NUMBER, float(reals(value, quantity))
        else:
            wanted = list(self.local.shape)
            if is_face:
                wanted[place[0]] = 1
            elif quantity == "velocity":
                wanted[place[0]] += 1
            shape = np.shape(value)  # axes of one cell may be left out
            if [n for n in shape if n != 1] != [n for n in wanted if n != 1]:
                raise ArgumentError(f"{quantity} of {shape}; allowed: {tuple(wanted)}")
            field = taken(value, self.dtype, shape)
            q.kind, q.field = lib.CT_ADI_FIELD, ffi.cast("void *", field.ctypes.data)
        return call, place, q, field

    def mask(self, cells, *wall):
        """Takes the cells where `cells` (an array, a function, as of `set`) is not 0 out of the domain,
        once. wall: what is at theirs, as of a face: "transfer", 5.0, 20.0; by default insulated."""
        walls = ffi.new("ct_adi_face *")
        with together(self._comm):
            _fill_face(walls, *(wall or ("neumann", 0.0)))
        self._set("mask", cells, None, 0, walls)

    def velocity(self, axis, value, changes=False):
        """What carries u along an axis, as of `set`: at the middles of faces, an array having one layer
        more along the axis than `local`. changes: a function is asked anew in every substep.
        Collective."""
        self._set("velocity", value, axis, 0, int(changes))

    def advection(self, scheme):
        """How u of a cell is reconstructed on its way: the scheme fromm, or tvd, without new extremes.
        Collective."""
        with together(self._comm):
            number = member("CT_ADI", scheme, "fromm", "tvd")
        check(lib.ct_adi_set_advection(self.c, number))

    def advected(self):
        """The largest Courant number of a step, the longest step with one substep in each half, steps
        and substeps so far. Local."""
        facts = lib.ct_adi_advection_facts(self.c)
        return {name: getattr(facts, name) for name in ("courant", "longest_step", "steps", "substeps")}

    def laws(self, kappa=None, source=None, capacity=None):
        """Coefficients that depend on u (kappa, source, capacity): functions of (time, u, x, y, ..) as of
        `set`. None: as it was set."""
        given = {"kappa": kappa, "source": source, "capacity": capacity}
        c = ffi.new("ct_adi_laws *")
        kept = {name: self._callback("ct_adi_law", law) for name, law in given.items() if law}
        for name, law in kept.items():
            setattr(c, name, law)
        self._check(lib.ct_adi_set_laws(self.c, c))
        self._functions["laws"] = kept

    def radiation(self, axis, side, radiance, zero=0.0):
        """Through a face of kind transfer, besides: radiance ((value - zero)^4 - (u - zero)^4);
        radiance is the emissivity times 5.670374419e-8, zero the u of absolute zero."""
        check(lib.ct_adi_set_radiation(self.c, axis, side, radiance, zero))

    def _function(self, function, place):
        self._functions[place] = self._callback("ct_adi_function", function)
        return self._functions[place]

    def _callback(self, kind, function):
        """For C, of a function of a time and arrays: u, where it is a law, and positions."""
        axes = len(self.shape)

        def evaluate(_, time, count, position, *u_and_values):
            *u, values = (np.frombuffer(ffi.buffer(each, 8 * count)) for each in u_and_values)
            try:
                values[...] = reals(function(time, *u, *(
                    np.frombuffer(ffi.buffer(position[a], 8 * count)) for a in range(axes))), "values")
            except Exception as error:  # C cannot pass it on; what is not finite ends the call everywhere
                values[...] = np.nan
                self._raised = error

        return ffi.callback(kind, evaluate)

    def _check(self, status):
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised
        check(status)

    def step(self, dt, steps=1):
        """Advances the state by `steps` times dt. Collective."""
        for _ in range(steps):
            self._check(lib.ct_adi_step(self.c, dt))

    def step_doubled(self, dt):
        """A step of dt in two halves; returns an estimate of its error, in units of u. `undo` takes it back, once."""
        error = ffi.new("double *")
        self._check(lib.ct_adi_step_doubled(self.c, dt, error))
        return error[0]

    def undo(self):
        """Goes back before the last step_doubled, once. Collective."""
        check(lib.ct_adi_undo(self.c))

    def nonlinearity(self, kind, contrast=1.0, smoothing=0.0):
        """kappa by the gradient of the state, for images: perona_malik, perona_malik_exp, weickert;
        linear: as it was set. `contrast` in units of u over length, `smoothing` a length. Needs the
        scheme lod."""
        with together(self._comm):
            c = ffi.new("ct_adi_nonlinearity *", {"kind": member("CT_ADI", kind, *EDGE_STOPS),
                                                  "contrast": contrast, "smoothing": smoothing})
        check(lib.ct_adi_set_nonlinearity(self.c, c))

    def steady(self, tolerance=1e-8, most_iterations=1000, solver="auto"):
        """Goes on to the steady state, in at most most_iterations, by alternating directions (solver wachspress) or multigrid;
        returns solver, iterations, residual (relative), residuals (of the start and of each
        iteration), converged, diverged, and what ended it: tolerance, rounding, divergence or
        iterations."""
        residuals = []
        watch = ffi.callback("void(void *, int, double)",
                             lambda _, iteration, residual: residuals.append(residual))
        with together(self._comm):
            options = ffi.new("ct_adi_steady_options *", {
                "tolerance": tolerance, "most_iterations": most_iterations,
                "solver": member("CT_ADI_STEADY", solver), "watch": watch})
        result = ffi.new("ct_adi_steady_result *")
        self._check(lib.ct_adi_steady(self.c, options, result))
        ended = ("divergence" if result.diverged else "rounding" if result.is_rounding else
                 "tolerance" if result.converged else "iterations")
        return {"solver": STEADY_SOLVERS[result.solver], "iterations": result.iterations,
                "residual": result.residual, "residuals": residuals, "ended": ended,
                "converged": bool(result.converged), "diverged": bool(result.diverged)}

    @property
    def time(self):
        """Of the state, to be read and set. Local."""
        return lib.ct_adi_time(self.c)

    @time.setter
    def time(self, value):
        lib.ct_adi_set_time(self.c, value)

    def close(self):
        """Destroys the plan, and with it the memory of `local`. Collective."""
        self.local = np.empty((0,) * len(self.shape), self.dtype)  # the memory was the plan's
        super().close()
