"""The equation that adi solves, on the same cells and faces, as a sparse matrix."""

import numpy as np
import scipy.sparse


class Axis:
    """Cells between edges, and what holds at the two ends: ("dirichlet", value) and the like."""

    def __init__(self, edges, low, high):
        self.edges = np.asarray(edges, float)
        self.widths = np.diff(self.edges)
        self.middles = (self.edges[:-1] + self.edges[1:]) / 2
        self.ends = [low, high]

    def config(self, name):
        lines = [f"{name}:", f"  cells: {self.widths.size}",
                 "  edges: " + ", ".join(f"{edge:.17g}" for edge in self.edges)]
        for side, (kind, *numbers) in zip(["low", "high"], self.ends):
            lines.append(f"  {side}: {kind}")
            for key, number in zip(["value", "a", "b"], numbers):
                lines.append(f"  {side}_{key}: {number}")
        return "\n".join(lines)


def conductance(a, b, before, after, is_harmonic=True):
    """Of what lies between the middles of two cells of those widths: resistances in series, or kappa
    linear in between."""
    if is_harmonic:
        return 1 / (before / 2 / a + after / 2 / b)
    return (after * a + before * b) / (before + after) / ((before + after) / 2)


def discretise(axes, kappa, is_harmonic=True):
    """Matrix and vector of the fluxes into all cells, by finite volumes; kappa of each cell."""
    shape = tuple(axis.widths.size for axis in axes)
    index = np.arange(np.prod(shape)).reshape(shape)
    matrix = scipy.sparse.lil_matrix((index.size, index.size))
    vector = np.zeros(index.size)
    for place in np.ndindex(*shape):
        for a, axis in enumerate(axes):
            i, n, width = place[a], shape[a], axis.widths[place[a]]
            for side, step in enumerate([-1, 1]):
                kind, *numbers = axis.ends[side]
                if 0 <= i + step < n or kind == "periodic":
                    other = place[:a] + ((i + step) % n,) + place[a + 1:]
                    flux = conductance(kappa[place], kappa[other], width, axis.widths[other[a]],
                                       is_harmonic) / width
                    matrix[index[place], index[other]] += flux
                    matrix[index[place], index[place]] -= flux
                    continue
                value = float(numbers[0])
                alpha, beta = {"dirichlet": (1, 0), "neumann": (0, 1)}.get(
                    kind, tuple(map(float, numbers[1:])))
                scale = kappa[place] / (alpha * width / 2 + beta) / width
                matrix[index[place], index[place]] -= scale * alpha
                vector[index[place]] += scale * value
    return matrix.tocsc(), vector
