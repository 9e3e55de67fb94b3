"""What "auto" takes on simulated machines, before and after they change, and what MPI's own takes.

  choices.py CLASS      the tests of one class; CT_BUILD is the build directory
"""
import math
import pathlib
import re
import tempfile
import unittest

from harness import SimulationTest


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

    def test_the_model_knows_of_groups(self):
        """Groups of a dragonfly have one link: cyclic exchange keeps it busy from the first step to
        the last, exchange in pairs crosses it in one half only, and is slower than MPICH."""
        network = "dragonfly:2x1x2x2"
        aware, = self.simulate("dragonfly:2x4x8", "dragonfly", ["8192 4 auto"], network=network)
        unaware, = self.simulate("nodes:8x8", "dragonfly", ["8192 4 auto"], network=network)
        library, = self.simulate("dragonfly:2x4x8", "dragonfly", ["8192 1 MPI_Alltoall"],
                                 network=network, config=["smpi/alltoall:mpich"])
        self.assertEqual([aware.algorithm, unaware.algorithm.split(" --transit")[0]],
                         ["cyclic", "multiphase --partition 6"])
        self.assertLess(library.simulated_s, .95 * unaware.simulated_s)
        self.assertLess(aware.simulated_s, library.simulated_s)

    def test_the_calibration_knows_how_fast_links_are(self):
        """By messages that meet on them: the Paragon's links carry 175 MB/s, its ports a byte in
        0.022 us; on the others links are as fast as ports, or as the way out of a node, which four
        ranks share. Without links there is nothing to say."""
        for topology, machine, wanted in (("mesh:8x8", "paragon", .022e-6 * 175e6),
                                          ("torus:8x8", "torus5000", 1),
                                          ("hypercube:6", "ipsc860", 1),
                                          ("dragonfly:2x4x4", "dragonfly", 4),
                                          ("nodes:4x2", "fattree", None)):
            with tempfile.TemporaryDirectory(prefix="ct sim ") as directory:
                tuning = pathlib.Path(directory) / "tuning"
                self.simulate(topology, machine, ["8 0 auto"], tuning=tuning)
                found = re.findall(r" link_speed (\S+)$", tuning.read_text(), re.MULTILINE)
            if wanted is None:
                self.assertEqual(found, [])
            else:
                self.assert_close(float(found[0]), wanted, 1e-3)

    def test_the_model_knows_of_steps_in_flight(self):
        """Sent all at once, bytes of 512 hide behind the start-ups of lagged exchange."""
        one, all_at_once, direct = self.simulate(
            "hypercube:6", "ipsc860", ["512 1 auto", "512 0 auto", "512 0 direct"])
        self.assertEqual([one.algorithm, all_at_once.algorithm.split()[0]], ["multiphase", "lagged"])
        self.assertLess(all_at_once.simulated_s, direct.simulated_s)
        self.assertLess(direct.simulated_s, one.simulated_s)

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


if __name__ == "__main__":
    unittest.main()
