"""What the dumps of exchange move, against the definitions and against a replay."""

import csv
import itertools
import unittest

from exchange_run import listed, output


# ---- oracles: who moves which block, recomputed from the definitions ----

def direct(size):
    power_of_two = size & (size - 1) == 0
    return [(k, i, i ^ k if power_of_two else (i + k) % size, i,
             i ^ k if power_of_two else (i + k) % size)
            for k in range(1, size) for i in range(size)]


def cyclic(size):
    return [(k, i, (i + k) % size, i, (i + k) % size) for k in range(1, size) for i in range(size)]


def naive(size):
    return [(d + 1, i, d, i, d) for d in range(size) for i in range(size) if i != d]


def multiphase(partition):
    """Every block is where its destination's bits above, and its origin's below, say."""
    dimension = sum(partition)
    moves, step, stop = [], 0, dimension
    for part in partition:
        start, stop = stop, stop - part
        span = (1 << start) - (1 << stop)
        for k in range(1, 1 << part):
            step += 1
            for origin, destination in itertools.product(range(1 << dimension), repeat=2):
                done = -(1 << start)  # the bits above this phase
                here = (destination & done) | (origin & ~done)
                if (origin ^ destination) & span == k << stop:
                    moves.append((step, here, here ^ k << stop, origin, destination))
    return moves


def bruck(size, radix):
    at = {(o, d): o for o in range(size) for d in range(size)}
    moves, step, weight = [], 0, 1
    while weight < size:
        for digit in range(1, radix):
            going = [(o, d) for o, d in at if (d - o) % size // weight % radix == digit]
            if going:
                step += 1
            for block in going:
                here = at[block]
                at[block] = (here + digit * weight) % size
                moves.append((step, here, at[block], *block))
        weight *= radix
    return moves


def bine(dimension):
    """Of the 2^dimension ways to take some of the steps, in order, one leads from o to d."""
    moves, size = [], 1 << dimension
    for origin, steps in itertools.product(range(size), itertools.product((0, 1), repeat=dimension)):
        here, way = origin, []
        for step, is_taken in enumerate(steps):
            if is_taken:
                ahead = sum((-2) ** k for k in range(step + 1))
                there = (here + (ahead if here % 2 == 0 else -ahead)) % size
                way.append((step + 1, here, there))
                here = there
        moves += [(*move, origin, here) for move in way]
    return moves


def tuna(nodes, ranks, radix, is_staggered):
    moves = [(step, node * ranks + here, node * ranks + there, node * ranks + origin, to * ranks + place)
             for step, here, there, origin, place in bruck(ranks, radix)
             for node in range(nodes) for to in range(nodes)]
    before = max((move[0] for move in moves), default=0)
    for origin, destination in itertools.product(range(nodes * ranks), repeat=2):
        node, to, place = origin // ranks, destination // ranks, destination % ranks
        distance = node ^ to if nodes & (nodes - 1) == 0 else (to - node) % nodes
        if distance:
            step = (distance - 1) * ranks + origin % ranks if is_staggered else distance - 1
            moves.append((before + 1 + step, node * ranks + place, destination, origin, destination))
    return moves


def dumped(topology, algorithm, *parameters):
    text = output("dump", "--topology", topology, "--algorithm", algorithm, *parameters, "--blocks")
    header, *lines = text.splitlines()
    assert header == "step,from,to,origin,destination", header
    return [tuple(int(field) if field else None for field in line) for line in csv.reader(lines)]


class Dumps(unittest.TestCase):
    def expect_same(self, wanted, *arguments):
        found = dumped(*arguments)
        self.assertEqual(sorted(found), sorted(wanted), arguments)
        self.assertEqual([move[:2] for move in found], sorted(move[:2] for move in found))

    def test_direct_cyclic_naive(self):
        for size in 1, 2, 3, 4, 7, 8, 12:
            self.expect_same(direct(size), f"flat:{size}", "direct")
            self.expect_same(cyclic(size), f"flat:{size}", "cyclic")
            self.expect_same(naive(size), f"flat:{size}", "naive")

    def test_standard_and_multiphase(self):
        for dimension in range(1, 6):
            where = f"hypercube:{dimension}"
            self.expect_same(multiphase([1] * dimension), where, "standard")
            for cuts in itertools.product((0, 1), repeat=dimension - 1):
                partition = [len(part) + 1 for part in "".join(map(str, cuts)).split("1")]
                self.expect_same(multiphase(partition), where, "multiphase", "--partition",
                                 ",".join(map(str, partition)))

    def test_bruck(self):
        for size, radix in itertools.product((2, 5, 8, 13), (2, 3, 5)):
            if radix <= size:
                self.expect_same(bruck(size, radix), f"flat:{size}", "bruck", "--radix", radix)

    def test_bine(self):
        for dimension in range(6):
            self.expect_same(bine(dimension), f"flat:{1 << dimension}", "bine")

    def test_tuna(self):
        for nodes, ranks, radix, between in ((1, 5, 2, 0), (3, 1, 2, 1), (3, 4, 2, 0), (4, 5, 3, 1), (2, 7, 7, 0)):
            self.expect_same(tuna(nodes, ranks, radix, between), f"nodes:{nodes}x{ranks}", "tuna", "--radix", radix,
                             "--between", "staggered" if between else "coalesced")

    def test_replay_of_every_exchange(self):
        """A rank sends what it holds, and in the end everything has arrived, once."""
        replayed = set()
        for topology in ("hypercube:3", "mesh:4x4", "torus:4x8", "nodes:3x2", "dragonfly:3x1x2",
                         "flat:9"):
            for name, row in listed().items():
                if row["delivers"] != "exchange" or f"{name}: " not in output("list", "--topology",
                                                                              topology):
                    continue
                at, arrived = {}, []
                moves = dumped(topology, name)
                for _, step in itertools.groupby(moves, key=lambda move: move[0]):
                    step = list(step)
                    for _, here, _, origin, destination in step:
                        self.assertEqual(at.get((origin, destination), origin), here, name)
                    for _, _, there, origin, destination in step:
                        at[origin, destination] = there
                        if there == destination:
                            arrived.append((origin, destination))
                size = 1 + max(move[1] for move in moves)
                pairs = [(o, d) for o in range(size) for d in range(size) if o != d]
                self.assertTrue(all(at[o, d] == d for o, d in pairs), (topology, name))
                self.assertEqual(sorted(arrived), pairs, (topology, name))
                replayed.add(name)
        self.assertEqual(replayed, {name for name, row in listed().items()
                                    if row["delivers"] == "exchange"})

    def test_destinations_of_copies_are_empty(self):
        for name, row in listed().items():
            if row["delivers"] in ("broadcast", "all-gather"):
                moves = dumped("hypercube:3", name)
                self.assertTrue(moves and all(move[4] is None for move in moves), name)

    def test_messages(self):
        text = output("dump", "--topology", "hypercube:3", "--algorithm", "standard")
        header, *lines = text.splitlines()
        self.assertEqual(header, "step,from,to,blocks")
        self.assertEqual([line.split(",")[0] for line in lines], ["1"] * 8 + ["2"] * 8 + ["3"] * 8)
        self.assertTrue(all(line.endswith(",4") for line in lines))


if __name__ == "__main__":
    unittest.main()
