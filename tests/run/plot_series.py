"""run/plot: pictures and films of snapshots over time."""
import re
import shutil
import unittest

import h5py
import numpy
import PIL.Image

from tools import PlotTest, load_script


class PlotSeries(PlotTest):
    def store_series(self, shape, times):
        with h5py.File(self.path("u.h5"), "w") as file:
            file["u"] = numpy.random.default_rng(4).random((len(times), *shape))
            file["u"].attrs["axes"] = "time, z, y, x"
            file["time"] = times
            for name, extent in zip("xyz", reversed(shape)):
                file[name] = numpy.arange(extent) + 0.5

    def test_snapshots(self):
        """What adi writes, the unfinished too."""
        for shape, times in (((6, 8), [0.0, 1.0, 2.0, 3.0]), ((1, 1), [1.0]), ((4, 5, 6), [0.0, 1.0, 2.0, 3.0]),
                             ((4, 5, 6), [0.0, numpy.nan])):
            with self.subTest(shape=shape, times=times):
                self.store_series(shape, times)
                self.plot("u.h5")
                self.picture_size("u.png")
        self.store("v.h5", "volume", numpy.ones((4, 5, 6), "u1"))
        self.plot("u.h5", "--volume", "v.h5", "-o", "p.svg")
        self.assertIn("difference", self.read("p.svg"))
        self.store("v.h5", "volume", numpy.ones((4, 5, 7)))
        self.plot("u.h5", "--volume", "v.h5", status=1, texts=["(4, 5, 7)", "(4, 5, 6)"])
        self.store_series((4, 5), [numpy.nan])
        self.plot("u.h5", status=1, texts=["no snapshots yet"])

    def test_masked(self):
        """What is no part of the domain is grey, and the title says so."""
        with h5py.File(self.path("u.h5"), "w") as file:
            u = numpy.ones((2, 6, 8))
            u[:, 2:4, 3:6] = numpy.nan
            u[1, 0] = 2
            file["u"] = u
            file["u"].attrs.update(axes="time, y, x", _FillValue=numpy.nan)
            file["time"], file["x"], file["y"] = [0.0, 1.0], numpy.arange(8.0), numpy.arange(6.0)
        self.plot("u.h5", "-o", "u.svg")
        self.assertIn("grey: no part of the domain", self.read("u.svg"))
        self.plot("u.h5", "-o", "u.png")
        pixels = numpy.asarray(PIL.Image.open(self.path("u.png")).convert("RGB"))
        grey = (pixels == 191).all(axis=2).sum()  # a hole of 6 of 48 cells, twice in three panels
        drawn = (pixels != 255).any(axis=2).sum()
        self.assertTrue(0.06 < grey / drawn < 0.2, (grey, drawn))

    def store_heat(self):
        """What adi leaves of a config with words of heat: u is 100 t, and 1 more from z to z."""
        edges = numpy.array([0, 1, 2, 4, 5]) * 1e-3
        times = numpy.array([0.0, 0.5, 1.0, 2.0])
        config = ("problem: {conductivity: '3', absolute_zero: -273.15}\noutput: {units: ''}\n"
                  "x: {edges: '', from: 0, to: 0.01}\nz: {edges: '0, 0.001, 0.002, 0.004, 0.005'}\n")
        with h5py.File(self.path("u.h5"), "w") as file:
            u = 100 * times[:, None, None, None] + numpy.arange(4)[:, None, None]
            file["u"] = numpy.broadcast_to(u, (4, 4, 3, 5))
            file["u"].attrs.update(axes="time, z, y, x", config=config)
            file["time"] = times
            file["x"], file["y"] = numpy.arange(5) * 2e-3 + 1e-3, numpy.arange(3) * 1e-3
            file["z"] = (edges[1:] + edges[:-1]) / 2
        return edges

    def test_units_times_and_places(self):
        edges = self.store_heat()
        with h5py.File(self.path("u.h5")) as file:
            series = load_script("snapshots.py").Series(file, "u", None, None)
            numpy.testing.assert_allclose(series.edges[0], edges)
            numpy.testing.assert_allclose(series.edges[1], (numpy.arange(4) - 0.5) * 1e-3)
            numpy.testing.assert_allclose(series.edges[2], numpy.arange(6) * 2e-3)
            self.assertEqual(series.nearest([2, 0.1, 0.2]), [0, 3])
            self.assertEqual(series.cell([0.0035, 0, 0.005]), [3, 0, 1])
        units = load_script("snapshots.py").Units
        for given, config, names in ((None, {"output": {"units": "km, h, K"}}, ("km", "h", "K")),
                                     (",,V", {"output": {"units": "km, h, K"}}, ("", "", "V")),
                                     (None, {"problem": {"capacity": "1"}}, ("m", "s", "K")),
                                     (None, {"problem": {"kappa": "1"}}, ("", "", ""))):
            found = units(given, config, None)
            self.assertEqual((found.length, found.time, found.value), names)
        for arguments, there, gone in (
                ((), ["x (mm)", "u (\N{DEGREE SIGN}C)", "t = 0 s, z = 3 mm", "t = 2 s", "difference"],
                 ["t = 0.5 s"]),
                (("--times", "0,0.5,1", "--at", "0.001,0.001,0.0045"),
                 ["t = 0.5 s, z = 4.5 mm", "t = 1 s, x = 1 mm"], ["t = 2 s", "difference"]),
                (("--units", "cm,h,"), ["x (cm)", "t = 2 h", "z = 0.003 cm"], ["mm", "u ("])):
            with self.subTest(arguments=arguments):
                self.plot("u.h5", "-o", "p.svg", *arguments)
                written = "|".join(re.findall("<!-- (.*) -->", self.read("p.svg")))
                for text in there:
                    self.assertTrue(text in written, f"{text}: {written}")
                for text in gone:
                    self.assertFalse(text in written, f"{text}: {written}")
        for arguments, text in ((("--times", "3"), "0 to 2"), (("--at", "1,0,0"), "x = 1 is outside"),
                                (("--at", "0,0"), "2 coordinates"), (("--units", "m"), "'m'")):
            self.plot("u.h5", *arguments, status=1, texts=[text])

    def test_one_scale(self):
        """The same value has the same colour in all rows, frames too."""
        self.store_heat()
        self.plot("u.h5", "-o", "u.gif")
        with PIL.Image.open(self.path("u.gif")) as film:
            self.assertEqual(film.n_frames, 4)
            centres = []
            for frame in range(4):
                film.seek(frame)
                picture = numpy.asarray(film.convert("RGB"), int)
                middle = picture[picture.shape[0] // 2, picture.shape[1] // 6]
                centres.append(middle.sum())
        self.assertEqual(centres, sorted(set(centres)))  # brighter from frame to frame
        self.plot("u.h5", "-o", "u.gif", "--times", "0,2")
        with PIL.Image.open(self.path("u.gif")) as film:
            self.assertEqual(film.n_frames, 2)
        if shutil.which("ffmpeg") is None:
            self.plot("u.h5", "-o", "u.mp4", status=1, texts=["needs ffmpeg"])
        else:
            self.plot("u.h5", "-o", "u.mp4")


if __name__ == "__main__":
    unittest.main()
