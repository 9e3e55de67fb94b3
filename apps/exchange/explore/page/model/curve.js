// Times over the block size: the hull of multiphase exchanges (core/algorithms/hull.c), and curves
// of schedules.

function partitionsOf(total, most = total) {
  if (total === 0) return [[]];
  const all = [];
  for (let first = Math.min(most, total); first >= 1; first--) {
    for (const rest of partitionsOf(total - first, first)) all.push([first, ...rest]);
  }
  return all;
}

// The time of a multiphase exchange, linear in the block: every phase synchronised, several permuted.
function partitionFace(machine, dimension, phases) {
  const size = 2 ** dimension;
  const face = {phases, start: 0, byte: 0, from: 0};
  for (const part of phases) {
    const messages = 2 ** part - 1;
    face.start += messages * (machine.start_up_s + distanceOf(machine, size)) +
      (part > 0 ? barrierOf(machine, size) : 0);
    face.byte += messages * (size / 2 ** part) * machine.byte_s +
      (phases.length > 1 ? size * machine.permute_byte_s : 0);
  }
  return face;
}

function meetOf(before, after) {
  return (after.start - before.start) / (before.byte - after.byte);
}

// The faces that are lowest somewhere, each best from `from` bytes on.
function lowerHull(faces) {
  const kept = [];
  faces.sort((a, b) => a.start - b.start || a.byte - b.byte);
  for (const face of faces) {
    const last = () => kept[kept.length - 1];
    if (kept.length > 0 && face.byte >= last().byte) continue;
    while (kept.length > 0 && meetOf(last(), face) <= last().from * (1 + 1e-9)) kept.pop();
    face.from = kept.length > 0 ? meetOf(last(), face) : 0;
    kept.push(face);
  }
  return kept;
}

function hullOf(machine, dimension) {
  return lowerHull(partitionsOf(dimension).map((phases) => partitionFace(machine, dimension, phases)));
}

// Block sizes from 1 byte to 1 MiB: fewer where a schedule is replayed for each.
function curveOf(schedule, machine) {
  const each = schedule.lockstep ? 4 : schedule.moves < 4000 ? 1 : 0.5;
  const points = [];
  for (let i = 0; i <= 20 * each; i++) {
    const bytes = 2 ** (i / each);
    points.push([bytes, totalTime(schedule, machine, bytes)]);
  }
  return points;
}
