"""run/convert: MRC maps, NetCDF and Zarr, by the libraries that write them."""
import os
import unittest

import h5py
import mrcfile
import numpy
import scipy.io
import zarr

from tools import ScratchTest

FIELD = numpy.random.default_rng(5).normal(size=(5, 6, 7))


class Formats(ScratchTest):
    def convert(self, *arguments, status=0, texts=()):
        self.expect(self.run_python("convert", *arguments, "--overwrite"), status, *texts)
        self.assertEqual([name for name in os.listdir(self.scratch) if ".partial" in name], [])
        if status != 0:
            self.assertFalse(os.path.exists(self.path("none.h5")))
            return None
        with h5py.File(self.path("out.h5")) as file:
            return file["volume"][...], dict(file["volume"].attrs)

    def test_mrc(self):
        for kind in "int8", "int16", "uint16", "float32", "complex64", "float16":
            for name in "map.mrc", "map.mrc.gz":
                with self.subTest(kind=kind, name=name):
                    data = (10 * FIELD).astype(kind)
                    with mrcfile.new(self.path(name), data, overwrite=True,
                                     compression="gzip" if name.endswith("gz") else None) as file:
                        file.voxel_size = (1.5, 2.0, 3.25)  # x, y, z
                    found, attributes = self.convert(name, "out.h5")
                    self.assertEqual(found.dtype, kind)
                    numpy.testing.assert_array_equal(found, data)
                    self.assertEqual(attributes["axes"], "z, y, x")
                    numpy.testing.assert_allclose(attributes["voxel_size"], [3.25, 2, 1.5])
                    self.assertEqual(attributes["voxel_unit"], "angstrom")
        with mrcfile.open(self.path("map.mrc"), mode="r+") as file:
            file.header.mapc, file.header.maps = 3, 1  # sections are along x
        self.assertEqual(self.convert("map.mrc", "out.h5")[1]["axes"], "x, y, z")
        with open(self.path("map.mrc"), "r+b") as file:
            file.truncate(1200)
        self.convert("map.mrc", "none.h5", status=1, texts=["map.mrc"])

    def old_netcdf(self, name, values, **attributes):
        with scipy.io.netcdf_file(self.path(name), "w") as file:
            for axis, points, step in zip("zyx", values.shape, (0.5, 2.0, 0.25)):
                file.createDimension(axis, points)
                file.createVariable(axis, "f8", (axis,))[:] = 10 + step * numpy.arange(points)
                file.variables[axis].units = "km"
            variable = file.createVariable("t", values.dtype, ("z", "y", "x"))
            variable[:] = values
            for key, value in attributes.items():
                setattr(variable, key, value)

    def test_netcdf(self):
        for kind in "f8", "f4", "i2", "i1":
            data = (10 * FIELD).astype(kind)
            self.old_netcdf("old.nc", data)
            found, attributes = self.convert("old.nc", "out.h5")
            self.assertEqual(found.dtype, kind)
            numpy.testing.assert_array_equal(found, data)
            self.assertEqual(attributes["axes"], "z, y, x")
            numpy.testing.assert_allclose(attributes["voxel_size"], [0.5, 2, 0.25])
            self.assertEqual(attributes["voxel_unit"], "km")

    def test_netcdf_numbers_that_stand_for_others(self):
        data = numpy.arange(210, dtype="i2").reshape(5, 6, 7)
        self.old_netcdf("old.nc", data, scale_factor=0.5, add_offset=100.0, _FillValue=numpy.int16(17),
                        units=b"K")
        found, attributes = self.convert("old.nc", "out.h5")
        wanted = 0.5 * data + 100
        wanted[data == 17] = numpy.nan
        numpy.testing.assert_array_equal(found, wanted)
        self.assertEqual((found.dtype, attributes["units"]), ("f8", "K"))

    def test_netcdf_4(self):
        """As the NetCDF library stores it: HDF5 with dimension scales; one axis at other distances."""
        series = numpy.stack([FIELD, FIELD + 1]).astype("f4")
        with h5py.File(self.path("new.nc"), "w") as file:
            for axis, points in zip(("time", "lev", "lat", "lon"), series.shape):
                file[axis] = numpy.arange(points) ** (2.0 if axis == "lev" else 1.0)
                file[axis].make_scale(axis)
            for name in "u", "v":
                file[name] = series if name == "u" else -series
                for i, axis in enumerate(("time", "lev", "lat", "lon")):
                    file[name].dims[i].attach_scale(file[axis])
        self.convert("new.nc", "none.h5", status=1, texts=["several arrays", "u, v"])
        self.convert("new.nc", "none.h5", "--array", "u", status=1, texts=["4 axes", "--frame 0 to 1"])
        self.convert("new.nc", "none.h5", "--array", "u", "--frame", "2", status=1, texts=["frames 0 to 1"])
        self.convert("new.nc", "none.h5", "--array", "w", status=1, texts=["no array 'w'", "u, v"])
        found, attributes = self.convert("new.nc", "out.h5", "--array", "v", "--frame", "1")
        numpy.testing.assert_array_equal(found, -series[1])
        self.assertEqual(attributes["axes"], "lev, lat, lon")
        self.assertNotIn("voxel_size", attributes)

    def test_zarr(self):
        zarr.save_array(self.path("one.zarr"), FIELD, chunks=(2, 3, 4))
        found, _ = self.convert("one.zarr/", "out.h5")
        numpy.testing.assert_array_equal(found, FIELD)
        group = zarr.open_group(self.path("many.zarr"), mode="w")
        for axis, points in zip("zyx", FIELD.shape):
            group[axis] = 3.0 * numpy.arange(points)
            group[axis].attrs.update(_ARRAY_DIMENSIONS=[axis], units="um")
        group["dye"] = FIELD.astype(">f4")
        group["dye"].attrs["_ARRAY_DIMENSIONS"] = list("zyx")
        found, attributes = self.convert("many.zarr", "out.h5")  # the others are coordinates
        numpy.testing.assert_array_equal(found, FIELD.astype("f4"))
        self.assertEqual((attributes["axes"], attributes["voxel_unit"]), ("z, y, x", "um"))
        numpy.testing.assert_allclose(attributes["voxel_size"], [3, 3, 3])
        self.assertEqual(attributes["source"], "many.zarr")
        group["flags"] = numpy.array(["a", "b"])
        self.convert("many.zarr", "none.h5", "--array", "flags", status=1, texts=["no array 'flags'", "dye"])


if __name__ == "__main__":
    unittest.main()
