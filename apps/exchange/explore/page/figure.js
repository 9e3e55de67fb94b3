// Figures of times over the block size, as SVG.

const WIDTH = 640, HEIGHT = 300, LEFT = 62, RIGHT = 630, TOP = 14, BOTTOM = 262;

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function formatTime(seconds) {
  const units = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
  if (!(seconds > 0)) return '0 s';
  const [unit, name] = units.find(([one]) => seconds >= one) || units[3];
  return `${Number((seconds / unit).toPrecision(4))} ${name}`;
}

function formatBytes(bytes) {
  const units = [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [1024, 'KiB'], [1, 'B']];
  const [unit, name] = units.find(([one]) => bytes >= one) || units[3];
  return `${Number((bytes / unit).toPrecision(3))} ${name}`;
}

// Logarithmic axes, with grid and names.
function makePlot(title, low, high, lowTime, highTime) {
  const along = (value, from, to) => Math.log(value / from) / Math.log(to / from);
  const x = (bytes) => LEFT + along(bytes, low, high) * (RIGHT - LEFT);
  const y = (time) => BOTTOM - along(time, lowTime, highTime) * (BOTTOM - TOP);
  const plot = svg('svg', {class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
                           'aria-label': title});
  const octaves = Math.max(1, Math.ceil(Math.log2(high / low) / 9));
  for (let power = Math.ceil(Math.log2(low)); 2 ** power <= high; power += octaves) {
    const at = x(2 ** power);
    plot.append(svg('line', {class: 'grid', x1: at, x2: at, y1: TOP, y2: BOTTOM}),
                svg('text', {x: at, y: BOTTOM + 17, 'text-anchor': 'middle'}, formatBytes(2 ** power)));
  }
  for (let power = Math.ceil(Math.log10(lowTime)); 10 ** power <= highTime; power++) {
    const at = y(10 ** power);
    plot.append(svg('line', {class: 'grid', x1: LEFT, x2: RIGHT, y1: at, y2: at}),
                svg('text', {x: LEFT - 6, y: at + 4, 'text-anchor': 'end'},
                    formatTime(10 ** power * (1 + 1e-12))));
  }
  plot.append(svg('text', {x: (LEFT + RIGHT) / 2, y: HEIGHT - 4, 'text-anchor': 'middle'}, 'block'));
  return {plot, x, y};
}

function pathOf(points, {x, y}) {
  return points.map(([bytes, time], i) =>
    `${i > 0 ? 'L' : 'M'}${x(bytes).toFixed(1)} ${y(time).toFixed(1)}`).join('');
}

function hint(text) {
  const title = svg('title');
  title.textContent = text;
  return title;
}

// `curves`: {name, points, tone: a, b or empty}. `measured`: points of a file.
function drawCurves(host, curves, bytes, measured, choose) {
  const times = [...curves.flatMap((curve) => curve.points.map((point) => point[1])),
                 ...measured.map((point) => point.median)].filter((time) => time > 0);
  host.replaceChildren();
  if (times.length === 0) return;
  const made = makePlot('Time against block size', 1, 2 ** 20, Math.min(...times) / 1.5,
                        Math.max(...times) * 1.5);
  const {plot, x, y} = made;
  plot.append(svg('line', {class: 'here', x1: x(bytes), x2: x(bytes), y1: TOP, y2: BOTTOM}));
  for (const curve of [...curves].sort((a, b) => (a.tone > b.tone) - (a.tone < b.tone))) {
    const path = svg('path', {class: `curve ${curve.tone}`, d: pathOf(curve.points, made)});
    path.append(hint(curve.name));
    path.addEventListener('click', () => choose(curve.name));
    plot.append(path);
  }
  for (const point of measured) {
    const dot = svg('circle', {class: 'dot', cx: x(point.bytes), cy: y(point.median), r: 4});
    dot.append(hint(`${point.algorithm}: ${formatTime(point.median)} measured`));
    plot.append(svg('line', {class: 'break', x1: x(point.bytes), x2: x(point.bytes),
                             y1: y(point.low), y2: y(point.high)}), dot);
  }
  host.append(plot);
}

// The hull: every face as far as it is best, and its lines beyond; break points.
function drawHull(host, faces, bytes) {
  const last = faces.length > 1 ? faces[faces.length - 1].from : 1024;
  const first = faces.length > 1 ? faces[1].from : 16;
  const low = Math.max(1, 2 ** Math.floor(Math.log2(first / 8))), high = 8 * last;
  const time = (face, block) => face.start + block * face.byte;
  const best = (block) => Math.min(...faces.map((face) => time(face, block)));
  const made = makePlot('The hull of optimality', low, high, best(low) / 1.3, best(high) * 1.6);
  const {plot, x, y} = made;
  const table = make('table', {}, make('tr', {}, make('th', {}, 'phases'),
                                       make('th', {class: 'number'}, 'best from'),
                                       make('th', {class: 'number'}, 'here')));
  faces.forEach((face, i) => {
    const end = i + 1 < faces.length ? faces[i + 1].from : high;
    const line = (from, to) => Array.from({length: 33}, (_, k) => {
      const block = Math.max(from, 1e-3) * (to / Math.max(from, 1e-3)) ** (k / 32);
      return [block, time(face, block)];
    });
    const from = Math.max(low, face.from);
    const whole = line(low, high).filter(([, seconds]) => y(seconds) >= TOP);
    if (whole.length > 1) plot.append(svg('path', {class: 'curve', d: pathOf(whole, made)}));
    if (end > low) plot.append(svg('path', {class: 'curve face', d: pathOf(line(from, end), made)}));
    if (face.from > low) {
      plot.append(svg('line', {class: 'break', x1: x(face.from), x2: x(face.from),
                               y1: y(time(face, face.from)), y2: BOTTOM}));
    }
    const middle = Math.sqrt(from * Math.min(end, high));
    plot.append(svg('text', {class: 'title', x: x(middle), y: y(time(face, middle)) - 9,
                             'text-anchor': 'middle'}, face.phases.join(',')));
    const isNow = bytes >= face.from && (i + 1 === faces.length || bytes < end);
    table.append(make('tr', {class: isNow ? 'now' : ''}, make('td', {}, face.phases.join(',')),
                      make('td', {class: 'number'}, `${face.from.toPrecision(5)} B`),
                      make('td', {class: 'number'}, formatTime(time(face, bytes)))));
  });
  host.replaceChildren(plot, table);
}
