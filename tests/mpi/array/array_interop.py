"""Arrays between this project and h5py: array_interop.py MPIEXEC ARRAY_COPY ARRAY_FAULTS.

Whatever h5py writes is read, what is written is what h5py takes it for, and whoever follows the
XDMF file's own words finds the same numbers.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np

MPIEXEC, COPY, FAULTS = sys.argv[1:4]
DTYPES = ("i1 u1 <i2 >i2 <u2 >u2 <i4 >i4 <u4 >u4 <i8 >i8 <u8 >u8 <f2 >f2 <f4 >f4 <f8 >f8 f16 "
          "<c8 >c8 <c16 >c16").split()
STORED = [
    {},
    {"chunks": (4, 2, 3)},
    {"chunks": (7, 11, 1), "compression": "gzip", "shuffle": True, "fletcher32": True},
    {"chunks": (1, 5, 13), "scaleoffset": 0},
]


def sample(shape, dtype):
    values = np.random.default_rng(1).integers(0, 100, shape).astype(float)
    if np.dtype(dtype).kind == "c":
        values = values - 1j * values[::-1]
    return values.astype(dtype)


class Interop(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        self.addCleanup(directory.cleanup)
        self.dir = pathlib.Path(directory.name)

    def run_ranks(self, ranks, *command):
        return subprocess.run([MPIEXEC, "-n", str(ranks), *command], cwd=self.dir,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def copy(self, *arguments, ranks=2):
        done = self.run_ranks(ranks, COPY, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([p.name for p in self.dir.iterdir() if "partial" in p.name], [])

    def test_every_type_and_layout(self):
        for number, dtype in enumerate(DTYPES):
            stored = STORED[number % len(STORED)]
            if "scaleoffset" in stored and np.dtype(dtype).kind not in "iu":
                stored = STORED[2]
            array = sample((7, 11, 13), dtype)
            with self.subTest(dtype=dtype, **stored):
                with h5py.File(self.dir / "in.h5", "w") as file:
                    file.create_dataset("x", data=array, **stored)
                self.copy("in.h5", "x", "out.h5", ranks=1 + number % 3)
                with h5py.File(self.dir / "out.h5") as file:
                    self.assertEqual(file["copies/copy"].dtype, np.complex128)
                    np.testing.assert_array_equal(file["copies/copy"][...], array)
                    self.assertEqual(file["copies/copy"].attrs["from"], array.dtype.name)
                (self.dir / "out.h5").unlink()

    def test_parts_in_other_files(self):
        array = sample((4, 6), "c16")
        with h5py.File(self.dir / "a.h5", "w") as file:
            file["part"] = array[:2]
        with h5py.File(self.dir / "b.h5", "w") as file:
            file["part"] = array[2:]
        layout = h5py.VirtualLayout((4, 6), "c16")
        layout[:2] = h5py.VirtualSource("a.h5", "part", (2, 6))
        layout[2:] = h5py.VirtualSource("b.h5", "part", (2, 6))
        with h5py.File(self.dir / "in.h5", "w") as file:
            file.create_virtual_dataset("virtual", layout)
            file.create_dataset("external", data=array,
                                external=[(str(self.dir / "raw.bin"), 0, array.nbytes)])
            file["linked"] = h5py.ExternalLink("a.h5", "part")
            file["other"] = np.zeros(4096)  # there are bytes of this file where that one has its part
        for name, wanted, ranks in (("virtual", array, 3), ("external", array, 3),
                                    ("linked", array[:2], 3), ("linked", array[:2], 1)):
            with self.subTest(name, ranks=ranks):
                self.copy("in.h5", name, f"{name}{ranks}.h5", ranks=ranks)
                with h5py.File(self.dir / f"{name}{ranks}.h5") as file:
                    np.testing.assert_array_equal(file["copies/copy"][...], wanted)

    def test_newest_format_and_user_block(self):
        array = sample((5, 6, 7), "f4")
        with h5py.File(self.dir / "in.h5", "w", libver="latest", userblock_size=1024) as file:
            file["x"] = array
        self.copy("in.h5", "x", "out.h5")
        with h5py.File(self.dir / "out.h5") as file:
            np.testing.assert_array_equal(file["copies/copy"][...], array)

    def test_attributes(self):
        with h5py.File(self.dir / "in.h5", "w") as file:
            file["x"] = sample((2, 2), "i4")
        self.copy("in.h5", "x", "out.h5")
        with h5py.File(self.dir / "out.h5") as file:
            attributes = dict(file["copies/copy"].attrs)
        self.assertIsInstance(attributes["text"], str)
        self.assertEqual(attributes["text"], 'Größe "1"\nzweite Zeile')
        np.testing.assert_array_equal(attributes["reals"], [0.5, -1e300, 3])
        self.assertEqual(attributes["real"], 0.5)
        self.assertEqual(np.shape(attributes["real"]), ())

    def test_unknown_filter_and_damaged_chunk(self):
        with h5py.File(self.dir / "lzf.h5", "w") as file:
            file.create_dataset("x", data=sample((50, 50), "i4"), compression="lzf")
        with h5py.File(self.dir / "gzip.h5", "w") as file:
            made = file.create_dataset("x", data=sample((50, 50), "i4"), compression="gzip",
                                       chunks=(25, 25))
            offset = made.id.get_chunk_info(3).byte_offset
        data = bytearray((self.dir / "gzip.h5").read_bytes())
        data[offset:offset + 20] = bytes(20)
        (self.dir / "gzip.h5").write_bytes(data)
        for name, words in ("lzf.h5", 'filter "lzf"'), ("gzip.h5", "inflate"):
            with self.subTest(name):
                done = self.run_ranks(3, COPY, name, "x", "out.h5")
                self.assertEqual(done.returncode, 1)
                self.assertIn(words, done.stderr)
                self.assertIn(name, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertFalse((self.dir / "out.h5").exists())

    def follow(self, item, directory):
        """The numbers that a DataItem describes, from its own words alone."""
        shape = [int(n) for n in item.get("Dimensions").split()]
        if item.get("ItemType") == "HyperSlab":
            choice, source = item.findall("DataItem")
            start, stride, count = np.array(choice.text.split(), int).reshape(
                [int(n) for n in choice.get("Dimensions").split()])
            every = tuple(slice(b, b + s * c, s) for b, s, c in zip(start, stride, count))
            return self.follow(source, directory)[every].reshape(shape)
        self.assertEqual((item.get("Format"), item.get("NumberType"), item.get("Precision"),
                          item.get("Endian")), ("Binary", "Float", "8", "Little"))
        return np.fromfile(directory / item.text, "<f8", int(np.prod(shape)),
                           offset=int(item.get("Seek"))).reshape(shape)

    def test_xdmf(self):
        (self.dir / "sub dir").mkdir()
        for shape in (3, 4, 5), (1, 7, 2), (6, 1, 1):
            for out, xdmf in (("a&b <c>.h5", "a.xdmf"), ("out.h5", "sub dir/out.xdmf"),
                              ("sub dir/out.h5", "sub dir/o.xdmf")):
                with self.subTest(shape=shape, out=out):
                    array = sample(shape, "c16")
                    with h5py.File(self.dir / "in.h5", "w") as file:
                        file["x"] = array
                    (self.dir / out).unlink(missing_ok=True)
                    self.copy("in.h5", "x", out, xdmf)
                    directory = (self.dir / xdmf).parent
                    grid = ElementTree.parse(self.dir / xdmf).getroot().find("Domain/Grid")
                    self.assertEqual(grid.get("Name"), "copies/copy")
                    self.assertEqual(grid.find("Topology").get("Dimensions"),
                                     " ".join(map(str, shape)))
                    origin, spacing = (item.text for item in grid.findall("Geometry/DataItem"))
                    self.assertEqual([float(x) for x in spacing.split()], [3, 2, 0.1])
                    self.assertEqual(origin, "0 0 0")
                    found = {a.get("Name"): self.follow(a.find("DataItem"), directory)
                             for a in grid.findall("Attribute")}
                    np.testing.assert_array_equal(found["real"], array.real)
                    np.testing.assert_array_equal(found["imaginary"], array.imag)
                    np.testing.assert_array_equal(found["complex"],
                                                  np.stack([array.real, array.imag], -1))

    def test_half_failed_collective_call(self):
        """All are told where the others return from it (Open MPI); else the program is ended."""
        done = self.run_ranks(2, FAULTS, "collective")
        if done.returncode != 0:
            self.assertIn("Input/output error; the other ranks cannot be told", done.stderr)
        self.assertEqual([p for p in self.dir.rglob("*") if p.is_file()], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
