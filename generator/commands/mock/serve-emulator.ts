import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SPECCAST_INTERFACE } from '../../emit/code/imports.js';
import { packageRoot } from '../../output/read-tool.js';
import { EXIT, type CommandInput, type Console, type ExitCode } from '../terminal/console.js';

const require = createRequire(import.meta.url);

/** Thrown if `@speccast/runtime` or `@speccast/emulator` cannot be loaded; the message names the command that installs or builds it. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
}

/** Resolves an entry of `@speccast/runtime` or `@speccast/emulator`, such as `@speccast/emulator/commands`, to its URL. */
export function entryAddress(entry: string): string {
  try {
    return pathToFileURL(require.resolve(entry)).href;
  } catch (error) {
    const isInstalled = error instanceof Error && !error.message.startsWith(`Cannot find module '${entry}'`);
    const name = entry.split('/', 2).join('/');
    if (!isInstalled) throw new MissingPackage(`${name} is not installed: run \`npm install\``);
    // In a clone of the repository, the package exists before it is built.
    const root = packageRoot(import.meta.dirname);
    const isPublished = /[\\/]node_modules[\\/]/.test(root);
    throw new MissingPackage(
      `${name} is not ${isPublished ? 'complete: run `npm ci`' : `built: run \`npm run build\` in ${root}`}`,
    );
  }
}

/** Turns the error of an import into one that names the command to install a missing `@speccast` package. */
export function explainImport(error: unknown): unknown {
  const [, name] = /^Cannot find package '(@speccast\/(?:runtime|emulator))'/.exec(String(Object(error).message)) ?? [];
  if (name === undefined) return error;
  const flag = name.endsWith('emulator') ? '--save-dev ' : '';
  return new MissingPackage(`${name} is not installed: run \`npm install ${flag}${name}@${SPECCAST_INTERFACE}\``);
}

/** Modules of a built package that this command imports. */
export const servedModules: readonly string[] = ['mocks/index.js', 'spec.js'];

/** Sources of `servedModules`. */
export const servedSources: readonly string[] = ['src/mocks/index.ts', 'src/spec.ts'];

/** Finds the position in a spec that a JSON pointer of its document points to: `openapi.yaml:12:7`. */
export type LocatePointer = (pointer: string) => Promise<string | undefined>;

/** The exports of a package's `./mocks` and `./spec` that this command uses. */
export interface Served {
  /** Name in paths if several are served. */
  readonly name?: string;
  readonly create: unknown;
  readonly document: () => Promise<unknown>;
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
  /** Called with the session when it has started. */
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
    stopped: () =>
      signal.aborted
        ? Promise.resolve()
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  });
  return ended === 0 ? EXIT.done : ended === 2 ? EXIT.usage : EXIT.failed;
}

/** Loads the emulator of a package by `import()`. */
export async function loadServed(code: URL): Promise<Served> {
  return loadModules((path) => import(new URL(path, code).href));
}

/** Loads the emulator of compiled code by `require()`. This code loads parts of itself later, also by `require()`, so hooks of module loaders see all of it. */
export async function requireServed(code: URL): Promise<Served> {
  return loadModules(async (path) => requireModule(new URL(path, code)));
}

/** Loads a module of compiled code synchronously. */
export function requireModule(address: URL): unknown {
  return require(fileURLToPath(address));
}

async function loadModules(load: (path: string) => Promise<unknown>): Promise<Served> {
  const mocks = await load('mocks/index.js').catch((error: unknown) => {
    throw explainImport(error);
  });
  // `as`: a module of a package that this tool has generated.
  const { createEmulator } = mocks as { createEmulator: unknown };
  return {
    create: createEmulator,
    document: async () => {
      // `as`: a module of the same package.
      const { document } = (await load('spec.js')) as { document: unknown };
      return document;
    },
  };
}
