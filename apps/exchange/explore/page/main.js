// The page: what is chosen, what time it is, and who is told.

const data = JSON.parse(document.getElementById('data').textContent);
const at = (id) => document.getElementById(id);
const schedules = new Map();
const state = {topology: null, machine: {...data.machine}, bytes: data.block, time: 0,
               playing: false, picked: null, marks: null, measured: [], stages: []};

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
  state.stages.forEach(drawParts);
  drawFigures();
  show();
}

// The steps as parts of the time, as long as each is.
function drawParts(stage) {
  const {schedule, ends, parts} = stage, most = 200;
  parts.replaceChildren();
  for (let k = 0; k < schedule.steps && schedule.steps <= most; k++) {
    const long = (ends[k] - (k > 0 ? ends[k - 1] : 0)) / state.total;
    parts.append(make('i', {style: `width: ${100 * long}%`, title: `step ${k + 1}: ` +
                            formatTime(long * state.total)}));
  }
}

let figuresAsked = false;
function drawFigures() {
  if (figuresAsked) return;
  figuresAsked = true;
  setTimeout(() => {
    figuresAsked = false;
    const tone = (algorithm) => state.stages.reduce((found, stage) =>
      stage.schedule.algorithm === algorithm ? stage.name : found, '');
    const shown = state.topology.algorithms.filter((algorithm) =>
      state.topology.size <= 128 || tone(algorithm) !== '');
    const curves = shown.map((algorithm) => ({
      name: algorithm.label, tone: tone(algorithm),
      points: curveOf(scheduleOf(state.topology, algorithm), state.machine)}));
    drawCurves(at('curves'), curves, state.bytes, state.measured, (name) => choose('a', name));
    const dimension = Math.log2(state.topology.size);
    at('hull-card').hidden = !Number.isInteger(dimension) || dimension < 1;
    if (!at('hull-card').hidden) drawHull(at('hull'), hullOf(state.machine, dimension), state.bytes);
  });
}

function numbersOf(stage, step) {
  const {schedule} = stage, total = schedule.counts = schedule.counts || countAll(schedule);
  const part = (name, value, kind = '') => {
    const one = make('span', {class: kind, 'data-name': name}, `${name} `);
    one.append(make('b', {}, String(value)));
    return one;
  };
  const inside = step >= 0 && step < schedule.steps;
  const now = inside ? countStep(schedule, step) : null;
  stage.numbers.replaceChildren(
    part('step', `${inside ? step + 1 : step < 0 ? 0 : schedule.steps} of ${schedule.steps}`),
    part('messages', inside ? `${now.messages} of ${total.messages}` : total.messages),
    part('blocks moved', inside ? `${now.blocks} of ${total.blocks}` : total.blocks),
    part('link load', linkCount(schedule.topology) > 0 ? (inside ? now : total).linkLoad : 'no links'),
    part('time', formatTime(stage.ends[stage.ends.length - 1] || 0), 'price'));
}

function tellStep(stage, step) {
  numbersOf(stage, step);
  [...stage.parts.children].forEach((part, k) => part.classList.toggle('now', k <= step));
  stage.canvas.setAttribute('aria-label', `${stage.schedule.algorithm.label} on ` +
    `${state.topology.text}: ${stage.numbers.textContent}`);
  if (stage !== state.stages[0]) return;
  listMessages(at('messages'), stage, step, (picked) => pick(stage, picked));
  listWay(at('way'), state.picker || stage, state.marks && state.marks.get(state.picker), step,
          showStep);
  if (!state.playing) at('status').textContent = stage.numbers.textContent;
}

function show() {
  for (const stage of state.stages) {
    const before = stage.step;
    paintStage(stage, state.time, state.marks ? state.marks.get(stage) : null);
    if (stage.step !== before) tellStep(stage, stage.step);
  }
  at('time').value = 1000 * state.time / state.total;
  at('clock').textContent = `${formatTime(state.time)} of ${formatTime(state.total)}`;
}

// Shows the middle of a step of the first picture.
function showStep(step) {
  const {ends, schedule} = state.stages[0];
  play(false);
  if (step < 0) state.time = 0;
  else if (step >= schedule.steps) state.time = state.total;
  else state.time = ((step > 0 ? ends[step - 1] : 0) + ends[step]) / 2;
  show();
}

function stepBy(many) {
  const {step} = stepAt(state.stages[0], state.time);
  showStep(Math.max(-1, Math.min(step + many, state.stages[0].schedule.steps)));
}

function play(on) {
  if (on && state.time >= state.total) state.time = 0;
  state.playing = on;
  at('play').textContent = on ? '⏸' : '▶';
  at('play').setAttribute('aria-pressed', String(on));
  at('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
  if (on) requestAnimationFrame((now) => tick(now, now));
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
  if (algorithm) {
    stage.select.value = label;
    setSchedule(stage, scheduleOf(state.topology, algorithm), state.layout);
  }
  state.stages = [state.a, state.b].filter((one) => !one.article.hidden && one.schedule);
  at('stages').classList.toggle('single', state.stages.length < 2);
  at('compare').checked = !state.b.article.hidden;
  pickNothing();
  price();
  tellAbout();
}

function pickNothing() {
  Object.assign(state, {picked: null, marks: null, picker: null});
}

function tellAbout() {
  at('about').replaceChildren(...state.stages.map(({schedule: {algorithm}}) => make('p', {},
    make('b', {}, algorithm.label), `: ${algorithm.summary}. `,
    make('span', {class: 'hint'}, `${algorithm.formula ? `Closed form: ${algorithm.formula}. ` : ''}` +
         `Source: ${algorithm.source}.`))));
}

function chooseTopology(text) {
  const fill = (select) => select.replaceChildren(...state.topology.algorithms.map(
    ({label}) => make('option', {value: label}, label)));
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
  const note = at('csv-note');
  note.className = '';
  try {
    state.measured = readBench(await file.text());
    note.textContent = `${file.name}: ${state.measured.length} times, ` +
      [...new Set(state.measured.map((point) => point.algorithm))].join(', ');
  } catch (error) {
    state.measured = [];
    note.className = 'error';
    note.textContent = `${file.name}: ${error.message}`;
  }
  drawFigures();
}

function tellBlock() {
  at('block-text').textContent = formatBytes(state.bytes);
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  colours.clear();
  for (const stage of state.stages) stage.step = -2;
  if (state.total) show();
}

function begin() {
  const pickers = {a: (label) => choose('a', label), b: (label) => choose('b', label)};
  for (const name of ['a', 'b']) {
    state[name] = makeStage(at(`stage-${name}`), name, {choose: pickers[name], pick});
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
  at('way-form').onsubmit = (event) => {
    event.preventDefault();
    pick(state.stages[0], {origin: Number(at('origin').value),
                           destination: Number(at('destination').value)});
  };
  at('theme').onclick = () =>
    setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  listenToKeys({ArrowRight: () => stepBy(1), ArrowLeft: () => stepBy(-1), Home: () => showStep(-1),
                End: () => showStep(Infinity), ' ': () => play(!state.playing),
                Escape: () => pick(null, null)});
  window.addEventListener('resize', show);
  setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  legend(at('legend'));
  tellBlock();
  makeSliders(at('sliders'), state.machine, price);
  chooseTopology(data.topologies[0].text);
}

begin();
