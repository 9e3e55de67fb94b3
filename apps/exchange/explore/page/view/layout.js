// Where ranks stand; one unit is the distance of neighbours.

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

// An even number stands so that two are on top: four are a square.
function onCircle(count, radius, place) {
  const begin = -Math.PI / 2 - (count % 2 === 0 ? Math.PI / count : 0);
  for (let i = 0; i < count; i++) {
    const angle = begin + 2 * Math.PI * i / count;
    place(i, radius * Math.cos(angle), radius * Math.sin(angle));
  }
}

// The radius at which `count` things of a width stand apart on a circle.
function radiusFor(count, width) {
  return count < 2 ? 0 : Math.max(width / 2, width / (2 * Math.sin(Math.PI / count)));
}

const CELL = 0.8, MARGIN = 0.14, TITLE = 0.36;

// Boxes of a size in rows: as square as they can be.
function squareColumns(count, width, height) {
  let best = 1;
  const side = (columns) => Math.max(columns * width, Math.ceil(count / columns) * height);
  for (let columns = 2; columns <= count; columns++) {
    if (side(columns) < side(best) - 1e-9) best = columns;
  }
  return best;
}

function nodeSize(ranks) {
  const columns = Math.ceil(Math.sqrt(ranks)), rows = Math.ceil(ranks / columns);
  return {columns, rows, width: columns * CELL + 2 * MARGIN, height: rows * CELL + 2 * MARGIN};
}

// A node is a box of its ranks.
function addNode(layout, node, ranks, x, y, name) {
  const {columns, rows, width, height} = nodeSize(ranks);
  for (let i = 0; i < ranks; i++) {
    layout.x[node * ranks + i] = x + (i % columns - (columns - 1) / 2) * CELL;
    layout.y[node * ranks + i] = y + (Math.floor(i / columns) - (rows - 1) / 2) * CELL;
  }
  layout.boxes.push({node, name, x: x - width / 2, y: y - height / 2, width, height});
}

// A group is a box of its nodes.
function addGroup(layout, topology, group, x, y, columns) {
  const [ranks, nodes] = topology.extent, size = nodeSize(ranks);
  const wide = size.width + 0.3, high = size.height + TITLE + 0.1, rows = Math.ceil(nodes / columns);
  layout.groups.push({name: `group ${group}`, x: x - columns * wide / 2 - 0.1,
                      y: y - rows * high / 2 - 0.15, width: columns * wide + 0.2,
                      height: rows * high + 0.3, middle: [x, y]});
  for (let i = 0; i < nodes; i++) {
    addNode(layout, group * nodes + i, ranks, x + (i % columns - (columns - 1) / 2) * wide,
            y + (Math.floor(i / columns) - (rows - 1) / 2) * high + TITLE / 2, `node ${i}`);
  }
}

function placeNodes(layout, topology) {
  const [ranks, nodes, groups] = topology.extent, size = nodeSize(ranks);
  if (groups === undefined) {
    onCircle(nodes, radiusFor(nodes, Math.max(size.width, size.height) + 1.3), (node, x, y) =>
      addNode(layout, node, ranks, x, y, `node ${node}`));
    return;
  }
  const wide = size.width + 0.3, high = size.height + TITLE + 0.1;
  const columns = squareColumns(nodes, wide, high), rows = Math.ceil(nodes / columns);
  const large = Math.max(columns * wide, rows * high) + 1.8;
  onCircle(groups, radiusFor(groups, large), (group, x, y) =>
    addGroup(layout, topology, group, x, y, columns));
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
  const round = (topology.kind === 'torus' ? 0.8 : 0.4) * layout.unit;
  const bounds = {left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity};
  const include = (x, y) => {
    bounds.left = Math.min(bounds.left, x - round);
    bounds.right = Math.max(bounds.right, x + round);
    bounds.top = Math.min(bounds.top, y - round);
    bounds.bottom = Math.max(bounds.bottom, y + round);
  };
  layout.x.forEach((x, rank) => include(x, layout.y[rank]));
  for (const box of [...layout.boxes, ...layout.groups]) {
    include(box.x + round - 0.1, box.y + round - TITLE);
    include(box.x + box.width - round + 0.1, box.y + box.height - round + 0.1);
  }
  return bounds;
}

function layoutOf(topology) {
  const isDeep = isGrid(topology) && topology.kind !== 'hypercube' && topology.extent.length > 2;
  const layout = {topology, x: new Float64Array(topology.size), y: new Float64Array(topology.size),
                  boxes: [], groups: [], isRing: false, unit: isDeep ? 0.58 : 1};
  layout.radius = hasNodes(topology) ? 0.31 : 0.24 * layout.unit;
  if (isGrid(topology) && !(topology.kind === 'torus' && topology.extent.length === 1)) {
    placeGrid(layout, topology);
  } else if (hasNodes(topology)) {
    placeNodes(layout, topology);
  } else {
    layout.isRing = isGrid(topology);
    onCircle(topology.size, radiusFor(topology.size, 1), (rank, x, y) => {
      layout.x[rank] = x;
      layout.y[rank] = y;
    });
  }
  return Object.assign(layout, boundsOf(layout, topology));
}
