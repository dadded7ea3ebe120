/**
 * Imports a module of a generated package. If a package that it needs is not installed, not built or of another version, the error says
 * what to run. `needed` lists these packages as `npm install` takes them: `@speccast/emulator@0.1`.
 */
export async function explainImport<T>(module: string, needed: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(async (error: unknown) => {
      // Jest links a module once if two others import it at the same time, but does not wait for it in the second one.
      if (!/^request for '.*' is not in cache$/.test(String(Object(error).message))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return load();
    });
  } catch (error) {
    const repair = findRepair(error, needed);
    throw repair === undefined ? error : new Error(`${module} needs ${repair}`, { cause: error });
  }
}

/**
 * Runs a command of a generated package that imports `@speccast/emulator`. If that is not installed, not built or of another version, it
 * prints what to run, sets exit code 1 and resolves to it.
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

/** Faults by patterns for messages of Node and Jest. `NAME` is the name of a package, `FOLDER` its name with any path separator. */
const faults: Readonly<Record<string, string>> = {
  "^Cannot find (?:package|module) 'NAME[/']": 'is not installed',
  // The exports of the package name a file that is not there.
  "^Cannot find module '[^']*FOLDER[\\\\/]dist[\\\\/]": 'is not built',
  "^The requested module 'NAME[/'].* does not provide an export": 'is installed in another version',
  '^Package subpath .* is not defined .*FOLDER[\\\\/]package\\.json': 'is installed in another version',
};

/** Matches packages that are needed in production, and not only in tests. */
const inProduction = /^@(?:speccast\/runtime$|modelcontextprotocol\/|tanstack\/)/;

/** Returns the fault of a package and what to run, `msw, which is not installed: run …`; `undefined` for other errors. */
function findRepair(error: unknown, needed: readonly string[]): string | undefined {
  // Not `instanceof Error`: Jest has a class of errors for each of its realms.
  const message = String(Object(error).message);
  for (const one of needed) {
    const name = one.slice(0, one.lastIndexOf('@'));
    const folder = name.replace('/', '[\\\\/]');
    const [, fault] =
      Object.entries(faults).find(([pattern]) =>
        new RegExp(pattern.replace('NAME', name).replace('FOLDER', folder)).test(message),
      ) ?? [];
    if (fault === undefined) continue;
    const dev = inProduction.test(name) ? '' : '--save-dev ';
    const command = fault === 'is not built' ? '`npm run build` in its repository' : `\`npm install ${dev}${one}\``;
    return `${name}, which ${fault}: run ${command}`;
  }
  return undefined;
}
