"""run/jobs: each script, run as its batch system would, with stand-ins that note their arguments."""
import itertools
import os
import shutil
import unittest

from tools import ROOT, ScratchTest

CONFIG = """\
# A config as in inputs/.
input: {file: data/in.h5, dataset: a}  # sections as YAML has them
output:
  # file: wrong.h5
  file: "out/result.h5"
  overwrite: true
report:
  file: out/report.yaml
"""

# A launcher notes its name and arguments, one a line, and where it stands.
LAUNCHER = """#!/bin/sh
if [ "$*" = "getattr size" ]; then echo 3; exit; fi
{ basename "$0"; printf '%s\\n' "$@"; } >"$CT_TEST_LOG"
echo "$CT_SUBMISSION" >"$CT_TEST_LOG.submission"
pwd >"$CT_TEST_LOG.directory"
exit "${CT_TEST_STATUS:-0}"
"""

# How each batch system says where it was asked, and how it is to start the ranks.
SYSTEMS = {
    "slurm": ({"SLURM_SUBMIT_DIR": "{checkout}"},
              ["srun", "--kill-on-bad-exit=1", "--cpu-bind=cores", "--distribution=block:cyclic"]),
    "pbs": ({"PBS_O_WORKDIR": "{checkout}", "PBS_NODEFILE": "{checkout}/nodes"},
            ["mpiexec", "-f", "{checkout}/nodes", "-n", "4", "-bind-to", "core"]),
    "lsf": ({"LS_SUBCWD": "{checkout}", "LSB_DJOB_NUMPROC": "12"},
            ["mpirun", "-n", "12", "-bind-to", "core"]),
    "flux": ({},
             ["flux", "run", "--nodes=3", "--exclusive", "--tasks-per-core=1",
              "--setopt=cpu-affinity=per-task",
               "--setopt=exit-on-error"]),
}


TURNS = itertools.count()


class Jobs(ScratchTest):
    def setUp(self):
        super().setUp()
        # A checkout with a built program; the script itself is run from a spool elsewhere.
        self.checkout = self.path("check out")
        shutil.copytree(os.path.join(ROOT, "run", "jobs"), self.path("check out/run/jobs"))
        for name in "fft", "adi":
            self.write(f"check out/build/apps/{name}",
                       f"#!/bin/sh\nexec {os.environ['CT_PROGRAMS']}/{name} \"$@\"\n",
                       executable=True)
        self.write("check out/inputs/job.yaml", CONFIG)
        self.write("check out/nodes", "a\na\nb\nb\n")
        for launcher in "srun", "mpiexec", "mpirun", "flux":
            self.write(f"bin/{launcher}", LAUNCHER, executable=True)
        os.mkdir(self.path("spool"))

    def submit(self, system, *arguments, directory=None, **environment):
        directory = directory or self.checkout
        script = shutil.copy(os.path.join(ROOT, "run", "jobs", system), self.path("spool/copied"))
        given = {name: value.replace("{checkout}", directory)
                 for name, value in SYSTEMS[system][0].items()}
        if "CT_LAUNCHER" in environment:  # as on a machine without a batch system
            given = {name: value for name, value in given.items() if name not in ("PBS_NODEFILE", "LSB_DJOB_NUMPROC")}
        if "PBS_NODEFILE" in given:
            given["PBS_NODEFILE"] = os.path.join(self.checkout, "nodes")
        log = self.path("log")
        if os.path.exists(log):
            os.remove(log)
        # Flux starts its jobs where they were submitted, the others anywhere.
        where = directory if system == "flux" else self.path("spool")
        return self.run_script(script, *arguments, directory=where, path_first=self.path("bin"),
                               environment={**given, "CT_TEST_LOG": log, **environment})

    def launched(self):
        return self.read("log").splitlines() if os.path.exists(self.path("log")) else None

    def command(self, system, *overrides):
        launcher = [word.replace("{checkout}", self.checkout) for word in SYSTEMS[system][1]]
        settings = [word for override in overrides for word in ("--set", override)]
        return launcher + [self.path("check out/build/apps/fft"),
                           self.path("check out/inputs/job.yaml")] + settings

    def for_each_system(self):
        """Or for two of them, and in the next test for the others."""
        names = list(SYSTEMS)
        first = 2 * next(TURNS) % len(names)
        for system in names if "CT_NIGHTLY" in os.environ else names[first:first + 2]:
            with self.subTest(system=system):
                yield system

    def test_arguments(self):
        for system in SYSTEMS:
            self.expect(self.submit(system, "inputs/job.yaml", "fft.rigour=patient",
                                    "output.file=out/a b.h5"), 0)
            self.assertEqual(self.launched(), self.command(system, "fft.rigour=patient",
                                                           "output.file=out/a b.h5"))
            self.assertEqual(self.read("log.directory").strip(), self.checkout)
            self.assertIn(f"run/jobs/{system} inputs/job.yaml fft.rigour=patient",
                          self.read("log.submission"))

    def test_a_wrong_config(self):
        """It is found before any rank is started."""
        for system in self.for_each_system():
            self.expect(self.submit(system, "inputs/job.yaml", "fft.rigor=patient"), 2,
                        "unknown key; allowed in fft: ")
            self.assertIsNone(self.launched())

    def test_environment(self):
        for system in self.for_each_system():
            self.expect(self.submit(system, CT_CONFIG="inputs/job.yaml",
                                    CT_SET="fft.rigour=patient verify.round_trip=false"), 0)
            self.assertEqual(self.launched(), self.command(system, "fft.rigour=patient",
                                                           "verify.round_trip=false"))

    def test_finished_work_is_left_alone(self):
        for system in self.for_each_system():
            self.write("check out/out/result.h5", "finished")
            self.write("check out/out/report.yaml", "finished")
            self.expect(self.submit(system, "inputs/job.yaml"), 0, "out/result.h5 is there")
            self.assertIsNone(self.launched())
            self.assertEqual(self.read("check out/out/result.h5"), "finished")
            self.expect(self.submit(system, "inputs/job.yaml", "output.overwrite=false"), 0)
            self.assertIsNone(self.launched())
            self.expect(self.submit(system, "inputs/job.yaml", "output.file=out/new.h5"), 0)
            self.assertEqual(self.launched(), self.command(system, "output.file=out/new.h5"))
            self.expect(self.submit(system, "inputs/job.yaml", "output.overwrite=true"), 0)
            self.assertEqual(self.launched(), self.command(system, "output.overwrite=true"))

    def test_killed_work_is_done_again(self):
        """The report comes last. Unfinished files are the program's: it knows whether their job lives."""
        for system in self.for_each_system():
            self.write("check out/out/result.h5", "finished, but not the rest")
            self.write("check out/out/result.h5.partial-17-0", "half")
            self.expect(self.submit(system, "inputs/job.yaml"), 0)
            self.assertEqual(self.launched(), self.command(system, "output.overwrite=true"))
            self.assertIn("result.h5.partial-17-0", os.listdir(self.path("check out/out")))

    def test_scratch_directory(self):
        self.write("check out/data/in.h5", "input")
        for system in self.for_each_system():
            scratch = self.path("scr atch", system)
            self.expect(self.submit(system, "inputs/job.yaml", CT_SCRATCH=scratch), 0)
            self.assertEqual(self.launched(), self.command(
                system, f"input.file={self.checkout}/data/in.h5"))
            self.assertEqual(self.read("log.directory").strip(), scratch)
            self.assertTrue(os.path.isdir(os.path.join(scratch, "out")))
            self.write(f"scr atch/{system}/data/in.h5", "input")
            self.expect(self.submit(system, "inputs/job.yaml", CT_SCRATCH=scratch), 0)
            self.assertEqual(self.launched(), self.command(system))

    def test_submitted_elsewhere(self):
        self.write("study/mine.yaml", CONFIG)
        for system in self.for_each_system():
            self.expect(self.submit(system, "mine.yaml", directory=self.path("study")), 2,
                        "submit from the checkout, or set CT_HOME")
            self.assertIsNone(self.launched())
            self.expect(self.submit(system, "mine.yaml", directory=self.path("study"),
                                    CT_HOME=self.checkout), 0)
            self.assertEqual(self.launched()[-2:], [self.path("check out/build/apps/fft"),
                                                    self.path("study/mine.yaml")])
            self.assertEqual(self.read("log.directory").strip(), self.path("study"))

    def test_other_launcher_and_program(self):
        self.write("check out/inputs/job.yaml", "x: {cells: 4}\noutput: {file: out.h5}\n"
                   "problem: {initial: x}\ntime: {end: 1, step: 0.1}\n")
        for system in self.for_each_system():
            self.expect(self.submit(system, "inputs/job.yaml", CT_LAUNCHER="mpirun -n 7",
                                    CT_PROGRAM="adi"), 0)
            self.assertEqual(self.launched(), ["mpirun", "-n", "7",
                                               self.path("check out/build/apps/adi"),
                                               self.path("check out/inputs/job.yaml")])

    def test_arrays_and_directories_of_adi(self):
        self.write("check out/data/in.h5", "input")
        self.write("check out/inputs/job.yaml", "problem:\n  initial: hdf5:data/none.h5:u\n"
                   "  kappa: |\n    1 +\n    x\n  source: hdf5:data/in.h5:a/f\noutput:\n  file: out/u.h5\n"
                   "table:\n  file: tables/u.csv\ncheckpoint:\n  file: kept/u\n"
                   "x: {cells: 4}\ntime: {end: 1, step: 0.1}\n")
        for system in self.for_each_system():
            scratch = self.path("adi", system)
            self.write(f"adi/{system}/out/u.h5.partial", "to go on with")
            self.expect(self.submit(system, "inputs/job.yaml", CT_SCRATCH=scratch,
                                    CT_PROGRAM="adi"), 0)
            self.assertEqual(self.launched()[-2:],
                             ["--set", f"problem.source=hdf5:{self.checkout}/data/in.h5:a/f"])
            for name in "out", "tables", "kept":
                self.assertTrue(os.path.isdir(os.path.join(scratch, name)), name)
            self.assertTrue(os.path.exists(os.path.join(scratch, "out/u.h5.partial")))

    def test_jsrun(self):
        self.write("bin/jsrun", LAUNCHER, executable=True)
        self.expect(self.submit("lsf", "inputs/job.yaml", CT_RANKS_PER_NODE="42"), 0)
        self.assertEqual(self.launched()[:11], ["jsrun", "-n", "ALL_HOSTS", "-a", "42", "-c",
                                                "ALL_CPUS", "-d", "packed", "-b", "packed:1"])

    def test_status_of_the_program_is_that_of_the_job(self):
        for system in self.for_each_system():
            self.expect(self.submit(system, "inputs/job.yaml", CT_TEST_STATUS="3"), 3)

    def test_mistakes(self):
        for system in self.for_each_system():
            for arguments, text in (([], "which config?"), (["none.yaml"], "no config none.yaml"),
                                    (["inputs/job.yaml", "rigour"], "not section.key=value")):
                self.expect(self.submit(system, *arguments), 2, text)
                self.assertIsNone(self.launched())
            self.expect(self.submit(system, "inputs/job.yaml", CT_PROGRAM="nil"), 2, "no program")

    def test_example_config_is_understood(self):
        """The files that the scripts find in the annotated example are the ones it names."""
        shutil.copy(os.path.join(ROOT, "inputs", "fft3d-brain.yaml"),
                    self.path("check out/inputs/job.yaml"))
        self.write("check out/out/spectrum.h5", "finished")
        self.write("check out/out/spectrum-report.yaml", "finished")
        self.expect(self.submit("slurm", "inputs/job.yaml"), 0, "out/spectrum.h5 is there")


if __name__ == "__main__":
    unittest.main()
