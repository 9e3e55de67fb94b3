"""PNG and TIFF images as arrays, y first and downwards, and arrays as images."""
import os

import h5py
import numpy

from outputs import replacing

PICTURES = (".png", ".tif", ".tiff")
WHOLE = {"1": "uint8", "L": "uint8", "I;16": "uint16", "I;16B": "uint16", "I": "int32", "F": "float32"}


def item_of(file, name):
    """What has a name in a file; None where its links lead to nothing, or round in a circle."""
    try:
        return file.get(name)
    except (OSError, RuntimeError):
        return None


def datasets(file):
    """Names of the arrays at the top of a file, without the coordinates of their axes."""
    found = {name: item_of(file, name) for name in file}
    return [name for name, item in found.items() if isinstance(item, h5py.Dataset) and not h5py.h5ds.is_scale(item.id)]


class Failure(Exception):
    """What is wrong with the data, as a message."""


def pillow():
    from PIL import Image  # here: the other formats do not need it

    Image.MAX_IMAGE_PIXELS = None  # the user's own images may be large
    return Image


def page_of(image, path, grey):
    if image.mode not in WHOLE:
        if not grey:
            raise Failure(f"{path} holds colours ({image.mode}), not numbers; --grey takes their brightness")
        image = image.convert("L")
    page = numpy.asarray(image).astype(WHOLE[image.mode])
    # 16 bits of grey in a PNG arrive as 32
    is_png = image.mode == "I" and path.lower().endswith(".png")
    return page.astype("uint16") if is_png else page


def read_pages(path, grey):
    """An array of 2 axes, or of 3 where the file has several pages."""
    with pillow().open(path) as image:
        pages = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            pages.append(page_of(image, path, grey))
            if pages[-1].shape != pages[0].shape or pages[-1].dtype != pages[0].dtype:
                raise Failure(f"{path}: page {number} is {pages[-1].shape} {pages[-1].dtype}, the "
                              f"first {pages[0].shape} {pages[0].dtype}; allowed: all alike")
    return pages[0] if len(pages) == 1 else numpy.stack(pages)


def grey_levels(array, limits):
    """Real numbers as 0 to 255 from the lower to the upper limit; others are as black or as white.
    With NaN among them, which are transparent, a pixel has two numbers, the second its opacity."""
    low, high = limits
    numbers = array.astype(float)
    is_nan = numpy.isnan(numbers)
    numbers[is_nan] = low
    grey = numpy.rint(255 * numpy.clip((numbers - low) / ((high - low) or 1.0), 0, 1)).astype("uint8")
    return numpy.stack([grey, 255 * ~is_nan], -1).astype("uint8") if is_nan.any() else grey


def extremes(array):
    """Of what is finite."""
    finite = array[numpy.isfinite(array)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)


def as_pages(array, path, limits):
    """What the format can hold, and what was done to get there."""
    if array.dtype.kind == "c":
        array = numpy.abs(array)
    array = array.astype(array.dtype.newbyteorder("="))
    limits = limits or ((0, 1) if array.dtype == bool else None)
    is_tiff = not path.lower().endswith(".png")
    if limits is None and array.dtype in ("uint8", "uint16"):
        return array, "as they are"
    if limits is None and is_tiff:
        return array.astype("float32"), "as float32"
    limits = limits or extremes(array)
    what = f"{limits[0]:g} black, {limits[1]:g} white"
    missing = numpy.count_nonzero(numpy.isnan(array))
    return grey_levels(array, limits), what + (f", {missing} of {array.size} NaN: transparent" if missing else "")


def write_pages(array, path, limits):
    """Returns what became of the values."""
    image = pillow()
    if array.ndim == 3 and array.shape[0] > 1 and path.lower().endswith(".png"):
        raise Failure(f"{array.shape[0]} planes in {path}; choose one by --plane, or write a .tif")
    pages, what = as_pages(array if array.ndim == 3 else array[None], path, limits)
    images = [image.fromarray(page) for page in pages]
    more = {"save_all": True, "append_images": images[1:]} if len(images) > 1 else {}
    with replacing(path) as temporary:
        images[0].save(temporary, **more)
    return what


def type_of(array, path):
    """NumPy's type of a dataset's elements; HDF5 has more of them."""
    try:
        return array.dtype
    except (TypeError, ValueError):
        bits = 8 * array.id.get_type().get_size()
        raise Failure(f"{path}: {array.name} has elements of {bits} bits that NumPy has no type for; allowed: "
                      "integers of 8, 16, 32 and 64 bits, and real and complex numbers") from None


def stored_array(path, options):
    """A dataset of an HDF5 file, or a plane of it."""
    if not os.path.exists(path):
        raise Failure(f"{path} does not exist")
    with h5py.File(path, "r") as file:
        names = datasets(file)
        name = options.dataset or (names[0] if len(names) == 1 else None)
        array = item_of(file, name) if name else None
        if not isinstance(array, h5py.Dataset) or type_of(array, path).kind not in "iufcb":
            raise Failure(f"{path}: choose an array of numbers by --dataset: {', '.join(names[:10])}")
        if array.shape is None or 0 in array.shape:
            raise Failure(f"{path}: {name} has no elements")
        if options.plane is None:
            return array[...]
        if array.ndim < 3 or not all(0 <= at < n for at, n in zip(options.plane, array.shape)):
            raise Failure(f"--plane {','.join(map(str, options.plane))}: {name} is "
                          f"{' x '.join(map(str, array.shape))}; planes are of its last two axes")
        return array[tuple(options.plane)]


def convert_back(options):
    """From HDF5; says what was done to the values."""
    array = stored_array(options.input, options)
    if options.output.lower().endswith(".npy"):
        with replacing(options.output) as temporary:
            numpy.save(temporary, array)
        what = "as they are"
    elif not 2 <= array.ndim <= 3:
        raise Failure(f"{options.input} has {array.ndim} axes; images have 2, 3 with pages; "
                      "--plane chooses the first ones")
    else:
        what = write_pages(array, options.output, options.range)
    print(f"{options.output}: {' x '.join(map(str, array.shape))}, values {what}, from {options.input}")
