"""What the README's commands leave in `out`, beside numpy, scipy and what theory says."""
import csv
import pathlib

import h5py
import numpy as np
import scipy.fft


def read(path, name):
    with h5py.File(path) as file:
        return file[name][:]


def difference(found, wanted):
    """Relative to the largest number; infinite for another shape."""
    if found.shape != wanted.shape:
        return np.inf
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())


def gradient(brain, axis):
    """By its spectrum. Of an even number of points the highest wavenumber would count as 0."""
    k = np.fft.fftfreq(brain.shape[axis])
    shape = [-1 if a == axis else 1 for a in range(brain.ndim)]
    return np.fft.ifft(2j * np.pi * k.reshape(shape) * np.fft.fft(brain, axis=axis), axis=axis).real


def laplacian_error(potential, brain):
    """Of the kinds that the README gives to the axes: dirichlet, neumann, periodic in cells."""
    n = potential.shape
    modes = scipy.fft.fft(scipy.fft.dct(scipy.fft.dst(potential, 2, axis=0), 2, axis=1), axis=2)
    k = np.meshgrid(np.pi * np.arange(1, n[0] + 1) / n[0], np.pi * np.arange(n[1]) / n[1],
                    2 * np.pi * np.fft.fftfreq(n[2]), indexing="ij", sparse=True)
    back = scipy.fft.ifft(-(k[0] ** 2 + k[1] ** 2 + k[2] ** 2) * modes, axis=2)
    back = scipy.fft.idst(scipy.fft.idct(back.real, 2, axis=1), 2, axis=0)
    return difference(back, brain)


def rows(table):
    with table.open() as file:
        return list(csv.DictReader(file))


def plate_errors(path, table):
    """The plate's left side is at 100, its right one loses heat to 10: in the end between the two,
    and the table's integral is that of the last snapshot."""
    u, times = read(path, "u"), read(path, "time")
    last = rows(table)[-1]
    area = 0.4 * 0.2 / u[-1].size
    return {"the plate's times": float(np.abs(times - np.arange(0, 201, 20)).max()),
            "the plate's range": float(not (10 <= u.min() and u.max() <= 100 and u.shape == (11, 40, 80))),
            "the plate's integral": abs(float(last["integral"]) - u[-1].sum() * area) / 10}


def laplace_error(path):
    """sin(pi x) on the upper side: u = sin(pi x) sinh(pi y) / sinh(pi), but for (pi h)^2."""
    u, x, y = read(path, "u")[0], read(path, "x"), read(path, "y")
    exact = np.sin(np.pi * x) * np.sinh(np.pi * y)[:, None] / np.sinh(np.pi)
    return difference(u, exact)


def errors(place):
    """Relative errors by what they are of, with what they may be."""
    out = place / "out"
    brain = read(place / "data" / "brain.h5", "volume").astype(float)
    spectrum = np.fft.fftn(brain)
    power = np.array([float(row["power"]) for row in rows(out / "power.csv")])
    filtered = read(out / "filtered.h5", "filtered")
    centre = tuple(n // 2 for n in brain.shape)
    correlation = read(out / "correlation.h5", "correlation")
    found = {
        "spectrum.h5": difference(read(out / "spectrum.h5", "spectrum"), spectrum),
        "mine.h5": difference(read(out / "mine.h5", "spectrum"), spectrum),
        "back.h5": difference(read(out / "back.h5", "spectrum"), brain.astype(complex)),
        "slices.h5": difference(read(out / "slices.h5", "spectrum"),
                                np.fft.rfftn(brain, axes=(1, 2), norm="ortho").transpose(1, 2, 0)),
        "lines.h5": difference(read(out / "lines.h5", "spectrum"), scipy.fft.dct(brain, 2, axis=2)),
        "power.csv": abs(power.sum() / (brain ** 2).mean() - 1),
        "power.csv, mean": abs(power[0] / brain.mean() ** 2 - 1),
        "filtered.h5": max(difference(filtered[..., 2 - axis], gradient(brain, axis))  # x, y, z
                              for axis in range(3)),
        "correlation.h5": abs(correlation[centre] / (brain ** 2).sum() - 1)
        + float(np.unravel_index(correlation.argmax(), brain.shape) != centre),
        "potential.h5": laplacian_error(read(out / "potential.h5", "potential"), brain),
        "brain-xyz.h5": difference(read(out / "brain-xyz.h5", "volume"), brain.transpose(1, 0, 2)),
        **plate_errors(out / "plate.h5", out / "plate.csv")}
    return {name: (error, 1e-9) for name, error in found.items()} | {
        "laplace.h5": (laplace_error(out / "laplace.h5"), 2e-4)}


if __name__ == "__main__":
    import sys
    for of, (error, most) in errors(pathlib.Path(sys.argv[1])).items():
        print(f"{of:24} {error:.1e} {'' if error <= most else 'WRONG'}")
