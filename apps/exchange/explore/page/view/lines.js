// The lines along which messages travel.

// The axis along which two neighbours differ, and whether their link goes round the edge.
function axisBetween(topology, from, to) {
  const a = coordinatesOf(topology, from), b = coordinatesOf(topology, to);
  const axis = a.findIndex((c, i) => c !== b[i]);
  return {axis, up: b[axis] > a[axis], wraps: Math.abs(b[axis] - a[axis]) > 1};
}

// A line of points, shifted to its right so that both directions can be seen.
function lane(points, shift) {
  const [ax, ay] = points[0], [bx, by] = points[points.length - 1];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const sx = -(by - ay) / length * shift, sy = (bx - ax) / length * shift;
  return points.map(([x, y]) => [x + sx, y + sy]);
}

function bowed(ax, ay, bx, by, bow) {
  const points = [], mx = (ax + bx) / 2 - (by - ay) * bow, my = (ay + by) / 2 + (bx - ax) * bow;
  for (let i = 0; i <= 10; i++) {
    const t = i / 10, s = 1 - t;
    points.push([s * s * ax + 2 * s * t * mx + t * t * bx, s * s * ay + 2 * s * t * my + t * t * by]);
  }
  return points;
}

// Where the line from the middle of a box towards a point leaves the box.
function edgeOf(box, [x, y]) {
  const [mx, my] = box.middle, dx = x - mx, dy = y - my;
  const part = Math.min(dx === 0 ? 1 : box.width / 2 / Math.abs(dx),
                        dy === 0 ? 1 : box.height / 2 / Math.abs(dy));
  return [mx + part * dx, my + part * dy];
}

// The lines of a link between neighbours: one, or two that are cut off at the edge of a torus.
function linkLines(layout, from, to) {
  const topology = layout.topology, {x, y} = layout, shift = 0.07 * layout.unit;
  const straight = [[x[from], y[from]], [x[to], y[to]]];
  if (topology.kind === 'dragonfly') {
    const a = layout.groups[groupOf(topology, from)], b = layout.groups[groupOf(topology, to)];
    return [lane([edgeOf(a, b.middle), edgeOf(b, a.middle)], 0.12)];
  }
  if (layout.isRing) return [lane(straight, 0.07)];
  const {axis, up, wraps} = axisBetween(topology, from, to);
  if (wraps) {
    const [dx, dy] = layout.axes[axis], length = Math.hypot(dx, dy);
    const sign = (up ? -0.55 : 0.55) * layout.unit;
    const sx = sign * dx / length, sy = sign * dy / length;
    return [lane([straight[0], [x[from] + sx, y[from] + sy]], shift),
            lane([[x[to] - sx, y[to] - sy], straight[1]], shift)];
  }
  if (topology.kind === 'hypercube' && axis >= 3 && topology.extent.length > 4) {
    return [lane(bowed(x[from], y[from], x[to], y[to], up ? 0.09 : -0.09), 0.07)];
  }
  return [lane(straight, shift)];
}

// The lines of a message's whole way.
function routeLines(layout, from, to) {
  const topology = layout.topology, {x, y} = layout, lines = [];
  if (isGrid(topology)) {
    walkRoute(topology, from, to, (link, a, b) => lines.push(...linkLines(layout, a, b)));
    return lines;
  }
  if (topology.kind === 'dragonfly' && groupOf(topology, from) !== groupOf(topology, to)) {
    const [middle] = linkLines(layout, from, to);
    return [[[x[from], y[from]], ...middle, [x[to], y[to]]]];
  }
  const near = hasNodes(topology) && nodeOf(topology, from) === nodeOf(topology, to);
  return [bowed(x[from], y[from], x[to], y[to], near ? 0.2 : 0.12)];
}

// A message's way with the lengths of its lines.
function measuredRoute(layout, move, from, to) {
  const lines = routeLines(layout, from, to);
  const lengths = lines.map((line) => line.reduce((sum, [x, y], k) =>
    k === 0 ? 0 : sum + Math.hypot(x - line[k - 1][0], y - line[k - 1][1]), 0));
  return {move, lines, lengths, whole: lengths.reduce((a, b) => a + b, 0)};
}

// The point after a part of a route, and the direction there: [x, y, dx, dy].
function pointAlong(route, part) {
  let left = part * route.whole;
  for (let l = 0; l < route.lines.length; l++) {
    const line = route.lines[l];
    if (left > route.lengths[l] && l + 1 < route.lines.length) { left -= route.lengths[l]; continue; }
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1], [bx, by] = line[i], length = Math.hypot(bx - ax, by - ay);
      if (left <= length || i + 1 === line.length) {
        const t = length > 0 ? Math.min(1, left / length) : 1, one = length || 1;
        return [ax + t * (bx - ax), ay + t * (by - ay), (bx - ax) / one, (by - ay) / one];
      }
      left -= length;
    }
  }
  return [...route.lines[0][0], 1, 0];
}

// The middle of a route's middle line: between ranks.
function middleOf(route) {
  const line = route.lines[Math.floor((route.lines.length - 1) / 2)];
  const middle = line[Math.floor(line.length / 2)], before = line[Math.ceil(line.length / 2) - 1];
  return [(middle[0] + before[0]) / 2, (middle[1] + before[1]) / 2];
}
