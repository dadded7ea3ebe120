import { basename, join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.js';
import { editPackageJson, hasScript, readPackageJson, scriptOf, workspacesOf } from './edit-package-json.js';
import type { PackageJson, PackageJsonWants } from './edit-package-json.js';
import type { OpenedProject } from './open-project.js';
import { isWorkspace } from './is-workspace.js';
import { ownTools, readTemplate } from './own-files.js';
import { packageJsonWants, planProject } from './plan-project.js';
import type { PlannedFile, ProjectNames } from './plan-project.js';
import { projectName } from './project-names.js';
import { findObstacle, readProjectFile } from './write-project.js';
import type { ChangedFile } from './write-project.js';

/** What is written, all of it known and looked at beforehand. */
export interface Plan {
  readonly files: readonly PlannedFile[];
  /** package.json, where there was one and it lacks something. */
  readonly changed?: ChangedFile;
  /** Scripts of package.json that are those of speccast. */
  readonly scripts: ReadonlySet<string>;
  /** Whether the project is a workspace of another one. */
  readonly nested: boolean;
  /** Files that are left alone although something else would have been written. */
  readonly kept: readonly Diagnostic[];
  /** What keeps files from being written. */
  readonly obstacles: readonly Diagnostic[];
}

/** Plans a project; `named` gives a file of it the name that diagnostics show. */
export function makePlan(project: OpenedProject, names: ProjectNames, named: (path: string) => string): Plan {
  const { folder, packageJson } = project;
  const alone = packageJson === undefined || workspacesOf(packageJson).every((glob) => glob === 'generated/*');
  const nested = isWorkspace(folder);
  const wants = packageJsonWants(names, { tools: ownTools(), alone, nested });
  const json = packageJson ?? newPackageJson(project);
  const text = editPackageJson(json, wants);
  const taken = Object.keys(wants.scripts).filter((name) => !isOwn(json, wants, name));
  const scripts = new Set(Object.keys(wants.scripts).filter((name) => !taken.includes(name)));
  const wanted = planProject(names, { read: readTemplate, withTest: scripts.has('test') });
  const present = wanted.filter(({ path }) => readProjectFile(folder, path) !== undefined);
  const missing = wanted.filter((file) => !present.includes(file));
  const at = (path: string): Diagnostic['at'] => ({ file: named(path), line: 1, column: 1 });
  return {
    files: packageJson === undefined ? [{ path: 'package.json', text }, ...missing] : missing,
    ...(packageJson !== undefined && text !== packageJson.text
      ? { changed: { path: 'package.json', before: packageJson.text, text } }
      : {}),
    scripts,
    nested,
    kept: [
      ...present.flatMap((file) => keptFile(folder, file, at)),
      ...taken.map((name) => kept(`the script \`${name}\` is there already and stays as it is`, at('package.json'))),
    ],
    obstacles: missing.flatMap(({ path }) => {
      const obstacle = findObstacle(join(folder, path));
      return obstacle === undefined ? [] : [refused(obstacle, at(path))];
    }),
  };
}

/** Whether a script is, or will be, that of speccast. */
function isOwn(json: PackageJson, { scripts }: PackageJsonWants, name: string): boolean {
  return !hasScript(json, name) || scriptOf(json, name) === scripts[name];
}

/** A package.json as it begins: what it holds besides is added like to any other. */
function newPackageJson({ folder }: OpenedProject): PackageJson {
  const value = { name: projectName(folder), version: '0.0.0', private: true, type: 'module' };
  const json = readPackageJson(`${JSON.stringify(value, null, 2)}\n`);
  if ('message' in json) throw new Error(json.message);
  return json;
}

/** What is said of a file that was there before, unless it says all that was wanted. */
function keptFile(folder: string, file: PlannedFile, at: (path: string) => Diagnostic['at']): readonly Diagnostic[] {
  const held = readProjectFile(folder, file.path) ?? '';
  if (held === file.text) return [];
  if (!basename(file.path).startsWith('.git'))
    return [kept('this file is there already and stays as it is', at(file.path))];
  const lines = new Set(held.split(/\r?\n/).map((line) => line.replace(/\/$/, '')));
  const lacks = file.text.split('\n').filter((line) => line !== '' && !lines.has(line.replace(/\/$/, '')));
  if (lacks.length === 0) return [];
  return [kept(`this file is there already and stays as it is; add to it: ${lacks.join(' and ')}`, at(file.path))];
}

function kept(message: string, at: Diagnostic['at']): Diagnostic {
  return { severity: 'warning', code: 'kept-file', message, at };
}

function refused(message: string, at: Diagnostic['at']): Diagnostic {
  return { severity: 'error', code: 'refused-output', message, at };
}

/** A document of the user as speccast.yaml names it: from the folder `specs`, with forward slashes. */
export function fromSpecs(folder: string, spec: string): string {
  return relative(resolve(folder, 'specs'), spec).replaceAll('\\', '/');
}
