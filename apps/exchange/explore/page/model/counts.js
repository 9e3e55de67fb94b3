// What a schedule moves, step by step: the numbers of "exchange check".

// How many messages go over each directed link of a step, by network and link.
function linkLoads(schedule, step) {
  const loads = new Map();
  const links = linkCount(schedule.topology);
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    walkRoute(schedule.topology, schedule.rank[i], schedule.to[i], (link) => {
      const place = schedule.rail[i] * links + link;
      loads.set(place, (loads.get(place) || 0) + 1);
    });
  }
  return loads;
}

function countStep(schedule, step) {
  const count = {messages: 0, blocks: 0, largest: 0, linkLoad: 0, busyLinks: 0};
  for (let i = schedule.start[step]; i < schedule.start[step + 1]; i++) {
    if (schedule.to[i] < 0) continue;
    count.messages++;
    count.blocks += schedule.sent[i];
    count.largest = Math.max(count.largest, schedule.sent[i]);
  }
  for (const load of linkLoads(schedule, step).values()) {
    count.linkLoad = Math.max(count.linkLoad, load);
    count.busyLinks++;
  }
  return count;
}

function countAll(schedule) {
  const total = {steps: schedule.steps, messages: 0, blocks: 0, largestSum: 0, linkLoad: 0};
  for (let step = 0; step < schedule.steps; step++) {
    const count = countStep(schedule, step);
    total.messages += count.messages;
    total.blocks += count.blocks;
    total.largestSum += count.largest;
    total.linkLoad = Math.max(total.linkLoad, count.linkLoad);
  }
  return total;
}
