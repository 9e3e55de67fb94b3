"""Unchanged programs, in C and Fortran, under the preload: what they print, and the reports."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import locale_making
from harness import some

HERE = pathlib.Path(__file__).resolve().parent
MPIEXEC = os.environ.get("CT_MPIEXEC", "mpiexec")
MPICC = os.environ.get("CT_MPICC", "mpicc")
MPIFORT = "mpifort"  # of this MPI, as PATH has it in tests
IS_OPEN_MPI = "OPEN_MPI" in subprocess.run([MPICC, "-E", "-dM", "-include", "mpi.h", "-xc", os.devnull],
                                           capture_output=True, text=True, check=True).stdout
LIBRARIES = f"{os.environ['CT_PRELOADED']}:{os.environ['CT_TEST_PRELOAD']}"


class Preloaded(unittest.TestCase):
    printed = {}  # by programs themselves

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        cls.addClassCleanup(cls.directory.cleanup)
        cls.dir = pathlib.Path(cls.directory.name)
        for compiler, source in ((MPICC, "rows.c"), (MPIFORT, "rows.f90")):
            subprocess.run([compiler, "-g", str(HERE / source), "-o", source + ".out"], cwd=cls.dir,
                           check=True)

    def run_it(self, source, ranks=2, way=(), **environment):
        """Runs a program by itself if there is no environment, else under the preload."""
        if environment:
            environment["LD_PRELOAD"] = LIBRARIES
        done = subprocess.run([MPIEXEC, "-n", str(ranks), str(self.dir / (source + ".out")), *way],
                              env={**os.environ, **environment}, cwd=self.dir, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def sites(self, source, report="report.json", way=(), **environment):
        """The same output as without, and the report."""
        path = self.dir / report
        path.unlink(missing_ok=True)
        if (source, way) not in self.printed:
            self.printed[source, way] = self.run_it(source, way=way).stdout
        done = self.run_it(source, way=way, CT_PRELOAD_REPORT=str(path), **environment)
        self.assertEqual(done.stdout, self.printed[source, way])
        self.assertEqual(done.stderr, "")
        return path.read_text()

    def line_of(self, source, site):
        """The source line that a site is in."""
        said = subprocess.run(["addr2line", "-e", str(self.dir / (source + ".out")),
                               hex(site["offset"])], capture_output=True, text=True, check=True)
        name, line = said.stdout.strip().split(":")
        self.assertEqual(pathlib.Path(name).name, source)
        return (HERE / source).read_text().splitlines()[int(line.split()[0]) - 1]

    def test_c(self):
        report = json.loads(self.sites("rows.c", CT_PRELOAD_AFTER="0"))
        site, = report["sites"]
        self.assertEqual((site["call"], site["calls"], site["ranks"]), ("Alltoall", 200, 2))
        self.assertEqual(site["bytes"], 64 * 64 * 8)
        self.assertEqual(site["sent_bytes"], 200 * 2 * 64 * 64 * 8)
        self.assertGreater(site["ours"], 5)
        self.assertLess(site["ours"], 200)  # the library's are tried in between
        self.assertGreater(site["mean_ours_s"], 0)
        self.assertGreater(site["mean_library_s"], 0)
        mean = (site["ours"] * site["mean_ours_s"]
                + (200 - site["ours"]) * site["mean_library_s"])
        self.assertAlmostEqual(mean / site["seconds"], 1, places=6)
        self.assertNotEqual(site["algorithm"], "mpi")
        self.assertEqual(report["calls_left_out"], 0)
        self.assertIn("MPI_Alltoall", self.line_of("rows.c", site))

    def test_types(self):
        """MPI_Alltoallw, with columns that are packed."""
        report = json.loads(self.sites("rows.c", way=("types",), CT_PRELOAD_AFTER="0"))
        site, = report["sites"]
        self.assertEqual((site["call"], site["calls"]), ("Alltoallw", 200))
        self.assertEqual(site["sent_bytes"], 200 * 2 * 64 * 64 * 8)
        self.assertGreater(site["ours"], 5)

    def test_rooted(self):
        report = json.loads(self.sites("rows.c", way=("rooted",), CT_PRELOAD_AFTER="0"))
        self.assertEqual([site["call"] for site in report["sites"]], ["Bcast", "Gather", "Scatter"])
        for site in report["sites"]:
            self.assertEqual(site["calls"], 200)
            self.assertGreater(site["ours"], 5)

    def test_begun(self):
        """Calls that others complete are in the report with what they send, and their time until then."""
        def sites(**environment):
            environment = {"CT_PRELOAD_AFTER": "0", **environment}
            found = json.loads(self.sites("rows.c", way=("begun",), **environment))["sites"]
            self.assertEqual([(site["call"], site["bytes"], site["calls"], site["sent_bytes"]) for site in found],
                             [("Ialltoallw", 2 * 64 * 64 * 8, 200, 200 * 2 * 64 * 64 * 8),
                              ("Ialltoall", 64 * 64 * 8, 200, 200 * 2 * 64 * 64 * 8)])
            return found
        columns, blocks = sites()
        self.assertEqual((columns["ours"], columns["algorithm"]), (0, "mpi"))  # types that would be packed
        if not IS_OPEN_MPI:  # which has no requests for this
            self.assertEqual(blocks["algorithm"], "single copies")
            self.assertGreater(blocks["ours"], 5)
            self.assertGreater(200, blocks["ours"])
            self.assertGreater(min(blocks["mean_ours_s"], blocks["mean_library_s"]), 1e-7)
        for environment in some(({"CT_PRELOAD": "off"}, {"CT_PRELOAD": "ialltoallw,alltoall"},
                                 {"CT_PRELOAD_FLOOR": "32769"}, {"CT_PRELOAD_AFTER": "1e6"}), 2):
            with self.subTest(**environment):
                self.assertEqual([site["ours"] for site in sites(**environment)], [0, 0])

    def made_locale(self, language):
        name = locale_making.make(self.dir, language)
        if name is None:
            self.skipTest(f"no locale {language}")
        return name

    def test_turkish(self):
        """In a program with a Turkish locale, where i is not the small letter of I, names of calls are known."""
        name = self.made_locale("tr_TR")
        done = self.run_it("rows.c", CT_PRELOAD="ialltoall,alltoall", LOCPATH=str(self.dir), LC_ALL=name)
        self.assertEqual(done.stderr, "")

    def test_decimal_comma(self):
        """In a program that calls setlocale numbers in the environment and in reports have points all the same."""
        name = self.made_locale("de_DE")
        done = self.run_it("rows.c", CT_PRELOAD_AFTER="0.000001", CT_PRELOAD_FLOOR="1.5e0", LOCPATH=str(self.dir),
                           LC_ALL=name, CT_PRELOAD_REPORT=str(self.dir / "commas.json"))
        self.assertEqual(done.stderr, "")
        site, = json.loads((self.dir / "commas.json").read_text())["sites"]
        self.assertGreater(site["ours"], 5)
        self.run_it("rows.c", CT_PRELOAD_AFTER="0.000001", LOCPATH=str(self.dir), LC_ALL=name,
                    CT_PRELOAD_REPORT=str(self.dir / "commas.txt"))
        self.assertNotRegex((self.dir / "commas.txt").read_text(), r"\d,\d")

    def test_fortran(self):
        if IS_OPEN_MPI:  # its Fortran calls nothing that could be replaced: the program just runs
            self.assertEqual(self.run_it("rows.f90").stdout,
                             self.run_it("rows.f90", CT_PRELOAD_AFTER="0").stdout)
            return
        report = json.loads(self.sites("rows.f90", CT_PRELOAD_AFTER="0"))
        self.assertEqual(sorted(site["call"] for site in report["sites"]),
                         ["Alltoall", "Alltoallv"])
        for site in report["sites"]:
            self.assertEqual(site["calls"], 120)
            self.assertGreater(site["ours"], 5)
            self.assertRegex(self.line_of("rows.f90", site), "MPI_Alltoall|MPI_DOUBLE")

    def test_text(self):
        lines = self.sites("rows.c", "report.txt", CT_PRELOAD_AFTER="0").splitlines()
        self.assertEqual(lines[2].split()[:4], ["call", "ranks", "bytes", "calls"])
        self.assertEqual(lines[3].split()[:4], ["Alltoall", "2", "32768", "200"])
        self.assertEqual(len(lines), 4)

    def test_passed_on(self):
        """By switch, by floor, and where the program spends too little time in its calls."""
        for environment in ({"CT_PRELOAD": "off", "CT_PRELOAD_AFTER": "0"},
                            {"CT_PRELOAD": "alltoallv", "CT_PRELOAD_AFTER": "0"},
                            {"CT_PRELOAD_FLOOR": "32769", "CT_PRELOAD_AFTER": "0"},
                            {"CT_PRELOAD_AFTER": "1e6"}):
            with self.subTest(**environment):
                site, = json.loads(self.sites("rows.c", **environment))["sites"]
                self.assertEqual((site["calls"], site["ours"]), (200, 0))
                self.assertEqual((site["algorithm"], site["mean_ours_s"]), ("mpi", None))

    def test_wrong_settings(self):
        """Are said once, and change nothing."""
        plain = self.run_it("rows.c").stdout
        for name, value in (("CT_PRELOAD", "alltoal"), ("CT_PRELOAD", "alltoall_init"), ("CT_PRELOAD", ""),
                            ("CT_PRELOAD_FLOOR", "-1"), ("CT_PRELOAD_AFTER", "soon")):
            with self.subTest(name=name, value=value):
                done = self.run_it("rows.c", **{name: value})
                said = done.stderr.splitlines()
                self.assertEqual(len(said), 1, done.stderr)
                self.assertIn(f"cornerturn: {name} ", said[0])
                self.assertIn("allowed: ", said[0])
                self.assertEqual(done.stdout, plain)

    def test_no_place_for_report(self):
        done = self.run_it("rows.c", CT_PRELOAD_REPORT=str(self.dir / "none" / "report"))
        self.assertIn("cannot write the report", done.stderr)


if __name__ == "__main__":
    unittest.main()
