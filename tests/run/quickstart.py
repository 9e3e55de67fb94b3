"""run/quickstart and run/test in a checkout of their own, with stand-ins for cmake, ctest, mpirun and
the program; the volume, the picture and the summary are real."""
import os
import shutil
import unittest

from tools import ROOT, ScratchTest

CMAKE = """#!/bin/sh
echo "cmake $*" >>log
[ -e fails ] && exit 7
mkdir -p build/apps
echo "MPIEXEC_EXECUTABLE:FILEPATH=$MPIEXEC" >build/CMakeCache.txt
"""

# Where only the order of the commands is looked at.
LOGGED = '#!/bin/sh\necho "$(basename "$0") $*" >>log\n'

# Does what build/apps/fft does with the example, by NumPy.
MPIRUN = """#!/bin/sh
echo "$(basename "$0") $*" >>log
exec /usr/bin/python3 - <<'END'
import h5py, numpy, yaml
job = yaml.safe_load(open("inputs/fft3d-brain.yaml"))
with h5py.File(job["input"]["file"]) as file:
    volume = file[job["input"]["dataset"]][...]
with h5py.File(job["output"]["file"], "w") as file:
    file[job["output"]["dataset"]] = numpy.fft.fftn(volume)
with open(job["report"]["file"], "w") as file:
    yaml.safe_dump({"program": "fft", "problem": {"extent": list(volume.shape)}}, file)
END
"""


class Quickstart(ScratchTest):
    def setUp(self):
        super().setUp()
        for name in "run", "inputs":
            shutil.copytree(os.path.join(ROOT, name), self.path("check out", name))
        for name, text in (("cmake", CMAKE), ("mpirun", MPIRUN), ("other/mpiexec", LOGGED), ("logged", LOGGED),
                           ("mpiexec.openmpi", LOGGED), ("mpicc.mpich", ""), ("ld.gold", ""),
                           ("ctest", "#!/bin/sh\necho \"ctest $*\" >>log\nexit 5\n")):
            self.write(f"bin/{name}", text, executable=True)

    def run_here(self, script, *arguments, mpiexec="mpiexec", **environment):
        environment["MPIEXEC"] = self.path("bin", mpiexec)
        return self.run_script(self.path("check out/run", script), *arguments,
                               environment=environment, path_first=self.path("bin"))

    def commands(self):
        return self.read("check out/log").splitlines()

    def test_again_and_again(self):
        for _ in range(2):
            result = self.run_here("quickstart")
            self.expect(result, 0, "181 x 217 x 181", "out/spectrum-report.yaml",
                        "out/spectrum.png")
            self.assertTrue(result.stdout.rstrip().endswith("out/spectrum.png"))
        self.assertEqual(result.stdout.count("run/convert"), 0)  # the volume was there
        self.assertGreater(os.path.getsize(self.path("check out/out/spectrum.png")), 100000)
        self.assertEqual(self.commands()[0], "cmake --preset release")
        self.assertIn("mpirun -n 2 build/apps/fft inputs/fft3d-brain.yaml", self.commands())

    def test_launchers(self):
        """That of the build, by its name or path, or another by hand."""
        logged = self.path("bin", "logged")
        self.expect(self.run_here("quickstart", "-DX=1", mpiexec="other/mpiexec", CT_PYTHON=logged), 0)
        self.assertEqual(self.commands()[0], "cmake --preset release -DX=1")
        self.assertIn("mpiexec -n 2 build/apps/fft inputs/fft3d-brain.yaml", self.commands())
        # mpirun is MPICH's
        self.expect(self.run_here("quickstart", mpiexec="mpiexec.openmpi", CT_PYTHON=logged), 0)
        self.assertIn("mpiexec.openmpi -n 2 build/apps/fft inputs/fft3d-brain.yaml", self.commands())
        self.write("bin/mpirun", LOGGED, executable=True)
        self.expect(self.run_here("quickstart", CT_MPIRUN="mpirun --bind-to core", CT_PYTHON=logged), 0)
        self.assertIn("mpirun --bind-to core -n 2 build/apps/fft inputs/fft3d-brain.yaml",
                      self.commands())

    def test_stops_at_the_first_failure(self):
        self.write("check out/fails", "")
        self.expect(self.run_here("quickstart"), 7)
        self.assertEqual(len(self.commands()), 1)

    def test_run_test(self):
        """ctest is called last, gets the options, and its status is the script's."""
        self.expect(self.run_here("test", "-R", "fft", LDFLAGS="-Wl,-O1"), 5)
        sooner = self.path("check out/tests/support/suite.cmake")
        self.assertEqual(self.commands()[0], "cmake --preset release -DCT_WERROR=ON "
                                             f"-DCMAKE_PROJECT_INCLUDE={sooner} -DCT_MPI=mpich "
                                             "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold -Wl,-O1")
        self.assertTrue(self.commands()[-1].startswith("ctest --test-dir build -j2 "))
        self.assertTrue(self.commands()[-1].endswith(" -LE nightly|big -R fft"))


if __name__ == "__main__":
    unittest.main()
