"""Arrays of any type, extents and storage in HDF5 files, as other people's programs leave them."""

import h5py
import numpy as np

EXTENTS = [1, 1, 2, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 23, 31, 36, 64, 97]
MOST_ELEMENTS = 40000
NUMBERS = ("i1 u1 <i2 >i2 <u2 >u2 <i4 >i4 <u4 >u4 <i8 >i8 <u8 >u8 <f2 >f2 <f4 >f4 <f8 <f8 <f8 >f8 f16 "
           "<c8 >c8 <c16 <c16 >c16").split()
OTHERS = ["<c32", "S1", "S5", "V3", "?", [("a", "u1"), ("b", "<f4"), ("c", "S3"), ("d", "<i2", (2,))],
          [("x", "<f8", (3,)), ("y", ">i8")], [("r", "<f4"), ("i", "<f4"), ("w", "u1")]]
STORAGES = ["contiguous", "contiguous", "chunked", "gzip", "shuffled", "compact", "external", "never",
            "never chunked", "early", "virtual", "linked", "latest", "scaleoffset", "written in part",
            "resizable"]


def random_shape(case, axes=None, most=MOST_ELEMENTS):
    axes = axes or case.pick([1, 2, 2, 3, 3, 4])
    while True:
        shape = tuple(case.pick(EXTENTS) for _ in range(axes))
        if np.prod(shape) <= most:
            return shape


def random_numbers(case, shape, dtype):
    """Small whole numbers, which every type has, or random ones, in a range that float16 has."""
    dtype = np.dtype(dtype)
    if dtype.kind in "iu" or case.chance(0.1):
        values = case.random.integers(0, 100, shape).astype(float)
    else:
        values = case.random.standard_normal(shape)
    if dtype.kind == "c":
        values = values + 1j * case.random.standard_normal(shape)
    return values.astype(dtype)


def random_bytes(case, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype == bool:
        return case.random.integers(0, 2, shape).astype(bool)
    raw = case.random.integers(1, 128, int(np.prod(shape)) * dtype.itemsize, dtype="u1")
    return np.frombuffer(raw.tobytes(), dtype).reshape(shape)


def chunks_of(case, shape):
    return tuple(case.integer(1, extent) for extent in shape)


def store(case, data, file="in.h5", name="volume", storage=None):
    """Writes `data` in some way; returns what a reader then finds, which is 0 where nothing was
    written."""
    storage = storage or case.pick(STORAGES)
    case.tell(f"{file}:{name}: {data.dtype} {data.shape}, {storage}")
    if storage == "scaleoffset" and data.dtype.kind not in "iu":
        storage = "gzip"
    if storage == "compact" and data.nbytes > 60000:
        storage = "contiguous"
    libver = "latest" if storage == "latest" else "earliest"
    with h5py.File(case.dir / file, "a", libver=libver) as out:
        return WAYS.get(storage, contiguous)(case, out, name, data)


def contiguous(case, out, name, data):
    del case
    out.create_dataset(name, data=data)
    return data


def with_options(**options):
    def write(case, out, name, data):
        chunked = {"chunks": chunks_of(case, data.shape)} if options.get("cut", True) else {}
        more = {key: value for key, value in options.items() if key != "cut"}
        out.create_dataset(name, data=data, **chunked, **more)
        return data
    return write


def resizable(case, out, name, data):
    made = out.create_dataset(name, shape=data.shape, dtype=data.dtype, maxshape=(None,) * data.ndim,
                              chunks=chunks_of(case, data.shape))
    made[...] = data
    return data


def never(cut):
    def write(case, out, name, data):
        chunked = {"chunks": chunks_of(case, data.shape)} if cut else {}
        fill = {}
        if data.dtype.kind in "iuf" and case.chance(0.5):
            fill = {"fillvalue": data.dtype.type(3)}
        made = out.create_dataset(name, shape=data.shape, dtype=data.dtype, **chunked, **fill)
        return made[...]
    return write


def in_part(case, out, name, data):
    made = out.create_dataset(name, shape=data.shape, dtype=data.dtype,
                              chunks=chunks_of(case, data.shape))
    rows = case.integer(0, data.shape[0])
    made[:rows] = data[:rows]
    return made[...]


def low_level(prepare):
    def write(case, out, name, data):
        del case
        properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        prepare(properties)
        kind = h5py.h5t.py_create(data.dtype, logical=True)
        made = h5py.h5d.create(out.id, name.encode(), kind,
                               h5py.h5s.create_simple(data.shape), properties)
        h5py.Dataset(made)[...] = data
        return data
    return write


def external(case, out, name, data):
    """The bytes are in another file, found from where the program runs, or by its whole name."""
    raw = case.pick(["raw.bin", str(case.dir / "raw.bin")])
    raw = f"{raw}.{name}"
    made = out.create_dataset(name, shape=data.shape, dtype=data.dtype,
                              external=[(raw, 0, max(1, data.nbytes))])
    (case.dir / raw).write_bytes(np.ascontiguousarray(data).tobytes())
    return data if made.dtype == data.dtype else made[...]


def virtual(case, out, name, data):
    """Two parts in other files, the second of which may be missing: then it is 0."""
    cut = case.integer(0, data.shape[0])
    layout = h5py.VirtualLayout(data.shape, data.dtype)
    found = np.array(data)
    for part, rows in enumerate([slice(0, cut), slice(cut, data.shape[0])]):
        if rows.start == rows.stop:
            continue
        file = f"part{part}.{name}.h5"
        if part == 1 and case.chance(0.3):
            found[rows] = np.zeros((), data.dtype)
        else:
            with h5py.File(case.dir / file, "w") as other:
                other["part"] = data[rows]
        layout[rows] = h5py.VirtualSource(file, "part", data[rows].shape)
    out.create_virtual_dataset(name, layout)
    return found


def linked(case, out, name, data):
    """In another file; this one has other bytes at the same place."""
    file = f"linked.{name}.h5"
    with h5py.File(case.dir / file, "w") as other:
        other["there"] = data
    out["beside"] = np.zeros(data.nbytes + 4096, "u1")
    out[name] = h5py.ExternalLink(file, "there")
    return data


WAYS = {"chunked": with_options(), "gzip": with_options(compression="gzip"),
        "shuffled": with_options(compression="gzip", shuffle=True, fletcher32=True),
        "scaleoffset": with_options(scaleoffset=0), "never": never(False),
        "never chunked": never(True), "written in part": in_part, "resizable": resizable,
        "compact": low_level(lambda p: p.set_layout(h5py.h5d.COMPACT)),
        "early": low_level(lambda p: p.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)),
        "external": external, "virtual": virtual, "linked": linked}
