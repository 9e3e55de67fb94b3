"""run/simulate and run/figures as a user runs them, and what they say of wrong requests.

  commands.py CLASS      the tests of one class; CT_BUILD is the build directory
"""
import csv
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from harness import ROOT, SimulationTest, simulation

sys.path.insert(0, str(ROOT / "tests" / "run"))
from tools import PlotTest  # noqa: E402

IS_NIGHTLY = "CT_NIGHTLY" in os.environ


class Broken(SimulationTest):
    def test_wrong_data_are_seen(self):
        result, = simulation.simulate("hypercube:3", "ipsc860", ["8 1 direct"],
                                      settings=["CT_SIM_DAMAGE"])
        self.assertEqual(result.wrong, 1)

    def test_messages(self):
        self.refuses("hypercube:3", "ipsc860", ["8 1 quickest"], says='"quickest"; there are')
        self.refuses("hypercube:3", "ipsc860", ["8 1 t1"], says='called "t1"')
        self.refuses("hypercube:3", "ipsc860", ["8 1 every t1"], says="t1 cannot run")
        self.refuses("hypercube:3", "ipsc860", ["8 1 every quickest"], says="quickest")
        self.refuses("flat:6", "ipsc860", ["8 1 standard"], says="standard cannot run")
        self.refuses("hypercube:3", "ipsc860", ["8 1 direct", "8 direct"], says="jobs:2: expected")
        self.refuses("hypercube:3", "ipsc", ["8 1 direct"], says="ipsc")
        self.refuses("ring:3", "ipsc860", ["8 1 direct"], says='topology "ring:3"')
        for topology in "hypercube:99", "torus:0x4":
            self.refuses(topology, "ipsc860", ["8 1 direct"], says="1 to 16384 ranks")
        self.refuses("nodes:4x2", "fattree", ["8 1 direct"], network="tree:2x2", says="3 numbers")
        self.refuses("nodes:4x2", "fattree", ["8 1 direct"], network="clos:2", says='"clos:2"')
        self.refuses("nodes:6x2", "fattree", ["8 1 direct"], network="dragonfly:3x1x2x1",
                     says="no more groups")
        self.refuses("dragonfly:2x4", "dragonfly", ["8 1 direct"], says="dragonfly:GROUPS")
        self.refuses("dragonfly:2x4x2", "dragonfly", ["8 1 direct"], network="dragonfly:2x1x3x1",
                     says="the topology's groups are not those")
        self.refuses("dragonfly:3x2x1", "dragonfly", ["8 1 direct"], says="no more groups")
        self.refuses("dragonfly:2x4x2", "dragonfly", ["8 1 direct"], network="tree:4x2x2",
                     says="is one already")
        self.refuses("nodes:4x2", "fattree", ["8 1 direct"], network="tree:3x1x1",
                     says="room for 3 of 4 nodes")
        self.refuses("torus:4x2", "fattree", ["8 1 direct"], network="tree:4x2x1",
                     says="the topology is one already")
        self.refuses("flat:4", "fattree", ["8 1 direct"], changes={"half_duplex": 1},
                     says="not simulated")
        for wrong in "pencil 3x2 direct", "pencil direct", "pencil -1x-8 direct":
            self.refuses("hypercube:3", "ipsc860", [f"8 1 {wrong}"], says="pencil ROWSxCOLUMNS")
        for slow in "hosts:0:2", "links:2", "ports:1:2", "hosts:1:2x", "hosts:1:-1":
            self.refuses("flat:4", "fattree", ["8 1 direct"], slow=slow, says=f'slow "{slow}"')

    def test_too_long(self):
        self.refuses("hypercube:6", "ipsc860", ["8 1 every"], timeout_s=0.2, says="more than 0.2 s")

    def test_a_simulation_that_stops_early_is_no_success(self):
        """SimGrid leaves a deadlock with status 0 and without the last line."""
        line = "direct\t8\t1\t1e-3\tnan\t0\n"
        self.assertTrue(math.isnan(simulation.parse(line + "end\t1\n")[0].predicted_s))
        for printed in "", line, line + "end\t2\n":
            with self.assertRaises(simulation.Failure):
                simulation.parse(printed)


class Command(PlotTest):
    """run/simulate, from another directory."""

    def setUp(self):
        super().setUp()
        self.directory = pathlib.Path(self.scratch)

    def run_script(self, *arguments):
        return self.run_python("simulate", *arguments)

    def test_as_a_program(self):
        done = subprocess.run([ROOT / "run" / "simulate", "--topology", "hypercube:2", "--sizes", "x"], check=False,
                              cwd=self.directory, text=True, stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn('"x": sizes are bytes', done.stderr)

    def test_table_and_picture(self):
        done = self.run_script("--topology", "hypercube:3", "--algorithm", "direct --sync phase",
                               "--algorithm", "mpi", "--sizes", "8..64", "-o", "new/cube")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1.000000", done.stdout)
        with open(self.directory / "new" / "cube.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["bytes"]) for row in rows], 2 * [8, 11, 14, 20, 26, 35, 48, 64])
        self.assertAlmostEqual(float(rows[0]["simulated_s"]), float(rows[0]["predicted_s"]), 12)
        self.assertEqual({rows[-1]["algorithm"], rows[-1]["predicted_s"]}, {"mpi", "nan"})
        picture = xml.etree.ElementTree.parse(self.directory / "new" / "cube.svg")
        self.assertTrue(picture.getroot().tag.endswith("svg"))

    def test_lines_differ(self):
        """More algorithms than colours: no two have one sign in the key."""
        done = self.run_script("--topology", "torus:4x4", "--sizes", "8,64", "-o", "all")
        self.assertEqual(done.returncode, 0, done.stderr)
        picture = xml.etree.ElementTree.parse(self.directory / "all.svg")
        key, = picture.findall(".//*[@id='legend_1']")
        signs = [(sign.get("{http://www.w3.org/1999/xlink}href"), sign.get("style"))
                 for sign in key.iter() if sign.tag.endswith("use") and "stroke" in sign.get("style", "")]
        self.assertGreater(len(signs), 10)
        self.assertEqual(len(set(signs)), len(signs))

    def test_changed_constant(self):
        arguments = "--topology", "hypercube:3", "--algorithm", "direct", "--sizes", "8"
        plain = self.run_script(*arguments)
        changed = self.run_script(*arguments, "--set", "start_up_s=1")
        self.assertRegex(plain.stdout, r"direct +8 +1\.\d+ ms")
        self.assertRegex(changed.stdout, r"direct +8 +7\.\d+ s")

    def test_wrong_options(self):
        for arguments, status, says in (
                (("--sizes", "8..x"), 2, '"8..x": sizes are bytes'),
                (("--sizes", "-8"), 2, '"-8": sizes are bytes'),
                (("--sizes", f"8,{2**61}"), 1, f"--sizes {2**61}: "),
                (("--set", "hop_s"), 2, "KEY=NUMBER"),
                (("--set", "hops=1"), 1, 'unknown key "hops"'),
                (("--algorithm", "quickest"), 1, "quickest"),
                (("--machine", "deepblue"), 1, "deepblue")):
            done = self.run_script("--topology", "hypercube:2", *arguments, "-o", "x")
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(says, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_places_that_cannot_be_written(self):
        """Are refused before the simulation, which may take hours."""
        (self.directory / "file").write_text("", encoding="utf-8")
        (self.directory / "cube.csv").mkdir()
        for output, says in ("file/cube", "is no directory"), ("cube", "cube.csv is a directory"):
            done = self.run_script("--topology", "hypercube:2", "--sizes", "8", "-o", output)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(says, done.stderr)
        figure = self.run_python("figures/steps", "-o", str(self.directory / "file"))
        self.assertEqual((figure.returncode, figure.stdout), (2, ""))
        self.assertIn("is no directory", figure.stderr)


class Figures(PlotTest):
    """Figures of the papers, and the claims beside our numbers."""

    def claims(self, name, *arguments, pictures=None):
        """What a figure prints; its pictures must be pictures, and no file half written."""
        with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
            done = self.run_python(f"figures/{name}", "-o", directory, *arguments)
            self.assertEqual(done.returncode, 0, done.stderr)
            files = list(pathlib.Path(directory).iterdir())
            self.assertGreater(len(files), 0)
            if pictures is not None:
                self.assertEqual({file.name for file in files}, pictures)
            for file in files:
                if pictures is None or file.suffix == ".svg":
                    tag = xml.etree.ElementTree.parse(file).getroot().tag
                    self.assertTrue(tag.endswith("svg"))
        return done.stdout

    def test_hypercube(self):
        printed = self.claims("hypercube")
        self.assertIn("95 by the formula, 100 simulated", printed)
        self.assertIn("122 by the formula, 127 simulated", printed)
        self.assertRegex(printed, r"\(3,3\) \(ms\) +8 +8\.4\n")

    def test_torus(self):
        printed = self.claims("torus", "--small")
        self.assertRegex(printed, r"T1: steps, blocks +9, 2176 +9, 2136\n")
        self.assertIn("T1 from 0, T1.1 from 1.05, T2 from 10.3  T1 from 0, T1.2 from 0.391", printed)

    def test_mesh(self):
        printed = self.claims("mesh", "--small")
        self.assertIn("at 5 of 5 levels", printed)
        self.assertIn("at 8 of 8 levels", printed)
        self.assertRegex(printed, r"node contention 16 +more than 25 % +30 %")
        self.assertRegex(printed, r"16 x 16, c = 1, 2, 4 +(1024, 512, 256) +\1\n")
        self.assertRegex(printed, r"20 x 20, c = 2.* +1000 +no such schedule\n")

    def test_hull(self):
        printed = self.claims("hull")
        for faces in "1111, 22, 4", "111111, 222, 33, 6":
            self.assertRegex(printed, rf"faces +{faces} +{faces}\n")
        self.assertRegex(printed, r"corner only +211 +211\n")
        self.assertEqual(len(re.findall(r"at most off by +- +0\n", printed)), 2)
        self.assertNotIn("others", printed)

    def test_steps(self):
        printed = self.claims("steps")
        for steps in 12, 15:
            self.assertRegex(printed, rf"steps +{steps} +{steps}\n")
        self.assertEqual(len(re.findall(r"on a link at once +1 +1\n", printed)), 3)

    def test_corner_turn(self):
        self.assertIn("16 of 16, 64 of 64", self.claims("corner-turn"))

    @unittest.skipUnless(IS_NIGHTLY, "nightly")
    def test_cube(self):
        printed = self.claims("cube", "--small")
        self.assertEqual(len(re.findall(r" the formula +the same\n", printed)), 12)
        self.assertRegex(printed, r"tea2 +at most the formula +0\.52 to 0\.79 of it\n")

    def test_partitions(self):
        printed = self.claims("partitions", pictures={"partitions-7.svg", "equipartitions.svg"})
        self.assertRegex(printed, r"\n  122 +in the table +1 x 16, 3 x 8, 3 x 8\n")
        powers = re.findall(r"\n  n = \d: \d+ +(\d+, [\d.]+)(?:, equi\w+)? +(\d+, [\d.]+)", printed)
        self.assertEqual(len(powers), 15)
        for paper, ours in powers:
            self.assertEqual(paper, ours)
        self.assertEqual(re.findall(r"the same (\d+)\n", printed),
                         ["15", "11", "7", "5", "3", "2", "1"])
        self.assertRegex(printed, r"without it +the partitions of 4 +the 5 of 4\n")
        self.assertIn("1: 1 x 64, 2: 3 x 32, 3: 7 x 16, 4: 15 x 8, 5: 31 x 4", printed)
        for levels, faces, d in (5, 7, 11), (7, 8, 16):
            self.assertRegex(printed, rf"floor\(d/n\) +{levels} or {levels + 1} +{levels}: ")
            self.assertRegex(printed, rf"faces of the hull +{levels} to \d+ +{faces}: ")
            self.assertRegex(printed, rf"touch the hull +all {d} +{d} of {d}\n")

    @unittest.skipUnless(IS_NIGHTLY, "nightly")
    def test_collapse(self):
        printed = self.claims("collapse", pictures={"contention.svg", "permutations-8.svg",
                                                    "collapse-8.svg", "collapse-16.svg"})
        for both in "1, 1", "1, 2", "2, 4", "4, 8":
            self.assertIn(f"({both}) by its rules  ({both})\n", printed)
        self.assertRegex(printed, r"permutations +128 +128\n")
        self.assertRegex(printed, r"of the paper, replayed +\(1, 1\) each +(\(1, 1\)(, |\n)){3}")
        self.assertEqual(len(re.findall(r" all +64 of 64\n", printed)), 2)
        self.assertEqual(len(re.findall(r" 1, 1, 2 +1, 1, 2\n", printed)), 2)
        for steps in 1024, 512, 256:
            self.assertRegex(printed, rf"contention +({steps}, \(1, {1024 // steps}\)) +\1\n")
        self.assertRegex(printed, r"of \(c\) removed: \(node, link\) +\(2, 8\) +\(2, 8\)\n")

    def test_data_paths(self):
        printed = self.claims("data-paths", pictures={"tree-4.svg", "tokens-3.svg",
                                                      "tokens-grouped-3.svg"})
        self.assertEqual(len(re.findall(r" 15 of 15\n", printed)), 3)
        for moved in "4, 6, 4, 1", "1, 2, 4, 8", "8, 4, 2, 1":
            self.assertRegex(printed, rf" {moved} +{moved}\n")
        for lists in "3 of 3", "5 of 5", "10 of 10, each 1":
            self.assertIn(lists, printed)
        self.assertRegex(printed, r"in turn +6 +6, 6 in turn\n")
        self.assertRegex(printed, r"2, 4, 4, 6, 6 +3, 4, 5, 6, 7\n.* fewest .* 3, 4, 5, 6, 7\n")

    def test_parts(self):
        """One figure or table of a paper's, by its name; a wrong name writes nothing."""
        printed = self.claims("partitions", "--only", "figure-2", pictures={"equipartitions.svg"})
        self.assertNotIn("Table", printed)
        with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
            done = self.run_python("figures/collapse", "-o", directory, "--only", "figure-4,figure-3")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn('"figure-3": there are figure-2, figure-4', done.stderr)
            self.assertEqual(list(pathlib.Path(directory).iterdir()), [])

    def test_scale(self):
        """What was simulated before is not simulated again, and gives the same table. On a torus as small as that
        nobody is far ahead, nor could be."""
        with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
            cells = pathlib.Path(directory) / "scale.cells"
            printed = []
            for kept in (0, 10, 7) if IS_NIGHTLY else (0, 7):
                if kept:
                    cells.write_text("".join(cells.read_text().splitlines(True)[:kept]))
                done = self.run_python("figures/scale", "--small", "-o", directory)
                self.assertEqual(done.returncode, 0, done.stderr)
                simulated = [line for line in done.stdout.splitlines() if "simulated in" in line]
                self.assertEqual(len(simulated), 10 - kept)
                printed.append([line for line in done.stdout.splitlines() if "gain by size" in line])
            self.assertEqual({file.name for file in pathlib.Path(directory).iterdir()},
                             {"scale.svg", "scale.csv", "scale.cells"})
            self.assertRegex(done.stdout, r"gain by size .* 512 B 1\.")
            self.assertRegex(done.stdout, r"at most +8 B 1\.\d+, 512 B")
            self.assertEqual(printed, len(printed) * printed[:1])

    def test_pencils(self):
        """The grid does not matter to exchanges with the fewest start-ups; to direct ones it does."""
        printed = self.claims("pencils", "--small")
        self.assertRegex(printed, r"auto, by grid \(us\) +1x16 5\.23, .*4x4 5\.23,")
        self.assertRegex(printed, r"direct, by grid \(us\) +1x16 17\.9\d?, .*4x4 6\.\d+,")

    @unittest.skipUnless(IS_NIGHTLY, "nightly")
    def test_nodes(self):
        printed = self.claims("nodes", "--small")
        self.assertRegex(printed, r"that of binomial distances +67 % at best +65 to 78 %")
        self.assertRegex(printed, r"coalesced faster than staggered, smallest blocks +yes +3\.7 x")
        self.assertRegex(printed, r"best radix, smallest and largest blocks +grows +2 and 4\n")

    def test_faults(self):
        printed = self.claims("faults", "--small")
        self.assertRegex(printed, r"links:1:10, 4096 B +t1, 1331 us +direct, 979")
        self.assertRegex(printed, r"hosts:8:10, 64 B +(t1, [\d.]+ us) +\1\n")


if __name__ == "__main__":
    unittest.main()
