import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  applyEdits,
  modify,
  parseTree,
  printParseErrorCode,
  type FormattingOptions,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser';
import { CONFIG_FILES } from '../../config/read-config.js';
import { errorAt, startOf, type Code, type Failure, type Position } from '../../diagnostics.js';
import { foldersAbove, isSystemError } from '../../output/disk.js';
import { SourceText } from '../../spec/read/source-text.js';
import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { readIfAllowed } from '../sources/spec-reader.js';

/** A folder that a project can be made in. */
export interface OpenedProject {
  /** Absolute. */
  readonly folder: string;
  readonly packageJson?: PackageJson;
  /** `name` of its package.json. */
  readonly name?: string;
}

/** Looks at the folder of a project to be; `nameOf` gives a file of it the name that diagnostics show. */
export function openProject(folder: string, nameOf: (path: string) => string): OpenedProject | Failure {
  const fail = (code: Code, message: string, at: Position): Failure => ({ diagnostics: [errorAt(code, message, at)] });
  const config = CONFIG_FILES.find((path) => existsSync(join(folder, path)));
  if (config !== undefined) return fail('existing-project', ALREADY, startOf(nameOf(config)));
  const problem = problemOf(folder);
  if (problem !== undefined) return fail('refused-output', problem, startOf(nameOf('.')));
  const text = readProjectFile(folder, 'package.json');
  if (text === undefined) return { folder };
  const json = readPackageJson(text);
  if ('message' in json) {
    const at = new SourceText(nameOf('package.json'), '', text).position(json.offset);
    return fail('invalid-package-json', json.message, at);
  }
  const { name } = json.value;
  return { folder, packageJson: json, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
}

const ALREADY = 'this project has a configuration already, and nothing was changed; add a service to it instead';

function problemOf(folder: string): string | undefined {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return `${folder} is a file, where a folder is needed`;
  const path = join(folder, 'package.json');
  const problem = whyNotWritable(path);
  if (problem !== undefined || !existsSync(path)) return problem;
  return statSync(path).isFile() ? undefined : `${path} is no file`;
}

/** Why a path cannot be written, or `undefined` where it can: found out before anything is written. */
export function whyNotWritable(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (!isThere(at) && at !== dirname(at)) continue;
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return `${at} is a link that leads nowhere`;
    if (at !== path && !stats.isDirectory()) return `${at} is a file, where a folder is needed`;
    return mayWrite(at) ? undefined : `${at} may not be written to`;
  }
}

/** Whether there is something at a path; below a file there is nothing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

/** Text of a file of the project, empty where it is none, or `undefined` where there is nothing. */
export function readProjectFile(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (!isThere(full)) return undefined;
  return statSync(full, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(full, 'utf8') : '';
}

/** Whether a folder is a workspace of a project above it: npm knows no workspaces of workspaces. */
export function isWorkspace(folder: string): boolean {
  return foldersAbove(folder).some((above) => {
    const path = relative(above, folder).replaceAll('\\', '/');
    return globsOf(above).some((glob) => toPattern(glob).test(path));
  });
}

function globsOf(folder: string): readonly string[] {
  const json = readPackageJson(readIfAllowed(join(folder, 'package.json')) ?? '{}');
  return 'message' in json ? [] : workspacesOf(json).filter((glob) => typeof glob === 'string');
}

function toPattern(glob: string): RegExp {
  const bare = glob.replace(/^\.\//, '').replace(/\/+$/, '');
  const escaped = bare.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`);
}

/** What a package.json has to hold. */
export interface PackageJsonWants {
  readonly scripts: Readonly<Record<string, string>>;
  /** Glob of generated packages, where they can be workspaces. */
  readonly workspace?: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** A package.json as it is. */
export interface PackageJson {
  readonly text: string;
  readonly value: JsonObject;
}

/** Why a package.json cannot be used, and where, as an offset of its text. */
interface Unusable {
  readonly message: string;
  readonly offset: number;
}

/** Reads a package.json as strictly as npm does. */
export function readPackageJson(text: string): PackageJson | Unusable {
  const errors: ParseError[] = [];
  const bare = withoutMark(text);
  parseTree(bare, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined)
    return { message: `this is no JSON: ${printParseErrorCode(error.error)}`, offset: error.offset };
  const value: Json = JSON.parse(bare);
  if (!isJsonObject(value)) return { message: 'an object is expected', offset: 0 };
  for (const key of ['scripts', 'devDependencies']) {
    const held = value[key];
    if (held !== undefined && !isJsonObject(held))
      return { message: `\`${key}\` must be an object`, offset: bare.indexOf(`"${key}"`) };
  }
  return { text, value };
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** A script of a project as it is. */
export function scriptOf({ value }: PackageJson, name: string): Json | undefined {
  const { scripts } = value;
  return isJsonObject(scripts) && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
}

/** What `npm init` writes where there are no tests: it does not count. */
const NO_TESTS = /^echo "Error: no test specified"/;

/** Whether a project has a script of this name, other than the one that says that there is none. */
export function hasScript(json: PackageJson, name: string): boolean {
  const script = scriptOf(json, name);
  return script !== undefined && !(typeof script === 'string' && NO_TESTS.test(script));
}

/** The globs of the workspaces that a project has. */
export function workspacesOf({ value }: PackageJson): readonly Json[] {
  const { workspaces } = value;
  const globs = isJsonObject(workspaces) ? workspaces['packages'] : workspaces;
  return Array.isArray(globs) ? globs : [];
}

/** A package.json with everything that it lacks, and formatted as it was; what it has stays as it is. */
export function editPackageJson(json: PackageJson, wants: PackageJsonWants): string {
  const missing: [JSONPath, Json][] = Object.entries(wants.scripts)
    .filter(([name]) => !hasScript(json, name))
    .map(([name, script]) => [['scripts', name], script]);
  if (wants.workspace !== undefined && !workspacesOf(json).includes(wants.workspace))
    missing.push([workspacePath(json), wants.workspace]);
  for (const [name, range] of Object.entries(wants.devDependencies))
    if (!dependsOn(json, name)) missing.push([['devDependencies', name], range]);
  const bare = withoutMark(json.text);
  const formattingOptions = formatOf(bare);
  const text = missing.reduce(
    (edited, [path, value]) => applyEdits(edited, modify(edited, path, value, { formattingOptions })),
    bare,
  );
  return `${json.text === bare ? '' : '\uFEFF'}${text}`;
}

/** The path behind the last workspace. */
function workspacePath(json: PackageJson): JSONPath {
  const list = isJsonObject(json.value['workspaces']) ? ['workspaces', 'packages'] : ['workspaces'];
  return [...list, workspacesOf(json).length];
}

function dependsOn({ value }: PackageJson, name: string): boolean {
  const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return kinds.some((kind) => {
    const held = value[kind];
    return isJsonObject(held) && Object.hasOwn(held, name);
  });
}

/** Indentation and line ends of a text. */
function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
