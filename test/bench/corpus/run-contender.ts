import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CorpusSpec } from '../../corpus/sample.js';
import { folder, type Contender } from './contenders.js';
import { measure, type Cost } from './measure.js';
import { typeCheck } from './type-check.js';

/** What a generator made of a spec. */
export interface Result {
  readonly tool: string;
  readonly spec: string;
  readonly generated: boolean;
  readonly checked: boolean;
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
  readonly files: number;
  /** Size of all files, in bytes. */
  readonly bytes: number;
  /** Processor time of the type check, in seconds. */
  readonly tsc: number;
  /** First line that says why something failed. */
  readonly reason: string;
}

/** Where a generator writes what it makes of a spec. */
function outOf(tool: string, spec: string): string {
  return join(folder, 'out', tool, spec.replaceAll(/[^A-Za-z0-9.-]/g, '_'), 'src');
}

/** Generates from a spec, counts what came out, and type-checks it. */
export async function runContender({ name, generate }: Contender, spec: CorpusSpec): Promise<Result> {
  const out = outOf(name, spec.name);
  rmSync(join(out, '..'), { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const made = await measure(generate(spec.file, out));
  const sizes = sizesBelow(out);
  const generated = made.status === 0 && sizes.length > 0;
  const checked = generated ? await typeCheck(join(out, '..'), ['src/**/*.ts']) : undefined;
  return {
    tool: name,
    spec: spec.name,
    generated,
    checked: checked?.status === 0,
    wall: made.wall,
    cpu: made.cpu,
    memory: made.memory,
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    tsc: checked?.cpu ?? 0,
    reason: generated ? reasonOf(checked) : reasonOf(made),
  };
}

/** Sizes of all files below a folder, in bytes. */
export function sizesBelow(out: string): readonly number[] {
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
}

function reasonOf(cost: Cost | undefined): string {
  if (cost === undefined || cost.status === 0) return '';
  if (cost.status === null) return 'took too long';
  const lines = cost.output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? `exit ${cost.status}`).slice(0, 200);
}
