"""A seeded random transform: any kinds, extents and grids, with what SciPy makes of its input."""
import numpy
import scipy.fft

NONE, C2C, R2C, DCT1, DST1 = 0, 1, 2, 3, 7
DOUBLE, FLOAT = 0, 1
FORWARD, INVERSE = 0, 1
EXTENTS = [1, 1, 2, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 20, 29, 31, 36]
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
        self.are_parts = int(not {C2C, R2C} & set(self.kinds) and random.random() < 0.4)
        self.length = list(self.extent)
        self.modes = [self.all_modes(axis) for axis in range(self.axes)]
        if random.random() < 0.4:
            self.pad_and_cut(random)
        self.direction = int(random.integers(2))
        self.choose_options(random, ranks)
        if random.random() < 0.3:
            self.make_usual(random, ranks)
        self.input = self.make_input(random)

    def choose_options(self, random, ranks):
        self.precision = int(random.choice([DOUBLE, DOUBLE, FLOAT]))
        self.scaling = int(random.integers(4))
        self.in_place = int(random.choice([0, 0, 0, 0, 1, 1, 2]))  # 2: destroys its input
        self.transposed = int(random.integers(2))
        self.algorithm = "-" if random.random() < 0.6 else str(random.choice(ALGORITHMS))
        self.private = int(random.random() < 0.2)
        self.malloced = int(random.random() < 0.15)
        self.pipeline = int(random.choice([0, 0, 2, 3]))
        self.threads = int(random.choice([0, 0, 2, 3])) if ranks < 3 else 0
        self.rigour = int(ranks < 3 and random.random() < 0.25)
        self.array_grid, self.array_order = self.choose_side(random, ranks)
        self.spectrum_grid, self.spectrum_order = self.choose_side(random, ranks)

    def make_usual(self, random, ranks):
        """Complex, or real along the last axis, of many fields at times, planned by
        measurement: there FFTW has plans for several axes."""
        self.axes = int(random.choice([2, 3, 3, 4]))
        self.kinds = [C2C] * self.axes
        if random.random() < 0.6:
            self.kinds[-1] = R2C
        is_batch = random.random() < 0.4
        if is_batch:
            self.kinds[0] = NONE
        self.extent = [int(random.choice([2, 4, 6, 8, 12])) for _ in range(self.axes)]
        self.length = list(self.extent)
        self.modes = [self.all_modes(axis) for axis in range(self.axes)]
        self.are_parts, self.threads, self.rigour = 0, 0, int(ranks < 3)
        self.array_order, self.spectrum_order = [0] * self.axes, [0] * self.axes
        self.array_grid = [ranks] + [1] * (self.axes - 1)
        self.spectrum_grid = list(self.array_grid) if is_batch else [0] * self.axes

    def choose_kinds(self, random):
        """Any kinds, such that one axis at most is r2c, and not all are none."""
        while True:
            flavour = random.random()
            kinds = [int(random.choice([C2C, C2C, C2C, NONE, DCT1 + int(random.integers(8))])
                         if flavour < 0.7 else DCT1 + int(random.integers(8)))
                     for _ in range(self.axes)]
            if flavour < 0.35:
                kinds[int(random.integers(self.axes))] = R2C
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
            return C2C in self.kinds or R2C in self.kinds or self.are_parts
        return (C2C in self.kinds or self.are_parts) and R2C not in self.kinds

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
        words += [self.precision, self.are_parts, self.direction, self.scaling, self.in_place, self.transposed,
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
            return resampled(scipy.fft.fft(data, axis=axis), axis, modes)
        if kind == R2C:
            return keep(scipy.fft.rfft(data, axis=axis), axis, modes, 0)
        return keep(cosine(data, axis, kind), axis, modes, 0)

    def transform_back(self, data, axis, kind):
        length, modes, extent = self.length[axis], self.modes[axis], self.extent[axis]
        if kind == NONE:
            return data
        if kind == C2C:
            data = resampled(data, axis, length)
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


def resampled(spectrum, axis, modes):
    """A spectrum with more or fewer modes, as scipy.signal.resample has it: where the fewer are an
    even number, the highest frequency of both signs is one coefficient."""
    fewer = min(modes, spectrum.shape[axis])
    spectrum = numpy.moveaxis(spectrum, axis, 0)
    made = numpy.zeros((modes, *spectrum.shape[1:]), spectrum.dtype)
    made[:fewer - fewer // 2] = spectrum[:fewer - fewer // 2]
    made[modes - fewer // 2:] = spectrum[spectrum.shape[0] - fewer // 2:]
    if fewer % 2 == 0 and fewer < spectrum.shape[0]:
        made[fewer // 2] += spectrum[fewer // 2]
    elif fewer % 2 == 0 and fewer < modes:
        made[modes - fewer // 2] *= 0.5
        made[fewer // 2] = made[modes - fewer // 2]
    return numpy.moveaxis(made, 0, axis)


def keep(data, axis, low, high):
    last = data.shape[axis]
    return numpy.take(data, list(range(low)) + list(range(last - high, last)), axis)


def cosine(data, axis, kind):
    function = scipy.fft.dct if kind < DST1 else scipy.fft.dst
    which = kind - DCT1 + 1 if kind < DST1 else kind - DST1 + 1
    if numpy.iscomplexobj(data):
        return function(data.real, which, axis=axis) + 1j * function(data.imag, which, axis=axis)
    return function(data, which, axis=axis)
