import { dirname, join, relative } from 'node:path';
import { describeAccess, readProjectPackage } from '../../config/project-package.js';
import { projectRoot } from '../../config/read-config.js';
import { errorAt, locateStart, type Diagnostic } from '../../diagnostics.js';
import { describeContradiction, overrideSettings } from '../../emit/ownership.js';
import { foldersAbove, isInside, isSystemError, readText, toPosixPath } from '../../output/disk.js';
import type { FoundFile, Target } from './targets.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** A target with the settings of its project. */
interface OwnedTarget {
  readonly target: Target;
  /** Errors of the configuration, and warnings of the package.json. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds the settings of the project's package.json to a target: the one beside the configuration, or with `--spec` the nearest one in
 * or above the current folder. The package.json of the generated package is ignored.
 */
export function findOwner(target: Target, cwd: string): OwnedTarget {
  const all = target.config === undefined ? [cwd, ...foldersAbove(cwd)] : [projectRoot(dirname(target.config))];
  const folders = all.filter((folder) => !isInside(folder, target.out));
  const owner: FoundFile[] = [];
  for (const folder of folders) {
    const path = join(folder, 'package.json');
    const text = readIfThere(path);
    owner.push({ path, exists: text !== undefined });
    if (text !== undefined)
      return ownedBy({ ...target, owner }, folder, { file: toPosixPath(relative(cwd, path)), text });
  }
  return { target: { ...target, owner }, diagnostics: describeOwn(target) };
}

/** Reads a file; returns `undefined` if it is missing or may not be read. */
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
  // `directory` is the path of the package in the repository, not that of the project.
  const { directory: start, ...rest } = read.settings;
  const below = toPosixPath(relative(folder, target.out));
  const directory = start === undefined ? below : `${start.replace(/\/+$/, '')}/${below}`;
  const inherited = isInside(target.out, folder) ? { ...rest, directory } : read.settings;
  const settings = overrideSettings(inherited, target.settings);
  const wrong = describeContradiction(settings);
  if (wrong === undefined) return { target: { ...target, settings }, diagnostics: read.diagnostics };
  if (target.settings.access !== undefined) return { target, diagnostics: describeOwn({ ...target, settings }) };
  // `access` of the project is meant for its own package, and may contradict the licence of this one.
  const { access: _, ...others } = settings;
  return {
    target: { ...target, settings: others },
    diagnostics: [...read.diagnostics, ...describeAccess(text, wrong)],
  };
}

/** Reports an `access` of the configuration that contradicts its licence. */
function describeOwn({ settings, optionsAt, file }: Target): readonly Diagnostic[] {
  const wrong = describeContradiction(settings);
  return wrong === undefined ? [] : [errorAt('invalid-config', wrong, optionsAt?.['access'] ?? locateStart(file))];
}
