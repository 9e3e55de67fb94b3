// Lists: the messages of a step, and the way of what was picked.

const ROWS_MOST = 100;

function cell(text, number = false) {
  return make('td', number ? {class: 'number'} : {}, String(text));
}

function headRow(...names) {
  const numbers = ['blocks', 'links', 'step', 'steps', 'time', 'best from', 'here'];
  return make('tr', {}, ...names.map((name) =>
    make('th', numbers.includes(name) ? {class: 'number', scope: 'col'} : {scope: 'col'}, name)));
}

function pickButton(text, title, action) {
  return make('button', {type: 'button', title, onclick: action}, String(text));
}

// What a message carries: buttons that follow a block.
function carriedCell(schedule, move, products, follow) {
  const blocks = blocksOf(schedule, products, 4), carried = make('td', {class: 'blocks'});
  for (const [origin, destination] of blocks || []) {
    carried.append(pickButton(`${origin}→${destination}`, 'follow this block',
                              () => follow({origin, destination})));
  }
  if (blocks && blocks.length < schedule.sent[move]) carried.append(' …');
  return carried;
}

function listMessages(host, stage, step, follow) {
  const {schedule} = stage, shown = Math.max(0, Math.min(step, schedule.steps - 1));
  const table = make('table', {}, headRow('from', 'to', 'blocks', 'links', 'carries'));
  const rankCell = (rank) => make('td', {}, pickButton(rank, `all messages of rank ${rank}`,
                                                       () => follow({rank})));
  let count = 0;
  if (schedule.steps > 0) {
    visitMessages(schedule, shown, (move, products) => {
      if (++count > ROWS_MOST) return;
      table.append(make('tr', {}, rankCell(schedule.rank[move]), rankCell(schedule.to[move]),
                        cell(schedule.sent[move], true), cell(hopsOf(schedule, move), true),
                        carriedCell(schedule, move, products, follow)));
    });
  }
  const more = count > ROWS_MOST ? `, the first ${ROWS_MOST} of ${count} messages`
                                 : `, ${count} message${count === 1 ? '' : 's'}`;
  host.replaceChildren(
    make('p', {class: 'summary'}, `${stage.title}: step ${shown + 1} of ${schedule.steps}${more}`),
    make('div', {class: 'scroll', tabindex: 0}, table));
}

function countText(way) {
  const steps = new Set(way.map((one) => one.step)).size;
  return `${way.length} message${way.length === 1 ? '' : 's'} in ${steps} step${steps === 1 ? '' : 's'}`;
}

// What is picked, as marks: {way: [{step, move}], ranks, link, isBlock, title}; null without it.
function marksOf(stage, picked) {
  const {schedule} = stage;
  if (!picked) return null;
  if (picked.rank !== undefined) {
    const way = wayOfRank(schedule, picked.rank);
    return {way, ranks: [picked.rank],
            title: `Rank ${rankName(schedule.topology, picked.rank)} sends and receives: ${countText(way)}`};
  }
  if (picked.link !== undefined) {
    const ends = linkEnds(schedule.topology, picked.link);
    if (!stage.linesOf.has(picked.link)) return null;
    const way = wayOfLink(schedule, picked.link);
    return {way, ranks: [], link: picked.link,
            title: `Link ${linkName(schedule.topology, ends)}: ${countText(way)}`};
  }
  const way = wayOfBlock(schedule, picked.origin, picked.destination);
  return {way: way || [], ranks: [picked.origin, picked.destination], isBlock: true,
          title: way ? `Block of ${picked.origin} for ${picked.destination}: ${countText(way)}`
                     : 'The page has no single blocks of this schedule: it would be too long'};
}

function listWay(host, stage, marks, step, show) {
  if (!marks) {
    host.replaceChildren(make('p', {class: 'hint'}, 'Click a rank or a link in a picture, a block in ' +
                              'a list or a table, or name one here.'));
    return null;
  }
  const {schedule} = stage;
  const table = make('table', {}, headRow('step', 'from', 'to', 'blocks'));
  for (const {step: at, move} of marks.way.slice(0, ROWS_MOST)) {
    table.append(make('tr', {class: at === step ? 'now' : ''},
      make('td', {class: 'number'}, pickButton(at + 1, 'go to this step', () => show(at))),
      cell(schedule.rank[move]), cell(schedule.to[move]), cell(schedule.sent[move], true)));
  }
  host.replaceChildren(make('p', {class: 'summary'}, `${stage.title}. ${marks.title}`));
  const move = marks.way.length > 0 ? drawSpacetime(host, stage, marks, show) : null;
  host.append(make('div', {class: 'scroll', tabindex: 0}, table));
  return move;
}
