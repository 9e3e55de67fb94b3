"""Exchanges on simulated machines: the data, the papers' times, and what sharing links does to them.

  simulations.py CLASS      the tests of one class; CT_BUILD is the build directory
"""
import unittest

from harness import SimulationTest

SHARED = {"link_byte_s": 0.394e-6}  # the iPSC/860's links are as fast as its ports
UNSHARED = {"link_byte_s": 0}


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


class Folded(SimulationTest):
    """Arrays that are the same pages again and again take the same simulated time."""

    def test_time_is_the_same(self):
        jobs = [f"65536 {window} {algorithm}" for window, algorithm in
                ((0, "direct"), (0, "t2"), (4, "multiphase"), (0, "bruck"), (0, "auto"),
                 (0, "MPI_Alltoall"))]
        whole = self.simulate("torus:4x4", "torus5000", jobs)
        folded = self.simulate("torus:4x4", "torus5000", jobs, folded=True)
        self.assertEqual([result.algorithm for result in folded],
                         [result.algorithm for result in whole])
        for one, other in zip(folded, whole):
            self.assert_close(one.simulated_s, other.simulated_s, 1e-12)

    def test_more_than_there_is_memory(self):
        """64 ranks with two arrays of 256 MiB each, which is 32 GiB."""
        self.assert_as_predicted(self.simulate("hypercube:6", "ipsc860", [f"{1 << 22} 1 direct"],
                                               folded=True))

    def test_data_are_not_checked(self):
        self.simulate("hypercube:3", "ipsc860", ["65536 1 direct"], settings=["CT_SIM_DAMAGE"],
                      folded=True)


class Scale(SimulationTest):
    """What has few steps, at more ranks."""

    def test_256(self):
        self.assert_as_predicted(self.simulate("hypercube:8", "ipsc860", [
            "16 1 standard", "16 1 multiphase --partition 4,4 --transit shuffled --sync phase",
            "16 1 direct"]))
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

    def test_ports_slower_than_links(self):
        """Of a node's ranks each has a port: it bounds what the interface would let pass."""
        block = 1 << 20
        slow, = self.simulate("nodes:2x2", "fattree", [f"{block} 1 direct"], network="tree:1x2x1",
                              changes={"byte_s": 4e-10, "link_byte_s": 1e-10})
        self.assert_close(slow.simulated_s,
                          2 * (1.3e-6 + block * 4e-10) + 4e-7 + block * 1.25e-10, 1e-3)

    def test_dragonfly(self):
        self.simulate("dragonfly:2x4x4", "dragonfly", self.JOBS, network="dragonfly:2x1x2x2")
        self.simulate("dragonfly:2x4x4", "dragonfly", self.JOBS)

    def test_copies_are_charged(self):
        """Bruck's blocks have to be gathered; those of the direct exchange lie as they should."""
        jobs = ["64 1 bruck", "64 1 direct"]
        without = self.simulate("flat:16", "fattree", jobs)
        charged = self.simulate("flat:16", "fattree", jobs, settings=["CT_SIM_COPIES"])
        self.assertGreater(charged[0].simulated_s, without[0].simulated_s)
        self.assert_close(charged[1].simulated_s, without[1].simulated_s, 1e-12)


class Nightly(SimulationTest):
    """Half a minute each: 29 and 33 s direct, a million messages, 24 s standard, 35 s multiphase;
    half as much again where the host is slow. Direct is on a switch, as its routes on a hypercube
    take SimGrid half of the time again and more (35 s beside 20); Scale has 256 ranks there.
    Ranks share the program's static data, of which a copy each would be 1.5 GB more than the 3 GB
    there are; only messages of errors need copies."""

    def simulate_shared(self, topology, job):
        return self.simulate(topology, "ipsc860", [job], config=["smpi/privatization:no"])

    def test_direct_1024(self):
        self.assert_as_predicted(self.simulate_shared("flat:1024", "8 1 direct"))

    def test_standard_4096(self):
        self.assert_as_predicted(self.simulate_shared("hypercube:12", "8 1 standard"))

    def test_multiphase_4096(self):
        self.assert_as_predicted(
            self.simulate_shared("hypercube:12", "8 1 multiphase --partition 6,6"))


if __name__ == "__main__":
    unittest.main()
