import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Position } from '../../diagnostics.js';
import { SourceText } from '../../spec/read/source-text.js';
import { readPackageJson } from './edit-package-json.js';
import type { PackageJson } from './edit-package-json.js';
import { CONFIG_FILES } from '../../config/find-config.js';
import { findObstacle, readProjectFile } from './write-project.js';

/** A folder that a project can be made in. */
export interface OpenedProject {
  /** Absolute. */
  readonly folder: string;
  readonly packageJson?: PackageJson;
  /** `name` of its package.json. */
  readonly name?: string;
}

/** Why there can be no project. */
export interface RefusedProject {
  readonly refusal: Diagnostic;
}

/** Looks at the folder of a project to be; `named` gives a file of it the name that diagnostics show. */
export function openProject(folder: string, named: (path: string) => string): OpenedProject | RefusedProject {
  const config = CONFIG_FILES.find((path) => stands(folder, path));
  if (config !== undefined) return refuse('existing-project', ALREADY, startOf(named(config)));
  const obstacle = obstacleOf(folder);
  if (obstacle !== undefined) return refuse('refused-output', obstacle, startOf(named('.')));
  const text = readProjectFile(folder, 'package.json');
  if (text === undefined) return { folder };
  const json = readPackageJson(text);
  if ('message' in json) {
    const at = new SourceText(named('package.json'), '', text).position(json.offset);
    return refuse('invalid-package-json', json.message, at);
  }
  const { name } = json.value;
  return { folder, packageJson: json, ...(typeof name === 'string' && name !== '' ? { name } : {}) };
}

const ALREADY = 'this project has a configuration already, and nothing was changed; add a service to it instead';

function obstacleOf(folder: string): string | undefined {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return `${folder} is a file, where a folder is needed`;
  const found = findObstacle(join(folder, 'package.json'));
  if (found !== undefined || !stands(folder, 'package.json')) return found;
  return statSync(join(folder, 'package.json')).isFile() ? undefined : `${join(folder, 'package.json')} is no file`;
}

/** Whether something can be read at a path of a folder. */
function stands(folder: string, path: string): boolean {
  return existsSync(join(folder, path));
}

function startOf(file: string): Position {
  return { file, line: 1, column: 1 };
}

function refuse(code: Diagnostic['code'], message: string, at: Position): RefusedProject {
  return { refusal: { severity: 'error', code, message, at } };
}
