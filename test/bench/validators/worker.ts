import { readFileSync } from 'node:fs';
import { libraries, type BenchSchema, type Judge, type Library } from './libraries.js';
import { mutantsOf, rows, textsOf, type Row } from './rows.js';

/** Takes part as a process of its own, one for each library and row, so that none profits or suffers from another. */
export type Job =
  | { readonly kind: 'emit'; readonly library: string; readonly schema: string }
  | {
      readonly kind: 'verdicts' | 'measure';
      readonly library: string;
      readonly row: string;
      readonly schema: string;
      readonly emitted: readonly string[];
    };

/** What a call takes on the average: CPU nanoseconds, and bytes of a call of `is`. */
export interface Measured {
  readonly is: number;
  readonly first: number | undefined;
  readonly all: number | undefined;
  readonly bytes: number;
}

const WARM_UP_MS = 300;
const MEASURE_MS = 500;
const BATCH_MS = 4;
const LEAST_BATCHES = 5;
/** Calls whose allocation is counted: few enough for the young generation. */
const COUNTED_ROUNDS = 4;

/** Keeps the results alive. */
let kept = 0;

// The one who starts this process wrote the argument.
const job = JSON.parse(process.argv[2] ?? '') as Job;
process.stdout.write(JSON.stringify(await run(job)));

async function run(one: Job): Promise<unknown> {
  const library = find(libraries, one.library);
  // The schemas are files of this bench.
  const schema = JSON.parse(readFileSync(one.schema, 'utf8')) as BenchSchema;
  if (one.kind === 'emit') return library.emit?.(schema);
  const row = find(rows, one.row);
  const judge = await library.load(schema, one.emitted);
  return one.kind === 'verdicts' ? verdicts(judge, row) : measure(judge, row);
}

function find<T extends Row | Library>(among: readonly T[], name: string): T {
  const found = among.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

/** One letter a payload: `1` valid, `0` not, `?` where the ways to ask do not agree. */
function verdicts({ is, first, all }: Judge, row: Row): string {
  const letters = [...textsOf(row), ...mutantsOf(row)].map((text) => {
    const value: unknown = JSON.parse(text);
    const answers = [is(value), first && !first(value), all && !all(value)].filter((answer) => answer !== undefined);
    return answers.every((answer) => answer === answers[0]) ? String(Number(answers[0])) : '?';
  });
  return letters.join('');
}

function measure({ is, first = undefined, all }: Judge, row: Row): Measured {
  const values = textsOf(row).map((text): unknown => JSON.parse(text));
  const measured = time(is, values);
  const bytes = row.valid ? allocated(is, values) : 0;
  if (row.valid) return { is: measured, first: undefined, all: undefined, bytes };
  const list = all === undefined ? undefined : time(all, values);
  return { is: measured, first: first === undefined ? list : time(first, values), all: list, bytes };
}

/** By index: an iterator would allocate, which is what is to be measured. */
function rotate(judge: (value: unknown) => unknown, values: readonly unknown[], rounds: number): void {
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < values.length; index += 1) if (judge(values[index])) kept += 1;
  }
}

/** CPU time of a call in nanoseconds: of the fastest batch, since whatever else the machine does only adds to it. */
function time(judge: (value: unknown) => unknown, values: readonly unknown[]): number {
  const rounds = warmUp(judge, values);
  const taken: number[] = [];
  const end = performance.now() + MEASURE_MS;
  while (taken.length < LEAST_BATCHES || performance.now() < end) {
    taken.push(cpuTimeOf(() => rotate(judge, values, rounds)) / rounds / values.length);
  }
  return Math.min(...taken);
}

/** Runs until the compiler is done with it; tells how many rounds make a batch that can be timed. */
function warmUp(judge: (value: unknown) => unknown, values: readonly unknown[]): number {
  let rounds = 1;
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) {
    if (cpuTimeOf(() => rotate(judge, values, rounds)) < BATCH_MS * 1e6) rounds *= 2;
  }
  return rounds;
}

function cpuTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/** Bytes that a call allocates; what looking at the heap itself takes is subtracted. */
function allocated(judge: (value: unknown) => unknown, values: readonly unknown[]): number {
  const grown = (rounds: number): number => {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    rotate(judge, values, rounds);
    return process.memoryUsage().heapUsed - before;
  };
  const samples = Array.from({ length: 9 }, () => grown(COUNTED_ROUNDS) - grown(0));
  const median = samples.toSorted((left, right) => left - right)[4] ?? 0;
  return Math.max(0, Math.round(median / COUNTED_ROUNDS / values.length));
}

if (kept < 0) console.log(kept);
