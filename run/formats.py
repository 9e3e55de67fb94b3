"""Arrays of MRC, NetCDF and Zarr files, with what their files say of axes, spacings and units."""
import os

import h5py
import numpy

from images import Failure

MRC = (".mrc", ".map", ".ccp4", ".mrc.gz", ".mrc.bz2", ".map.gz")
NETCDF = (".nc", ".nc4", ".cdf")
ZARR = (".zarr", ".zarr.zip")


class Volume:
    """An array that is read slab by slab, slab(first, end), and the attributes it will have."""

    def __init__(self, shape, dtype, slab, attributes):
        self.shape, self.dtype, self.slab, self.attributes = shape, dtype, slab, attributes


def check(array, what):
    if array.dtype.kind not in "biufc":
        raise Failure(f"{what} is of type {array.dtype}; allowed: integers, floats, complex, bool")
    if array.ndim > 3 or array.ndim == 0:
        raise Failure(f"{what} has {array.ndim} axes; allowed: 1 to 3")


def volume_of_array(array, what):
    check(array, what)
    if array.dtype.kind == "b":
        array = array.view("uint8")
    return Volume(array.shape, array.dtype, lambda first, end: array[first:end], {})


def needs(module, package):
    """A library that only this format needs."""
    try:
        return __import__(module)
    except ImportError as error:
        raise Failure(f"needs Python's {module} (apt install {package}, or pip install {module})") from error


def chosen(names, name, path):
    """The array's name, where a file has several."""
    name = name or (names[0] if len(names) == 1 else None)
    if name not in names:
        what = f"has no array {name!r}" if name else "holds several arrays; choose one by --array"
        raise Failure(f"{path} {what}: {', '.join(names[:10]) or 'none with numbers'}")
    return name


class Frame:
    """One index along the first of four axes."""

    def __init__(self, array, frame, what):
        if frame is None:
            raise Failure(f"{what} has 4 axes; choose one of the first: --frame 0 to {array.shape[0] - 1}")
        if not 0 <= frame < array.shape[0]:
            raise Failure(f"--frame {frame}: {what} has frames 0 to {array.shape[0] - 1}")
        self.array, self.frame = array, frame
        self.shape, self.dtype, self.ndim = array.shape[1:], array.dtype, 3

    def __getitem__(self, part):
        return self.array[(self.frame, part)]


def read_mrc(path, options):
    """Sections are slowest; the header says which of x, y and z they are, and the cell in angstrom."""
    mrcfile = needs("mrcfile", "python3-mrcfile")
    is_packed = path.lower().endswith((".gz", ".bz2"))
    opened = mrcfile.open(path) if is_packed else mrcfile.mmap(path)
    data = opened.data
    order = [int(opened.header[name]) for name in ("maps", "mapr", "mapc")][-min(data.ndim, 3):]
    sizes = [float(opened.voxel_size["xyz"[axis - 1]]) if 1 <= axis <= 3 else 0.0 for axis in order]
    if data.ndim == 4:
        data = Frame(data, options.frame, path)
    volume = volume_of_array(data, path) if isinstance(data, numpy.ndarray) else lazy(data, path)
    volume.attributes["axes"] = ", ".join("xyz"[axis - 1] for axis in order)
    if min(sizes) > 0:
        volume.attributes.update(voxel_size=sizes, voxel_unit="angstrom")
    return volume


def lazy(array, what):
    """What is read as slabs are asked for."""
    check(array, what)
    dtype = numpy.dtype("uint8" if array.dtype.kind == "b" else array.dtype.newbyteorder("="))
    return Volume(array.shape, dtype, lambda first, end: numpy.asarray(array[first:end]).astype(dtype), {})


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def packed(volume, attributes):
    """NetCDF's packing: numbers that stand for others, and for none (which becomes NaN)."""
    def number(name):
        value = attributes.get(name)
        return None if value is None else numpy.ravel(value)[0]

    scale, offset = number("scale_factor"), number("add_offset")
    none = [value for value in (number("_FillValue"), number("missing_value")) if value is not None]
    if scale is None and offset is None and not none or volume.dtype.kind == "c":
        return volume
    raw, slab = volume.dtype, volume.slab
    volume.dtype = numpy.dtype("float32" if raw == numpy.float32 and scale is None and offset is None else "float64")

    def unpacked(first, end):
        stored = slab(first, end)
        values = stored.astype(volume.dtype)
        for value in none:
            values[stored == raw.type(value)] = numpy.nan
        return values * (1 if scale is None else scale) + (0 if offset is None else offset)

    volume.slab = unpacked
    return volume


def spaced(volume, names, coordinates):
    """Axes by name; their spacings and unit where all have coordinates at equal distances in one unit."""
    volume.attributes["axes"] = ", ".join(names)
    steps, units = [], set()
    for name in names:
        values, unit = coordinates(name)
        if values is None or len(values) < 2 or not numpy.issubdtype(values.dtype, numpy.number):
            return volume
        apart = numpy.diff(values.astype("float64"))
        if not numpy.allclose(apart, apart[0], rtol=1e-4) or apart[0] == 0:
            return volume
        steps.append(abs(apart.mean()))
        units.add(unit)
    volume.attributes["voxel_size"] = steps
    if len(units) == 1 and None not in units:
        volume.attributes["voxel_unit"] = units.pop()
    return volume


def read_netcdf(path, options):
    """NetCDF-4 is HDF5; older files are SciPy's to read."""
    with open(path, "rb") as file:
        is_old = file.read(3) == b"CDF"
    if is_old:
        import scipy.io

        variables = scipy.io.netcdf_file(path, mmap=False).variables
        dimensions = {name: variable.dimensions for name, variable in variables.items()}
        attributes = {name: variable._attributes for name, variable in variables.items()}
        arrays = {name: variable.data for name, variable in variables.items()}
    else:
        file = h5py.File(path)  # stays open for the slabs
        arrays = {name: item for name, item in file.items() if isinstance(item, h5py.Dataset)}
        attributes = {name: dict(item.attrs) for name, item in arrays.items()}
        dimensions = {name: [os.path.basename(axis[0].name) if len(axis) else f"x{i}" for i, axis in
                             enumerate(item.dims)] for name, item in arrays.items()}
    names = [name for name, array in arrays.items() if array.dtype.kind in "biufc" and array.ndim > 0
             and list(dimensions[name]) != [name] and not ("CLASS" in attributes[name] and array.ndim == 1)]
    name = chosen(names, options.array, path)
    array, axes = arrays[name], list(dimensions[name])
    if array.ndim == 4:
        array, axes = Frame(array, options.frame, f"{path}, {name},"), axes[1:]

    def coordinates(axis):
        there = arrays.get(axis)
        unit = attributes.get(axis, {}).get("units")
        return (None if there is None or there.ndim != 1 else there[:]), (None if unit is None else text_of(unit))

    volume = spaced(packed(lazy(array, f"{path}, {name},"), attributes[name]), axes, coordinates)
    if "units" in attributes[name]:
        volume.attributes["units"] = text_of(attributes[name]["units"])
    return volume


def read_zarr(path, options):
    zarr = needs("zarr", "python3-zarr")
    opened = zarr.open(path, mode="r")
    name = None
    array = opened
    if not isinstance(opened, zarr.Array):
        axes_of = {key: item.attrs.get("_ARRAY_DIMENSIONS") for key, item in opened.arrays()}
        names = [key for key, item in opened.arrays() if item.dtype.kind in "biufc" and axes_of[key] != [key]]
        name = chosen(names, options.array, path)
        array = opened[name]
    axes = array.attrs.get("_ARRAY_DIMENSIONS")
    attributes = dict(array.attrs)
    what = f"{path}, {name}," if name else path
    if array.ndim == 4:
        array, axes = Frame(array, options.frame, what), axes and axes[1:]
    volume = packed(lazy(array, what), attributes)
    if axes:
        def coordinates(axis):
            there = opened.get(axis) if name else None
            return (None, None) if there is None else (there[:], there.attrs.get("units"))

        spaced(volume, axes, coordinates)
    return volume
