// Holds the numbers that a page of "exchange explore" computes to those of the checker and of the
// pricer, which are among its data: explorer_numbers.js PAGE. Prints how many, or what differs.
"use strict";
const fs = require('fs');
const vm = require('vm');

const page = fs.readFileSync(process.argv[2], 'utf8');
const data = JSON.parse(page.match(/<script type="application\/json" id="data">([^]*?)<\/script>/)[1]);
const script = page.match(/<script>\n"use strict";([^]*?)<\/script>/)[1].split('const data = JSON.parse')[0];
const context = vm.createContext({Math, console});
vm.runInContext(`${script}
this.page = {decodeSchedule, countAll, totalTime, wayOfBlock, arrivalsOf, hullOf, readBench};`, context);
const {decodeSchedule, countAll, totalTime, wayOfBlock, arrivalsOf, hullOf, readBench} = context.page;
const wrong = [];
const tally = {schedules: 0, prices: 0, blocks: 0};

function expectEqual(what, found, wanted) {
  if (found !== wanted) wrong.push(`${what}: ${found}, expected ${wanted}`);
}

// Every block has a way that is connected, from its origin to its destination.
function followBlocks(name, schedule) {
  for (let origin = 0; origin < schedule.size; origin++) {
    for (const destination of [0, 1, schedule.size - 1]) {
      const way = wayOfBlock(schedule, origin, destination);
      const end = way.reduce((place, {move}) =>
        schedule.rank[move] === place ? schedule.to[move] : -1, origin);
      expectEqual(`${name}: the way of block ${origin}, ${destination} ends`, end, destination);
      tally.blocks++;
    }
  }
  const last = arrivalsOf(schedule)[schedule.steps];
  expectEqual(`${name}: ranks that have all`, last.filter((one) => one === schedule.size).length,
              schedule.size);
}

for (const topology of data.topologies) {
  for (const algorithm of topology.algorithms) {
    const name = `${algorithm.label} on ${topology.text}`;
    const schedule = decodeSchedule(topology, algorithm);
    const counts = countAll(schedule), check = algorithm.check;
    tally.schedules++;
    expectEqual(`${name}: steps`, counts.steps, check.steps);
    expectEqual(`${name}: messages`, counts.messages, check.messages);
    expectEqual(`${name}: blocks`, counts.blocks, check.blocks);
    expectEqual(`${name}: largest messages`, counts.largestSum, check.largest_sum);
    expectEqual(`${name}: link load`, counts.linkLoad, check.link_load);
    expectEqual(`${name}: lockstep`, schedule.lockstep, check.lockstep === 1);
    for (const [number, bytes, seconds] of algorithm.prices) {
      const found = totalTime(schedule, data.machines[number], bytes);
      tally.prices++;
      if (!(Math.abs(found - seconds) <= 1e-9 * seconds)) {
        wrong.push(`${name} on ${data.machines[number].name}, ${bytes} bytes: ${found} s, ` +
                   `expected ${seconds} s`);
      }
    }
    if (algorithm.blocks) followBlocks(name, schedule);
  }
}
const ipsc = data.machines.find((one) => one.name === 'ipsc860');
const hull = hullOf(ipsc, 6).map((face) => `${face.phases.join(',')} from ${face.from.toFixed(1)}`);
const bench = process.argv[3] ? readBench(fs.readFileSync(process.argv[3], 'utf8')).length : 0;
console.log(wrong.slice(0, 20).join('\n') ||
            `the same: ${tally.schedules} schedules, ${tally.prices} prices, ${tally.blocks} blocks`);
console.log(`hull of ipsc860, 6: ${hull.join('; ')}`);
console.log(`bench: ${bench} times`);
process.exitCode = wrong.length > 0 ? 1 : 0;
