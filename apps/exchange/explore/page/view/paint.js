// Paints a picture: links by load, ranks by what has arrived, what is followed.

function strokeLines(context, lines) {
  context.beginPath();
  for (const line of lines) {
    context.moveTo(line[0][0], line[0][1]);
    for (let i = 1; i < line.length; i++) context.lineTo(line[i][0], line[i][1]);
  }
  context.stroke();
}

function useView(context, view) {
  context.setTransform(view.ratio * view.scale, 0, 0, view.ratio * view.scale,
                       view.ratio * view.x, view.ratio * view.y);
}

// How many messages leave, or come to, each node in a step: its interface is a link.
function nodeLoads({schedule, step}) {
  const topology = schedule.topology, out = new Map(), into = new Map();
  const add = (map, node) => map.set(node, (map.get(node) || 0) + 1);
  if (step < 0 || step >= schedule.steps || !hasNodes(topology)) return out;
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0 || isLocal(schedule, i)) continue;
    add(out, nodeOf(topology, schedule.rank[i]));
    add(into, nodeOf(topology, schedule.to[i]));
  }
  for (const [node, load] of into) out.set(node, Math.max(load, out.get(node) || 0));
  return out;
}

const CROWDED = 3000;  // links: more are thin and faint

function strokeLinks(context, stage, lines, shade) {
  const isCrowded = stage.links.length > CROWDED;
  const thin = Math.max(0.03 * stage.layout.unit, (isCrowded ? 0.5 : 1) / stage.view.scale);
  context.globalAlpha = isCrowded && shade === 0 ? 0.4 : 1;
  context.strokeStyle = colourOf(shade === 0 ? 'wire' : `load${shade}`);
  context.lineWidth = thin * (shade === 0 ? 0.8 : 1.3 + 0.65 * shade);
  strokeLines(context, lines);
  context.globalAlpha = 1;
}

// The links that are used in the step, over the wires.
function paintLoads(context, stage) {
  const {schedule, step} = stage, loads = new Map(), all = linkCount(schedule.topology);
  const byShade = SHADES.map(() => []);
  if (step < 0 || step >= schedule.steps) return;
  for (const [place, load] of linkLoads(schedule, step)) {
    loads.set(place % all, Math.max(load, loads.get(place % all) || 0));
  }
  for (const [link, load] of loads) byShade[shadeOf(load) - 1].push(...stage.linesOf.get(link));
  byShade.forEach((lines, i) => strokeLinks(context, stage, lines, i + 1));
}

// The lines of messages where nothing is known of links.
function paintRoutes(context, stage) {
  const {schedule, step, routes} = stage;
  if (isGrid(schedule.topology) || step < 0 || step >= schedule.steps) return;
  context.globalAlpha = Math.max(0.12, Math.min(0.6, 24 / routes.length));
  context.strokeStyle = colourOf('load1');
  context.lineWidth = Math.max(0.025, 0.8 / stage.view.scale);
  for (const {lines} of routes) strokeLines(context, lines);
  context.globalAlpha = 1;
}

function paintBoxes(context, stage) {
  const loads = nodeLoads(stage);
  for (const group of stage.layout.groups) {
    context.strokeStyle = colourOf('line');
    context.lineWidth = 1.2 / stage.view.scale;
    context.beginPath();
    context.roundRect(group.x, group.y, group.width, group.height, 0.2);
    context.stroke();
  }
  for (const box of stage.layout.boxes) {
    const shade = loads.has(box.node) ? shadeOf(loads.get(box.node)) : 0;
    context.fillStyle = colourOf('box');
    context.strokeStyle = colourOf(shade > 0 ? `load${shade}` : 'line');
    context.lineWidth = 0.03 + 0.012 * shade;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 0.15);
    context.fill();
    context.stroke();
  }
}

function paintRanks(context, stage) {
  const {layout, schedule, view, step} = stage, radius = layout.radius;
  const arrivals = arrivalsOf(schedule);
  const arrived = arrivals ? arrivals[Math.max(0, Math.min(step, schedule.steps))] : null;
  const discs = (each) => {
    context.beginPath();
    for (let rank = 0; rank < schedule.size; rank++) each(layout.x[rank], layout.y[rank], rank);
  };
  const whole = (x, y) => {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  discs(whole);
  context.fillStyle = colourOf('rank');
  context.fill();
  if (arrived) {
    context.fillStyle = colourOf('arrived');
    discs((x, y, rank) => {
      const half = Math.acos(1 - 2 * Math.min(1, arrived[rank] / schedule.size));
      context.moveTo(x + radius * Math.sin(half), y + radius * Math.cos(half));
      context.arc(x, y, radius, Math.PI / 2 - half, Math.PI / 2 + half);
    });
    context.fill();
  }
  discs(whole);
  context.strokeStyle = colourOf('rank-edge');
  context.lineWidth = Math.max(0.02, 0.7 / view.scale);
  context.stroke();
}

// The number of the step stands on every leg of a block's way.
function paintLegs(context, stage, marks) {
  const {layout, schedule, view} = stage, size = Math.max(0.2 * layout.unit, 9.5 / view.scale);
  context.font = `bold ${size}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const {step, move} of marks.way) {
    const route = measuredRoute(layout, move, schedule.rank[move], schedule.to[move]);
    const [x, y] = middleOf(route);
    context.beginPath();
    context.arc(x, y, size * 0.78, 0, 7);
    context.fillStyle = colourOf('followed');
    context.fill();
    context.fillStyle = colourOf('card');
    context.fillText(step + 1, x, y + 0.04 * size);
  }
  context.textBaseline = 'alphabetic';
}

// What is followed is marked in all steps: ranks, a link, or the lines of a block's way.
function paintMarks(context, stage, marks) {
  const {layout} = stage;
  if (!marks) return;
  context.strokeStyle = colourOf('followed');
  context.lineWidth = Math.max(0.05 * layout.unit, 2.2 / stage.view.scale);
  for (const {move} of marks.isBlock ? marks.way : []) {
    strokeLines(context, routeLines(layout, stage.schedule.rank[move], stage.schedule.to[move]));
  }
  if (marks.link !== undefined) {
    context.lineWidth *= 1.8;
    strokeLines(context, stage.linesOf.get(marks.link));
    context.lineWidth /= 1.8;
  }
  for (const rank of marks.ranks) {
    context.beginPath();
    context.arc(layout.x[rank], layout.y[rank], layout.radius * 1.25, 0, 7);
    context.stroke();
  }
  if (marks.isBlock && marks.way.length <= 12) paintLegs(context, stage, marks);
}

// A picture of its own for each of what stands still below the messages and above them.
function paintAside(stage, name, paint) {
  const {canvas, view} = stage;
  const aside = stage[name] = stage[name] || document.createElement('canvas');
  const context = aside.getContext('2d');
  if (aside.width !== canvas.width || aside.height !== canvas.height) {
    aside.width = canvas.width;
    aside.height = canvas.height;
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, aside.width, aside.height);
  context.lineCap = 'round';
  paint(context, () => useView(context, view));
}

// Wires and names are the same in all steps.
function paintFrame(stage) {
  paintAside(stage, 'wires', (context, scaled) => {
    scaled();
    strokeLinks(context, stage, stage.links.flatMap(({lines}) => lines), 0);
  });
  paintAside(stage, 'names', (context, scaled) => {
    scaled();
    paintNames(context, stage);
  });
  stage.frameView = stage.viewKey;
}

function paintStill(stage, marks) {
  if (stage.frameView !== stage.viewKey) paintFrame(stage);
  paintAside(stage, 'still', (context, scaled) => {
    context.drawImage(stage.wires, 0, 0);
    scaled();
    paintBoxes(context, stage);
    paintRoutes(context, stage);
    paintLoads(context, stage);
    paintRanks(context, stage);
    paintMarks(context, stage, marks);
  });
}

function paintStage(stage, time, marks) {
  fit(stage);
  const {step, part} = stepAt(stage, time);
  if (stage.canvas.width === 0 || stage.canvas.height === 0) return;  // not laid out: nothing is seen
  if (step !== stage.step || stage.marks !== marks) {
    stage.step = step;
    stage.marks = marks;
    findRoutes(stage);
    paintStill(stage, marks);
  }
  const context = stage.canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, stage.canvas.width, stage.canvas.height);
  context.drawImage(stage.still, 0, 0);
  useView(context, stage.view);
  paintMessages(context, stage, part, marks);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stage.names, 0, 0);
}
