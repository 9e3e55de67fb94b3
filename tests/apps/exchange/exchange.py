"""The program exchange: what it lists, checks and draws, and what it says to wrong questions."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from exchange_run import EXCHANGE, exchange, listed, output, table_rows

COMMANDS = ["list", "plan", "check", "price", "hull", "dump", "draw"]
PARALLEL = ["bench", "tune", "verify"]


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
        for command in [*COMMANDS, *PARALLEL]:
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
        for command in [*COMMANDS, *PARALLEL]:
            self.assertRegex(overall, rf"(?m)^  {command} ")
            own = output(command, "--help")
            start = "mpirun -n P exchange" if command in PARALLEL else "exchange"
            self.assertTrue(own.startswith(f"Usage: {start} {command}"))
            self.assertTrue(all(len(line) <= 100 for line in own.splitlines()), own)
        self.assertRegex(output("--version"), r"^exchange \(Cornerturn\) \d+\.\d+\.\d+\n$")

    def test_needs_no_hdf5(self):
        libraries = subprocess.run(["ldd", str(EXCHANGE)], capture_output=True, text=True,
                                   check=True).stdout
        self.assertIn("libc.so", libraries)
        self.assertNotRegex(libraries, "hdf5|fftw|yaml")

    def test_starts_no_mpi(self):
        """With a process manager that is not there, MPI_Init would end the program."""
        nobody = dict(os.environ, PMI_FD="77", PMI_RANK="0", PMI_SIZE="2")
        for command, status in ("list", 0), ("--help", 0), ("verify", None):
            done = subprocess.run([str(EXCHANGE), command], env=nobody, capture_output=True,
                                  text=True, check=False)
            if status is not None:
                self.assertEqual((done.returncode, done.stderr), (status, ""), command)
            else:
                self.assertNotEqual(done.returncode, 0, command)


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


class Costs(unittest.TestCase):
    """What a question may take: a machine that is too large to replay is answered by closed forms,
    and what is not drawn is not made first."""

    def usage(self, *arguments):
        """Exit status, the memory it had in bytes, and its seconds of processor time."""
        started = subprocess.Popen([str(EXCHANGE), *arguments], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        return started.returncode, used.ru_maxrss * 1024, used.ru_utime + used.ru_stime

    def test_plans_of_very_many_ranks(self):
        for topology in ("hypercube:30", "flat:1073741824", "nodes:2x500000000", "mesh:268435456",
                         "torus:268435456x2"):
            status, _, seconds = self.usage("plan", "--topology", topology, "--block", "1Ki",
                                            "--machine", "fattree")
            self.assertEqual(status, 0, topology)
            self.assertLess(seconds, 3, topology)  # of processor time; it grew with the ranks

    def test_pictures_that_are_refused(self):
        for topology, algorithm in ("hypercube:12", "direct"), ("flat:1024", "naive"):
            status, memory_bytes, _ = self.usage("draw", "--topology", topology, "--algorithm",
                                                 algorithm)
            self.assertEqual(status, 2)
            self.assertLess(memory_bytes, 50e6)


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
                (("--topology: a value is missing: ", "mesh:8x8"), ("check", "--topology")),
                (("--machine", "--output", "same file", __file__),
                 (*plan, "4", "--machine", __file__, "-o", __file__)),
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
                (("--block 99999999999999999999", "at most 9007199254740992 bytes"),
                 (*plan, "99999999999999999999")),
                (("--block 9223372036854775807", "at most 9007199254740992 bytes"),
                 (*plan, "9223372036854775807")),
                (("--block 8388609Gi", "at most"), (*plan, "8388609Gi")),
                (("--topology flat:3, --machines", "one of them"),
                 ("list", "--topology", "flat:3", "--machines")),
                (("--plot x.png", "ends in .svg"), ("hull", "--dimension", "3", "--plot", "x.png")),
                (("--output x.png", "ends in .svg"),
                 ("draw", "--topology", "flat:3", "--algorithm", "direct", "-o", "x.png")),
                (("bruck --radix is given twice",),
                 ("check", "--topology", "flat:6", "--algorithm", "bruck --radix 2 --radix 3")),
                (("--radix is given twice",),
                 ("check", "--topology", "flat:6", "--algorithm", "bruck --radix 2", "--radix", "3")),
                (("no algorithm that delivers exchange has a parameter --root",),
                 (*plan, "8", "--root", "3")),
                (("no algorithm that delivers all-gather has a parameter --partition",),
                 (*plan, "8", "--pattern", "all-gather", "--partition", "3")),
                (("nothing to draw",),
                 ("draw", "--topology", "flat:1", "--algorithm", "direct")),
                (("--machine cray", "ipsc860"), (*plan, "8", "--machine", "cray")),
                (("unknown key", "start_up_s"), (*plan, "8", "--machine", str(__file__))),
                (("--machine is missing", "16777216 ranks"),
                 ("plan", "--topology", "hypercube:25", "--block", "8")),
                (("--machine is missing", "point-to-point"),
                 (*plan, "8", "--pattern", "point-to-point", "--root", "0", "--target", "1")),
                (("--node-ranks 9", "1 .. 8"), (*plan, "8", "--node-ranks", "9")),
                (("--tuning goes without --machine",),
                 (*plan, "8", "--machine", "theory", "--tuning", "t")),
                (("--pattern foo", "all-gather"), (*plan, "8", "--pattern", "foo")),
                (("--root is missing", "broadcast", "0 .. 7"),
                 (*plan, "8", "--pattern", "broadcast")),
                (("--target is missing", "point-to-point", "0 .. 7"),
                 (*plan, "8", "--pattern", "point-to-point", "--root", "0")),
                (("--target 8: expected a rank, 0 .. 7",),
                 (*plan, "8", "--pattern", "point-to-point", "--root", "0", "--target", "8")),
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
            # in a container each run has the number of the one before, which may have been killed
            script = 'echo half > "kept.partial-$$-0"; exec "$0" "$@"'
            done = subprocess.run(["sh", "-c", script, str(EXCHANGE), *dump, "kept"], cwd=directory,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_full_disk_behind_stdout(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(EXCHANGE), "list"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write", done.stderr)

    def test_closed_stdout(self):
        """Its number goes to nothing else: what is printed would end in a connection of MPI's, or a file."""
        for arguments in ["list"], ["verify", "--algorithm", "direct"]:
            done = subprocess.run(["sh", "-c", 'exec "$0" "$@" <&- >&-', str(EXCHANGE), *arguments],
                                  stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, "Bad file descriptor" in done.stderr), (1, True), done.stderr)


if __name__ == "__main__":
    unittest.main()
