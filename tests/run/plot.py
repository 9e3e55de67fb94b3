"""run/plot: pictures of all shapes, the numbers behind them, and what it refuses."""
import os
import unittest

import h5py
import numpy

from harness import some
from tools import PlotTest, load_script


class Plot(PlotTest):
    def test_as_a_program(self):
        self.store("s.h5", "spectrum", numpy.ones((3, 4, 5), complex))
        self.expect(self.run_script("plot", "s.h5"), 0, "s.png: ")
        self.picture_size("s.png")
        self.expect(self.run_script("plot", "none.h5"), 1, "none.h5 does not exist")
        self.expect(self.run_script("plot"), 2, "spectrum")

    def test_shapes(self):
        random = numpy.random.default_rng(1)
        for shape in some([(1, 1, 1), (1, 9, 12), (2, 3, 5), (64, 1, 1), (3, 200, 2)]):
            with self.subTest(shape=shape):
                volume = random.random(shape)
                self.store("v.h5", "volume", volume)
                self.store("s.h5", "spectrum", numpy.fft.fftn(volume))
                self.plot("s.h5", "--volume", "v.h5")
                width, height = self.picture_size("s.png")
                self.assertTrue(900 < width < 1600 and 900 < height < 1600)

    def test_without_volume_and_with_odd_values(self):
        constant = numpy.full((4, 4, 4), 2.0 + 0j)
        broken = constant.copy()
        broken[1, 2, 3] = numpy.nan
        for name, spectrum in some((("zero", 0 * constant), ("constant", numpy.fft.fftn(constant)),
                                    ("real", numpy.ones((3, 4, 5), "float32")), ("nan", broken)), 2):
            with self.subTest(name=name):
                self.store("s.h5", "spectrum", spectrum)
                self.plot("s.h5", "-o", f"{name}.png")
                self.picture_size(f"{name}.png")

    def test_attributes_and_names(self):
        volume = numpy.random.default_rng(2).random((5, 6, 7)) + 1j
        self.store("v.h5", "scan", volume, axes="z, y, x", voxel_size=[3.0, 2.0, 0.5],
                   voxel_unit="um")
        self.store("s.h5", "result", numpy.fft.fftn(volume), direction="forward",
                   normalisation="unitary")
        with h5py.File(self.path("v.h5"), "a") as file:
            file["mask"] = numpy.zeros((2, 2))
        with h5py.File(self.path("s.h5"), "a") as file:  # coordinates are no second choice
            file["k0"] = numpy.arange(5.0)
            file["k0"].make_scale("k0")
        self.plot("s.h5", "--volume", "v.h5", "--volume-dataset", "scan", "-o", "p.svg")
        picture = self.read("p.svg")
        for text in "5 x 6 x 7", "forward", "unitary", "x (um)":
            self.assertIn(text, picture)

    def test_numbers(self):
        """Slices and radial average, with the spectrum read in several parts, against the plain way."""
        script = load_script("spectra.py")
        script.SLAB_BYTES = 3000
        for shape in (6, 7, 10), (1, 8, 5), (9, 4, 1):
            with self.subTest(shape=shape):
                spectrum = numpy.fft.fftn(numpy.random.default_rng(3).random(shape))
                power = numpy.abs(spectrum) ** 2
                spacing = [2.0, 1.0, 0.5]
                grid = load_script("pictures.py").Grid(
                    shape, {"voxel_size": spacing, "voxel_unit": "mm"})
                slices, radius, average = script.read_power(spectrum, grid)
                for fixed, part in enumerate(slices):
                    numpy.testing.assert_allclose(part, power.take(0, fixed))
                frequencies = [numpy.fft.fftfreq(n, step) for n, step in zip(shape, spacing)]
                distance = numpy.sqrt(sum(f ** 2 for f in numpy.meshgrid(*frequencies,
                                                                         indexing="ij")))
                self.assertEqual(average.size, radius.size)
                for centre, mean in zip(radius, average):
                    inside = numpy.rint(distance / (radius[1] - radius[0])) == \
                        numpy.rint(centre / (radius[1] - radius[0]))
                    if inside.any():
                        self.assertAlmostEqual(mean / power[inside].mean(), 1.0)
                    else:
                        self.assertTrue(numpy.isnan(mean))

    def test_half_spectra(self):
        """What r2c leaves out is drawn as if it were there."""
        script = load_script("spectra.py")
        for shape in (5, 6, 7), (4, 3, 8), (1, 2, 2):
            volume = numpy.random.default_rng(4).random(shape)
            self.store("s.h5", "spectrum", numpy.fft.rfftn(volume), transform="c2c c2c r2c",
                       axes="k0 k1 k2", points=numpy.array(shape, float))
            with h5py.File(self.path("s.h5")) as file:
                full = script.whole(file["spectrum"], "s.h5")
                self.assertEqual(full.shape, shape)
                numpy.testing.assert_allclose(numpy.abs(full[0:shape[0]]),
                                              numpy.abs(numpy.fft.fftn(volume)), atol=1e-12)
        self.plot("s.h5")

    def test_results(self):
        random = numpy.random.default_rng(5)
        self.store("v.h5", "volume", random.random((5, 6, 7)), voxel_size=[1.0, 1.0, 2.0])
        for name, result, operation in some((("signed", random.random((5, 6, 7)) - 0.5, "gradient"),
                                             ("complex", random.random((5, 6, 7)) + 1j, "riesz"),
                                             ("back", random.random((5, 6, 7)), "inverse"),
                                             ("larger", random.random((9, 6, 7)), "convolve")), 3):
            with self.subTest(name=name):
                self.store("r.h5", "result", result, direction="inverse", operation=operation,
                           spacing=[1.0, 1.0, 2.0])
                self.plot("r.h5", "--volume", "v.h5", "-o", f"{name}.svg")
                self.assertIn({"convolve": "convolution"}.get(operation, operation),
                              self.read(f"{name}.svg"))
        self.plot("r.h5")  # as the others without the volume

    def test_vectors(self):
        """Of filter.axis all: every component and the magnitude, with the names of the axes."""
        random = numpy.random.default_rng(7)
        self.store("v.h5", "volume", random.random((5, 6, 7)), voxel_size=[1.0, 1.0, 2.0],
                   axes="z, y, x")
        script = load_script("vectors.py")
        for shape, more, components, named, unnamed in some((
                ((5, 6, 7, 3), 0, "x2 x1 x0", "xyz", ["axis 2", "axis 1", "axis 0"]),
                ((5, 6, 7, 2), 1j, "x2 x0", None, ["axis 2", "axis 0"]),
                ((5, 6, 7, 1), numpy.nan, "x1", None, ["axis 1"]),
                ((5, 6, 2), numpy.nan, "x1 x0", None, ["axis 1", "axis 0"]),
                ((5, 6, 2), 1j, "x1 x0", None, ["axis 1", "axis 0"]),
                ((9, 1), 0, "x0", None, ["axis 0"])), 4):
            with self.subTest(shape=shape, more=more):
                vectors = random.random(shape) - 0.5 + (1j if more == 1j else 0)
                vectors.flat[:1] += more
                self.store("r.h5", "result", vectors, direction="inverse", operation="gradient",
                           spacing=[0.5] * (len(shape) - 1), components=components)
                with h5py.File(self.path("r.h5")) as file:
                    self.assert_parts(script, file["result"], vectors, unnamed)
                self.plot("r.h5", "-o", "r.svg")
                self.assert_named("r.svg", unnamed)
                if named is not None:
                    self.plot("r.h5", "--volume", "v.h5", "-o", "r.svg")
                    self.assert_named("r.svg", named)
        self.plot("r.h5", "--volume", "v.h5", status=1, texts=["(9,) points", "3 axes"])

    def assert_parts(self, script, array, vectors, names):
        axes = script.directions_of(array)
        self.assertEqual([f"axis {axis}" for axis in axes], names)
        place = (slice(1, 4), *[2] * (vectors.ndim - 2))
        for i in range(len(axes)):
            numpy.testing.assert_array_equal(script.Component(array, i)[place],
                                             vectors[(*place, i)])
        wanted = numpy.sqrt((numpy.abs(vectors[place]) ** 2).sum(axis=-1))
        numpy.testing.assert_allclose(script.Magnitude(array)[place], wanted)

    def assert_named(self, picture, names):
        text = self.read(picture)
        for name in names:
            self.assertIn(f"gradient along {name}", text)
        self.assertEqual("magnitude of gradient" in text, len(names) > 1)

    def test_flat_results(self):
        for shape in some([(100,), (20, 30), (3, 1)], 2):
            self.store("r.h5", "result", numpy.random.default_rng(6).random(shape),
                       direction="inverse", operation="convolve", spacing=[0.5] * len(shape))
            self.plot("r.h5", "-o", "r.svg")
            self.assertIn(" x ".join(map(str, shape)) + ", convolution", self.read("r.svg"))

    def test_tables(self):
        self.store("v.h5", "volume", numpy.ones((5, 6, 7)), voxel_size=[1.0, 1.0, 2.0])
        self.write("p.csv", "bin,wavenumber,modes,power,mean_power\n0,0,1,4,4\n1,0.1,6,3,0.5\n"
                            "2,0.2,0,0,\n3,0.3,12,0.6,0.05\n")
        self.plot("p.csv", "--volume", "v.h5", "-o", "p.svg")
        for text in "7.6 in all", "cycles/mm":
            self.assertIn(text, self.read("p.svg"))
        self.plot("p.csv")
        self.picture_size("p.png")

    def test_refusals(self):
        self.store("s.h5", "spectrum", numpy.zeros((2, 3, 4), complex))
        self.store("v.h5", "volume", numpy.zeros((4, 3, 2)))
        self.store("flat.h5", "spectrum", numpy.zeros((4, 3)))
        self.store("text.h5", "spectrum", "text")
        self.store("deep.h5", "spectrum", numpy.zeros((1, 2, 1, 2)))
        self.store("mixed.h5", "spectrum", numpy.zeros((2, 3, 4)), transform="c2c none dct2")
        self.write("table.csv", "a,b\n1,2\n")
        self.write("none.csv", "bin,wavenumber,modes,power,mean_power\n0,0,0,0,\n")
        self.write("notes.h5", "notes")
        with h5py.File(self.path("two.h5"), "w") as file:
            file["p"] = file["q"] = numpy.zeros((2, 3, 4))
        h5py.File(self.path("empty.h5"), "w").close()
        for arguments, status, texts in (
                (["none.h5"], 1, ["none.h5 does not exist"]),
                (["notes.h5"], 1, ["not a readable HDF5 file"]),
                (["two.h5"], 1, ["several datasets", "p, q"]),
                (["two.h5", "--dataset", "r"], 1, ["no dataset r", "p, q"]),
                (["empty.h5"], 1, ["no dataset at its top", "nothing"]),
                (["mixed.h5"], 1, ["c2c none dct2", "drawn are c2c"]),
                (["table.csv"], 1, ["no table of a power spectrum"]),
                (["none.csv"], 1, ["no bins"]),
                (["flat.h5"], 1, ["2 axes", "spectra of 3 axes"]),
                (["s.h5", "--volume", "flat.h5"], 1, ["2 axes", "allowed: 3 axes"]),
                (["deep.h5"], 1, ["4 axes", "allowed: 1 to 3 axes"]),
                (["text.h5"], 1, ["allowed: 1 to 3 axes of numbers"]),
                (["s.h5", "--volume", "v.h5"], 1, ["(4, 3, 2)", "(2, 3, 4)"]),
                (["s.h5", "-o", "nowhere/p.png"], 1, ["nowhere"]),
                (["s.h5", "-o", "p.gif"], 1, ["p.gif is for snapshots"]),
                (["s.h5", "--times", "1"], 1, ["--times is for snapshots"]),
                (["s.h5", "-o", "p.doc"], 2, [".png"]),
                ([], 2, ["spectrum"])):
            with self.subTest(arguments=arguments):
                self.plot(*arguments, status=status, texts=texts)
        self.assertEqual([name for name in os.listdir(self.scratch) if name.endswith(".png")], [])


if __name__ == "__main__":
    unittest.main()
