import { accessSync, constants, existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CONFIG_FILES, readConfig, type ServiceConfig } from '../../config/read-config.js';
import { Diagnostics, errorAt, locateStart, type Code, type Failure } from '../../diagnostics.js';
import { foldersAbove, isSystemError, readIfAllowed, toPosixPath } from '../../output/disk.js';
import { isJsonObject, toArray, type Json } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';
import { SourceText } from '../../spec/read/source-text.js';
import { findPackageManager, type PackageManager } from '../package-manager.js';
import { listWorkspaceGlobs, readPackageJson, type PackageJson } from './package-json.js';

/** The folder of a project, which need not exist yet. */
export interface OpenedProject {
  /** Absolute. */
  readonly folder: string;
  readonly packageJson?: PackageJson;
  /** `name` of its package.json. */
  readonly name?: string;
  readonly manager: PackageManager;
  readonly workspaces: WorkspaceRoot;
  /** Its speccast.yaml, where it has one. */
  readonly config?: OpenedConfig;
  /** Names a file of the project in diagnostics: from the current folder. */
  readonly nameFile: (path: string) => string;
}

/** A speccast.yaml without mistakes. */
export interface OpenedConfig {
  /** From the folder of the project. */
  readonly path: string;
  readonly text: string;
  readonly services: readonly ServiceConfig[];
}

/** Opens the folder of a project, which need not exist yet. `nameFile` names its files in diagnostics. */
export function openProject(folder: string, nameFile: OpenedProject['nameFile']): OpenedProject | Failure {
  const isFolder = !existsSync(folder) || statSync(folder).isDirectory();
  const path = join(folder, 'package.json');
  const problem = isFolder ? whyNotWritable(path) : `${folder} is a file, but a folder is needed`;
  if (problem !== undefined) return fail('unwritable-output', problem, nameFile('.'));
  if (existsSync(path) && !statSync(path).isFile())
    return fail('unwritable-output', `${path} is not a file`, nameFile('.'));
  const config = openConfig(folder, nameFile);
  if (config && 'diagnostics' in config) return config;
  const manager = findPackageManager(folder, process.env['npm_config_user_agent']);
  const workspaces = findWorkspaceRoot(folder, manager);
  const opened = { folder, manager, workspaces, nameFile, ...(config && { config }) };
  const text = readProjectFile(folder, 'package.json');
  if (text === undefined) return opened;
  const json = readPackageJson(text);
  if ('message' in json) {
    const at = new SourceText(nameFile('package.json'), '', text).position(json.offset);
    return { diagnostics: [errorAt('invalid-package-json', json.message, at)] };
  }
  const { name } = json.value;
  return { ...opened, packageJson: json, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
}

function fail(code: Code, message: string, file: string): Failure {
  return { diagnostics: [errorAt(code, message, locateStart(file))] };
}

function openConfig(folder: string, nameFile: (path: string) => string): OpenedConfig | Failure | undefined {
  const path = CONFIG_FILES.find((file) => existsSync(join(folder, file)));
  if (path === undefined) return undefined;
  const text = readProjectFile(folder, path) ?? '';
  const problem = whyNotWritable(join(folder, path));
  if (problem !== undefined) return fail('unwritable-output', problem, nameFile(path));
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file: nameFile(path), folder: dirname(join(folder, path)), text }, diagnostics);
  return config === undefined ? { diagnostics: diagnostics.list } : { path, text, services: config.services };
}

/** Returns the reason why a path cannot be written, or `undefined` if it can. Writes nothing. */
export function whyNotWritable(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (!isThere(at) && at !== dirname(at)) continue;
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats === undefined) return `${at} is a link to something that does not exist`;
    if (at !== path && !stats.isDirectory()) return `${at} is a file, but a folder is needed`;
    return succeeds(() => accessSync(at, constants.W_OK)) ? undefined : `${at} is not writable`;
  }
}

/** Returns whether a path exists; a path below a file does not. */
function isThere(path: string): boolean {
  return succeeds(() => lstatSync(path));
}

/** Returns whether a call of the file system succeeds. */
function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

/** Reads a file of the project; returns an empty text for a folder, and `undefined` if the path does not exist. */
export function readProjectFile(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (!isThere(full)) return undefined;
  return statSync(full, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(full, 'utf8') : '';
}

/** The root of the workspaces that a project belongs to, or the project itself. */
export interface WorkspaceRoot {
  /** Absolute. */
  readonly folder: string;
  /** True for a folder above that of the project. */
  readonly isAbove: boolean;
  /** Globs of its workspaces: `packages/*`. */
  readonly globs: readonly string[];
}

/** Finds the root of the workspaces that a project belongs to: only there the generated packages can be listed, so that an install links them. */
function findWorkspaceRoot(folder: string, manager: PackageManager): WorkspaceRoot {
  for (const above of foldersAbove(folder)) {
    const globs = readGlobs(above, manager);
    if (matches(globs, toPosixPath(relative(above, folder)))) return { folder: above, isAbove: true, globs };
  }
  return { folder, isAbove: false, globs: readGlobs(folder, manager) };
}

/** Lists the packages of a workspace root by name and folder from the root; the folder of the root itself is empty. */
export function workspacePackages({
  folder,
  globs,
}: WorkspaceRoot): readonly { readonly path: string; readonly name: string }[] {
  const folders = new Set(['', ...globs.flatMap((glob) => expand(folder, bare(glob).split('/')))]);
  return [...folders].flatMap((path) => {
    const json = readPackageJson(readIfAllowed(join(folder, path, 'package.json')) ?? '');
    const name = 'message' in json ? undefined : json.value['name'];
    return typeof name === 'string' ? [{ path, name }] : [];
  });
}

/** Returns whether one of the globs matches a folder: `packages/*` matches `packages/pets`. */
export function matches(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => toPattern(glob).test(path));
}

function readGlobs(folder: string, { workspaceFile }: PackageManager): readonly string[] {
  let globs: readonly Json[] = [];
  if (workspaceFile === 'package.json') {
    const json = readPackageJson(readIfAllowed(join(folder, 'package.json')) ?? '{}');
    if (!('message' in json)) globs = listWorkspaceGlobs(json);
  } else {
    const document = loadYaml().parseDocument(readIfAllowed(join(folder, workspaceFile)) ?? '');
    const value: Json = document.errors.length > 0 ? null : document.toJS();
    globs = toArray(isJsonObject(value) ? value['packages'] : undefined);
  }
  return globs.filter((value) => typeof value === 'string');
}

function bare(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/+$/, '');
}

function toPattern(glob: string): RegExp {
  const escaped = bare(glob).replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`);
}

/** Lists the folders below one that a glob matches, in the order of the file system. */
function expand(folder: string, [segment, ...rest]: readonly string[], path = ''): readonly string[] {
  if (segment === undefined) return [path];
  const below = (name: string): string => (path === '' ? name : `${path}/${name}`);
  if (!segment.includes('*')) return expand(folder, rest, below(segment));
  const pattern = toPattern(segment);
  const names = foldersIn(join(folder, path)).filter((name) => pattern.test(name));
  const next = segment === '**' ? [segment, ...rest] : rest;
  const found = names.flatMap((name) => expand(folder, next, below(name)));
  return segment === '**' ? [...expand(folder, rest, path), ...found] : found;
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((one) => one.isDirectory() && !/^\.|^node_modules$/.test(one.name)).map(({ name }) => name);
  } catch {
    return [];
  }
}
