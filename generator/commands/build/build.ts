import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { findConfig } from '../../config/read-config.js';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { findPackageManager } from '../package-manager.js';
import { configTargets, type Target } from '../sources/targets.js';
import { toPosixPath } from '../../output/disk.js';
import { EXIT, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { parseOptions } from '../terminal/parse-options.js';
import { printFailure } from '../terminal/print-diagnostics.js';
import { buildState } from './build-state.js';
import { Builder } from './builder.js';

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `speccast build`: makes `dist` of generated packages, where it is not younger than all of their sources. */
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

/** Builds one package, where that is needed. */
export async function buildTarget(
  { cwd }: CommandInput,
  { out, label }: Target,
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
      return fail(`there is no package yet; run \`${exec} speccast generate ${label}\``);
    case 'not installed':
      return fail(`what builds packages is not installed; run \`${install}\``);
    case 'not built': {
      const problem = await builder.build(out);
      return problem === undefined
        ? { folder, state: 'built' }
        : fail(`${firstLine(problem)}; \`node build.js\` in its folder says more`);
    }
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
