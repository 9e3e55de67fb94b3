// The machine's constants as sliders, and keys.

const CONSTANTS = [
  ['start_up_s', 'start-up λ', 1e-8, 1e-2], ['byte_s', 'per byte τ', 1e-12, 1e-5],
  ['distance_s', 'distance δ', 1e-9, 1e-2], ['distance_doubling_s', 'δ per doubling', 1e-9, 1e-2],
  ['permute_byte_s', 'permutation ρ', 1e-12, 1e-5],
  ['barrier_doubling_s', 'barrier, doubling', 1e-9, 1e-2],
  ['link_byte_s', 'link, per byte', 1e-12, 1e-5], ['hop_s', 'per link', 1e-9, 1e-3],
];
const NOTCHES = 240;  // the first is 0

function notchOf(value, low, high) {
  if (!(value > 0)) return 0;
  return 1 + Math.log(value / low) / Math.log(high / low) * (NOTCHES - 1);
}

function valueOf(notch, low, high) {
  return notch < 1 ? 0 : low * (high / low) ** ((notch - 1) / (NOTCHES - 1));
}

// Sliders that change `machine` and call `changed`.
function makeSliders(host, machine, changed) {
  host.replaceChildren(make('p', {class: 'summary'}, machine.source));
  for (const [key, name, low, high] of CONSTANTS) {
    const output = make('output', {}, formatTime(machine[key]));
    const input = make('input', {type: 'range', min: 0, max: NOTCHES, step: 'any',
                                 value: notchOf(machine[key], low, high), oninput: () => {
      machine[key] = valueOf(Number(input.value), low, high);
      output.textContent = formatTime(machine[key]);
      changed();
    }});
    host.append(make('label', {}, name, input, output));
  }
}

function legend(host) {
  const parts = SHADES.map(([, text], i) => {
    const line = svg('svg', {width: 26, height: 8, 'aria-hidden': 'true'});
    line.append(svg('line', {x1: 0, x2: 26, y1: 4, y2: 4, 'stroke-width': 1.5 + i,
                             style: `stroke: var(--load${i + 1})`}));
    return make('span', {}, line, text);
  });
  host.replaceChildren('Messages over a link, or a node’s interface, in the step:', ...parts,
                       make('span', {}, 'A rank fills as its blocks arrive.'));
}

// Keys of the whole page, unless a control takes them itself.
function listenToKeys(actions) {
  document.addEventListener('keydown', (event) => {
    const busy = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName);
    if (event.ctrlKey || event.altKey || event.metaKey || busy) return;
    if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
}
