import { writeFileSync } from 'node:fs';
import { readText } from '../output/manifest.js';
import { isSystemError } from '../output/system-error.js';
import { EXIT } from './console.js';
import type { CommandInput, ExitCode } from './console.js';
import { printState, readState } from './state-file.js';

/** How an emulator is served. */
export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly seed: number | undefined;
  /** File that the world is read from at the start, where it exists, and written to at the end. */
  readonly state: string | undefined;
}

/** What this command uses of a package's `./mocks`. */
interface MocksModule {
  readonly createEmulator: (options: EmulatorOptions) => Emulator;
}

interface EmulatorOptions {
  readonly now: () => number;
  readonly seed?: number;
}

interface Emulator {
  readonly snapshot: () => unknown;
  readonly restore: (snapshot: unknown) => void;
}

/** What this command uses of a package's `./server`. */
interface ServerModule {
  readonly serve: (emulator: Emulator, options: { readonly port: number; readonly host: string }) => Promise<Server>;
}

interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves the emulator of a package, prints its address on one line, and stops when told to. */
export async function serveEmulator(input: CommandInput, code: URL, options: ServeOptions): Promise<ExitCode> {
  // `as`: a module of a package that this tool has generated.
  const { createEmulator } = (await import(new URL('mocks/index.js', code).href)) as MocksModule;
  // `as`: likewise.
  const { serve } = (await import(new URL('mocks/server.js', code).href)) as ServerModule;
  const { seed, state } = options;
  const emulator = createEmulator({ now: Date.now, ...(seed === undefined ? {} : { seed }) });
  const saved = state === undefined ? undefined : readText(state);
  if (saved !== undefined) emulator.restore(readState(saved));
  const signal = input.untilStopped();
  const server = await serve(emulator, { port: options.port, host: options.host }).catch(reasonOf);
  if (typeof server === 'string') {
    input.console.err(`speccast: cannot listen on ${options.host}:${options.port}: ${server}\n`);
    return EXIT.refused;
  }
  input.console.out(`${server.url}\n`);
  await stopped(signal);
  await server.close();
  if (state !== undefined) writeFileSync(state, printState(emulator.snapshot()));
  return EXIT.done;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'the port is in use; --port 0 finds a free one'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'no address has that name'],
  ['EACCES', 'that is not allowed'],
]);

/** Why a server does not listen, in words; what is not about the network is thrown on. */
function reasonOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return reasons.get(error.code) ?? error.message;
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
