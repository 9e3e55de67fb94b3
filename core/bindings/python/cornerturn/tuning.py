"""Constants and choices measured on this machine, for later plans."""

from .communicator import communicator
from .library import check, ffi, lib, text


def calibrate(path, comm=None):
    """Measures the machine, in seconds, and adds the constants to the tuning file at `path`, which
    is the `tuning_file` of options. Collective."""
    handle = communicator(comm).handle
    found = ffi.new("ct_calibration *")
    check(lib.ct_tuning_check(handle, str(path).encode()))
    check(lib.ct_calibrate(handle, ffi.NULL, found))
    check(lib.ct_tuning_store_calibration(handle, str(path).encode(), found))


def describe(path, comm=None):
    """What the tuning file at `path` has for this machine: its name there, what was wrong with the
    file (or None), and seconds of a barrier and bytes a second of memory, if it was calibrated.
    Collective."""
    pointer = ffi.new("ct_tuning **")
    check(lib.ct_tuning_load(communicator(comm).handle, str(path).encode(), pointer))
    try:
        found = lib.ct_tuning_calibration(pointer[0])
        constants = {} if found == ffi.NULL else {
            "barrier_s": found.barrier_s, "memory_bytes_per_s": found.memory_bytes_per_s}
        return {"machine": text(lib.ct_tuning_machine(pointer[0])),
                "warning": text(lib.ct_tuning_warning(pointer[0])), **constants}
    finally:
        lib.ct_tuning_destroy(pointer)
