import { readFileSync } from 'node:fs';
import { judges } from './judges.mjs';

/*
 * Runs one library on one row, in a separate process, so that libraries do not affect each other. The argument is a job as JSON:
 * `{ kind: 'emit' | 'verdicts' | 'measure', library, schema, emitted, payloads }`, where `schema`, `payloads` and `emitted` are paths.
 * Prints the result as JSON.
 */

const WARM_UP_MS = 300;
const MEASURE_MS = 500;
const BATCH_MS = 4;
const LEAST_BATCHES = 5;
/** Rounds in which allocated bytes are counted: few enough that no garbage collection runs. */
const COUNTED_ROUNDS = 4;

/** Counter that uses the results, so that the compiler does not remove the calls. */
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

/** Returns `1` for a valid payload, `0` for an invalid one, `?` if `is`, `first` and `all` do not agree. */
function compareVerdicts({ is, first, all }, text) {
  const value = JSON.parse(text);
  const answers = [is(value), first && !first(value), all && !all(value)].filter((answer) => answer !== undefined);
  return answers.every((answer) => answer === answers[0]) ? String(Number(answers[0])) : '?';
}

/** Returns the mean costs of a call: CPU nanoseconds, and bytes that a call of `is` allocates. */
function measure({ is, first, all }, texts, isValid) {
  const values = texts.map((text) => JSON.parse(text));
  const measured = time(is, values);
  if (isValid) return { is: measured, bytes: countBytes(is, values) };
  const list = all && time(all, values);
  return { is: measured, first: first === undefined ? list : time(first, values), all: list, bytes: 0 };
}

/** Calls the judge with all values, several times. Loops by index: an iterator would allocate memory, which is measured. */
function rotate(judge, values, rounds) {
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < values.length; index += 1) if (judge(values[index])) kept += 1;
  }
}

/** Returns the CPU time of a call in nanoseconds, in the fastest batch: other work on the machine only increases it. */
function time(judge, values) {
  const rounds = warmUp(judge, values);
  const taken = [];
  const end = performance.now() + MEASURE_MS;
  while (taken.length < LEAST_BATCHES || performance.now() < end)
    taken.push(readCpuTime(() => rotate(judge, values, rounds)) / rounds / values.length);
  return Math.min(...taken);
}

/** Runs until V8 has optimized the judge, and returns the number of rounds in a batch that is long enough to be timed. */
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

/** Returns the bytes that a call allocates, without those of reading the size of the heap. */
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
