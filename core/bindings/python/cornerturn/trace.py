"""What every rank does when, as a file for a timeline viewer such as https://ui.perfetto.dev.

    with ct.trace.region("smooth"):             # a phase of one's own
        ...
"""

import contextlib

from .communicator import communicator
from .library import check, ffi, lib


def begin(path, events=0, comm=None):
    """Begins to record for a file at `path`, up to `events` events a rank (0: 32768), the latest ones. Collective; one
    trace at a time."""
    check(lib.ct_trace_begin(communicator(comm).handle, str(path).encode(), events))


def end():
    """Writes the file. Returns what it says of all ranks, as trace.h explains: seconds, slowest,
    slowest_waits_s, wait_share, exchange_share, transform_share, overlap_saves_s, events, dropped.
    Collective; before MPI ends."""
    summary = ffi.new("ct_trace_summary *")
    check(lib.ct_trace_end(summary))
    return {name: getattr(summary, name) for name, _ in ffi.typeof("ct_trace_summary").fields}


def discard():
    """Ends the trace without a file; nothing without a trace. Local."""
    lib.ct_trace_discard()


@contextlib.contextmanager
def region(name):
    """A phase of the caller's, of that name. Local."""
    lib.ct_trace_region_begin(str(name).encode())
    try:
        yield
    finally:
        lib.ct_trace_region_end()
