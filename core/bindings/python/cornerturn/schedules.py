"""The algorithms of complete exchange as data: what there is, what each rank does in which step,
whether it is right, what it takes.

A topology is a word such as "flat:12", "hypercube:6", "mesh:8x8", "torus:16x16" or "nodes:4x8"; an
algorithm its name with parameters, such as "bruck --radix 4"; a machine a name of `machines`, or the
path of a file that describes one. Sizes (`block_bytes`: what one rank has for one other) are in bytes,
times in seconds. Everything is local: nothing
here needs MPI, and one process sees all ranks.
"""

import collections

from .library import ArgumentError, ffi, lib, text
from .library import check as check_status

Move = collections.namedtuple("Move", "step to sent source received")
Move.__doc__ = """What a rank does in a step, from 1: it sends the blocks `sent` to rank `to`, and
receives the blocks `received` of rank `source`. Blocks are pairs (origin, destination); of packets
(origin, packet). A rank that does not send, or receive, has None. Local."""
Message = collections.namedtuple("Message", "step source to blocks")
Message.__doc__ = """A message: the step, from 1, both ranks, and the number of its blocks. Local."""


def algorithms(topology=None):
    """Names and summaries of the algorithms, a dict, or of those that run on a topology. Local."""
    found, index = {}, 0
    c = _topology(topology) if topology else None
    while (row := lib.ct_algorithm_at(index)) != ffi.NULL:
        if c is None or lib.ct_algorithm_can_run(row, c):
            found[text(row.name)] = text(row.summary)
        index += 1
    return found


def machines():
    """The machines that have names, a dict of dicts: constants in seconds and seconds a byte, as
    machine.h names them. Local."""
    found, index = {}, 0
    while (row := lib.ct_machine_at(index)) != ffi.NULL:
        constants = {name: getattr(row, name) for name, _ in ffi.typeof("ct_machine").fields}
        constants["source"] = text(row.source)
        found[text(row.name)] = constants
        del constants["name"]
        index += 1
    return found


def schedule(algorithm, topology, rank):
    """What one rank does: a list of `Move`. Local; costs O(the rank's own part)."""
    c, row, parameters = _parse(algorithm, topology)
    if not 0 <= rank < c.size:
        raise ArgumentError(f"rank {rank}; allowed: 0 to {c.size - 1}")
    return list(_moves(c, row, parameters, rank))


def messages(algorithm, topology):
    """What all ranks send: a list of `Message`, by step and sender, as `exchange dump` writes it.
    Local."""
    c, row, parameters = _parse(algorithm, topology)
    found = [Message(move.step, rank, move.to, len(move.sent)) for rank in range(c.size)
             for move in _moves(c, row, parameters, rank) if move.to is not None]
    return sorted(found, key=lambda message: message[:2])


def check(algorithm, topology):
    """Generates the schedules of all ranks and checks them, link by link. Returns a dict of counts:
    steps, messages, blocks, link_load (most messages over a link in a step), most_held (blocks a
    rank held at once), lockstep; raises where something is wrong. Local."""
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
    """Seconds for blocks of that many bytes on a machine: a dict of total_s and its parts message_s,
    permute_s and barrier_s, and lockstep. Local."""
    c, row, parameters = _parse(algorithm, topology)
    result = ffi.new("ct_price *")
    check_status(lib.ct_price_algorithm(row, c, parameters, _machine(machine), block_bytes, result))
    return {"total_s": result.total_s, "message_s": result.message_s,
            "permute_s": result.permute_s, "barrier_s": result.barrier_s,
            "lockstep": bool(result.lockstep)}


def formula(algorithm, topology, block_bytes, machine):
    """The closed form of the time with its numbers, such as "18 (lambda + delta) + 9/2 m tau", in
    the symbols of machine.h: lambda, delta in seconds, m in bytes. Local."""
    c, row, parameters = _parse(algorithm, topology)
    words = ffi.new("char[]", lib.CT_FORMULA_TEXT)
    check_status(lib.ct_formula_format(row, c, parameters, _machine(machine), block_bytes, words))
    return text(words)


def bounds(topology, block_bytes, machine, node_ranks=1):
    """Seconds that no exchange can be below, by what binds (a dict; without what does not bind
    here), for ranks with one port and node_ranks ranks a node where the topology does not say.
    Local."""
    memory = ffi.new("ct_node_memory *")
    found = lib.ct_bounds_compute(_topology(topology), node_ranks, _machine(machine), memory,
                                  block_bytes)
    return {text(lib.ct_bound_name(bound)): found.bound_s[bound] for bound in range(lib.CT_BOUNDS)
            if found.bound_s[bound] > 0}


def hull(dimension, machine):
    """Which partition of a hypercube's dimension is best from which block on: a list of dicts of
    partition, from_bytes, start_s (of an empty block) and byte_s (a byte of block). Local."""
    pointer = ffi.new("ct_hull **")
    check_status(lib.ct_hull_create(_machine(machine), dimension, pointer))
    try:
        return [{"partition": list(face.phases.item[0:face.phases.count]),
                 "from_bytes": face.from_bytes, "start_s": face.start_s, "byte_s": face.byte_s}
                for face in pointer[0].faces[0:pointer[0].count]]
    finally:
        lib.ct_hull_destroy(pointer)


def route(topology, source, to):
    """The links that a message takes from rank `source` to rank `to`, as pairs of ranks; none where the topology
    has no links. Local."""
    c = _topology(topology)
    if not (0 <= source < c.size and 0 <= to < c.size):
        raise ArgumentError(f"ranks {source} and {to}; allowed: 0 to {c.size - 1}")
    at = ffi.new("ct_route *", lib.ct_route_start(c, source, to))
    ends = ffi.new("int[]", 2)
    found = []
    while (link := lib.ct_route_next(at)) >= 0:
        lib.ct_topology_link_ends(c, link, ends, ends + 1)
        found.append((ends[0], ends[1]))
    return found


def _moves(c, row, parameters, rank):
    pointer = ffi.new("ct_schedule **")
    check_status(lib.ct_algorithm_generate(row, c, parameters, rank, pointer))
    try:
        made = pointer[0]
        for move in made.moves[0:made.move_count]:
            sides = [None if peer < 0 else peer for peer in (move.send_to, move.receive_from)]
            walks = lib.ct_blocks_sent(made, ffi.addressof(move)), lib.ct_blocks_received(
                made, ffi.addressof(move))
            sent, received = map(_blocks, walks)
            yield Move(move.step, sides[0], sent, sides[1], received)
    finally:
        lib.ct_schedule_destroy(pointer)


def _blocks(walk):
    at, pair = ffi.new("ct_block_walk *", walk), ffi.new("int[]", 2)
    found = []
    while lib.ct_block_next(at, pair, pair + 1):
        found.append((pair[0], pair[1]))
    return found


def _machine(name):
    known = lib.ct_machine_find(name.encode())
    if known == ffi.NULL:
        known = ffi.new("ct_machine *")
        check_status(lib.ct_machine_read(name.encode(), known))
    return known


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
