"""Pictures and films of snapshots over time: all in one scale, axes in their units."""
import os

import h5py
import matplotlib.animation
import numpy
from matplotlib.ticker import MaxNLocator

from outputs import replacing
from pictures import Failure, in_proportion, new_figure, others, plt, save, symmetric, value_range
from snapshots import Series, label, quantity, through

COLOURS = "inferno"
NO_PART = "0.75"  # cells that a mask leaves out, which are NaN
MOVING = (".gif", ".mp4")


def show(figure, cell, series, image, fixed, limits, colours):
    """A plane of cells, as wide as they are; `fixed` is the axis it is cut across, None in 2D."""
    vertical, horizontal = others(fixed) if fixed is not None else (0, 1)
    sides = [series.edges[axis] * series.scale for axis in (horizontal, vertical)]
    axes = figure.add_subplot(cell)
    mesh = axes.pcolormesh(*sides, image, cmap=colours, vmin=limits[0], vmax=limits[1], rasterized=True)
    axes.set_facecolor(NO_PART)
    in_proportion(axes, numpy.ptp(sides[0]), numpy.ptp(sides[1]))
    axes.set_xlabel(label(series.axes[horizontal], series.units.length))
    axes.set_ylabel(label(series.axes[vertical], series.units.length))
    for ticks in axes.xaxis, axes.yaxis:
        ticks.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    return axes, mesh


def place_of(series, fixed, cell):
    place = series.middles[fixed][cell[fixed]] * series.scale
    return f"{series.axes[fixed]} = {quantity(place, series.units.length)}"


def draw_row(figure, cells, series, cell, what, planes, scale, bar):
    """Three slices of a volume, and their colours."""
    for fixed, image in enumerate(planes):
        axes, mesh = show(figure, cells[fixed], series, image, fixed, *scale)
        axes.set_title(f"{what}, {place_of(series, fixed, cell)}")
    figure.colorbar(mesh, cax=figure.add_subplot(cells[3]), label=bar)


def draw_volumes(series, indices, cell, before, output):
    """A row a snapshot, all in one scale; of two volumes also what the later one has more."""
    rows = [(series.at(index), series.planes(index, cell)) for index in indices]
    if before is not None:
        rows.insert(0, ("before", through(lambda at: before[at], cell)))
    scale = (value_range([plane for _, planes in rows for plane in planes]), COLOURS)
    bar = label(series.name, series.units.value)
    drawn = [(what, planes, scale, bar) for what, planes in rows]
    if len(rows) == 2:
        change = [after.astype(float) - start for start, after in zip(rows[0][1], rows[1][1])]
        drawn.append(("difference", change, symmetric(change), f"change of {bar}"))
    figure, layout = new_figure(len(drawn), f"{series.title}, {series.at(indices[-1])}")
    for row, (what, planes, colours, text) in enumerate(drawn):
        draw_row(figure, [layout[row, column] for column in range(4)], series, cell, what, planes,
                 colours, text)
    save(figure, output)


def draw_planes(series, indices, output):
    """Snapshots of a plane, three in a row, all in one scale."""
    planes = [series.array[index] for index in indices]
    scale = (value_range(planes), COLOURS)
    figure, layout = new_figure(-(-len(planes) // 3), f"{series.title}, {series.name} over time")
    for place, (index, plane) in enumerate(zip(indices, planes)):
        axes, mesh = show(figure, layout[place // 3, place % 3], series, plane, None, *scale)
        axes.set_title(series.at(index))
    figure.colorbar(mesh, cax=figure.add_subplot(layout[:, 3]),
                    label=label(series.name, series.units.value))
    save(figure, output)


def writer_of(output, rate):
    """GIFs are written by Pillow, which matplotlib brings; MP4 needs ffmpeg."""
    if output.endswith(".gif"):
        return matplotlib.animation.PillowWriter(fps=rate)
    if not matplotlib.animation.FFMpegWriter.isAvailable():
        raise Failure(f"{output}: .mp4 needs ffmpeg (apt install ffmpeg); .gif does not")
    return matplotlib.animation.FFMpegWriter(fps=rate, extra_args=["-pix_fmt", "yuv420p"])


def film(series, indices, cell, rate, output):
    """A frame a snapshot, all in one scale."""
    writer = writer_of(output, rate)
    # over all frames, one in memory at a time
    ranges = [value_range(series.planes(index, cell)) for index in indices]
    scale = ((min(low for low, _ in ranges), max(high for _, high in ranges)), COLOURS)
    figure, layout = new_figure(1, series.title)
    meshes = []
    first = series.planes(indices[0], cell)
    for fixed, plane in enumerate(first):
        in_space = len(first) == 3
        axes, mesh = show(figure, layout[0, fixed] if in_space else layout[0, :3], series, plane,
                          fixed if in_space else None, *scale)
        axes.set_title(place_of(series, fixed, cell) if in_space else "")
        meshes.append(mesh)
    figure.colorbar(mesh, cax=figure.add_subplot(layout[0, 3]),
                    label=label(series.name, series.units.value))

    def draw(index):
        for mesh, plane in zip(meshes, series.planes(index, cell)):
            mesh.set_array(plane)
        figure.suptitle(f"{series.title}, {series.at(index)}")
        return meshes

    with replacing(output) as temporary:
        moving = matplotlib.animation.FuncAnimation(figure, draw, frames=indices, repeat=False)
        moving.save(temporary, writer=writer, dpi=80)
    plt.close(figure)


def chosen(series, options, before):
    """Which snapshots are drawn."""
    last = len(series.times) - 1
    if options.times is not None:
        return series.nearest(options.times)
    if options.output.endswith(MOVING):
        return list(range(last + 1))
    if before is not None:
        return [last]
    return sorted({0, last} if len(series.shape) == 3 else {0, last // 2 + last % 2, last})


def draw_series(options, dataset, volume):
    """The picture or film of a series; snapshots that are not there yet are left out."""
    with h5py.File(options.spectrum, "r") as file:
        series = Series(file, dataset, volume, options.units)
        if volume is not None and volume.shape != series.shape:
            raise Failure(f"the volume is {volume.shape}, {options.spectrum} {series.shape}: "
                          "not before and after")
        indices, cell = chosen(series, options, volume), series.cell(options.at)
        if options.output.endswith(MOVING):
            film(series, indices, cell, options.rate, options.output)
        elif len(series.shape) == 3:
            draw_volumes(series, indices, cell, volume, options.output)
        else:
            draw_planes(series, indices, options.output)
