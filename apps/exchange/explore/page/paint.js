// Paints a picture: links by load, ranks by what has arrived, messages on their way.

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

function paintBoxes(context, stage) {
  const size = Math.max(0.24, 10 / stage.view.scale), loads = nodeLoads(stage);
  context.textAlign = 'center';
  for (const box of stage.layout.boxes) {
    context.fillStyle = colourOf('box');
    const shade = loads.has(box.node) ? shadeOf(loads.get(box.node)) : 0;
    context.strokeStyle = colourOf(shade > 0 ? `load${shade}` : 'line');
    context.lineWidth = 0.03 + 0.012 * shade;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 0.15);
    context.fill();
    context.stroke();
    context.fillStyle = colourOf('soft');
    context.font = `${size}px system-ui, sans-serif`;
    if (stage.layout.boxes.length <= 32) {
      context.fillText(box.name.replace('group ', 'g').replace(', node ', ' n'),
                       box.x + box.width / 2, box.y - 0.1);
    }
  }
}

function paintLinks(context, stage) {
  const {schedule, step} = stage, thin = Math.max(0.03 * stage.layout.unit, 1 / stage.view.scale);
  const loads = new Map(), all = linkCount(schedule.topology);
  if (step >= 0 && step < schedule.steps) {
    for (const [place, load] of linkLoads(schedule, step)) {
      loads.set(place % all, Math.max(load, loads.get(place % all) || 0));
    }
  }
  const byShade = [[], [], [], [], [], []];
  for (const {link, lines} of stage.links) {
    byShade[loads.has(link) ? shadeOf(loads.get(link)) : 0].push(...lines);
  }
  byShade.forEach((lines, shade) => {
    context.strokeStyle = colourOf(shade === 0 ? 'wire' : `load${shade}`);
    context.lineWidth = thin * (shade === 0 ? 0.8 : 1.3 + 0.65 * shade);
    strokeLines(context, lines);
  });
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

function paintRanks(context, stage) {
  const {layout, schedule, view, step} = stage, radius = layout.radius;
  const arrivals = arrivalsOf(schedule);
  const arrived = arrivals ? arrivals[Math.max(0, Math.min(step, schedule.steps))] : null;
  const named = radius * view.scale > 8.5;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${radius * (schedule.size > 100 ? 0.8 : 1)}px system-ui, sans-serif`;
  for (let rank = 0; rank < schedule.size; rank++) {
    const x = layout.x[rank], y = layout.y[rank];
    context.fillStyle = colourOf('rank');
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
    if (arrived) {
      context.fillStyle = colourOf('arrived');
      const half = Math.acos(1 - 2 * Math.min(1, arrived[rank] / schedule.size));
      context.beginPath();
      context.arc(x, y, radius, Math.PI / 2 - half, Math.PI / 2 + half);
      context.fill();
    }
    context.strokeStyle = colourOf('rank-edge');
    context.lineWidth = Math.max(0.02, 0.7 / view.scale);
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.stroke();
    if (named) {
      context.fillStyle = colourOf('ink');
      context.fillText(rank, x, y + 0.02);
    }
  }
  context.textBaseline = 'alphabetic';
}

// What a selection marks: ranks and lines in all steps.
function paintMarks(context, stage, marks) {
  const {layout} = stage;
  if (!marks) return;
  context.strokeStyle = colourOf('mark');
  context.lineWidth = Math.max(0.05 * layout.unit, 2 / stage.view.scale);
  context.setLineDash([0.14, 0.09]);
  for (const {move} of marks.way) {
    if (!marks.isBlock) break;
    strokeLines(context, routeLines(layout, stage.schedule.rank[move], stage.schedule.to[move]));
  }
  if (marks.link !== undefined) {
    strokeLines(context, stage.links.find((one) => one.link === marks.link).lines);
  }
  context.setLineDash([]);
  for (const rank of marks.ranks) {
    context.beginPath();
    context.arc(layout.x[rank], layout.y[rank], layout.radius * 1.3, 0, 7);
    context.stroke();
  }
}

function findRoutes(stage) {
  const {schedule, step, layout} = stage;
  stage.routes = [];
  if (step < 0 || step >= schedule.steps) return;
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    const lines = routeLines(layout, schedule.rank[i], schedule.to[i]);
    const lengths = lines.map((line) => line.reduce((sum, [x, y], k) =>
      k === 0 ? 0 : sum + Math.hypot(x - line[k - 1][0], y - line[k - 1][1]), 0));
    stage.routes.push({move: i, lines, lengths, whole: lengths.reduce((a, b) => a + b, 0)});
  }
}

function pointAlong(route, part) {
  let left = part * route.whole;
  for (let l = 0; l < route.lines.length; l++) {
    const line = route.lines[l];
    if (left > route.lengths[l] && l + 1 < route.lines.length) { left -= route.lengths[l]; continue; }
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1], [bx, by] = line[i], length = Math.hypot(bx - ax, by - ay);
      if (left <= length || i + 1 === line.length) {
        const t = length > 0 ? Math.min(1, left / length) : 1;
        return [ax + t * (bx - ax), ay + t * (by - ay)];
      }
      left -= length;
    }
  }
  return route.lines[0][0];
}

function paintStill(stage, marks) {
  const {canvas, view} = stage;
  stage.still = stage.still || document.createElement('canvas');
  stage.still.width = canvas.width;
  stage.still.height = canvas.height;
  const context = stage.still.getContext('2d');
  context.lineCap = 'round';
  useView(context, view);
  paintBoxes(context, stage);
  paintLinks(context, stage);
  paintRoutes(context, stage);
  paintRanks(context, stage);
  paintMarks(context, stage, marks);
}

// Messages are as large as their blocks, within reason.
function paintMessages(context, stage, part, marks) {
  const {schedule, view} = stage, marked = new Set(marks ? marks.way.map((one) => one.move) : []);
  const most = stage.routes.reduce((all, route) => Math.max(all, schedule.sent[route.move]), 1);
  const eased = part * part * (3 - 2 * part);
  for (const route of stage.routes) {
    const [x, y] = pointAlong(route, eased);
    const share = Math.sqrt(schedule.sent[route.move] / most);
    const isMarked = marked.has(route.move);
    context.fillStyle = colourOf(isMarked ? 'load4' : 'accent');
    context.globalAlpha = marks && !isMarked ? 0.3 : 1;
    context.beginPath();
    context.arc(x, y, Math.max((0.05 + 0.06 * share) * stage.layout.unit, 2 / view.scale) * (isMarked ? 1.5 : 1), 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}

function paintStage(stage, time, marks) {
  fit(stage);
  const {step, part} = stepAt(stage, time);
  stage.layout.radius = 0.24 * stage.layout.unit;
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
}
