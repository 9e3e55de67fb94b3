"""Pictures of what adi wrote: a volume before and after, or a plane over time."""
import h5py
import numpy

from pictures import (Failure, Grid, draw_row, draw_volume_row, new_figure, save, text_of,
                      value_range)


def find_series(path, dataset):
    """The name of the dataset of snapshots over time in a file, or None."""
    try:
        with h5py.File(path, "r") as file:
            names = [dataset] if dataset else list(file)
            for name in names:
                array = file.get(name)
                if (isinstance(array, h5py.Dataset)
                        and text_of(array.attrs.get("axes", "")).startswith("time,")):
                    return name
    except OSError:
        pass  # the caller says what is wrong with it
    return None


class Snapshot:
    """One of a series of volumes, read slice by slice."""

    def __init__(self, series, index):
        self.series, self.index = series, index
        self.shape, self.dtype = series.shape[1:], series.dtype

    def __getitem__(self, part):
        return self.series[(self.index, *part)]


class Difference:
    """What became of a volume less what it was."""

    def __init__(self, after, before):
        self.after, self.before = after, before
        self.shape, self.dtype = after.shape, numpy.dtype(float)

    def __getitem__(self, part):
        return self.after[part].astype(float) - self.before[part].astype(float)


def cells_of(shape):
    """As adi says it: x first, which is the last axis of the array."""
    return " x ".join(str(n) for n in reversed(shape)) + " cells"


def draw_volumes(series, times, volume, path, output):
    """The last snapshot; with a volume of its extents also that, and what the run took away."""
    after = Snapshot(series, len(times) - 1)
    title = f"{cells_of(after.shape)}, u at t = {times[-1]:g}"
    if volume is None:
        grid = Grid(after.shape, {"axes": "z, y, x"})
        figure, layout = new_figure(1, title)
        draw_volume_row(figure, layout, 0, after, grid, "u")
        save(figure, output)
        return
    if volume.shape != after.shape:
        raise Failure(f"the volume is {volume.shape}, {path} {after.shape}: not before and after")
    grid = Grid(volume.shape, dict(volume.attrs))
    figure, layout = new_figure(3, title)
    draw_volume_row(figure, layout, 0, volume, grid, "before")
    draw_volume_row(figure, layout, 1, after, grid, "after")
    draw_volume_row(figure, layout, 2, Difference(after, volume), grid, "difference")
    save(figure, output)


def draw_planes(series, times, x, y, output):
    """The first, a middle and the last snapshot, in one scale."""
    indices = sorted({0, len(times) // 2, len(times) - 1})
    planes = [series[index] for index in indices]
    width = numpy.ptp(x) * x.size / max(1, x.size - 1) or 1.0
    height = numpy.ptp(y) * y.size / max(1, y.size - 1) or 1.0
    low = (x.mean() - width / 2, y.mean() - height / 2)

    def describe(place):
        extent = [low[0], low[0] + width, low[1], low[1] + height]
        return extent, ("y", "x"), f"t = {times[indices[place]]:g}"

    figure, layout = new_figure(1, f"{cells_of(planes[0].shape)}, u over time")
    cells = [layout[0, column] for column in range(4)]
    draw_row(figure, cells, planes, value_range(planes), "viridis", "u", describe)
    save(figure, output)


def draw_series(path, dataset, volume, output):
    """The picture of a series; snapshots that are not there yet are left out."""
    with h5py.File(path, "r") as file:
        series, times = file[dataset], file["time"][:]
        times = times[numpy.isfinite(times)]
        if times.size == 0:
            raise Failure(f"{path} has no snapshots yet")
        if series.ndim == 4:
            draw_volumes(series, times, volume, path, output)
        else:
            draw_planes(series, times, file["x"][:], file["y"][:], output)
