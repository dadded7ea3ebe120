import { dirname, join, relative } from 'node:path';
import { describeAccess, readProjectPackage } from '../../config/project-package.js';
import { projectRoot } from '../../config/read-config.js';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import type { PackageSettings } from '../../emit/emit-context.js';
import { describeContradiction, overrideSettings } from '../../emit/ownership.js';
import { foldersAbove, isInside, isSystemError, readText, toPosixPath } from '../../output/disk.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { type Target } from './targets.js';

/** A target that says whose it is, and what is wrong with that. */
interface OwnedTarget {
  readonly target: Target;
  /** Errors of the configuration, and warnings of the package.json. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Completes the settings of a target by the package.json of its project: that beside the configuration, or, of a spec that no
 * configuration knows, the nearest one at or above the current folder. That of a package itself says nothing of it.
 */
export function findOwner(target: Target, cwd: string): OwnedTarget {
  const all = target.config === undefined ? [cwd, ...foldersAbove(cwd)] : [projectRoot(dirname(target.config))];
  const folders = all.filter((folder) => !isInside(folder, target.out));
  const owner: { readonly path: string; readonly exists: boolean }[] = [];
  for (const folder of folders) {
    const path = join(folder, 'package.json');
    const text = readIfThere(path);
    owner.push({ path, exists: text !== undefined });
    if (text !== undefined)
      return ownedBy({ ...target, owner }, folder, { file: toPosixPath(relative(cwd, path)), text });
  }
  return { target: { ...target, owner }, diagnostics: describeOwn(target) };
}

/** A file that may not be read says nothing. */
function readIfThere(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function ownedBy(target: Target, folder: string, text: SpecText): OwnedTarget {
  const read = readProjectPackage(text);
  const settings = overrideSettings(placeIn(read.settings, folder, target.out), target.settings);
  const wrong = describeContradiction(settings);
  if (wrong === undefined) return { target: { ...target, settings }, diagnostics: read.diagnostics };
  if (target.settings.access !== undefined) return { target, diagnostics: describeOwn({ ...target, settings }) };
  // Of the project alone: the package is not what it publishes.
  const { access: _, ...rest } = settings;
  return { target: { ...target, settings: rest }, diagnostics: [...read.diagnostics, ...describeAccess(text, wrong)] };
}

/** The settings of a project for a package of it: a folder is that of the package in the repository. */
function placeIn({ directory, ...settings }: PackageSettings, folder: string, out: string): PackageSettings {
  if (!isInside(out, folder)) return settings;
  const below = toPosixPath(relative(folder, out));
  return { ...settings, directory: directory === undefined ? below : `${directory.replace(/\/+$/, '')}/${below}` };
}

/** Reports an `access` of the configuration that contradicts its licence. */
function describeOwn({ settings, optionsAt, file }: Target): readonly Diagnostic[] {
  const wrong = describeContradiction(settings);
  return wrong === undefined ? [] : [errorAt('invalid-config', wrong, optionsAt?.['access'] ?? locateStart(file))];
}
