import { join, relative, resolve } from 'node:path';
import { Diagnostics } from '../../diagnostics.js';
import type { Diagnostic } from '../../diagnostics.js';
import { nameCreate, readTitle } from './describe-spec.js';
import { fromSpecs, makePlan } from './make-plan.js';
import type { Plan } from './make-plan.js';
import { openProject } from './open-project.js';
import type { OpenedProject } from './open-project.js';
import { readTemplate } from './own-files.js';
import type { ProjectNames } from './plan-project.js';
import { printNextSteps } from './print-next-steps.js';
import { choosePackage, chooseService } from './project-names.js';
import { writeProject } from './write-project.js';
import { isSystemError } from '../../output/disk.js';
import { EXIT, WrongUsage } from '../terminal/console.js';
import type { CommandInput, ExitCode } from '../terminal/console.js';
import { describeMissing } from '../sources/describe-missing.js';
import { parseOptions } from '../terminal/parse-options.js';
import { printDiagnostics } from '../terminal/print-diagnostics.js';
import { printJson } from '../generate/report.js';
import { readIfAllowed } from '../sources/spec-reader.js';
import { display } from '../sources/targets.js';

/** Flags of `speccast init`. */
export const initOptions = {
  name: { type: 'string' },
  package: { type: 'string' },
  spec: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseOptions<typeof initOptions>>['values'];

/** `speccast init`: starts a project, or adds speccast to one; overwrites nothing, and writes all or nothing. */
export async function initCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, initOptions);
  const [folder = '.', ...further] = positionals;
  if (further.length > 0) throw new WrongUsage('init takes one folder');
  refuseOddPaths(folder, values.spec);
  // Names are judged before anything is looked at.
  choosePackage(chooseService({ folder, name: values.name }), { folder, packageName: values.package });
  const call: Call = { input, values, folder: resolve(input.cwd, folder) };
  const project = openProject(call.folder, (path) => named(call, path));
  if ('refusal' in project) return refuse(call, [project.refusal]);
  const names = chooseNames(call, project);
  if ('diagnostics' in names) return refuse(call, names.diagnostics);
  const plan = makePlan(project, names, (path) => named(call, path));
  if (plan.obstacles.length > 0) return refuse(call, plan.obstacles);
  return write(call, plan, names);
}

interface Call {
  readonly input: CommandInput;
  readonly values: Values;
  /** Folder of the project, absolute. */
  readonly folder: string;
}

function refuseOddPaths(folder: string, spec: string = '.'): void {
  for (const [what, path] of [
    ['init', folder],
    ['--spec', spec],
  ] as const)
    if (path === '' || /\p{Cc}/u.test(path)) throw new WrongUsage(`${what} takes a path, not ${JSON.stringify(path)}`);
}

/** A file of the project from where the user stands. */
function named({ input, folder }: Pick<Call, 'input' | 'folder'>, path: string): string {
  const name = display(relative(input.cwd, join(folder, path)));
  return name === '' ? '.' : name;
}

function chooseNames({ input, values, folder }: Call, project: OpenedProject): ProjectNames | Refused {
  const spec = values.spec === undefined ? undefined : resolve(input.cwd, values.spec);
  const diagnostics = new Diagnostics();
  const title = spec === undefined ? undefined : titleOf(input, spec, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.list };
  const sources = { folder, project: project.name, title, name: values.name, packageName: values.package };
  const service = chooseService(sources);
  const packageName = choosePackage(service, sources);
  if (spec !== undefined) return { service, packageName, spec: fromSpecs(folder, spec) };
  return { service, packageName, create: nameCreate(readTemplate('specs/openapi.yaml'), packageName) };
}

interface Refused {
  readonly diagnostics: readonly Diagnostic[];
}

function titleOf({ cwd }: CommandInput, spec: string, diagnostics: Diagnostics): string {
  const file = display(relative(cwd, spec)) || '.';
  const text = readIfAllowed(spec);
  if (text !== undefined) return readTitle({ file, text }, diagnostics);
  diagnostics.error('unreadable-spec', describeMissing(file, spec), { file, line: 1, column: 1 });
  return '';
}

async function write(
  call: Call,
  { files, changed, scripts, nested, kept }: Plan,
  names: ProjectNames,
): Promise<ExitCode> {
  const { input, values, folder } = call;
  try {
    writeProject(folder, files, changed);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const at = { file: named(call, '.'), line: 1, column: 1 };
    const message = `nothing was written: ${error.message}`;
    return refuse(call, [{ severity: 'error', code: 'refused-output', message, at }]);
  }
  const written = [...files, ...(changed === undefined ? [] : [changed])].map(({ path }) => named(call, path));
  if (values.json) printJson(input.console, [], kept, { files: written });
  else await printDiagnostics(input, kept);
  if (values.json) return EXIT.done;
  const { service, spec } = names;
  const place = display(relative(input.cwd, folder));
  input.console.out(
    written
      .map((path) => `${changed && path === named(call, changed.path) ? 'changed' : 'wrote  '} ${path}\n`)
      .join(''),
  );
  const specFile =
    spec === undefined ? `specs/${service}/openapi.yaml` : display(relative(folder, resolve(folder, 'specs', spec)));
  input.console.out(printNextSteps({ folder: place, service, spec: specFile, scripts, nested }));
  return EXIT.done;
}

async function refuse({ input, values }: Call, diagnostics: readonly Diagnostic[]): Promise<ExitCode> {
  if (values.json) printJson(input.console, [], diagnostics);
  else await printDiagnostics(input, diagnostics);
  return EXIT.refused;
}
