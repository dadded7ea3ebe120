import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { EXIT, type CommandInput, type Console, type ExitCode } from '../terminal/console.js';
import { entryAddress, explainImport } from './emulator-package.js';
import type { LocatePointer } from './locate-pointer.js';

/** Modules of a package that this command imports. */
export const servedModules: readonly string[] = ['mocks/index.js', 'spec.js'];

/** The exports of a package's `./mocks` and `./spec` that this command uses. */
export interface Served {
  /** Name in paths where several are served. */
  readonly name?: string;
  readonly create: unknown;
  readonly document: () => Promise<unknown>;
  /** Finds positions in the spec. */
  readonly locate?: LocatePointer;
}

/** An emulator that is served. */
export interface Session {
  /** Serves the emulator of other code at the same address. */
  readonly replace: (served: Served, keep: 'state' | 'nothing', index: number) => void;
}

/** The exports of `@speccast/emulator/commands` that this command uses. */
interface CommandModule {
  readonly runCommand: (served: readonly Served[], host: CommandHost) => Promise<number>;
}

interface CommandHost extends Pick<Console, 'out' | 'err'> {
  /** Options as the command of the package takes them. */
  readonly args: readonly string[];
  readonly isTerminal: boolean;
  readonly stopped: () => Promise<void>;
  /** Is given the session when it has started. */
  readonly onStart: (session: Session) => void;
}

/** Serves emulators as the command of a package does: prints the address of each on a line, and stops at the signal. */
export async function serveEmulators(
  { console }: CommandInput,
  served: readonly Served[],
  { signal, ...options }: Pick<CommandHost, 'args' | 'onStart'> & { readonly signal: AbortSignal },
): Promise<ExitCode> {
  // `as`: the package is built apart from this tool.
  const { runCommand } = (await import(entryAddress('@speccast/emulator/commands'))) as CommandModule;
  const ended = await runCommand(served, {
    ...options,
    out: console.out,
    err: console.err,
    isTerminal: console.interactive,
    stopped: () => stopped(signal),
  });
  return ended === 0 ? EXIT.done : ended === 2 ? EXIT.usage : EXIT.failed;
}

/** Imports the emulator of a package. */
export async function loadServed(code: URL): Promise<Served> {
  const load = (path: string): Promise<unknown> => import(new URL(path, code).href);
  return servedBy(await load('mocks/index.js').catch(explain), () => load('spec.js'));
}

/** The same of code that loads parts of itself later, by `require()`: where programs load in ways of their own, all of it has to. */
export async function requireServed(code: URL): Promise<Served> {
  const load = async (path: string): Promise<unknown> => requireModule(new URL(path, code));
  return servedBy(await load('mocks/index.js').catch(explain), () => load('spec.js'));
}

/** A module of code that was compiled, loaded at once. */
export function requireModule(address: URL): unknown {
  return require(fileURLToPath(address));
}

const require = createRequire(import.meta.url);

function servedBy(mocks: unknown, spec: () => Promise<unknown>): Served {
  // `as`: a module of a package that this tool has generated.
  const { createEmulator } = mocks as { createEmulator: unknown };
  return {
    create: createEmulator,
    document: async () => {
      // `as`: likewise.
      const { document } = (await spec()) as { document: unknown };
      return document;
    },
  };
}

function explain(error: unknown): never {
  throw explainImport(error);
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
