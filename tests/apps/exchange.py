"""The program exchange, end to end: its numbers against the papers' and against Python's own
recomputation, what its dumps move against a replay, and what it says to wrong questions."""

import csv
import itertools
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXCHANGE = pathlib.Path(os.environ["CT_PROGRAMS"]) / "exchange"
COMMANDS = ["list", "plan", "check", "price", "hull", "dump", "draw"]


def exchange(*arguments, cwd=None):
    return subprocess.run([str(EXCHANGE), *map(str, arguments)], cwd=cwd, capture_output=True,
                          text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)


def output(*arguments, cwd=None):
    done = exchange(*arguments, cwd=cwd)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"exchange {arguments}: {done.returncode}\n{done.stderr}")
    return done.stdout


def listed():
    """What `list` says: by algorithm its fields, parameters being a list of names."""
    rows = {}
    for block in output("list").split("\n\n")[:-1]:
        head, *lines = block.splitlines()
        name, summary = head.split(": ", 1)
        row = {"summary": summary,
               "parameters": re.findall(r"^ {2}[a-z ]{10}  --(\S+)", block, re.M)}
        for line in lines:
            match = re.match(r"  (delivers|runs on|cost|source)\s+(.+)", line)
            if match:
                row[match[1]] = match[2]
        rows[name] = row
    return rows


def machine(name):
    for block in output("list", "--machines").split("\n\n"):
        pairs = dict(line.split(" ", 1) for line in block.splitlines())
        if pairs["name"] == name:
            return {key: value if key in ("name", "source") else float(value)
                    for key, value in pairs.items()}
    raise AssertionError(f"no machine {name}")


def table_rows():
    """Names in the table of algorithms, from the source itself."""
    algorithms = SOURCE / "core" / "algorithms"
    variables = re.findall(r"^ {4}&(ct_\w+),", (algorithms / "table.c").read_text(), re.M)
    text = "".join(path.read_text() for path in sorted(algorithms.glob("*.c")))
    names = dict(re.findall(r"^const ct_algorithm (ct_\w+) = \{\s*\.name = \"([^\"]+)\"", text,
                            re.M))
    return [names[variable] for variable in variables]


def in_seconds(text):
    number, unit = text.split()
    return float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]


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


def dumped(topology, algorithm, *parameters):
    text = output("dump", "--topology", topology, "--algorithm", algorithm, *parameters, "--blocks")
    header, *lines = text.splitlines()
    assert header == "step,from,to,origin,destination", header
    return [tuple(int(field) if field else None for field in line) for line in csv.reader(lines)]


class Lists(unittest.TestCase):
    def test_every_row_of_the_table(self):
        rows = listed()
        self.assertEqual(sorted(rows), sorted(table_rows()))
        self.assertGreater(len(rows), 2)
        for name, row in rows.items():
            for field in "summary", "delivers", "runs on", "cost", "source":
                self.assertTrue(row.get(field), f"{name} lacks {field}")

    def test_rows_that_run_somewhere(self):
        text = output("list", "--topology", "flat:7")
        self.assertIn("naive: ", text)
        self.assertNotIn("standard: ", text)

    def test_parameters_do_not_clash_with_options(self):
        """On the command line an option would win."""
        options = set()
        for command in COMMANDS:
            options |= set(re.findall(r"^  --([\w-]+)", output(command, "--help"), re.M))
        self.assertIn("topology", options)
        for name, row in listed().items():
            self.assertFalse(options & set(row["parameters"]), name)

    def test_machines_can_be_read_back(self):
        block = output("list", "--machines").split("\n\n")[0]
        with tempfile.TemporaryDirectory() as directory:
            (pathlib.Path(directory) / "mine").write_text(block)
            arguments = "--topology", "hypercube:4", "--algorithm", "standard", "--block", "100"
            mine = output("price", *arguments, "--machine", "mine", cwd=directory)
            named = output("price", *arguments, "--machine", block.split()[1])
        self.assertEqual(mine, named)

    def test_help_and_version(self):
        overall = output("--help")
        for command in COMMANDS:
            self.assertRegex(overall, rf"(?m)^  {command} ")
            own = output(command, "--help")
            self.assertTrue(own.startswith(f"Usage: exchange {command}"))
            self.assertTrue(all(len(line) <= 100 for line in own.splitlines()), own)
        self.assertRegex(output("--version"), r"^exchange \(Cornerturn\) \d+\.\d+\.\d+\n$")

    def test_needs_neither_mpi_nor_hdf5(self):
        libraries = subprocess.run(["ldd", str(EXCHANGE)], capture_output=True, text=True,
                                   check=True).stdout
        self.assertIn("libc.so", libraries)
        self.assertNotRegex(libraries, "mpi|hdf5|fftw|yaml")


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

    def test_replay_of_every_exchange(self):
        """A rank sends what it holds, and in the end everything has arrived, once."""
        replayed = set()
        for topology in "hypercube:3", "mesh:4x4", "torus:4x8", "nodes:3x2", "flat:9":
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


class Checks(unittest.TestCase):
    def test_report(self):
        text = output("check", "--topology", "hypercube:6", "--algorithm", "multiphase",
                      "--partition", "3,3", "--each-step")
        for part in "is right", "every block exactly once", "steps             14", \
                "blocks a message  at most 8, over all steps 112", "at most 1 (times":
            self.assertIn(part, text)
        steps = [line.split() for line in text.split("\n\n")[1].splitlines()[1:]]
        self.assertEqual(steps, [[str(k), "64", "512", "8", "1", "1"] for k in range(1, 15)])

    def test_contention_is_counted(self):
        text = output("check", "--topology", "mesh:8", "--algorithm", "direct")
        routes = [min(i, i ^ k) <= link < max(i, i ^ k) and i < i ^ k
                  for k in range(1, 8) for link in range(7) for i in range(8)]
        loads = [sum(routes[8 * j:8 * j + 8]) for j in range(49)]
        self.assertIn(f"at most {max(loads)} (times a link carried "
                      + ", ".join(f"{load}: {2 * loads.count(load)}"
                                  for load in range(1, max(loads) + 1)), text)

    def test_all_on_one_topology(self):
        text = output("check", "--topology", "torus:4x4")
        *lines, _, summary = text.splitlines()
        self.assertRegex(summary, rf"^{len(lines) - 1} schedules on torus:4x4: .* 0 wrong$")
        self.assertIn("t1x --x 0", text)


class Prices(unittest.TestCase):
    """hypercube.md's numbers: the iPSC/860, 64 ranks, blocks of 32 bytes."""

    def price(self, *arguments):
        text = output("price", "--topology", "hypercube:6", "--block", "32", "--machine", "ipsc860",
                      "--algorithm", *arguments)
        return in_seconds(re.search(r"time +(\S+ \S+)", text)[1]), text

    def test_papers_numbers(self):
        constants = machine("ipsc860")
        start_s = constants["start_up_s"] + 6 * constants["distance_doubling_s"]
        barrier_s = 6 * constants["barrier_doubling_s"]
        tau, rho = constants["byte_s"], constants["permute_byte_s"]
        direct_s = 63 * (start_s + 32 * tau) + barrier_s
        standard_s = 6 * (start_s + 32 * 32 * tau + 64 * 32 * rho + barrier_s)
        two_s = 2 * (7 * (start_s + 8 * 32 * tau) + 64 * 32 * rho + barrier_s)
        papers = "--sync", "phase", "--transit", "shuffled"
        for wanted_s, near_s, arguments in (
                (direct_s, 17e-3, ("direct", "--sync", "phase")),
                (standard_s, 16e-3, ("standard", *papers)),
                (two_s, 8.6e-3, ("multiphase", "--partition", "3,3", *papers))):
            found_s, text = self.price(*arguments)
            self.assertAlmostEqual(found_s / wanted_s, 1, places=3)
            self.assertLess(abs(found_s / near_s - 1), 0.03)
            self.assertIn(", the same", text)

    def test_parts_add_up(self):
        total_s, text = self.price("standard", "--sync", "phase", "--transit", "shuffled")
        parts = re.findall(r"^    [\w -]+? +(\S+ \w+) +[\d.]+ %", text, re.M)
        self.assertEqual(len(parts), 5)
        self.assertAlmostEqual(sum(map(in_seconds, parts)) / total_s, 1, places=3)

    def test_suffixes_of_bytes(self):
        def header(block):
            return output("price", "--topology", "flat:3", "--algorithm", "naive", "--block",
                          block).splitlines()[0]
        for text, number in (("0", 0), ("512", 512), ("4k", 4000), ("4Ki", 4096), ("3M", 3000000),
                             ("3MiB", 3 << 20), ("1G", 10 ** 9), ("2Gi", 2 << 30), ("7B", 7)):
            self.assertIn(f"blocks of {number} bytes", header(text))


class Plans(unittest.TestCase):
    def plan(self, *arguments):
        text = output("plan", *arguments)
        head, _, out = text.partition("\nOut:\n")
        ranking = [re.split(r"  +", line.strip()) for line in head.splitlines()
                   if re.match(r" +\d+  ", line)]
        unit = re.search(r"time \[(\w+)\]", head)[1]
        return text, unit, ranking, [line.split()[0] for line in out.splitlines()]

    def test_everybody_is_ranked_or_out(self):
        for topology in "hypercube:4", "mesh:4x8", "torus:8x8", "nodes:2x4", "flat:11", "flat:1":
            _, _, ranking, out = self.plan("--topology", topology, "--block", "1k")
            self.assertEqual(sorted([row[1] for row in ranking] + out), sorted(table_rows()))
            self.assertEqual([row[0] for row in ranking],
                             [str(k) for k in range(1, len(ranking) + 1)])
            times = [float(next(cell for cell in row[2:] if re.fullmatch(r"[\d.]+", cell)))
                     for row in ranking]
            self.assertEqual(times, sorted(times))
            self.assertEqual(ranking[0][-1], "the fastest")

    def test_the_papers_partition(self):
        """Synchronised and shuffled, two phases of three bits take half the time of one or six."""
        papers = "--sync", "phase", "--transit", "shuffled"
        text, unit, ranking, _ = self.plan("--topology", "hypercube:6", "--block", "32",
                                           "--machine", "ipsc860", *papers)
        rows = {row[1]: row for row in ranking}
        self.assertIn("--partition 3,3", rows["multiphase"][2])
        found_s = float(rows["multiphase"][3]) * {"ms": 1e-3}[unit]
        priced = output("price", "--topology", "hypercube:6", "--block", "32", "--machine",
                        "ipsc860", "--algorithm", "multiphase", "--partition", "3,3", *papers)
        self.assertAlmostEqual(in_seconds(re.search(r"time +(\S+ \S+)", priced)[1]) / found_s, 1, 3)
        self.assertIn("--sync phase", text)

    def test_reasons(self):
        text, *_ = self.plan("--topology", "mesh:6x6", "--block", "1k")
        self.assertRegex(text, r"(?m)^  scott +cannot run on mesh:6x6.*nearest: mesh:4x4")
        self.assertRegex(text, r"(?m)^  dc +.*all-gather|^  dc +cannot run on")
        self.assertRegex(text, r"times as long: (start-up|bytes|shared links|barriers|permuting)")

    def test_other_patterns(self):
        _, _, ranking, _ = self.plan("--topology", "hypercube:4", "--block", "64k", "--pattern",
                                     "all-gather")
        wanted = {name for name, row in listed().items() if row["delivers"] == "all-gather"}
        self.assertEqual({row[1] for row in ranking}, wanted)

    def test_very_many_ranks(self):
        """By closed forms: equal halves are best for middling blocks."""
        text, _, ranking, _ = self.plan("--topology", "hypercube:20", "--block", "64")
        self.assertIn("By closed forms", text)
        self.assertIn("--partition 10,10", [row for row in ranking if row[1] == "multiphase"][0][2])


def partitions(total, most):
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        yield from ((part, *rest) for rest in partitions(total - part, part))


class Hulls(unittest.TestCase):
    def faces(self, *arguments, cwd=None):
        lines = output("hull", *arguments, cwd=cwd).split("\n\n")[1].splitlines()[1:]
        return [(cells[0], float(cells[1])) for cells in map(str.split, lines)]

    def best(self, name, dimension, block):
        """The least time over all partitions."""
        m, size = machine(name), 1 << dimension
        start_s = m["start_up_s"] + m["distance_s"] + dimension * m["distance_doubling_s"]
        barrier_s = m["barrier_s"] + dimension * m["barrier_doubling_s"]
        return min((sum((2 ** part - 1) * (start_s + size / 2 ** part * block * m["byte_s"])
                        + barrier_s + (len(p) > 1) * size * block * m["permute_byte_s"]
                        for part in p), p) for p in partitions(dimension, dimension))

    def test_theory_example(self):
        for dimension, wanted in ((4, ["1,1,1,1", "2,2", "4"]),
                                  (6, ["1,1,1,1,1,1", "2,2,2", "3,3", "6"]),
                                  (7, ["1,1,1,1,1,1,1", "2,2,2,1", "3,2,2", "4,3", "7"])):
            faces = self.faces("--machine", "theory", "--dimension", dimension)
            self.assertEqual([face[0] for face in faces], wanted)

    def test_ipsc_leaves_out_standard(self):
        self.assertEqual([face[0] for face in self.faces("--machine", "ipsc860", "-d", "6")],
                         ["2,2,2", "3,3", "6"])

    def test_every_break_point_against_brute_force(self):
        for name, dimension in itertools.product(("ipsc860", "theory", "fattree"), (5, 8)):
            faces = self.faces("--machine", name, "--dimension", dimension)
            ends = [start for _, start in faces[1:]] + [2 * faces[-1][1] + 1]
            for (face, start), end in zip(faces, ends):
                _, best = self.best(name, dimension, (start + end) / 2)
                self.assertEqual(",".join(map(str, best)), face, (name, dimension, start, end))

    def test_one_block(self):
        text = output("hull", "--machine", "theory", "--dimension", "6", "--block", "10")
        best_s, best = self.best("theory", 6, 10)
        row = text.split("\n\n")[3].splitlines()[1].split()
        self.assertEqual(row[:2], ["10", ",".join(map(str, best))])
        self.assertAlmostEqual(in_seconds(" ".join(row[2:4])) / best_s, 1, places=3)
        self.assertIn("the largest part of the best is between 2 and 4", text)

    def test_any_number_of_ranks(self):
        faces = self.faces("--machine", "fattree", "--ranks", "35")
        self.assertEqual([face[0] for face in faces], ["7,5", "35"])
        self.assertEqual([face[0] for face in self.faces("--ranks", "181")], ["181"])

    def test_figure(self):
        with tempfile.TemporaryDirectory() as directory:
            for arguments in (("--dimension", "6", "--machine", "theory"), ("--dimension", "20"),
                              ("--ranks", "7"), ("--ranks", "1"), ("--dimension", "1")):
                text = output("hull", *arguments, "--plot", "hull.svg", cwd=directory)
                path = pathlib.Path(directory) / "hull.svg"
                root = xml.etree.ElementTree.parse(path).getroot()
                self.assertTrue(root.tag.endswith("svg"))
                thick = [element for element in root.iter() if element.get("class") == "best"]
                faces = len(text.split("\n\n")[1].splitlines()) - 1
                self.assertEqual(len(thick), 2 * faces, "a line and a legend for every face")
                self.assertNotIn("nan", path.read_text())
            self.assertEqual(os.listdir(directory), ["hull.svg"])


class Drawings(unittest.TestCase):
    def test_well_formed(self):
        with tempfile.TemporaryDirectory() as directory:
            for topology, algorithm in (("hypercube:3", "standard"), ("mesh:4x4", "scott"),
                                        ("torus:4x4", "t1"), ("flat:5", "direct"),
                                        ("nodes:2x3", "node-aware")):
                output("draw", "--topology", topology, "--algorithm", algorithm, "-o", "one.svg",
                       "--step", "1", cwd=directory)
                text = (pathlib.Path(directory) / "one.svg").read_text()
                root = xml.etree.ElementTree.fromstring(text)
                texts = [element.text or "" for element in root.iter()
                         if element.tag.endswith("text")]
                self.assertTrue(any(topology in part for part in texts), texts)
                self.assertTrue(any("step 1" in part for part in texts), texts)
            self.assertEqual(os.listdir(directory), ["one.svg"])

    def test_all_steps(self):
        texts = output("draw", "--topology", "hypercube:3", "--algorithm", "standard")
        for step in 1, 2, 3:
            self.assertIn(f"step {step}<", texts)


class Errors(unittest.TestCase):
    def expect(self, status, says, *arguments, cwd=None):
        done = exchange(*arguments, cwd=cwd)
        lines = done.stderr.splitlines()
        self.assertEqual((done.returncode, len(lines)), (status, 1), (arguments, done.stderr))
        self.assertTrue(lines[0].startswith("exchange: error: "), lines)
        for part in says:
            self.assertIn(part, lines[0], arguments)
        self.assertEqual(done.stdout, "", arguments)

    def test_wrong_usage(self):
        check = "check", "--topology", "hypercube:6", "--algorithm"
        plan = "plan", "--topology", "hypercube:3", "--block"
        for says, arguments in (
                ((", ".join(COMMANDS),), ()),
                (('no command "foo"', ", ".join(COMMANDS)), ("foo",)),
                (('"--foo"', "--help, --version"), ("--foo",)),
                (('"--foo"', "--topology, --machines"), ("list", "--foo")),
                (('"foo" is no option',), ("list", "foo")),
                (("--topology is missing", "mesh:8x8"), ("check",)),
                (("--block is missing",), ("plan", "--topology", "flat:3")),
                (("--topology: a value is missing",), ("check", "--topology")),
                (("--algorithm is given twice",), (*check, "direct", "--algorithm", "naive")),
                (("--sync is given twice",),
                 (*check, "direct", "--sync", "none", "--sync", "step")),
                (("--machines has no value",), ("list", "--machines=3")),
                (('"cube:6"', "hypercube:6"), ("check", "--topology", "cube:6")),
                (('"mesh:0x3"',), ("check", "--topology", "mesh:0x3")),
                (('no algorithm "scot"', "scott", "multiphase"), (*check, "scot")),
                (("cannot run on hypercube:6", "nearest: mesh:8x8"), (*check, "scott")),
                (("cannot run on mesh:6x6", "nearest: mesh:4x4", "mesh:8x8"),
                 ("check", "--topology", "mesh:6x6", "--algorithm", "scott")),
                (("multiphase", "2^d", "flat:4, flat:8"),
                 ("check", "--topology", "flat:6", "--algorithm", "multiphase")),
                (("--partition 3,4", "sum to the dimension"),
                 (*check, "multiphase", "--partition", "3,4")),
                (("--partition 3,x", "sum to the dimension"),
                 (*check, "multiphase", "--partition", "3,x")),
                (("no parameter --radix", "--partition"), (*check, "multiphase", "--radix", "3")),
                (("--partition: a value is missing",), (*check, "multiphase", "--partition")),
                (("--mode ready needs --sync",), (*check, "direct", "--mode", "ready")),
                (("belong to one algorithm",), ("check", "--topology", "flat:3", "--each-step")),
                (("at most 65536",), ("check", "--topology", "flat:99999", "--algorithm", "naive")),
                (("--block 3x", "4Ki"), (*plan, "3x")),
                (("--block -3",), (*plan, "-3")),
                (("--block 99999999999999999999",), (*plan, "99999999999999999999")),
                (("--machine cray", "ipsc860"), (*plan, "8", "--machine", "cray")),
                (("unknown key", "start_up_s"), (*plan, "8", "--machine", str(__file__))),
                (("--pattern foo", "all-gather"), (*plan, "8", "--pattern", "foo")),
                (("no algorithm has a parameter --foo",), (*plan, "8", "--foo", "3")),
                (("either --dimension",), ("hull",)),
                (("either --dimension",), ("hull", "--dimension", "3", "--ranks", "8")),
                (("--dimension 31", "1 .. 30"), ("hull", "--dimension", "31")),
                (("--ranks 0",), ("hull", "--ranks", "0")),
                (("--step 4", "1 .. 3"), ("draw", "--topology", "hypercube:3", "--algorithm",
                                          "standard", "--step", "4")),
                (("no steps",), ("draw", "--topology", "flat:1", "--algorithm", "direct", "--step",
                                 "1"))):
            self.expect(2, says, *arguments)

    def test_files(self):
        dump = "dump", "--topology", "flat:3", "--algorithm", "naive", "--blocks", "-o"
        with tempfile.TemporaryDirectory() as directory:
            kept = pathlib.Path(directory) / "kept"
            kept.write_text("old")
            self.expect(1, ("cannot write", "No such file"), *dump, "no/where", cwd=directory)
            self.expect(1, ("cannot write", "directory"), *dump, ".", cwd=directory)
            self.expect(1, ("cannot write", "No space"), *dump, "/dev/full", cwd=directory)
            self.expect(1, ("cannot read machine file",), "plan", "--topology", "flat:3", "--block",
                        "8", "--machine", ".", cwd=directory)
            self.expect(2, ("nearest",), "check", "--topology", "flat:3", "--algorithm", "t1", "-o",
                        "kept", cwd=directory)
            self.assertEqual(kept.read_text(), "old")
            self.assertEqual(output(*dump, "kept", cwd=directory), "")
            self.assertEqual(len(kept.read_text().splitlines()), 7)
            self.assertEqual(os.listdir(directory), ["kept"])

    def test_full_disk_behind_stdout(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(EXCHANGE), "list"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)


if __name__ == "__main__":
    unittest.main()
