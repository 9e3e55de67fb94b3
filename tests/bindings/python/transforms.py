"""Transforms and filters beside numpy and scipy."""

import inspect
import itertools

import numpy as np
import scipy.fft

import cornerturn as ct
from compare import COMM, RANDOM, Calls, decompositions, distributed, numbers


class Transforms(Calls):
    def test_decompositions(self):
        whole = numbers((6, 9), complex)
        expected = scipy.fft.fftn(whole)
        targets = decompositions(whole.shape)
        for source in decompositions(whole.shape):
            u = distributed(whole, source)
            self.same(ct.fft.fftn(u, rigour="estimate"), expected)
            out = ct.Array(whole.shape, complex, targets.pop())
            self.same(ct.fft.fftn(u, out=out, rigour="estimate"), expected)

    def test_several_fields(self):
        wholes = [numbers((6, 9)) for _ in range(3)]
        fields = [distributed(whole) for whole in wholes]
        spectra = ct.fft.rfftn(fields)
        for each, whole in zip(spectra, wholes):
            self.same(each, scipy.fft.rfftn(whole))
        out = [each.like() for each in fields]
        for found, each, whole in zip(ct.fft.irfftn(spectra, (6, 9), out=out), out, wholes):
            self.assertIs(found, each)
            self.same(found, whole)
        for each, whole in zip(ct.fft.dctn(tuple(fields), norm="ortho"), wholes):
            self.same(each, scipy.fft.dctn(whole, norm="ortho"))
        self.fails(ValueError, "as many", ct.fft.rfftn, fields, out=out[:2])
        self.fails(ValueError, "that differ", ct.fft.rfftn, [*fields, ct.Array((6, 9), np.float32)])

    def test_one_axis(self):
        for n in (12, 13, 1):
            whole = numbers(n, complex)
            self.same(ct.fft.fft(distributed(whole)), scipy.fft.fft(whole))
            self.same(ct.fft.irfft(ct.fft.rfft(distributed(whole.real.copy())), n), whole.real)

    def test_complex(self):
        for shape in ((12, 10), (9, 8, 10), (6, 5, 4, 7)):
            for dtype, tolerance in ((complex, 1e-13), (np.complex64, 1e-5), (float, 1e-13)):
                whole = numbers(shape, dtype)
                u = distributed(whole)
                cases = itertools.product((None, (0,), (-1, 0)), ("fftn", "ifftn"))
                for (axes, name), norm in zip(cases, itertools.cycle((None, "ortho", "forward"))):
                    self.same(getattr(ct.fft, name)(u, axes=axes, norm=norm, rigour="estimate"),
                              getattr(scipy.fft, name)(whole, axes=axes, norm=norm), tolerance)
                self.same(u, whole, 0)
        self.same(ct.fft.fft(u, axis=1), scipy.fft.fft(whole, axis=1))
        self.same(ct.fft.fft2(u), scipy.fft.fft2(whole))

    def test_real(self):
        for shape in ((12, 10), (9, 8, 7)):
            for dtype, tolerance in ((float, 1e-13), (np.float32, 1e-5)):
                whole = numbers(shape, dtype)
                spectrum = scipy.fft.rfftn(whole)
                found = ct.fft.rfftn(distributed(whole))
                self.same(found, spectrum, tolerance)
                self.same(ct.fft.irfftn(found, shape), whole, tolerance)
        self.same(ct.fft.rfft(distributed(whole), axis=0), scipy.fft.rfft(whole, axis=0), 1e-5)

    def test_padded(self):
        whole = numbers((6, 5), complex)
        self.same(ct.fft.fftn(distributed(whole), (12, 8)), scipy.fft.fftn(whole, (12, 8)))

    def test_cosines_and_sines(self):
        for family in ("dct", "dst"):
            for type_ in (1, 2, 3, 4):
                for norm in (None, "forward") if family == "dst" else (None, "ortho"):
                    for dtype in (float, complex)[COMM.size > 2:]:
                        whole = numbers((9, 6), dtype)
                        for name in (f"{family}n", f"i{family}n"):
                            self.same(getattr(ct.fft, name)(distributed(whole), type_, norm=norm,
                                                            rigour="estimate"),
                                      getattr(scipy.fft, name)(whole, type_, norm=norm))

    def test_orthogonal(self):
        for type_ in (1, 2, 3, 4):  # scipy's sine transforms are not
            u = distributed(np.eye(9))
            rows = ct.fft.dst(u, type_, axis=1, norm="ortho").gather()
            again = ct.fft.idst(ct.fft.dst(u, type_, axis=1, norm="ortho"), type_, axis=1, norm="ortho")
            self.same(again, np.eye(9))
            if COMM.rank == 0:
                np.testing.assert_allclose(rows @ rows.T, np.eye(9), atol=1e-12)

    def test_numpy_arrays_of_one_process(self):
        values = numbers((6, 7), complex) + COMM.rank
        found = ct.fft.fftn(values)
        np.testing.assert_allclose(found.local, scipy.fft.fftn(values), atol=1e-12)

    def test_given_result(self):
        whole = numbers((8, 8), complex)
        u = distributed(whole)
        out = u.like()
        self.assertIs(ct.fft.fftn(u, out=out), out)
        self.same(out, scipy.fft.fftn(whole))

    def test_fewer_modes(self):
        """Points 3/2 times as many as modes, forward and back, beside spectra cut and padded by hand."""
        points, modes = (12, 9), (7, 5)
        keep = np.ix_(np.r_[0:4, 9:12], np.r_[0:3, 7:9])
        whole = numbers(points, complex)
        found = ct.fft.fftn(distributed(whole), modes=modes, norm="forward", rigour="estimate")
        cut = scipy.fft.fftn(whole, norm="forward")
        self.same(found, cut[keep])
        padded = np.zeros(points, complex)
        padded[keep] = cut[keep]
        self.same(ct.fft.ifftn(found, s=points, modes=modes, norm="forward"),
                  scipy.fft.ifftn(padded, norm="forward"))
        half = ct.fft.rfftn(distributed(whole.real.copy()), modes=(7, 3))
        self.same(half, scipy.fft.rfftn(whole.real)[keep[0].ravel(), :3])
        padded = np.zeros((12, 5), complex)
        padded[keep[0].ravel(), :3] = scipy.fft.rfftn(whole.real)[keep[0].ravel(), :3]
        self.same(ct.fft.irfftn(half, s=points, modes=(7, 3)), scipy.fft.irfftn(padded, points))
        self.same(ct.fft.dctn(distributed(whole.real.copy()), modes=(4, 9)), scipy.fft.dctn(whole.real)[:4])
        self.fails(ValueError, "as many points in s", ct.fft.ifftn, found, modes=modes)
        self.fails(ValueError, "allowed", ct.fft.fftn, distributed(whole), modes=(13, 9))

    def test_errors(self):
        u = ct.Array((6, 4))
        self.fails(ValueError, "allowed: real numbers", ct.fft.rfftn, u.like(complex))
        self.fails(ValueError, "axes (0, 0); allowed: different ones from -2 to 1", ct.fft.fftn, u, axes=(0, 0))
        self.fails(ValueError, "norm 'other'", ct.fft.fftn, u, norm="other")
        self.fails(ValueError, "allowed: from its 6 on", ct.fft.fftn, u, (3, 4))
        self.fails(ValueError, "bruk", ct.fft.fftn, u, algorithm="bruk")
        self.fails(ValueError, "no such choice: 'quick'", ct.fft.fftn, u, planning="quick")
        self.fails(ValueError, "5 axes", ct.Array, (1,) * 5)


class Filters(Calls):
    def test_transfer_functions(self):
        transfer = RANDOM.random((6, 9)) + 0.5
        for dtype, norm, tolerance in ((complex, None, 1e-13), (float, "ortho", 1e-13),
                                       (np.complex64, "forward", 1e-5)):
            whole = numbers((6, 9), dtype)
            if dtype is float:
                half = scipy.fft.rfftn(whole) * transfer[:, :5]
                expected = scipy.fft.irfftn(half, whole.shape)
            else:
                expected = scipy.fft.ifftn(scipy.fft.fftn(whole) * transfer).astype(dtype)
            u = distributed(whole)
            seen = np.zeros((6, 9))

            def multiply(tile, box):
                seen[box] += 1
                tile *= transfer[box]

            with ct.FilterPlan(u, norm=norm) as plan:
                self.same(plan.execute(u, multiply), expected.astype(whole.dtype), tolerance)
                out = u.like()
                self.assertIs(plan.execute(u, lambda tile, box: None, out), out)
            self.same(out, whole, tolerance)
            self.assertTrue(np.all(ct.allgather(seen).sum(0)[:, :5] == 1))

    def test_decompositions(self):
        """Each kind, with ghosts and pitches; a line of one axis too."""
        for shape in ((6, 9), (12,)):
            whole = numbers(shape, complex)
            expected = scipy.fft.ifftn(scipy.fft.fftn(whole) * np.arange(1, shape[-1] + 1))
            for decomposition in decompositions(shape):
                u = distributed(whole, decomposition)
                with ct.FilterPlan(u, rigour="estimate") as plan:
                    out = plan.execute(u, lambda tile, box: np.multiply(
                        tile, np.arange(1, shape[-1] + 1)[box[-1]], out=tile))
                self.assertEqual(out.decomposition, decomposition)
                self.same(out, expected)

    def test_along_some_axes(self):
        whole = numbers((6, 4, 5), complex)
        u = distributed(whole)
        with ct.FilterPlan(u, axes=(1, 2), rigour="estimate") as plan:
            found = plan.execute(u, lambda tile, box: np.multiply(tile, 2, out=tile))
        self.same(found, 2 * whole)

    def test_errors(self):
        u = ct.Array((6, 4), complex)
        self.fails(ValueError, "allowed: float32", ct.FilterPlan, ct.Array((6, 4), int))
        with ct.FilterPlan(u) as plan:
            self.fails(ValueError, "allowed: as", plan.execute, ct.Array((6, 4)), len)
            calls = []
            try:
                plan.execute(u, lambda tile, box: calls.append(1 / 0))
                self.assertEqual(u.local.size, 0)
            except ZeroDivisionError:
                pass
            plan.execute(u, lambda tile, box: None)


class AsScipy(Calls):
    """What users of scipy.fft expect: all names, the same arguments in the same order, the same numbers."""

    def test_signatures(self):
        absent = {"fht", "ifht", "fhtoffset", "get_workers", "set_workers"}  # of no grid; options of scipy's
        absent |= {"skip_backend", "set_backend", "set_global_backend", "register_backend"}
        for name in set(scipy.fft.__all__) - absent:
            if name in ("next_fast_len", "fftfreq", "rfftfreq"):
                self.assertEqual(list(np.atleast_1d(getattr(ct.fft, name)(12))),
                                 list(np.atleast_1d(getattr(scipy.fft, name)(12))))
                continue
            theirs = inspect.signature(getattr(scipy.fft, name)).parameters.values()
            ours = inspect.signature(getattr(ct.fft, name)).parameters
            placed = [p.name for p in ours.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
            wanted = [p.name for p in theirs if p.kind == p.POSITIONAL_OR_KEYWORD]
            self.assertEqual(wanted, placed[:len(wanted)], name)
            for each in theirs:
                self.assertEqual(ours[each.name].default, each.default, (name, each))

    def test_random_calls(self):
        """Names, shapes, axes, lengths, norms and types by chance, the same ones on all ranks."""
        for _ in range(30 // COMM.size):
            shape = tuple(int(n) for n in RANDOM.integers(3, 9, RANDOM.integers(1, 4)))
            name = str(RANDOM.choice(["fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn", "dctn", "idctn",
                                      "dstn", "idstn"]))
            axes = tuple(int(a) for a in RANDOM.permutation(len(shape))[:RANDOM.integers(1, len(shape) + 1)])
            is_real = name in ("rfftn", "ihfftn") or RANDOM.random() < 0.3
            dtype = RANDOM.choice([np.float64, np.float32] if is_real else [np.complex128, np.complex64])
            whole = numbers(shape, dtype)
            arguments = {"axes": axes, "norm": (None, "backward", "ortho", "forward")[RANDOM.integers(4)]}
            if name[-4:] in ("dctn", "dstn"):
                arguments["type"] = int(RANDOM.integers(1, 5))
                if "dct" in name and np.dtype(dtype).kind == "f":  # scipy 1.10 forgets it of complex numbers
                    arguments["orthogonalize"] = (None, True, False)[RANDOM.integers(3)]
                elif arguments["norm"] == "ortho" and arguments["type"] in (2, 3):
                    arguments["norm"] = None  # where scipy's are not orthogonal
            elif name in ("irfftn", "hfftn"):
                arguments["s"] = tuple(shape[a] for a in axes[:-1]) + (2 * shape[axes[-1]] - 2 + int(RANDOM.integers(2)),)
            elif name in ("fftn", "rfftn") and RANDOM.random() < 0.5:
                arguments["s"] = tuple(shape[a] + int(RANDOM.integers(4)) for a in axes)
            expected = getattr(scipy.fft, name)(whole, **arguments)
            if name == "fftn" and arguments["norm"] is not None:
                arguments["overwrite_x"] = True
            kinds = decompositions(shape)
            u = distributed(whole, kinds[RANDOM.integers(len(kinds))])
            found = getattr(ct.fft, name)(u, rigour="estimate", **arguments)
            with self.subTest(name=name, shape=shape, dtype=dtype, **arguments):
                self.same(found, expected.astype(found.dtype), 1e-5 if dtype in (np.float32, np.complex64) else 1e-12)

    def test_one_axis_and_two(self):
        whole = numbers((5, 8), complex)
        u = distributed(whole)
        for name in ("hfft", "ihfft", "hfft2", "ihfft2", "irfft2", "rfft2", "ifft2"):
            given = whole.real.copy() if name in ("ihfft", "ihfft2", "rfft2") else whole
            self.same(getattr(ct.fft, name)(distributed(given), rigour="estimate"), getattr(scipy.fft, name)(given))
        self.same(u, whole, 0)  # not conjugated
        self.same(ct.fft.hfft(distributed(whole.real > 0), rigour="estimate"), scipy.fft.hfft(whole.real > 0))
        self.same(ct.fft.fftn(u, 8, -1), scipy.fft.fftn(whole, 8, -1))

    def test_types(self):
        for dtype in (np.int32, np.float16, ">f8", ">c16", bool):
            whole = np.arange(12).astype(dtype).reshape(3, 4)
            expected = scipy.fft.fftn(whole)
            self.same(ct.fft.fftn(distributed(whole)), expected, 1e-6)
        self.fails(ValueError, "double precision", ct.fft.fftn, ct.Array((3, 4), np.longdouble))
        self.fails(ValueError, "double precision", ct.fft.fftn, ct.Array((3, 4), np.clongdouble))
        self.fails(ValueError, "allowed: None", ct.fft.fftn, ct.Array((3, 4)), plan=1)
        self.fails(TypeError, "orthogonalize", ct.fft.fftn, ct.Array((3, 4)), orthogonalize=True)
        self.fails(ValueError, "such as of `gather`", ct.fft.fftshift, ct.Array((3, 4)))
