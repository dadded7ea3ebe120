import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
export function outOf(tool: string, spec: string): string {
  return join(folder, 'out', tool, spec.replaceAll(/[^A-Za-z0-9.-]/g, '_'), 'src');
}

/** Generates from a spec, counts what came out, and type-checks it unless `checks` is `false`. */
export async function runContender(
  { name, generate }: Contender,
  spec: { readonly name: string; readonly file: string },
  checks = true,
): Promise<Result> {
  const out = outOf(name, spec.name);
  rmSync(join(out, '..'), { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const made = await measure(generate(spec.file, out));
  const sizes = sizesBelow(out);
  const generated = made.status === 0 && sizes.length > 0;
  const checked = generated && checks ? await typeCheck(join(out, '..'), ['src/**/*.ts']) : undefined;
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

/**
 * Has tools generate from a spec in turns, so that whatever else the machine does meets all of them alike, and returns all runs of
 * each by its name. The first round warms up.
 */
export async function runInTurns(
  tools: readonly Contender[],
  spec: { readonly name: string; readonly file: string },
  runs: number,
): Promise<ReadonlyMap<string, readonly Result[]>> {
  const results = new Map<string, Result[]>(tools.map(({ name }) => [name, []]));
  for (let run = 0; run <= runs; run++)
    for (const tool of tools) {
      const result = await runContender(tool, spec, false);
      if (!result.generated) throw new Error(`${tool.name} failed: ${result.reason}`);
      if (run > 0) results.get(tool.name)?.push(result);
    }
  return results;
}

/** Sizes of all files below a folder, in bytes. */
function sizesBelow(out: string): readonly number[] {
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
}

function reasonOf(cost: Cost | undefined): string {
  if (cost === undefined || cost.status === 0) return '';
  if (cost.status === null) return 'took too long';
  const lines = cost.output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? `exit ${cost.status}`).slice(0, 200);
}
