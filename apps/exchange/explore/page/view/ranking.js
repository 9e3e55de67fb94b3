// All algorithms of the page for this topology, fastest first; a click shows one.

// `curves`: {name, label, seconds, steps, tone}. choose(name of picture, label).
function drawRanking(host, curves, choose, highlight) {
  const sorted = [...curves].sort((left, right) => left.seconds - right.seconds);
  const slowest = sorted[sorted.length - 1].seconds || 1;
  const table = make('table', {class: 'ranking'}, headRow('algorithm', 'steps', 'time', 'show as'));
  for (const curve of sorted) {
    const show = (name) => make('button', {type: 'button', class: `choose ${name}`,
      'aria-pressed': String(curve.tone === name), onclick: () => choose(name, curve.label),
      'aria-label': `Show ${curve.name} as ${name.toUpperCase()}`}, name.toUpperCase());
    const bar = make('i', {class: `bar ${curve.tone}`,
                           style: `width: ${(100 * curve.seconds / slowest).toFixed(1)}%`});
    const row = make('tr', {onmouseenter: () => highlight(curve.label),
                            onmouseleave: () => highlight(null)},
                     make('td', {}, curve.name, bar), cell(curve.steps, true),
                     cell(formatTime(curve.seconds), true),
                     make('td', {class: 'choices'}, show('a'), show('b')));
    table.append(row);
  }
  host.replaceChildren(make('div', {class: 'scroll', tabindex: 0}, table));
}
