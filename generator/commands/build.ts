import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findConfig } from '../config/read-config.js';
import { errorAt, locateStart, type Diagnostic } from '../diagnostics.js';
import { isSystemError, toPosixPath } from '../output/disk.js';
import { findPackageManager } from './package-manager.js';
import { configTargets, type Target } from './sources/targets.js';
import { EXIT, printJson, type CommandInput, type ExitCode } from './terminal/console.js';
import { parseOptions } from './terminal/parse-options.js';
import { printFailure } from './terminal/print-diagnostics.js';

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `speccast build`: builds `dist` of generated packages, unless it is younger than all of their sources. */
export async function buildCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  const { targets, diagnostics } = configTargets(input.cwd, findConfig(input.cwd, values.config), positionals);
  if (diagnostics.length > 0) return printFailure(input, { json: values.json, diagnostics });
  const results = await buildAll(
    input,
    targets.filter(({ output }) => output === 'package'),
  );
  const problems = results.flatMap(({ problem }) => problem ?? []);
  const files = results.filter(({ state }) => state === 'built').map(({ folder }) => folder);
  if (problems.length > 0) return printFailure(input, { json: values.json, diagnostics: problems });
  if (values.json) printJson(input.console, files, []);
  else for (const { folder, state } of results) input.console.out(`${folder}  ${state}\n`);
  return EXIT.done;
}

/** The result of building one package. */
interface BuildResult {
  readonly folder: string;
  readonly state: 'built' | 'up to date' | 'failed';
  readonly problem?: Diagnostic;
}

/** Builds packages, as many at a time as there are processors. */
async function buildAll(input: CommandInput, targets: readonly Target[]): Promise<readonly BuildResult[]> {
  const builder = new Builder();
  const waiting = [...targets.entries()];
  const results: BuildResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, target] = next;
      results[index] = await buildTarget(input, target, builder);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    builder.close();
  }
  return results;
}

/** Builds one package, unless it is up to date. */
export async function buildTarget(
  { cwd }: CommandInput,
  { out, name }: Target,
  builder: Builder,
): Promise<BuildResult> {
  const folder = toPosixPath(relative(cwd, out)) || '.';
  const fail = (message: string): BuildResult => ({
    folder,
    state: 'failed',
    problem: errorAt('failed-build', message, locateStart(folder)),
  });
  const { install, exec } = findPackageManager(out);
  switch (buildState(out)) {
    case 'built':
      return { folder, state: 'up to date' };
    case 'not generated':
      return fail(`there is no package yet; run \`${exec} speccast generate ${name}\``);
    case 'not installed':
      return fail(`the tools that build packages are not installed; run \`${install}\``);
    case 'not built': {
      const problem = await builder.build(out);
      return problem === undefined
        ? { folder, state: 'built' }
        : fail(`${problem.split('\n', 1)[0]}; \`node build.js\` in its folder shows more`);
    }
  }
}

/** Packages that `build.js` imports. */
const TOOLS = ['rollup', 'rollup-plugin-dts', 'typescript'];

/** Files and folders of a package that `dist` is built from. */
const SOURCES = ['src', 'openapi.json', 'package.json', 'tsconfig.json', 'build.js'];

/** The state of a package: only one that is `built` can be imported. */
export type BuildState = 'not generated' | 'not installed' | 'not built' | 'built';

/** Finds the state of the package in a folder: it is built when everything in `dist` is younger than all sources. */
export function buildState(out: string): BuildState {
  const sources = readTimes(SOURCES.map((name) => join(out, name)));
  if (readTimes([join(out, 'build.js')]).length === 0) return 'not generated';
  const built = readTimes([join(out, 'dist')]);
  if (built.length > 0 && Math.min(...built) >= Math.max(...sources)) return 'built';
  const { resolve } = createRequire(join(out, 'build.js'));
  try {
    for (const name of TOOLS) resolve(name);
    return 'not built';
  } catch {
    return 'not installed';
  }
}

/** Reads the times at which files, and those in folders, were written. */
function readTimes(paths: readonly string[]): readonly number[] {
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() !== true) return stats === undefined ? [] : [stats.mtimeMs];
    return readTimes(namesIn(path).map((name) => join(path, name)));
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Another process may be replacing the folder.
    if (isSystemError(error)) return [];
    throw error;
  }
}

/** Source of the child process: at each message it runs the build script of a package. Modules that the script imports stay loaded. */
const CHILD = `
process.on('message', async (address) => {
  try {
    await import(address);
    process.send('');
  } catch (error) {
    process.send(String(error) || 'the build failed');
  }
});`;

/** Builds packages, each in a child process of its own. The processes run until `close` is called. */
export class Builder {
  readonly #children = new Map<string, ChildProcess>();
  #count = 0;

  /** Runs `build.js` of a package; returns an error message of a line or more, or `undefined`. */
  async build(out: string): Promise<string | undefined> {
    const child = this.#children.get(out) ?? this.#start(out);
    const problem = await new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`the build ended with ${signal ?? code}`));
      child.once('message', (text) => resolve(String(text)));
      // Node caches modules by their URL, so each run needs a new one.
      child.send(`${pathToFileURL(join(out, 'build.js')).href}?${++this.#count}`);
    });
    for (const event of ['exit', 'message']) child.removeAllListeners(event);
    if (child.exitCode !== null || child.signalCode !== null) this.#children.delete(out);
    return problem === '' ? undefined : problem;
  }

  close(): void {
    for (const child of this.#children.values()) child.kill();
    this.#children.clear();
  }

  #start(out: string): ChildProcess {
    const args = ['--input-type=module', '--eval', CHILD];
    // The child also ends when this process ends, as that closes its IPC channel.
    const child = spawn(process.execPath, args, { cwd: out, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#children.set(out, child);
    return child;
  }
}
