// Times over the block size: predicted curves with measured ones over them, and the hull.

// The measured times of one algorithm, in order, with their quartiles.
function addMeasured(plot, made, name, points, tone) {
  const {x, y} = made, own = points.filter((point) => point.algorithm === name)
    .sort((left, right) => left.bytes - right.bytes);
  const path = svg('path', {class: `measured ${tone}`,
                            d: pathOf(own.map((point) => [point.bytes, point.median]), made)});
  path.append(hint(`${name}, measured`));
  plot.append(path);
  for (const point of own) {
    const dot = svg('circle', {class: `dot ${tone}`, cx: x(point.bytes), cy: y(point.median), r: 3.5});
    dot.append(hint(`${name}: ${formatTime(point.median)} measured at ${formatBytes(point.bytes)}`));
    plot.append(svg('line', {class: `dot ${tone}`, x1: x(point.bytes), x2: x(point.bytes),
                             y1: y(point.low), y2: y(point.high)}), dot);
  }
}

// `curves`: {name, points, tone: a, b or empty}. `measured`: {points, shown: names, toneOf}.
function drawCurves(host, curves, bytes, measured, choose) {
  const points = measured.points.filter((point) => measured.shown.has(point.algorithm));
  const times = [...curves.flatMap((curve) => curve.points.map((point) => point[1])),
                 ...points.map((point) => point.median)].filter((time) => time > 0);
  host.replaceChildren();
  if (times.length === 0) return;
  const high = points.reduce((most, point) => Math.max(most, point.bytes), 2 ** 20);
  const made = makePlot('Time against block size', 1, high, Math.min(...times) / 1.5,
                        Math.max(...times) * 1.5);
  const {plot, x} = made;
  plot.append(svg('line', {class: 'here', x1: x(bytes), x2: x(bytes), y1: TOP, y2: BOTTOM}));
  for (const curve of [...curves].sort((a, b) => (a.tone > b.tone) - (a.tone < b.tone))) {
    const path = svg('path', {class: `curve ${curve.tone}`, 'data-name': curve.name,
                              d: pathOf(curve.points, made)});
    path.append(hint(curve.name));
    path.addEventListener('click', () => choose(curve.name));
    plot.append(path);
  }
  for (const name of measured.shown) addMeasured(plot, made, name, points, measured.toneOf(name));
  host.append(plot);
}

function addFace(plot, made, face, line, [from, end], [low, high]) {
  const {x, y} = made, time = (block) => face.start + block * face.byte;
  const whole = line(low, high).filter(([, seconds]) => y(seconds) >= TOP);
  if (whole.length > 1) plot.append(svg('path', {class: 'curve', d: pathOf(whole, made)}));
  if (end > from) plot.append(svg('path', {class: 'curve face', d: pathOf(line(from, end), made)}));
  if (face.from > low) {
    plot.append(svg('line', {class: 'break', x1: x(face.from), x2: x(face.from),
                             y1: y(time(face.from)), y2: BOTTOM}),
                svg('circle', {class: 'knee', cx: x(face.from), cy: y(time(face.from)), r: 4.5}),
                svg('text', {class: 'title knee-name', x: x(face.from) + 5, y: BOTTOM - 6},
                    `${Number(face.from.toPrecision(4))} B`));
  }
  const middle = Math.sqrt(from * Math.min(end, high));
  plot.append(svg('text', {class: 'title', x: x(middle), y: y(time(middle)) - 9,
                           'text-anchor': 'middle'}, face.phases.join(',')));
}

// The hull: every face as far as it is best, and its line beyond; break points.
function drawHull(host, faces, bytes) {
  const last = faces.length > 1 ? faces[faces.length - 1].from : 1024;
  const first = faces.length > 1 ? faces[1].from : 16;
  const low = Math.max(1, 2 ** Math.floor(Math.log2(first / 8))), high = Math.max(2 * low, 8 * last);
  const time = (face, block) => face.start + block * face.byte;
  const best = (block) => Math.min(...faces.map((face) => time(face, block)));
  const made = makePlot('The hull of optimality', low, high, best(low) / 1.3, best(high) * 1.6);
  const table = make('table', {}, headRow('phases', 'best from', 'here'));
  faces.forEach((face, i) => {
    const end = i + 1 < faces.length ? faces[i + 1].from : high;
    const line = (from, to) => Array.from({length: 33}, (_, k) => {
      const block = from * (to / from) ** (k / 32);
      return [block, time(face, block)];
    });
    if (end > low) {
      addFace(made.plot, made, face, line, [Math.max(low, face.from), end], [low, high]);
    }
    const isNow = bytes >= face.from && (i + 1 === faces.length || bytes < end);
    const from = face.from > 0 ? `${Number(face.from.toPrecision(5))} B` : 'the beginning';
    table.append(make('tr', {class: isNow ? 'now' : ''}, make('td', {}, face.phases.join(',')),
                      cell(from, true), cell(formatTime(time(face, bytes)), true)));
  });
  if (bytes >= low && bytes <= high) {
    made.plot.append(svg('line', {class: 'here', x1: made.x(bytes), x2: made.x(bytes), y1: TOP,
                                  y2: BOTTOM}));
  }
  host.replaceChildren(made.plot, table);
}
