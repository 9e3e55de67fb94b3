// Messages on their way: arrow heads along their routes, and the names of ranks above them.

function findRoutes(stage) {
  const {schedule, step, layout} = stage;
  stage.routes = [];
  if (step < 0 || step >= schedule.steps) return;
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] >= 0) {
      stage.routes.push(measuredRoute(layout, i, schedule.rank[i], schedule.to[i]));
    }
  }
}

function addArrow(context, [x, y, dx, dy], size) {
  context.moveTo(x + 1.5 * size * dx, y + 1.5 * size * dy);
  context.lineTo(x - size * dx - 1.1 * size * dy, y - size * dy + 1.1 * size * dx);
  context.lineTo(x - 0.4 * size * dx, y - 0.4 * size * dy);
  context.lineTo(x - size * dx + 1.1 * size * dy, y - size * dy - 1.1 * size * dx);
  context.closePath();
}

const EDGED_MOST = 256;  // more arrows have no edge of the ground's colour: it takes longest

// Messages are as large as their blocks, within reason.
function paintMessages(context, stage, part, marks) {
  const {schedule, view, layout} = stage;
  const marked = new Set(marks ? marks.way.map((one) => one.move) : []);
  const most = stage.routes.reduce((all, route) => Math.max(all, schedule.sent[route.move]), 1);
  const eased = part * part * (3 - 2 * part);
  for (const wanted of [false, true]) {
    context.beginPath();
    for (const route of stage.routes) {
      if (marked.has(route.move) !== wanted) continue;
      const share = Math.sqrt(schedule.sent[route.move] / most);
      const size = Math.max((0.05 + 0.05 * share) * layout.unit, 2.6 / view.scale);
      addArrow(context, pointAlong(route, eased), size * (wanted ? 1.35 : 1));
    }
    context.globalAlpha = marks && !wanted ? 0.25 : 1;
    context.fillStyle = colourOf(wanted ? 'followed' : 'message');
    context.strokeStyle = colourOf('card');
    context.lineWidth = 1 / view.scale;
    if (wanted || stage.routes.length <= EDGED_MOST) context.stroke();
    context.fill();
  }
  context.globalAlpha = 1;
}

// Names of ranks, boxes and groups: above all, with an edge of the ground's colour.
function paintNames(context, stage) {
  const {layout, schedule, view} = stage, radius = layout.radius;
  const size = Math.max(0.24, 10 / view.scale);
  const write = (text, x, y, ground, ink) => {
    context.strokeStyle = colourOf(ground);
    context.strokeText(text, x, y);
    context.fillStyle = colourOf(ink);
    context.fillText(text, x, y);
  };
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 3.2 / view.scale;
  context.font = `${size}px system-ui, sans-serif`;
  if (layout.boxes.length <= 36) {
    for (const box of layout.boxes) write(box.name, box.x + box.width / 2, box.y - 0.1, 'card', 'soft');
  }
  for (const group of layout.groups) {
    write(group.name, group.x + group.width / 2, group.y - 0.1, 'card', 'ink');
  }
  if (radius * view.scale <= 7.5) return;
  context.textBaseline = 'middle';
  context.font = `${radius * (schedule.size > 100 ? 0.8 : 1)}px system-ui, sans-serif`;
  context.lineWidth = 2.4 / view.scale;
  for (let rank = 0; rank < schedule.size; rank++) {
    write(rank, layout.x[rank], layout.y[rank] + 0.02, 'halo', 'ink');
  }
  context.textBaseline = 'alphabetic';
}
