// The time of a schedule in lockstep, as core/price has it. What does not depend on the machine is
// found once: the kinds of messages and of ranks' steps, of which symmetric schedules have few.

function distanceOf(machine, size) {
  return machine.distance_s + machine.distance_doubling_s * Math.log2(size);
}

function barrierOf(machine, size) {
  return size < 2 ? 0 : machine.barrier_s + machine.barrier_doubling_s * Math.log2(size);
}

// The links of a message, and the interfaces of its nodes, which are links, too.
function channelsOf(schedule, move, rails, visit) {
  const topology = schedule.topology, from = schedule.rank[move], to = schedule.to[move];
  const interfaces = hasNodes(topology) ? 2 * topology.size / topology.extent[0] : 0;
  const rail = rails > 0 ? schedule.rail[move] % rails : schedule.rail[move];
  const base = rail * (interfaces + linkCount(topology));
  if (interfaces > 0) {
    if (nodeOf(topology, from) === nodeOf(topology, to)) return;
    visit(base + 2 * nodeOf(topology, from));
    visit(base + 2 * nodeOf(topology, to) + 1);
  }
  walkRoute(topology, from, to, (link) => visit(base + interfaces + link));
}

function hopsOf(schedule, move) {
  let hops = 0;
  walkRoute(schedule.topology, schedule.rank[move], schedule.to[move], () => hops++);
  return hops;
}

function isLocal(schedule, move) {
  const topology = schedule.topology;
  return hasNodes(topology) &&
    nodeOf(topology, schedule.rank[move]) === nodeOf(topology, schedule.to[move]);
}

function messageTime(machine, size, bytes, kind) {
  const together = kind.pairwise ? machine.pairwise_s : 0;
  if (kind.local) return together + machine.local_start_up_s + kind.blocks * bytes * machine.local_byte_s;
  const transmit = Math.max(kind.blocks * bytes * machine.byte_s,
                            kind.shared * bytes * machine.link_byte_s);
  return together + machine.start_up_s + distanceOf(machine, size) + kind.hops * machine.hop_s +
    transmit;
}

// Numbers equal things: each kind once, by the text of its key.
function makeTable() {
  const numbers = new Map(), items = [];
  return {
    items,
    number(key, make) {
      let number = numbers.get(key);
      if (number === undefined) {
        number = items.length;
        numbers.set(key, number);
        items.push(make());
      }
      return number;
    },
  };
}

// The kind of each message of a step, by move.
function messageKinds(schedule, step, rails, table, kindOf) {
  const loads = new Map();
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    channelsOf(schedule, i, rails, (c) => loads.set(c, (loads.get(c) || 0) + schedule.sent[i]));
  }
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    let shared = 0;
    channelsOf(schedule, i, rails, (c) => { shared = Math.max(shared, loads.get(c)); });
    const local = isLocal(schedule, i), hops = local ? 0 : hopsOf(schedule, i);
    const pairwise = (schedule.flags[i] & PAIRWISE) !== 0, blocks = schedule.sent[i];
    const key = `${blocks},${shared},${hops},${local ? 1 : 0}${pairwise ? 1 : 0}`;
    kindOf[i] = table.number(key, () => ({blocks, shared, hops, local, pairwise}));
  }
}

// The message that goes the other way between the same two ranks; -1 without one. Where the two
// directions take turns, both take the time of both.
function oppositeKind(schedule, moves, move, sends, kindOf) {
  const peer = sends ? schedule.to[move] : schedule.from[move];
  for (const other of moves) {
    if (schedule.rail[other] !== schedule.rail[move]) continue;
    if (sends && schedule.from[other] === peer) return kindOf[schedule.receiveMate[other]];
    if (!sends && schedule.to[other] === peer) return kindOf[other];
  }
  return -1;
}

function rankKind(schedule, moves, held, kindOf) {
  const kind = {out: [], in: [], permuted: 0};
  let shuffles = 0;
  for (const i of moves) {
    if (schedule.to[i] >= 0) {
      kind.out.push([kindOf[i], oppositeKind(schedule, moves, i, true, kindOf)]);
    }
    if (schedule.from[i] >= 0) {
      kind.in.push([kindOf[schedule.receiveMate[i]],
                    oppositeKind(schedule, moves, i, false, kindOf)]);
    }
    if (schedule.flags[i] & SHUFFLE) shuffles++;
    held[schedule.rank[i]] += schedule.received[i] - schedule.sent[i];
  }
  kind.permuted = shuffles * held[schedule.rank[moves[0]]];
  return kind;
}

// The kinds of what ranks do in a step: messages out and in, in order, and blocks to permute.
function rankKinds(schedule, step, held, kindOf, table) {
  const own = Array.from({length: schedule.size}, () => []);
  const found = new Set();
  let fenced = false;
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    own[schedule.rank[i]].push(i);
    fenced = fenced || (schedule.flags[i] & FENCE) !== 0;
  }
  for (const moves of own) {
    if (moves.length === 0) continue;
    const kind = rankKind(schedule, moves, held, kindOf);
    const key = `${kind.out.join(';')}|${kind.in.join(';')}|${kind.permuted}`;
    found.add(table.number(key, () => kind));
  }
  return {kinds: [...found], fenced};
}

function priceTable(schedule, rails) {
  const messages = makeTable(), ranks = makeTable(), steps = [];
  const kindOf = new Int32Array(schedule.moves);
  const held = new Int32Array(schedule.size).fill(schedule.size);
  for (let step = 0; step < schedule.steps; step++) {
    messageKinds(schedule, step, rails, messages, kindOf);
    steps.push(rankKinds(schedule, step, held, kindOf, ranks));
  }
  return {messages: messages.items, ranks: ranks.items, steps, kindOf};
}

// When a rank is through with messages of one direction, each taking the first free port.
function throughPorts(durations, ports) {
  if (ports === 0 || ports > 64) return Math.max(0, ...durations);
  const free = new Array(ports).fill(0);
  let end = 0;
  for (const duration of durations) {
    const first = free.indexOf(Math.min(...free));
    free[first] += duration;
    end = Math.max(end, free[first]);
  }
  return end;
}

// The time of every step, its barrier included.
function lockstepTimes(schedule, machine, bytes) {
  schedule.tables = schedule.tables || {};
  const table = schedule.tables[machine.rails] =
    schedule.tables[machine.rails] || priceTable(schedule, machine.rails);
  const times = table.messages.map((kind) => messageTime(machine, schedule.size, bytes, kind));
  const pair = ([kind, opposite]) =>
    times[kind] + (machine.half_duplex && opposite >= 0 ? times[opposite] : 0);
  const ranks = table.ranks.map((kind) =>
    Math.max(throughPorts(kind.out.map(pair), machine.ports),
             throughPorts(kind.in.map(pair), machine.ports)) +
    kind.permuted * bytes * machine.permute_byte_s);
  const barrier = barrierOf(machine, schedule.size);
  return table.steps.map((step) =>
    step.kinds.reduce((most, kind) => Math.max(most, ranks[kind]), 0) + (step.fenced ? barrier : 0));
}
