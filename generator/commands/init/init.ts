import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import { describeWrongAddress, printAddress } from '../../config/address.js';
import { fetchSpec } from '../address/fetch-spec.js';
import { readHeaders } from '../address/fetch-text.js';
import type { Migrated } from '../../migrate/migration.js';
import { isAddress } from '../../spec/references/reference.js';
import { describeMissing } from '../sources/read-sources.js';
import { toServiceName } from '../../api/tools/names.js';
import { compact } from '../../json.js';
import { readIfAllowed, toPosixPath } from '../../output/disk.js';
import { EXIT, WrongUsage, printJson, type CommandInput, type ExitCode } from '../terminal/console.js';
import { parseOptions } from '../terminal/parse-options.js';
import { printDiagnostics, printFailure } from '../terminal/print-diagnostics.js';
import {
  askQuestions,
  chooseExtension,
  choosePackage,
  chooseParts,
  chooseService,
  findTaken,
  planCopy,
  readTitle,
  type InitChoices,
  type NameSources,
  type Replies,
} from './init-choices.js';
import { generateService, type Generated } from './generate-service.js';
import { openMigration, type OpenedMigration } from '../migrate/open-migration.js';
import { chooseSource, compareMigration, planMigration } from '../migrate/plan-migration.js';
import { makePlan, type Plan } from './make-plan.js';
import { printNextSteps } from './next-steps.js';
import { openProject, type OpenedProject } from './open-project.js';
import { dependsOn } from './package-json.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** Flags of `speccast init`. */
const initOptions = {
  name: { type: 'string' },
  package: { type: 'string' },
  spec: { type: 'string' },
  from: { type: 'string' },
  source: { type: 'string' },
  parts: { type: 'string' },
  header: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseOptions<typeof initOptions>>['values'];

/** A call of `speccast init`. */
interface Call {
  readonly input: CommandInput;
  readonly values: Values;
  readonly project: OpenedProject;
}

/** `speccast init`: starts a project, or adds a service to one, and generates it. Overwrites nothing, and writes all or nothing. */
export async function initCommand(input: CommandInput): Promise<ExitCode> {
  const { cwd } = input;
  const { folder, values } = readFlags(input);
  const root = resolve(cwd, folder);
  const refuse = (diagnostics: readonly Diagnostic[]): Promise<ExitCode> =>
    printFailure(input, { json: values.json, diagnostics });
  const project = openProject(root, (path) => toPosixPath(relative(cwd, join(root, path))) || '.');
  if ('diagnostics' in project) return refuse(project.diagnostics);
  const { from, header } = values;
  const opened = from === undefined ? undefined : openMigration({ ...values, from, root, cwd });
  if (opened && 'diagnostics' in opened) return refuse(opened.diagnostics);
  // The old configuration gives a name and a document.
  const { name = values.name, spec = values.spec } = opened ?? {};
  if (opened) rejectAddress({ spec, header });
  const call = { input, project, values: { ...values, ...compact({ name, spec }) } };
  const choices = await readChoices(call, opened);
  if ('diagnostics' in choices) return refuse(choices.diagnostics);
  const plan = makePlan(project, choices);
  if (plan.errors.length > 0) return refuse(plan.errors);
  const generated = await generateService(input, { project, choices, plan });
  if ('failed' in generated) return refuse(generated.failed);
  await report(call, { choices, plan, generated });
  return EXIT.done;
}

function readFlags({ args }: CommandInput): { readonly folder: string; readonly values: Values } {
  const { values: given, positionals } = parseOptions(args, initOptions);
  const [folder = '.', ...further] = positionals.filter((one) => !isAddress(one));
  const [spec, ...others] = [...positionals.filter(isAddress), given.spec ?? []].flat();
  if (further.length > 0 || others.length > 0) throw new WrongUsage('init takes one folder and one spec');
  const values = { ...given, ...compact({ spec }) };
  const { source, name, package: packageName, parts } = values;
  rejectAddress(values);
  for (const [what, path] of Object.entries({ init: folder, '--spec': spec ?? '.', '--source': source ?? '.' }))
    if (path === '' || /\p{Cc}/u.test(path)) throw new WrongUsage(`${what} takes a path, not ${JSON.stringify(path)}`);
  if (source !== undefined && packageName !== undefined)
    throw new WrongUsage('--package goes with packages; --source generates plain source, which has no name on npm');
  // Names are checked first, so that a wrong one fails before any file is read.
  choosePackage(chooseService({ folder, name }), { folder, packageName });
  chooseParts(parts);
  return { folder, values };
}

function rejectAddress({
  spec,
  header,
  from,
}: { readonly [Flag in 'spec' | 'header' | 'from']?: Values[Flag] | undefined }): void {
  const isRemote = spec !== undefined && isAddress(spec);
  const wrong = isRemote ? describeWrongAddress(spec) : undefined;
  if (isRemote && wrong !== undefined) throw new WrongUsage(`${printAddress(spec)}: ${wrong}`);
  // With `--from`, the old configuration may name an address, which is checked later.
  if (header !== undefined && !isRemote && from === undefined)
    throw new WrongUsage('--header goes with a spec that is an address');
}

async function readChoices(
  { input, values: flags, project }: Call,
  opened: OpenedMigration | undefined,
): Promise<InitChoices | Failure> {
  const { folder, config } = project;
  const { spec: named, name = 'petstore', header } = flags;
  const own = join(folder, 'specs', name, 'openapi.yaml');
  // If the project has a spec at the usual path, it is used instead of the example.
  const spec = named === undefined ? (existsSync(own) ? own : undefined) : resolve(input.cwd, named);
  const address = named !== undefined && isAddress(named) ? named : undefined;
  const fetched = address ? await fetchSpec(address, { headers: readHeaders(header) }) : undefined;
  if (fetched && 'diagnostics' in fetched) return fetched;
  const diagnostics = new Diagnostics();
  const isGiven = named !== undefined && spec !== undefined;
  const document = fetched?.root ?? (isGiven ? readDocument(input, spec, diagnostics) : undefined);
  const title = document && readTitle(document, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.list };
  const taken = opened && document && { opened, migrated: compareMigration(opened, document) };
  const values = taken ? withOutput(flags, taken, project) : flags;
  const sources = { folder, project: project.name, title, name: values.name, packageName: values.package };
  if (config !== undefined && values.name === undefined) return alreadyThere(values, project, title);
  const deciding = ['source', 'package', 'parts', 'name', 'json', 'from'] as const;
  const isChosen = deciding.some((flag) => values[flag] !== undefined && values[flag] !== false);
  const replies = values.json ? {} : await askQuestions(input.console, { project, isChosen });
  const chosen = combineChoices(values, project, { sources, replies });
  const copy = address && fetched ? planCopy(project, { service: chosen.service, address, fetched }) : undefined;
  if (copy && 'diagnostics' in copy) return copy;
  const choices = { ...chosen, ...compact({ copy, spec: copy?.spec ?? spec }) };
  const wrong = findTaken(project, choices);
  if (wrong !== undefined) return { diagnostics: [wrong] };
  return taken ? withMigration(choices, taken, project) : choices;
}

function combineChoices(
  values: Values,
  { folder: root, packageJson }: OpenedProject,
  { sources, replies }: { readonly sources: NameSources; readonly replies: Replies },
): InitChoices {
  const service = chooseService(sources);
  const source = values.source ?? replies.source;
  // On Windows, people may write `src\api`.
  const folder =
    source === undefined
      ? `generated/${service}`
      : toPosixPath(relative(root, resolve(root, source.replaceAll('\\', '/'))));
  if (folder === '' || folder.split('/').includes('node_modules'))
    throw new WrongUsage(`--source takes a folder for generated files only, not ${JSON.stringify(source)}`);
  return {
    service,
    packageName: choosePackage(service, sources),
    output: source === undefined ? 'package' : 'source',
    parts: chooseParts(values.parts),
    importExtension: source === undefined ? '.js' : chooseExtension(root, packageJson),
    out: folder,
    ...compact({ author: replies.author, license: replies.license }),
  };
}

/** Reports that the project exists, and names the command that adds a service. */
function alreadyThere(
  values: Values,
  { config, manager, nameFile }: OpenedProject,
  title: string | undefined,
): Failure {
  const { spec = '<file>', from } = values;
  const name = title === undefined ? '<service>' : toServiceName(title);
  const flags = `${from === undefined ? '' : ` --from ${from}`} --spec ${isAddress(spec) ? printAddress(spec) : spec}`;
  const command = `${manager.exec} speccast init --name ${name}${flags}`;
  const message = `this project has a configuration already, so nothing was changed; add a service by \`${command}\``;
  return { diagnostics: [errorAt('existing-project', message, locateStart(nameFile(config?.path ?? '.')))] };
}

/** Reads the text of a document; a missing file is reported, and `null` (in YAML) takes its place. */
function readDocument({ cwd }: CommandInput, spec: string, diagnostics: Diagnostics): SpecText {
  const file = toPosixPath(relative(cwd, spec)) || '.';
  const text = readIfAllowed(spec);
  if (text === undefined) diagnostics.error('unreadable-spec', describeMissing(file, spec), locateStart(file));
  return { file, text: text ?? 'null' };
}

async function report(
  { input, values, project }: Call,
  { choices, plan, generated }: { readonly choices: InitChoices; readonly plan: Plan; readonly generated: Generated },
): Promise<void> {
  const { nameFile } = project;
  const edited = plan.changed.map(({ path }) => nameFile(path));
  const written = generated.written.map(nameFile);
  const { leftovers = [], list } = choices.migration ?? {};
  const warnings = [...plan.kept, ...generated.diagnostics];
  if (values.json)
    return printJson(input.console, [...written, ...edited, ...generated.files], [...leftovers, ...warnings]);
  await printDiagnostics(input, leftovers, list && { elsewhere: nameFile(list.path) });
  await printDiagnostics(input, warnings);
  for (const path of written) input.console.out(`wrote   ${path}\n`);
  for (const path of edited) input.console.out(`changed ${path}\n`);
  input.console.out(`wrote   ${nameFile(choices.out)} (${generated.files.length} files)\n`);
  input.console.out(printNextSteps(project, choices, plan));
  if (plan.test !== undefined || generated.call.length === 0) return;
  const lines = generated.call.map((line) => (line === '' ? '\n' : `  ${line}\n`));
  input.console.out(`\nCall it, for instance from a file of the project:\n\n${lines.join('')}`);
}

/** A service of another generator, compared with its document. */
interface TakenOver {
  readonly opened: OpenedMigration;
  readonly migrated: Migrated;
}

/** Fills in missing flags from the old configuration. */
function withOutput(
  flags: Values,
  { opened, migrated }: TakenOver,
  { folder, packageJson, name }: OpenedProject,
): Values {
  const { packageName } = migrated;
  // The old package may be this project itself, or a dependency that it still uses during the migration.
  const isTaken =
    packageName === name || (packageJson && packageName !== undefined && dependsOn(packageJson, packageName));
  const isChosen = flags.package !== undefined || flags.source !== undefined;
  const source = chooseSource(migrated, opened, folder);
  const output = compact(source === undefined ? { package: isTaken ? undefined : packageName } : { source });
  return { ...compact({ parts: migrated.parts?.join(',') }), ...(isChosen ? {} : output), ...flags };
}

/** Adds the files and keys of the old configuration. */
function withMigration(
  choices: InitChoices,
  { opened, migrated }: TakenOver,
  project: OpenedProject,
): InitChoices | Failure {
  const migration = planMigration(opened, migrated, { project, choices });
  if ('diagnostics' in migration) return migration;
  const extension = migrated.keys.get('importExtension');
  const importExtension = extension === '.ts' || extension === 'none' ? extension : choices.importExtension;
  return { ...choices, migration, ...(choices.output === 'source' && { importExtension }) };
}
