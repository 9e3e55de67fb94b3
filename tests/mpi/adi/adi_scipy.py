"""One step of every scheme of the solver against scipy's sparse matrices, put together here anew:
kappa, sigma and f vary, the faces are of all kinds; with a capacity, kappa of each axis, and faces
that transfer heat and radiate; with masked cells, whose walls insulate, are held or transfer heat.

usage: adi_scipy.py MPIEXEC NUMPROC_FLAG PROGRAM
"""
import os
import subprocess
import sys
import tempfile

import numpy
import scipy.sparse as sparse
from scipy.sparse.linalg import spsolve

DT = 0.03

# ranks, scheme, method, heat, walls
MASKS = [(1, 1, 0, 0, 2), (2, 1, 1, 1, 3), (3, 2, 2, 1, 4), (2, 3, 1, 1, 2), (1, 4, 0, 1, 3),
         (3, 4, 1, 0, 2), (2, 4, 2, 1, 1), (1, 5, 0, 1, 2), (3, 5, 2, 0, 3), (3, 0, 0, 1, 4), (3, 6, 0, 0, 2)]


def surface(u, kappa, half):
    """The temperature of a surface that radiates and the linearised transfer there: h and value."""
    def out(level):
        return 2 * (level - 3) + 0.1 * ((level + 1)**4 - 4**4) + kappa / half * (level - u)

    low, high = numpy.zeros_like(u) - 1, numpy.maximum(u, 3)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (numpy.where(out(middle) < 0, middle, low),
                     numpy.where(out(middle) < 0, high, middle))
    rate = 2 + 0.4 * (low + 1)**3
    return rate, low - (out(low) - kappa / half * (low - u)) / rate


def masked(extent, walls):
    """Which cells are no part of the domain, as adi_step has it."""
    first, second = numpy.meshgrid(*((numpy.arange(n) + 0.5) / n for n in extent[:2]),
                                   indexing="ij")
    out = (walls != 0) & (numpy.sin(11 * first + 7 * second) > 0.55)
    out |= (walls == 4) & (first > 1 / 3) & (first < 2 / 3)
    return numpy.broadcast_to(out.reshape(out.shape + (1,) * (len(extent) - 2)), extent)


def at_end(kappa, walls):
    """kappa of the waves of adi_step, at the end of the first axis; that of the cells where the wave
    is none."""
    y = (numpy.arange(kappa.shape[0]) + 0.5) / kappa.shape[0]
    wave = 1.5 + numpy.sin(5 + 3 * y)
    wave = numpy.broadcast_to(wave.reshape(wave.shape + (1,) * (kappa.ndim - 1)), kappa.shape)
    none = (walls != 0) & (numpy.sin(11 + 7 * y) > 0.55)
    none = none.reshape(none.shape + (1,) * (kappa.ndim - 1))
    return numpy.where(none, kappa, wave).ravel()


def operator(kappa, axis, harmonic, heat, u, out, walls):
    """The matrix of div(kappa grad) along one axis, and what boundary values add."""
    n = kappa.shape[axis]
    h = 1 / n
    index = numpy.arange(kappa.size).reshape(kappa.shape)
    rows, columns, entries = [], [], []
    constant = numpy.zeros(kappa.shape)

    def wall(a, kappa_a):
        flux = kappa_a / (h / 2 + (0 if walls == 2 else kappa_a / 1.2)) / h
        rows.append(a)
        columns.append(a)
        entries.append(-flux)
        numpy.add.at(constant.ravel(), a, 2.5 * flux)

    def link(a, b, kappa_a, kappa_b):
        a, b, kappa_a, kappa_b = (array.ravel() for array in (a, b, kappa_a, kappa_b))
        if walls in (2, 3):
            for one, other, kappa_one in ((a, b, kappa_a), (b, a, kappa_b)):
                at = ~out.ravel()[one] & out.ravel()[other]
                wall(one[at], kappa_one[at])
        inside = ~out.ravel()[a] & ~out.ravel()[b]
        a, b, kappa_a, kappa_b = (array[inside] for array in (a, b, kappa_a, kappa_b))
        both = 2 * kappa_a * kappa_b / (kappa_a + kappa_b) if harmonic else (kappa_a + kappa_b) / 2
        for row, column, sign in ((a, b, 1), (a, a, -1), (b, a, 1), (b, b, -1)):
            rows.append(row.ravel())
            columns.append(column.ravel())
            entries.append(sign * both.ravel() / h**2)

    def take(array, i):
        return numpy.take(array, i, axis=axis)

    for i in range(n - 1):
        link(take(index, i), take(index, i + 1), take(kappa, i), take(kappa, i + 1))
    if axis == 1:
        link(take(index, n - 1), take(index, 0), take(kappa, n - 1), take(kappa, 0))

    def face(i, a, b, value, kappa_there=None):
        """a u + b du/dn = value, the derivative being over half a cell."""
        cells = take(index, i).ravel()
        kappa_there = take(kappa, i).ravel() if kappa_there is None else kappa_there
        flux = kappa_there / (a * h / 2 + b) / h * ~take(out, i).ravel()
        rows.append(cells)
        columns.append(cells)
        entries.append(-a * flux)
        constant.ravel()[cells] += value * flux

    if axis == 0 and heat:
        k = take(kappa, 0).ravel()
        rate, value = surface(take(u, 0).ravel(), k, h / 2)
        face(0, rate / k, 1, rate / k * value)
        face(n - 1, 0, 1, 0.7 / take(kappa, n - 1).ravel())
    elif axis == 2 and heat:
        k = take(kappa, n - 1).ravel()
        face(n - 1, 1.5 / k, 1, 1.5 / k * 4)
    elif axis == 0:
        face(0, 1, 0, 2)
        face(n - 1, 1, 2, 3, at_end(take(kappa, n - 1), walls))
    elif axis == 2:
        face(n - 1, 0, 1, 0.5)
    matrix = sparse.coo_matrix((numpy.concatenate(entries),
                                (numpy.concatenate(rows), numpy.concatenate(columns))),
                               shape=(kappa.size, kappa.size))
    return matrix.tocsc(), constant.ravel()


def step(scheme, mean, heat, walls, kappas, sigma, f, u, capacity):
    out = masked(u.shape, walls)
    capacity = capacity if heat else numpy.ones_like(capacity)
    per = sparse.diags(1 / capacity.ravel(), format="csc")
    one = sparse.identity(u.size, format="csc")
    parts, constants = [], []
    for axis in range(u.ndim):
        matrix, constant = operator(kappas[axis if heat else 0], axis, mean == 0, heat, u, out, walls)
        parts.append(per @ (matrix - sparse.diags((sigma * ~out).ravel() / u.ndim, format="csc")))
        constants.append(constant / capacity.ravel())
    u, f = u.ravel(), (f / capacity * ~out).ravel()
    if scheme == 4:  # locally one-dimensional, from the last axis to the first
        u = u + DT * f
        for part, constant in zip(reversed(parts), reversed(constants)):
            u = spsolve(one - DT * part, u + DT * constant)
        return u
    whole = sum(parts)
    constant = sum(constants) + f
    if scheme == 6:  # the steady state; masked cells stay
        return spsolve(whole - sparse.diags(out.ravel() * 1.0, format="csc"), -constant)
    if scheme == 2:  # the two half steps of Peaceman and Rachford
        c = DT / 2
        half = spsolve(one - c * parts[1], u + c * (parts[0] @ u) + c * constant)
        return spsolve(one - c * parts[0], half + c * (parts[1] @ half) + c * constant)

    if scheme in (0, 5):  # unsplit, which is what kappa as a field chooses
        return u + spsolve(one - DT / 2 * whole, DT * (whole @ u + constant))

    def split(right):
        for part in reversed(parts):
            right = spsolve(one - DT / 2 * part, right)
        return right

    after = u + split(DT * (whole @ u + constant))
    if scheme == 3:
        after = after + split(u - after + DT * (whole @ (u + after) / 2 + constant))
    return after


def check(program, scheme, mean, method, heat, walls, extent):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "step")
        open(path, "wb").close()
        subprocess.run([*program, path, *map(str, [scheme, mean, method, heat, walls, *extent])], check=True,
                       stdout=subprocess.DEVNULL)
        kappa, sigma, f, before, capacity, *others, after = numpy.fromfile(path).reshape(
            [8, *extent])
    out = masked(extent, walls)
    held = 2.5 if walls in (2, 3) else 0
    inside = [numpy.where(out, 1, array) for array in (kappa, sigma, f, before, capacity, *others)]
    kappa, sigma, f, before, capacity, *others = inside
    wanted = step(scheme, mean, heat, walls, [kappa, *others], sigma, f, before, capacity)
    difference = numpy.abs(after.ravel() - wanted)[~out.ravel()].max()
    change = numpy.abs(after - before)[~out].max()
    print(f"scheme {scheme}, mean {mean}, method {method}, heat {heat}, walls {walls}, {extent}: "
          f"{difference:.1e} of {change:.1e}")
    most = 1e-5 * change if scheme in (0, 5) else 1e-9 if scheme == 6 else 1e-12
    return difference < most and change > 0.01 and (after[out] == held).all()


def main():
    mpiexec, flag, program = sys.argv[1:]
    good = True
    for extent in ([7, 9], [6, 5, 8]):
        for scheme in range(6):
            for mean in range(2):
                if len(extent) == 2 or scheme != 2:
                    good = check([mpiexec, flag, "1", program], scheme, mean, 0, 0, 0, extent) and good
            ranks, method = (2, 1 + scheme % 2) if scheme not in (0, 5) else (1, 0)
            if len(extent) == 2 or scheme != 2:
                good = check([mpiexec, flag, str(ranks), program], scheme, scheme % 2, method, 1, 0,
                             extent) and good
        for ranks, scheme, method, heat, walls in MASKS:
            if len(extent) == 2 or scheme != 2:
                good = check([mpiexec, flag, str(ranks), program], scheme, 0, method, heat, walls,
                             extent) and good
    sys.exit(not good)


main()
