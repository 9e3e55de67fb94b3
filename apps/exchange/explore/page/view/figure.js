// Figures as SVG: axes of times over the block size, and how numbers are written.

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

// Powers of ten; of a short range also twice and five times these.
function ticksBetween(low, high) {
  const decades = Math.log10(high / low), ticks = [];
  const parts = decades < 1.2 ? [1, 2, 3, 5, 7] : decades < 2.5 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
    ticks.push(...parts.map((part) => part * 10 ** power));
  }
  return ticks.filter((tick) => tick >= low && tick <= high);
}

// Logarithmic axes, with grid and names.
function makePlot(title, low, high, lowTime, highTime) {
  const along = (value, from, to) => Math.log(value / from) / Math.log(to / from);
  const x = (bytes) => LEFT + along(bytes, low, high) * (RIGHT - LEFT);
  const y = (time) => BOTTOM - along(time, lowTime, highTime) * (BOTTOM - TOP);
  const plot = svg('svg', {class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
                           'aria-label': title});
  const octaves = Math.max(1, Math.ceil(Math.log2(high / low) / 9));
  for (let power = Math.ceil(Math.log2(low)), isNth = 0; 2 ** power <= high; power += octaves) {
    const at = x(2 ** power), name = isNth++ % 2 === 0 ? '' : 'between';  // left out on a phone
    plot.append(svg('line', {class: 'grid', x1: at, x2: at, y1: TOP, y2: BOTTOM}),
                svg('text', {class: name, x: at, y: BOTTOM + 17, 'text-anchor': 'middle'},
                    formatBytes(2 ** power)));
  }
  for (const time of ticksBetween(lowTime, highTime)) {
    plot.append(svg('line', {class: 'grid', x1: LEFT, x2: RIGHT, y1: y(time), y2: y(time)}),
                svg('text', {x: LEFT - 6, y: y(time) + 4, 'text-anchor': 'end'},
                    formatTime(time * (1 + 1e-12))));
  }
  plot.append(svg('text', {class: 'axis', x: (LEFT + RIGHT) / 2, y: HEIGHT - 4,
                           'text-anchor': 'middle'}, 'block'));
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
