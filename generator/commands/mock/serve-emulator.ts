import { EXIT, type CommandInput, type Console, type ExitCode } from '../terminal/console.js';
import { entryAddress, explainImport } from './emulator-package.js';

/** Modules of a package that this command imports. */
export const servedModules: readonly string[] = ['mocks/index.js', 'spec.js'];

/** What this command uses of a package's `./mocks` and `./spec`. */
export interface Served {
  readonly create: unknown;
  readonly document: () => Promise<unknown>;
}

/** An emulator that is served. */
export interface Session {
  /** Serves the emulator of other code at the same address. */
  readonly replace: (served: Served, keep: 'state' | 'nothing') => void;
}

/** What this command uses of `@speccast/emulator/commands`. */
interface CommandModule {
  readonly runCommand: (served: Served, host: CommandHost) => Promise<number>;
}

interface CommandHost extends Pick<Console, 'out' | 'err'> {
  /** Options as the command of the package takes them. */
  readonly args: readonly string[];
  readonly stopped: () => Promise<void>;
  /** Is given the session when it has started. */
  readonly onStart: (session: Session) => void;
}

/** Serves the emulator of a package as the package's own command does: prints its address on one line, and stops at the signal. */
export async function serveEmulator(
  { console }: CommandInput,
  served: Served,
  { signal, ...options }: Pick<CommandHost, 'args' | 'onStart'> & { readonly signal: AbortSignal },
): Promise<ExitCode> {
  // `as`: the package is built apart from this tool.
  const { runCommand } = (await import(entryAddress('@speccast/emulator/commands'))) as CommandModule;
  const ended = await runCommand(served, {
    ...options,
    out: console.out,
    err: console.err,
    stopped: () => stopped(signal),
  });
  return ended === 0 ? EXIT.done : ended === 2 ? EXIT.usage : EXIT.failed;
}

/** What a package's command serves. */
export async function loadServed(code: URL): Promise<Served> {
  // `as`: a module of a package that this tool has generated.
  const { createEmulator } = (await import(new URL('mocks/index.js', code).href).catch((error: unknown) => {
    throw explainImport(error);
  })) as { createEmulator: unknown };
  return {
    create: createEmulator,
    document: async () => {
      // `as`: likewise.
      const { document } = (await import(new URL('spec.js', code).href)) as { document: unknown };
      return document;
    },
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
