import { join, relative, resolve } from 'node:path';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { isInside, toPosixPath } from '../../output/disk.js';
import { workspacePackages } from './find-workspaces.js';
import type { Asked } from './asked.js';
import type { OpenedProject } from './open-project.js';
import { dependsOn } from './package-json.js';

/** Says which name or folder is taken, and by what; `undefined` where all of them are free. */
export function findTaken(
  project: OpenedProject,
  asked: Asked,
  nameOf: (path: string) => string,
): Diagnostic | undefined {
  const { service, packageName, out, output } = asked;
  const taken = (message: string, path: string): Diagnostic =>
    errorAt('taken-name', message, locateStart(nameOf(path)));
  const { config, packageJson, folder } = project;
  const folderOfAsked = resolve(folder, out);
  for (const other of config?.services ?? []) {
    const path = config?.path ?? '';
    if (other.name === service) return taken(`there is a service ${JSON.stringify(service)} already`, path);
    if (output === 'package' && other.packageName === packageName)
      return taken(`${packageName} is the package of the service ${JSON.stringify(other.name)}`, path);
    if (isInside(folderOfAsked, other.out) || isInside(other.out, folderOfAsked))
      return taken(`the folder ${out} overlaps with that of the service ${JSON.stringify(other.name)}`, path);
  }
  if (output === 'source') return undefined;
  if (packageJson !== undefined && dependsOn(packageJson, packageName))
    return taken(`this project depends on a package that is called ${packageName}`, 'package.json');
  return takenByWorkspace(project, asked, taken);
}

function takenByWorkspace(
  { folder, workspaces }: OpenedProject,
  { packageName, out }: Asked,
  taken: (message: string, path: string) => Diagnostic,
): Diagnostic | undefined {
  const own = toPosixPath(relative(workspaces.folder, resolve(folder, out)));
  const found = workspacePackages(workspaces).find(({ path, name }) => name === packageName && path !== own);
  if (found === undefined) return undefined;
  const path = relative(folder, join(workspaces.folder, found.path, 'package.json'));
  return taken(`a workspace is called ${packageName} already`, path);
}
