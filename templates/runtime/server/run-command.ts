import { parseArgs } from 'node:util';
import type { EmulatorOptions } from '../emulator/options.js';
import { serve, type ServedEmulator } from './serve.js';

/** Makes the emulator that is served. */
export type CreateEmulator = (options: EmulatorOptions) => ServedEmulator;

const usage = 'Options: --port <number> (default: a free one), --host <address> (default: 127.0.0.1), --seed <number>';

/** Serves an emulator as the command line says, prints its base URL, and stops on SIGINT or SIGTERM. */
export async function runCommand(
  create: CreateEmulator,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const options = readOptions(args);
  if (options === undefined) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const { port, host, seed } = options;
  const server = await serve(create({ seed, now: Date.now }), { port, host }).catch((error: unknown) => {
    process.stderr.write(`Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : 'unknown'}\n`);
    process.exitCode = 1;
  });
  if (server === undefined) return;
  process.stdout.write(`${server.url}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.close();
}

interface CommandOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
}

function readOptions(args: readonly string[]): CommandOptions | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, host: { type: 'string' }, seed: { type: 'string' } },
    });
    const { port = '0', host = '127.0.0.1', seed = '1' } = values;
    return /^\d{1,5}$/.test(port) && /^\d{1,9}$/.test(seed)
      ? { port: Number(port), host, seed: Number(seed) }
      : undefined;
  } catch {
    return undefined;
  }
}
