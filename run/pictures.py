"""What the pictures of volumes, spectra and results have in common."""
import contextlib
import os

import h5py
import matplotlib
import numpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402 (after the choice of backend)
from matplotlib.ticker import MaxNLocator  # noqa: E402

from images import datasets, item_of  # noqa: E402
from outputs import replacing  # noqa: E402


class Failure(Exception):
    """What is wrong with the data, as a message."""


class Grid:
    """Names, spacings and frequencies of the three axes."""

    def __init__(self, shape, attributes):
        self.shape = shape
        names = text_of(attributes.get("axes", "")).replace(",", " ").split()
        self.names = names if len(names) == 3 else ["axis 0", "axis 1", "axis 2"]
        spacing = numpy.ravel(attributes.get("voxel_size", attributes.get("spacing", ())))
        known = (spacing.size == 3 and spacing.dtype.kind in "iuf" and numpy.all(spacing > 0))
        self.spacing = [float(step) for step in spacing] if known else [1.0] * 3
        unit = "mm" if "voxel_size" in attributes else "unit"
        self.unit = text_of(attributes.get("voxel_unit", unit)) if known else "sample"

    def frequencies(self, axis):
        """Of the spectrum as it is stored, lowest first."""
        return numpy.fft.fftfreq(self.shape[axis], self.spacing[axis])

    def frequency_range(self, axis):
        """From edge to edge of the pixels, once the zero is in the middle."""
        centred = numpy.fft.fftshift(self.frequencies(axis))
        half = 0.5 / (self.shape[axis] * self.spacing[axis])
        return centred[0] - half, centred[-1] + half

    def length_label(self, axis):
        unit = {"sample": "samples", "unit": "units"}.get(self.unit, self.unit)
        name = self.names[axis]
        return f"{name} ({unit})"

    def frequency_label(self, axis):
        return f"$k$ along {self.names[axis]} (cycles/{self.unit})"


def text_of(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


@contextlib.contextmanager
def opened(path, dataset, least_axes=3):
    """A 3D numeric dataset of an HDF5 file, or one of fewer axes where those will do; without a name,
    the only one there is."""
    if not os.path.exists(path):
        raise Failure(f"{path} does not exist")
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise Failure(f"{path} is not a readable HDF5 file") from error
    with file:
        names = datasets(file)
        if dataset is None and len(names) > 1:
            raise Failure(f"{path} has several datasets, choose one: {', '.join(names[:10])}")
        dataset = dataset or "".join(names)
        array = item_of(file, dataset) if dataset else None
        if not isinstance(array, h5py.Dataset):
            raise Failure(f"{path} has no dataset {dataset or 'at its top'}; "
                          f"it has: {', '.join(list(file)[:10]) or 'nothing'}")
        axes = array.ndim - ("components" in array.attrs)  # of the points, without that of vectors
        if array.dtype.kind not in "iufc" or 0 in array.shape or not least_axes <= axes <= 3:
            raise Failure(f"{path}, {dataset}: {array.ndim} axes of {array.dtype}; "
                          f"allowed: {'1 to ' if least_axes < 3 else ''}3 axes of numbers")
        yield array


def slices_through(array, index):
    """The three slices through one element, read as three slices; magnitudes if complex."""
    slices = [array[index[0], :, :], array[:, index[1], :], array[:, :, index[2]]]
    return [numpy.abs(part) if numpy.iscomplexobj(part) else part for part in slices]


def value_range(slices):
    values = numpy.concatenate([part[numpy.isfinite(part)] for part in slices])
    if values.size == 0:
        return 0.0, 1.0
    low, high = float(values.min()), float(numpy.percentile(values, 99.9))
    return low, high if high > low else low + 1.0


def symmetric(slices):
    """Limits and colours for signed values: 0 in the middle, without a colour."""
    values = numpy.concatenate([numpy.abs(part[numpy.isfinite(part)]) for part in slices])
    most = float(numpy.percentile(values, 99.5)) if values.size else 0.0
    return (-(most or 1.0), most or 1.0), "RdBu_r"


def in_proportion(axes, width, height):
    """Equal scales on both axes, unless that would leave a sliver."""
    axes.set_aspect("equal" if 0.15 < width / height < 6.0 else "auto")


def draw_row(figure, cells, slices, limits, colours, bar_label, describe):
    """Three slices and their colour bar. `describe` gives extent, labels and title by fixed axis."""
    for fixed, (cell, image) in enumerate(zip(cells, slices)):
        axes = figure.add_subplot(cell)
        extent, (vertical, horizontal), title = describe(fixed)
        picture = axes.imshow(image, origin="lower", cmap=colours, vmin=limits[0], vmax=limits[1],
                              extent=extent, interpolation="none")
        in_proportion(axes, extent[1] - extent[0], extent[3] - extent[2])
        axes.set_xlabel(horizontal)
        axes.set_ylabel(vertical)
        axes.set_title(title)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    figure.colorbar(picture, cax=figure.add_subplot(cells[3]), label=bar_label)


def others(fixed):
    """The two axes of a slice: vertical, horizontal."""
    return [axis for axis in range(3) if axis != fixed]


def draw_volume(figure, cells, slices, grid, centre, label, what="volume", scale=None):
    def describe(fixed):
        vertical, horizontal = others(fixed)
        extent = [0, grid.shape[horizontal] * grid.spacing[horizontal],
                  0, grid.shape[vertical] * grid.spacing[vertical]]
        place = centre[fixed] * grid.spacing[fixed]
        unit = "" if grid.unit in ("sample", "unit") else f" {grid.unit}"
        return (extent, (grid.length_label(vertical), grid.length_label(horizontal)),
                f"{what}, {grid.names[fixed]} = {place:g}{unit}")

    limits, colours = scale or (value_range(slices), "gray")
    if scale is None and what != "volume" and limits[0] < 0 < limits[1]:
        limits, colours = symmetric(slices)
    draw_row(figure, cells, slices, limits, colours, label, describe)


def flat_axes(figure, cell, names):
    """Axes for a line or an image, whose last axis goes to the right."""
    axes = figure.add_subplot(cell)
    axes.set_xlabel(names[-1])
    if len(names) > 1:
        axes.set_ylabel(names[0])
    else:
        axes.grid(color="0.92")
    return axes


def save(figure, output):
    with replacing(output) as temporary:
        figure.savefig(temporary, dpi=110)


def new_figure(rows, title):
    """Rows of three slices and their colour bar: the figure and its cells."""
    plt.rcParams.update({"font.size": 10, "axes.titlesize": 10.5, "figure.titlesize": 12.5})
    figure = plt.figure(figsize=(11, 3.7 * rows), layout="constrained")
    figure.suptitle(title)
    return figure, figure.add_gridspec(rows, 4, width_ratios=[1, 1, 1, 0.05])


def draw_volume_row(figure, layout, row, volume, grid, what="volume", scale=None):
    """The slices through the middle of a volume, in a row of cells. `scale`: limits and colours."""
    centre = [n // 2 for n in volume.shape]
    label = "magnitude" if volume.dtype.kind == "c" else "value"
    draw_volume(figure, [layout[row, column] for column in range(4)],
                slices_through(volume, centre), grid, centre, label, what, scale)
