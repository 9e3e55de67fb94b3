"""Random jobs of adi against sparse matrices of the same cells and faces, and against themselves."""

import sys

import h5py
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import spsolve

from jobs import common, file_name, grid, run, write_config
from running import SOURCE, expect

sys.path.insert(0, str(SOURCE / "tests" / "support"))
from adi_cells import Axis, discretise  # noqa: E402

NAMES = {2: ["y", "x"], 3: ["z", "y", "x"]}  # of the array, slowest first
SCHEMES = ["douglas-gunn", "peaceman-rachford", "crank-nicolson", "lod"]


class Formula:
    """Of the positions along all axes, between 0.2 and 1.6: its text for a config, and its values."""

    def __init__(self, case, names):
        terms = [f"{case.random.uniform(-3, 3):.3f}*{name}" for name in names]
        self.names = names
        self.text = f"{case.random.uniform(0.6, 1.2):.3f} + 0.4*sin({' + '.join(terms)})"

    def __str__(self):
        return self.text

    def __call__(self, *positions):
        return eval(self.text, {"sin": np.sin, **dict(zip(self.names, positions))})


def random_axis(case, axes, closed):
    n = case.pick([1, 2, 3, 4, 5, 7, 8, 11] if axes == 2 else [1, 2, 3, 4, 5])
    widths = np.full(n, 1 / n) if case.chance(0.5) else 0.2 + case.random.random(n)
    edges = np.concatenate([[0], np.cumsum(widths)]) + case.pick([0, 0, -1.5])
    if case.chance(0.2):
        return Axis(edges, ("periodic",), ("periodic",))
    return Axis(edges, random_face(case, axes, closed), random_face(case, axes, closed))


def random_face(case, axes, closed):
    value = round(float(case.random.standard_normal()), 3)
    if case.chance(0.2):
        value = Formula(case, NAMES[axes])
    if closed:
        return ("neumann", 0)
    return case.pick([("dirichlet", value), ("neumann", value),
                      ("robin", value, case.pick([0, 1, 2.5]), case.pick([0.5, 3]))])


class Job:
    """Axes, fields and the settings that make them a config."""

    def __init__(self, case, closed=False):
        case.choose_ranks(4)
        self.case = case
        axes = case.pick([2, 2, 3])
        self.axes = [random_axis(case, axes, closed) for _ in range(axes)]
        self.shape = tuple(axis.widths.size for axis in self.axes)
        self.settings = common(case, {"output.file": file_name(case, "out", ".h5")})
        for axis, name in zip(self.axes, NAMES[len(self.axes)]):
            self.write_axis(axis, name)
        self.is_harmonic = case.chance(0.6)
        if not self.is_harmonic:
            self.settings["problem.mean"] = "arithmetic"
        self.at_faces = None  # kappa there, where it is known
        self.fields = {"sigma": np.zeros(self.shape)}
        for name, key in [("kappa", "kappa"), ("u", "initial"), ("f", "source")]:
            self.fields[name] = self.field(name, key)
        if case.chance(0.4) and not closed:
            self.fields["sigma"] = self.field("sigma", "sigma")
        if case.chance(0.4):
            self.settings["distribution.method"] = case.pick(["transposing", "reducing"])
        if case.chance(0.3):
            self.settings["distribution.grid"] = grid(case, len(self.shape))
        if case.chance(0.3):
            self.settings["output.xdmf"] = "false"

    def write_axis(self, axis, name):
        put = self.settings
        put[f"{name}.cells"] = axis.widths.size
        put[f"{name}.edges"] = ", ".join(f"{edge:.17g}" for edge in axis.edges)
        for side, (kind, *numbers) in zip(["low", "high"], axis.ends):
            put[f"{name}.{side}"] = kind
            for key, number in zip(["value", "a", "b"], numbers):
                put[f"{name}.{side}_{key}"] = number

    def field(self, name, key):
        """A number, a formula, or an array in a file."""
        if self.case.chance(0.25):
            formula = Formula(self.case, NAMES[len(self.axes)])
            self.settings[f"problem.{key}"] = formula
            self.at_faces = formula if name == "kappa" else self.at_faces
            return formula(*np.meshgrid(*[axis.middles for axis in self.axes], indexing="ij"))
        if self.case.chance(0.4):
            number = round(0.3 + float(self.case.random.random()), 3)
            self.settings[f"problem.{key}"] = number
            return np.full(self.shape, number)
        values = self.case.random.uniform(0.5, 1.5, self.shape)
        with h5py.File(self.case.dir / "in.h5", "a") as file:
            file[name] = values
        self.settings[f"problem.{key}"] = f"hdf5:in.h5:{name}"
        return values

    def fluxes(self, only=None):
        return discretise(self.axes, self.fields["kappa"], self.is_harmonic, self.at_faces, only)

    def discrete(self):
        """A and g of du/dt = A u + g."""
        matrix, vector = self.fluxes()
        return ((matrix - sparse.diags(self.fields["sigma"].ravel())).tocsc(),
                vector + self.fields["f"].ravel())

    def parts(self):
        """Matrix and vector of each axis alone, in the order of the scheme's factors (core/include/
        cornerturn/adi.h); sigma is shared out to the axes."""
        decay = sparse.diags(self.fields["sigma"].ravel()) / len(self.axes)
        is_thin = len(self.axes) == 3 and self.shape[2] == 1 and self.shape[1] > 1
        order = [0, 2, 1] if is_thin else range(len(self.axes))
        pairs = [self.fluxes(only) for only in order]
        return [((matrix - decay).tocsc(), vector) for matrix, vector in pairs]

    def run(self):
        run(self.case, "adi", self.settings)
        with h5py.File(self.case.dir / self.settings["output.file"]) as file:
            return file["u"][...], file["time"][...]


def expect_near(found, wanted, allowed):
    scale = max(np.abs(wanted).max(), 1e-300)
    error = np.abs(found.ravel() - wanted.ravel()).max() / scale
    expect(error <= allowed, f"error {error:.3g} of {scale:.3g}, allowed {allowed:.3g}")


def steady(case):
    job = Job(case)
    matrix, vector = job.discrete()
    # A solution there is only where something holds u.
    if not any(end[0] in ("dirichlet", "robin") and (end[0] == "dirichlet" or end[2] > 0)
               for axis in job.axes for end in axis.ends) and not job.fields["sigma"].any():
        return
    job.settings.update({"problem.kind": "steady", "steady.tolerance": "1e-11",
                         "steady.iterations": 100000})
    found, _ = job.run()
    expect_near(found[-1], spsolve(matrix, -vector), 1e-7)


def step_of(scheme, parts, f, u, dt):
    """One step, for what does not change in time. Sources: see core/include/cornerturn/adi.h."""
    one = sparse.identity(u.size, format="csc")
    whole = sum(matrix for matrix, _ in parts)
    constant = sum(vector for _, vector in parts) + f
    if scheme == "lod":  # from the last axis to the first
        u = u + dt * f
        for matrix, vector in reversed(parts):
            u = spsolve((one - dt * matrix).tocsc(), u + dt * vector)
        return u
    if scheme == "peaceman-rachford":
        c = dt / 2
        (a, _), (b, _) = parts
        half = spsolve((one - c * b).tocsc(), u + c * (a @ u) + c * constant)
        return spsolve((one - c * a).tocsc(), half + c * (b @ half) + c * constant)

    def split(right):
        for matrix, _ in reversed(parts):
            right = spsolve((one - dt / 2 * matrix).tocsc(), right)
        return right

    after = u + split(dt * (whole @ u + constant))
    if scheme == "crank-nicolson":
        after = after + split(u - after + dt * (whole @ (u + after) / 2 + constant))
    return after


def transient(case):
    job = Job(case)
    scheme = case.pick(SCHEMES if len(job.axes) == 2 else [SCHEMES[0], *SCHEMES[2:]])
    steps, dt = case.integer(1, 5), case.pick([0.001, 0.01, 0.05])
    job.settings.update({"time.scheme": scheme, "time.step": dt, "time.end": repr(steps * dt)})
    if case.chance(0.3):
        job.settings["output.every_steps"] = 1
    found, times = job.run()
    expect(abs(times[-1] - steps * dt) < 1e-12, f"ends at {times[-1]}")
    parts, u = job.parts(), job.fields["u"].ravel()
    for _ in range(steps):
        u = step_of(scheme, parts, job.fields["f"].ravel(), u, dt)
    expect_near(found[-1], u, 1e-9)


def conserving(case):
    """Closed faces: the integral grows by the source's, for long steps as well."""
    job = Job(case, closed=True)
    job.settings["time.step"] = case.pick([0.01, 0.1, 1])
    job.settings["time.end"] = repr(4 * job.settings["time.step"])
    if case.chance(0.3):
        job.settings["problem.precision"] = "float"
    if case.chance(0.5):
        job.settings["time.scheme"] = case.pick([SCHEMES[0], SCHEMES[3]])
    found, times = job.run()
    volume = np.ones(())
    for axis in job.axes:
        volume = np.multiply.outer(volume, axis.widths)
    wanted = ((job.fields["u"] + times[-1] * job.fields["f"]) * volume).sum()
    allowed = 1e-4 if "problem.precision" in job.settings else 1e-9
    size = (np.abs(found[-1]) * volume).sum() + abs(wanted)
    expect(abs((found[-1] * volume).sum() - wanted) <= allowed * size,
           f"integral {(found[-1] * volume).sum()}, wanted {wanted}")


def extended(case):
    """A run that goes on to later ends, on any ranks and with another schedule, as one run does."""
    job = Job(case)
    schemes = SCHEMES if len(job.axes) == 2 else [SCHEMES[0], *SCHEMES[2:]]
    dt, ends = case.pick([0.001, 0.01]), sorted({case.integer(1, 30) for _ in range(3)})
    job.settings.update({"time.scheme": case.pick(schemes), "time.step": dt})
    whole = {**job.settings, "output.file": "whole.h5", "time.end": repr(ends[-1] * dt)}
    case.expect_success(case.run("adi", write_config(case, whole)))
    job.settings.update({"checkpoint.file": "cp", "checkpoint.keep": "true"})
    wanted = []
    for before, end in zip([0, *ends], ends):
        every = case.integer(0, 7)
        wanted += [0] if before == 0 and every else []
        wanted += [n for n in range(before + 1, end + 1) if n == end or (every and n % every == 0)]
        job.settings.update({"time.end": repr(end * dt), "output.every_steps": every})
        if "distribution.grid" not in job.settings:
            case.choose_ranks(4)
        case.expect_success(case.run("adi", write_config(case, job.settings)))
    with h5py.File(case.dir / job.settings["output.file"]) as file:
        found, steps = file["u"][-1], file["step"][...]
    with h5py.File(case.dir / "whole.h5") as file:
        expect_near(found, file["u"][-1], 1e-11)
    expect(steps.tolist() == wanted, f"snapshots after {steps}, wanted {wanted}")


CASES = [steady, transient, transient, conserving, extended]
