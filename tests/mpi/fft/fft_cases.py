"""Transforms of every kind, on any grid, against SciPy: seeded random problems.

usage: fft_cases.py MPIEXEC NUMPROC_FLAG RANKS PROGRAM COUNT [SEED]
"""
import copy
import os
import subprocess
import sys
import tempfile

import numpy

from fft_case import C2C, DOUBLE, FORWARD, INVERSE, NONE, R2C, Case


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
