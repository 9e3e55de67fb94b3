#!/usr/bin/python3
"""Outputs in chunks, compressed and with checksums, from all programs: h5py finds what it shall."""
import unittest

import h5py
import numpy as np

import harness

CASES = [  # of section output, what h5py shall say of the dataset, and of its chunks
    ("compression: gzip", ("gzip", 4, True, False), None),
    ("compression: gzip:9, checksum: fletcher32, chunk: 5x4x3", ("gzip", 9, True, True), (5, 4, 3)),
    ("checksum: fletcher32", (None, None, False, True), None),
    ("chunk: 5x4x3", (None, None, False, False), (5, 4, 3)),
    ("chunk: off", (None, None, False, False), "none"),
]


def facts(data):
    return data.compression, data.compression_opts, data.shuffle, data.fletcher32


class Chunks(harness.ProgramTest):
    program = "transpose"

    def write_config(self, output):
        self.config("input: {file: in.h5, dataset: volume}\n"
                    "output: {file: out.h5, overwrite: true, %s}\n" % output)

    def test_stored_as_asked_for(self):
        array = np.random.default_rng(0).integers(0, 99, (11, 9, 13)).astype(float)
        self.volume(array)
        for number, ((output, found, chunk), ranks) in enumerate(harness.on_ranks(CASES)):
            for program, wanted in harness.one_of((("transpose", array.transpose()), ("fft", np.fft.fftn(array))),
                                                  number):
                with self.subTest(output=output, ranks=ranks, program=program):
                    self.program = program
                    self.write_config(output)
                    self.expect_success("job.yaml", ranks=ranks)
                    with h5py.File(self.dir / "out.h5") as file:
                        data = file["result"]
                        np.testing.assert_allclose(data[:], wanted, atol=1e-10)
                        self.assertEqual(facts(data), found)
                        if chunk == "none":
                            self.assertIsNone(data.chunks)
                        elif chunk is not None:
                            self.assertEqual(data.chunks, chunk)

    def test_panels_and_empty_ranks(self):
        """Several panels write one after the other, and some ranks have nothing."""
        array = np.arange(6 * 5 * 7, dtype="i2").reshape(6, 5, 7)
        self.volume(array)
        self.write_config("compression: gzip, chunk: 2x3x4")
        for limit in (0, 200):
            self.expect_success("job.yaml", "--set", f"memory.limit={limit}", "--set",
                                "distribution.output=1x2x1", ranks=max(harness.RANKS) + 1)
            with h5py.File(self.dir / "out.h5") as file:
                np.testing.assert_array_equal(file["result"][:], array.transpose())
                self.assertEqual(file["result"].dtype, array.dtype)

    def test_chunks_lie_within_ranks(self):
        self.config("generate: {extent: 64x256x128, type: float64}\n"
                    "transpose: {axes: '0,1,2'}\n"
                    "output: {file: out.h5, compression: gzip:1}\n")
        self.expect_success("job.yaml", ranks=2)
        with h5py.File(self.dir / "out.h5") as file:
            chunk = file["result"].chunks
            self.assertEqual(32 % chunk[0], 0)
            self.assertTrue(2**19 <= 8 * np.prod(chunk) <= 2**20, chunk)
            np.testing.assert_array_equal(file["result"][:].ravel(), np.arange(64 * 256 * 128))

    def test_past_the_page_cache(self):
        """Long runs whose ends are no whole blocks, from memory that is not aligned."""
        self.config("generate: {extent: 67x251x131, type: uint8}\n"
                    "transpose: {axes: '0,1,2'}\noutput: {file: out.h5, xdmf: false}\n")
        self.expect_success("job.yaml", ranks=max(harness.RANKS))
        with h5py.File(self.dir / "out.h5") as file:
            wanted = np.arange(67 * 251 * 131, dtype="u4").astype("u1")
            np.testing.assert_array_equal(file["result"][:].ravel(), wanted)

    def axes_of(self, file, dataset="result"):
        with h5py.File(self.dir / file) as stored:
            return [(axis.label, axis[0][:]) for axis in stored[dataset].dims]

    def test_coordinates(self):
        """Dimension scales, by which xarray and netCDF4 find names and coordinates; a transpose
        takes them along."""
        self.program = "fft"
        self.volume(np.random.default_rng(0).random((6, 8)))
        self.config("input: {file: in.h5, dataset: volume}\ngrid: {spacing: '0.5,2'}\n"
                    "output: {file: spectrum.h5, order: reverse}\n")
        self.expect_success("job.yaml", ranks=1)
        (k1, wave1), (k0, wave0) = self.axes_of("spectrum.h5")
        self.assertEqual((k0, k1), ("k0", "k1"))
        for found, points, spacing in [(wave0, 6, 0.5), (wave1, 8, 2)]:
            np.testing.assert_allclose(abs(found), abs(np.fft.fftfreq(points, spacing)))
            np.testing.assert_allclose(found[:points // 2], np.fft.fftfreq(points, spacing)[:points // 2])
        self.program = "transpose"
        self.config("input: {file: spectrum.h5, dataset: result}\noutput: {file: out.h5}\n")
        self.expect_success("job.yaml", ranks=2)
        for found, wanted in zip(self.axes_of("out.h5"), self.axes_of("spectrum.h5")[::-1]):
            self.assertEqual(found[0], wanted[0])
            np.testing.assert_array_equal(found[1], wanted[1])

    def test_refused(self):
        self.volume(np.zeros((4, 5, 6)))
        for words, says in [
                ("output.compression=rar", ['"rar" is no compression', "none, gzip"]),
                ("output.compression=blosc", ['"blosc" is not installed', "none, gzip"]),
                ("output.compression=gzip:10", ["level 1 to 9"]),
                ("output.compression=gzip:x", ["not numbers"]),
                ("output.compression=31999", ["not installed"]),
                ("output.chunk=7x5x4", ["output.chunk", "from 1 to 6x5x4"]),
                ("output.chunk=2x2", ["output.chunk", "from 1 to 6x5x4"]),
                ("output.chunk=2x2x-1", ["output.chunk"]),
                ("output.checksum=crc", ["output.checksum", "fletcher32"]),
                ("io.hints=cb_nodes", ["io.hints", "NAME=VALUE"]),
                ("io.alignment_bytes=0", ["io.alignment_bytes"])]:
            with self.subTest(words):
                self.write_config("compression: none")
                self.expect_failure("job.yaml", "--set", words, status=2, says=says, ranks=1)
        self.expect_failure("job.yaml", "--set", "output.chunk=off", "--set",
                            "output.compression=gzip", status=2, says=["output.chunk: off"], ranks=1)

    def test_damage_is_found(self):
        """A checksum tells of a flipped bit, on all ranks at once."""
        array = np.random.default_rng(0).integers(0, 255, (16, 16, 16)).astype("u1")
        self.volume(array)
        self.write_config("checksum: fletcher32, chunk: 8x8x16")
        self.expect_success("job.yaml", ranks=1)
        raw = bytearray((self.dir / "out.h5").read_bytes())
        place = bytes(raw).index(array.transpose()[:8, :8].tobytes())
        raw[place + 5] ^= 4
        (self.dir / "in.h5").write_bytes(raw)
        self.config("input: {file: in.h5, dataset: result}\noutput: {file: new.h5}\n")
        self.expect_failure("job.yaml", status=1, says=["result", "Fletcher32"], ranks=2)

    def test_more_than_a_file_may_have(self):
        """What compression leaves is known too late to be refused: a rank that cannot write its part
        of the metadata, and one that can, do not wait for each other in HDF5. With a checksum alone
        HDF5 creates all chunks when it opens the dataset, ranks in turns: one that cannot ends the
        run. Either waits 5 s for its other rank, both meanwhile."""
        self.volume(np.random.default_rng(0).random((128, 128, 128)))
        self.write_config("compression: gzip:1")
        in_turns = self.dir / "in-turns"
        in_turns.mkdir()
        settings = ["output.file=in-turns/out.h5", "output.compression=none", "output.checksum=fletcher32",
                    "output.chunk=16x16x16", "run.stall_s=60"]
        with self.start_program("job.yaml", *[word for text in settings for word in ("--set", text)],
                                file_limit_bytes=15 << 20) as process:
            self.expect_failure("job.yaml", status=1, says=["out.h5", "File too large"], ranks=2,
                                file_limit_bytes=6 << 20)
            done = self.completed(process)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("File too large", done.stderr)
        self.assertNotIn("run.stall_s", done.stderr)
        self.assertFalse((in_turns / "out.h5").exists())

    def test_all_but_metadata_fits(self):
        """What a file takes at its end: HDF5 cannot close it, and must not try again at the end. With
        four ranks launchers kill some that are on their way out: their status is not the run's. Without
        a launcher Open MPI, which the suite has told to be quiet, would have more to say."""
        self.volume(np.random.default_rng(0).random((128, 128, 128)))
        self.write_config("compression: gzip:1")
        self.expect_success("job.yaml")
        whole_bytes = (self.dir / "out.h5").stat().st_size
        for path in self.dir.glob("out.*"):
            path.unlink()
        for ranks, quiet in ((4, "1"), (None, "0")):
            self.expect_failure("job.yaml", status=1, says=["out.h5", "File too large"], ranks=ranks,
                                file_limit_bytes=whole_bytes - 1,
                                environment={"OMPI_MCA_orte_execute_quiet": quiet})


if __name__ == "__main__":
    unittest.main()
