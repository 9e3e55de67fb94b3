"""Exchanges on simulated machines: the data, the papers' times, and what sharing links does to them.

  simulations.py CLASS      the tests of one class; CT_BUILD is the build directory
"""
import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "run"))
import simulation  # noqa: E402

SHARED = {"link_byte_s": 0.394e-6}  # the iPSC/860's links are as fast as its ports
UNSHARED = {"link_byte_s": 0}


class SimulationTest(unittest.TestCase):
    def simulate(self, *arguments, **options):
        """All results, whose data must be right."""
        results = simulation.simulate(*arguments, **options)
        self.assertGreater(len(results), 0)
        for result in results:
            self.assertEqual(result.wrong, 0, result)
        return results

    def assert_close(self, found, wanted, relative=1e-6):
        self.assertLess(abs(found / wanted - 1), relative, f"{found} is not {wanted}")

    def assert_as_predicted(self, results):
        for result in results:
            self.assert_close(result.simulated_s, result.predicted_s)

    def refuses(self, *arguments, says, **options):
        with self.assertRaises(simulation.Failure) as failure:
            simulation.simulate(*arguments, **options)
        self.assertIn(says, str(failure.exception))


class Hypercube(SimulationTest):
    def test_every_algorithm_and_value(self):
        """64 ranks: right data, and the predicted time of all that is in lockstep and shares no
        link: everything that pairs ranks along one dimension or by exclusive or."""
        results = self.simulate("hypercube:6", "ipsc860", ["24 1 every"])
        names = {result.algorithm.split()[0] for result in results}
        self.assertLessEqual({"direct", "standard", "multiphase", "mixed", "bruck", "naive",
                              "cyclic", "mtadea", "smg"}, names)
        free = {"direct", "standard", "multiphase", "mtadea"}
        self.assert_as_predicted(r for r in results if r.algorithm.split()[0] in free)


class Torus(SimulationTest):
    def test_every_algorithm_and_value(self):
        results = self.simulate("torus:8x8", "ipsc860", ["24 1 every"])
        names = {result.algorithm.split()[0] for result in results}
        self.assertLessEqual({"t1", "t2", "t1x"}, names)
        self.assert_as_predicted(r for r in results if r.algorithm.startswith("t"))

    def test_all_steps_at_once(self):
        self.simulate("torus:8x8", "ipsc860", ["24 0 all", "1000 2 t1"])


class Mesh(SimulationTest):
    def test_every_algorithm_of_meshes(self):
        results = self.simulate("mesh:8x8", "ipsc860",
                                [f"24 1 every {name}" for name in
                                 ("scott", "bounded", "rails", "mesh-multiphase")])
        free = [r for r in results if r.algorithm in ("scott", "bounded --contention 1 --interval 1")]
        self.assertEqual(len(free), 2)
        self.assert_as_predicted(free)

    def test_all_others(self):
        self.simulate("mesh:8x8", "paragon", ["24 1 all", "24 0 all"])


class Papers(SimulationTest):
    """iPSC/860, 64 ranks: direct (DE), standard (SE) and multiphase (3,3) exchange with a barrier a
    phase and a permutation after it."""

    ALGORITHMS = ("direct --sync phase", "standard --transit shuffled --sync phase",
                  "multiphase --partition 3,3 --transit shuffled --sync phase")

    def with_hops(self, *sizes):
        """Seconds by size and algorithm; a message takes 20.6 us a link, not 10.3 us d on average."""
        changes = {"distance_doubling_s": 0, "hop_s": 20.6e-6}
        jobs = [f"{size} 1 {algorithm}" for size in sizes for algorithm in self.ALGORITHMS]
        results = self.simulate("hypercube:6", "ipsc860", jobs, changes=changes)
        self.assert_as_predicted(results)
        times = [result.simulated_s for result in results]
        return [times[i:i + 3] for i in range(0, len(times), 3)]

    def test_32_bytes(self):
        direct, standard, multiphase = self.with_hops(32)[0]
        self.assertEqual([round(1e3 * time, 1) for time in (direct, standard, multiphase)],
                         [16.8, 15.6, 8.4])

    def test_direct_and_two_phases_cross_at_127_bytes(self):
        sizes = 10, 126, 127, 128, 250
        gains = [direct - multiphase for direct, _, multiphase in self.with_hops(*sizes)]
        crossing = 10 + (250 - 10) * gains[0] / (gains[0] - gains[-1])
        self.assertEqual(round(crossing), 127)
        self.assertEqual([gain > 0 for gain in gains], [True, True, True, False, False])

    def test_closed_forms(self):
        """By the formulas of the papers, with all messages at the mean distance."""
        start_up, byte, distance, permute, barrier = 177.5e-6, .394e-6, 61.8e-6, .54e-6, 900e-6
        for size in 1, 8, 400:
            def phases(*parts):
                return sum((2**part - 1) * (start_up + 2**(6 - part) * size * byte + distance)
                           + (64 * size * permute if len(parts) > 1 else 0) + barrier
                           for part in parts)

            results = self.simulate("hypercube:6", "ipsc860",
                                    [f"{size} 1 {algorithm}" for algorithm in self.ALGORITHMS])
            for result, wanted in zip(results, (phases(6), phases(*[1] * 6), phases(3, 3))):
                self.assert_close(result.simulated_s, wanted)


class Links(SimulationTest):
    """The proof, by a simulator that knows nothing of it, that schedules share no link."""

    def slowdowns(self, topology, *jobs):
        """How much longer each takes when links can be shared by messages."""
        free = self.simulate(topology, "ipsc860", jobs, changes=UNSHARED)
        shared = self.simulate(topology, "ipsc860", jobs, changes=SHARED)
        return [s.simulated_s / f.simulated_s for s, f in zip(shared, free)]

    def test_contention_free_schedules_are_not_slowed(self):
        for topology, names in (("hypercube:6", ("direct", "standard", "multiphase --partition 3,3")),
                                ("torus:8x8", ("t1", "t2")), ("mesh:8x8", ("scott",))):
            for slowdown in self.slowdowns(topology, *(f"1000 1 {name}" for name in names)):
                self.assert_close(slowdown, 1)

    def test_others_are(self):
        naive, bounded = self.slowdowns("mesh:8x8", "1000 0 naive",
                                        "1000 1 bounded --contention 2 --interval 1")
        self.assertGreater(naive, 1.5)
        self.assertGreater(bounded, 1.1)
        self.assertLess(bounded, 2)  # two messages a link, and what is no link's


class Scale(SimulationTest):
    """What has few steps, at more ranks."""

    def test_256(self):
        self.assert_as_predicted(self.simulate("hypercube:8", "ipsc860", [
            "16 1 standard", "16 1 multiphase --partition 4,4 --transit shuffled --sync phase"]))
        self.simulate("torus:16x16", "torus5000", ["16 1 t1", "16 1 t2", "16 1 bruck --radix 16"])

    def test_1024(self):
        self.assert_as_predicted(self.simulate("hypercube:10", "ipsc860", ["8 1 standard"]))


class Networks(SimulationTest):
    """Nodes of several ranks, on a switch, a tree and a dragonfly."""

    JOBS = ("64 0 auto", "64 1 node-aware", "64 1 direct", "64 0 mpi")

    def test_switch(self):
        self.simulate("nodes:8x4", "fattree", self.JOBS)
        self.simulate("flat:12", "fattree", ["64 1 direct", "64 0 auto", "0 1 bruck"])

    def test_tree_of_fewer_uplinks_is_slower(self):
        wide = self.simulate("nodes:8x4", "fattree", self.JOBS, network="tree:4x2x4")
        narrow = self.simulate("nodes:8x4", "fattree", self.JOBS, network="tree:4x2x1")
        self.assertGreater(narrow[2].simulated_s, wide[2].simulated_s)

    def test_dragonfly(self):
        self.simulate("nodes:8x4", "dragonfly", self.JOBS, network="dragonfly:2x1x2x2")

    def test_copies_are_charged(self):
        """Bruck's blocks have to be gathered; those of the direct exchange lie as they should."""
        jobs = ["64 1 bruck", "64 1 direct"]
        without = self.simulate("flat:16", "fattree", jobs)
        charged = self.simulate("flat:16", "fattree", jobs, settings=["CT_SIM_COPIES"])
        self.assertGreater(charged[0].simulated_s, without[0].simulated_s)
        self.assert_close(charged[1].simulated_s, without[1].simulated_s, 1e-12)


class Choice(SimulationTest):
    """What "auto" takes, by a calibration of the simulated machine."""

    def test_by_the_model(self):
        """The faces of the hull, without permutations: nothing is permuted."""
        results = self.simulate("hypercube:6", "ipsc860", ["8 1 auto", "512 1 auto", "4096 1 auto"])
        self.assertEqual([result.algorithm for result in results],
                         ["standard", "multiphase", "direct"])
        self.assert_as_predicted(results)

    def test_the_model_knows_of_links(self):
        """T1 shares none."""
        chosen, measured = self.simulate("torus:8x8", "torus5000", ["512 1 auto", "512 1 measured"])
        self.assertEqual([chosen.algorithm, measured.algorithm], ["t1", "t1"])

    def test_the_model_knows_of_steps_in_flight(self):
        """Sent all at once, bytes of 512 hide behind the start-ups of direct exchange."""
        one, all_at_once = self.simulate("hypercube:6", "ipsc860", ["512 1 auto", "512 0 auto"])
        self.assertEqual([one.algorithm, all_at_once.algorithm], ["multiphase", "direct"])
        self.assertLess(all_at_once.simulated_s, one.simulated_s)

    def test_calibration_of_another_day(self):
        """Start-ups grow a hundredfold; who calibrates again sends fewer messages."""
        slower = {"start_up_s": 100 * 177.5e-6}
        with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
            tuning = pathlib.Path(directory) / "tuning"
            fresh, = self.simulate("hypercube:5", "ipsc860", ["4096 1 auto"], tuning=tuning)
            before, = self.simulate("hypercube:5", "ipsc860", ["4096 1 auto"], changes=slower,
                                    tuning=tuning)
        after, = self.simulate("hypercube:5", "ipsc860", ["4096 1 auto"], changes=slower)
        self.assertEqual([fresh.algorithm, before.algorithm], ["direct", "direct"])
        self.assertLess(2 * after.simulated_s, before.simulated_s)

    def test_slow_hosts_and_links(self):
        """A slow host slows all that it sends and is sent; slow links what crosses them."""
        def times(**how):
            return [r.simulated_s for r in self.simulate(
                "torus:4x4", "torus5000", ["8 1 direct", "100000 1 direct"], **how)]
        sound, hosts, links = times(), times(slow="hosts:16:10"), times(slow="links:1:10")
        self.assert_close(hosts[0], 10 * sound[0], .1)
        self.assertGreater(hosts[1], 5 * sound[1])
        self.assert_close(links[0], sound[0], .1)
        self.assertGreater(links[1], 5 * sound[1])

    def test_pencils(self):
        """Rows, then columns: each a direct exchange of the ranks of one side."""
        pencil, = self.simulate("hypercube:5", "ipsc860", ["3200 1 pencil 4x8 direct"])
        message_s = [177.5e-6 + 5 * 10.3e-6 + 3200 / side * .394e-6 for side in (8, 4)]
        self.assert_close(pencil.simulated_s, 7 * message_s[0] + 3 * message_s[1])

    def test_selectors_of_the_library(self):
        """Pairs in turn take what direct exchanges do, Bruck's algorithm what it does."""
        for name, jobs in (("pair", ["512 1 direct"]), ("bruck", ["8 1 standard"])):
            size = jobs[0].split()[0]
            library, ours = self.simulate("hypercube:5", "ipsc860",
                                          [f"{size} 1 MPI_Alltoall", *jobs],
                                          config=[f"smpi/alltoall:{name}"])
            self.assertTrue(math.isnan(library.predicted_s))
            self.assert_close(library.simulated_s, ours.simulated_s)


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


class Command(unittest.TestCase):
    """run/simulate, from another directory."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="ct sim ")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def run_script(self, *arguments):
        return subprocess.run([ROOT / "run" / "simulate", *arguments], cwd=self.directory,
                              check=False, text=True, stdin=subprocess.DEVNULL, capture_output=True)

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
                (("--set", "hop_s"), 2, "KEY=NUMBER"),
                (("--set", "hops=1"), 1, 'unknown key "hops"'),
                (("--algorithm", "quickest"), 1, "quickest"),
                (("--machine", "deepblue"), 1, "deepblue")):
            done = self.run_script("--topology", "hypercube:2", *arguments, "-o", "x")
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(says, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(list(self.directory.iterdir()), [])


class Figures(unittest.TestCase):
    """Figures of the papers, and the claims beside our numbers."""

    def claims(self, name, *arguments, pictures=None):
        """What a figure prints; its pictures must be pictures, and no file half written."""
        with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
            done = subprocess.run([ROOT / "run" / "figures" / name, "-o", directory, *arguments],
                                  check=False, text=True, stdin=subprocess.DEVNULL,
                                  capture_output=True)
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

    def test_cube(self):
        printed = self.claims("cube", "--small")
        self.assertEqual(len(re.findall(r" the formula +the same\n", printed)), 12)
        self.assertRegex(printed, r"tea2 +at most the formula +0\.52 to 0\.79 of it\n")

    def test_scale(self):
        """On a torus as small as that nobody is far ahead."""
        printed = self.claims("scale", "--small", pictures={"scale.svg", "scale.csv"})
        self.assertRegex(printed, r"measured: gain by size .* 512 B 1\.2")


    def test_pencils(self):
        """The grid does not matter to exchanges with the fewest start-ups; to direct ones it does."""
        printed = self.claims("pencils", "--small")
        self.assertRegex(printed, r"auto, by grid \(us\) +1x16 5\.23, .*4x4 5\.23,")
        self.assertRegex(printed, r"direct, by grid \(us\) +1x16 17\.9\d?, .*4x4 6\.\d+,")

    def test_faults(self):
        printed = self.claims("faults", "--small")
        self.assertRegex(printed, r"links:1:10, 4096 B +t1, 1331 us +direct, 979")
        self.assertRegex(printed, r"hosts:8:10, 64 B +(t1, [\d.]+ us) +\1\n")


class Nightly(SimulationTest):
    """A minute each."""

    def test_direct_1024(self):
        self.assert_as_predicted(self.simulate("hypercube:10", "ipsc860", ["8 1 direct"]))

    def test_standard_4096(self):
        self.assert_as_predicted(self.simulate("hypercube:12", "ipsc860", ["8 1 standard"]))

    def test_multiphase_4096(self):
        self.assert_as_predicted(self.simulate("hypercube:12", "ipsc860",
                                               ["8 1 multiphase --partition 6,6"]))


if __name__ == "__main__":
    unittest.main()
