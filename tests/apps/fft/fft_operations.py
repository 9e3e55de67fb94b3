#!/usr/bin/python3
"""Filters and convolutions of fft against numpy and scipy."""

import itertools
import unittest
import xml.etree.ElementTree

import numpy as np
import scipy.fft
import scipy.ndimage
import scipy.signal

from fft_run import OperationTest, sample
from harness import RANKS, on_ranks, one_of, some

SHAPES = [(7, 11, 13), (1, 6, 5), (8, 9, 2), (17, 4), (30,)]


class Filters(OperationTest):
    def spectrum(self, data, spacing):
        """Wavenumbers along each axis, and |k|, of numpy's transform of all axes."""
        parts = np.meshgrid(*[np.fft.fftfreq(n, h) for n, h in zip(data.shape, spacing)],
                            indexing="ij", sparse=True)
        return parts, np.sqrt(sum(part ** 2 for part in parts))

    def test_passes(self):
        for number, (shape, is_complex) in enumerate(some(itertools.product(SHAPES, [False, True]), 7)):
            with self.subTest(shape=shape, is_complex=is_complex):
                data = sample(shape, is_complex=is_complex)
                spacing = [0.5, 1.25, 2.0][:len(shape)]
                _, k = self.spectrum(data, spacing)
                low, high = 0.13, 0.37
                for kind, kept in one_of([("low-pass", k <= high), ("high-pass", k >= low),
                                          ("band-pass", (k >= low) & (k <= high))], number):
                    bounds = {"filter__from": low, "filter__to": high}
                    bounds.pop({"low-pass": "filter__from", "high-pass": "filter__to"}.get(kind), None)
                    found = self.compute(data, operation__kind="filter", filter__kind=kind, **bounds,
                                         grid__spacing=",".join(map(str, spacing)))
                    wanted = np.fft.ifftn(np.fft.fftn(data) * kept)
                    self.expect_close(found, wanted if is_complex else wanted.real)

    def test_a_mode_on_the_bound_is_kept(self):
        for points in some([10, 30, 49, 181]):
            data = np.cos(2 * np.pi * 3 * np.arange(points) / points)
            found = self.compute(data, operation__kind="filter", grid__spacing=0.7,
                                 filter__to=repr(3 / (points * 0.7)))
            self.expect_close(found, data)

    def test_gaussian(self):
        data = sample((24, 30, 25))
        found = self.compute(data, operation__kind="filter", filter__kind="gaussian",
                             filter__width=2.4, grid__spacing="1.2,1.2,0.8")
        wanted = scipy.ndimage.fourier_gaussian(np.fft.fftn(data), [2, 2, 3])
        self.expect_close(found, np.fft.ifftn(wanted).real)
        self.assertAlmostEqual(found.mean(), data.mean(), places=12)

    def odd(self, part, points, axis, spacing):
        """Wavenumbers of odd factors: none at Nyquist."""
        return np.where(np.isclose(np.abs(part), 0.5 / spacing[axis]) & (points % 2 == 0), 0, part)

    def test_derivatives(self):
        cases = [(shape, axis, is_complex) for shape in SHAPES for axis in range(len(shape))
                 for is_complex in [False, True][:1 + (axis == 0)]]
        for number, (shape, axis, is_complex) in enumerate(some(cases, 9)):
            with self.subTest(shape=shape, axis=axis, is_complex=is_complex):
                data = sample(shape, is_complex=is_complex)
                spacing = [0.5, 1.25, 2.0][:len(shape)]
                parts, k = self.spectrum(data, spacing)
                component = self.odd(parts[axis], shape[axis], axis, spacing)
                inverse = np.divide(1, k, out=np.zeros_like(k), where=k > 0)
                for kind, factor in one_of([("gradient", 2j * np.pi * component),
                                            ("riesz", -1j * component * inverse),
                                            ("laplacian", -(2 * np.pi * k) ** 2)], number):
                    found = self.compute(
                        data, operation__kind="filter", filter__kind=kind,
                        filter__axis=axis, grid__spacing=",".join(map(str, spacing)))
                    wanted = np.fft.ifftn(np.fft.fftn(data) * factor)
                    self.assertEqual(np.iscomplexobj(found), is_complex)
                    if np.linalg.norm(wanted) > 1e-12:
                        self.expect_close(found, wanted if is_complex else wanted.real)
                    else:
                        self.assertLess(np.abs(found).max(), 1e-12)

    def test_components(self):
        """All derivatives at once, the last axis first."""
        for number, (shape, is_complex) in enumerate(some(itertools.product(SHAPES, [False, True]), 6)):
            with self.subTest(shape=shape, is_complex=is_complex):
                data = sample(shape, is_complex=is_complex)
                spacing = [0.5, 1.25, 2.0][:len(shape)]
                parts, k = self.spectrum(data, spacing)
                inverse = np.divide(1, k, out=np.zeros_like(k), where=k > 0)
                for kind, common in one_of([("gradient", 2j * np.pi), ("riesz", -1j * inverse)],
                                           number + number // 2):  # real and complex data of each
                    found = self.compute(
                        data, operation__kind="filter", filter__kind=kind, filter__axis="all",
                        grid__spacing=",".join(map(str, spacing)))
                    wanted = np.stack([
                        np.fft.ifftn(np.fft.fftn(data) * common *
                                     self.odd(parts[axis], shape[axis], axis, spacing))
                        for axis in reversed(range(len(shape)))], axis=-1)
                    self.assertEqual(np.iscomplexobj(found), is_complex)
                    self.expect_close(found, wanted if is_complex else wanted.real)
                self.expect_vectors(found, spacing)
                self.assertEqual(self.report()["problem"]["result_extent"], list(found.shape))

    def expect_vectors(self, found, spacing):
        """What viewers are told of out.h5: nothing that they could not show."""
        path = self.dir / "out.xdmf"
        self.assertEqual(path.exists(), found.ndim in (3, 4) and not np.iscomplexobj(found))
        if not path.exists():
            return
        grid = xml.etree.ElementTree.parse(path).getroot().find("Domain/Grid")
        self.assertEqual(grid.find("Topology").get("Dimensions"),
                         " ".join(map(str, found.shape[:-1])))
        self.assertEqual([float(step) for step in grid.findall("Geometry/DataItem")[1].text.split()],
                         spacing)
        attribute = grid.find("Attribute")
        self.assertEqual(attribute.get("AttributeType"),
                         "Vector" if found.shape[-1] == 3 else "Matrix")
        item = attribute.find("DataItem")
        self.assertEqual(item.get("Dimensions"), " ".join(map(str, found.shape)))
        raw = np.fromfile(self.dir / item.text, f"<f{item.get('Precision')}", found.size,
                          offset=int(item.get("Seek")))
        self.assertTrue((raw.reshape(found.shape) == found).all())

    def test_components_of_slices(self):
        data = sample((4, 9, 10))
        found = self.compute(data, operation__kind="filter", filter__kind="gradient",
                             filter__axis="all", transform__kinds="none,c2c,r2c",
                             transform__precision="float")
        self.assertEqual((found.dtype, found.shape), (np.float32, (4, 9, 10, 2)))
        for index, axis in enumerate([2, 1]):
            alone = self.compute(data, operation__kind="filter", filter__kind="gradient",
                                 filter__axis=axis, transform__kinds="none,c2c,r2c",
                                 transform__precision="float")
            self.expect_close(found[..., index], alone, 1e-6)
        self.compute(data, operation__kind="filter", filter__kind="riesz", filter__axis="all")
        self.assertEqual(self.attributes()["components"], "x2 x1 x0")
        self.assertEqual(self.attributes()["axes"], "x0 x1 x2")
        np.testing.assert_array_equal(self.attributes()["spacing"], [1, 1, 1])

    def test_derivative_of_a_function(self):
        n, length = 32, 3.0
        x = np.arange(n) * length / n
        wave = 2 * np.pi / length
        for ranks in some(RANKS, 1):
            found = self.compute(np.exp(np.sin(wave * x)), ranks=ranks, operation__kind="filter",
                                 filter__kind="gradient", grid__spacing=length / n)
            self.expect_close(found, wave * np.cos(wave * x) * np.exp(np.sin(wave * x)), 1e-12)

    def test_riesz_squares_add_up(self):
        """The Riesz transforms twice over, summed over the axes, are minus the identity."""
        data = sample((9, 7, 11))
        data -= data.mean()
        total = np.zeros_like(data)
        for axis in range(3):
            once = self.compute(data, operation__kind="filter", filter__kind="riesz",
                                filter__axis=axis)
            total += self.compute(once, operation__kind="filter", filter__kind="riesz",
                                  filter__axis=axis)
        self.expect_close(total, -data, 1e-13)

    def test_batches_and_cosines(self):
        data = sample((3, 12, 10))
        k = np.abs(np.fft.fftfreq(12))[:, None]
        found = self.compute(data, operation__kind="filter", filter__to=0.2,
                             transform__kinds="none,c2c,none")
        self.expect_close(found, np.fft.ifft(np.fft.fft(data, axis=1) * (k <= 0.2), axis=1).real)
        k = np.arange(10) / 20
        found = self.compute(data, operation__kind="filter", filter__kind="gaussian",
                             filter__width=1.5, transform__kinds="none,none,dct2")
        wanted = scipy.fft.idct(scipy.fft.dct(data) * np.exp(-2 * (np.pi * 1.5 * k) ** 2))
        self.expect_close(found, wanted)

    def test_float(self):
        data = sample((10, 12, 14))
        found = self.compute(data, operation__kind="filter", filter__kind="gradient",
                             filter__axis=1, transform__precision="float")
        self.assertEqual(found.dtype, np.float32)
        factor = 2j * np.pi * self.odd(np.fft.fftfreq(12), 12, 0, [1])[:, None]
        self.expect_close(found, np.fft.ifft(np.fft.fft(data, axis=1) * factor, axis=1).real, 1e-6)


class Products(OperationTest):
    def product(self, data, second, **settings):
        self.volume(data)
        self.volume(second, file="second.h5", dataset="kernel")
        self.run_fft(second__file="second.h5", second__dataset="kernel", **settings)
        return self.result()

    def test_against_scipy(self):
        for turn, (shape, other) in enumerate([((9, 8, 7), (3, 4, 5)), ((9, 8, 7), (1, 1, 1)), ((5, 6), (8, 2)),
                                               ((31,), (7,)), ((2, 3, 5), (2, 3, 5))]):
            for is_complex in one_of([False, True], turn):
                data = sample(shape, is_complex=is_complex)
                second = sample(other, seed=2, is_complex=is_complex)
                kinds = ["convolve", "correlate"]
                for extent, kind in [(extent, kind) for number, extent in enumerate(["full", "same"])
                                     for kind in one_of(kinds, number + is_complex + len(shape))]:
                    with self.subTest(shape=shape, is_complex=is_complex, extent=extent, kind=kind):
                        found = self.product(data, second, operation__kind=kind,
                                             convolution__extent=extent)
                        wanted = getattr(scipy.signal, kind)(data, second, mode="full",
                                                             method="direct")
                        if extent == "same":
                            wanted = self.middle(wanted, shape, other)
                        self.expect_close(found, wanted)

    def test_a_full_result_of_the_padded_length(self):
        """Of 63 points the way back alone is neither padded nor cut."""
        data, second = sample((57,), is_complex=True), sample((7,), seed=2)
        found = self.product(data, second, operation__kind="convolve", convolution__extent="full", ranks=2)
        self.expect_close(found, np.convolve(data, second))

    @staticmethod
    def middle(full, shape, other):
        """What scipy's "same" keeps, where the second is not the larger."""
        return full[tuple(slice((m - 1) // 2, (m - 1) // 2 + n) for n, m in zip(shape, other))]

    def test_periodic(self):
        shapes = [((9, 8, 7), (3, 4, 5)), ((6, 6), (6, 6)), ((64,), (64,)), ((64,), (5,)), ((3, 16), (3, 4))]
        cases = some(itertools.product(shapes, ["convolve", "correlate"] * 2), 10)
        for ((shape, other), kind), ranks in on_ranks(cases):
            with self.subTest(shape=shape, other=other, kind=kind, ranks=ranks):
                kinds = "none,c2c" if shape == (3, 16) else "auto"
                axes = tuple(range(1 if kinds != "auto" else 0, len(shape)))
                data, second = sample(shape), sample(other, seed=2)
                padded = np.pad(second, [(0, n - m) for n, m in zip(shape, other)])
                a, b = np.fft.fftn(data, axes=axes), np.fft.fftn(padded, axes=axes)
                found = self.product(data, second, ranks=ranks, operation__kind=kind,
                                     convolution__extent="periodic", transform__kinds=kinds)
                wanted = np.fft.ifftn(a * (b if kind == "convolve" else b.conj()), axes=axes)
                self.expect_close(found, wanted.real)

    def test_types_and_messages(self):
        data, second = sample((9, 8, 7)), sample((3, 4, 5), seed=2, is_complex=True)
        wanted = scipy.signal.convolve(data, second, mode="full", method="direct")
        found = self.product(data, second, operation__kind="convolve", convolution__extent="full",
                             exchange__parameters="--transport messages", ranks=3)
        self.expect_close(found, wanted)
        found = self.product(data.astype("f4"), second.astype("c8"), operation__kind="convolve",
                             convolution__extent="full", transform__precision="float")
        self.assertEqual(found.dtype, np.complex64)
        self.expect_close(found, wanted, 1e-6)
        self.assertEqual(self.report()["problem"]["result_extent"], [11, 11, 11])
        self.assertEqual(self.report()["problem"]["second_extent"], [3, 4, 5])


if __name__ == "__main__":
    unittest.main()
