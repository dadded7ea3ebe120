import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure } from './corpus/measure.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a package takes once it is installed. */
export interface Weight {
  readonly bytes: number;
  readonly files: number;
}

/** Packs a built package of this repository, and gives what it unpacks to; `undefined` where there is no such package. */
export function weigh(folder: string): Weight | undefined {
  const cwd = join(root, folder);
  if (!existsSync(join(cwd, 'package.json'))) return undefined;
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const packed: readonly { readonly unpackedSize: number; readonly entryCount: number }[] = JSON.parse(
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  return { bytes: packed[0]?.unpackedSize ?? Number.NaN, files: packed[0]?.entryCount ?? Number.NaN };
}

/** Milliseconds that importing a package adds to an empty script: the median of each, in turns. */
export async function timeImport(name: string, node: string, runs: number): Promise<number> {
  const scripts = { empty: '', full: `await import(${JSON.stringify(name)})` };
  const times = { empty: [] as number[], full: [] as number[] };
  for (let run = 0; run <= runs; run++)
    for (const what of ['empty', 'full'] as const) {
      const args = ['--input-type=module', '--eval', scripts[what]];
      const { status, wall, output } = await measure({ file: node, args, cwd: root });
      if (status !== 0) throw new Error(output);
      if (run > 0) times[what].push(wall * 1000);
    }
  return median(times.full) - median(times.empty);
}

/** The middle one of some values. */
export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
