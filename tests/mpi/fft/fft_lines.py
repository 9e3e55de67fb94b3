"""Transforms along a single axis that is long enough to be distributed, of every kind, and of two or
three of which one is so long that it is split, against SciPy.

usage: fft_lines.py MPIEXEC NUMPROC_FLAG RANKS PROGRAM [LENGTHS [SEED]]; LENGTHS: of each kind and way; 0:
of several axes only
"""
import sys

import numpy

from fft_case import C2C, DCT1, DOUBLE, FORWARD, INVERSE, NONE, R2C, Case
from fft_cases import check_all

# even and odd, powers of 2, primes, and such that a kind has a prime behind it; types 1 are for all ranks from
# 65536 on
LENGTHS = [16384, 16386, 16411, 16625, 22050, 65536, 65537, 65538, 66150, 131074]
SHORT = 16383
# such that two and three ranks divide both parts or one, or there are none
COLUMNS = [8192, 9216, 14641, 18000, 40500]
TWO_STEPS = 270000  # 500 x 540
BEHIND = [1, 2, 3, 4, 7, 16, 20]  # one rank splits larger arrays only


class Long(Case):
    """A case with a long axis."""

    def choose_options_of_long(self, random, ranks):
        self.choose_options(random, ranks)
        if ranks > 2 and random.random() < 0.9:  # exchanges take long to plan on few cores
            self.algorithm, self.private, self.malloced = "-", 0, 0


class Line(Long):
    """One axis of a kind and a length; all else at random."""

    def __init__(self, random, ranks, kind, length, direction, is_cut):
        self.axes, self.kinds, self.direction, self.are_parts = 1, [kind], direction, 0
        self.extent, self.length = [length], [length]
        self.modes = [self.all_modes(0)]
        if is_cut:
            self.extent = [int(random.integers(1 + (kind == DCT1), length + 1))]
            self.modes = [int(random.integers(1, self.all_modes(0) + 1))]
        self.choose_options_of_long(random, ranks)
        self.input = self.make_input(random)


class Split(Long):
    """Long lines of complex numbers along an axis, with one or two others of any kinds around them, on
    which nothing but precision, scaling and perhaps a grid is asked for; or anything at random."""

    def __init__(self, random, ranks, extent, direction, is_usual, long=0):
        self.axes, self.direction, self.are_parts = len(extent), direction, 0
        self.kinds = [int(random.choice([C2C, NONE] if axis < long else [C2C, DCT1, DCT1 + 1, DCT1 + 6]))
                      for axis in range(self.axes)]
        self.kinds[long] = C2C
        if long < self.axes - 1:
            self.kinds[-1] = R2C if extent[-1] == 2 else int(random.choice([self.kinds[-1], C2C, R2C]))
        self.extent = [n + (kind == DCT1) for n, kind in zip(extent, self.kinds)]
        self.length = list(self.extent)
        self.modes = [self.all_modes(axis) for axis in range(self.axes)]
        if random.random() < 0.3 and long < self.axes - 1:
            self.length[-1] += int(random.integers(self.extent[-1] + 1))
            self.modes[-1] = int(random.integers(1, self.all_modes(self.axes - 1) + 1))
        self.choose_options_of_long(random, ranks)
        if is_usual:
            self.in_place = int(random.choice([0, 2]))
            self.algorithm, self.private = "-", 0
            if extent[-1] == 2:
                self.precision, self.in_place, self.length[-1], self.modes[-1] = DOUBLE, 0, 2, 2
            self.array_order, self.spectrum_order = [0] * self.axes, [0] * self.axes
            self.array_grid, self.spectrum_grid = [self.usual_grid(random, ranks) for _ in range(2)]
        self.input = self.make_input(random)

    def usual_grid(self, random, ranks):
        """None, or slabs of an axis."""
        along = int(random.integers(2 * self.axes))
        return [ranks if axis == along else int(along < self.axes) for axis in range(self.axes)]


def all_split(random, ranks):
    """Some lengths there and back, and in any way; two of three axes; later axes: of few rows, behind
    others, and rows."""
    extents = [[int(length), int(random.choice(BEHIND)) * (3 if ranks == 1 else 1)]
               for length in random.choice(COLUMNS, 2, replace=False)]
    # of rows of two real numbers all but one coefficient of each may lie in the output meanwhile
    extents += [[TWO_STEPS, 3], [18000, 2], [32768, 3, 4], [36000, 5, 2]]
    ways = [(FORWARD, True), (INVERSE, True), (int(random.integers(2)), False)]
    later = [([3, 24000, 9], 1), ([2, 67500, 2], 1), ([2, 288000], 1), ([1, 18000], 1), ([2, 1, 288000], 2)]
    return ([Split(random, ranks, extent, *way) for extent in extents for way in ways] +
            [Split(random, ranks, extent, *way, long) for extent, long in later for way in ways])


def all_cases(random, ranks, lengths):
    """Every kind; there and back, whole and cut where ranks have cores; one that is split in two
    axes whose lines are columns of tiles."""
    cases = [Line(random, ranks, R2C, SHORT, FORWARD, False)]
    cases += [Line(random, ranks, C2C, 65536, way, False) for way in (FORWARD, INVERSE)]
    for kind in [C2C, R2C] + list(range(DCT1, DCT1 + 8)):
        ways = [(direction, is_cut) for direction in (FORWARD, INVERSE) for is_cut in (False, True)]
        for direction, is_cut in random.permutation(ways)[:2 * lengths if ranks < 4 else 1]:
            for length in random.choice(LENGTHS, lengths, replace=False):
                cases.append(Line(random, ranks, kind, int(length), int(direction), is_cut))
    return cases


def main():
    mpiexec, flag, ranks, program = sys.argv[1:5]
    lengths = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    random = numpy.random.default_rng([seed, int(ranks)])
    cases = all_cases(random, int(ranks), lengths) if lengths > 0 else []
    cases += all_split(random, int(ranks))
    if int(ranks) == 1:  # which splits an axis so long
        cases += [Line(random, 1, C2C, 512000, way, False) for way in (FORWARD, INVERSE)]
    for case in cases:  # FFTW's measurements of lines so long would be half of the time; others are nightly
        case.rigour *= lengths > 1
    failed, _ = check_all([mpiexec, flag, ranks, program], cases)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
