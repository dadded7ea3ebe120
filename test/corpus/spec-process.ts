import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, printDiagnostic } from 'speccast';
import { callOperations, writeGenerated } from './call-operations.js';
import type { Task, SpecResult } from './spec-worker.js';

/*
 * The process of a `SpecWorker`. For each spec that it receives, it generates a package, type-checks it under its own strict
 * configuration, and calls its emulator. A process tries many specs, since loading the generator takes longer than a small spec.
 */

/** Number of lines that are kept of a failure. */
const keptLines = 5;

const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));

// `as`: `SpecWorker` sends no other messages.
process.on('message', (message) => {
  void work(message as Task).then((verdict) => process.send?.(verdict));
});

async function work(task: Task): Promise<SpecResult> {
  const { spec, out, how } = task;
  const { onlyGenerates } = how;
  const seconds: [number, number, number] = [0, 0, 0];
  const fail = (state: SpecResult['state'], reasons: readonly string[], repairs = 0): SpecResult => ({
    spec,
    state,
    reasons: reasons.slice(0, keptLines),
    repairs,
    withoutNames: false,
    seconds,
  });
  const timed = async <Value>(index: 0 | 1 | 2, act: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    try {
      return await act();
    } finally {
      seconds[index] = (performance.now() - start) / 1000;
    }
  };
  rmSync(out, { recursive: true, force: true });
  try {
    const { errors, repairs, withoutNames } = await timed(0, () => generateInto(task));
    if (errors.length > 0) return fail('refused', errors);
    const typeErrors = onlyGenerates ? [] : await timed(1, () => typeCheck(out));
    if (typeErrors.length > 0) return fail('ill-typed', typeErrors, repairs);
    const calls = onlyGenerates ? undefined : await timed(2, () => callOperations(spec.file, join(out, 'emulator')));
    rmSync(out, { recursive: true, force: true });
    return { spec, state: 'good', reasons: [], repairs, withoutNames, ...(calls && { calls }), seconds };
  } catch (error) {
    return fail('crashed', String(error instanceof Error ? error.stack : error).split('\n'));
  }
}

/** All options that change types, except for `names`. */
const typeOptions = {
  types: {
    'date-time': 'Date',
    'google-datetime': 'Temporal.Instant',
    date: 'Temporal.PlainDate',
    time: 'Temporal.PlainTime',
    duration: 'Temporal.Duration',
    int64: 'bigint',
    uint64: 'bigint',
    byte: 'Uint8Array',
    base64url: 'Uint8Array',
  },
  enums: 'const',
  argumentStyle: 'positional',
  surfaces: ['tanstack', 'cli', 'mcp', 'agents', 'server-types'],
} as const;
const allOptions = { ...typeOptions, names: { properties: 'camelCase' } } as const;

/** Result of generating a package. */
interface Generated {
  readonly errors: readonly string[];
  readonly repairs: number;
  /** True if the names of the document were kept because they collide in camelCase. */
  readonly withoutNames: boolean;
}

async function generateInto({ spec, out, how }: Task): Promise<Generated> {
  const run = (options: object): ReturnType<typeof generate> =>
    generate({
      spec: { file: spec.name, text: readFileSync(spec.file, 'utf8') },
      packageName: '@corpus/package',
      format: false,
      ...options,
    });
  let result = await run(how.allOptions ? allOptions : {});
  const listErrors = ({ diagnostics }: typeof result): typeof diagnostics =>
    diagnostics.filter(({ severity }) => severity === 'error');
  const collided = listErrors(result);
  const withoutNames = collided.length > 0 && collided.every(({ code }) => code === 'name-collision');
  if (withoutNames) result = await run(typeOptions);
  writeGenerated(out, result.files);
  const repairs = result.diagnostics.filter(({ repair }) => repair !== undefined).length;
  return { errors: listErrors(result).map(printDiagnostic), repairs, withoutNames };
}

/** Type-checks a folder, and returns the lines with errors. */
function typeCheck(folder: string): Promise<readonly string[]> {
  const args = ['--max-old-space-size=8192', compiler, '-p', folder, '--noEmit', '--pretty', 'false'];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    child.once('close', (status) => {
      const lines = text.split('\n').filter((line) => line !== '');
      resolve(status === 0 ? [] : lines.length > 0 ? lines : [`the compiler ended with ${status}`]);
    });
  });
}
