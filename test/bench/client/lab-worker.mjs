import { isDeepStrictEqual } from 'node:util';
import { NotOffered } from '../../runtime/client/lab/adapter.ts';
import { toScenario } from '../../runtime/client/lab/lab-row.ts';
import { ours } from '../../runtime/client/lab/ours.ts';
import { peers } from './peers.mjs';

/*
 * Runs the scenarios of the lab with one library: `lab-worker.mjs <name> <row of peers.yaml as JSON> <rows of the lab as JSON>`. Prints
 * one line of JSON, a list of `LabResult`.
 */

const atOnce = 6;
const longestMs = 40_000;

// Some libraries continue calls that have failed already.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);
const [name = '', peer = '{}', rows = '{}'] = process.argv.slice(2);
const { lacks = [], refuses = [] } = JSON.parse(peer);
const open = name === 'ours' ? ours.open : await peers[name]();
const adapter = {
  name,
  open(options) {
    if (refuses.some((option) => options[option] !== undefined)) throw new NotOffered();
    return open(options);
  },
};
const scenarios = Object.entries(JSON.parse(rows)).flatMap(([group, list]) =>
  list.map((row) => ({ group, ...toScenario(row) })),
);
const jobs = [...scenarios];
const results = new Map();
await Promise.all(Array.from({ length: atOnce }, work));
const found = scenarios.map((scenario) => ({ group: scenario.group, name: scenario.name, ...results.get(scenario) }));
process.stdout.write(`\n${JSON.stringify(found)}\n`, () => process.exit());

async function work() {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) results.set(job, await judge(job));
}

async function judge({ only, feature, run, want }) {
  if (only?.includes(name) === false || lacks.includes(feature)) return { verdict: 'none' };
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('still waiting'), longestMs);
  });
  try {
    const found = await Promise.race([run(adapter), late]);
    return isDeepStrictEqual(found, want) ? { verdict: 'right' } : { verdict: 'wrong', found };
  } catch (error) {
    if (error instanceof NotOffered) return { verdict: 'none' };
    return { verdict: 'wrong', found: `throws ${String(error).slice(0, 100)}` };
  } finally {
    clearTimeout(timer);
  }
}
