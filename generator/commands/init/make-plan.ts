import { basename, join, relative } from 'node:path';
import { CONFIG_FILES } from '../../config/read-config.js';
import { errorAt, locateStart, type Diagnostic, type Position } from '../../diagnostics.js';
import { toPosixPath } from '../../output/disk.js';
import { projectName, type InitChoices, type Runner } from './init-choices.js';
import { matches, readProjectFile, whyNotWritable, type OpenedProject } from './open-project.js';
import {
  dependsOn,
  editPackageJson,
  hasScript,
  readPackageJson,
  findScript,
  type PackageJson,
  type PackageJsonWants,
} from './package-json.js';
import { addService, addToYaml, printConfig } from './print-config.js';
import { readOwn, readTemplate } from './read-template.js';

/** A file that `init` writes. */
export interface PlannedFile {
  /** From the folder of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All files that `init` writes. Only the text of the test is missing: it is printed later, because it needs the generated API. */
export interface Plan {
  /** New files. */
  readonly files: readonly PlannedFile[];
  /** Existing files that get further entries: package.json, speccast.yaml, the list of workspaces. */
  readonly changed: readonly PlannedFile[];
  /** Path of the test; absent if the project tests in another way, or has a file at that path. */
  readonly test?: string;
  /** The program that runs the test. */
  readonly runner: Runner;
  /** Names of the scripts in package.json that `init` adds or has added before. */
  readonly scripts: ReadonlySet<string>;
  /** Warnings about existing files that stay as they are, although `init` would write another text. */
  readonly kept: readonly Diagnostic[];
  /** Errors about files that cannot be written. */
  readonly errors: readonly Diagnostic[];
}

/** Plans a project. */
export function makePlan(project: OpenedProject, choices: InitChoices): Plan {
  const { folder, packageJson, nameFile } = project;
  const start = { name: projectName(folder), version: '0.0.0', private: true, type: 'module' };
  const json = packageJson ?? { text: `${JSON.stringify(start, null, 2)}\n`, value: start };
  const runner = dependsOn(json, 'vitest') ? 'vitest' : 'node:test';
  const wants = planPackageJson(project, choices, { json, runner });
  const text = editPackageJson(json, wants);
  const isTaken = (name: string): boolean => hasScript(json, name) && findScript(json, name) !== wants.scripts[name];
  const taken = Object.keys(wants.scripts).filter(isTaken);
  const scripts = new Set(Object.keys(wants.scripts).filter((name) => !isTaken(name)));
  const at = (path: string): Position => locateStart(nameFile(path));
  const isThere = ({ path }: { readonly path: string }): boolean => readProjectFile(folder, path) !== undefined;
  const lists = listWorkspaces(project, choices, { path: 'package.json', text });
  const { config } = project;
  const configured =
    config === undefined
      ? { path: CONFIG_FILES[0], text: printConfig(project, choices) }
      : { path: config.path, text: addService(project, config, choices) };
  const edited = [configured, ...lists].filter((file) => readProjectFile(folder, file.path) !== file.text);
  const fresh = planFiles(choices);
  const test = planTest(choices, { scripts, runner });
  const tests = test === undefined ? [] : [{ path: test }];
  // In the order in which people look at them.
  const rank = ({ path }: PlannedFile): number =>
    ['package.json', 'pnpm-workspace.yaml', CONFIG_FILES[0]].findIndex((one) => one === path) + 1 || 9;
  const files = [...edited, ...fresh]
    .filter((file) => !isThere(file))
    .toSorted((left, right) => rank(left) - rank(right));
  const changed = edited.filter(isThere);
  return {
    files,
    changed,
    ...(test !== undefined && !isThere({ path: test }) && { test }),
    runner,
    scripts,
    kept: [
      ...fresh.filter(isThere).flatMap((file) => keptFile(folder, file, at)),
      ...tests.filter(isThere).map(({ path }) => kept('this file exists already and is not changed', at(path))),
      ...taken.map((name) => kept(`the script \`${name}\` exists already and is not changed`, at('package.json'))),
    ],
    errors: [...files, ...changed, ...tests].flatMap(({ path }) => {
      const problem = whyNotWritable(join(folder, path));
      return problem === undefined ? [] : [errorAt('unwritable-output', problem, at(path))];
    }),
  };
}

/** Adds the package to the workspaces, in package.json or in another file. Returns package.json and that file. */
function listWorkspaces(project: OpenedProject, choices: InitChoices, own: PlannedFile): readonly PlannedFile[] {
  const { folder, workspaces, manager } = project;
  if (choices.output === 'source') return [own];
  const below = toPosixPath(relative(workspaces.folder, join(folder, choices.out)));
  if (matches(workspaces.globs, below)) return [own];
  const glob = below.replace(/[^/]+$/, '*');
  const path = toPosixPath(join(relative(folder, workspaces.folder), manager.workspaceFile));
  if (manager.workspaceFile === 'pnpm-workspace.yaml') {
    const text = readProjectFile(folder, path) ?? '';
    const added =
      text.trim() === ''
        ? `${text}packages:\n  - ${glob}\n`
        : addToYaml(text, { to: 'packages', value: glob, lines: [`- ${glob}`] });
    return [own, { path, text: added ?? text }];
  }
  const before = path === own.path ? own.text : readProjectFile(folder, path);
  const json = readPackageJson(before ?? '{}');
  // `findWorkspaceRoot` has read this file before, so it is valid.
  if ('message' in json) throw new Error(json.message);
  const listed = { path, text: editPackageJson(json, { workspace: glob }) };
  return path === own.path ? [listed] : [own, listed];
}

/** Plans the files that are written only where they do not exist, from the texts of `templates/init`. */
function planFiles({ service, spec, copy, output, out, migration }: InitChoices): readonly PlannedFile[] {
  const ignored = readTemplate('gitignore');
  return [
    ...(spec === undefined
      ? [{ path: `specs/${service}/openapi.yaml`, text: readTemplate('specs/openapi.yaml') }]
      : []),
    ...(copy?.files ?? []),
    ...(migration?.files ?? []),
    { path: '.gitignore', text: output === 'source' ? ignored.replace(/^(?!node_modules).*\n/gm, '') : ignored },
    {
      path: '.gitattributes',
      text: readTemplate('gitattributes').replace('generated', output === 'source' ? out : 'generated'),
    },
  ];
}

/** Chooses the path of the test, if the project has a script that runs it. */
function planTest(
  { service, parts, output }: InitChoices,
  { scripts, runner }: { readonly scripts: ReadonlySet<string>; readonly runner: Runner },
): string | undefined {
  if (!parts.includes('client') || !parts.includes('emulator')) return undefined;
  const runs = runner === 'vitest' || (scripts.has('test') && output === 'package');
  return runs ? `test/${service}.test.mjs` : undefined;
}

/** Warns of a file that stays as it is, unless it already has all lines that `init` would write. */
function keptFile(folder: string, file: PlannedFile, at: (path: string) => Position): readonly Diagnostic[] {
  const held = readProjectFile(folder, file.path) ?? '';
  if (held === file.text) return [];
  if (!basename(file.path).startsWith('.git'))
    return [kept('this file exists already and is not changed', at(file.path))];
  const lines = new Set(held.split(/\r?\n/).map((line) => line.replace(/\/$/, '')));
  const lacks = file.text.split('\n').filter((line) => line !== '' && !lines.has(line.replace(/\/$/, '')));
  if (lacks.length === 0) return [];
  return [kept(`this file exists already and is not changed; add to it: ${lacks.join(' and ')}`, at(file.path))];
}

function kept(message: string, at: Position): Diagnostic {
  return { severity: 'warning', code: 'kept-file', message, at };
}

/** Entries that the package.json of a project needs. */
type ProjectWants = PackageJsonWants & Required<Pick<PackageJsonWants, 'scripts'>>;

/** Plans the scripts and dependencies of a project with a service. */
function planPackageJson(
  { manager }: OpenedProject,
  choices: InitChoices,
  { json, runner }: { readonly json: PackageJson; readonly runner: Runner },
): ProjectWants {
  const { service, packageName, output, parts } = choices;
  const { installScript } = manager;
  const isSource = output === 'source';
  const command = `speccast mock ${service}`;
  const mock = hasScript(json, 'mock') ? findScript(json, 'mock') : undefined;
  const isSecond = typeof mock === 'string' && mock.startsWith('speccast mock ') && mock !== command;
  const hasEmulator = parts.includes('emulator');
  const isTested = hasEmulator && parts.includes('client') && (runner === 'vitest' || !isSource);
  return {
    scripts: {
      generate: 'speccast generate',
      check: 'speccast generate --check',
      ...(!isSource && { build: 'speccast generate && speccast build' }),
      // A `postinstall` script of a published project would also run when its users install it.
      ...(!isSource &&
        (installScript === 'prepare' || json.value['private'] === true) && { [installScript]: 'speccast build' }),
      ...(isTested && { test: runner === 'vitest' ? 'vitest run' : 'node --test test/*.test.mjs' }),
      ...(hasEmulator && { [isSecond ? `mock:${service}` : 'mock']: command }),
    },
    ...(isSource && { dependencies: findVersions(['@speccast/runtime']) }),
    ...(!isSource &&
      manager.workspaceRange !== undefined && { dependencies: { [packageName]: manager.workspaceRange } }),
    devDependencies: findVersions([
      ...(hasEmulator ? ['@speccast/emulator'] : []),
      'speccast',
      ...(isSource ? [] : ['typescript']),
    ]),
  };
}

/** The fields of speccast's own package.json that are read. */
type Manifest = { readonly version: string } & Readonly<
  Record<'dependencies' | 'devDependencies', Record<string, string>>
>;

/** Finds the versions of packages that this speccast was tested with, and its own. */
function findVersions(names: readonly string[]): Readonly<Record<string, string>> {
  const { version, dependencies, devDependencies }: Manifest = JSON.parse(readOwn('package.json'));
  const known: Readonly<Record<string, string>> = { ...devDependencies, ...dependencies, speccast: `^${version}` };
  return Object.fromEntries(names.map((name) => [name, known[name] ?? '*']));
}
