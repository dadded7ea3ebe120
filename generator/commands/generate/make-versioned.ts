import { join, relative } from 'node:path';
import { Diagnostics } from '../../diagnostics.js';
import type { Diagnostic } from '../../diagnostics.js';
import { exists, readText } from '../../output/disk.js';
import type { Bump } from '../../release/plan-release.js';
import type { CommandInput } from '../terminal/console.js';
import type { LostRelease } from './lost-release.js';
import { describeTarget, makeTarget } from './make-target.js';
import type { MakeOptions } from './make-target.js';
import type { Outcome } from './outcome.js';
import { display } from '../sources/targets.js';
import type { Target } from '../sources/targets.js';

/** What is asked of a release. */
export interface ReleaseOptions {
  /** What is raised even where the changes do not call for it. */
  readonly least?: Bump | undefined;
}

/** Options of making one package, in the version that it has or in the next one. */
export interface VersionedOptions extends MakeOptions {
  /** Asks for a release, or with `check` whether one is due. */
  readonly asked?: ReleaseOptions;
}

/** Name of the file that keeps what was released last. */
const RELEASED = 'released.json';

/** Makes one package in the version that is configured or was released last; as a release where that is asked for. */
export async function makeVersioned(
  input: CommandInput,
  unversioned: Target,
  { asked, ...options }: VersionedOptions,
): Promise<Outcome> {
  const path = join(unversioned.out, RELEASED);
  const file = display(relative(input.cwd, path));
  const text = options.mode === 'print' ? undefined : readText(path);
  const target = { ...unversioned, released: { path, exists: text !== undefined } };
  const found: Version | Refused = text === undefined ? {} : await readVersion({ file, text }, target);
  if ('diagnostics' in found) return describeTarget(input, target, { state: 'refused', ...found });
  const version = target.settings.version ?? found.version;
  const versioned = version === undefined ? target : { ...target, settings: { ...target.settings, version } };
  const lost = text === undefined && options.mode !== 'print' ? await findLost(input, target) : undefined;
  if (asked === undefined) return makeUnasked(input, versioned, { ...options, lost });
  const { makeRelease } = await import('./make-release.js');
  return makeRelease(input, versioned, {
    ...options,
    ...asked,
    ...(lost !== undefined && { lost }),
    ...(text !== undefined && { released: { file, text } }),
  });
}

/** Where nothing was released and nothing is there, nothing is lost. */
async function findLost(input: CommandInput, { out }: Target): Promise<LostRelease | undefined> {
  if (!exists(out)) return undefined;
  const { findLostRelease } = await import('./lost-release.js');
  return findLostRelease(input, out);
}

interface UnaskedOptions extends MakeOptions {
  readonly lost: LostRelease | undefined;
}

/** A package that was made before keeps its version, though nothing else is known of its last release. */
async function makeUnasked(input: CommandInput, target: Target, options: UnaskedOptions): Promise<Outcome> {
  const { lost, ...own } = options;
  if (lost === undefined) return makeTarget(input, target, own);
  const settings = { ...target.settings, version: target.settings.version ?? lost.version };
  const outcome = await makeTarget(input, { ...target, settings }, own);
  const { warnOfLoss } = await import('./lost-release.js');
  return { ...outcome, diagnostics: [warnOfLoss(lost), ...outcome.diagnostics] };
}

interface Version {
  readonly version?: string;
}

interface Refused {
  readonly diagnostics: readonly Diagnostic[];
}

interface FileText {
  readonly file: string;
  readonly text: string;
}

/** The version that was released last, which none that is configured may be lower than. */
async function readVersion(file: FileText, target: Target): Promise<Version | Refused> {
  const version = peekVersion(file.text) ?? (await readSlowly(file));
  if (typeof version !== 'string') return version;
  const { versionAt: at, settings } = target;
  if (settings.version === undefined || settings.version === version || at === undefined) return { version };
  const { isLower } = await import('../../release/plan-release.js');
  if (!isLower(settings.version, version)) return { version };
  const message = `${settings.version} comes before ${version}, which was released (${file.file})`;
  return { diagnostics: [{ severity: 'error', code: 'invalid-config', message, at }] };
}

/** The version of a file without mistakes; the reader that says what is wrong with others is not loaded for it. */
function peekVersion(text: string): string | undefined {
  try {
    const { version, document }: { version?: unknown; document?: unknown } = JSON.parse(text) ?? {};
    const isWritten = typeof document === 'object' && document !== null && !Array.isArray(document);
    const isWhole = isWritten || typeof document === 'string';
    return isWhole && typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

async function readSlowly(file: FileText): Promise<string | Refused> {
  const { readReleased } = await import('../../release/read-released.js');
  const diagnostics = new Diagnostics();
  const released = readReleased(file, diagnostics);
  return released?.version ?? { diagnostics: diagnostics.list };
}
