"""Plans: what a call has found out, to be used again, and what they tell of themselves."""

import tempfile
import warnings

import numpy as np

from .communicator import require_same, together
from .library import ArgumentError, check, ffi, lib, member, text

# By the kind of plan. A filter and an equation tell what the transform inside does.
TRANSFORMS = {"fft_filter": lib.ct_fft_filter_transform, "poisson": lib.ct_poisson_transform}
EXCHANGES = {"exchange": lambda plan: plan, "fft": lib.ct_fft_exchange,
             "redistribute": lib.ct_redistribute_exchange,
             "halo": lambda plan: lib.ct_halo_exchange(plan, 0)}
REASONS = {"exchange": lib.ct_exchange_reason, "fft": lib.ct_fft_reason, "adi": lib.ct_adi_reason,
           "tridiagonal": lib.ct_tridiagonal_reason}
SCORES = {"exchange": lib.ct_exchange_score, "fft": lib.ct_fft_score, "adi": lib.ct_adi_score,
          "tridiagonal": lib.ct_tridiagonal_score}
PHASES = {"fft": (lib.ct_fft_phases, lib.ct_fft_phase_name, lib.ct_fft_seconds),
          "adi": (lib.ct_adi_phases, lib.ct_adi_phase_name, lib.ct_adi_seconds)}
LOSSES = {"exchange": lib.ct_exchange_rounding, "fft": lib.ct_fft_rounding,
          "redistribute": lib.ct_redistribute_rounding, "adi": lib.ct_adi_rounding}
MOVED = {"exchange": lib.ct_exchange_total_bytes, "fft": lib.ct_fft_moved_bytes,
         "redistribute": lib.ct_redistribute_total_bytes, "halo": lib.ct_halo_total_bytes,
         "adi": lib.ct_adi_moved_bytes}
HELD = {"exchange": lib.ct_exchange_plan_bytes, "redistribute": lib.ct_redistribute_plan_bytes,
        "halo": lib.ct_halo_plan_bytes, "adi": lib.ct_adi_plan_bytes,
        "tridiagonal": lib.ct_tridiagonal_plan_bytes}
DESTROY = {"exchange": lib.ct_exchange_plan_destroy, "fft": lib.ct_fft_plan_destroy,
           "fft_filter": lib.ct_fft_filter_plan_destroy, "redistribute": lib.ct_redistribute_plan_destroy,
           "halo": lib.ct_halo_plan_destroy, "adi": lib.ct_adi_plan_destroy,
           "poisson": lib.ct_poisson_plan_destroy, "tridiagonal": lib.ct_tridiagonal_plan_destroy}


class Reports:
    """Of an object with `c`, a plan of the C library. What a kind of plan does not tell is None, or
    empty. Local, but for `rounding`."""

    def explain(self):
        """Why the plan is as it is, as text: the reason, the ranking behind it, and the table of
        algorithms of its exchange, in seconds, beside lower bounds. Local."""
        kind, plan = self._told()
        parts = [f"{kind}: {text(REASONS[kind](plan))}"] if kind in REASONS else []
        if kind == "fft" and lib.ct_fft_warning(plan) != ffi.NULL:
            parts.append(f"warning: {text(lib.ct_fft_warning(plan))}")
        if kind != "exchange":
            parts += [f"  {row['choice']}: predicted {_seconds(row['predicted_s'])}, measured "
                      f"{_seconds(row['measured_s'])}" for row in self.ranking()]
        inside = EXCHANGES[kind](plan) if kind in EXCHANGES else ffi.NULL
        if inside != ffi.NULL:
            parts.append(_table(inside))
        return "\n".join(parts)

    def ranking(self):
        """What was chosen from, best first: a list of dicts of choice (a text), predicted_s and
        measured_s (None: not measured), in seconds. Local."""
        kind, plan = self._told()
        found = []
        while kind in SCORES and (row := SCORES[kind](plan, len(found))) != ffi.NULL:
            found.append({"choice": text(row.algorithm), "predicted_s": row.predicted_s,
                          "measured_s": row.measured_s if row.measured_s >= 0 else None})
        return found

    def phases(self):
        """Seconds this rank spent in each phase, a dict: of the last execution, or of all steps so
        far. Local."""
        kind, plan = self._told()
        if kind not in PHASES:
            return {}
        count, name, seconds = PHASES[kind]
        return {text(name(plan, i)): seconds(plan, i) for i in range(count(plan))}

    def rounding(self):
        """What `precision` has saved and lost in all ranks' executions so far: a dict of saved_bytes,
        worst (relative error), overflows and underflows (counts). Collective."""
        kind, plan = self._told()
        losses = ffi.new("ct_exchange_losses *")
        if kind in LOSSES:
            check(LOSSES[kind](plan, losses))
        return {name: getattr(losses, name) for name, _ in ffi.typeof("ct_exchange_losses").fields}

    @property
    def moved_bytes(self):
        """Bytes that all ranks together send to others in one execution, or step. Local."""
        kind, plan = self._told()
        return MOVED[kind](plan) if kind in MOVED else None

    @property
    def held_bytes(self):
        """Bytes of memory the plan holds on this rank. Local."""
        kind, plan = self._told()
        return HELD[kind](plan) if kind in HELD else None

    def _told(self):
        """The kind of plan that tells, and it."""
        plan = self.c
        kind = kind_of(plan)
        if kind in TRANSFORMS:
            return "fft", TRANSFORMS[kind](plan)
        return kind, plan


def kind_of(plan):
    """That of a pointer to a plan, a key of the tables above."""
    return ffi.typeof(plan).item.cname.removeprefix("struct ")[len("ct_"):-len("_plan")]


def _seconds(number):
    return "-" if number is None or number < 0 else f"{number:.3g} s"


def _table(exchange):
    with tempfile.TemporaryFile("w+") as file:
        lib.ct_exchange_explain(exchange, file)
        file.seek(0)
        return file.read()


class Plan(Reports):
    """A plan of the C library, which create(*arguments, pointer) makes; `owned` lives as long. `elements`:
    the communicator and the dtype of arrays of which the library knows the size of elements alone. Local.
    `make` makes it, `close` destroys it, both collectively; so does the end of `with`."""

    _pointer = (ffi.NULL,)  # until it is made

    def __init__(self, create, arguments, owned=(), elements=None):
        self._create, self._arguments, self._owned, self._elements = create, arguments, owned, elements

    def make(self):
        """Returns itself. Collective."""
        if self._elements is not None:
            require_same(*self._elements)
        pointer = ffi.new(ffi.typeof(self._create).args[-1])
        check(self._create(*self._arguments, pointer))
        self._pointer = pointer
        return self

    @property
    def c(self):
        if self._pointer[0] == ffi.NULL:
            raise ArgumentError("a plan that was closed is used")
        return self._pointer[0]

    def close(self):
        if self._pointer[0] != ffi.NULL:
            DESTROY[kind_of(self._pointer[0])](self._pointer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):  # when that is differs between ranks, so nothing can be destroyed here
        if self._pointer[0] != ffi.NULL:
            warnings.warn("a plan was not closed", ResourceWarning, stacklevel=2)


class Kept:
    """A plan that stays open at the end of `with`."""

    def __init__(self, plan):
        self._plan = plan

    def __enter__(self):
        return self._plan

    def __exit__(self, *_):
        pass


def planned(comm, key, prepare, *decompositions):
    """For `with`: the plan that calls with this key share, of prepare() if it is new, as of
    Communicator.plan. Of boxes one for this call alone: another rank's may be new where ours are not.
    Collective."""
    for each in decompositions:
        if each is not None and each.kind == "boxes":
            with together(comm):
                plan = prepare()
            return plan.make()
    return Kept(comm.plan(key, prepare))


def conjugation(c, conjugate, dtype):
    """Fills what ct_redistribute_options has of it: real numbers stay as they are, and the sign of an imaginary
    part is where numbers of this size and byte order have it."""
    c.conjugate = bool(conjugate) and dtype.kind == "c"
    if c.conjugate:
        pair = np.array([[1 + 1j], [1 - 1j]], dtype).view(np.uint8)
        c.sign_byte = int(np.flatnonzero(pair[0] != pair[1])[0])


def exchange_options(c, dtype=None, algorithm=None, planning="estimate", transport="auto", tuning_file=None,
                     private_arrays=False, in_place=False, precision="exact", **unknown):
    """Fills a ct_exchange_options; what is returned must live until the plan is made.

    dtype          of the elements, where the library is told their size alone
    algorithm      a name, such as "bruck --radix 4"; None: the best is chosen
    planning       estimate: by the model; measure, exhaustive: by timing
    transport      within a node: auto, messages, shared
    precision      of doubles in messages: exact, float_between_nodes, float (ct_message_precision)
    tuning_file    where measured choices are read and written
    """
    if unknown:
        raise TypeError(f"no such option: {', '.join(unknown)}; allowed: algorithm, planning, transport, "
                        "tuning_file, private_arrays, in_place, precision (and of transforms rigour)")
    if precision != "exact" and dtype not in (None, np.float64, np.complex128):
        raise ArgumentError(f"precision {precision} of {dtype}; allowed: of float64 and complex128, or exact")
    owned = [ffi.new("char[]", str(name).encode()) if name is not None else ffi.NULL
             for name in (algorithm, tuning_file)]
    c.algorithm, c.tuning_file = owned
    c.planning = member("CT_PLAN", planning)
    c.transport = member("CT_TRANSPORT", transport)
    c.private_arrays = private_arrays
    c.in_place = in_place
    c.precision = member("CT_MESSAGES", precision)
    return owned
