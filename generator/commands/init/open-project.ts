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

