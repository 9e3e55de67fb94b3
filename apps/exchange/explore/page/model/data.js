// Schedules out of their compact form: all moves of all ranks, step by step, as columns.

const FENCE = 2, PAIRWISE = 4, SHUFFLE = 16;  // flags of a move
const GROUP_KEYS = 8;  // numbers before the runs of a group

function peerOf(rule, rank, key, size) {
  if (key < 0 || rule === 2) return key;
  return rule === 1 ? rank ^ key : (rank + key) % size;
}

function ranksOf(group, size) {
  if (group.length === GROUP_KEYS) return Array.from({length: size}, (_, rank) => rank);
  const ranks = [];
  for (let i = GROUP_KEYS; i < group.length; i += 3) {
    for (let k = 0; k < group[i + 1]; k++) ranks.push(group[i] + k * group[i + 2]);
  }
  return ranks;
}

function movesOfStep(groups, size) {
  const moves = [];
  for (const group of groups) {
    const [place, rule, to, from, sent, received, flags, rail] = group;
    for (const rank of ranksOf(group, size)) {
      moves.push([place, rank, peerOf(rule, rank, to, size), peerOf(rule, rank, from, size), sent,
                  received, flags, rail]);
    }
  }
  return moves.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

// A schedule: move i of step k (from 0) is at start[k] + i in every column.
function decodeSchedule(topology, algorithm) {
  const steps = algorithm.moves.length;
  const start = new Int32Array(steps + 1);
  const columns = {place: [], rank: [], to: [], from: [], sent: [], received: [], flags: [],
                   rail: []};
  const names = Object.keys(columns);
  for (let k = 0; k < steps; k++) {
    for (const move of movesOfStep(algorithm.moves[k], topology.size)) {
      for (let i = 0; i < names.length; i++) columns[names[i]].push(move[i]);
    }
    start[k + 1] = columns.rank.length;
  }
  const schedule = {topology, algorithm, size: topology.size, steps, start,
                    moves: columns.rank.length};
  for (const name of names) schedule[name] = Int32Array.from(columns[name]);
  matchMoves(schedule);
  return schedule;
}

// The mates within each step; false where a message arrives in another one.
function matchInSteps(schedule) {
  const {start, to, from, rank, sendMate, receiveMate} = schedule;
  const head = new Int32Array(schedule.size);
  const next = new Int32Array(schedule.moves);
  for (let k = 0; k < schedule.steps; k++) {
    head.fill(-1);
    for (let i = start[k + 1] - 1; i >= start[k]; i--) {
      if (from[i] >= 0) {
        next[i] = head[rank[i]];
        head[rank[i]] = i;
      }
    }
    for (let i = start[k]; i < start[k + 1]; i++) {
      if (to[i] < 0) continue;
      let mate = head[to[i]];
      while (mate >= 0 && (from[mate] !== rank[i] || receiveMate[mate] >= 0)) mate = next[mate];
      if (mate < 0) return false;
      sendMate[i] = mate;
      receiveMate[mate] = i;
    }
  }
  return true;
}

// Messages of an ordered pair of ranks match in the order of the moves.
function matchInOrder(schedule) {
  const {size, to, from, rank, sendMate, receiveMate} = schedule;
  const waiting = new Map();
  for (let i = 0; i < schedule.moves; i++) {
    if (to[i] < 0) continue;
    const pair = rank[i] * size + to[i];
    if (!waiting.has(pair)) waiting.set(pair, []);
    waiting.get(pair).push(i);
  }
  for (let i = 0; i < schedule.moves; i++) {
    if (from[i] < 0) continue;
    const send = waiting.get(from[i] * size + rank[i]).shift();
    sendMate[send] = i;
    receiveMate[i] = send;
  }
}

function matchMoves(schedule) {
  schedule.sendMate = new Int32Array(schedule.moves).fill(-1);
  schedule.receiveMate = new Int32Array(schedule.moves).fill(-1);
  schedule.lockstep = matchInSteps(schedule);
  if (!schedule.lockstep) {
    schedule.sendMate.fill(-1);
    schedule.receiveMate.fill(-1);
    matchInOrder(schedule);
  }
}
