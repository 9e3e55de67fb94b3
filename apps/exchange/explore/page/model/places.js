// Where every block is before a step, followed from the beginning.

const PLACES_MOST = 256;  // ranks: a table has a row and a column a rank

function placesAt(schedule, step) {
  const {size} = schedule;
  if (!schedule.algorithm.blocks || size > PLACES_MOST) return null;
  if (!schedule.places || schedule.places.step > step) {
    const at = new Int16Array(size * size);
    for (let i = 0; i < at.length; i++) at[i] = Math.floor(i / size);
    schedule.places = {step: 0, at};
  }
  const places = schedule.places;
  for (; places.step < Math.min(step, schedule.steps); places.step++) {
    visitBlocks(schedule, places.step, (move, block) => { places.at[block] = schedule.to[move]; });
  }
  return places.at;
}

// Calls visit(move, origin * P + destination) for all blocks that travel in a step.
function visitBlocks(schedule, step, visit) {
  const blocks = schedule.algorithm.blocks, {size} = schedule;
  visitMessages(schedule, step, (move, products) => {
    for (let k = 0; k < products.length; k += 2) {
      const destinations = setRanks(blocks, products[k + 1], size);
      for (const origin of setRanks(blocks, products[k], size)) {
        for (const destination of destinations) visit(move, origin * size + destination);
      }
    }
  });
}

const WAITS = 0, AWAY = 1, ARRIVED = 2;

// What each block is up to: at its origin, at a third rank, or where it belongs.
function conditionsOf(schedule, step) {
  const places = placesAt(schedule, Math.max(0, step)), {size} = schedule;
  return places && Uint8Array.from(places, (place, i) =>
    place === i % size ? ARRIVED : place === Math.floor(i / size) ? WAITS : AWAY);
}
