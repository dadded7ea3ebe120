import { join } from 'node:path';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { isSystemError } from '../../output/disk.js';
import { readTool } from '../../output/read-tool.js';
import { makeTargets } from '../generate/make-targets.js';
import type { Run } from '../generate/run-target.js';
import { readTargets } from '../sources/targets.js';
import { writeOrUndo } from '../write-or-undo.js';
import type { CommandInput } from '../terminal/console.js';
import { CONFIG_FILES } from '../../config/read-config.js';
import type { InitChoices } from './init-choices.js';
import type { Plan } from './make-plan.js';
import type { OpenedProject } from './open-project.js';
import { printCall, printTest } from './print-test.js';

/** Files that were written. */
export interface Generated {
  /** Files of the project that are new, from its folder. */
  readonly written: readonly string[];
  /** Generated files, from the current folder. */
  readonly files: readonly string[];
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** Lines of code that call the service, for projects without a test. */
  readonly call: readonly string[];
}

/** Generates a service in memory, then writes the files of the project and the generated ones: all of them or none. */
export async function generateService(
  input: CommandInput,
  { project, choices, plan }: { readonly project: OpenedProject; readonly choices: InitChoices; readonly plan: Plan },
): Promise<Generated | { readonly failed: readonly Diagnostic[] }> {
  const { folder, config, nameFile } = project;
  const path = config?.path ?? CONFIG_FILES[0];
  const planned = [...plan.files, ...plan.changed];
  const text = planned.find((file) => file.path === path)?.text ?? '';
  const found = readTargets(input.cwd, { file: nameFile(path), text }, [choices.service]);
  if (found.targets.length === 0) return { failed: found.diagnostics };
  const texts = new Map(planned.map((file) => [join(folder, file.path), file.text]));
  const written: string[] = [];
  let call: readonly string[] = [];
  const writeBefore = ({ api }: Run): (() => void) => {
    if (api === undefined) throw new Error('a package without an API');
    call = printCall(api, choices);
    const files = [...plan.files];
    if (plan.test !== undefined) files.push({ path: plan.test, text: printTest(api, choices, plan.runner) });
    written.push(...files.map((file) => file.path));
    const toWrite = [...files.map((file) => ({ ...file, isNew: true })), ...plan.changed];
    try {
      return writeOrUndo(toWrite.map((file) => ({ ...file, path: join(folder, file.path) })));
    } catch (error) {
      if (!isSystemError(error)) throw error;
      throw new NotWritten(`nothing was written: ${error.message}`);
    }
  };
  try {
    const [outcome] = await makeTargets(input, found.targets, { mode: 'write', tool: readTool(), texts, writeBefore });
    if (outcome === undefined) throw new Error('there is no outcome');
    const { state, diagnostics, files } = outcome;
    return state === 'refused' ? { failed: diagnostics } : { written, files, diagnostics, call };
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    return { failed: [errorAt('unwritable-output', error.message, locateStart(nameFile('.')))] };
  }
}

/** Thrown if files of the project cannot be written. */
class NotWritten extends Error {
  override readonly name = 'NotWritten';
}
