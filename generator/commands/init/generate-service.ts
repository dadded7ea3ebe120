import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { isSystemError, makeFolder, replaceText } from '../../output/disk.js';
import { readTool } from '../../output/read-tool.js';
import { makeTargets } from '../generate/make-targets.js';
import type { Run } from '../generate/run-target.js';
import { readTargets } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';
import { CONFIG_FILES } from '../../config/read-config.js';
import type { Asked } from './asked.js';
import type { Plan, PlannedFile } from './make-plan.js';
import { readProjectFile, type OpenedProject } from './open-project.js';
import { printCall, printTest } from './print-test.js';

/** Files that were written. */
export interface Generated {
  /** Files of the project that are new, from its folder. */
  readonly written: readonly string[];
  /** Generated files, from the current folder. */
  readonly files: readonly string[];
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** A call of the service, for projects without a test. */
  readonly call: readonly string[];
}

/** Generates a service in memory, then writes the files of the project and what was generated: all of it or nothing. */
export async function generateService(
  input: CommandInput,
  {
    project,
    asked,
    plan,
    nameOf,
  }: {
    readonly project: OpenedProject;
    readonly asked: Asked;
    readonly plan: Plan;
    readonly nameOf: (path: string) => string;
  },
): Promise<Generated | { readonly failed: readonly Diagnostic[] }> {
  const { folder, config } = project;
  const path = config?.path ?? CONFIG_FILES[0];
  const planned = [...plan.files, ...plan.changed];
  const text = planned.find((file) => file.path === path)?.text ?? '';
  const found = readTargets(input.cwd, { file: nameOf(path), text }, [asked.service]);
  if (found.targets.length === 0) return { failed: found.diagnostics };
  const texts = new Map(planned.map((file) => [join(folder, file.path), file.text]));
  const written: string[] = [];
  let call: readonly string[] = [];
  const writeBefore = ({ api }: Run): (() => void) => {
    if (api === undefined) throw new Error('a package without an API');
    call = printCall(api, asked);
    const files = [...plan.files];
    if (plan.test !== undefined) files.push({ path: plan.test, text: printTest(api, asked, plan.runner) });
    written.push(...files.map((file) => file.path));
    return writeProject(folder, files, plan.changed);
  };
  try {
    const [outcome] = await makeTargets(input, found.targets, { mode: 'write', tool: readTool(), texts, writeBefore });
    if (outcome === undefined) throw new Error('there is no outcome');
    const { state, diagnostics, files } = outcome;
    return state === 'refused' ? { failed: diagnostics } : { written, files, diagnostics, call };
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { failed: [errorAt('refused-output', error.message, locateStart(nameOf('.')))] };
  }
}

/** Files of the project cannot be written. */
class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

/** Writes new files, then changed ones, and returns a function that undoes that. An error of the system undoes all of it. */
function writeProject(folder: string, files: readonly PlannedFile[], changed: readonly PlannedFile[]): () => void {
  const steps: (() => void)[] = [];
  const undo = (): void => {
    for (const step of steps.toReversed()) step();
  };
  try {
    for (const file of files) {
      const path = join(folder, file.path);
      const made = makeFolder(dirname(path));
      if (made !== undefined) steps.push(() => rmSync(made, { recursive: true, force: true }));
      // A file that appeared in the meantime is not overwritten.
      writeFileSync(path, file.text, { flag: 'wx' });
      steps.push(() => rmSync(path, { force: true }));
    }
    for (const { path, text } of changed) {
      const before = readProjectFile(folder, path) ?? '';
      replaceText(join(folder, path), text);
      steps.push(() => replaceText(join(folder, path), before));
    }
    return undo;
  } catch (error) {
    undo();
    if (!isSystemError(error)) throw error;
    throw new NotWritten(`nothing was written: ${error.message}`);
  }
}
