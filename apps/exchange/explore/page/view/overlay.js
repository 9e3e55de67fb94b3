// Measured times of a file over the predicted curves: which are shown, and how near they are.

// Of which picture an entry of the file is: that of the same name.
function toneOfMeasured(stages, name) {
  const found = stages.find(({schedule: {algorithm}}) =>
    name === algorithm.label || name === algorithm.name || name.startsWith(`${algorithm.name} `));
  return found ? found.name : '';
}

function showAtFirst(measured, stages) {
  const names = new Set(measured.points.map((point) => point.algorithm));
  measured.shown = new Set([...names].filter((name) =>
    toneOfMeasured(stages, name) !== '' || name === 'MPI_Alltoall'));
  if (measured.shown.size === 0) measured.shown = names;
}

// The smallest and the largest of measured over predicted.
function nearness(measured, stage, machine) {
  const ratios = measured.points.filter((point) => measured.shown.has(point.algorithm) &&
    toneOfMeasured([stage], point.algorithm) !== '')
    .map((point) => point.median / totalTime(stage.schedule, machine, point.bytes));
  const text = (ratio) => ratio.toPrecision(3);
  return ratios.length === 0 ? '' : `${stage.title}: measured is ${text(Math.min(...ratios))} to ` +
    `${text(Math.max(...ratios))} times what is predicted. `;
}

// Buttons that show and hide the entries of the file.
function tellMeasured(host, measured, stages, machine, changed) {
  const names = [...new Set(measured.points.map((point) => point.algorithm))];
  host.replaceChildren(...names.map((name) => make('button', {
    type: 'button', class: `chip ${toneOfMeasured(stages, name)}`,
    'aria-pressed': String(measured.shown.has(name)), onclick: () => {
      if (!measured.shown.delete(name)) measured.shown.add(name);
      changed();
    }}, name)), make('p', {class: 'summary'},
                     stages.map((stage) => nearness(measured, stage, machine)).join('')));
}
