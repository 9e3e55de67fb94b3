"""Transforms along a single axis that is long enough to be distributed, of every kind, against SciPy.

usage: fft_lines.py MPIEXEC NUMPROC_FLAG RANKS PROGRAM [LENGTHS [SEED]]; LENGTHS: of each kind and way
"""
import sys

import numpy

from fft_case import C2C, DCT1, FORWARD, INVERSE, R2C, Case
from fft_cases import check_all

# even and odd, powers of 2, primes, and such that a kind has a prime behind it; types 1 are for all ranks from
# 65536 on
LENGTHS = [16384, 16386, 16411, 16625, 22050, 65536, 65537, 65538, 66150, 131074]
SHORT = 16383


class Line(Case):
    """One axis of a kind and a length; all else at random."""

    def __init__(self, random, ranks, kind, length, direction, is_cut):
        self.axes, self.kinds, self.direction, self.are_parts = 1, [kind], direction, 0
        self.extent, self.length = [length], [length]
        self.modes = [self.all_modes(0)]
        if is_cut:
            self.extent = [int(random.integers(1 + (kind == DCT1), length + 1))]
            self.modes = [int(random.integers(1, self.all_modes(0) + 1))]
        self.choose_options(random, ranks)
        if ranks > 2 and random.random() < 0.9:  # exchanges take long to plan on few cores
            self.algorithm, self.private, self.malloced = "-", 0, 0
        self.input = self.make_input(random)


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
    if lengths == 1:  # FFTW's measurements of lines so long would be half of the time; others are nightly
        for case in cases:
            case.rigour = 0
    return cases


def main():
    mpiexec, flag, ranks, program = sys.argv[1:5]
    lengths = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    random = numpy.random.default_rng([seed, int(ranks)])
    cases = all_cases(random, int(ranks), lengths)
    failed, _ = check_all([mpiexec, flag, ranks, program], cases)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
