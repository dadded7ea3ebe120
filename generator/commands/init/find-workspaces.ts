import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { foldersAbove, readIfAllowed, toPosixPath } from '../../output/disk.js';
import { isJsonObject, type Json } from '../../json.js';
import { loadYaml } from '../../spec/read/libraries.js';
import type { PackageManager } from '../package-manager.js';
import { readPackageJson, listWorkspaceGlobs } from './package-json.js';

/** The project whose workspaces a project is one of, or that project itself. */
export interface WorkspaceRoot {
  /** Absolute. */
  readonly folder: string;
  /** Whether it is a folder above that of the project. */
  readonly isAbove: boolean;
  /** Globs of its workspaces: `packages/*`. */
  readonly globs: readonly string[];
}

/** Finds where the packages of a project have to be listed, so that an install links them: no workspace has its own. */
export function findWorkspaceRoot(folder: string, manager: PackageManager): WorkspaceRoot {
  for (const above of foldersAbove(folder)) {
    const globs = readGlobs(above, manager);
    if (matches(globs, toPosixPath(relative(above, folder)))) return { folder: above, isAbove: true, globs };
  }
  return { folder, isAbove: false, globs: readGlobs(folder, manager) };
}

/** The packages of a workspace root, itself included: folder from the root, and name. */
export function workspacePackages({ folder, globs }: WorkspaceRoot): readonly WorkspacePackage[] {
  const folders = new Set(['', ...globs.flatMap((glob) => expand(folder, bare(glob).split('/')))]);
  return [...folders].flatMap((path) => {
    const name = nameIn(readIfAllowed(join(folder, path, 'package.json')));
    return name === undefined ? [] : [{ path, name }];
  });
}

/** One package of a workspace root. */
interface WorkspacePackage {
  /** Folder from the root; empty for the root itself. */
  readonly path: string;
  readonly name: string;
}

function nameIn(text: string | undefined): string | undefined {
  const json = text === undefined ? undefined : readPackageJson(text);
  const name = json === undefined || 'message' in json ? undefined : json.value['name'];
  return typeof name === 'string' ? name : undefined;
}

/** Returns whether one of the globs matches a folder: `packages/*` matches `packages/pets`. */
export function matches(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => toPattern(glob).test(path));
}

function readGlobs(folder: string, { workspaceFile }: PackageManager): readonly string[] {
  if (workspaceFile !== 'package.json')
    return onlyStrings(pnpmPackages(readIfAllowed(join(folder, workspaceFile)) ?? ''));
  const json = readPackageJson(readIfAllowed(join(folder, 'package.json')) ?? '{}');
  return 'message' in json ? [] : onlyStrings(listWorkspaceGlobs(json));
}

function pnpmPackages(text: string): readonly Json[] {
  const document = loadYaml().parseDocument(text);
  const value: Json = document.errors.length > 0 ? null : document.toJS();
  const packages = isJsonObject(value) ? value['packages'] : undefined;
  return Array.isArray(packages) ? packages : [];
}

function onlyStrings(values: readonly Json[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

function bare(glob: string): string {
  return glob.replace(/^\.\//, '').replace(/\/+$/, '');
}

function toPattern(glob: string): RegExp {
  const escaped = bare(glob).replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`);
}

/** The folders below one that a glob matches, in the order of the file system. */
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
