// What is said of a picture: numbers of a step and of all, the steps as parts of the time.

// An algorithm's name alone where no other of the topology has it.
function titleOf(topology, algorithm) {
  const same = topology.algorithms.filter((one) => one.name === algorithm.name);
  return same.length > 1 ? algorithm.label : algorithm.name;
}

// As long as each step takes.
function drawParts({schedule, ends, parts}, total) {
  const most = 200;
  parts.replaceChildren();
  for (let k = 0; k < schedule.steps && schedule.steps <= most; k++) {
    const long = (ends[k] - (k > 0 ? ends[k - 1] : 0)) / total;
    parts.append(make('i', {style: `width: ${100 * long}%`, title: `step ${k + 1}: ` +
                            formatTime(long * total)}));
  }
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
  [...stage.parts.children].forEach((one, k) => one.classList.toggle('now', k <= step));
  stage.canvas.setAttribute('aria-label', `${stage.title} on ${schedule.topology.text}: ` +
                            stage.numbers.textContent);
}

function tellAbout(host, stages) {
  host.replaceChildren(...stages.map(({title, schedule: {algorithm}}) => make('p', {},
    make('b', {}, title), `: ${algorithm.summary}. `,
    make('span', {class: 'hint'}, `${algorithm.formula ? `Closed form: ${algorithm.formula}. ` : ''}` +
         `Source: ${algorithm.source}. Command: exchange price --topology ` +
         `${stages[0].schedule.topology.text} --algorithm ${algorithm.label}`))));
}
