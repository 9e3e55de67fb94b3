"""The algorithms of complete exchange as data: what there is, whether it is right, what it takes.

Nothing here needs MPI: one process checks the schedules of all ranks.
"""

from .library import check as check_status
from .library import ffi, lib, text


def algorithms(topology=None):
    """Names and summaries of the algorithms, or of those that run on a topology such as
    "hypercube:6"."""
    found, index = {}, 0
    c = _topology(topology) if topology else None
    while (row := lib.ct_algorithm_at(index)) != ffi.NULL:
        if c is None or lib.ct_algorithm_can_run(row, c):
            found[text(row.name)] = text(row.summary)
        index += 1
    return found


def check(algorithm, topology):
    """Generates the schedules of all ranks and checks them, link by link. `algorithm` with its
    parameters, such as "bruck --radix 4". Returns the counts; raises where something is wrong."""
    c, row, parameters = _parse(algorithm, topology)
    report = ffi.new("ct_check_report *")
    check_status(lib.ct_check_algorithm(row, c, parameters, report))
    try:
        return {"steps": report.steps, "messages": report.total.messages,
                "blocks": report.total.blocks, "link_load": report.total.link_load,
                "most_held": report.most_held, "lockstep": bool(report.lockstep)}
    finally:
        lib.ct_check_report_clear(report)


def price(algorithm, topology, block_bytes, machine):
    """Seconds for blocks of that many bytes on a machine: a name, such as "ipsc860", or the path of
    a file that describes one."""
    c, row, parameters = _parse(algorithm, topology)
    known = lib.ct_machine_find(machine.encode())
    if known == ffi.NULL:
        known = ffi.new("ct_machine *")
        check_status(lib.ct_machine_read(machine.encode(), known))
    result = ffi.new("ct_price *")
    check_status(lib.ct_price_algorithm(row, c, parameters, known, block_bytes, result))
    return {"total_s": result.total_s, "message_s": result.message_s,
            "permute_s": result.permute_s, "barrier_s": result.barrier_s}


def _topology(words):
    topology = ffi.new("ct_topology *")
    check_status(lib.ct_topology_parse(words.encode(), topology))
    return topology


def _parse(algorithm, topology):
    c = _topology(topology)
    row = ffi.new("ct_algorithm **")
    parameters = ffi.new("ct_parameters *")
    check_status(lib.ct_algorithm_parse(algorithm.encode(), c, row, parameters))
    return c, row[0], parameters
