import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folder, type Contender } from './contenders.js';
import { measure, type Cost } from './measure.js';
import { typeCheck } from './type-check.js';

/** Result and costs of a generator on a spec. */
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
  /** CPU time of the type check, in seconds. */
  readonly tsc: number;
  /** First line of output that names the reason of a failure, or `''`. */
  readonly reason: string;
}

/** Returns the folder into which a generator writes its output for a spec. */
export function outputFolder(tool: string, spec: string): string {
  return join(folder, 'out', tool, spec.replaceAll(/[^A-Za-z0-9.-]/g, '_'), 'src');
}

/** Generates from a spec, measures the output, and type-checks it unless `checks` is `false`. */
export async function runContender(
  { name, generate }: Contender,
  spec: { readonly name: string; readonly file: string },
  checks = true,
): Promise<Result> {
  const out = outputFolder(name, spec.name);
  rmSync(join(out, '..'), { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const run = await measure(generate(spec.file, out));
  const sizes = sizesBelow(out);
  const generated = run.status === 0 && sizes.length > 0;
  const checked = generated && checks ? await typeCheck(join(out, '..'), ['src/**/*.ts']) : undefined;
  return {
    tool: name,
    spec: spec.name,
    generated,
    checked: checked?.status === 0,
    wall: run.wall,
    cpu: run.cpu,
    memory: run.memory,
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    tsc: checked?.cpu ?? 0,
    reason: generated ? findReason(checked) : findReason(run),
  };
}

/**
 * Runs tools on a spec in turns, so that other work on the machine affects all of them alike. Returns all runs of each tool by its
 * name, without the first round, which warms up.
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

/** Lists the sizes of all files below a folder, in bytes. */
function sizesBelow(out: string): readonly number[] {
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => statSync(join(entry.parentPath, entry.name)).size);
}

function findReason(cost: Cost | undefined): string {
  if (cost === undefined || cost.status === 0) return '';
  if (cost.status === null) return 'took too long';
  const lines = cost.output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? `exit ${cost.status}`).slice(0, 200);
}
