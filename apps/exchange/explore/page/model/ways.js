// Where blocks are: the way of one through time, and what every step has delivered.

function setRanks(blocks, set, size) {
  if (set >= 0) return [set];
  blocks.lists = blocks.lists || [];
  if (!blocks.lists[-set]) {
    const ranks = blocks.lists[-set] = [], runs = blocks.sets[-set - 1];
    for (let i = 0; i < runs.length; i += 3) {
      for (let k = 0; k < runs[i + 1]; k++) ranks.push((runs[i] + k * runs[i + 2]) % size);
    }
  }
  return blocks.lists[-set];
}

// Calls visit(move, products) for every message of a step; products are [origins, destinations, ..].
function visitMessages(schedule, step, visit) {
  const carried = schedule.algorithm.blocks ? schedule.algorithm.blocks.steps[step] : 0;
  let number = 0;
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    const entry = carried === 0 ? 0 : carried[number++];
    visit(i, entry === 0 ? [schedule.rank[i], schedule.to[i]] : entry);
  }
}

function carries(schedule, products, origin, destination) {
  const blocks = schedule.algorithm.blocks;
  for (let k = 0; k < products.length; k += 2) {
    if (setRanks(blocks, products[k], schedule.size).includes(origin) &&
        setRanks(blocks, products[k + 1], schedule.size).includes(destination)) return true;
  }
  return false;
}

// The moves that carry block (origin, destination), in order.
function wayOfBlock(schedule, origin, destination) {
  const way = [];
  if (!schedule.algorithm.blocks) return null;
  let at = origin;
  for (let step = 0; step < schedule.steps; step++) {
    visitMessages(schedule, step, (move, products) => {
      if (schedule.rank[move] === at && carries(schedule, products, origin, destination)) {
        way.push({step, move});
      }
    });
    if (way.length > 0) at = schedule.to[way[way.length - 1].move];
  }
  return way;
}

// The first blocks of a message as [origin, destination]; null where the page does not know them.
function blocksOf(schedule, products, most) {
  const blocks = schedule.algorithm.blocks, found = [];
  if (!blocks) return null;
  for (let k = 0; k < products.length; k += 2) {
    const destinations = setRanks(blocks, products[k + 1], schedule.size);
    for (const origin of setRanks(blocks, products[k], schedule.size)) {
      for (const destination of destinations) {
        if (found.length === most) return found;
        found.push([origin, destination]);
      }
    }
  }
  return found;
}

// How many blocks have reached each rank after each step, its own included.
function arrivalsOf(schedule) {
  if (schedule.arrivals || !schedule.algorithm.blocks) return schedule.arrivals;
  const arrived = new Int32Array(schedule.size).fill(1), blocks = schedule.algorithm.blocks;
  schedule.arrivals = [arrived.slice()];
  for (let step = 0; step < schedule.steps; step++) {
    visitMessages(schedule, step, (move, products) => {
      const to = schedule.to[move];
      for (let k = 0; k < products.length; k += 2) {
        if (setRanks(blocks, products[k + 1], schedule.size).includes(to)) {
          arrived[to] += setRanks(blocks, products[k], schedule.size).length;
        }
      }
    });
    schedule.arrivals.push(arrived.slice());
  }
  return schedule.arrivals;
}

// All messages of a rank, or all over a link.
function wayOfRank(schedule, rank) {
  const way = [];
  for (let step = 0; step < schedule.steps; step++) {
    for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
      if (schedule.to[i] >= 0 && (schedule.rank[i] === rank || schedule.to[i] === rank)) {
        way.push({step, move: i});
      }
    }
  }
  return way;
}

function wayOfLink(schedule, link) {
  const way = [];
  for (let step = 0; step < schedule.steps; step++) {
    for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
      if (schedule.to[i] < 0) continue;
      let over = false;
      walkRoute(schedule.topology, schedule.rank[i], schedule.to[i], (one) => {
        over = over || one === link;
      });
      if (over) way.push({step, move: i});
    }
  }
  return way;
}
