import { join, relative } from 'node:path';
import { Diagnostics, errorAt, type Failure } from '../../diagnostics.js';
import { exists, readText, toPosixPath } from '../../output/disk.js';
import { startPrinter, type Printer } from '../../output/print/printer.js';
import { isJsonObject, type Json } from '../../json.js';
import { findOwner } from '../sources/find-owner.js';
import type { Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';
import type { ReleaseOptions } from './make-release.js';
import { describeTarget, makeTarget, type MakeOptions } from './make-target.js';
import type { Outcome } from './outcome.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** Options of `makeTargets`. With `releasing`, packages are released; in the mode `check`, due releases are only reported. */
type MakeTargetsOptions = MakeOptions & { readonly releasing?: ReleaseOptions };

/** Generates packages one after the other. They share a printer, which starts with the first package that is not up to date. */
export async function makeTargets(
  input: CommandInput,
  targets: readonly Target[],
  options: Omit<MakeTargetsOptions, 'openPrinter'>,
): Promise<readonly Outcome[]> {
  let printer: Printer | undefined;
  const openPrinter = options.session?.openPrinter ?? ((): Printer => (printer ??= startPrinter()));
  const outcomes: Outcome[] = [];
  try {
    for (const target of targets) outcomes.push(await makeOwned(input, target, { ...options, openPrinter }));
  } finally {
    printer?.close();
  }
  return outcomes;
}

/** Generates one package with the settings of its project's package.json. */
async function makeOwned(input: CommandInput, unowned: Target, options: MakeTargetsOptions): Promise<Outcome> {
  // Plain source has no package.json, and no version.
  if (unowned.output === 'source') return makeTarget(input, unowned, options);
  const { target, diagnostics } = findOwner(unowned, input.cwd);
  options.session?.noteFiles(
    target.owner?.filter((one, index) => index === 0 || one.exists).map(({ path }) => path) ?? [],
  );
  if (diagnostics.some(({ severity }) => severity === 'error'))
    return describeTarget(input, target, { state: 'refused', diagnostics });
  const outcome = await makeVersioned(input, target, options);
  return diagnostics.length === 0 ? outcome : { ...outcome, diagnostics: [...diagnostics, ...outcome.diagnostics] };
}

/** Generates one package in the configured version or that of the last release, or releases it. */
async function makeVersioned(
  input: CommandInput,
  unversioned: Target,
  { releasing, ...options }: MakeTargetsOptions,
): Promise<Outcome> {
  const path = join(unversioned.out, 'released.json');
  const file = toPosixPath(relative(input.cwd, path));
  const text = options.mode === 'print' ? undefined : readText(path);
  const isReleased = text !== undefined;
  const target = { ...unversioned, isReleased, released: { path, exists: isReleased } };
  const released = text === undefined ? undefined : { file, text };
  const found = released === undefined ? {} : await readVersion(released, target);
  if ('diagnostics' in found) return describeTarget(input, target, { state: 'refused', ...found });
  // A package without a folder was never generated, so it has no release that could be lost.
  const mayBeLost = released === undefined && options.mode !== 'print' && exists(target.out);
  const { findLostRelease, describeLoss } = mayBeLost ? await import('./next-release.js') : {};
  const lost = findLostRelease?.(input, target);
  if (releasing !== undefined) {
    const { makeRelease } = await import('./make-release.js');
    return makeRelease(input, withVersion(target, found.version), { ...options, ...releasing, lost, released });
  }
  const changelog = join(target.out, 'CHANGELOG.md');
  const read = mayBeLost ? [{ path: changelog, exists: exists(changelog) }] : [];
  const looked = { ...target, owner: [...(target.owner ?? []), ...read] };
  const outcome = await makeTarget(input, withVersion(looked, found.version ?? lost?.version), options);
  if (lost === undefined || describeLoss === undefined) return outcome;
  return { ...outcome, diagnostics: [describeLoss(lost, 'warning'), ...outcome.diagnostics] };
}

/** Sets the version of a package, unless one is configured. */
function withVersion(target: Target, version: string | undefined): Target {
  if (version === undefined || target.settings.version !== undefined) return target;
  return { ...target, settings: { ...target.settings, version } };
}

/** Reads the version of the last release; fails if a lower one is configured. */
async function readVersion(released: SpecText, target: Target): Promise<{ readonly version?: string } | Failure> {
  const version = await readReleasedVersion(released);
  if (typeof version !== 'string') return version;
  const { settings } = target;
  const at = target.optionsAt?.['version'];
  if (settings.version === undefined || settings.version === version || at === undefined) return { version };
  const { isLower } = await import('../../compare/release/plan-release.js');
  if (!isLower(settings.version, version)) return { version };
  const message = `${settings.version} comes before ${version}, which was released (${released.file})`;
  return { diagnostics: [errorAt('invalid-config', message, at)] };
}

/** Reads the version of `released.json`. Only if that fails, this loads `readReleased`, which is slower and locates the mistake. */
async function readReleasedVersion({ file, text }: SpecText): Promise<string | Failure> {
  const { isVersion } = await import('../../compare/changes/change.js');
  try {
    const { version, document }: { version?: Json; document?: Json } = JSON.parse(text) ?? {};
    if (isVersion(version) && (typeof document === 'string' || isJsonObject(document))) return version;
  } catch {
    // Not JSON: `readReleased` reports the position.
  }
  const { readReleased } = await import('../../compare/release/read-released.js');
  const diagnostics = new Diagnostics();
  const released = readReleased({ file, text }, diagnostics);
  return released?.version ?? { diagnostics: diagnostics.list };
}
