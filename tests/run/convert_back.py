"""run/convert: datasets of HDF5 files as images and NumPy arrays."""
import os
import unittest

import h5py
import numpy
import PIL.Image

from tools import ScratchTest


class Back(ScratchTest):
    def convert(self, *arguments, status=0, texts=()):
        self.expect(self.run_python("convert", *arguments), status, *texts)
        self.assertEqual([name for name in os.listdir(self.scratch) if ".partial" in name], [])

    def test_results_as_images(self):
        data = numpy.linspace(-1, 1, 2 * 3 * 4).reshape(2, 3, 4)
        with h5py.File(self.path("r.h5"), "w") as file:
            file["r"], file["c"], file["b"] = data, data * 1j, data > 0.2
        self.convert("r.h5", "p.png", status=1, texts=["--dataset: b, c, r"])
        self.convert("r.h5", "p.png", "--dataset", "r", status=1, texts=["2 planes", "--plane"])
        self.convert("r.h5", "p.png", "--dataset", "r", "--plane", "2", status=1, texts=["2 x 3 x 4"])
        self.convert("r.h5", "p.h5", "--dataset", "r", status=2, texts=[".png .tif .npy"])
        for arguments, low, high in ((("--dataset", "r"), data[1].min(), data[1].max()),
                                     (("--dataset", "r", "--range", "0,0.5"), 0, 0.5),
                                     (("--dataset", "c", "--range", "0,2"), 0, 2)):
            self.convert("r.h5", "p.png", "--plane", "1", "--overwrite", *arguments)
            with PIL.Image.open(self.path("p.png")) as image:
                wanted = numpy.rint(255 * numpy.clip((data[1] - low) / (high - low), 0, 1))
                numpy.testing.assert_array_equal(numpy.asarray(image), wanted)
        self.convert("r.h5", "r.npy", "--dataset", "c")
        numpy.testing.assert_array_equal(numpy.load(self.path("r.npy")), data * 1j)

    def test_nan_is_transparent(self):
        data = numpy.array([[0.0, numpy.nan, 4.0], [numpy.inf, 1.0, -numpy.inf]])
        with h5py.File(self.path("r.h5"), "w") as file:
            file["r"], file["none"] = data, numpy.full((2, 3), numpy.nan)
        self.convert("r.h5", "p.png", "--dataset", "r",
                     texts=["0 black, 4 white, 1 of 6 NaN: transparent"])
        with PIL.Image.open(self.path("p.png")) as image:
            self.assertEqual(image.mode, "LA")
            grey, opacity = numpy.moveaxis(numpy.asarray(image), -1, 0)
        numpy.testing.assert_array_equal(opacity, [[255, 0, 255], [255, 255, 255]])
        numpy.testing.assert_array_equal(grey[opacity > 0], [0, 255, 255, 64, 0])
        self.convert("r.h5", "p.png", "--dataset", "none", "--overwrite")
        with PIL.Image.open(self.path("p.png")) as image:
            self.assertFalse(numpy.asarray(image)[..., 1].any())
        self.convert("r.h5", "p.tif", "--dataset", "r")
        with PIL.Image.open(self.path("p.tif")) as image:
            numpy.testing.assert_array_equal(numpy.asarray(image), data.astype("f4"))

    def test_links_that_lead_nowhere(self):
        with h5py.File(self.path("r.h5"), "w") as file:
            file["r"] = numpy.arange(6.0).reshape(2, 3)
            file["a"], file["b"] = h5py.SoftLink("/b"), h5py.SoftLink("/a")  # round in a circle
            file["c"], file["d"] = h5py.SoftLink("/none"), h5py.ExternalLink("none.h5", "/r")
        self.convert("r.h5", "p.png")
        for name in "abcd":
            self.convert("r.h5", "q.png", "--dataset", name, status=1, texts=["--dataset: r"])

    def test_datasets_without_numbers_for_numpy(self):
        with h5py.File(self.path("r.h5"), "w") as file:
            file["null"] = h5py.Empty("f8")  # a null dataspace
            file["none"] = numpy.zeros((0, 3))
            three_bytes = h5py.h5t.STD_I32LE.copy()
            three_bytes.set_precision(24)
            three_bytes.set_size(3)
            h5py.h5d.create(file.id, b"audio", three_bytes, h5py.h5s.create_simple((2, 3)))
        for name, text in ("null", "null has no elements"), ("none", "none has no elements"), \
                ("audio", "/audio has elements of 24 bits that NumPy has no type for"):
            for output in "p.png", "p.npy":
                self.convert("r.h5", output, "--dataset", name, status=1, texts=[f"run/convert: r.h5: {text}"])


if __name__ == "__main__":
    unittest.main()
