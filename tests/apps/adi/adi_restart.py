#!/usr/bin/python3
"""adi stopped and gone on with: the end is that of a run without a stop."""

import shutil
import signal
import unittest

import h5py
import numpy as np

from adi_run import OUTPUTS, SELDOM, AdiTest
from harness import one_of, relative_error, some

# some hundred steps: at 1e-7 until 20 there were 20710, and a checkpoint is synchronised every 8
ADAPTIVE = ["time.tolerance=1e-6", "time.end=1", "output.every_steps=0", "output.every_time=0.2",
            "checkpoint.every_steps=8"]



class AdiRestart(AdiTest):
    references = {}  # of the class, by settings

    def expect_stopped(self, stopped, name="SIGTERM"):
        status, printed, errors = stopped
        self.assertEqual((status, errors), (75, ""), printed)
        self.assertIn(f"{name}: stopped at step ", printed)
        self.assertIn("to resume: mpirun -n 2 adi job.yaml", printed)
        self.assertNotIn("out.h5", self.names())
        self.assertIn("out.h5.partial", self.names())

    def reference(self, *settings):
        """Results of the whole run, made once, whose files are put away."""
        if settings not in self.references:
            self.run_job(*settings, SELDOM)
            self.references[settings] = self.result(), self.times(), (self.dir / "table.csv").read_bytes()
            self.assertEqual(self.names(), OUTPUTS)
            for name in OUTPUTS[1:]:
                (self.dir / name).unlink()
        return self.references[settings]

    def expect_same(self, reference, outputs=OUTPUTS):
        self.assertEqual(self.names(), outputs)
        np.testing.assert_array_equal(self.result(), reference[0])
        np.testing.assert_array_equal(self.times(), reference[1])
        self.assertEqual((self.dir / "table.csv").read_bytes(), reference[2])

    def test_same_ranks(self):
        reference = self.reference()
        for number in some([signal.SIGUSR1, signal.SIGTERM], 1):  # the other tests have SIGTERM
            with self.subTest(number=number):
                self.expect_stopped(self.stop(number=number), number.name)
                done = self.run_job()
                self.assertIn("continuing from cp-", done.stdout)
                self.expect_same(reference)
                for name in OUTPUTS[1:]:
                    (self.dir / name).unlink()

    def test_adaptive_steps(self):
        reference = self.reference(*ADAPTIVE)
        self.expect_stopped(self.stop(*ADAPTIVE))
        self.run_job(*ADAPTIVE, SELDOM)
        self.expect_same(reference)

    def test_single_precision_in_chunks(self):
        """Compressed snapshots go on, and are those of a run that compressed nothing."""
        kind = ["problem.precision=float", "time.scheme=lod"]
        stored = ["output.compression=gzip", "output.checksum=fletcher32"]
        reference = self.reference(*kind)
        (self.dir / "out.xdmf").unlink(missing_ok=True)
        self.expect_stopped(self.stop(*kind, *stored))
        self.run_job(*kind, *stored, SELDOM)
        self.expect_same(reference, [name for name in OUTPUTS if name != "out.xdmf"])
        with h5py.File(self.dir / "out.h5") as file:
            self.assertEqual((file["u"].compression, file["u"].chunks), ("gzip", (1, 9, 13)))
            for axis, name in zip(file["u"].dims, ["time", "y", "x"]):
                self.assertEqual((axis.label, axis[0]), (name, file[name]))

    def test_other_ranks(self):
        reference = self.reference()
        self.expect_stopped(self.stop())
        kept = self.dir.parent / (self.dir.name + "-kept")
        shutil.copytree(self.dir, kept)
        self.addCleanup(shutil.rmtree, kept)
        for ranks in some([1, 4, 3], 2):
            with self.subTest(ranks=ranks):
                for path in self.dir.iterdir():
                    if path.is_file():
                        path.unlink()
                shutil.copytree(kept, self.dir, dirs_exist_ok=True)
                self.run_job(SELDOM, ranks=ranks)
                self.assertLess(relative_error(self.result(), reference[0]), 1e-13)
                np.testing.assert_array_equal(self.times(), reference[1])
                rows = np.genfromtxt(self.dir / "table.csv", delimiter=",", names=True)
                wanted = np.genfromtxt(reference[2].decode().splitlines(), delimiter=",",
                                       names=True)
                for column in wanted.dtype.names:
                    np.testing.assert_allclose(rows[column], wanted[column], rtol=1e-12)

    def damage(self, name):
        with h5py.File(self.dir / name, "a") as file:
            file["state"][2, 3] += 1e-9

    def newest(self):
        def step(name):
            with h5py.File(self.dir / name) as file:
                return file["course"][0]
        return sorted(["cp-0.h5", "cp-1.h5"], key=step)

    def test_damage(self):
        reference = self.reference()
        self.expect_stopped(self.stop())
        older, newer = self.newest()
        self.damage(newer)
        done = self.run_job(SELDOM)
        self.assertIn(f"{newer} is damaged", done.stdout)
        self.assertIn(f"continuing from {older}", done.stdout)
        self.expect_same(reference)

    def test_cut_off(self):
        """As a disk that fails may leave it: HDF5 cannot open it."""
        reference = self.reference()
        for left in some((3000, 0), 1):
            with self.subTest(left=left):
                self.expect_stopped(self.stop())
                older, newer = self.newest()
                cut = (self.dir / newer).read_bytes()[:left]
                (self.dir / newer).write_bytes(cut)
                done = self.run_job(SELDOM)
                self.assertIn(f"{newer} is damaged", done.stdout)
                self.assertIn(f"continuing from {older}", done.stdout)
                self.expect_same(reference)
                for name in set(OUTPUTS) - {"job.yaml"}:
                    (self.dir / name).unlink()

    def test_all_is_damaged(self):
        self.stop()
        self.damage("cp-0.h5")
        self.damage("cp-1.h5")
        self.expect_failure("job.yaml", status=1,
                            says=["cp-0.h5", "damaged", "never starts over"])
        self.run_job("checkpoint.resume=never", SELDOM)
        self.assertEqual(self.names(), OUTPUTS)

    def test_course_is_guarded(self):
        self.stop()
        for name in ["cp-0.h5", "cp-1.h5"]:
            with h5py.File(self.dir / name, "a") as file:
                file["course"][1] += 0.5
        self.expect_failure("job.yaml", status=1, says=["checksum"])

    def test_another_problem(self):
        self.stop()
        for setting, says in [("problem.kappa=2", ["under problem", 'kappa: "1 + 0.5*x"', 'kappa: "2"']),
                              ("x.cells=14", ["under x ", "cells: 13", "cells: 14"]),
                              ("time.step=0.01", ["under time", "step: 0.02"]),
                              ("problem.precision=float", ["precision: double"])]:
            with self.subTest(setting=setting):
                self.expect_failure("job.yaml", "--set", setting, status=2,
                                    says=["is of another problem", *says,
                                          "may change: time.end", "never starts over"])

    def write_fields(self, **changed):
        """Arrays of every kind that a problem takes, on 9 x 13 cells; settings that name them."""
        rng = np.random.default_rng(7)
        fields = {"initial": rng.random((9, 13)), "kappa": 1 + rng.random((9, 13)),
                  "sigma": rng.random((9, 13)), "source": rng.random((9, 13)),
                  "edges": np.linspace(0, 1, 14) ** 1.1, "face": rng.random(9)}
        with h5py.File(self.dir / "fields.h5", "w") as file:
            for name, values in fields.items():
                file[name] = values
                if name in changed:
                    file[name][-1] = file[name][-1] + changed[name]
        keys = {f"problem.{name}": name for name in ["initial", "kappa", "sigma", "source"]}
        keys.update({"x.edges": "edges", "x.low_value": "face"})
        return [f"{key}=hdf5:fields.h5:{name}" for key, name in keys.items()], keys

    def test_changed_inputs(self):
        settings, keys = self.write_fields()
        settings.append("output.every_steps=0")
        self.expect_stopped(self.stop(*settings))
        for number, (key, name) in enumerate(keys.items()):
            with self.subTest(key=key):
                self.write_fields(**{name: 1e-3})
                for more in one_of([[], ["--check"]], number):
                    self.expect_failure("job.yaml", *self.words(settings), *more, status=2,
                                        says=[f"the values of {key} are not those that cp-",
                                              "may change: time.end", "never starts over"])
        self.write_fields()  # the same values in a new file, and a later end
        done = self.run_job(*settings, "time.end=24", ranks=3)
        self.assertIn("continuing from cp-", done.stdout)

    def test_outputs_that_do_not_belong(self):
        self.stop()
        partial = self.dir / "out.h5.partial"
        shutil.move(partial, self.dir / "away.h5")
        self.expect_failure("job.yaml", status=1, says=["out.h5", "never starts over"])
        shutil.copy(self.dir / "away.h5", partial)
        with h5py.File(partial, "a") as file:
            file["u"].attrs["run"] = "another"
        self.expect_failure("job.yaml", status=1,
                            says=["out.h5.partial is of another run", "never starts over"])
        shutil.copy(self.dir / "away.h5", partial)
        (self.dir / "table.csv.partial").write_text("step\n")
        self.expect_failure("job.yaml", status=1, says=["table.csv", "bytes"])

    def test_end_and_after(self):
        reference = self.reference()
        self.run_job("checkpoint.keep=true", SELDOM)
        self.assertEqual(self.names(), sorted(OUTPUTS + ["cp-0.h5", "cp-1.h5"]))
        done = self.run_job()  # as after a kill between the last file and the end
        self.assertIn("continuing from", done.stdout)
        self.expect_same(reference)

    def test_resume_words(self):
        self.stop()
        done = self.expect_success("job.yaml", "--check")
        self.assertIn("would continue from cp-", done.stdout)
        done = self.run_job("checkpoint.resume=always", SELDOM)
        self.assertIn("continuing from", done.stdout)

    def test_signal_without_checkpoints(self):
        """The job then ends as any program does."""
        status, printed, _ = self.stop("checkpoint.file=", "time.end=1000",
                                       when=lambda names: "out.h5.partial" in names)
        self.assertNotEqual(status, 0, printed)
        self.assertNotIn("out.h5", self.names())


if __name__ == "__main__":
    unittest.main()
