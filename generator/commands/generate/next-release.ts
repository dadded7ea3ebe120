import { join, relative } from 'node:path';
import type { ApiSources } from '../../api/read-api.js';
import type { Failure } from '../../diagnostics.js';
import { pickOptions } from '../../options.js';
import { FIRST_VERSION } from '../../emit/emit-context.js';
import { readText, toPosixPath } from '../../output/disk.js';
import { type Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';
import { readCustomExports, openReader, readCustom } from '../sources/read-sources.js';
import { findLostRelease } from './lost-release.js';

/** The release of a package that sources call for. */
export interface NextRelease {
  /** npm name of the package. */
  readonly package: string;
  /** Version that was released last; null where none was. */
  readonly from: string | null;
  /** The same where nothing changed since. */
  readonly to: string;
  /** What differs between the versions; null where nothing does. */
  readonly bump: string | null;
}

/**
 * Plans the version that `generate --release` would name if these were the sources of a package: counted from its last release,
 * not from the other side of a comparison. `undefined` where the last release is not known.
 */
export async function planNextRelease(
  input: CommandInput,
  target: Target,
  sources: ApiSources,
): Promise<NextRelease | Failure | undefined> {
  const { out, settings, packageName = target.label } = target;
  const path = join(out, 'released.json');
  const text = readText(path);
  const own = { package: packageName };
  if (text === undefined) {
    if (findLostRelease(input, target) !== undefined) return undefined;
    return { ...own, from: null, to: settings.version ?? FIRST_VERSION, bump: null };
  }
  const { findChangesSince } = await import('../../compare/release/find-changes.js');
  const { planRelease } = await import('../../compare/release/plan-release.js');
  const file = toPosixPath(relative(input.cwd, path));
  const customExports = await readCustomExports(readCustom(target, openReader(target)));
  const made = { ...pickOptions(target), packageName, customExports };
  const found = findChangesSince({ file, text }, { ...sources, ...made });
  if ('diagnostics' in found) return found;
  const { version: released, changes } = found;
  const plan = planRelease({ released, configured: settings.version, changes });
  return { ...own, from: released, to: plan?.to ?? released, bump: plan?.bump ?? null };
}
