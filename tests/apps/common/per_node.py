#!/usr/bin/python3
"""output.per_node: a file of each node, and the named one shows all of them as one array."""
import unittest

import h5py
import numpy as np

import adi_run
import harness

NODES = 2
FILES = [f"out.node{node}.h5" for node in range(NODES)]
INPUT = "input: {file: in.h5, dataset: volume}\n"
TEXT = INPUT + "output: {file: out.h5, per_node: true, overwrite: true}\n"
AGAIN = ["--set", "input.file=out.h5", "--set", "input.dataset=result", "--set", "output.file=again.h5",
         "--set", "output.per_node=false"]
MADE = np.random.default_rng(0).standard_normal((11, 10, 7))


class PerNode(harness.ProgramTest):
    program = "transpose"

    def run_job(self, program, text, *words, ranks=2, nodes=NODES):
        self.program = program
        self.config(text)
        return self.expect_success("job.yaml", *words, ranks=ranks, environment=harness.on_nodes(nodes))

    def names(self):
        return sorted(set(self.files()) - {"in.h5", "job.yaml"})

    def read(self, file="out.h5", dataset="result"):
        with h5py.File(self.dir / file) as stored:
            data = stored[dataset]
            self.assertTrue(data.is_virtual)
            sources = {source.file_name for source in data.virtual_sources()}
            self.assertLessEqual({*sources}, {*self.names()})  # without directories
            return data[...]

    def test_programs(self):
        """Boxes of a node that as a whole are none, panels, conjugates, chunks; read again."""
        self.volume(MADE)
        for program, word, wanted in [
                ("transpose", "distribution.output=1x2x2", MADE.transpose()),
                ("transpose", "memory.limit=1000", MADE.transpose()),
                ("transpose", "output.compression=gzip", MADE.transpose()),
                ("fft", "transform.length=11x16x7", np.fft.fftn(MADE, (11, 16, 7)))]:
            with self.subTest(program=program, word=word):
                self.run_job(program, TEXT, "--set", word, ranks=4)
                np.testing.assert_allclose(self.read(), wanted, atol=1e-12)
                self.assertEqual(self.names(), ["out.h5", *FILES])
                self.program = "transpose"
                self.expect_success("job.yaml", *AGAIN, ranks=3)
                with h5py.File(self.dir / "again.h5") as again:
                    np.testing.assert_allclose(again["result"][...].T, wanted, atol=1e-12)
                for name in ["again.h5", "again.xdmf", "out.h5", *FILES]:
                    (self.dir / name).unlink(missing_ok=True)

    def test_several_datasets(self):
        """Some are written after all are made, in files that have no names yet."""
        self.volume(MADE)
        job = TEXT + "operation: {kind: poisson}\npoisson: {gradient: true, remove_mean: true}\n"
        self.run_job("fft", job)
        found = [self.read(dataset=name) for name in ("result", "result_dx0", "result_dx2")]
        self.run_job("fft", job, "--set", "output.per_node=false")
        with h5py.File(self.dir / "out.h5") as wanted:
            for values, name in zip(found, ("result", "result_dx0", "result_dx2")):
                np.testing.assert_array_equal(values, wanted[name][...])

    def test_replaced(self):
        """Files of nodes come and go with the output that lists them, and with no other."""
        self.volume(MADE)
        for nodes, word, names in [
                (2, "transpose.axes=reverse", ["out.h5", *FILES]),
                (3, "transpose.axes=1,0,2", ["out.2.node0.h5", "out.2.node1.h5", "out.2.node2.h5", "out.h5"]),
                (1, "transpose.axes=0,1,2", ["out.h5", "out.node0.h5"]),
                (2, "output.per_node=false", ["out.h5"])]:
            self.run_job("transpose", TEXT, "--set", word, "--set", "output.xdmf=false", ranks=3, nodes=nodes)
            self.assertEqual(self.names(), names)
        (self.dir / "out.node1.h5").write_text("somebody's")
        self.run_job("transpose", TEXT)
        np.testing.assert_array_equal(self.read(), MADE.transpose())
        self.assertEqual(self.names(), ["out.2.node0.h5", "out.2.node1.h5", "out.h5", "out.node1.h5"])

    def test_failures(self):
        """A file that is missing or no longer whole is named; a full disk leaves what there was."""
        self.volume(MADE)
        self.run_job("transpose", TEXT)
        moved = self.dir / "moved"
        moved.mkdir()
        for name in ["out.h5", *FILES]:
            (self.dir / name).rename(moved / name)
        with h5py.File(moved / "out.h5") as stored:
            np.testing.assert_array_equal(stored["result"][...], MADE.transpose())
        self.expect_success("job.yaml", "--set", "input.file=moved/out.h5", *AGAIN[2:])
        for damage, says in [(lambda path: path.write_bytes(path.read_bytes()[:700]), "damaged"),
                             (lambda path: path.unlink(), "missing")]:
            damage(moved / FILES[1])
            self.expect_failure("job.yaml", "--set", "input.file=moved/out.h5", *AGAIN[2:], status=1,
                                says=["moved/out.h5", FILES[1], says])
        big = TEXT + "generate: {extent: 3000x3000, type: float64}\n"
        self.config(big.replace(INPUT, ""))
        self.expect_failure("job.yaml", status=1, says=["out"], ranks=2, file_limit_bytes=30 << 20,
                            environment=harness.on_nodes(NODES))


class Snapshots(adi_run.AdiTest):
    WORDS = ["output.per_node=true"]

    def environment(self):
        return {**super().environment(), **harness.on_nodes(self.nodes)}

    def test_restart(self):
        """Stopped, and gone on with by as many nodes and by others."""
        self.nodes = NODES
        self.run_job(adi_run.SELDOM)
        wanted = self.result(), self.times()
        for nodes in harness.some((1, NODES), 1):
            with self.subTest(nodes=nodes):
                for name in set(self.names()) - {"job.yaml"}:
                    (self.dir / name).unlink()
                self.nodes = NODES
                self.stop(*self.WORDS)
                self.nodes = nodes
                self.run_job(*self.WORDS, adi_run.SELDOM)
                np.testing.assert_array_equal(self.result(), wanted[0])
                np.testing.assert_array_equal(self.times(), wanted[1])
                with h5py.File(self.dir / "out.h5") as stored:
                    self.assertTrue(stored["u"].is_virtual)
                    parts = sorted({source.file_name for source in stored["u"].virtual_sources()})
                self.assertEqual(len(parts), nodes)
                self.assertEqual(self.names(), sorted(["job.yaml", "out.h5", "table.csv", *parts]))


if __name__ == "__main__":
    unittest.main()
