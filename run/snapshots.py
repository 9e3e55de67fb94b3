"""What adi wrote: snapshots over time, where their cells are, and in which units."""
import h5py
import numpy
import yaml

from pictures import Failure, text_of

HEAT_WORDS = ("conductivity", "capacity")  # of a config in SI units
SMALLER = {"m": "mm", "s": "ms"}


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


def config_of(series):
    """The run's config: sections of keys; empty where the file has none."""
    try:
        config = yaml.safe_load(text_of(series.attrs.get("config", "")))
    except yaml.YAMLError:
        config = None
    return config if isinstance(config, dict) else {}


class Units:
    """Names of the units of lengths, times and values; those that nobody gave are empty."""

    def __init__(self, given, config, volume):
        self.length = self.time = self.value = ""
        problem = config.get("problem", {})
        if any(problem.get(word) for word in HEAT_WORDS):
            celsius = float(problem.get("absolute_zero", 0)) < 0
            self.length, self.time, self.value = "m", "s", "\N{DEGREE SIGN}C" if celsius else "K"
        if volume is not None and "voxel_unit" in volume.attrs:
            self.length = text_of(volume.attrs["voxel_unit"])
        written = given if given is not None else str(config.get("output", {}).get("units") or "")
        if written:
            names = [name.strip() for name in written.split(",")]
            if len(names) != 3:
                raise Failure(f"units {written!r}; allowed: those of lengths, times and values, such "
                              "as m,s,K, where one may be empty")
            self.length, self.time, self.value = names


def label(name, unit):
    return f"{name} ({unit})" if unit else name


def quantity(value, unit):
    return f"{value:.4g} {unit}".rstrip()


def known_edges(axis, cells):
    """Where the config says that cells begin and end, or None."""
    try:
        if axis.get("edges"):
            edges = numpy.array([float(text) for text in str(axis["edges"]).split(",")])
        else:
            edges = numpy.linspace(float(axis["from"]), float(axis["to"]), cells + 1)
    except (KeyError, TypeError, ValueError):
        return None
    return edges if edges.size == cells + 1 and numpy.all(numpy.diff(edges) > 0) else None


def edges_of(middles, axis):
    """Between the cells, and the two ends."""
    edges = known_edges(axis, middles.size)
    width = numpy.diff(middles)
    if edges is not None and numpy.allclose((edges[1:] + edges[:-1]) / 2, middles,
                                            atol=1e-6 * numpy.ptp(edges)):
        return edges
    if middles.size == 1:
        return numpy.array([middles[0] - 0.5, middles[0] + 0.5])
    inner = middles[:-1] + width / 2
    return numpy.concatenate([[middles[0] - width[0] / 2], inner, [middles[-1] + width[-1] / 2]])


class Series:
    """Snapshots that are there, with names, edges (in `units`) and middles of the axes."""

    def __init__(self, file, dataset, volume, units):
        self.array, self.times = file[dataset], file["time"][:]
        self.times = self.times[numpy.isfinite(self.times)]
        if self.times.size == 0:
            raise Failure(f"{file.filename} has no snapshots yet")
        self.shape = self.array.shape[1:]
        self.name = dataset.rpartition("/")[2]
        self.is_masked = "_FillValue" in self.array.attrs
        config = config_of(self.array)
        self.units = Units(units, config, volume)
        self.axes = list("zyx"[3 - len(self.shape):])
        self.middles = [file[name][:] for name in self.axes]
        self.edges = [edges_of(middles, config.get(name, {}))
                      for name, middles in zip(self.axes, self.middles)]
        self.scale = 1.0  # of lengths as they are drawn
        if self.units.length in SMALLER and max(numpy.ptp(edges) for edges in self.edges) < 0.1:
            self.units.length, self.scale = SMALLER[self.units.length], 1e3
        self.title = " x ".join(str(n) for n in reversed(self.shape)) + " cells"  # x first, as adi
        if self.is_masked:
            self.title += " (grey: no part of the domain)"

    def nearest(self, times):
        """The snapshots nearest to these times, each once, in their order."""
        for time in times:
            if not self.times.min() <= time <= self.times.max():
                raise Failure(f"time {time:g}: the snapshots are of {self.times.min():g} to "
                              f"{self.times.max():g}")
        return sorted({int(numpy.abs(self.times - time).argmin()) for time in times})

    def cell(self, point):
        """The cell at a point given as x,y,z, or the middle one; index by axis of the array."""
        if point is None:
            return [n // 2 for n in self.shape]
        if len(point) != len(self.shape):
            raise Failure(f"a point of {len(point)} coordinates; the cells have {len(self.shape)}")
        cell = []
        for name, edges, place in zip(self.axes, self.edges, reversed(point)):
            if not edges[0] <= place <= edges[-1]:
                raise Failure(f"{name} = {place:g} is outside; allowed: {edges[0]:g} to {edges[-1]:g}")
            cell.append(min(int(numpy.searchsorted(edges, place, "right")) - 1, edges.size - 2))
        return cell

    def planes(self, index, cell):
        """A snapshot as images: itself, or the three slices through a cell."""
        part = self.array[index] if len(self.shape) == 2 else None
        return [part] if part is not None else through(lambda at: self.array[(index, *at)], cell)

    def at(self, index):
        return f"t = {quantity(self.times[index], self.units.time)}"


def through(read, cell):
    """Three slices of a volume through a cell, each read as a slice."""
    whole = slice(None)
    return [read((cell[0], whole, whole)), read((whole, cell[1], whole)),
            read((whole, whole, cell[2]))]
