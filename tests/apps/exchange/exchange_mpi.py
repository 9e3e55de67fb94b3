"""exchange bench, tune and verify under mpirun: what they print and write, and wrong questions."""

import csv
import os
import re
import unittest
import xml.etree.ElementTree

from exchange_run import in_seconds, listed, output, table_rows
from harness import ProgramTest, one_of, some

TINY = "--min", "8", "--max", "64", "--rounds", "3", "--planning", "estimate"


class ExchangeTest(ProgramTest):
    program = "exchange"

    def general(self):
        """Complete exchanges that run on any network, by their names."""
        return {name for name, row in listed().items()
                if row["delivers"] == "exchange" and row["runs on"].startswith("any topology")}


class Verify(ExchangeTest):
    def lines(self, text):
        """By algorithm, transport and arrays, what is said of the data."""
        found = re.findall(r"^(\S.*?) +(auto|messages|shared) +(shared|private) +(.*)$", text,
                           re.M)
        return {tuple(line[:3]): line[3] for line in found}

    def test_every_algorithm(self):
        text = self.expect_success("verify").stdout
        lines = self.lines(text)
        self.assertEqual(set(lines.values()), {"ok"})
        names = {name for name, _, _ in lines}
        self.assertLessEqual({"direct", "bruck", "standard", "mpi"}, names)
        self.assertLessEqual(names - {"mpi"}, set(listed()))
        for name in self.general() & names:
            for transport in "messages", "shared":
                for arrays in "shared", "private":
                    self.assertIn((name, transport, arrays), lines)
        self.assertIn(f"{len(lines)} ways to exchange: {len(lines)} ok, 0 wrong", text)

    def test_some_on_more_ranks(self):
        text = self.expect_success("verify", "--algorithm", "bruck", "--radix", "3", "--algorithm",
                                   "direct", "--arrays", "shared", ranks=3).stdout
        self.assertEqual(list(self.lines(text)),
                         [("bruck --radix 3", "messages", "shared"),
                          ("bruck --radix 3", "shared", "shared"),
                          ("direct", "messages", "shared"), ("direct", "shared", "shared")])
        text = self.expect_success("verify", "--topology", "torus:2x2", "--algorithm", "t1",
                                   "--transport", "shared", ranks=4).stdout
        self.assertIn("4 ranks on 1 node as torus:2x2", text)
        self.assertEqual(set(self.lines(text)), {("t1", "shared", "shared"),
                                                 ("t1", "shared", "private")})
        self.assertIn("ways to exchange", self.expect_success("verify", ranks=1).stdout)

    @unittest.skipUnless("CT_CORRUPT" in os.environ, "nothing can be preloaded")
    def test_wrong_data(self):
        preload = f"{os.environ.get('LD_PRELOAD', '')} {os.environ['CT_CORRUPT']}"
        done = self.run_program("verify", environment={"LD_PRELOAD": preload})
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = self.lines(done.stdout)
        wrong = {key for key, verdict in lines.items() if verdict != "ok"}
        self.assertEqual(wrong, {("mpi", "auto", "shared"), ("mpi", "auto", "private")})
        self.assertRegex(lines["mpi", "auto", "shared"],
                         r"^WRONG: uniform: receive array, element 5 of \d+: .*on rank 1")
        self.assertIn("exchange: error: 2 of", done.stderr)

        done = self.run_program("bench", *TINY, "--algorithm", "mpi",
                                environment={"LD_PRELOAD": preload})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("brings wrong data", done.stderr)


class Bench(ExchangeTest):
    def test_files(self):
        text = self.expect_success("bench", *TINY, "--csv", "b.csv", "--plot", "b.svg").stdout
        self.assertEqual(sorted(self.files()), ["b.csv", "b.svg"])
        with open(self.dir / "b.csv", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        for size in 8, 16, 32, 64:
            own = [row for row in rows if row["block_bytes"] == str(size)]
            roles = [row["role"] for row in own]
            self.assertEqual([roles.count(role) for role in ("auto", "library", "control", "copy")],
                             [1, 1, 1, 2])
            self.assertIn("candidate", roles)
            for row in own:
                low, median, high = (float(row[f"{part}_s"])
                                     for part in ("low_quartile", "median", "high_quartile"))
                self.assertTrue(0 < low <= median <= high, row)
                self.assertEqual(row["rounds"], "3")
                self.assertGreaterEqual(int(row["batch"]), 1)
                self.assertEqual(row["predicted_s"] == "",
                                 row["role"] in ("library", "control", "copy"))
                low, ratio, high = (float(row[f"ratio{part}"]) for part in ("_low", "", "_high"))
                self.assertTrue(0 < low <= ratio <= high, row)
                if row["role"] == "library":
                    self.assertEqual((low, high), (1, 1), "of itself")
            copies = [float(row["median_s"]) for row in own if row["role"] == "copy"]
            self.assertEqual({float(row["bound_s"]) for row in own}, {min(copies)})
        self.assertEqual(len(rows), len({(row["block_bytes"], row["algorithm"]) for row in rows}))
        root = xml.etree.ElementTree.parse(self.dir / "b.svg").getroot()
        texts = [element.text for element in root.iter() if element.tag.endswith("text")]
        for part in "MPI_Alltoall", "auto", "predicted", "measured, between the quartiles", "64 B":
            self.assertIn(part, texts)
        copies = texts[texts.index("copies of as many bytes") + 1:]
        self.assertEqual(copies, ["memcpy", "non-temporal copy"], "apart from the exchanges")
        bands = [element for element in root.iter() if element.get("class") == "quartiles"]
        names = {row["algorithm"] for row in rows if row["role"] not in ("copy", "control")}
        self.assertEqual(len(bands), len(names), "one of each exchange")
        self.assert_table(text, rows)

    def assert_table(self, text, rows):
        """The table and the summary tell what is in the file."""
        summary = text.split("regret")[-2:]
        self.assertIn("auto takes", summary[0] + summary[1])
        self.assertRegex(text, r"(?m)^Regret of auto.*: median \d+\.\d{3}, worst \d+\.\d{3} "
                               r"\(\d+ B\)$")
        for row in rows:
            if row["role"] == "library":
                found = re.search(rf"(?m)^ +{row['block_bytes']} B  MPI_Alltoall +(\S+ \S+) ", text)
                self.assertAlmostEqual(in_seconds(found[1]) / float(row["median_s"]), 1, 2)
            if row["role"] == "auto":
                self.assertRegex(text, rf"(?m)^ +{row['block_bytes']} B .* {row['algorithm']}$")

    def test_named_algorithms(self):
        text = self.expect_success("bench", "--min", "8", "--max", "8", "--rounds", "2",
                                   "--algorithm", "bruck", "--radix=2", "--algorithm",
                                   "direct --transport messages", "--arrays", "private",
                                   "-o", "b.txt").stdout
        self.assertEqual(text, "")
        text = (self.dir / "b.txt").read_text()
        for part in "arrays private", "bruck", "direct --transport messages", "MPI_Alltoall":
            self.assertIn(part, text)
        self.assertNotIn("Regret", text)

    def test_all_algorithms(self):
        text = self.expect_success("bench", "--min", "16", "--max", "16", "--rounds", "1",
                                   "--planning", "estimate", "--algorithm", "all",
                                   "--explain").stdout
        for part in "auto takes", "predicted", "bruck --transport messages", " naive ", " mpi ":
            self.assertIn(part, text)

    def test_ranks(self):
        for ranks in some((3, 1), 1):
            text = self.expect_success("bench", "--min", "8", "--max", "8", "--rounds", "1",
                                       "--planning", "estimate", ranks=ranks).stdout
            self.assertIn(f"{ranks} rank{'s' if ranks > 1 else ''} on 1 node", text)
            self.assertIn("auto: ", text)


class Plan(ExchangeTest):
    def predicted(self, network, ranks, block, *arguments):
        """The first row of "exchange plan"."""
        text = output("plan", "--topology", network, "--node-ranks", ranks, "--block", block,
                      *arguments)
        return re.search(r"(?m)^ +1  (.*?)  +\S+ \S+  what auto takes$", text)[1]

    def test_the_first_row_is_what_auto_takes(self):
        """By the same model and list: 5 networks with 6 sizes each."""
        for ranks, *network in some(((2,), (3,), (4,), (4, "hypercube:2"), (4, "torus:2x2")), 2):
            given = "--topology", *network
            text = self.expect_success("bench", "--min", "8", "--max", "256Ki", "--rounds", "1",
                                       "--planning", "estimate", "--algorithm", "auto", "--explain",
                                       *(given if network else ()), ranks=ranks).stdout
            taken = re.findall(r"(?m)^exchange on (\S+), blocks of (\d+) bytes[^~]*?"
                               r"^chosen: (.*?): ", text)
            self.assertEqual(len(taken), 16)
            for found, block, algorithm in some(taken[::3]):
                self.assertEqual(self.predicted(found, ranks, block), algorithm, (found, block))

    def test_everybody_is_ranked_or_out(self):
        for topology in some(("hypercube:4", "mesh:4x8", "torus:8x8", "nodes:2x4", "dragonfly:2x2x3",
                              "flat:11", "flat:1"), 4):
            head, _, out = output("plan", "--topology", topology, "--block",
                                  "1k").partition("\nOut:\n")
            ranked = re.findall(r"(?m)^ +\d+  ([\w-]+)", head)
            outside = [line.split()[0] for line in out.splitlines()]
            self.assertEqual({*ranked, *outside}, {"mpi", *table_rows()})
            self.assertFalse({*ranked} & {*outside})

    def test_parameters_are_held(self):
        ranked = re.findall(r"(?m)^ +\d+  (direct|multiphase|bruck)(.*?)   ",
                            output("plan", "--topology", "mesh:8x8", "--block", "1Ki", "--sync",
                                   "phase", "--radix", "3"))
        self.assertEqual([name for name, rest in ranked if "--sync phase" in rest
                          or "--radix 3" in rest], [name for name, _ in ranked])
        self.assertEqual(len(ranked), 3)


class Tune(ExchangeTest):
    def test_file_is_found_again(self):
        """Calibrating takes its ten seconds, so this is one test."""
        home = {"HOME": str(self.dir), "CORNERTURN_TUNING": "", "CT_TUNING": ""}
        text = self.expect_success("tune", "--min", "8", "--max", "16", environment=home).stdout
        file = self.dir / ".config" / "cornerturn" / "tuning"
        for part in str(file), "calibrated in", "messages inside a node", " 16 B  ", "measured":
            self.assertIn(part, text)
        lines = file.read_text().splitlines()
        self.assertEqual([sum(f" {kind} " in line for line in lines)
                          for kind in ("calibration", "choice")], [1, 2], lines)

        bench = "bench", "--min", "16", "--max", "32", "--rounds", "1", "--planning", "estimate"
        text = self.expect_success(*bench, "--explain", "--tuning", str(file)).stdout
        own, other = text.split("\nexchange on flat:2, blocks of ")[1:]
        self.assertTrue(own.startswith("16 bytes") and other.startswith("32 bytes"), text)
        self.assertIn("tuned: measured", own)
        self.assertNotIn("tuned: measured", other)
        predicted = output("plan", "--topology", "flat:2", "--node-ranks", "2", "--block", "32",
                          "--tuning", file)
        self.assertIn(f"calibrated by {file}", predicted)
        self.assertEqual(re.search(r"(?m)^ +1  (\S+)", predicted)[1],
                         re.search(r"(?m)^chosen: ([^:\s]+)", other)[1])

        (self.dir / "broken").write_text(lines[0] + "\n1 choice of nothing\n")
        done = self.run_program(*bench, "--tuning", "broken")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn("exchange: warning: tuning file broken: 1 line", done.stderr)

    def test_wrong_places(self):
        """All before anything is measured."""
        (self.dir / "mine").write_text("a letter\n")
        for number, (path, says) in enumerate((("no/where", "cannot write tuning file no/where: No such file"),
                                               (".", "no ordinary file"), ("mine", "mine is not a tuning file"))):
            for arguments, environment in one_of(((("--tuning", path), {}),
                                                  ((), {"CORNERTURN_TUNING": path}),
                                                  ((), {"CT_TUNING": path, "CORNERTURN_TUNING": "/no/such/file"})),
                                                 number):
                done = self.expect_failure("tune", *arguments, status=1, says=[says],
                                           environment=environment)
                self.assertEqual(done.stdout, "")
        self.assertEqual((self.dir / "mine").read_text(), "a letter\n")
        self.expect_failure("tune", status=2, says=["--tuning is missing", "HOME"],
                            environment={"CORNERTURN_TUNING": "", "CT_TUNING": "", "HOME": ""})


class Errors(ExchangeTest):
    def test_wrong_usage(self):
        for says, arguments in (
                (('"--foo"', "--min, --max, --rounds"), ("bench", "--foo")),
                (('"--radix"', "--algorithm"), ("bench", "--radix", "4")),
                (('"--rounds"',), ("verify", "--rounds", "3")),
                (("blocks of 64 to 8 bytes", "max <= 1Gi"),
                 ("bench", "--min", "64", "--max", "8")),
                (("blocks of 0",), ("bench", "--min", "0")),
                (("blocks of 8 to 2147483648",), ("bench", "--max", "2Gi")),
                (("--min 3x", "4Ki"), ("bench", "--min", "3x")),
                (("--rounds 0", "1 .. "), ("bench", "--rounds", "0")),
                (("--planning fast", "estimate, measure, exhaustive"),
                 ("bench", "--planning", "fast")),
                (("--arrays mine", "shared, private"), ("bench", "--arrays", "mine")),
                (("--transport air", "messages, shared"), ("verify", "--transport", "air")),
                (('"foo"', "direct", "mpi"), ("bench", "--algorithm", "foo")),
                (("--topology is missing: t1 cannot run on flat:", "a torus", "torus:2x2"),
                 ("verify", "--algorithm", "t1")),
                (("--topology is missing", "scott", "mesh:4x4"), ("bench", "--algorithm", "scott")),
                (("--algorithm gather", "delivers gather, no complete exchange"),
                 ("verify", "--algorithm", "gather")),
                (("--radix is given twice",),
                 ("verify", "--algorithm", "bruck", "--radix", "2", "--radix", "4")),
                (("--plot x.png", "ends in .svg"), ("bench", "--plot", "x.png")),
                (("--max 9007199254740993",), ("bench", "--max", "9007199254740993")),
                (("bruck --radix x",), ("verify", "--algorithm", "bruck", "--radix", "x")),
                (("no parameter --speed",), ("bench", "--algorithm", "bruck", "--speed", "3")),
                (("mpi takes no parameters",), ("bench", "--algorithm", "mpi", "--radix", "3")),
                (("--planning estimate", "exhaustive"), ("tune", "--planning", "estimate")),
                (('"--rounds"', "--planning"), ("tune", "--rounds", "3")),
                (("at most 16",), ("bench", *(["--algorithm", "direct"] * 17)))):
            with self.subTest(arguments=arguments):
                done = self.expect_failure(*arguments, status=2, says=says)
                self.assertEqual(done.stdout, "")
        self.expect_failure("verify", "--topology", "torus:2x2", status=2, ranks=2,
                            says=["torus:2x2 has 4 ranks", "started 2"])

    def test_files(self):
        for number, option in enumerate(("--csv", "--plot", "-o")):
            for path, says in one_of((("no/where.svg", "No such file"), (".", "directory")), number):
                self.expect_failure("bench", *TINY, option, path, status=1,
                                    says=["cannot write", says])
        (self.dir / "kept").write_text("old")
        self.expect_failure("bench", "--algorithm", "foo", "--csv", "kept", status=2, says=["foo"])
        self.expect_failure("bench", "--min", "8", "--max", "8", "--rounds", "1", "--csv", "kept",
                            "--plot", "/dev/full", status=1, says=["No space"])

    def test_help_is_printed_once(self):
        for command in "bench", "tune", "verify":
            text = self.expect_success(command, "--help", ranks=next(self.few)).stdout
            self.assertEqual(text.count("Usage"), 1)


if __name__ == "__main__":
    unittest.main()
