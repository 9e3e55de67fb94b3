"""Pictures of vectors at the points of a volume, a plane or a line: components and magnitude."""
import numpy

from pictures import (Grid, draw_volume_row, flat_axes, in_proportion, new_figure, save, slices_through,
                      symmetric, text_of)


def has_vectors(array):
    """Whether its last axis is that of components, as fft writes it with filter.axis all."""
    return "components" in array.attrs


def directions_of(array):
    """The axis that each component is along: "x2 x1 x0" are 2, 1, 0."""
    words = text_of(array.attrs["components"]).split()
    known = len(words) == array.shape[-1] and all(word[1:].isdigit() for word in words)
    axes = [int(word[1:]) for word in words] if known else []
    if known and all(axis < array.ndim - 1 for axis in axes):
        return axes
    return [None] * array.shape[-1]


class Component:
    """One component of all vectors, read slice by slice."""

    def __init__(self, array, index):
        self.array, self.index = array, index
        self.shape, self.dtype = array.shape[:-1], array.dtype

    def __getitem__(self, part):
        return self.array[(*part, self.index)]


class Magnitude:
    """The lengths of all vectors, read slice by slice."""

    def __init__(self, array):
        self.array = array
        self.shape, self.dtype = array.shape[:-1], numpy.dtype(float)

    def __getitem__(self, part):
        return numpy.linalg.norm(self.array[(*part, slice(None))], axis=-1)


def parts_of(array, names, what):
    """What is drawn, in this order, each with its title: components, and where they are several, the
    magnitude."""
    parts = [(Component(array, i), f"{what} along {names[axis] if axis is not None else i}")
             for i, axis in enumerate(directions_of(array))]
    return parts + ([(Magnitude(array), f"magnitude of {what}")] if len(parts) > 1 else [])


def title_of(array, what):
    size = " x ".join(str(n) for n in array.shape[:-1])
    count = array.shape[-1]
    return f"{size}, {what} of {count} component{'s' if count > 1 else ''}"


def draw_vectors(array, grid, volume, output, what):
    """A row for the volume, if there is one, and a row for each part. Components have one scale."""
    parts = parts_of(array, grid.names, what)
    first = 0 if volume is None else 1
    figure, layout = new_figure(first + len(parts), title_of(array, what))
    if volume is not None:
        draw_volume_row(figure, layout, 0, volume, Grid(volume.shape, dict(volume.attrs)))
    centre = [n // 2 for n in array.shape[:-1]]
    components = [slices_through(part, centre) for part, _ in parts if isinstance(part, Component)]
    shared = symmetric([image for slices in components for image in slices])
    for row, (part, title) in enumerate(parts, first):
        is_signed = isinstance(part, Component) and array.dtype.kind != "c"
        draw_volume_row(figure, layout, row, part, grid, title, shared if is_signed else None)
    save(figure, output)


def draw_flat_vectors(array, output, what):
    """Vectors on a plane, part beside part, or on a line, in one diagram."""
    names = [f"axis {axis}" for axis in range(array.ndim - 1)]
    parts = [(part[(slice(None),) * (array.ndim - 1)], title, isinstance(part, Component))
             for part, title in parts_of(array, names, what)]
    spacing = numpy.ravel(array.attrs.get("spacing", [1.0] * (array.ndim - 1))).astype(float)
    if array.ndim == 2:
        figure, layout = new_figure(1, title_of(array, what))
        axes = flat_axes(figure, layout[0, :], names)
        for values, title, _ in parts:
            values = numpy.abs(values) if numpy.iscomplexobj(values) else values
            axes.plot(numpy.arange(len(values)) * spacing[0], values, lw=1.2, label=title)
        axes.legend()
        save(figure, output)
        return
    figure, layout = new_figure(1, title_of(array, what))
    cells = layout[0, :].subgridspec(1, len(parts))
    shared = symmetric([values for values, _, is_component in parts if is_component])
    for cell, (values, title, is_component) in zip(cells, parts):
        axes = flat_axes(figure, cell, names)
        axes.set_title(title)
        is_signed = is_component and not numpy.iscomplexobj(values)
        limits, colours = shared if is_signed else ((0, None), "gray")
        ends = [n * step for n, step in zip(values.shape, spacing)]
        picture = axes.imshow(numpy.abs(values) if numpy.iscomplexobj(values) else values,
                              origin="lower", cmap=colours, vmin=limits[0], vmax=limits[1],
                              extent=[0, ends[1], 0, ends[0]], interpolation="none")
        in_proportion(axes, ends[1], ends[0])
        figure.colorbar(picture, ax=axes, label="value" if is_signed else "magnitude", shrink=0.8)
    save(figure, output)
