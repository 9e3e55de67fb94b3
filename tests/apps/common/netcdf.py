#!/usr/bin/python3
"""Outputs as readers of netCDF see them, xarray by two libraries and netCDF4: names, coordinates,
units. Where one of the readers is not installed (run/setup does), skipped."""
import importlib.util
import unittest

import numpy as np

import harness

READERS = "xarray", "netCDF4", "h5netcdf"
ENGINES = "netcdf4", "h5netcdf"
SKIPPED = 77

PLATE = """problem: {initial: x + 10*y, kappa: 1}
x: {cells: 12, from: 0, to: 0.4}
y: {cells: 6, from: 0, to: 0.2}
time: {end: 0.02, step: 0.01}
output: {file: plate.h5, units: 'm, s, °C', every_steps: 1}
checkpoint: {file: ''}
"""
PLACES = {"x": (np.arange(12) + 0.5) / 30, "y": (np.arange(6) + 0.5) / 30, "time": [0, 0.01, 0.02]}
UNITS = {"x": "m", "y": "m", "time": "s"}


class Readers(harness.ProgramTest):
    def run_job(self, program, text):
        self.program = program
        self.config(text)
        self.expect_success("job.yaml", ranks=2)

    def expect_seen(self, file, dataset, places, units, of_values=None):
        """The array has those axes in their order, with coordinates and units, in all readers."""
        import netCDF4  # pylint: disable=import-outside-toplevel
        import xarray  # pylint: disable=import-outside-toplevel
        for engine in ENGINES:
            with self.subTest(file=file, engine=engine), \
                    xarray.open_dataset(self.dir / file, engine=engine) as seen:
                array = seen[dataset]
                self.assertEqual(array.dims, tuple(places))
                self.assertEqual(set(array.coords), set(places))
                for name, wanted in places.items():
                    np.testing.assert_allclose(array[name], wanted, atol=1e-14)
                    self.assertEqual(array[name].attrs.get("units"), units.get(name))
                self.assertEqual(array.attrs.get("units"), of_values)
        with self.subTest(file=file, reader="netCDF4"), netCDF4.Dataset(self.dir / file) as seen:
            array = seen[dataset]
            self.assertEqual(array.dimensions, tuple(places))
            for name, wanted in places.items():
                np.testing.assert_allclose(seen[name][:], wanted, atol=1e-14)
                self.assertEqual(getattr(seen[name], "units", None), units.get(name))
            self.assertEqual(getattr(array, "units", None), of_values)
            return array[...]

    def test_snapshots_and_their_transpose(self):
        self.run_job("adi", PLATE)
        order = "time", "y", "x"
        values = self.expect_seen("plate.h5", "u", {name: PLACES[name] for name in order}, UNITS, "°C")
        np.testing.assert_allclose(values[0], np.add.outer(10 * PLACES["y"], PLACES["x"]))
        self.run_job("transpose", "input: {file: plate.h5, dataset: u}\noutput: {file: out.h5}\n")
        turned = self.expect_seen("out.h5", "result", {name: PLACES[name] for name in order[::-1]},
                                  UNITS, "°C")
        np.testing.assert_array_equal(turned, values.T)

    def test_spectrum(self):
        array = np.random.default_rng(0).random((6, 8))
        self.volume(array)
        self.run_job("fft", "input: {file: in.h5, dataset: volume}\ngrid: {spacing: '0.5,2'}\n"
                            "transform: {kinds: 'dct2,none'}\noutput: {file: out.h5}\n")
        places = {"k0": np.arange(6) / (2 * 6 * 0.5), "x1": 2 * np.arange(8)}
        values = self.expect_seen("out.h5", "result", places, {})
        np.testing.assert_allclose(values[0], 2 * array.sum(axis=0))

    def test_without_units(self):
        self.run_job("adi", PLATE.replace("units: 'm, s, °C', ", "chunk: 3x4, compression: gzip, "))
        self.expect_seen("plate.h5", "u", {name: PLACES[name] for name in ("time", "y", "x")}, {})


if __name__ == "__main__":
    absent = [name for name in READERS if importlib.util.find_spec(name) is None]
    if absent:
        print(f"{', '.join(absent)}: not installed")
        raise SystemExit(SKIPPED)
    unittest.main()
