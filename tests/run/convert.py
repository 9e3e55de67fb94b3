"""run/convert: what it reads, what it writes, what it refuses."""
import argparse
import math
import os
import unittest

import h5py
import nibabel
import numpy
import PIL.Image

from tools import ScratchTest, load_script


class Convert(ScratchTest):
    def convert(self, *arguments, status=0, texts=()):
        self.expect(self.run_python("convert", *arguments), status, *texts)
        left = [name for name in os.listdir(self.scratch) if ".partial" in name]
        self.assertEqual(left, [])

    def refuse(self, *arguments, texts, status=1):
        self.convert(*arguments, status=status, texts=texts)
        self.assertFalse(os.path.exists(self.path("out.h5")))

    def dataset(self, name="volume"):
        with h5py.File(self.path("out.h5")) as file:
            return file[name][...], dict(file[name].attrs)

    def image(self, name, data, slope=None, inter=0.0, kind=nibabel.Nifti1Image):
        affine = numpy.diag([0.5, 2.0, 3.0, 1.0])
        affine[:3, 3] = [10, 20, 30]
        image = kind(data, affine)
        if slope is not None:
            image.header.set_slope_inter(slope, inter)
        nibabel.save(image, self.path(name))
        return affine

    def test_as_a_program(self):
        numpy.save(self.path("a.npy"), numpy.zeros((2, 3, 4)))
        self.expect(self.run_script("convert", "a.npy", "out.h5"), 0, "2 x 3 x 4")
        self.assertEqual(self.dataset()[0].shape, (2, 3, 4))
        self.expect(self.run_script("convert", "none.npy", "x.h5"), 1, "does not exist")
        self.expect(self.run_script("convert", "a.npy"), 2, "OUTPUT")

    def test_nifti_keeps_type_values_and_geometry(self):
        data = numpy.arange(4 * 5 * 6).reshape(4, 5, 6)
        for name in "scan.nii", "scan.nii.gz", "scan.hdr":
            for dtype in "uint8", "int16", "float32", "float64", "complex64", ">i2":
                with self.subTest(name=name, dtype=dtype):
                    kind = nibabel.Spm99AnalyzeImage if name == "scan.hdr" else nibabel.Nifti1Image
                    if kind is not nibabel.Nifti1Image and dtype == ">i2":
                        continue  # this writer has the machine's byte order only
                    affine = self.image(name, data.astype(dtype), kind=kind)
                    self.convert(name, "out.h5", "--overwrite")
                    stored, attributes = self.dataset()
                    self.assertEqual(stored.dtype, numpy.dtype(dtype).newbyteorder("="))
                    numpy.testing.assert_array_equal(stored, data.transpose())
                    self.assertEqual(attributes["source"], name)
                    self.assertEqual(attributes["axes"], "z, y, x")
                    self.assertEqual(attributes["voxel_unit"], "mm")
                    numpy.testing.assert_allclose(attributes["voxel_size"], [3, 2, 0.5])
                    if kind is nibabel.Nifti1Image:
                        # Voxel (x 1, y 2, z 3) is where the image says it is.
                        numpy.testing.assert_allclose(attributes["affine"] @ [3, 2, 1, 1],
                                                      affine @ [1, 2, 3, 1])

    def test_scaled_image_has_the_real_values(self):
        data = numpy.linspace(0.25, 1.0, 24).reshape(2, 3, 4)
        image = nibabel.Nifti1Image(data, numpy.eye(4))
        image.header.set_data_dtype("int16")
        nibabel.save(image, self.path("scaled.nii"))
        self.convert("scaled.nii", "out.h5")
        stored, _ = self.dataset()
        self.assertEqual(stored.dtype, numpy.float64)
        numpy.testing.assert_allclose(stored, data.transpose(), atol=1e-4)

    def test_mgh(self):
        data = numpy.arange(60, dtype="float32").reshape(3, 4, 5)
        for name in "scan.mgh", "scan.mgz":
            with self.subTest(name=name):
                self.image(name, data, kind=nibabel.MGHImage)
                self.convert(name, "out.h5", "--overwrite")
                numpy.testing.assert_array_equal(self.dataset()[0], data.transpose())

    def test_series_of_images(self):
        data = numpy.arange(2 * 3 * 4 * 5, dtype="uint8").reshape(2, 3, 4, 5)
        self.image("series.nii.gz", data)
        self.refuse("series.nii.gz", "out.h5", texts=["holds 5 volumes", "--frame 0 to 4"])
        self.refuse("series.nii.gz", "out.h5", "--frame", "5", texts=["frames 0 to 4"])
        self.convert("series.nii.gz", "out.h5", "--frame", "3")
        numpy.testing.assert_array_equal(self.dataset()[0], data[..., 3].transpose())

    def test_many_slabs(self):
        """Formats that are read piece by piece give the same in pieces."""
        script = load_script("convert")
        script.SLAB_BYTES = 100
        data = numpy.arange(3 * 5 * 17, dtype="uint16").reshape(3, 5, 17)
        self.image("scan.nii.gz", data)
        numpy.save(self.path("a.npy"), data)
        data.tofile(self.path("field.raw"))
        for name, wanted in (("scan.nii.gz", data.transpose()), ("a.npy", data),
                             ("field.raw", data)):
            with self.subTest(name=name):
                options = argparse.Namespace(frame=None, array=None, shape=None)
                if name == "field.raw":
                    options.shape, options.dtype = data.shape, data.dtype
                volume = script.read_volume(self.path(name), options)
                script.write_volume(volume, self.path("out.h5"), "volume")
                numpy.testing.assert_array_equal(self.dataset()[0], wanted)

    def test_image_of_one_slice(self):
        data = numpy.arange(12, dtype="uint8").reshape(3, 4)
        self.image("slice.nii", data)
        self.convert("slice.nii", "out.h5")
        numpy.testing.assert_array_equal(self.dataset()[0], data.transpose()[None])

    def test_colours_are_refused(self):
        colours = numpy.zeros((2, 2, 2), [("R", "u1"), ("G", "u1"), ("B", "u1")])
        self.image("colours.nii", colours)
        self.refuse("colours.nii", "out.h5", texts=["colours", "not numbers"])

    def test_numpy_arrays(self):
        for dtype in "uint8", "int64", "float16", "float32", ">f8", "complex64", "complex128":
            with self.subTest(dtype=dtype):
                data = numpy.arange(24).reshape(2, 3, 4).astype(dtype)
                numpy.save(self.path("a.npy"), data)
                self.convert("a.npy", "out.h5", "--overwrite", "--dataset", "deep/down")
                stored, _ = self.dataset("deep/down")
                self.assertEqual(stored.dtype, data.dtype)
                numpy.testing.assert_array_equal(stored, data)

    def test_bool_becomes_uint8_and_fortran_order_c(self):
        data = numpy.asfortranarray(numpy.arange(24).reshape(2, 3, 4) % 3 == 0)
        numpy.save(self.path("a.npy"), data)
        self.convert("a.npy", "out.h5")
        stored, _ = self.dataset()
        self.assertEqual(stored.dtype, numpy.uint8)
        numpy.testing.assert_array_equal(stored, data)

    def test_fewer_axes(self):
        for shape in (2, 3), (5,):
            numpy.save(self.path("a.npy"), numpy.zeros(shape))
            self.convert("a.npy", "out.h5", "--overwrite", texts=[", " + " x ".join(map(str, shape))])
            self.assertEqual(self.dataset()[0].shape, shape)

    def test_pictures_there_and_back(self):
        for name, shape, dtype in (("p.png", (5, 7), "uint8"), ("p.png", (5, 7), "uint16"),
                                   ("p.tif", (5, 7), "uint16"), ("p.tiff", (5, 7), "float32"),
                                   ("p.tif", (3, 5, 7), "uint8"), ("p.tif", (3, 5, 7), "float32")):
            with self.subTest(name=name, shape=shape, dtype=dtype):
                data = (numpy.arange(math.prod(shape)).reshape(shape) * 2.3).astype(dtype)
                pages = [PIL.Image.fromarray(page) for page in data.reshape(-1, 5, 7)]
                pages[0].save(self.path(name), **({"save_all": True, "append_images": pages[1:]}
                                                  if len(pages) > 1 else {}))
                self.convert(name, "out.h5", "--overwrite", "--dataset", "photo")
                stored, attributes = self.dataset("photo")
                self.assertEqual(stored.dtype, dtype)
                numpy.testing.assert_array_equal(stored, data)
                self.assertEqual(attributes["axes"], "y, x" if len(shape) == 2 else "z, y, x")
                self.convert("out.h5", f"back-{name}", "--overwrite")
                self.convert(f"back-{name}", "again.h5", "--overwrite")
                with h5py.File(self.path("again.h5")) as file:
                    self.assertEqual(file["volume"].dtype, dtype)
                    numpy.testing.assert_array_equal(file["volume"][...], data)

    def test_colours_of_pictures(self):
        PIL.Image.new("RGB", (4, 3), (255, 0, 0)).save(self.path("red.png"))
        self.refuse("red.png", "out.h5", texts=["colours (RGB)", "--grey"])
        self.convert("red.png", "out.h5", "--grey")
        numpy.testing.assert_array_equal(self.dataset()[0], numpy.full((3, 4), 76, "uint8"))

    def test_npz(self):
        numpy.savez(self.path("two.npz"), p=numpy.zeros((2, 2, 2)), q=numpy.ones((1, 2, 3)))
        self.refuse("two.npz", "out.h5", texts=["--array", "p, q"])
        self.refuse("two.npz", "out.h5", "--array", "r", texts=["no array 'r'", "p, q"])
        self.convert("two.npz", "out.h5", "--array", "q")
        numpy.testing.assert_array_equal(self.dataset()[0], numpy.ones((1, 2, 3)))

    def test_raw(self):
        data = numpy.arange(2 * 3 * 5, dtype=">u2").reshape(2, 3, 5)
        data.tofile(self.path("field.raw"))
        for shape in "2,3,5", "2x3x5":
            self.convert("field.raw", "out.h5", "--shape", shape, "--dtype", ">u2", "--overwrite")
            numpy.testing.assert_array_equal(self.dataset()[0], data)

    def test_wrong_raw(self):
        self.write("field.raw", "x" * 61)
        self.refuse("field.raw", "out.h5", "--shape", "2,3,5", "--dtype", "u2",
                    texts=["61 bytes", "take 60"])
        for shape in "2,3,0", "2,3,5,7", "two", "-1,2,3":
            with self.subTest(shape=shape):
                self.refuse("field.raw", "out.h5", f"--shape={shape}", "--dtype", "u2", status=2,
                            texts=["--shape"])
        self.refuse("field.raw", "out.h5", "--shape", "2,3,5", "--dtype", "S4", status=2,
                    texts=["--dtype"])
        self.refuse("field.raw", "out.h5", "--shape", "2,3,5", status=2, texts=["--dtype"])

    def test_wrong_arrays(self):
        for array, text in ((numpy.zeros((2, 2, 2, 2)), "4 axes"), (numpy.array(1.0), "0 axes"),
                            (numpy.array(["text"]), "allowed: integers"),
                            (numpy.zeros((0, 3, 3)), "empty")):
            with self.subTest(text=text):
                numpy.save(self.path("a.npy"), array)
                self.refuse("a.npy", "out.h5", texts=[text])

    def test_wrong_files(self):
        self.refuse("none.npy", "out.h5", texts=["none.npy does not exist"])
        self.write("notes.txt", "notes")
        self.refuse("notes.txt", "out.h5", texts=["what is it?", "--shape"])
        self.refuse(self.scratch, "out.h5", texts=["is a directory"])
        for name in "damaged.npy", "damaged.npz", "damaged.nii", "damaged.nii.gz", "damaged.mgz", "damaged.png", \
                "damaged.tif":
            with self.subTest(name=name):
                self.write(name, "not what it says")
                self.refuse(name, "out.h5", texts=[name])

    def test_truncated_image(self):
        self.image("scan.nii", numpy.ones((4, 5, 6)))
        os.truncate(self.path("scan.nii"), 700)
        self.refuse("scan.nii", "out.h5", texts=["scan.nii"])

    def test_output(self):
        numpy.save(self.path("a.npy"), numpy.zeros((2, 2, 2)))
        self.convert("a.npy", "nowhere/out.h5", status=1, texts=["directory does not exist"])
        self.convert("a.npy", self.scratch, status=1, texts=["is a directory"])
        self.refuse("a.npy", status=2, texts=["OUTPUT"])
        self.refuse("", "out.h5", texts=["does not exist"])
        self.convert("a.npy", "a.png", status=2, texts=["a.png: from a.npy goes HDF5"])
        os.link(self.path("a.npy"), self.path("b.h5"))
        self.convert("a.npy", "b.h5", "--overwrite", status=1, texts=["are the same file"])
        self.write("out.h5", "precious")
        self.convert("a.npy", "out.h5", status=1, texts=["out.h5 exists", "--overwrite"])
        self.assertEqual(self.read("out.h5"), "precious")
        self.write("damaged.npy", "not what it says")
        self.convert("damaged.npy", "out.h5", "--overwrite", status=1)
        self.assertEqual(self.read("out.h5"), "precious")
        self.convert("a.npy", "out.h5", "--overwrite")
        self.assertEqual(self.dataset()[0].shape, (2, 2, 2))


if __name__ == "__main__":
    unittest.main()
