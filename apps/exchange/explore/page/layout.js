// Where ranks stand, and along which lines messages travel; one unit is the distance of neighbours.

const CUBE = [[1.85, 0], [0, 1.5], [0.75, -0.8]];

// Steps along the axes of a hypercube: cubes, then cubes of cubes beside and below one another. Two
// cubes stand obliquely: every axis has a direction of its own.
function cubeAxes(dimension) {
  const axes = [], step = [4, 3.9];
  if (dimension === 4) return [...CUBE, [3.3, 2.2]];
  for (let axis = 0; axis < dimension; axis++) {
    if (axis < 3) { axes.push(CUBE[axis]); continue; }
    const down = (axis - 3) % 2;
    axes.push(down ? [0.1 * step[1], step[1]] : [step[0], 0.06 * step[0]]);
    step[down] *= 2.12;
  }
  return axes;
}

// A mesh of three axes is seen nearly from the front: the third goes back between the others.
function gridAxes(extent) {
  if (extent.length < 3) return [[1, 0], [0, 1]];
  const axes = [[0.36 * extent[2] + 0.25, 0], [0, 0.3 * extent[2] + 0.35], [0.36, -0.3]];
  for (let axis = 3; axis < extent.length; axis++) {
    axes.push(axis % 2 ? [axes[0][0] * (extent[0] + 1), 0] : [0, axes[1][1] * (extent[1] + 1)]);
  }
  return axes;
}

function onCircle(layout, count, radius, place) {
  for (let i = 0; i < count; i++) {
    const angle = 2 * Math.PI * i / count - Math.PI / 2;
    place(i, radius * Math.cos(angle), radius * Math.sin(angle));
  }
}

// A node is a box of its ranks.
function addNode(layout, node, ranks, x, y, name) {
  const columns = Math.ceil(Math.sqrt(ranks)), rows = Math.ceil(ranks / columns);
  for (let i = 0; i < ranks; i++) {
    layout.x[node * ranks + i] = x + (i % columns - (columns - 1) / 2) * 0.8;
    layout.y[node * ranks + i] = y + (Math.floor(i / columns) - (rows - 1) / 2) * 0.8;
  }
  layout.boxes.push({node, name, x: x - columns * 0.4 - 0.12, y: y - rows * 0.4 - 0.12,
                     width: columns * 0.8 + 0.24, height: rows * 0.8 + 0.24});
}

function placeNodes(layout, topology) {
  const [ranks, nodes, groups] = [topology.extent[0], topology.extent[1], topology.extent[2] || 0];
  const wide = Math.ceil(Math.sqrt(ranks)) * 0.8 + 0.7;
  if (groups === 0) {
    const radius = nodes < 2 ? 0 : Math.max(1.5, nodes * (wide + 0.9) / (2 * Math.PI));
    onCircle(layout, nodes, radius, (node, x, y) => addNode(layout, node, ranks, x, y, `node ${node}`));
    return;
  }
  const columns = Math.ceil(Math.sqrt(nodes)), large = columns * wide;
  const radius = groups < 2 ? 0 : Math.max(1.2 * large, groups * (large + 1.2) / (2 * Math.PI));
  onCircle(layout, groups, radius, (group, x, y) => {
    layout.centres.push([x, y]);
    for (let i = 0; i < nodes; i++) {
      addNode(layout, group * nodes + i, ranks, x + (i % columns - (columns - 1) / 2) * wide,
              y + (Math.floor(i / columns) - (Math.ceil(nodes / columns) - 1) / 2) * wide,
              `group ${group}, node ${i}`);
    }
  });
}

function placeGrid(layout, topology) {
  const axes = topology.kind === 'hypercube' ? cubeAxes(topology.extent.length)
                                             : gridAxes(topology.extent);
  layout.axes = axes;
  for (let rank = 0; rank < topology.size; rank++) {
    const at = coordinatesOf(topology, rank);
    layout.x[rank] = at.reduce((sum, c, axis) => sum + c * axes[axis][0], 0);
    layout.y[rank] = at.reduce((sum, c, axis) => sum + c * axes[axis][1], 0);
  }
}

function boundsOf(layout, topology) {
  const round = (topology.kind === 'torus' ? 0.85 : 0.5) * layout.unit;
  const xs = [...layout.x], ys = [...layout.y];
  for (const box of layout.boxes) {
    xs.push(box.x, box.x + box.width);
    ys.push(box.y - 0.35, box.y + box.height);
  }
  return {left: Math.min(...xs) - round, right: Math.max(...xs) + round,
          top: Math.min(...ys) - round, bottom: Math.max(...ys) + round};
}

function layoutOf(topology) {
  const layout = {topology, x: new Float64Array(topology.size), y: new Float64Array(topology.size),
                  boxes: [], centres: [], isRing: false,
                  unit: isGrid(topology) && topology.kind !== 'hypercube' &&
                    topology.extent.length > 2 ? 0.58 : 1};
  if (isGrid(topology) && !(topology.kind === 'torus' && topology.extent.length === 1)) {
    placeGrid(layout, topology);
  } else if (hasNodes(topology)) {
    placeNodes(layout, topology);
  } else {
    layout.isRing = isGrid(topology);
    onCircle(layout, topology.size, Math.max(1.2, topology.size / (2 * Math.PI)),
             (rank, x, y) => { layout.x[rank] = x; layout.y[rank] = y; });
  }
  return Object.assign(layout, boundsOf(layout, topology));
}

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

// The lines of a link between neighbours: one, or two that are cut off at the edge of a torus.
function linkLines(layout, from, to) {
  const topology = layout.topology, {x, y} = layout, shift = 0.07 * layout.unit;
  const straight = [[x[from], y[from]], [x[to], y[to]]];
  if (topology.kind === 'dragonfly') {
    const a = layout.centres[groupOf(topology, from)], b = layout.centres[groupOf(topology, to)];
    return [lane([a, b], 0.12)];
  }
  if (layout.isRing) return [lane(straight, 0.07)];
  const {axis, up, wraps} = axisBetween(topology, from, to);
  if (wraps) {
    const [dx, dy] = layout.axes[axis], length = Math.hypot(dx, dy), sign = (up ? -0.55 : 0.55) * layout.unit;
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
