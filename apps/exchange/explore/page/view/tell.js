// What is said of a picture: numbers of a step and of all, the steps as parts of the time.

// An algorithm's name alone where no other of the topology has it.
function titleOf(topology, algorithm) {
  const same = topology.algorithms.filter((one) => one.name === algorithm.name);
  return same.length > 1 ? algorithm.label : algorithm.name;
}

const PARTS_MOST = 200;

// As long as each step takes; of very many steps a part is several.
function drawParts({schedule: {steps}, ends, parts}, total) {
  const count = Math.min(steps, PARTS_MOST);
  parts.classList.toggle('many', count < steps);
  parts.replaceChildren(...Array.from({length: count}, (_, k) => {
    const first = Math.ceil(k * steps / count), last = Math.ceil((k + 1) * steps / count) - 1;
    const long = (ends[last] - (first > 0 ? ends[first - 1] : 0)) / total;
    return make('i', {style: `width: ${100 * long}%`,
                      title: `step ${last + 1}: ${formatTime(long * total)}`});
  }));
}

function tellNumbers(stage, step) {
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
  const parts = [...stage.parts.children], reached = Math.floor(step * parts.length / schedule.steps);
  parts.forEach((one, k) => one.classList.toggle('now', k <= reached));
  stage.canvas.setAttribute('aria-label', `${stage.title} on ${schedule.topology.text}: ` +
                            stage.numbers.textContent);
}

function tellAbout(host, stages) {
  host.replaceChildren(...stages.map(({title, schedule: {algorithm}}) => make('p', {},
    make('b', {}, title), `: ${algorithm.summary}. `,
    algorithm.source ? make('span', {class: 'hint'}, `${algorithm.formula ? `Closed form: ${algorithm.formula}. ` : ''}` +
         `Source: ${algorithm.source}. Command: exchange price --topology ` +
         `${stages[0].schedule.topology.text} --algorithm ${algorithm.label}`) : null)));
}
