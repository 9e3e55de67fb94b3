"""Transforms of vector fields, whose components lie side by side, and of lines side by side, against SciPy.

usage: fft_vectors.py MPIEXEC NUMPROC_FLAG RANKS PROGRAM COUNT [SEED]
"""
import sys

import numpy

from fft_case import C2C, NONE, R2C, Case
from fft_cases import check_all

FIRST = [1, 3, 8, 12, 20]
ROWS = [7, 8, 15, 20, 36, 64, 100, 128]
POINTS = [12, 16, 17, 30, 48, 64, 100, 128]
LINES = [64, 100, 256, 500, 1024, 1536]
COMPONENTS = [2, 3, 3, 4, 5, 7, 8, 16]


class Vectors(Case):
    """Planes, fields or batches of planes, or lines, of vectors; what is asked for mostly what anybody would,
    else at random."""

    def __init__(self, random, ranks):
        first, rows, points = (int(random.choice(extents)) for extents in (FIRST, ROWS, POINTS))
        components = int(random.choice(COMPONENTS))
        way = random.integers(4)
        if way == 0:
            self.extent = [rows, int(random.choice(LINES)), components]
            self.kinds = [int(random.choice([NONE, C2C])), C2C, NONE]
        elif way == 1:
            self.extent, self.kinds = [rows, points, components], [C2C, C2C, NONE]
        else:
            self.extent = [first, rows, points, components]
            self.kinds = [int(random.choice([NONE, C2C])), C2C, C2C, NONE]
        if random.random() < 0.5:
            self.kinds[-2] = R2C
        self.axes, self.are_parts, self.direction = len(self.extent), 0, int(random.integers(2))
        self.length = list(self.extent)
        self.modes = [self.all_modes(axis) for axis in range(self.axes)]
        if random.random() < 0.1:
            self.pad_and_cut(random)
        self.choose_options(random, ranks)
        if random.random() < 0.7:
            self.algorithm, self.private = "-", 0
            self.array_grid, self.array_order = [0] * self.axes, [0] * self.axes
            self.spectrum_grid, self.spectrum_order = [0] * self.axes, [0] * self.axes
        self.input = self.make_input(random)


def main():
    mpiexec, flag, ranks, program, count = sys.argv[1:6]
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
    random = numpy.random.default_rng([seed, int(ranks)])
    cases = [Vectors(random, int(ranks)) for _ in range(int(count))]
    failed, _ = check_all([mpiexec, flag, ranks, program], cases)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
