import { join, relative, resolve, dirname } from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import { Diagnostics, errorAt, startOf, type Diagnostic, type Failure } from '../../diagnostics.js';
import { isSystemError, makeFolder, replaceText } from '../../output/disk.js';
import { describeMissing } from '../sources/read-sources.js';
import { readIfAllowed } from '../sources/spec-reader.js';
import { display } from '../sources/targets.js';
import { EXIT, WrongUsage, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { parseOptions } from '../terminal/parse-options.js';
import { printDiagnostics, printFailure } from '../terminal/print-diagnostics.js';
import { choosePackage, chooseService, nameCreate, readTitle } from './choose-names.js';
import { makePlan, readTemplate, printNextSteps, type Plan, type ProjectNames, type PlannedFile } from './make-plan.js';
import { openProject, type OpenedProject } from './open-project.js';

/** Flags of `speccast init`. */
const initOptions = {
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
  for (const [what, path] of Object.entries({ init: folder, '--spec': values.spec ?? '.' }))
    if (path === '' || /\p{Cc}/u.test(path)) throw new WrongUsage(`${what} takes a path, not ${JSON.stringify(path)}`);
  // Names are checked before anything is looked at.
  choosePackage(chooseService({ folder, name: values.name }), { folder, packageName: values.package });
  const root = resolve(input.cwd, folder);
  const call: Call = { input, values, root, nameOf: (path) => display(relative(input.cwd, join(root, path))) || '.' };
  const refuse = (diagnostics: readonly Diagnostic[]): Promise<ExitCode> =>
    printFailure(input, { json: values.json, diagnostics });
  const project = openProject(root, call.nameOf);
  if ('diagnostics' in project) return refuse(project.diagnostics);
  const names = chooseNames(call, project);
  if ('diagnostics' in names) return refuse(names.diagnostics);
  const plan = makePlan(project, names, call.nameOf);
  if (plan.errors.length > 0) return refuse(plan.errors);
  try {
    writeProject(root, plan.files, plan.changed);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = `nothing was written: ${error.message}`;
    return refuse([errorAt('refused-output', message, startOf(call.nameOf('.')))]);
  }
  await report(call, plan, names);
  return EXIT.done;
}

interface Call {
  readonly input: CommandInput;
  readonly values: Values;
  /** Folder of the project, absolute. */
  readonly root: string;
  /** Names a file of the project from the current folder. */
  readonly nameOf: (path: string) => string;
}

function chooseNames({ input, values, root }: Call, project: OpenedProject): ProjectNames | Failure {
  const spec = values.spec === undefined ? undefined : resolve(input.cwd, values.spec);
  const diagnostics = new Diagnostics();
  const title = spec === undefined ? undefined : titleOf(input, spec, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.list };
  const sources = { folder: root, project: project.name, title, name: values.name, packageName: values.package };
  const service = chooseService(sources);
  const packageName = choosePackage(service, sources);
  if (spec === undefined)
    return { service, packageName, create: nameCreate(readTemplate('specs/openapi.yaml'), packageName) };
  // As speccast.yaml names it: from the folder `specs`.
  return { service, packageName, spec: display(relative(resolve(root, 'specs'), spec)) };
}

function titleOf({ cwd }: CommandInput, spec: string, diagnostics: Diagnostics): string {
  const file = display(relative(cwd, spec)) || '.';
  const text = readIfAllowed(spec);
  if (text !== undefined) return readTitle({ file, text }, diagnostics);
  diagnostics.error('unreadable-spec', describeMissing(file, spec), startOf(file));
  return '';
}

async function report(call: Call, { files, changed, scripts, nested, kept }: Plan, names: ProjectNames): Promise<void> {
  const { input, values, root, nameOf } = call;
  const written = files.map(({ path }) => nameOf(path));
  const edited = changed === undefined ? [] : [nameOf(changed.path)];
  if (values.json) return printJson(input.console, [], kept, { files: [...written, ...edited] });
  await printDiagnostics(input, kept);
  for (const path of written) input.console.out(`wrote   ${path}\n`);
  for (const path of edited) input.console.out(`changed ${path}\n`);
  const { service, spec: own } = names;
  const spec =
    own === undefined ? `specs/${service}/openapi.yaml` : display(relative(root, resolve(root, 'specs', own)));
  const folder = display(relative(input.cwd, root));
  input.console.out(printNextSteps(folder, { service, spec }, { scripts, nested }));
}

/** Writes new files, then a changed one; where the system fails at one, everything is as before, and its error is thrown. */
function writeProject(folder: string, files: readonly PlannedFile[], changed?: PlannedFile): void {
  const undo: (() => void)[] = [];
  try {
    for (const { path, text } of files) writeNew(join(folder, path), { text, undo });
    if (changed !== undefined) replaceText(join(folder, changed.path), changed.text);
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error;
  }
}

function writeNew(path: string, { text, undo }: { readonly text: string; readonly undo: (() => void)[] }): void {
  const made = makeFolder(dirname(path));
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
  // What appeared in the meantime is not overwritten.
  writeFileSync(path, text, { flag: 'wx' });
  undo.push(() => rmSync(path, { force: true }));
}
