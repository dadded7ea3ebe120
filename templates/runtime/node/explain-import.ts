/**
 * Imports a module of a generated package. Where a package that it needs is missing, not built or of other versions, the error
 * says what to run; `wanted` are such packages as npm takes them: `@speccast/emulator@0.1`.
 */
export async function explainImport<T>(module: string, wanted: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch((error: unknown) => again(error, load));
  } catch (error) {
    const repair = repairOf(error, wanted);
    throw repair === undefined ? error : new Error(`${module} needs ${repair}`, { cause: error });
  }
}

/** Milliseconds after which modules are linked that were imported twice at a time. */
const linkingMs = 100;

/** Jest links what two modules import at the same time once, and does not wait for it where it is imported second. */
async function again<T>(error: unknown, load: () => Promise<T>): Promise<T> {
  if (!/^request for '.*' is not in cache$/.test(String(Object(error).message))) throw error;
  await new Promise((resolve) => setTimeout(resolve, linkingMs));
  return load();
}

/**
 * Runs a command of a generated package that imports `@speccast/emulator` while it runs. Where that is not installed, not built
 * or of other versions, the command says what to run, and ends with exit code 1.
 */
export async function withEmulator<T>(wanted: string, run: () => Promise<T>): Promise<T | number> {
  try {
    return await run();
  } catch (error) {
    const repair = repairOf(error, [wanted]);
    if (repair === undefined) throw error;
    process.stderr.write(`This command needs ${repair}\n`);
    process.exitCode = 1;
    return 1;
  }
}

/** What the messages of Node and Jest stand for, by what matches the name of the package. */
const faults: readonly (readonly [pattern: (name: string) => string, fault: string])[] = [
  [(name) => `^Cannot find (?:package|module) '${name}[/']`, 'is not installed'],
  // Its exports name a file that is not there.
  [(name) => `^Cannot find module '[^']*${name.replace('/', '[\\\\/]')}[\\\\/]dist[\\\\/]`, 'is not built'],
  [(name) => `^The requested module '${name}[/'].* does not provide an export`, 'is installed in another version'],
  [
    (name) => `^Package subpath .* is not defined .*${name.replace('/', '[\\\\/]')}[\\\\/]package\\.json`,
    'is installed in another version',
  ],
];

/** What packages need where they are used, and not only in tests. */
const inProduction = /^@(?:speccast\/runtime$|modelcontextprotocol\/|tanstack\/)/;

function repairOf(error: unknown, wanted: readonly string[]): string | undefined {
  // Not every error is one of this realm: Jest has several.
  const message = String(Object(error).message);
  for (const one of wanted) {
    const name = one.slice(0, one.lastIndexOf('@'));
    const [, fault] = faults.find(([pattern]) => new RegExp(pattern(name)).test(message)) ?? [];
    if (fault === undefined) continue;
    const dev = inProduction.test(name) ? '' : '--save-dev ';
    const command = fault === 'is not built' ? '`npm run build` in its repository' : `\`npm install ${dev}${one}\``;
    return `${name}, which ${fault}: run ${command}`;
  }
  return undefined;
}
