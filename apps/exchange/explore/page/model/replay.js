// The time where ranks drift: each goes on when both ends of its messages are ready, with one step
// in flight, as core/price/replay has it; and machines whose two directions take turns.

// The moves of every rank, in runs of one step.
function rankSteps(schedule) {
  const steps = Array.from({length: schedule.size}, () => []);
  for (let k = 0; k < schedule.steps; k++) {
    for (let i = schedule.start[k]; i < schedule.start[k + 1]; i++) {
      const own = steps[schedule.rank[i]];
      if (own.length === 0 || own[own.length - 1].step !== k) own.push({step: k, moves: []});
      own[own.length - 1].moves.push(i);
    }
  }
  return steps;
}

// Durations of all messages; those of a step share links only in lockstep.
function durationsOf(schedule, machine, bytes) {
  const durations = new Float64Array(schedule.moves);
  const busy = new Map();
  for (let i = 0; i < schedule.moves; i++) {
    if (schedule.to[i] < 0) continue;
    let channels = 0;
    channelsOf(schedule, i, machine.rails, (c) => {
      busy.set(c, (busy.get(c) || 0) + schedule.sent[i]);
      channels++;
    });
    durations[i] = messageTime(machine, schedule.size, bytes, {
      blocks: schedule.sent[i], shared: channels > 0 ? schedule.sent[i] : 0,
      hops: machine.hop_s > 0 ? hopsOf(schedule, i) : 0, local: isLocal(schedule, i),
      pairwise: (schedule.flags[i] & PAIRWISE) !== 0});
  }
  let most = 0;
  for (const blocks of busy.values()) most = Math.max(most, blocks);
  return {durations, busiest: most * bytes * machine.link_byte_s};
}

function oppositeOf(schedule, moves, move, peer, sends, durations) {
  for (const other of moves) {
    if (schedule.rail[other] !== schedule.rail[move]) continue;
    if (sends && schedule.from[other] === peer) return durations[schedule.receiveMate[other]];
    if (!sends && schedule.to[other] === peer) return durations[other];
  }
  return 0;
}

function makePorts(count, now) {
  const free = count > 0 && count <= 64 ? new Array(count).fill(now) : null;
  let end = now;
  return {
    use(ready, duration) {
      const first = free ? free.indexOf(Math.min(...free)) : 0;
      const done = Math.max(free ? free[first] : now, ready) + duration;
      if (free) free[first] = done;
      end = Math.max(end, done);
    },
    end: () => end,
  };
}

// When a rank's step ends that began at begun[its first move].
function endOf(schedule, machine, moves, begun, durations) {
  const now = begun[moves[0]];
  const out = makePorts(machine.ports, now), into = makePorts(machine.ports, now);
  const extra = (move, peer, sends) => machine.half_duplex
    ? oppositeOf(schedule, moves, move, peer, sends, durations) : 0;
  for (const i of moves) {
    if (schedule.to[i] >= 0) {
      out.use(begun[schedule.sendMate[i]], durations[i] + extra(i, schedule.to[i], true));
    }
    if (schedule.from[i] >= 0) {
      const send = schedule.receiveMate[i];
      into.use(begun[send], durations[send] + extra(i, schedule.from[i], false));
    }
  }
  return Math.max(out.end(), into.end());
}

// Lets ranks run until all wait for a barrier or are through; returns how many wait.
function runRanks(schedule, run) {
  const queue = run.ranks.map((_, rank) => rank);
  const queued = new Uint8Array(schedule.size).fill(1);
  const wake = (rank) => { if (!queued[rank]) { queued[rank] = 1; queue.push(rank); } };
  for (let at = 0; at < queue.length; at++) {
    const rank = queue[at], one = run.ranks[rank];
    queued[rank] = 0;
    while (one.next < run.steps[rank].length && !one.waits) {
      const {step, moves} = run.steps[rank][one.next];
      if (!one.underway) {
        if (!one.passed && moves.some((i) => schedule.flags[i] & FENCE)) { one.waits = true; break; }
        one.underway = true;
        for (const i of moves) {
          run.begun[i] = one.now;
          if (schedule.to[i] >= 0) wake(schedule.to[i]);
          if (schedule.from[i] >= 0) wake(schedule.from[i]);
        }
      }
      const ready = moves.every((i) => (schedule.to[i] < 0 || run.begun[schedule.sendMate[i]] >= 0) &&
        (schedule.from[i] < 0 || run.begun[schedule.receiveMate[i]] >= 0));
      if (!ready) break;
      one.now = run.end(moves);
      run.finish(rank, moves);
      run.ends[step] = Math.max(run.ends[step], one.now);
      one.next++;
      one.underway = one.passed = false;
    }
  }
  return run.ranks.filter((one) => one.waits).length;
}

// When the last rank ends each step: never decreasing.
function driftingEnds(schedule, machine, bytes) {
  schedule.rankSteps = schedule.rankSteps || rankSteps(schedule);
  const {durations, busiest} = durationsOf(schedule, machine, bytes);
  const held = new Int32Array(schedule.size).fill(schedule.size);
  const run = {
    steps: schedule.rankSteps, begun: new Float64Array(schedule.moves).fill(-1),
    ends: new Float64Array(schedule.steps),
    ranks: Array.from({length: schedule.size}, () => ({now: 0, next: 0})),
    end: (moves) => endOf(schedule, machine, moves, run.begun, durations),
    finish(rank, moves) {
      let shuffles = 0;
      for (const i of moves) {
        held[rank] += schedule.received[i] - schedule.sent[i];
        if (schedule.flags[i] & SHUFFLE) shuffles++;
      }
      run.ranks[rank].now += shuffles * held[rank] * bytes * machine.permute_byte_s;
    },
  };
  while (runRanks(schedule, run) === schedule.size) {
    const now = Math.max(...run.ranks.map((one) => one.now)) + barrierOf(machine, schedule.size);
    for (const one of run.ranks) Object.assign(one, {now, waits: false, passed: true});
  }
  for (let k = 1; k < schedule.steps; k++) run.ends[k] = Math.max(run.ends[k], run.ends[k - 1]);
  if (schedule.steps > 0) {
    run.ends[schedule.steps - 1] = Math.max(run.ends[schedule.steps - 1], busiest);
  }
  return run.ends;
}

// When each step ends, from the beginning; the last is the price.
function stepEnds(schedule, machine, bytes) {
  if (!schedule.lockstep) return driftingEnds(schedule, machine, bytes);
  let sum = 0;
  return Float64Array.from(lockstepTimes(schedule, machine, bytes), (time) => sum += time);
}

function totalTime(schedule, machine, bytes) {
  const ends = stepEnds(schedule, machine, bytes);
  return ends.length > 0 ? ends[ends.length - 1] : 0;
}
