import { basename, join, relative } from 'node:path';
import { CONFIG_FILES } from '../../config/read-config.js';
import { errorAt, locateStart, type Diagnostic, type Position } from '../../diagnostics.js';
import { toPosixPath } from '../../output/disk.js';
import type { Asked, Runner } from './asked.js';
import { projectName } from './choose-names.js';
import { addToYaml } from './edit-yaml.js';
import { matches } from './find-workspaces.js';
import { readProjectFile, whyNotWritable, type OpenedProject } from './open-project.js';
import {
  dependsOn,
  editPackageJson,
  hasScript,
  readPackageJson,
  findScript,
  type PackageJson,
} from './package-json.js';
import { planPackageJson } from './plan-package-json.js';
import { addService, printConfig } from './print-config.js';
import { readTemplate } from './read-template.js';

/** A file that `init` writes. */
export interface PlannedFile {
  /** From the folder of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All that `init` writes; the text of the test alone is made later. */
export interface Plan {
  /** Files that are not there. */
  readonly files: readonly PlannedFile[];
  /** Files that are there and lack something: package.json, speccast.yaml, the list of workspaces. */
  readonly changed: readonly PlannedFile[];
  /** Path of the test; absent if the project tests in another way, or has a file at that path. */
  readonly test?: string;
  /** The program that runs the test. */
  readonly runner: Runner;
  /** Scripts of package.json that are those of speccast. */
  readonly scripts: ReadonlySet<string>;
  /** Files that are left alone although something else would have been written. */
  readonly kept: readonly Diagnostic[];
  /** Why files cannot be written. */
  readonly errors: readonly Diagnostic[];
}

/** Plans a project; `nameOf` gives a file of it the name that diagnostics show. */
export function makePlan(project: OpenedProject, asked: Asked, nameOf: (path: string) => string): Plan {
  const { folder, packageJson } = project;
  const json = packageJson ?? newPackageJson(project);
  const runner = dependsOn(json, 'vitest') ? 'vitest' : 'node:test';
  const wants = planPackageJson(project, asked, { json, runner });
  const text = editPackageJson(json, wants);
  const isTaken = (name: string): boolean => hasScript(json, name) && findScript(json, name) !== wants.scripts[name];
  const taken = Object.keys(wants.scripts).filter(isTaken);
  const scripts = new Set(Object.keys(wants.scripts).filter((name) => !isTaken(name)));
  const at = (path: string): Position => locateStart(nameOf(path));
  const isThere = ({ path }: { readonly path: string }): boolean => readProjectFile(folder, path) !== undefined;
  const lists = listWorkspaces(project, asked, { path: 'package.json', text });
  const edited = [planConfig(project, asked), ...lists].filter(
    (file) => readProjectFile(folder, file.path) !== file.text,
  );
  const wanted = planFiles(asked);
  const test = planTest(asked, { scripts, runner });
  const tests = test === undefined ? [] : [{ path: test }];
  const files = [...edited, ...wanted].filter((file) => !isThere(file)).toSorted(byKind);
  const changed = edited.filter(isThere);
  return {
    files,
    changed,
    ...(test !== undefined && !isThere({ path: test }) && { test }),
    runner,
    scripts,
    kept: [
      ...wanted.filter(isThere).flatMap((file) => keptFile(folder, file, at)),
      ...tests.filter(isThere).map(({ path }) => kept('this file is there already and stays as it is', at(path))),
      ...taken.map((name) => kept(`the script \`${name}\` is there already and stays as it is`, at('package.json'))),
    ],
    errors: [...files, ...changed, ...tests].flatMap(({ path }) => {
      const problem = whyNotWritable(join(folder, path));
      return problem === undefined ? [] : [errorAt('refused-output', problem, at(path))];
    }),
  };
}

/** package.json first, then the configuration, as people would look at them. */
function byKind(left: PlannedFile, right: PlannedFile): number {
  const rank = ({ path }: PlannedFile): number =>
    ['package.json', 'pnpm-workspace.yaml', CONFIG_FILES[0]].findIndex((one) => one === path) + 1 || 9;
  return rank(left) - rank(right);
}

/** A package.json as it begins: what it holds besides is added like to any other. */
function newPackageJson({ folder }: OpenedProject): PackageJson {
  const value = { name: projectName(folder), version: '0.0.0', private: true, type: 'module' };
  const json = readPackageJson(`${JSON.stringify(value, null, 2)}\n`);
  if ('message' in json) throw new Error(json.message);
  return json;
}

/** package.json, and beside it the file that lists the package as a workspace, where that is another one. */
function listWorkspaces(project: OpenedProject, asked: Asked, own: PlannedFile): readonly PlannedFile[] {
  const { folder, workspaces, manager } = project;
  if (asked.output === 'source') return [own];
  const below = toPosixPath(relative(workspaces.folder, join(folder, asked.out)));
  if (matches(workspaces.globs, below)) return [own];
  const glob = below.replace(/[^/]+$/, '*');
  const path = toPosixPath(join(relative(folder, workspaces.folder), manager.workspaceFile));
  if (manager.workspaceFile === 'pnpm-workspace.yaml') return [own, listIn(project, path, glob)];
  const before = path === own.path ? own.text : readProjectFile(folder, path);
  const json = readPackageJson(before ?? '{}');
  // A root that lists workspaces has been read before.
  if ('message' in json) throw new Error(json.message);
  const listed = { path, text: editPackageJson(json, { workspace: glob }) };
  return path === own.path ? [listed] : [own, listed];
}

function listIn({ folder }: OpenedProject, path: string, glob: string): PlannedFile {
  const text = readProjectFile(folder, path) ?? '';
  if (text.trim() === '') return { path, text: `${text}packages:\n  - ${glob}\n` };
  return { path, text: addToYaml(text, { to: 'packages', value: glob, lines: [`- ${glob}`] }) ?? text };
}

/** speccast.yaml with the service. */
function planConfig(project: OpenedProject, asked: Asked): PlannedFile {
  const { config } = project;
  if (config === undefined) return { path: CONFIG_FILES[0], text: printConfig(project, asked) };
  return { path: config.path, text: addService(project, config, asked) };
}

/** The files beside those that are changed where they are there, from the texts of `templates/init`. */
function planFiles({ service, spec, copy, output, out, migration }: Asked): readonly PlannedFile[] {
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
  { service, parts, output }: Asked,
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
    return [kept('this file is there already and stays as it is', at(file.path))];
  const lines = new Set(held.split(/\r?\n/).map((line) => line.replace(/\/$/, '')));
  const lacks = file.text.split('\n').filter((line) => line !== '' && !lines.has(line.replace(/\/$/, '')));
  if (lacks.length === 0) return [];
  return [kept(`this file is there already and stays as it is; add to it: ${lacks.join(' and ')}`, at(file.path))];
}

function kept(message: string, at: Position): Diagnostic {
  return { severity: 'warning', code: 'kept-file', message, at };
}
