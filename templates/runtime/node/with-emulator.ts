/**
 * Runs a command of a generated package that imports `@speccast/emulator` while it runs. Where that is not installed, or not
 * built, the command says what to run, and ends with exit code 1; `wanted` is what npm is to install: `@speccast/emulator@0.1`.
 */
export async function withEmulator<T>(wanted: string, run: () => Promise<T>): Promise<T | number> {
  try {
    return await run();
  } catch (error) {
    const repair = error instanceof Error && repairOf(error.message, wanted);
    if (typeof repair !== 'string') throw error;
    process.stderr.write(`This command needs @speccast/emulator, which ${repair}\n`);
    process.exitCode = 1;
    return 1;
  }
}

/** What the messages of Node stand for: no package of that name, or one without the file that its exports name. */
function repairOf(message: string, wanted: string): string | undefined {
  if (message.startsWith("Cannot find package '@speccast/emulator'"))
    return `is not installed: run \`npm install --save-dev ${wanted}\``;
  return /^Cannot find module '[^']*@speccast[\\/]emulator[\\/]dist/.test(message)
    ? 'is not built: run `npm run build` in its repository'
    : undefined;
}
