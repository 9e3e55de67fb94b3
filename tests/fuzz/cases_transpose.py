"""Random jobs of transpose: any elements, orders of axes, grids and memory limits, byte by byte."""

import h5py
import numpy as np

import stored
from jobs import common, file_name, grid, result, run
from running import expect

GENERATED = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32",
             "float64", "complex64", "complex128"]


def settings_of(case):
    settings = {"output.file": file_name(case, "out", ".h5")}
    if case.chance(0.2):
        settings["output.xdmf"] = "false"
    if case.chance(0.1):
        settings["verify.checksum"] = "false"
    return common(case, settings)


def lay_out(case, shape, itemsize, settings):
    """Axes, grids, memory; returns the order of axes."""
    axes = len(shape)
    order = [int(a) for a in case.random.permutation(axes)]
    if case.chance(0.3):
        order = list(range(axes))[::-1]
        if case.chance(0.5):
            settings["transpose.axes"] = "reverse"
    if "transpose.axes" not in settings and order != list(range(axes))[::-1]:
        settings["transpose.axes"] = ",".join(map(str, order))
    for side in ["input", "output"]:
        if case.chance(0.6):
            settings[f"distribution.{side}"] = case.pick(["rows", "auto", grid(case, axes)])
    if case.chance(0.2):
        settings["memory.in_place"] = "true"
    if case.chance(0.25):  # no more than a few hundred panels
        whole = int(np.prod(shape)) * itemsize
        least = max(2 * itemsize, whole // case.pick([2, 3, 10, 40]))
        settings["memory.limit"] = least + case.integer(0, whole)
    return order


def square(case):
    """Shapes that can be swapped in place."""
    n, depth = case.pick([1, 2, 5, 16, 37, 60]), case.pick([1, 3, 7])
    return case.pick([(n, n), (n, depth, n), (depth, n, n), (n, n, depth)])


def transposed(case):
    case.choose_ranks()
    shape = square(case) if case.chance(0.3) else stored.random_shape(case)
    is_number = case.chance(0.7)
    dtype = np.dtype(case.pick(stored.NUMBERS if is_number else stored.OTHERS))
    data = (stored.random_numbers if is_number else stored.random_bytes)(case, shape, dtype)
    data = stored.store(case, data)
    settings = {**settings_of(case), "input.file": "in.h5", "input.dataset": "volume"}
    order = lay_out(case, shape, dtype.itemsize, settings)
    conjugate = dtype.kind == "c" and dtype.itemsize <= 16 and case.chance(0.5)
    if conjugate:
        settings["transpose.conjugate"] = "true"
    run(case, "transpose", settings)
    wanted = (data.conj().astype(dtype) if conjugate else data).transpose(order)
    expect_same(result(case, settings), np.ascontiguousarray(wanted))


def expect_same(found, wanted):
    expect(found.shape == wanted.shape, f"result {found.shape}, wanted {wanted.shape}")
    expect(found.dtype == wanted.dtype, f"result {found.dtype}, wanted {wanted.dtype}")
    expect(found.tobytes() == wanted.tobytes(), "elements differ")


def generated(case):
    """An array that the program makes itself: 0, 1, 2, .. in the elements' type."""
    case.choose_ranks()
    shape = square(case) if case.chance(0.4) else stored.random_shape(case)
    name = case.pick(GENERATED)
    dtype = np.dtype(name)
    settings = {**settings_of(case), "generate.extent": "x".join(map(str, shape)),
                "generate.type": name}
    order = lay_out(case, shape, dtype.itemsize, settings)
    run(case, "transpose", settings)
    count = np.arange(int(np.prod(shape)))
    values = count - 1j * count if dtype.kind == "c" else count
    found = result(case, settings)
    expect_same(found, np.ascontiguousarray(values.astype(dtype).reshape(shape).transpose(order)))
    with h5py.File(case.dir / settings["output.file"]) as file:
        expect(len(file) == 1, f"datasets {list(file)}")


CASES = [transposed] * 5 + [generated]
