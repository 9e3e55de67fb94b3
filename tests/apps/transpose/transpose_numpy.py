#!/usr/bin/python3
"""transpose against numpy: shapes, types, axes, grids, ranks, in place, by panels, the brain."""

import itertools
import os
import unittest

import h5py
import numpy as np
import yaml

from harness import FILES, IS_NIGHTLY, RANKS, SOURCE, ProgramTest, on_ranks, one_of, some

BRAIN = "/usr/share/mricron/templates/ch2.nii.gz"
CONFIG = FILES + """\
  dataset: result
  overwrite: true
report:
  file: report.yaml
"""
SHAPES = [(1, 1), (1, 23), (23, 1), (7, 11), (64, 64), (101, 67), (3, 200)]
COMPOUND = np.dtype([("a", "u1"), ("b", "<f4"), ("c", "S3"), ("d", "<i2", (2,))])
TYPES = ["i1", "u1", "<i2", ">u2", "<i4", "<u4", "<i8", "<f4", ">f8", "<c8", "<c16", ">c16",
         "<c32", "S5", "V3", "?", COMPOUND, np.dtype([("x", "<f8", (3,)), ("y", "<i8")])]


def sample(shape, dtype, seed=1):
    """Elements of any bytes; of a boolean only 0 and 1."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype == bool:
        return random.integers(0, 2, shape).astype(bool)
    count = int(np.prod(shape))
    raw = random.integers(1, 128, count * dtype.itemsize, dtype="u1")
    return np.frombuffer(raw.tobytes(), dtype).reshape(shape)


class TransposeAgainstNumpy(ProgramTest):
    program = "transpose"

    def setUp(self):
        super().setUp()
        self.config(CONFIG)

    def transpose(self, *settings, ranks=2):
        words = [word for text in settings for word in ("--set", text)]
        self.expect_success("job.yaml", *words, ranks=ranks)
        with h5py.File(self.dir / "out.h5") as file:
            return file["result"][...], dict(file["result"].attrs)

    def expect_same(self, found, wanted):
        self.assertEqual(found.shape, wanted.shape)
        self.assertEqual(found.dtype, wanted.dtype)
        self.assertEqual(found.tobytes(), np.ascontiguousarray(wanted).tobytes())

    def report(self):
        return yaml.safe_load((self.dir / "report.yaml").read_text())

    def test_shapes_and_grids(self):
        for number, (shape, ranks) in enumerate(on_ranks(SHAPES)):
            if ranks > 3 and shape not in SHAPES[3:6]:
                continue
            with self.subTest(shape=shape, ranks=ranks):
                data = sample(shape, "<f8")
                self.volume(data)
                ways = ["rows", "auto", f"1x{ranks}", f"{ranks}x1"]
                found, _ = self.transpose(f"distribution.input={ways[number % 4]}",
                                          f"distribution.output={ways[number // 2 % 4]}", ranks=ranks)
                self.expect_same(found, data.T)

    def test_types(self):
        for dtype in TYPES if IS_NIGHTLY else TYPES[::2] + TYPES[-1:]:
            with self.subTest(dtype=dtype):
                data = sample((5, 7), dtype)
                self.volume(data)
                found, _ = self.transpose("distribution.output=auto", ranks=next(self.few))
                self.expect_same(found, data.T)

    def test_axes(self):
        turns = itertools.cycle([3] if IS_NIGHTLY else [3, 2, 1])
        for shape, orders in [((4,), [(0,)]), ((3, 5, 7), [(0, 1, 2), (2, 0, 1), (1, 2, 0),
                                                          (0, 2, 1)]),
                              ((2, 3, 4, 5), [(3, 1, 0, 2), (0, 1, 3, 2)])]:
            data = sample(shape, "<i4")
            self.volume(data)
            for order in orders:
                with self.subTest(order=order):
                    axes = ",".join(map(str, order))
                    found, attributes = self.transpose(f"transpose.axes={axes}", ranks=next(turns))
                    self.expect_same(found, data.transpose(order))
                    self.assertEqual(attributes["source_axes"], axes)

    def test_conjugates(self):
        for dtype in some(["<c8", "<c16", ">c8", ">c16"], 2):
            with self.subTest(dtype=dtype):
                data = np.array(np.arange(35).reshape(5, 7) * (1 - 2j), dtype)
                data[0, 1] = complex(0, -0.0)
                self.volume(data)
                found, attributes = self.transpose("transpose.conjugate=true")
                self.expect_same(found, data.conj().T.astype(dtype))
                self.assertEqual(attributes["operation"], "conjugate transpose")
        square = np.array(np.arange(36).reshape(6, 6) * (1 - 2j), ">c16")
        self.volume(square)
        found, _ = self.transpose("transpose.conjugate=true", "memory.in_place=true")
        self.expect_same(found, square.conj().T.astype(">c16"))

    def test_in_place(self):
        turn = itertools.count(1)
        for shape, axes, swaps in [((60, 60), "1,0", True), ((9, 5, 9), "2,1,0", True),
                                   ((60, 61), "1,0", False), ((9, 5, 9), "1,2,0", False),
                                   ((1, 2), "1,0", False)]:
            for ranks in one_of((1, 3), next(turn)):
                with self.subTest(shape=shape, ranks=ranks):
                    data = sample(shape, "<f8")
                    self.volume(data)
                    found, _ = self.transpose("memory.in_place=true", f"transpose.axes={axes}",
                                              ranks=ranks)
                    self.expect_same(found, data.transpose([int(a) for a in axes.split(",")]))
                    problem = self.report()["problem"]
                    self.assertEqual(problem["in_place"], swaps)
                    self.assertEqual(problem["panels"] == 1, swaps)
                    self.assertEqual("swap" in self.report()["movement"]["reason"], swaps)
                    arrays = self.report()["memory_bytes"]["arrays"]["max"]
                    rows = -(-max(shape[0], found.shape[0]) // ranks)
                    self.assertLessEqual(arrays, max(16, rows * data[0].nbytes * 2))

    def test_panels(self):
        data = sample((37, 41), "<f8")
        self.volume(data)
        self.transpose()
        whole = (self.dir / "out.h5").read_bytes()
        with h5py.File(self.dir / "out.h5") as file:
            wanted = file["result"][...].tobytes()
        for number, limit in enumerate([20000, 5000, 1000, 100, 16]):
            for grid in one_of(["rows", "auto"], number % 4 // 2):
                with self.subTest(limit=limit, grid=grid):
                    self.transpose(f"memory.limit={limit}", f"distribution.input={grid}", f"distribution.output={grid}")
                    report = self.report()
                    self.assertLessEqual(report["memory_bytes"]["arrays"]["max"], limit)
                    self.assertGreater(report["problem"]["panels"], 1 if limit < 13000 else 0)
                    if limit in (5000, 1000) and grid == "rows":  # the sum over panels
                        self.assertGreater(report["movement"]["bytes_total"],
                                           2 * report["exchange"]["bytes_total"])
                    with h5py.File(self.dir / "out.h5") as file:
                        self.assertEqual(file["result"][...].tobytes(), wanted)
                    self.assertEqual(len((self.dir / "out.h5").read_bytes()) // 4096,
                                     len(whole) // 4096)
        cube = sample((5, 6, 7), COMPOUND)
        self.volume(cube)
        found, _ = self.transpose("memory.limit=200", "transpose.axes=1,2,0", ranks=3)
        self.expect_same(found, cube.transpose(1, 2, 0))
        # Panels of 2, 2 and 1 rows, and again: one plan for each extent.
        cube = sample((4, 7, 5), "<f8")
        self.volume(cube)
        for ranks in 1, 2:
            found, _ = self.transpose("memory.limit=224", "transpose.axes=0,2,1", ranks=ranks)
            self.expect_same(found, cube.transpose(0, 2, 1))
            report = self.report()
            self.assertEqual((report["problem"]["panels"], report["movement"]["plans"]), (12, 2))

    def test_storage(self):
        """Chunks, compression and committed types are read as well."""
        data = sample((30, 20), "<i2")
        with h5py.File(self.dir / "in.h5", "w") as file:
            file["type"] = np.dtype("<i2")
            file.create_dataset("volume", data=data, dtype=file["type"], chunks=(7, 3),
                                compression="gzip")
        found, _ = self.transpose(ranks=3)
        self.expect_same(found, data.T)

    def test_exchanges(self):
        data = sample((40, 30), "<f4")
        self.volume(data)
        for algorithm in some(["auto", "direct", "bruck", "mixed", "standard", "mpi"], 3):
            with self.subTest(algorithm=algorithm):
                found, _ = self.transpose(f"exchange.algorithm={algorithm}",
                                          "exchange.planning=measure", "exchange.window=1",
                                          "distribution.output=2x2", ranks=4)
                self.expect_same(found, data.T)
                if algorithm != "auto":
                    self.assertTrue(self.report()["exchange"]["algorithm"].startswith(algorithm))

    def test_float_messages(self):
        """Doubles go as floats, also conjugated; the checksum compares what floats keep."""
        random = np.random.default_rng(3)
        data = random.standard_normal((40, 30)) + 1j * random.standard_normal((40, 30))
        for values, conjugate in [(data.real, "false"), (data, "false"), (data, "true")]:
            with self.subTest(dtype=values.dtype, conjugate=conjugate):
                self.volume(values)
                found, _ = self.transpose("exchange.precision=float", "memory.limit=4000",
                                          f"transpose.conjugate={conjugate}",
                                          "exchange.parameters=--transport messages")
                wanted = values.T.conj() if conjugate == "true" else values.T
                error = np.abs(found - wanted).max() / np.abs(wanted).max()
                self.assertTrue(1e-10 < error < 1e-7, error)
                report = self.report()
                self.assertGreater(report["problem"]["panels"], 1)
                self.assertEqual(report["rounding"]["saved_bytes"],
                                 report["movement"]["bytes_total"])

    def test_generated(self):
        for number in some("int8 uint8 int16 uint32 int64 float32 float64 complex64 complex128".split(), 4):
            with self.subTest(number=number):
                self.config("generate:\n  extent: 17x19\n")
                self.transpose(f"generate.type={number}", "output.file=out.h5", "output.overwrite=true",
                               "report.file=report.yaml", ranks=next(self.few))
                with h5py.File(self.dir / "out.h5") as file:
                    found = file["result"][...]
                count = np.arange(17 * 19).reshape(17, 19)
                if number.startswith("complex"):
                    count = count - 1j * count
                self.expect_same(found, count.astype(number).T)
        done = self.expect_success("job.yaml", "--set", "generate.extent=300x200x10")
        self.assertIn("300 x 200 x 10", done.stdout)

    def test_xdmf(self):
        for dtype, shape, wanted in [("<f4", (3, 4), True), ("u1", (3, 4, 5), True),
                                     (">c16", (3, 4), True), ("<i2", (3, 4), False),
                                     ("S3", (3, 4), False), ("<f4", (7,), False)]:
            with self.subTest(dtype=dtype, shape=shape):
                data = sample(shape, dtype)
                self.volume(data)
                self.transpose(ranks=next(self.few))
                self.assertEqual((self.dir / "out.xdmf").exists(), wanted)
                if not wanted:
                    continue
                text = (self.dir / "out.xdmf").read_text()
                self.assertIn(f'{len(shape)}DCoRectMesh" Dimensions="'
                              f'{" ".join(map(str, shape[::-1]))}"', text)
                item = text.split("Seek=")[1]
                raw = (self.dir / "out.h5").read_bytes()[int(item.split('"')[1]):][:data.nbytes]
                self.assertEqual(raw, data.T.tobytes())

    def test_report(self):
        data = sample((60, 40), "<f8")
        self.volume(data)
        self.transpose("distribution.output=auto", ranks=4)
        report = self.report()
        self.assertEqual(report["program"], "transpose")
        self.assertEqual(report["problem"]["extent"], [60, 40])
        self.assertEqual(report["problem"]["axes"], [1, 0])
        self.assertEqual(report["problem"]["input_grid"], [4, 1])
        self.assertEqual(report["problem"]["output_grid"], [2, 2])
        self.assertEqual(report["problem"]["array_bytes"], data.nbytes)
        self.assertEqual(report["ranks"]["count"], 4)
        self.assertGreater(report["exchange"]["bytes_total"], 0)
        self.assertEqual(yaml.safe_load(report["config"])["transpose"]["axes"], "reverse")
        phases = ["plan", "read", "transpose", "verify", "write"]
        self.assertEqual(list(report["time_s"]), phases)
        self.expect_accounted(report, [*phases, "start", "check", "create", "memory", "between",
                                       "report"])
        self.assertEqual(report["files"]["output"], "out.h5")

    @unittest.skipUnless("CT_CORRUPT" in os.environ, "nothing can be preloaded")
    def test_wrong_element_is_found(self):
        self.volume(sample((10,), "<f8"))
        preload = f"{os.environ.get('LD_PRELOAD', '')} {os.environ['CT_CORRUPT']}"
        settings = ["transpose.axes=0", "distribution.input=1", "distribution.output=2",
                    "exchange.algorithm=mpi"]
        words = [word for text in settings for word in ("--set", text)]
        self.expect_success("job.yaml", *words)
        before = (self.dir / "out.h5").read_bytes()
        done = self.run_program("job.yaml", *words, environment={"LD_PRELOAD": preload.strip()})
        self.assertEqual(done.returncode, 1)
        self.assertIn("the checksums differ", done.stderr)
        self.assertEqual((self.dir / "out.h5").read_bytes(), before)
        self.expect_success("job.yaml", *words, "--set", "verify.checksum=false",
                            environment={"LD_PRELOAD": preload.strip()})
        self.assertNotEqual((self.dir / "out.h5").read_bytes(), before)

    def test_brain(self):
        if not os.path.exists(BRAIN):
            self.skipTest("no mricron-data")
        import nibabel
        data = np.asarray(nibabel.load(BRAIN).dataobj).T
        self.volume(data)
        for order in some([(2, 1, 0), (1, 0, 2), (2, 0, 1)], 1):
            found, _ = self.transpose("transpose.axes=" + ",".join(map(str, order)),
                                      "distribution.output=auto", ranks=3)
            self.expect_same(found, data.transpose(order))

    def test_example(self):
        """The annotated example says of every key what it is by default, or another allowed value."""
        text = (SOURCE / "inputs" / "transpose-brain.yaml").read_text()
        self.config(text)
        (self.dir / "data").mkdir()
        (self.dir / "out").mkdir()
        self.volume(sample((5, 4, 3), "u1"), "data/brain.h5")
        self.expect_success("job.yaml")
        with h5py.File(self.dir / "out/brain-xyz.h5") as file:
            self.expect_same(file["volume"][...], sample((5, 4, 3), "u1").T)
            known = yaml.safe_load(file["volume"].attrs["config"])
        example = yaml.safe_load(text)
        self.assertEqual({k: set(v) for k, v in known.items()},
                         {k: set(v) for k, v in example.items()})


if __name__ == "__main__":
    unittest.main()
