// The page: what is chosen, what time it is, and who is told.

const data = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
const schedules = new Map();
const TELL_EVERY_MS = 120;  // while a schedule of many steps plays
const state = {topology: null, machine: {...data.machine}, bytes: data.block, time: 0,
               playing: false, picked: null, marks: null, stages: [], moveClock: null, toldAt: 0,
               measured: {points: [], shown: new Set(), toneOf: () => ''}};

function scheduleOf(topology, algorithm) {
  if (!schedules.has(algorithm)) schedules.set(algorithm, decodeSchedule(topology, algorithm));
  return schedules.get(algorithm);
}

function endOfAll() {
  return Math.max(...state.stages.map((stage) => stage.ends[stage.ends.length - 1] || 0), 1e-12);
}

function price() {
  const total = state.total ? state.time / state.total : 0;
  for (const stage of state.stages) {
    stage.ends = stepEnds(stage.schedule, state.machine, state.bytes);
    stage.step = -2;
  }
  state.total = endOfAll();
  state.time = total * state.total;
  for (const stage of state.stages) drawParts(stage, state.total);
  drawFigures();
  show();
}

// The algorithms with their curves: of many ranks only those of the pictures.
function curvesNow() {
  const tone = (algorithm) => state.stages.reduce((found, stage) =>
    stage.schedule.algorithm === algorithm ? stage.name : found, '');
  return state.topology.algorithms
    .filter((algorithm) => state.topology.size <= 128 || tone(algorithm) !== '')
    .map((algorithm) => {
      const schedule = scheduleOf(state.topology, algorithm);
      return {name: titleOf(state.topology, algorithm), label: algorithm.label,
              tone: tone(algorithm), steps: schedule.steps,
              points: curveOf(schedule, state.machine),
              seconds: totalTime(schedule, state.machine, state.bytes)};
    });
}

let figuresAsked = false;
function drawFigures() {
  if (figuresAsked) return;
  figuresAsked = true;
  setTimeout(() => {
    figuresAsked = false;
    const curves = curvesNow();
    drawCurves(at('curves'), curves, state.bytes, state.measured, (name) =>
      choose('a', curves.find((curve) => curve.name === name).label));
    drawRanking(at('ranking'), curves, choose, highlight);
    if (state.measured.points.length > 0) {
      tellMeasured(at('measured'), state.measured, state.stages, state.machine, drawFigures);
    }
    const dimension = Math.log2(state.topology.size);
    at('hull-card').hidden = !Number.isInteger(dimension) || dimension < 1;
    if (!at('hull-card').hidden) drawHull(at('hull'), hullOf(state.machine, dimension), state.bytes);
  });
}

function highlight(label) {
  const found = state.topology.algorithms.find((one) => one.label === label);
  const name = found && titleOf(state.topology, found);
  for (const path of at('curves').querySelectorAll('.curve')) {
    path.classList.toggle('hot', path.dataset.name === name);
  }
}

function tellStep(stage, step) {
  tellNumbers(stage, step);
  const matrix = at(`matrix-${stage.name}`);
  drawMatrix(stage, matrix, state.picked);
  at('matrix-none').hidden = !matrix.hidden;
  at('matrix-legend').hidden = matrix.hidden;
  if (stage !== state.stages[0]) return;
  const followed = state.picker || stage;
  listMessages(at('messages'), stage, step, (picked) => pick(stage, picked));
  state.moveClock = listWay(at('way'), followed, state.marks && state.marks.get(followed),
                            followed.step, showStep);
  if (!state.playing) at('status').textContent = stage.numbers.textContent;
}

function show() {
  const now = performance.now(), rests = now - state.toldAt > TELL_EVERY_MS;
  for (const stage of state.stages) {
    const before = stage.step;
    paintStage(stage, state.time, state.marks ? state.marks.get(stage) : null);
    if (stage.step !== before) stage.told = false;
    if (stage.told || (state.playing && !rests)) continue;
    tellStep(stage, stage.step);
    stage.told = true;
    state.toldAt = now;
  }
  if (state.moveClock) state.moveClock(state.time);
  at('time').value = 1000 * state.time / state.total;
  at('clock').textContent = `${formatTime(state.time)} of ${formatTime(state.total)}`;
}

// Shows a step of the first picture: not its middle, where messages of two directions meet.
function showStep(step) {
  const {ends, schedule} = state.stages[0], before = step > 0 ? ends[step - 1] : 0;
  play(false);
  if (step < 0) state.time = 0;
  else if (step >= schedule.steps) state.time = state.total;
  else state.time = before + 0.43 * (ends[step] - before);
  show();
}

function stepBy(many) {
  const {step} = stepAt(state.stages[0], state.time);
  showStep(Math.max(-1, Math.min(step + many, state.stages[0].schedule.steps)));
}

function play(on) {
  const played = state.playing;
  if (on && state.time >= state.total) state.time = 0;
  state.playing = on;
  at('play').textContent = on ? '⏸' : '▶';
  at('play').setAttribute('aria-pressed', String(on));
  at('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
  if (on) requestAnimationFrame((now) => tick(now, now));
  else if (played) show();
}

function tick(before, now) {
  if (!state.playing) return;
  const steps = Math.max(...state.stages.map((stage) => stage.schedule.steps));
  const seconds = Math.min(60, Math.max(3, 1.4 * steps)) / Number(at('speed').value);
  state.time += state.total * (now - before) / 1000 / seconds;
  if (state.time >= state.total) {
    state.time = state.total;
    play(false);
  }
  show();
  requestAnimationFrame((next) => tick(now, next));
}

function pick(stage, picked) {
  state.picked = picked;
  state.picker = stage;
  state.marks = picked ? new Map(state.stages.map((one) => [one, marksOf(one, picked)])) : null;
  for (const one of state.stages) one.step = -2;
  show();
}

function choose(name, label) {
  const stage = name === 'a' ? state.a : state.b;
  const algorithm = state.topology.algorithms.find((one) => one.label === label);
  stage.article.hidden = !algorithm;
  at(`matrix-${name}`).hidden = !algorithm;
  if (algorithm) {
    stage.title = titleOf(state.topology, algorithm);
    stage.select.value = label;
    setSchedule(stage, scheduleOf(state.topology, algorithm), state.layout);
  }
  state.stages = [state.a, state.b].filter((one) => !one.article.hidden && one.schedule);
  at('stages').classList.toggle('single', state.stages.length < 2);
  at('compare').checked = !state.b.article.hidden;
  pickNothing();
  price();
  tellAbout(at('about'), state.stages);
}

function pickNothing() {
  Object.assign(state, {picked: null, marks: null, picker: null});
}

function chooseTopology(text) {
  const fill = (select) => select.replaceChildren(...state.topology.algorithms.map((algorithm) =>
    make('option', {value: algorithm.label}, titleOf(state.topology, algorithm))));
  state.topology = data.topologies.find((one) => one.text === text);
  state.layout = layoutOf(state.topology);
  for (const id of ['origin', 'destination']) at(id).max = state.topology.size - 1;
  at('topology').value = text;
  fill(state.a.select);
  fill(state.b.select);
  state.time = 0;
  state.stages = [];
  state.b.article.hidden = true;
  choose('a', state.topology.algorithms[0].label);
  at('compare').disabled = state.topology.algorithms.length < 2;
  compare(!at('compare').disabled);
}

// The second picture begins with what differs most: the fewest steps.
function compare(on) {
  const others = state.topology.algorithms.slice(1);
  const fewest = others.reduce((best, one) => one.moves.length < best.moves.length ? one : best,
                               others[0]);
  choose('b', on ? fewest.label : null);
}

function chooseMachine(name) {
  state.machine = {...data.machines.concat(data.machine).find((one) => one.name === name)};
  makeSliders(at('sliders'), state.machine, price);
  price();
}

async function readCsv(file) {
  const note = at('csv-note'), {measured} = state;
  note.className = '';
  try {
    measured.points = readBench(await file.text());
    note.textContent = `${file.name}: ${measured.points.length} times`;
    measured.toneOf = (name) => toneOfMeasured(state.stages, name);
    showAtFirst(measured, state.stages);
  } catch (error) {
    measured.points = [];
    measured.shown = new Set();
    at('measured').replaceChildren();
    note.className = 'error';
    note.textContent = `${file.name}: ${error.message}`;
  }
  drawFigures();
}

// What the form names; null, with a word about it, where there is no such link.
function namedPick() {
  const [what, from, to] = [at('what').value, Number(at('origin').value), Number(at('destination').value)];
  if (what === 'rank') return {rank: from};
  if (what === 'block') return {origin: from, destination: to};
  const found = state.stages[0].links.find(({link}) => {
    const [a, b] = linkEnds(state.topology, link);
    return state.topology.kind === 'dragonfly'
      ? groupOf(state.topology, a) === from && groupOf(state.topology, b) === to
      : a === from && b === to;
  });
  return found ? {link: found.link} : null;
}

function submitPick(event) {
  const picked = namedPick();
  event.preventDefault();
  pick(state.stages[0], picked);
  if (!picked) at('way').replaceChildren(make('p', {class: 'error'}, 'There is no such link.'));
}

function tellBlock() {
  at('block-text').textContent = formatBytes(state.bytes);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  colours.clear();
  for (const stage of state.stages) Object.assign(stage, {step: -2, frameView: null});
  if (state.total) show();
}

function begin() {
  const pickers = {a: (label) => choose('a', label), b: (label) => choose('b', label)};
  for (const name of ['a', 'b']) {
    state[name] = makeStage(at(`stage-${name}`), name, {choose: pickers[name], pick});
    at(`matrix-${name}`).append(makeMatrix(state[name], (picked) => pick(state[name], picked)));
  }
  at('compare').onchange = (event) => compare(event.target.checked);
  at('topology').append(...data.topologies.map(({text}) => make('option', {value: text}, text)));
  at('topology').onchange = (event) => chooseTopology(event.target.value);
  const names = [...new Set([data.machine, ...data.machines].map((one) => one.name))];
  at('machine').append(...names.map((name) => make('option', {value: name}, name)));
  at('machine').onchange = (event) => chooseMachine(event.target.value);
  at('block').value = Math.log2(state.bytes);
  at('block').oninput = (event) => {
    state.bytes = Math.round(2 ** Number(event.target.value));
    tellBlock();
    price();
  };
  at('time').oninput = (event) => {
    play(false);
    state.time = state.total * Number(event.target.value) / 1000;
    show();
  };
  at('first').onclick = () => showStep(-1);
  at('back').onclick = () => stepBy(-1);
  at('next').onclick = () => stepBy(1);
  at('play').onclick = () => play(!state.playing);
  at('csv').onchange = (event) => readCsv(event.target.files[0]);
  at('way-form').onsubmit = submitPick;
  at('what').onchange = () => { at('to-label').hidden = at('what').value === 'rank'; };
  at('theme').onclick = () =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  listenToKeys({ArrowRight: () => stepBy(1), ArrowLeft: () => stepBy(-1), Home: () => showStep(-1),
                End: () => showStep(Infinity), ' ': () => play(!state.playing),
                Escape: () => pick(null, null)});
  window.addEventListener('resize', show);
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  legend(at('legend'));
  matrixLegend(at('matrix-legend'));
  tellBlock();
  makeSliders(at('sliders'), state.machine, price);
  chooseTopology(data.topologies[0].text);
}

begin();
