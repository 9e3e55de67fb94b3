// Files of "exchange bench --csv".

function splitLine(line) {
  return [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)]
    .map((match) => match[1].replace(/^"|"$/g, '').replace(/""/g, '"'));
}

// The points of a file; throws what is wrong with it.
function readBench(text) {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const names = splitLine(lines[0] || '');
  const column = Object.fromEntries(['block_bytes', 'algorithm', 'median_s', 'low_quartile_s',
    'high_quartile_s'].map((name) => [name, names.indexOf(name)]));
  for (const name of ['block_bytes', 'algorithm', 'median_s']) {
    if (column[name] < 0) throw new Error(`no column ${name}: expected a file of exchange bench --csv`);
  }
  const points = lines.slice(1).map((line, i) => {
    const cells = splitLine(line), number = (name) => Number(cells[column[name]]);
    const median = number('median_s');
    const point = {bytes: number('block_bytes'), algorithm: cells[column.algorithm], median,
                   low: number('low_quartile_s') || median, high: number('high_quartile_s') || median};
    if (!(point.bytes > 0) || !(median > 0)) {
      throw new Error(`line ${i + 2}: expected a block and a time above 0`);
    }
    return point;
  });
  if (points.length === 0) throw new Error('no times in the file');
  return points;
}
