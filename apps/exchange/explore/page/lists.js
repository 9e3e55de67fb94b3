// Lists: the messages of a step, and the way of what was picked.

const ROWS_MOST = 300;

function cell(text, number = false) {
  return make('td', number ? {class: 'number'} : {}, String(text));
}

function headRow(...names) {
  return make('tr', {}, ...names.map((name) =>
    make('th', ['blocks', 'links', 'step'].includes(name) ? {class: 'number'} : {}, name)));
}

function listMessages(host, stage, step, follow) {
  const {schedule} = stage, shown = Math.max(0, Math.min(step, schedule.steps - 1));
  const table = make('table', {}, headRow('from', 'to', 'blocks', 'links', 'carries'));
  let count = 0;
  if (schedule.steps > 0) {
    visitMessages(schedule, shown, (move, products) => {
      if (++count > ROWS_MOST) return;
      const from = schedule.rank[move], to = schedule.to[move];
      table.append(make('tr', {},
        make('td', {}, make('button', {type: 'button', onclick: () => follow({rank: from}),
                                       title: `all messages of rank ${from}`}, String(from))),
        cell(to), cell(schedule.sent[move], true), cell(hopsOf(schedule, move), true),
        cell(blocksOf(schedule, move, products, 4))));
    });
  }
  const more = count > ROWS_MOST ? `, the first ${ROWS_MOST} of ${count}` : `, ${count} messages`;
  host.replaceChildren(
    make('p', {class: 'summary'}, `${schedule.algorithm.label}: step ${shown + 1} of ` +
         `${schedule.steps}${more}`), make('div', {class: 'scroll', tabindex: 0}, table));
}

// What is picked, as marks: {way: [{step, move}], ranks, link, isBlock, title}.
function marksOf(stage, picked) {
  const {schedule} = stage;
  if (!picked) return null;
  if (picked.rank !== undefined) {
    return {way: wayOfRank(schedule, picked.rank), ranks: [picked.rank],
            title: `Rank ${rankName(schedule.topology, picked.rank)}: what it sends and receives`};
  }
  if (picked.link !== undefined) {
    const ends = linkEnds(schedule.topology, picked.link);
    if (!stage.links.some((one) => one.link === picked.link)) return null;
    return {way: wayOfLink(schedule, picked.link), ranks: [], link: picked.link,
            title: `Link ${ends[0]} → ${ends[1]}: messages over it`};
  }
  const way = wayOfBlock(schedule, picked.origin, picked.destination);
  return {way: way || [], ranks: [picked.origin, picked.destination], isBlock: true,
          title: way ? `Block of ${picked.origin} for ${picked.destination}: ${way.length} ` +
                       `message${way.length === 1 ? '' : 's'}`
                     : 'The page has no single blocks of this schedule: it would be too long'};
}

function listWay(host, stage, marks, step, show) {
  if (!marks) {
    host.replaceChildren(make('p', {class: 'hint'}, 'Click a rank or a link in a picture, or name a ' +
                              'block here.'));
    return;
  }
  const {schedule} = stage;
  const table = make('table', {}, headRow('step', 'from', 'to', 'blocks'));
  for (const {step: at, move} of marks.way.slice(0, ROWS_MOST)) {
    table.append(make('tr', {class: at === step ? 'now' : ''},
      make('td', {class: 'number'}, make('button', {type: 'button', onclick: () => show(at)},
                                         String(at + 1))),
      cell(schedule.rank[move]), cell(schedule.to[move]), cell(schedule.sent[move], true)));
  }
  host.replaceChildren(make('p', {class: 'summary'}, `${marks.title} (${schedule.algorithm.label})`),
                       make('div', {class: 'scroll', tabindex: 0}, table));
}
