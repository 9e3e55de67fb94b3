// One picture: a schedule on its topology at a time. What stands still during a step is drawn once.

const SHADES = [[1, '1'], [2, '2'], [4, '3 or 4'], [8, '5 to 8'], [Infinity, '9 or more']];

function shadeOf(load) {
  return SHADES.findIndex(([most]) => load <= most) + 1;
}

// Read once: a picture asks for every message. Cleared where dark and light change.
const colours = new Map();

function colourOf(name) {
  if (!colours.has(name)) {
    const style = getComputedStyle(document.documentElement);
    colours.set(name, style.getPropertyValue(`--${name}`).trim());
  }
  return colours.get(name);
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function makeStage(article, name, handlers) {
  const canvas = make('canvas', {tabindex: 0, role: 'img'});
  const select = make('select', {'aria-label': `Algorithm of picture ${name}`,
                                 onchange: () => handlers.choose(select.value)});
  const numbers = make('div', {class: 'numbers'}), parts = make('div', {class: 'parts'});
  const summary = make('p', {class: 'summary'});
  article.append(make('header', {}, select), summary, canvas, numbers, parts);
  const stage = {article, canvas, select, numbers, parts, summary, name, step: -2, still: null};
  canvas.addEventListener('click', (event) => {
    const box = canvas.getBoundingClientRect();
    handlers.pick(stage, pickAt(stage, event.clientX - box.left, event.clientY - box.top));
  });
  return stage;
}

function setSchedule(stage, schedule, layout) {
  Object.assign(stage, {schedule, layout, step: -2, frameView: null});
  stage.summary.textContent = schedule.algorithm.summary;
  stage.links = [];
  stage.linesOf = new Map();
  const seen = linkCount(schedule.topology);
  for (let link = 0; link < seen; link++) {
    const ends = linkEnds(schedule.topology, link);
    if (!ends) continue;
    stage.linesOf.set(link, linkLines(layout, ...ends));
    stage.links.push({link, lines: stage.linesOf.get(link)});
  }
}

// Pixels of the canvas, and how units become pixels.
function fit(stage) {
  const {canvas, layout} = stage, ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    stage.step = -2;
  }
  stage.viewKey = `${canvas.width} ${canvas.height}`;
  const title = layout.boxes.length > 0 ? 16 : 0;  // names above boxes are never smaller
  const scale = Math.min(width / (layout.right - layout.left),
                         (height - title) / (layout.bottom - layout.top), 110);
  stage.view = {ratio, scale, x: width / 2 - scale * (layout.left + layout.right) / 2,
                y: (height + title) / 2 - scale * (layout.top + layout.bottom) / 2};
}

function pickAt(stage, px, py) {
  const {layout, view} = stage;
  const x = (px - view.x) / view.scale, y = (py - view.y) / view.scale;
  let best = null, distance = 0.3 * layout.unit;
  for (let rank = 0; rank < layout.x.length; rank++) {
    const apart = Math.hypot(layout.x[rank] - x, layout.y[rank] - y);
    if (apart < distance) { distance = apart; best = {rank}; }
  }
  if (best) return best;
  for (const {link, lines} of stage.links) {
    for (const line of lines) {
      for (let i = 1; i < line.length; i++) {
        const apart = distanceTo(x, y, line[i - 1], line[i]);
        if (apart < Math.min(distance, 0.2 * layout.unit)) { distance = apart; best = {link}; }
      }
    }
  }
  return best;
}

function distanceTo(x, y, [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay, square = dx * dx + dy * dy || 1;
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

// The step at a time, and how far it is; -1 before the beginning, steps when all is over.
function stepAt(stage, time) {
  const {ends, schedule} = stage;
  if (time <= 0) return {step: -1, part: 0};
  let step = 0;
  while (step < schedule.steps && ends[step] <= time) step++;
  if (step >= schedule.steps) return {step: schedule.steps, part: 1};
  const begin = step > 0 ? ends[step - 1] : 0;
  return {step, part: (time - begin) / (ends[step] - begin)};
}
