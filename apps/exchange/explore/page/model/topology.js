// Routes, as core/schedule/topology.c has them: axis by axis, the shorter way round a torus.

function isGrid(topology) {
  return ['hypercube', 'mesh', 'torus'].includes(topology.kind);
}

function hasNodes(topology) {
  return topology.kind === 'nodes' || topology.kind === 'dragonfly';
}

function nodeOf(topology, rank) {
  return hasNodes(topology) ? Math.floor(rank / topology.extent[0]) : rank;
}

function groupOf(topology, rank) {
  return Math.floor(rank / (topology.extent[0] * topology.extent[1]));
}

function linkCount(topology) {
  if (topology.kind === 'dragonfly') return topology.extent[2] * (topology.extent[2] - 1);
  return isGrid(topology) ? 2 * topology.extent.length * topology.size : 0;
}

// Length of the axis' ring, or 0 without a link round the edge.
function ringOf(topology, axis) {
  return topology.kind === 'torus' && topology.extent[axis] > 2 ? topology.extent[axis] : 0;
}

function coordinatesOf(topology, rank) {
  return topology.extent.map((extent) => {
    const at = rank % extent;
    rank = Math.floor(rank / extent);
    return at;
  });
}

function strideOf(topology, axis) {
  let stride = 1;
  for (let i = 0; i < axis; i++) stride *= topology.extent[i];
  return stride;
}

// The links of a route in order; `visit` has the link and its two ends.
function walkRoute(topology, from, to, visit) {
  if (topology.kind === 'dragonfly') {
    const group = groupOf(topology, from), other = groupOf(topology, to);
    if (group !== other) {
      visit(group * (topology.extent[2] - 1) + other - (other > group ? 1 : 0), from, to);
    }
    return;
  }
  if (!isGrid(topology)) return;
  const axes = topology.extent.length;
  for (let axis = 0, at = from, stride = 1; axis < axes; axis++) {
    const extent = topology.extent[axis], length = ringOf(topology, axis);
    const wanted = Math.floor(to / stride) % extent;
    for (let here = Math.floor(at / stride) % extent; here !== wanted;) {
      const apart = Math.abs(wanted - here);
      const upwards = (wanted > here) === (length === 0 || 2 * apart <= length);
      const next = (here + (upwards ? 1 : extent - 1)) % extent;
      const reached = at + (next - here) * stride;
      visit(2 * (at * axes + axis) + (upwards ? 0 : 1), at, reached);
      at = reached;
      here = next;
    }
    stride *= extent;
  }
}

// Ends of a directed link; null where the number belongs to none.
function linkEnds(topology, link) {
  if (topology.kind === 'dragonfly') {
    const others = topology.extent[2] - 1, ranks = topology.extent[0] * topology.extent[1];
    const group = Math.floor(link / others), other = link % others;
    return [group * ranks, (other + (other >= group ? 1 : 0)) * ranks];
  }
  const axes = topology.extent.length;
  const upwards = link % 2 === 0, axis = Math.floor(link / 2) % axes;
  const rank = Math.floor(link / 2 / axes), stride = strideOf(topology, axis);
  const extent = topology.extent[axis], at = Math.floor(rank / stride) % extent;
  let next = upwards ? at + 1 : at - 1;
  if (next < 0 || next >= extent) {
    if (ringOf(topology, axis) === 0) return null;
    next = upwards ? 0 : extent - 1;
  }
  return [rank, rank + (next - at) * stride];
}

function rankName(topology, rank) {
  if (topology.kind === 'hypercube') {
    return `${rank} (${rank.toString(2).padStart(topology.extent.length, '0')})`;
  }
  if (topology.extent.length < 2) return String(rank);
  return `${rank} (${coordinatesOf(topology, rank).join(', ')})`;
}

function linkName(topology, [from, to]) {
  return topology.kind === 'dragonfly'
    ? `group ${groupOf(topology, from)} → group ${groupOf(topology, to)}` : `${from} → ${to}`;
}
