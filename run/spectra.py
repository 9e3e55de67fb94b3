"""Pictures of spectra: slices of their power, its average over shells, tables of it."""
import csv

import numpy

from pictures import Failure, draw_row, draw_volume_row, new_figure, others, save, text_of

SLAB_BYTES = 64 << 20


def planes(array):
    """The array along its first axis: (first index, some planes) at a time."""
    plane_bytes = array.shape[1] * array.shape[2] * array.dtype.itemsize
    step = max(1, SLAB_BYTES // plane_bytes)
    for first in range(0, array.shape[0], step):
        yield first, array[first:first + step]


class Unfolded:
    """The whole of a spectrum whose last axis is r2c: what is not stored has the same power as the
    coefficient of -k."""

    def __init__(self, half, points):
        self.half, self.dtype, self.attrs = half, half.dtype, half.attrs
        self.shape = (*half.shape[:2], points)

    def __getitem__(self, part):
        stored = self.half[part]
        opposite = numpy.stack([self.half[-index % self.shape[0]]
                                for index in range(part.start, part.start + len(stored))])
        rows = -numpy.arange(self.shape[1]) % self.shape[1]
        columns = self.shape[2] - numpy.arange(self.half.shape[2], self.shape[2])
        return numpy.concatenate([stored, opposite[:, rows][:, :, columns]], axis=2)


def whole(spectrum, path):
    """The spectrum with all its frequencies; kinds of transform that have others are refused."""
    kinds = text_of(spectrum.attrs.get("transform", "c2c c2c c2c")).split()
    order = text_of(spectrum.attrs.get("axes", "k0 k1 k2"))
    if kinds == ["c2c", "c2c", "c2c"]:
        return spectrum
    if kinds == ["c2c", "c2c", "r2c"] and order == "k0 k1 k2":
        return Unfolded(spectrum, int(spectrum.attrs["points"][2]))
    raise Failure(f"{path} is a transform {' '.join(kinds)} in the order {order}; drawn are c2c along "
                  "all axes, and r2c along the last, in natural order")


def read_power(array, grid):
    """Slices of the power through zero frequency, and its average over shells of equal |k|."""
    shape = array.shape
    slices = [numpy.empty((shape[1], shape[2])), numpy.empty((shape[0], shape[2])),
              numpy.empty((shape[0], shape[1]))]
    squares = [grid.frequencies(axis) ** 2 for axis in range(3)]
    in_plane = squares[1][:, None] + squares[2][None, :]
    # Shells as thick as the coarsest step of a long axis: each then has points of all those axes,
    # and the strong lines along them do not come and go from shell to shell.
    lengths = [n * step for n, step in zip(shape, grid.spacing)]
    thickness = 1.0 / min(length for length in lengths if 2 * length >= max(lengths))
    farthest = numpy.sqrt(sum(part.max() for part in squares))
    shells = int(numpy.rint(farthest / thickness)) + 1
    total, count = numpy.zeros(shells), numpy.zeros(shells)

    for first, block in planes(array):
        for z, plane in enumerate(block, first):
            power = plane.real.astype(float) ** 2
            if numpy.iscomplexobj(plane):
                power += plane.imag.astype(float) ** 2
            if z == 0:
                slices[0][:] = power
            slices[1][z], slices[2][z] = power[0, :], power[:, 0]
            shell = numpy.rint(numpy.sqrt(squares[0][z] + in_plane) / thickness).astype(numpy.intp)
            total += numpy.bincount(shell.ravel(), power.ravel(), shells)
            count += numpy.bincount(shell.ravel(), minlength=shells)
    with numpy.errstate(invalid="ignore"):
        return slices, numpy.arange(shells) * thickness, total / count


def log_power(slices):
    """log10 of each slice, with the range that shows its structure: zeros do not count."""
    positive = numpy.concatenate([part[(part > 0) & numpy.isfinite(part)] for part in slices])
    if positive.size == 0:
        return [numpy.full(part.shape, numpy.nan) for part in slices], (0.0, 1.0)
    # Rounding leaves something where there is nothing: below that is floor.
    floor = max(positive.min(), positive.max() * 1e-32)
    logs = [numpy.log10(numpy.maximum(part, floor)) for part in slices]
    low, high = numpy.log10(max(numpy.percentile(positive, 0.5), floor)), numpy.log10(positive.max())
    return logs, (low, high if high > low else low + 1.0)


def draw_power(figure, cells, slices, grid):
    logs, limits = log_power(slices)

    def describe(fixed):
        vertical, horizontal = others(fixed)
        extent = [*grid.frequency_range(horizontal), *grid.frequency_range(vertical)]
        return (extent, (grid.frequency_label(vertical), grid.frequency_label(horizontal)),
                f"power, $k$ along {grid.names[fixed]} = 0")

    shifted = [numpy.fft.fftshift(image) for image in logs]
    draw_row(figure, cells, shifted, limits, "magma", r"$\log_{10}$ power", describe)


def draw_radial(axes, grid, radius, average):
    shown = (radius > 0) & numpy.isfinite(average) & (average > 0)
    axes.set_title("power averaged over shells of equal $|k|$")
    axes.set_xlabel(f"$|k|$ (cycles/{grid.unit})")
    axes.set_ylabel("mean power")
    if not shown.any():
        axes.text(0.5, 0.5, "no power except at $k = 0$", ha="center", transform=axes.transAxes)
        axes.set_xticks([])
        axes.set_yticks([])
        return
    axes.loglog(radius[shown], average[shown], color="tab:blue", marker="o", markersize=2.5, lw=1.2)
    nyquist = 0.5 / max(step for n, step in zip(grid.shape, grid.spacing) if n > 1)
    axes.axvline(nyquist, color="0.4", ls="--", lw=1)
    axes.annotate("Nyquist", (nyquist, 0.96), xycoords=("data", "axes fraction"),
                  xytext=(-5, 0), textcoords="offset points", ha="right", va="top", color="0.3")
    axes.grid(which="both", color="0.92")
    axes.set_axisbelow(True)


def draw_spectrum(spectrum, grid, volume, output):
    """The picture: a row for the volume, if there is one, a row for the power, the radial average."""
    slices, radius, average = read_power(spectrum, grid)
    rows = 2 if volume is None else 3
    figure, layout = new_figure(rows, title_of(spectrum))
    if volume is not None:
        draw_volume_row(figure, layout, 0, volume, grid)
    draw_power(figure, [layout[rows - 2, column] for column in range(4)], slices, grid)
    draw_radial(figure.add_subplot(layout[rows - 1, :3]), grid, radius, average)
    save(figure, output)


def title_of(spectrum):
    words = [" x ".join(str(n) for n in spectrum.shape) + " Fourier transform"]
    if "direction" in spectrum.attrs:
        words.append(text_of(spectrum.attrs["direction"]))
    if "normalisation" in spectrum.attrs:
        words.append("normalisation " + text_of(spectrum.attrs["normalisation"]))
    return ", ".join(words)


def read_table(path):
    """Wavenumber, power and mean power of the bins of a power spectrum that have modes."""
    try:
        with open(path, encoding="ascii", newline="") as file:
            rows = [[float(row[key]) for key in ("wavenumber", "power", "mean_power")]
                    for row in csv.DictReader(file) if row["mean_power"]]
    except (KeyError, TypeError, ValueError) as error:
        raise Failure(f"{path} is no table of a power spectrum as fft writes it") from error
    if not rows:
        raise Failure(f"{path} has no bins")
    return numpy.array(rows).T


def draw_table(table, grid, volume, output):
    """The picture of a power spectrum: the volume, if there is one, power by bin and by mode."""
    wavenumber, power, mean = table
    rows = 1 if volume is None else 2
    figure, layout = new_figure(rows, f"power spectrum, {power.sum():.4g} in all")
    if volume is not None:
        draw_volume_row(figure, layout, 0, volume, grid)
    cells = layout[rows - 1, :3].subgridspec(1, 2)
    for cell, values, title in ((cells[0], power, "power in a shell of $|k|$"),
                                (cells[1], mean, "mean power of its modes")):
        axes = figure.add_subplot(cell)
        shown = (wavenumber > 0) & (values > 0)
        axes.set_title(title)
        axes.set_xlabel(f"$|k|$ (cycles/{grid.unit if grid else 'unit'})")
        axes.grid(which="both", color="0.92")
        axes.set_axisbelow(True)
        if shown.any():
            axes.loglog(wavenumber[shown], values[shown], color="tab:blue", lw=1.2, marker="o",
                        markersize=2.5)
        else:
            axes.text(0.5, 0.5, "no power except at $k = 0$", ha="center",
                      transform=axes.transAxes)
    save(figure, output)
