"""Nothing is copied on the way into the library, nothing stays behind, and what a call costs."""

import gc
import time
import tracemalloc

import numpy as np

import cornerturn as ct
from compare import COMM, Calls

ELEMENTS = 1 << 15  # of a rank; 256 KiB


class Copies(Calls):
    def most_bytes(self, call):
        """What numpy and Python take on top while it runs; the library's memory is not theirs."""
        call()  # the plan is made
        gc.collect()
        tracemalloc.start()
        try:
            call()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def test_nothing_is_copied(self):
        n = ELEMENTS * COMM.size
        u = ct.Array((COMM.size * 128, 256))
        whole = np.ones(u.shape) if COMM.rank == 0 else None
        v, spectrum = u.like(), ct.fft.rfftn(u)
        plan = ct.ExchangePlan([ELEMENTS // COMM.size] * COMM.size, [ELEMENTS // COMM.size] * COMM.size, float)
        send, receive = plan.array(), plan.array(True)
        calls = {"execute": lambda: plan.execute(send, receive),
                 "fftn": lambda: ct.fft.rfftn(u, out=spectrum),
                 "redistribute": lambda: ct.redistribute(u, out=v),
                 "scatter": lambda: u.scatter(whole),
                 "gather": u.gather,
                 "bcast": lambda: ct.bcast(send)}
        with plan:
            for name, call in calls.items():
                self.assertLess(self.most_bytes(call), 4 * ELEMENTS, name)  # half of a part
        self.assertEqual(u.local.size * COMM.size, n)

    def test_addresses(self):
        """What is given is what the library gets."""
        mine = np.empty(64)
        u = ct.Array((64,), memory=mine, comm="self")
        self.assertEqual(int(ct.ffi.cast("intptr_t", u.address)), mine.ctypes.data)
        self.assertEqual(u.local.ctypes.data, mine.ctypes.data)
        with ct.heat.Diffusion((8, 6)) as heat:
            self.assertEqual(heat.local.ctypes.data if heat.local.size else 0,
                             int(ct.ffi.cast("intptr_t", ct.lib.ct_adi_state(heat.c))) if heat.local.size else 0)

    def test_plans_leave_nothing(self):
        """Memory of this process after plans of each kind, many times."""
        if COMM.size > 1:
            self.skipTest("of one rank")
        u = ct.Array((12, 10), complex)
        v = ct.Array((12, 10), decomposition=ct.Decomposition.blocks((12, 10), 1, ghosts=(1, 1)))
        kinds = {"exchange": lambda: ct.ExchangePlan([8], [8], float), "halo": lambda: ct.Halo(v),
                 "tridiagonal": lambda: ct.Tridiagonal(u, 0),
                 "poisson": lambda: ct.Poisson(u, shift=1.0, rigour="estimate"),
                 "filter": lambda: ct.FilterPlan(u, rigour="estimate"),
                 "heat": lambda: ct.heat.Diffusion((12, 10))}

        def bytes_after(create, times):
            for _ in range(times):
                with create():
                    pass
            gc.collect()
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4096

        for name, create in kinds.items():
            before = bytes_after(create, 20)
            self.assertLess(bytes_after(create, 100) - before, 400e3, name)  # 4 kB a plan

    def test_plans_do_not_pile_up(self):
        """More shapes than plans are kept; each `with` destroys what it made."""
        most = ct.communicator.__globals__["MOST_PLANS"]
        for n in range(2, most + 12):
            ct.alltoall(np.zeros((COMM.size, n)))
        self.assertEqual(len(COMM.plans), most)
        before = len(COMM.plans)
        with ct.Halo(ct.Array((4, 3))) as halo:
            self.assertTrue(halo.c)
        self.fails(ValueError, "closed", lambda: halo.c)
        self.assertEqual(len(COMM.plans), before)
        last = ct.alltoall(np.zeros((COMM.size, most + 11)))
        self.assertEqual(COMM.plans[-1]._counts[0], [last[0].size] * COMM.size)


class Costs(Calls):
    def test_cost(self):
        """Microseconds a call, of plans of this rank alone: the library's are in the first column."""
        if COMM.size > 1:
            self.skipTest("of one rank")

        def best(call, calls=1000):
            took = []
            for _ in range(5):
                begin = time.perf_counter()
                for _ in range(calls):
                    call()
                took.append(time.perf_counter() - begin)
            return f"{1e6 * min(took) / calls:.2f}"

        a, b = np.zeros(1), np.zeros(1)
        u, v = ct.Array((4, 4), complex), ct.Array((4, 4), complex)
        at = [ct.ffi.from_buffer(each) for each in (a, b)]
        ct.fft.fftn(u, out=v)
        fft = COMM.plans[-1]
        with ct.ExchangePlan([1], [1], float) as plan:
            print("a call, in us: through cffi alone", best(lambda: ct.lib.ct_exchange_execute(plan.c, *at)),
                  "ExchangePlan.execute", best(lambda: plan.execute(a, b)), "; through cffi alone",
                  best(lambda: ct.lib.ct_fft_execute(fft.c, u.address, v.address)),
                  "fftn", best(lambda: ct.fft.fftn(u, out=v)), flush=True)
