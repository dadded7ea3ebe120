/**
 * Imports a module of a generated package. Where a package that it needs is missing, not built or of other versions, the error
 * says what to run. `needed` names such packages as npm takes them: `@speccast/emulator@0.1`.
 */
export async function explainImport<T>(module: string, needed: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(async (error: unknown) => {
      // Jest links a module that two others import at the same time once, and does not wait for it in the second one.
      if (!/^request for '.*' is not in cache$/.test(String(Object(error).message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, linkingMs));
      return load();
    });
  } catch (error) {
    const repair = findRepair(error, needed);
    throw repair === undefined ? error : new Error(`${module} needs ${repair}`, { cause: error });
  }
}

/** Milliseconds that Jest needs to link modules. */
const linkingMs = 100;

/**
 * Runs a command of a generated package that imports `@speccast/emulator` while it runs. Where that is not installed, not built
 * or of other versions, the command says what to run, and ends with exit code 1.
 */
export async function withEmulator<T>(needed: string, run: () => Promise<T>): Promise<T | number> {
  try {
    return await run();
  } catch (error) {
    const repair = findRepair(error, [needed]);
    if (repair === undefined) throw error;
    process.stderr.write(`This command needs ${repair}\n`);
    process.exitCode = 1;
    return 1;
  }
}

/** Faults by patterns of messages of Node and Jest. `folder` is the name of the package with any separator. */
const faults: readonly (readonly [pattern: (name: string, folder: string) => string, fault: string])[] = [
  [(name) => `^Cannot find (?:package|module) '${name}[/']`, 'is not installed'],
  // The exports of the package name a file that is not there.
  [(_, folder) => `^Cannot find module '[^']*${folder}[\\\\/]dist[\\\\/]`, 'is not built'],
  [(name) => `^The requested module '${name}[/'].* does not provide an export`, 'is installed in another version'],
  [
    (_, folder) => `^Package subpath .* is not defined .*${folder}[\\\\/]package\\.json`,
    'is installed in another version',
  ],
];

/** Packages that are needed in production, and not only in tests. */
const inProduction = /^@(?:speccast\/runtime$|modelcontextprotocol\/|tanstack\/)/;

/** Says what is wrong with a package, and what to run: `msw, which is not installed: run …`. */
function findRepair(error: unknown, needed: readonly string[]): string | undefined {
  // Not `instanceof Error`: Jest has a class of errors for each of its realms.
  const message = String(Object(error).message);
  for (const one of needed) {
    const name = one.slice(0, one.lastIndexOf('@'));
    const folder = name.replace('/', '[\\\\/]');
    const [, fault] = faults.find(([pattern]) => new RegExp(pattern(name, folder)).test(message)) ?? [];
    if (fault === undefined) continue;
    const dev = inProduction.test(name) ? '' : '--save-dev ';
    const command = fault === 'is not built' ? '`npm run build` in its repository' : `\`npm install ${dev}${one}\``;
    return `${name}, which ${fault}: run ${command}`;
  }
  return undefined;
}
