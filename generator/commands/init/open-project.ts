import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIG_FILES, readConfig, type ServiceConfig } from '../../config/read-config.js';
import { Diagnostics, errorAt, locateStart, type Code, type Diagnostic, type Failure } from '../../diagnostics.js';
import { isSystemError } from '../../output/disk.js';
import { SourceText } from '../../spec/read/source-text.js';
import { findPackageManager, type PackageManager } from '../package-manager.js';
import { findWorkspaceRoot, type WorkspaceRoot } from './find-workspaces.js';
import { readPackageJson, type PackageJson } from './package-json.js';

/** A folder that a project can be made in. */
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
}

/** A speccast.yaml without mistakes. */
export interface OpenedConfig {
  /** From the folder of the project. */
  readonly path: string;
  readonly text: string;
  readonly services: readonly ServiceConfig[];
}

/** Options of opening a folder. */
export interface OpenOptions {
  /** Gives a file of the project the name that diagnostics show. */
  readonly nameOf: (path: string) => string;
  /** The package manager that runs this process, as `npm_config_user_agent` says. */
  readonly userAgent?: string | undefined;
}

/** Looks at the folder of a project to be. */
export function openProject(folder: string, { nameOf, userAgent }: OpenOptions): OpenedProject | Failure {
  const problem = describeWrongFolder(folder);
  if (problem !== undefined) return fail('refused-output', problem, nameOf('.'));
  const config = openConfig(folder, nameOf);
  if (config !== undefined && 'diagnostics' in config) return config;
  const manager = findPackageManager(folder, userAgent);
  const workspaces = findWorkspaceRoot(folder, manager);
  const opened = { folder, manager, workspaces, ...(config !== undefined && { config }) };
  const text = readProjectFile(folder, 'package.json');
  if (text === undefined) return opened;
  const json = readPackageJson(text);
  if ('message' in json) {
    const at = new SourceText(nameOf('package.json'), '', text).position(json.offset);
    return { diagnostics: [errorAt('invalid-package-json', json.message, at)] };
  }
  const { name } = json.value;
  return { ...opened, packageJson: json, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
}

function fail(code: Code, message: string, file: string): { readonly diagnostics: readonly Diagnostic[] } {
  return { diagnostics: [errorAt(code, message, locateStart(file))] };
}

function openConfig(folder: string, nameOf: (path: string) => string): OpenedConfig | Failure | undefined {
  const path = CONFIG_FILES.find((file) => existsSync(join(folder, file)));
  if (path === undefined) return undefined;
  const text = readProjectFile(folder, path) ?? '';
  const problem = whyNotWritable(join(folder, path));
  if (problem !== undefined) return fail('refused-output', problem, nameOf(path));
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file: nameOf(path), folder: dirname(join(folder, path)), text }, diagnostics);
  return config === undefined ? { diagnostics: diagnostics.list } : { path, text, services: config.services };
}

function describeWrongFolder(folder: string): string | undefined {
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

/** Returns whether a path exists; a path below a file does not. */
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
