import { dirname, join, relative } from 'node:path';
import { readIfAllowed } from '../sources/spec-reader.js';
import { readPackageJson, workspacesOf } from './edit-package-json.js';

/** Whether a folder is a workspace of a project above it: npm knows no workspaces of workspaces. */
export function isWorkspace(folder: string): boolean {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const path = relative(above, folder).replaceAll('\\', '/');
    if (globsOf(above).some((glob) => toPattern(glob).test(path))) return true;
    if (above === dirname(above)) return false;
  }
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
