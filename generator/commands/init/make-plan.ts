import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIG_FILES } from '../../config/read-config.js';
import { errorAt, startOf, type Diagnostic, type Position } from '../../diagnostics.js';
import { packageRoot } from '../../output/read-tool.js';
import { projectName } from './choose-names.js';
import {
  editPackageJson,
  hasScript,
  readPackageJson,
  scriptOf,
  workspacesOf,
  isWorkspace,
  readProjectFile,
  whyNotWritable,
  type PackageJson,
  type PackageJsonWants,
  type OpenedProject,
} from './open-project.js';

/** A file that `init` writes where there is none. */
export interface PlannedFile {
  /** From the folder of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What is asked for, all of it checked: with a document of the user, or with the example. */
export interface ProjectNames {
  /** Kebab-case name of the service. */
  readonly service: string;
  readonly packageName: string;
  /** Document of the user, as a path from the folder `specs`. */
  readonly spec?: string;
  /** What makes the client of the example, where that is used: `createPetstore`. */
  readonly create?: string;
}

/** What is written, all of it known and looked at beforehand. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** package.json, where there was one and it lacks something. */
  readonly changed?: PlannedFile;
  /** Scripts of package.json that are those of speccast. */
  readonly scripts: ReadonlySet<string>;
  /** Whether the project is a workspace of another one. */
  readonly nested: boolean;
  /** Files that are left alone although something else would have been written. */
  readonly kept: readonly Diagnostic[];
  /** Why files cannot be written. */
  readonly errors: readonly Diagnostic[];
}

/** Plans a project; `nameOf` gives a file of it the name that diagnostics show. */
export function makePlan(project: OpenedProject, names: ProjectNames, nameOf: (path: string) => string): Plan {
  const { folder, packageJson } = project;
  const alone = packageJson === undefined || workspacesOf(packageJson).every((glob) => glob === 'generated/*');
  const nested = isWorkspace(folder);
  const wants = packageJsonWants(names.service, alone, nested);
  const json = packageJson ?? newPackageJson(project);
  const text = editPackageJson(json, wants);
  const isTaken = (name: string): boolean => hasScript(json, name) && scriptOf(json, name) !== wants.scripts[name];
  const taken = Object.keys(wants.scripts).filter(isTaken);
  const scripts = new Set(Object.keys(wants.scripts).filter((name) => !isTaken(name)));
  const wanted = planProject(names, scripts.has('test'));
  const present = wanted.filter(({ path }) => readProjectFile(folder, path) !== undefined);
  const missing = wanted.filter((file) => !present.includes(file));
  const at = (path: string): Position => startOf(nameOf(path));
  return {
    files: packageJson === undefined ? [{ path: 'package.json', text }, ...missing] : missing,
    ...(packageJson !== undefined && text !== packageJson.text ? { changed: { path: 'package.json', text } } : {}),
    scripts,
    nested,
    kept: [
      ...present.flatMap((file) => keptFile(folder, file, at)),
      ...taken.map((name) => kept(`the script \`${name}\` is there already and stays as it is`, at('package.json'))),
    ],
    errors: missing.flatMap(({ path }) => {
      const problem = whyNotWritable(join(folder, path));
      return problem === undefined ? [] : [errorAt('refused-output', problem, at(path))];
    }),
  };
}

/** A package.json as it begins: what it holds besides is added like to any other. */
function newPackageJson({ folder }: OpenedProject): PackageJson {
  const value = { name: projectName(folder), version: '0.0.0', private: true, type: 'module' };
  const json = readPackageJson(`${JSON.stringify(value, null, 2)}\n`);
  if ('message' in json) throw new Error(json.message);
  return json;
}

/** What is said of a file that was there before, unless it says all that was wanted. */
function keptFile(folder: string, file: PlannedFile, at: (path: string) => Position): readonly Diagnostic[] {
  const held = readProjectFile(folder, file.path) ?? '';
  if (held === file.text) return [];
  if (!basename(file.path).startsWith('.git'))
    return [kept('this file is there already and stays as it is', at(file.path))];
  const lines = new Set(held.split(/\r?\n/).map((line) => line.replace(/\/$/, '')));
  const lacks = file.text.split('\n').filter((line) => line !== '' && !lines.has(line.replace(/\/$/, '')));
  if (lacks.length === 0) return [];
  return [kept(`this file is there already and stays as it is; add to it: ${lacks.join(' and ')}`, at(file.path))];
}

function kept(message: string, at: Position): Diagnostic {
  return { severity: 'warning', code: 'kept-file', message, at };
}

/** The files of a project, from the texts of `templates/init`; without its test where the project has a way to test. */
function planProject(names: ProjectNames, withTest: boolean): readonly PlannedFile[] {
  const { service, packageName, spec, create } = names;
  const fill = (template: string): string =>
    readTemplate(template)
      .replaceAll('__name__', service)
      .replaceAll('__package__', packageName)
      .replaceAll('__create__', create ?? '')
      // A function, because `$` in a path is no reference to a group.
      .replaceAll('__spec__', () => scalar(spec ?? `${service}/openapi.yaml`));
  const example = spec === undefined;
  const test = example ? 'test/example.test.mjs' : 'test/own-spec.test.mjs';
  return [
    { path: CONFIG_FILES[0], text: fill('specs/speccast.yaml') },
    ...(example ? [{ path: `specs/${service}/openapi.yaml`, text: readTemplate('specs/openapi.yaml') }] : []),
    ...(withTest ? [{ path: `test/${service}.test.mjs`, text: fill(test) }] : []),
    { path: '.gitignore', text: readTemplate('gitignore') },
    { path: '.gitattributes', text: readTemplate('gitattributes') },
  ];
}

/** Text as a value of YAML. */
function scalar(text: string): string {
  const plain = /^[\w./][\w./-]*\.\w*[a-z]$/i.test(text);
  return plain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** What package.json needs; `alone`: it has no other workspaces, `nested`: it is a workspace itself, and can have none. */
function packageJsonWants(service: string, alone: boolean, nested: boolean): PackageJsonWants {
  // Other workspaces of the project have builds of their own.
  const build = alone && !nested ? 'npm run build --workspaces' : buildOf(service, nested);
  return {
    scripts: {
      generate: 'speccast generate',
      check: 'speccast generate --check',
      build: `speccast generate && ${build}`,
      test: 'node --test test/*.test.mjs',
      mock: `speccast mock ${service}`,
    },
    ...(!nested && { workspace: 'generated/*' }),
    devDependencies: ownTools(),
  };
}

/** What builds generated packages, beside speccast itself. */
const BUILDERS = ['@speccast/emulator', '@types/node', 'esbuild', 'msw', 'rollup', 'rollup-plugin-dts', 'typescript'];

/** A file of `templates/init` of this copy of speccast. */
export function readTemplate(path: string): string {
  return readFileSync(join(ownFolder(), 'templates', 'init', path), 'utf8');
}

/** What is read of the package.json of speccast itself. */
type Manifest = { readonly version: string } & Readonly<
  Record<'dependencies' | 'devDependencies', Record<string, string>>
>;

/** What a project depends on: this version of speccast, and what builds packages in the versions it was tested with. */
function ownTools(): Readonly<Record<string, string>> {
  const text = readFileSync(join(ownFolder(), 'package.json'), 'utf8');
  const { version, dependencies, devDependencies }: Manifest = JSON.parse(text);
  const known = { ...dependencies, ...devDependencies };
  const builders = BUILDERS.map((name): [string, string] => [name, known[name] ?? '*']);
  const sorted = [...builders, ['speccast', `^${version}`] as const].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return Object.fromEntries(sorted);
}

function ownFolder(): string {
  return packageRoot(dirname(fileURLToPath(import.meta.url)));
}

/** What to do next in a folder, named from the current one: each command can be pasted into a shell as it is. */
export function printNextSteps(
  folder: string,
  { service, spec }: { readonly service: string; readonly spec: string },
  { scripts, nested }: Pick<Plan, 'scripts' | 'nested'>,
): string {
  const steps: readonly Step[] = [
    ...(folder === '' ? [] : [[`cd ${shellWord(folder)}`, ''] as const]),
    ['npm install', 'installs speccast and what builds packages'],
    [scripts.has('generate') ? 'npm run generate' : 'npx speccast generate', `writes generated/${service}`],
    scripts.has('build') ? ['npm run build', 'builds it'] : [buildOf(service, nested), 'builds it'],
    ...(scripts.has('test') ? [['npm test', 'calls its emulator'] as const] : []),
  ];
  const later: readonly Step[] = [
    ['npx speccast generate --watch', 'after each save'],
    [`npx speccast mock ${service}`, 'serves the emulator'],
    ['npx speccast generate --check', 'for CI: exits 1 where something was not generated'],
    [`npm pack ${nested ? './' : '--workspace='}generated/${service}`, 'packs the package'],
  ];
  const numbered = explained(steps).map((line, index) => `  ${index + 1}. ${line}\n`);
  const others = explained(later).map((line) => `  ${line}\n`);
  return `\nNext:\n${numbered.join('')}\nThen change ${spec}, with these at hand:\n${others.join('')}`;
}

/** A command, and what it does; empty where that is plain. */
type Step = readonly [command: string, does: string];

/** Commands with comments, one below the other. */
function explained(steps: readonly Step[]): readonly string[] {
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, does]) => (does === '' ? command : `${command.padEnd(width)}  # ${does}`));
}

/** A path as one word of a shell. */
function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The command that builds one generated package. */
function buildOf(service: string, nested: boolean): string {
  return `npm run build ${nested ? '--prefix ' : '--workspace='}generated/${service}`;
}
