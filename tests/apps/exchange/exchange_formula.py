"""The closed forms that exchange prints: what the text says is what the number is. For every row of
the table, with several values of its parameters, on machines of 1, 2 and any number of ports, full
and half duplex, the counted form; the general one where its suppositions hold."""

import math
import pathlib
import re
import tempfile
import unittest

from exchange_run import in_seconds, listed, output, table_rows
from formula import evaluate
from harness import IS_NIGHTLY

# primes: no two of them are in a simple ratio
CONSTANTS = {"start_up_s": 1.9e-5, "byte_s": 1.3e-8, "distance_s": 2.3e-6,
             "distance_doubling_s": 7e-7, "permute_byte_s": 3.1e-9, "barrier_s": 3.7e-5,
             "barrier_doubling_s": 1.1e-5, "pairwise_s": 4.1e-6, "local_start_up_s": 5.3e-6,
             "local_byte_s": 1.7e-9}
BLOCK = 1009


def symbols(ranks):
    doublings = math.log2(ranks)
    return {"lambda": CONSTANTS["start_up_s"], "tau": CONSTANTS["byte_s"],
            "delta": CONSTANTS["distance_s"] + doublings * CONSTANTS["distance_doubling_s"],
            "rho": CONSTANTS["permute_byte_s"], "E": CONSTANTS["pairwise_s"],
            "Q": CONSTANTS["barrier_s"] + doublings * CONSTANTS["barrier_doubling_s"],
            "lambda'": CONSTANTS["local_start_up_s"], "tau'": CONSTANTS["local_byte_s"],
            "m": BLOCK, "P": ranks}


def necklaces(beads):
    return len({min(word[i:] + word[:i] for i in range(beads))
                for word in (f"{number:0{beads}b}" for number in range(2 ** beads))})


def digits(ranks, radix):
    """Of Bruck's steps: the distances that have the step's digit."""
    counts, weight = [], 1
    while weight < ranks:
        for value in range(1, radix):
            if value * weight < ranks:
                counts.append(sum(d // weight % radix == value for d in range(ranks)))
        weight *= radix
    return counts


def sums(ranks, groups, lags):
    """Of lagged exchange: the distances that take each shift."""
    shifts, below = [], [1]  # a shift, and how many distances it goes on top of
    while below[-1] < ranks:
        group = len(below) - 1
        reach = below[max(group + 1 - lags[min(group, len(lags) - 1)], 0)]
        first = below[-1]
        for _ in range(groups[min(group, len(groups) - 1)]):
            if first < ranks:
                shifts.append((first, reach))
                first += reach
        below.append(first)
    counts = [0] * len(shifts)
    for rest in range(1, ranks):
        while rest > 0:
            index = max(i for i, (shift, _) in enumerate(shifts) if shift <= rest)
            counts[index] += 1
            rest -= shifts[index][0]
    return counts


def largest_divisor(number, most):
    return max(c for c in range(1, most + 1) if number % c == 0)


# row: where its general form holds, its parameters, and the symbols of its own
GENERAL = {
    "direct": ("flat:6", "--sync phase", {}),
    "cyclic": ("flat:7", "--sync phase", {}),
    "naive": ("flat:7", "", {}),
    "standard": ("hypercube:4", "--sync phase --transit shuffled", {"d": 4}),
    "multiphase": ("hypercube:6", "--partition 3,2,1 --sync phase --transit shuffled",
                   {"d": 6, "d_i": [3, 2, 1]}),
    "mixed": ("flat:30", "--factors 5,3,2", {"r_i": [5, 3, 2]}),
    "bruck": ("flat:53", "--radix 4", {"n_i": digits(53, 4)}),
    "lagged": ("flat:53", "--groups 3,1 --lags 1,2", {"n_i": sums(53, [3, 1], [1, 2])}),
    "basis": ("mesh:4x8", "--vectors 1,2,4,8,16 --lag 1", {"n_i": [16] * 5}),
    "bine": ("flat:16", "", {"d": 4}),
    "tuna": ("nodes:5x9", "--radix 4", {"n": 9, "N": 5, "n_i": digits(9, 4)}),
    "node-aware": ("nodes:3x12", "--leaders 4", {"n": 12, "N": 3, "L": 4}),
    "scott": ("mesh:8x4", "", {"n": 8}),
    "bounded": ("mesh:16x8", "--contention 4 --interval 3", {"n": 16, "c": 4, "g": 3}),
    "relayed": ("mesh:6x5", "--rows 2 --columns 1", {"n": 6, "b": 2, "c": 1, "k": 2}),
    "rails": ("mesh:16x8", "--contention 2 --interval 1 --rails 3",
              {"n": 16, "c": 2, "g": 1, "r": 3}),
    "mesh-multiphase": ("mesh:16x8", "--contention 4 --interval 0",
                        {"n_i": [16, 8], "c_i": [largest_divisor(4, 4), largest_divisor(2, 4)],
                         "g": math.inf}),
    "t1": ("torus:16x16", "--rule C", {"d": 4}),
    "t2": ("torus:8x8", "", {"d": 3}),
    "t1x": ("torus:32x32", "--x 1 --rule C", {"d": 5, "x": 1}),
    "broadcast": ("hypercube:5", "", {"d": 5}),
    "broadcast-pipelined": ("hypercube:5", "--packets 7", {"d": 5, "k": 7}),
    "path": ("hypercube:5", "--root 1 --target 14 --packets 6", {"k": 6, "i": 4}),
    "disjoint-paths": ("hypercube:5", "--root 1 --target 4 --packets 3", {"d": 5, "k": 3, "i": 4}),
    "sba": ("hypercube:4", "--packets 3", {"d": 4, "k": 3}),
    "dc": ("hypercube:4", "", {"d": 4}),
    "adea": ("hypercube:4", "", {"d": 4}),
    "tea1": ("hypercube:5", "", {"d": 5}),
    "tea2": ("hypercube:6", "", {"d": 6, "n": necklaces(6) - 1}),
    "gather": ("hypercube:4", "", {"d": 4}),
    "scatter": ("hypercube:4", "", {"d": 4}),
    "smg": ("hypercube:4", "", {"d": 4}),
    "mtadea": ("hypercube:4", "", {"d": 4}),
}


class Formulas(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="cornerturn-")
        self.addCleanup(directory.cleanup)
        self.dir = pathlib.Path(directory.name)

    def machine(self, ports, half_duplex=0):
        name = f"ports{ports}half{half_duplex}"
        values = CONSTANTS | {"ports": ports, "rails": 0, "half_duplex": half_duplex}
        (self.dir / name).write_text(f"name {name}\n" + "".join(
            f"{key} {value}\n" for key, value in values.items()))
        return name

    def price(self, topology, algorithm, machine):
        """The closed form's number, its text with numbers, the row's own, and the ranks."""
        text = output("price", "--topology", topology, "--algorithm", algorithm, "--block", BLOCK,
                      "--machine", machine, cwd=self.dir)
        joined = re.sub(r"\n {16}", " ", text)
        fields = dict(re.findall(r"^ +(closed form|counted|in general) +(.*)$", joined, re.M))
        ranks = int(re.search(r": (\d+) ranks?,", text)[1])
        return in_seconds(fields["closed form"].split(",")[0]), fields, ranks

    def expect(self, found_s, wanted_s, *about):
        """To the four digits that are printed."""
        self.assertLessEqual(abs(found_s - wanted_s), 6e-4 * abs(wanted_s), about)

    def variants(self, topology, most, seen):
        """Of each algorithm that runs there and is not seen yet, so many with other parameters."""
        lines = output("check", "--topology", topology).split("\n\n")[0].splitlines()[1:]
        rows = {}
        for algorithm in (re.split(r"  +", line)[0] for line in lines):
            rows.setdefault(algorithm.split()[0], []).append(algorithm)
        for name, algorithms in rows.items():
            if name not in seen:
                yield from algorithms[::max(len(algorithms) // most, 1)][:most]

    def test_counted(self):
        seen = set()
        machines = [self.machine(1), self.machine(2), self.machine(0), self.machine(1, 1)]
        for topology, most, all_again in (("hypercube:3", 4, False), ("nodes:2x4", 2, True),
                                          ("torus:8x2", 3, False), ("mesh:8", 3, False),
                                          ("flat:6", 2, True), ("flat:1", 1, True)):
            variants = [*self.variants(topology, most, set() if all_again else seen)]
            for number, algorithm in enumerate(variants):
                seen.add(algorithm.split()[0])
                for machine in machines if IS_NIGHTLY else machines[number % 2::2]:
                    wanted_s, fields, ranks = self.price(topology, algorithm, machine)
                    self.expect(evaluate(fields["counted"], symbols(ranks)), wanted_s, topology,
                                algorithm, machine, fields["counted"])
        self.assertEqual(seen, set(table_rows()))

    def test_turns_at_some_ports(self):
        """Messages of unequal size at fewer ports than there are dimensions."""
        for ports in range(1, 7) if IS_NIGHTLY else (1, 2, 4):
            for algorithm in ("tea1", "tea1 --steps half", "tea2", "tea2 --steps grouped",
                              "broadcast-pipelined --packets 9", "disjoint-paths --packets 4"):
                wanted_s, fields, ranks = self.price("hypercube:6", algorithm, self.machine(ports))
                self.expect(evaluate(fields["counted"], symbols(ranks)), wanted_s, algorithm, ports)

    def test_general(self):
        """With as many ports as a form likes, and with those that it names."""
        rows = listed()
        self.assertEqual(set(GENERAL), set(table_rows()))
        for name, (topology, parameters, own) in GENERAL.items():
            ports = [0, own.get("d", 1)] if "with d ports" in rows[name]["cost"] else [0, 1]
            for count in [0] if name == "rails" else ports:
                wanted_s, fields, ranks = self.price(topology, f"{name} {parameters}",
                                                     self.machine(count))
                self.assertEqual(fields["in general"], rows[name]["cost"])
                self.expect(evaluate(rows[name]["cost"], symbols(ranks) | own), wanted_s, name)

    def test_ports_that_are_missing_are_said(self):
        for algorithm in "broadcast-pipelined --packets 4", "sba --packets 4", "disjoint-paths":
            _, fields, _ = self.price("hypercube:4", algorithm, self.machine(1))
            self.assertIn("with d ports; ports1half0 has 1 port", fields["in general"])
            _, fields, _ = self.price("hypercube:4", algorithm, self.machine(4))
            self.assertNotIn("has", fields["in general"])

    def test_what_a_form_leaves_out_is_said(self):
        """Rails have a port each; links that are shared are no matter of ports."""
        for topology, algorithm, machine, says in (
                ("mesh:8x8", "rails --rails 2", self.machine(1), "without turns at ports"),
                ("mesh:8x8", "rails --rails 2", self.machine(2), "the same"),
                ("mesh:8x8", "rails --rails 2", "fattree",
                 "without the sharing of links and turns at ports"),
                ("mesh:8x8", "bounded", "fattree", "without the sharing of links"),
                ("mesh:16", "tea1", "fattree", "without the sharing of links")):
            text = output("price", "--topology", topology, "--algorithm", algorithm, "--block",
                          "1Mi", "--machine", machine, cwd=self.dir)
            self.assertRegex(text, rf"closed form +\S+ \S+, {says}\n", (topology, algorithm))


if __name__ == "__main__":
    unittest.main()
