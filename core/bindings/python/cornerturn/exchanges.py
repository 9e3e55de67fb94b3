"""Complete exchanges and the movements beside them, of numpy arrays."""

from operator import index

import numpy as np

from .communicator import communicator, taken, together
from .library import ArgumentError, check, execute, ffi, lib, text, unmasked
from .memory import allocate
from .plan import Plan, exchange_options


class ExchangePlan(Plan):
    """The exchange of blocks of any sizes, planned once: block p of `send` goes to rank p.

    send, receive     elements that go to, and come from, each rank
    dtype             of the elements
    comm, options     as of `exchange`

    Making, executing and closing it is collective.
    """

    def __init__(self, send, receive, dtype, comm=None, **options):
        comm = communicator(comm)
        with together(comm):
            self._prepare(send, receive, dtype, comm, options)
        self.make()

    @classmethod
    def _prepared(cls, *arguments):
        """A plan that is still to be made. Local."""
        plan = cls.__new__(cls)
        plan._prepare(*arguments)
        return plan

    def _prepare(self, send, receive, dtype, comm, options):
        self.dtype = np.dtype(dtype)
        require_values(self.dtype)
        self._comm = comm
        self._counts = [index(n) for n in send], [index(n) for n in receive]
        for counts in self._counts:
            if len(counts) != comm.size:
                raise ArgumentError(f"{len(counts)} blocks; allowed: one for each of {comm.size} ranks")
        self._sizes = sum(self._counts[0]), sum(self._counts[1])
        layouts = [self._layout(counts) for counts in self._counts]
        c = ffi.new("ct_exchange_options *")
        owned = exchange_options(c, self.dtype, **options)
        super().__init__(lib.ct_exchange_plan_create, (comm.handle, layouts[0][0], layouts[1][0], c),
                         (owned, layouts), (comm, self.dtype))

    def make(self):
        """Returns itself. Collective."""
        super().make()
        self.algorithm = text(lib.ct_exchange_algorithm(self.c))
        self.reason = text(lib.ct_exchange_reason(self.c))
        return self

    def _layout(self, counts):
        blocks = ffi.new("ct_block[]", max(len(counts), 1))
        begin = 0
        for p, count in enumerate(counts):
            blocks[p] = lib.ct_block_contiguous(begin, count, self.dtype.itemsize)
            begin += count * self.dtype.itemsize
        layout = ffi.new("ct_layout *", (self.dtype.itemsize, blocks))
        return layout, blocks

    def array(self, is_received=False):
        """An array for `send`, or, is_received, for `receive`, in memory that ranks of a node share. Collective."""
        return allocate(self._comm, self._sizes[is_received], self.dtype)

    def execute(self, send, receive=None):
        """Blocks follow one another in both arrays, of as many elements as the plan's counts add up
        to. Collective; returns `receive`."""
        receive = self.array(True) if receive is None else receive
        execute(lib.ct_exchange_execute, (self.c,), lambda: self._addresses(send, receive))
        return receive

    def start(self, send, receive=None):
        """Begins that. Until `wait` returns, or `test` returns True, both arrays are the plan's, and
        this rank's blocks move inside these calls alone. Collective; returns `receive`."""
        receive = self.array(True) if receive is None else receive
        execute(lib.ct_exchange_start, (self.c,), lambda: self._addresses(send, receive),
                end=lib.ct_exchange_wait)
        self._busy = send, receive  # so that their memory lives
        return receive

    def test(self):
        """Whether it is done; goes on with it. Local, but every rank ends with it or with `wait`."""
        done = ffi.new("int *")
        check(lib.ct_exchange_test(self.c, done))
        return bool(done[0])

    def wait(self):
        """Ends what `start` began. Collective."""
        check(lib.ct_exchange_wait(self.c))
        self._busy = ()

    def _addresses(self, send, receive):
        for array, size in zip((send, receive), self._sizes):
            require_array(array)
            if array.size != size or array.dtype != self.dtype or not array.flags.c_contiguous:
                raise ArgumentError(f"{array.size} {array.dtype}; allowed: {size} {self.dtype}, contiguous")
        require_writable(receive)
        return _address(send), _address(receive)


def _address(array):
    """Of a numpy array in one piece. A sixth of the time that array.ctypes takes."""
    if array is None or not array.size:
        return ffi.NULL
    return (ffi.from_buffer(array) if array.dtype.kind not in "mM"  # which have no buffers
            else ffi.cast("void *", array.ctypes.data))


def exchange(blocks, comm=None, **options):
    """Sends blocks[p] to rank p and returns the list of those received. All have one dtype and one
    axis; each rank tells the others how many elements it sends. Collective.

    Options: algorithm (a name, such as "bruck --radix 4"; None: chosen), planning (estimate,
    measure, exhaustive), transport (auto, messages, shared), tuning_file."""
    comm = communicator(comm)
    with together(comm):
        blocks = [np.ascontiguousarray(unmasked(block)) for block in blocks]
        dtypes = {block.dtype for block in blocks}
        if len(blocks) != comm.size:
            raise ArgumentError(f"{len(blocks)} blocks; allowed: one for each of {comm.size} ranks")
        if len(dtypes) > 1:
            raise ArgumentError(f"blocks of {', '.join(map(str, dtypes))}; allowed: of one dtype")
    dtype = blocks[0].dtype
    counts = np.array([block.size for block in blocks])
    coming = alltoall(counts, comm)
    with ExchangePlan(counts, coming, dtype, comm, **options) as plan:
        send = plan.array()
        np.concatenate([block.reshape(-1) for block in blocks], out=send)
        received = plan.execute(send)
    return np.split(received, np.cumsum(coming)[:-1])


def alltoall(send, comm=None, **options):
    """send[p] goes to rank p; a numpy array like it of what came from each. Collective; the plan is
    cached."""
    comm = communicator(comm)
    send = in_one_piece(send)

    def prepare():
        require_array(send)
        if send.shape[:1] != (comm.size,):
            raise ArgumentError(f"an array of {send.shape}; allowed: its first axis has {comm.size}")
        each = [send.size // comm.size] * comm.size
        return ExchangePlan._prepared(each, each, send.dtype, comm, options)

    like = (send.shape[:1], send.size, send.dtype) if isinstance(send, np.ndarray) else None
    plan = comm.plan(("alltoall", like, tuple(options.items())), prepare)
    receive = np.empty_like(send)
    plan.execute(send.reshape(-1), receive.reshape(-1))
    return receive


def bcast(array, root=0, comm=None, **options):
    """The root's array, on all ranks, in place. Collective; the plan is cached."""
    comm = communicator(comm)
    plan = _movement(comm, lib.CT_BROADCAST, root, array, options)

    def addresses():
        if comm.rank != root:
            require_writable(array)
        return _address(array), _address(array)

    execute(lib.ct_exchange_execute, (plan.c,), addresses)
    return array


def allgather(array, comm=None, **options):
    """The `array` of each rank, which are alike, along a new first axis. Collective; the plan is cached."""
    comm = communicator(comm)
    array = in_one_piece(array)
    plan = _movement(comm, lib.CT_ALL_GATHER, 0, array, options)
    whole = np.empty((comm.size, *array.shape), array.dtype)
    check(lib.ct_exchange_execute(plan.c, _address(array), _address(whole)))
    return whole


def gather(array, root=0, comm=None, **options):
    """The `array` of each rank, which are alike, along a new first axis on the root; None elsewhere.
    Collective; the plan is cached."""
    comm = communicator(comm)
    array = in_one_piece(array)
    plan = _movement(comm, lib.CT_GATHER, root, array, options)
    whole = np.empty((comm.size, *array.shape), array.dtype) if comm.rank == root else None
    check(lib.ct_exchange_execute(plan.c, _address(array), _address(whole)))
    return whole


def scatter(whole, out, root=0, comm=None, **options):
    """Fills each rank's `out`, which are alike, with whole[rank] of the root; others give None.
    Collective; the plan is cached."""
    comm = communicator(comm)
    with together(comm):
        if comm.rank == root:
            whole = taken(whole, out.dtype, (comm.size, *out.shape))
    plan = _movement(comm, lib.CT_SCATTER, root, out, options)

    def addresses():
        require_writable(out)
        return _address(whole), _address(out)

    execute(lib.ct_exchange_execute, (plan.c,), addresses)
    return out


def in_one_piece(values):
    """As an array, or why they are none, which `require_array` raises where all ranks hear of it."""
    try:
        return np.ascontiguousarray(unmasked(values))
    except Exception as error:  # of whatever an object does that is asked for its numbers
        return error


def require_array(array):
    """That it is one, without a mask."""
    if isinstance(array, Exception):
        raise array
    if not isinstance(array, np.ndarray):
        raise ArgumentError(f"a {type(array).__name__}; allowed: a numpy array")
    unmasked(array)


def require_writable(array):
    """That it can be received into."""
    if not array.flags.writeable:
        raise ArgumentError("an array to be read only; allowed: one that can be written")


def require_values(dtype):
    """That elements mean the same on other ranks."""
    if dtype.hasobject:
        raise ArgumentError(f"elements of {dtype}; allowed: types of fixed size")


def _movement(comm, kind, root, array, options):
    """The plan that calls like this share. Collective."""
    is_array = isinstance(array, np.ndarray) and not np.ma.is_masked(array)

    def prepare():
        require_array(array)
        require_values(array.dtype)
        if not array.flags.c_contiguous:
            raise ArgumentError("an array with gaps; allowed: a contiguous one")
        c = ffi.new("ct_exchange_options *")
        owned = exchange_options(c, **options)
        return Plan(lib.ct_collective_plan_create, (comm.handle, kind, root, array.nbytes, c), owned,
                    (comm, array.dtype))

    is_fit = is_array and not array.dtype.hasobject and array.flags.c_contiguous
    like = (array.nbytes, array.dtype) if is_fit else None  # no plan is kept of others
    return comm.plan(("movement", kind, root, like, tuple(options.items())), prepare)
