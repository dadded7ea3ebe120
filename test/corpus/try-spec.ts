import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CorpusSpec } from './sample.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How a spec fared: refused with located errors, crashed (or ran out of its time), refused by the compiler, or good. */
export interface Verdict {
  readonly spec: CorpusSpec;
  readonly state: 'good' | 'refused' | 'crashed' | 'ill-typed';
  /** The first lines that say why. */
  readonly reasons: readonly string[];
  /** Wall-clock seconds of generating and of type-checking. */
  readonly seconds: readonly [generate: number, check: number];
}

/** Seconds that one command may take; the largest specs take less than half of it on two busy cores. */
const limit = 600;

/** Lines that are kept of a failure. */
const keptLines = 5;

/** Generates a package from a spec in a process of its own, and type-checks it under its strict configuration. */
export async function trySpec(spec: CorpusSpec, cache: string): Promise<Verdict> {
  const out = join(cache, 'out', spec.name.replaceAll(/[^A-Za-z0-9.-]/g, '_'));
  rmSync(out, { recursive: true, force: true });
  const command = join(root, 'dist/generator/cli.js');
  const generated = await run([command, 'generate', '--spec', spec.file, '--out', out]);
  if (generated.status !== 0) return { spec, ...judgeRefusal(generated), seconds: [generated.seconds, 0] };
  const checked = await run([
    join(root, 'node_modules/typescript-7/bin/tsc'),
    '-p',
    out,
    '--noEmit',
    '--pretty',
    'false',
  ]);
  if (checked.status === 0) rmSync(out, { recursive: true, force: true });
  return {
    spec,
    state: checked.status === 0 ? 'good' : 'ill-typed',
    reasons: checked.status === 0 ? [] : checked.lines.slice(0, keptLines),
    seconds: [generated.seconds, checked.seconds],
  };
}

interface Finished {
  /** `null` where it was ended. */
  readonly status: number | null;
  readonly lines: readonly string[];
  readonly seconds: number;
}

function judgeRefusal({ status, lines }: Finished): Pick<Verdict, 'state' | 'reasons'> {
  const errors = lines.filter((line) => /:\d+:\d+ error /.test(line));
  if (status === 1 && errors.length > 0) return { state: 'refused', reasons: errors.slice(0, keptLines) };
  const last = lines.slice(-keptLines);
  return { state: 'crashed', reasons: status === null ? [`took more than ${limit} s`, ...last] : last };
}

function run(args: readonly string[]): Promise<Finished> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--max-old-space-size=8192', ...args], { timeout: limit * 1000 });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    child.once('close', (status) => {
      const lines = text.split('\n').filter((line) => line !== '');
      resolve({ status, lines, seconds: (performance.now() - start) / 1000 });
    });
  });
}
