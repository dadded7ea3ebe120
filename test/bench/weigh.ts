import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../rules/sources.js';
import { measure } from './corpus/measure.js';
import { median } from './report.js';

/** Packs a built package of this repository, and returns its unpacked size and number of files. */
export function weigh(folder: string): { readonly bytes: number; readonly files: number } {
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const [packed]: readonly { readonly unpackedSize: number; readonly entryCount: number }[] = JSON.parse(
    execFileSync('npm', args, { cwd: join(root, folder), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  return { bytes: packed?.unpackedSize ?? Number.NaN, files: packed?.entryCount ?? Number.NaN };
}

/** Returns the milliseconds that importing a package adds to an empty script: the difference of medians of runs in turns. */
export async function timeImport(name: string, runs: number): Promise<number> {
  const times = { '': [] as number[], [`await import('${name}')`]: [] as number[] };
  for (let run = 0; run <= runs; run++)
    for (const [script, list] of Object.entries(times)) {
      const args = ['--input-type=module', '--eval', script];
      const { status, wall, output } = await measure({ file: process.execPath, args, cwd: root });
      if (status !== 0) throw new Error(output);
      if (run > 0) list.push(wall * 1000);
    }
  const [empty = Number.NaN, full = Number.NaN] = Object.values(times).map(median);
  return full - empty;
}
