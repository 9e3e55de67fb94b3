// What is followed as a figure: ranks from top to bottom, time from left to right.

const LINES_MOST = 1500;

function drawSpacetime(host, stage, marks, show) {
  const {schedule, ends} = stage, total = ends[ends.length - 1] || 1;
  const left = 34, right = 392, top = 8, bottom = 168;
  const x = (time) => left + time / total * (right - left);
  const y = (rank) => top + (rank + 0.5) / schedule.size * (bottom - top);
  const begin = (step) => step > 0 ? ends[step - 1] : 0;
  const plot = svg('svg', {class: 'plot spacetime', viewBox: '0 0 400 192', role: 'img',
                           'aria-label': `${marks.title}: ranks against time`});
  plot.append(svg('rect', {class: 'frame', x: left, y: top, width: right - left,
                           height: bottom - top}));
  const every = Math.max(1, Math.ceil(schedule.size / 8));
  for (let rank = 0; rank < schedule.size; rank += every) {
    plot.append(svg('line', {class: 'grid', x1: left, x2: right, y1: y(rank), y2: y(rank)}),
                svg('text', {x: left - 5, y: y(rank) + 4, 'text-anchor': 'end'}, String(rank)));
  }
  for (let step = 0; step < schedule.steps && schedule.steps <= 64; step++) {
    plot.append(svg('line', {class: 'grid', x1: x(ends[step]), x2: x(ends[step]), y1: top, y2: bottom}));
  }
  if (marks.isBlock) plot.append(waitingOf(stage, marks, x, y, total));
  for (const {step, move} of marks.way.slice(0, LINES_MOST)) {
    const isOut = !marks.ranks.length || schedule.rank[move] === marks.ranks[0] || marks.isBlock;
    const line = svg('line', {class: isOut ? 'leg' : 'leg in', x1: x(begin(step)), x2: x(ends[step]),
                              y1: y(schedule.rank[move]), y2: y(schedule.to[move])});
    line.append(hint(`step ${step + 1}: ${schedule.rank[move]} → ${schedule.to[move]}`));
    line.addEventListener('click', () => show(step));
    plot.append(line);
  }
  const now = svg('line', {class: 'here', y1: top, y2: bottom});
  plot.append(now, svg('text', {x: (left + right) / 2, y: 186, 'text-anchor': 'middle'},
                       `time, ${formatTime(total)} in all; ranks from top to bottom`));
  host.append(plot);
  return (time) => {
    const at = x(Math.min(time, total));
    now.setAttribute('x1', at);
    now.setAttribute('x2', at);
  };
}

// The block stays where it is between the steps that carry it.
function waitingOf({schedule, ends}, marks, x, y, total) {
  const points = [[0, marks.ranks[0]]];
  for (const {step, move} of marks.way) {
    points.push([step > 0 ? ends[step - 1] : 0, schedule.rank[move]], [ends[step], schedule.to[move]]);
  }
  points.push([total, points[points.length - 1][1]]);
  return svg('path', {class: 'waits', d: points.map(([time, rank], i) =>
    `${i > 0 ? 'L' : 'M'}${x(time).toFixed(1)} ${y(rank).toFixed(1)}`).join('')});
}
