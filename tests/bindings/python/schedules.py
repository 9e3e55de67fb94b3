"""What plans tell of themselves, and schedules as data beside what the program `exchange` prints."""

import os
import re
import subprocess

import numpy as np

import cornerturn as ct
from compare import COMM, Calls


def printed(command, topology, algorithm, *options):
    done = subprocess.run([os.environ["CT_EXCHANGE"], command, "--topology", topology, "--algorithm",
                           *algorithm.split(), *options], capture_output=True, text=True, check=True)
    return done.stdout


class Schedules(Calls):
    def setUp(self):
        if COMM.size > 1:
            self.skipTest("local")

    def test_algorithms(self):
        self.assertIn("bruck", ct.algorithms("flat:7"))
        self.assertNotIn("standard", ct.algorithms("flat:7"))
        self.fails(ValueError, "cube", ct.check, "standard", "cube:4")
        self.fails(ValueError, "bruk", ct.schedule, "bruk", "flat:4", 0)
        self.fails(ValueError, "allowed: 0 to 3", ct.schedule, "bruck", "flat:4", 4)
        self.fails(OSError, "none", ct.price, "bruck", "flat:4", 8, "none")

    def test_beside_the_program(self):
        for algorithm, topology in (("bruck --radix 3", "flat:7"), ("multiphase --partition 2,1", "hypercube:3"),
                                    ("ring", "torus:6")):
            if algorithm not in ct.algorithms() and algorithm == "ring":
                algorithm = "direct"
            lines = [f"{m.step},{m.source},{m.to},{m.blocks}" for m in ct.schedules.messages(algorithm, topology)]
            self.assertEqual(lines, printed("dump", topology, algorithm).split()[1:])
            size = 1 + max(m.source for m in ct.schedules.messages(algorithm, topology))
            blocks = sorted((move.step, rank, at, f"{move.step},{rank},{move.to},{o},{d}")
                            for rank in range(size) for move in ct.schedule(algorithm, topology, rank)
                            for at, (o, d) in enumerate(move.sent))
            self.assertEqual([line for *_, line in blocks],
                             printed("dump", topology, algorithm, "--blocks").split()[1:])
            checked, says = ct.check(algorithm, topology), printed("check", topology, algorithm)
            for name, key in (("steps", "steps"), ("messages", "messages"), ("blocks moved", "blocks")):
                self.assertEqual(int(re.search(rf"\n  {name} +(\d+)", says)[1]), checked[key])
            says = printed("price", topology, algorithm, "--machine", "ipsc860", "--block", "100")
            price = ct.price(algorithm, topology, 100, "ipsc860")
            number, unit = re.search(r"\n  time +([\d.]+) (\w+)", says).groups()
            self.assertAlmostEqual(price["total_s"], float(number) * {"ms": 1e-3, "us": 1e-6}[unit],
                                   delta=1e-3 * price["total_s"])
            self.assertAlmostEqual(price["message_s"] + price["permute_s"] + price["barrier_s"], price["total_s"])
            if "counted" in says:
                self.assertIn(f"counted     {ct.schedules.formula(algorithm, topology, 100, 'ipsc860')}\n", says)
            self.assertLessEqual(max(ct.schedules.bounds(topology, 100, "ipsc860").values()), price["total_s"])

    def test_what_is_received(self):
        sent = {(m.step, rank, m.to): m.sent for rank in range(7) for m in ct.schedule("bruck", "flat:7", rank)}
        for rank in range(7):
            for move in ct.schedule("bruck", "flat:7", rank):
                self.assertEqual(sent[move.step, move.source, rank], move.received)

    def test_machines(self):
        self.assertEqual(ct.schedules.machines()["ipsc860"]["start_up_s"], 0.0001775)
        faces = ct.schedules.hull(5, "ipsc860")
        self.assertEqual([face["partition"] for face in faces], [[3, 2], [5]])
        self.assertAlmostEqual(faces[1]["from_bytes"], 94.76, 2)
        self.assertEqual(ct.schedules.route("torus:4x4", 0, 10), [(0, 1), (1, 2), (2, 6), (6, 10)])
        self.assertEqual(ct.schedules.route("flat:4", 0, 3), [])


class Plans(Calls):
    """Each kind of plan explains itself."""

    def test_exchange(self):
        with ct.ExchangePlan([8] * COMM.size, [8] * COMM.size, float) as plan:
            self.assertIn(f"* {plan.algorithm}", plan.explain())
            self.assertIn(plan.reason, plan.explain())
            self.assertEqual(plan.ranking()[0]["choice"].split()[0], plan.algorithm)
            self.assertEqual({row["measured_s"] for row in plan.ranking()}, {None})
            self.assertEqual(plan.moved_bytes, 64 * COMM.size * (COMM.size - 1))
            self.assertEqual(plan.phases(), {})
            self.assertGreater(plan.held_bytes, 0)
        self.fails(ValueError, "closed", plan.explain)

    def test_cached_plans(self):
        u = ct.Array((8, 6), complex)
        ct.fft.fftn(u, transport="messages", rigour="estimate")
        plan = COMM.plans[-1]
        self.assertIn("exchange" if COMM.size > 1 else "fft: ", plan.explain())
        self.assertTrue(all(seconds >= 0 for seconds in plan.phases().values()))
        self.assertTrue(plan.phases())
        ct.transpose(u)
        self.assertIn("chosen: ", COMM.plans[-1].explain())
        self.assertEqual(COMM.plans[-1].rounding(), {"saved_bytes": 0, "worst": 0, "overflows": 0, "underflows": 0})

    def test_others(self):
        u = ct.Array((6, 4), decomposition=ct.Decomposition.blocks((6, 4), COMM.size, ghosts=(1, 1)))
        v = ct.Array((6, 4))
        kinds = {"chosen": lambda: ct.Halo(u), "tridiagonal: ": lambda: ct.Tridiagonal(v, 0),
                 "fft: ": lambda: ct.Poisson(v, shift=1.0), "adi: ": lambda: ct.heat.Diffusion((6, 4))}
        for says, create in kinds.items():
            with create() as plan:
                self.assertIn(says, plan.explain())
                self.assertTrue(plan.moved_bytes is None or plan.moved_bytes >= 0)
                self.assertTrue(plan.held_bytes is None or np.isfinite(plan.held_bytes))
