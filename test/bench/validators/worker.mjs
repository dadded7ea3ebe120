import { readFileSync } from 'node:fs';
import { judges } from './judges.mjs';

/*
 * Puts one library to work on one row, as a process of its own, so that none profits or suffers from another. The argument is a job as
 * JSON: `{ kind: 'emit' | 'verdicts' | 'measure', library, schema, emitted, payloads }`, where `schema` and `payloads` are paths and
 * `emitted` those of modules. Prints the result as JSON.
 */

const WARM_UP_MS = 300;
const MEASURE_MS = 500;
const BATCH_MS = 4;
const LEAST_BATCHES = 5;
/** Calls whose allocation is counted: few enough for the young generation. */
const COUNTED_ROUNDS = 4;

/** Keeps the results alive. */
let kept = 0;

const job = JSON.parse(process.argv[2] ?? '');
process.stdout.write(JSON.stringify(await run()));

async function run() {
  const schema = JSON.parse(readFileSync(job.schema, 'utf8'));
  const { emit, load } = judges[job.library];
  if (job.kind === 'emit') return emit(schema);
  const judge = await load(schema, job.emitted);
  const { isValid, texts, mutants } = JSON.parse(readFileSync(job.payloads, 'utf8'));
  if (job.kind === 'verdicts') return [...texts, ...mutants].map((text) => compareVerdicts(judge, text)).join('');
  return measure(judge, texts, isValid);
}

/** Returns `1` for a valid payload, `0` for another, `?` where the ways to ask do not agree. */
function compareVerdicts({ is, first, all }, text) {
  const value = JSON.parse(text);
  const answers = [is(value), first && !first(value), all && !all(value)].filter((answer) => answer !== undefined);
  return answers.every((answer) => answer === answers[0]) ? String(Number(answers[0])) : '?';
}

/** What a call takes on the average: CPU nanoseconds, and bytes of a call of `is`. */
function measure({ is, first, all }, texts, isValid) {
  const values = texts.map((text) => JSON.parse(text));
  const measured = time(is, values);
  if (isValid) return { is: measured, bytes: countBytes(is, values) };
  const list = all && time(all, values);
  return { is: measured, first: first === undefined ? list : time(first, values), all: list, bytes: 0 };
}

/** By index: an iterator would allocate, which is what is to be measured. */
function rotate(judge, values, rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < values.length; index += 1) if (judge(values[index])) kept += 1;
  }
}

/** Returns the CPU time of a call in nanoseconds: of the fastest batch, since whatever else the machine does only adds to it. */
function time(judge, values) {
  const rounds = warmUp(judge, values);
  const taken = [];
  const end = performance.now() + MEASURE_MS;
  while (taken.length < LEAST_BATCHES || performance.now() < end)
    taken.push(readCpuTime(() => rotate(judge, values, rounds)) / rounds / values.length);
  return Math.min(...taken);
}

/** Runs until the compiler is done with it, and returns how many rounds make a batch that can be timed. */
function warmUp(judge, values) {
  let rounds = 1;
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) {
    if (readCpuTime(() => rotate(judge, values, rounds)) < BATCH_MS * 1e6) rounds *= 2;
  }
  return rounds;
}

function readCpuTime(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/** Returns the bytes that a call allocates; what looking at the heap itself takes is subtracted. */
function countBytes(judge, values) {
  const grow = (rounds) => {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    rotate(judge, values, rounds);
    return process.memoryUsage().heapUsed - before;
  };
  const samples = Array.from({ length: 9 }, () => grow(COUNTED_ROUNDS) - grow(0));
  const [, , , , median] = samples.toSorted((left, right) => left - right);
  return Math.max(0, Math.round(median / COUNTED_ROUNDS / values.length));
}

if (kept < 0) console.log(kept);
