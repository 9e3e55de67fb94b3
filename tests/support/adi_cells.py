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


def continued(here, behind, width, next_width):
    """kappa of the cell at a face, and of the next one: linear on to the face, where it is not below 0."""
    value = here + (here - behind) * width / (width + next_width)
    return value if value >= 0 else here


def value_at(value, point):
    """Of a number or function of the positions along all axes."""
    return float(value(*point) if callable(value) else value)


def discretise(axes, kappa, is_harmonic=True, at_faces=None, only=None):
    """Matrix and vector of the fluxes into all cells, by finite volumes; kappa of each cell. Where du/dn
    is given, at_faces is kappa as a function of positions, or it is an array's. `only`: along one axis."""
    shape = tuple(axis.widths.size for axis in axes)
    index = np.arange(np.prod(shape)).reshape(shape)
    matrix = scipy.sparse.lil_matrix((index.size, index.size))
    vector = np.zeros(index.size)
    for place in np.ndindex(*shape):
        for a, axis in enumerate(axes):
            if only not in (None, a):
                continue
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
                point = [other.middles[k] for other, k in zip(axes, place)]
                point[a] = axis.edges[0 if side == 0 else -1]
                value = value_at(numbers[0], point)
                alpha, beta = {"dirichlet": (1, 0), "neumann": (0, 1)}.get(
                    kind, tuple(map(float, numbers[1:])))
                is_slope = kind == "neumann" or (kind == "robin" and beta != 0)
                near = kappa[place]
                if is_slope and at_faces:
                    near = value_at(at_faces, point)
                elif is_slope and not is_harmonic and n > 1:
                    near = continued(kappa[place], kappa[place[:a] + (i - step,) + place[a + 1:]], width,
                                     axis.widths[i - step])
                scale = near / (alpha * width / 2 + beta) / width
                matrix[index[place], index[place]] -= scale * alpha
                vector[index[place]] += scale * value
    return matrix.tocsc(), vector
