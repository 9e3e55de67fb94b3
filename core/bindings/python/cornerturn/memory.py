"""Memory that the ranks of a node share, and what arrays have given back of it."""

import weakref

import numpy as np

from .communicator import has_ended
from .library import check, ffi, lib

POOLED_BYTES = 1 << 20  # from here on the pages of new memory take longer than a reduction
MOST_POOLED = 4  # pieces of memory a communicator has that no array uses


def allocate(comm, elements, dtype):
    """Memory shared with the node's other ranks; the last numpy array of it gives it back.
    Collective. Memory that all ranks have given back is used again: its pages are there."""
    bytes_ = elements * dtype.itemsize
    identity, pointer = _reuse(comm, bytes_) or _new(comm, bytes_)
    # a part of no elements is kept as well: by it this rank reaches the parts of others
    buffer = ffi.buffer(pointer[0], max(bytes_, 1))
    memory = np.frombuffer(buffer, np.uint8)[:bytes_].view(dtype)
    # MPI has ended at exit, and the system frees it
    weakref.finalize(buffer, _give_back, comm, identity, bytes_, pointer).atexit = False
    return memory


def _new(comm, bytes_):
    pointer = ffi.new("void **")
    check(lib.ct_alloc(comm.handle, bytes_, pointer))
    comm.allocations += 1
    return comm.allocations, pointer


def _reuse(comm, bytes_):
    """The last piece given back, if all ranks have it and it has this size on each. Collective."""
    mine = next((i for i, (size, _) in reversed(comm.pool.items()) if size == bytes_), -1)
    if not comm.agree_on(mine if bytes_ >= POOLED_BYTES else -1):
        return None
    return mine, comm.pool.pop(mine)[1]


def _give_back(comm, identity, bytes_, pointer):
    if has_ended():
        return  # the system frees it
    if bytes_ < POOLED_BYTES or comm.is_closed:
        lib.ct_free(pointer)
        return
    comm.pool[identity] = bytes_, pointer
    while len(comm.pool) > MOST_POOLED:
        lib.ct_free(comm.pool.pop(next(iter(comm.pool)))[1])
