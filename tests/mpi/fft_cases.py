"""Transforms of every kind, on any grid, against SciPy: seeded random problems.

usage: fft_cases.py MPIEXEC NUMPROC_FLAG RANKS PROGRAM COUNT [SEED]
"""
import copy
import os
import subprocess
import sys
import tempfile

import numpy
import scipy.fft

NONE, C2C, R2C, DCT1, DST1 = 0, 1, 2, 3, 7
DOUBLE, FLOAT = 0, 1
FORWARD, INVERSE = 0, 1
EXTENTS = [1, 1, 2, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 20, 31, 36]
ALGORITHMS = ["auto", "direct", "bruck", "mpi", "naive"]


class Case:
    """A problem, with its input and what SciPy makes of it."""

    def __init__(self, random, ranks):
        self.axes = int(random.choice([1, 2, 2, 3, 3, 3, 4]))
        self.kinds = self.choose_kinds(random)
        most = {1: 400, 2: 40, 3: 40, 4: 12}[self.axes]
        extents = [e for e in EXTENTS if e <= most] + ([72, 120, 210, 256, 391] * (self.axes == 1))
        self.extent = [int(random.choice(extents)) for _ in range(self.axes)]
        for axis, kind in enumerate(self.kinds):
            if kind == DCT1:
                self.extent[axis] = max(2, self.extent[axis])
        self.length = list(self.extent)
        self.modes = [self.all_modes(axis) for axis in range(self.axes)]
        if random.random() < 0.4:
            self.pad_and_cut(random)
        self.direction = int(random.integers(2))
        self.choose_options(random, ranks)
        self.input = self.make_input(random)

    def choose_options(self, random, ranks):
        self.precision = int(random.choice([DOUBLE, DOUBLE, FLOAT]))
        self.scaling = int(random.integers(4))
        self.in_place = int(random.random() < 0.25)
        self.transposed = int(random.integers(2))
        self.algorithm = "-" if random.random() < 0.6 else str(random.choice(ALGORITHMS))
        self.private = int(random.random() < 0.2)
        self.malloced = int(random.random() < 0.15)
        self.pipeline = int(random.choice([0, 0, 2, 3]))
        self.threads = int(random.choice([0, 0, 2, 3])) if ranks < 3 else 0
        self.rigour = int(ranks < 3 and random.random() < 0.25)
        self.array_grid, self.array_order = self.choose_side(random, ranks)
        self.spectrum_grid, self.spectrum_order = self.choose_side(random, ranks)

    def choose_kinds(self, random):
        """Any kinds, such that one axis at most is r2c, none after it c2c, and not all are none."""
        while True:
            flavour = random.random()
            kinds = [int(random.choice([C2C, C2C, C2C, NONE, DCT1 + int(random.integers(8))])
                         if flavour < 0.7 else DCT1 + int(random.integers(8)))
                     for _ in range(self.axes)]
            if flavour < 0.35:
                axis = int(random.integers(self.axes))
                kinds[axis] = R2C
                kinds[axis + 1:] = [NONE if k == C2C else k for k in kinds[axis + 1:]]
            if any(kinds):
                return kinds

    def all_modes(self, axis):
        return self.length[axis] // 2 + 1 if self.kinds[axis] == R2C else self.length[axis]

    def pad_and_cut(self, random):
        for axis, kind in enumerate(self.kinds):
            if kind != NONE:
                self.length[axis] += int(random.integers(self.extent[axis] + 1))
                self.modes[axis] = int(random.integers(1, self.all_modes(axis) + 1))

    def choose_side(self, random, ranks):
        """Half of them given no grid, or no order."""
        grid, order = [0] * self.axes, [0] * self.axes
        if random.random() < 0.5:
            left = ranks
            for axis in random.permutation(self.axes):
                grid[axis] = int(random.integers(1, left + 1))
                left //= grid[axis]
        if random.random() < 0.3 and self.axes > 1:
            order = [int(axis) for axis in random.permutation(self.axes)]
        return grid, order

    def is_complex(self, is_spectrum):
        if is_spectrum:
            return C2C in self.kinds or R2C in self.kinds
        return C2C in self.kinds and R2C not in self.kinds

    def type_of(self, is_spectrum):
        names = {(0, 0): "f8", (0, 1): "c16", (1, 0): "f4", (1, 1): "c8"}
        return numpy.dtype(names[self.precision, int(self.is_complex(is_spectrum))])

    def shape_of(self, is_spectrum):
        return self.modes if is_spectrum else self.extent

    def make_input(self, random):
        is_spectrum = self.direction == INVERSE
        data = random.standard_normal(self.shape_of(is_spectrum))
        if self.is_complex(is_spectrum):
            data = data + 1j * random.standard_normal(data.shape)
        return data.astype(self.type_of(is_spectrum))

    def line(self):
        words = [self.axes]
        for axis in range(self.axes):
            words += [self.extent[axis], self.kinds[axis], self.length[axis], self.modes[axis]]
        words += [self.precision, self.direction, self.scaling, self.in_place, self.transposed,
                  self.algorithm, self.private, self.malloced, self.pipeline, self.threads,
                  self.rigour]
        for axis in range(self.axes):
            words += [self.array_grid[axis], self.array_order[axis], self.spectrum_grid[axis],
                      self.spectrum_order[axis]]
        return " ".join(map(str, words))

    def logical(self):
        """N, the product of the logical lengths."""
        whole = 1.0
        for kind, length in zip(self.kinds, self.length):
            if kind in (C2C, R2C):
                whole *= length
            elif kind == DCT1:
                whole *= 2 * (length - 1)
            elif kind == DST1:
                whole *= 2 * (length + 1)
            elif kind != NONE:
                whole *= 2 * length
        return whole

    def factor(self):
        default = 1 if self.direction == FORWARD else 1 / self.logical()
        return [default, 1, 1 / self.logical(), self.logical() ** -0.5][self.scaling]

    def expected(self):
        return self.factor() * (self.forward() if self.direction == FORWARD else self.inverse())

    def forward(self):
        data = self.input.astype("c16" if self.is_complex(False) else "f8")
        for axis in sorted(range(self.axes), key=lambda a: self.kinds[a] == C2C):
            data = self.transform(data, axis, self.kinds[axis])
        return data

    def inverse(self):
        data = self.input.astype("c16" if self.is_complex(True) else "f8")
        for axis in sorted(range(self.axes), key=lambda a: self.kinds[a] == R2C):
            data = self.transform_back(data, axis, self.kinds[axis])
        return data

    def transform(self, data, axis, kind):
        length, modes = self.length[axis], self.modes[axis]
        if kind == NONE:
            return data
        data = pad(data, axis, length)
        if kind == C2C:
            return keep(scipy.fft.fft(data, axis=axis), axis, modes - modes // 2, modes // 2)
        if kind == R2C:
            return keep(scipy.fft.rfft(data, axis=axis), axis, modes, 0)
        return keep(cosine(data, axis, kind), axis, modes, 0)

    def transform_back(self, data, axis, kind):
        length, modes, extent = self.length[axis], self.modes[axis], self.extent[axis]
        if kind == NONE:
            return data
        if kind == C2C:
            low = numpy.take(data, range(modes - modes // 2), axis)
            high = numpy.take(data, range(modes - modes // 2, modes), axis)
            data = pad(low, axis, length - modes // 2)
            data = numpy.concatenate([data, high], axis)
            data = scipy.fft.ifft(data, axis=axis, norm="forward")
        elif kind == R2C:
            data = pad(data, axis, length // 2 + 1)
            data = scipy.fft.irfft(data, length, axis=axis, norm="forward")
        else:
            undone = {4: 5, 5: 4, 8: 9, 9: 8}.get(kind, kind)
            data = cosine(pad(data, axis, length), axis, undone)
        return keep(data, axis, extent, 0)


def pad(data, axis, length):
    widths = [(0, 0)] * data.ndim
    widths[axis] = (0, length - data.shape[axis])
    return numpy.pad(data, widths)


def keep(data, axis, low, high):
    last = data.shape[axis]
    return numpy.take(data, list(range(low)) + list(range(last - high, last)), axis)


def cosine(data, axis, kind):
    function = scipy.fft.dct if kind < DST1 else scipy.fft.dst
    which = kind - DCT1 + 1 if kind < DST1 else kind - DST1 + 1
    if numpy.iscomplexobj(data):
        return function(data.real, which, axis=axis) + 1j * function(data.imag, which, axis=axis)
    return function(data, which, axis=axis)


def relative_rms(found, wanted):
    size = numpy.sqrt(numpy.mean(numpy.abs(wanted) ** 2))
    difference = numpy.sqrt(numpy.mean(numpy.abs(found - wanted) ** 2))
    return difference / size if size > 0 else difference


def allowed(case):
    """3e-16 log2 N and 2e-7 log2 N; of short transforms what rounding the input already costs."""
    unit = 3e-16 if case.precision == DOUBLE else 2e-7
    return unit * max(2, numpy.log2(case.logical()))


def is_invertible(case):
    """Whether the input survives: nothing is cut off, and no real transform drops a part of it."""
    full = all(case.modes[a] == case.all_modes(a) for a in range(case.axes))
    if case.direction == FORWARD:
        return full
    return full and R2C not in case.kinds and case.length == case.extent


class Family:
    """Results that follow from each other: of x, y, 2 x + 3 y, and x shifted along an axis."""

    def __init__(self, random, ranks):
        first = Case(random, ranks)
        while first.direction == INVERSE or set(first.kinds) - {C2C, NONE}:
            first = Case(random, ranks)
        first.length = list(first.extent)
        first.modes = list(first.extent)
        first.input = first.make_input(random)
        self.axis = first.kinds.index(C2C)
        self.shift = int(random.integers(first.extent[self.axis]))
        self.members = [copy.copy(first) for _ in range(4)]
        x, y, both, shifted = self.members
        y.input = y.make_input(random)
        both.input = 2 * x.input + 3 * y.input
        shifted.input = numpy.roll(x.input, self.shift, self.axis)

    def problems(self, found):
        """Where linearity, the shift theorem or Parseval's does not hold."""
        x, y, both, shifted = (data.astype("c16") for data in found)
        case = self.members[0]
        extent = case.extent[self.axis]
        turns = numpy.arange(extent) * self.shift % extent / extent
        phase = numpy.exp(-2j * numpy.pi * turns).reshape([-1] + [1] * (case.axes - 1 - self.axis))
        sizes = [numpy.linalg.norm(x) / case.factor() / numpy.sqrt(case.logical()),
                 numpy.linalg.norm(case.input)]
        errors = {"linearity": relative_rms(both, 2 * x + 3 * y),
                  "shift": relative_rms(shifted, x * phase),
                  "Parseval": abs(sizes[0] / sizes[1] - 1)}
        return [f"{name}: {error:.3g}, allowed {3 * allowed(case):.3g}"
                for name, error in errors.items() if not error <= 3 * allowed(case)]


def run(command, cases, folder):
    names = [os.path.join(folder, name) for name in ("cases", "input", "output")]
    with open(names[0], "w", encoding="utf-8") as file:
        file.writelines(case.line() + "\n" for case in cases)
    with open(names[1], "wb") as file:
        for case in cases:
            file.write(case.input.tobytes())
    done = subprocess.run(command + names, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}\nthe program failed")
    said = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("case ")]
    assert len(said) == len(cases), f"{len(said)} results of {len(cases)} cases"
    return open(names[2], "rb").read(), said


def check(case, found, round_trip):
    error = relative_rms(found, case.expected())
    problems = []
    if not error <= allowed(case):
        problems.append(f"error {error:.3g}, allowed {allowed(case):.3g}")
    if round_trip >= 0 and is_invertible(case) and not round_trip <= 2 * allowed(case):
        problems.append(f"round trip {round_trip:.3g}, allowed {2 * allowed(case):.3g}")
    return problems


def check_all(command, cases):
    """Runs the cases and says which do not hold: their number, and all results."""
    with tempfile.TemporaryDirectory() as folder:
        output, said = run(command, cases, folder)
    failed = 0
    results = []
    for number, case in enumerate(cases):
        is_spectrum = case.direction == FORWARD
        shape, kind = case.shape_of(is_spectrum), case.type_of(is_spectrum)
        bytes_ = int(numpy.prod(shape)) * kind.itemsize
        found = numpy.frombuffer(output[:bytes_], kind).reshape(shape)
        output = output[bytes_:]
        results.append(found)
        problems = check(case, found, float(said[number][0]))
        if problems:
            failed += 1
            print(f"case {number}: {case.line()}: {'; '.join(problems)}; "
                  f"{' '.join(said[number][1:])}")
    assert not output
    print(f"{len(cases) - failed} of {len(cases)} cases hold")
    return failed, results


def main():
    mpiexec, flag, ranks, program, count = sys.argv[1:6]
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    random = numpy.random.default_rng([seed, int(ranks)])
    families = [Family(random, int(ranks)) for _ in range(int(count) // 8)]
    cases = [case for family in families for case in family.members]
    cases += [Case(random, int(ranks)) for _ in range(int(count) - len(cases))]
    failed, results = check_all([mpiexec, flag, ranks, program], cases)
    for number, family in enumerate(families):
        problems = family.problems(results[4 * number:4 * number + 4])
        if problems:
            failed += 1
            print(f"family {number}: {family.members[0].line()}: {'; '.join(problems)}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
