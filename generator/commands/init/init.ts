import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Diagnostics, errorAt, locateStart, type Diagnostic, type Failure } from '../../diagnostics.js';
import { describeWrongAddress, printAddress } from '../../config/address.js';
import { fetchSpec } from '../address/fetch-spec.js';
import { readHeaders } from '../address/fetch-text.js';
import type { Migrated } from '../../migrate/migration.js';
import { isAddress } from '../../spec/references/reference.js';
import { describeMissing } from '../sources/read-sources.js';
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
  type Asked,
  type NameSources,
  type Remote,
  type Replies,
} from './asked.js';
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
  /** Folder of the project, absolute. */
  readonly root: string;
  /** Names a file of the project from the current folder. */
  readonly nameOf: (path: string) => string;
}

/** `speccast init`: starts a project, or adds a service to one, and generates it. Overwrites nothing, and writes all or nothing. */
export async function initCommand(input: CommandInput): Promise<ExitCode> {
  const call = readCall(input);
  const { values, root, nameOf } = call;
  const refuse = (diagnostics: readonly Diagnostic[]): Promise<ExitCode> =>
    printFailure(input, { json: values.json, diagnostics });
  const project = openProject(root, { nameOf, userAgent: process.env['npm_config_user_agent'] });
  if ('diagnostics' in project) return refuse(project.diagnostics);
  const { from } = values;
  const opened = from === undefined ? undefined : openMigration({ ...values, from, root, cwd: input.cwd });
  if (opened !== undefined && 'diagnostics' in opened) return refuse(opened.diagnostics);
  // The old configuration gives a name and a document.
  const { name, spec = values.spec } = opened ?? {};
  const stated = { ...values, ...(spec !== undefined && { spec }), ...(name !== undefined && { name }) };
  if (opened !== undefined) rejectAddress({ spec, header: values.header });
  const asked = await readAsked({ ...call, values: stated }, project, opened);
  if ('diagnostics' in asked) return refuse(asked.diagnostics);
  const plan = makePlan(project, asked, nameOf);
  if (plan.errors.length > 0) return refuse(plan.errors);
  const generated = await generateService(input, { project, asked, plan, nameOf });
  if ('failed' in generated) return refuse(generated.failed);
  await report(call, { project, asked, plan, generated });
  return EXIT.done;
}

function readCall(input: CommandInput): Call {
  const { values: given, positionals } = parseOptions(input.args, initOptions);
  const [folder = '.', ...further] = positionals.filter((one) => !isAddress(one));
  const addresses = [...positionals.filter(isAddress), ...(given.spec === undefined ? [] : [given.spec])];
  if (further.length > 0 || addresses.length > 1) throw new WrongUsage('init takes one folder and one spec');
  const values = addresses[0] === undefined ? given : { ...given, spec: addresses[0] };
  rejectAddress(values);
  const paths = { init: folder, '--spec': values.spec ?? '.', '--source': values.source ?? '.' };
  for (const [what, path] of Object.entries(paths))
    if (path === '' || /\p{Cc}/u.test(path)) throw new WrongUsage(`${what} takes a path, not ${JSON.stringify(path)}`);
  if (values.source !== undefined && values.package !== undefined)
    throw new WrongUsage('--package goes with packages; --source generates plain source, which has no name on npm');
  // Names are checked before anything is looked at.
  choosePackage(chooseService({ folder, name: values.name }), { folder, packageName: values.package });
  chooseParts(values.parts);
  const root = resolve(input.cwd, folder);
  return { input, values, root, nameOf: (path) => toPosixPath(relative(input.cwd, join(root, path))) || '.' };
}

function rejectAddress({
  spec,
  header,
  from,
}: { readonly [Flag in 'spec' | 'header' | 'from']?: Values[Flag] | undefined }): void {
  const isRemote = spec !== undefined && isAddress(spec);
  const wrong = isRemote ? describeWrongAddress(spec) : undefined;
  if (isRemote && wrong !== undefined) throw new WrongUsage(`${printAddress(spec)}: ${wrong}`);
  // The configuration of `--from` may name an address.
  if (header !== undefined && !isRemote && from === undefined)
    throw new WrongUsage('--header goes with a spec that is an address');
}

async function readAsked(
  given: Call,
  project: OpenedProject,
  opened: OpenedMigration | undefined,
): Promise<Asked | Failure> {
  const { input, root } = given;
  const own = join(root, 'specs', given.values.name ?? 'petstore', 'openapi.yaml');
  // A spec that is there already is used instead of the example.
  const named = given.values.spec;
  const spec = named === undefined ? (existsSync(own) ? own : undefined) : resolve(input.cwd, named);
  const address = named !== undefined && isAddress(named) ? named : undefined;
  const fetched = address && (await fetchSpec(address, { headers: readHeaders(given.values.header) }));
  if (fetched && 'diagnostics' in fetched) return fetched;
  const remote = address && fetched ? { address, fetched } : undefined;
  const diagnostics = new Diagnostics();
  const document =
    named === undefined || spec === undefined ? undefined : readDocumentText(given, { spec, remote }, diagnostics);
  const title = document === undefined ? undefined : readTitle(document, diagnostics);
  if (diagnostics.failed) return { diagnostics: diagnostics.list };
  const taken =
    opened === undefined || document === undefined
      ? undefined
      : { opened, migrated: compareMigration(opened, document) };
  const call = taken === undefined ? given : { ...given, values: withOutput(given.values, taken, project) };
  const { values } = call;
  const sources = { folder: root, project: project.name, title, name: values.name, packageName: values.package };
  if (project.config !== undefined && values.name === undefined) return alreadyThere(call, project, sources);
  const isChosen = (['source', 'package', 'parts', 'name', 'json', 'from'] as const).some(
    (flag) => values[flag] !== undefined && values[flag] !== false,
  );
  const replies = values.json ? {} : await askQuestions(input.console, { project, isChosen });
  const chosen = chooseAsked(call, project, { sources, replies });
  const asked = withSpec(call, project, { chosen, spec, remote });
  if ('diagnostics' in asked) return asked;
  const isTaken = findTaken(project, asked, call.nameOf);
  if (isTaken !== undefined) return { diagnostics: [isTaken] };
  return taken === undefined ? asked : withMigration(asked, taken, { project, nameOf: call.nameOf });
}

/** Adds the path of the spec, or of its copy. */
function withSpec(
  { nameOf }: Call,
  project: OpenedProject,
  { chosen, spec, remote }: { chosen: Asked; spec: string | undefined; remote: Remote | undefined },
): Asked | Failure {
  if (remote === undefined) return { ...chosen, ...(spec !== undefined && { spec }) };
  const copy = planCopy(project, { service: chosen.service, ...remote, nameOf });
  return 'diagnostics' in copy ? copy : { ...chosen, spec: copy.spec, copy };
}

function chooseAsked(
  { root, values }: Call,
  project: OpenedProject,
  { sources, replies }: { readonly sources: NameSources; readonly replies: Replies },
): Asked {
  const service = chooseService(sources);
  const source = values.source ?? replies.source;
  const { author, license } = replies;
  // On Windows, people write paths the other way round.
  const folder =
    source === undefined
      ? `generated/${service}`
      : toPosixPath(relative(root, resolve(root, source.replaceAll('\\', '/'))));
  if (folder === '' || folder.split('/').includes('node_modules'))
    throw new WrongUsage(`--source takes a folder for what is generated alone, not ${JSON.stringify(source)}`);
  return {
    service,
    packageName: choosePackage(service, sources),
    output: source === undefined ? 'package' : 'source',
    parts: chooseParts(values.parts),
    importExtension: source === undefined ? '.js' : chooseExtension(root, project.packageJson),
    out: folder,
    ...(author !== undefined && { author }),
    ...(license !== undefined && { license }),
  };
}

/** Refuses to start a project that exists, and names the command that adds a service. */
function alreadyThere({ values, nameOf }: Call, { config, manager }: OpenedProject, sources: NameSources): Failure {
  const given = values.spec ?? '<file>';
  const spec = isAddress(given) ? printAddress(given) : given;
  const name = sources.title === undefined ? '<service>' : chooseService({ ...sources, name: undefined });
  const from = values.from === undefined ? '' : ` --from ${values.from}`;
  const command = `${manager.exec} speccast init --name ${name}${from} --spec ${spec}`;
  const message = `this project has a configuration already, and nothing was changed; add a service by \`${command}\``;
  return { diagnostics: [errorAt('existing-project', message, locateStart(nameOf(config?.path ?? '.')))] };
}

/** Reads the text of a document; a missing one is reported, and counts as empty. */
function readDocumentText(
  { input: { cwd } }: Call,
  { spec, remote }: { readonly spec: string; readonly remote: Remote | undefined },
  diagnostics: Diagnostics,
): SpecText {
  if (remote !== undefined) return remote.fetched.root;
  const file = toPosixPath(relative(cwd, spec)) || '.';
  const text = readIfAllowed(spec);
  if (text === undefined) diagnostics.error('unreadable-spec', describeMissing(file, spec), locateStart(file));
  return { file, text: text ?? 'null' };
}

async function report(
  { input, values, root, nameOf }: Call,
  {
    project,
    asked,
    plan,
    generated,
  }: {
    readonly project: OpenedProject;
    readonly asked: Asked;
    readonly plan: Plan;
    readonly generated: Generated;
  },
): Promise<void> {
  const edited = plan.changed.map(({ path }) => nameOf(path));
  const written = generated.written.map(nameOf);
  const { leftovers = [], list } = asked.migration ?? {};
  const said = [...plan.kept, ...generated.diagnostics];
  if (values.json)
    return printJson(input.console, [...written, ...edited, ...generated.files], [...leftovers, ...said]);
  await printDiagnostics(input, leftovers, list && { elsewhere: nameOf(list.path) });
  await printDiagnostics(input, said);
  for (const path of written) input.console.out(`wrote   ${path}\n`);
  for (const path of edited) input.console.out(`changed ${path}\n`);
  input.console.out(`wrote   ${nameOf(asked.out)} (${generated.files.length} files)\n`);
  const spec =
    asked.spec === undefined ? `specs/${asked.service}/openapi.yaml` : toPosixPath(relative(root, asked.spec));
  const folder = toPosixPath(relative(input.cwd, root));
  input.console.out(printNextSteps(project, asked, plan, { folder, spec }));
  if (plan.test !== undefined || generated.call.length === 0) return;
  const lines = generated.call.map((line) => (line === '' ? '\n' : `  ${line}\n`));
  input.console.out(`\nCall it, for instance from a file of the project:\n\n${lines.join('')}`);
}

/** A service of another generator, compared with its document. */
interface TakenOver {
  readonly opened: OpenedMigration;
  readonly migrated: Migrated;
}

/** Adds the settings of the old configuration to flags that are not given. */
function withOutput(
  flags: Values,
  { opened, migrated }: TakenOver,
  { folder, packageJson, name }: OpenedProject,
): Values {
  const { packageName } = migrated;
  // The package that the other generator made may be this project, or one that it uses until all of it has changed over.
  const isTaken =
    packageName === undefined ||
    packageName === name ||
    (packageJson !== undefined && dependsOn(packageJson, packageName));
  const isChosen = flags.package !== undefined || flags.source !== undefined;
  const source = chooseSource(migrated, opened, folder);
  return {
    ...flags,
    ...(isChosen ? {} : source === undefined ? (isTaken ? {} : { package: packageName }) : { source }),
    ...(flags.parts === undefined && migrated.parts !== undefined && { parts: migrated.parts.join(',') }),
  };
}

/** Adds the files and keys that are taken over. */
function withMigration(
  asked: Asked,
  { opened, migrated }: TakenOver,
  { project, nameOf }: { readonly project: OpenedProject; readonly nameOf: (path: string) => string },
): Asked | Failure {
  const migration = planMigration(opened, migrated, {
    service: asked.service,
    folder: project.folder,
    config: project.config?.path,
    out: asked.out,
    isSource: asked.output === 'source',
    nameOf,
  });
  if ('diagnostics' in migration) return migration;
  const extension = migrated.keys.get('importExtension');
  const importExtension = extension === '.ts' || extension === 'none' ? extension : asked.importExtension;
  return { ...asked, migration, ...(asked.output === 'source' && { importExtension }) };
}
