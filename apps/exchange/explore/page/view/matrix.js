// The blocks as a table: a row an origin, a column a destination. A complete exchange is the
// transposition of this table.

function makeMatrix(stage, pickBlock) {
  const canvas = make('canvas', {role: 'img'});
  canvas.addEventListener('click', (event) => {
    const box = canvas.getBoundingClientRect(), size = stage.schedule.size;
    const along = (offset, length) => Math.max(0, Math.min(size - 1, Math.floor(offset / length * size)));
    pickBlock({origin: along(event.clientY - box.top, box.height),
               destination: along(event.clientX - box.left, box.width)});
  });
  return make('div', {class: `matrix ${stage.name}`}, canvas);
}

function rgbOf(name) {
  const probe = document.createElement('canvas').getContext('2d');
  probe.fillStyle = colourOf(name);
  probe.fillRect(0, 0, 1, 1);
  return probe.getImageData(0, 0, 1, 1).data;
}

// Paints a pixel a block: by its condition, or that it moves now.
function pixelsOf(schedule, step) {
  const conditions = conditionsOf(schedule, step), {size} = schedule;
  const shades = ['rank', 'away', 'home', 'message'].map(rgbOf);
  const image = new ImageData(size, size);
  if (step >= 0 && step < schedule.steps) {
    visitBlocks(schedule, step, (move, block) => { conditions[block] = 3; });
  }
  conditions.forEach((condition, i) => image.data.set(shades[condition], 4 * i));
  return {image, arrived: conditions.filter((one) => one === ARRIVED).length};
}

function drawMatrix(stage, host, picked) {
  const {schedule, step} = stage, canvas = host.querySelector('canvas'), {size} = schedule;
  host.hidden = conditionsOf(schedule, 0) === null;
  if (host.hidden) return;
  const cellSize = Math.max(2, Math.floor(512 / size));
  canvas.width = canvas.height = cellSize * size;
  const {image, arrived} = pixelsOf(schedule, step);
  const small = document.createElement('canvas');
  small.width = small.height = size;
  small.getContext('2d').putImageData(image, 0, 0);
  const context = canvas.getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, canvas.width, canvas.height);
  context.fillStyle = colourOf('line');
  for (let i = 1; i < size && cellSize > 5; i++) {
    context.fillRect(i * cellSize - 0.5, 0, 1, canvas.height);
    context.fillRect(0, i * cellSize - 0.5, canvas.width, 1);
  }
  if (picked && picked.origin !== undefined) {
    context.strokeStyle = colourOf('followed');
    context.lineWidth = Math.max(3, cellSize / 6);
    context.strokeRect(picked.destination * cellSize, picked.origin * cellSize, cellSize, cellSize);
  }
  canvas.setAttribute('aria-label', `${stage.title}: ${arrived} of ${size * size} blocks are where ` +
    'they belong');
}

function matrixLegend(host) {
  const part = (shade, text) => make('span', {},
    make('i', {class: 'swatch', style: `background: var(--${shade})`}), text);
  host.replaceChildren(part('rank', 'at its origin'), part('message', 'moves in this step'),
                       part('away', 'at a third rank'), part('home', 'where it belongs'));
}
