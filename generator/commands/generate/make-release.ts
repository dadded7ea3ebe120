import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readConfig } from '../../config/read-config.js';
import { Diagnostics, errorAt, type Failure } from '../../diagnostics.js';
import { FIRST_RELEASE, FIRST_VERSION } from '../../emit/emit-context.js';
import { readText, toPosixPath } from '../../output/disk.js';
import { differsFromNote } from '../../output/write/manifest.js';
import { findChangesSince, type Differences } from '../../compare/release/find-changes.js';
import { editVersion, insertEntry } from '../../compare/release/edit-release.js';
import { findConflict, planRelease, type Bump } from '../../compare/release/plan-release.js';
import { printEntry } from '../../compare/release/print-entry.js';
import { readCustomExports, openReader, readCustom, readSources } from '../sources/read-sources.js';
import { configTargets, type Target } from '../sources/targets.js';
import type { CommandInput } from '../terminal/console.js';
import { writeOrUndo } from '../write-or-undo.js';
import { describeTarget, makeTarget, type MakeOptions, type Release } from './make-target.js';
import { describeLoss, type LostRelease } from './next-release.js';
import type { Outcome, ReleaseOutcome } from './outcome.js';
import type { SpecText } from '../../spec/read/source-text.js';

/** Options of a release. */
export interface ReleaseOptions {
  /** Part of the version that is raised at least, even if the changes do not require it. */
  readonly least?: Bump | undefined;
}

/**
 * Releases a package: compares it with the last release, decides the version, adds an entry to the changelog, and generates the
 * package. `released` is the text of released.json; `lost` is set if that file is gone. In the mode `check` this only reports the
 * release. A package without changes is generated in the version that it has.
 */
export async function makeRelease(
  input: CommandInput,
  target: Target,
  {
    released,
    lost,
    least,
    ...options
  }: MakeOptions & ReleaseOptions & { readonly released: SpecText | undefined; readonly lost: LostRelease | undefined },
): Promise<Outcome> {
  const refuse = (failure: Failure): Outcome => describeTarget(input, target, { state: 'refused', ...failure });
  const make = (release: ReleaseOutcome, body: string): Promise<Outcome> =>
    makePlanned(input, target, { ...options, plan: release, body });
  const { packageName: own = target.name, settings } = target;
  const configured = settings.version;
  if (lost !== undefined) {
    // Without released.json there is nothing to compare with, so only `--bump` can decide the version.
    const plan = least && planRelease({ released: lost.version, configured, changes: [], least });
    if (plan === undefined) return refuse({ diagnostics: [describeLoss(lost, 'error')] });
    const body = `What changed since ${lost.version} was not recorded.`;
    return make({ package: own, ...plan, unrecorded: true }, body);
  }
  if (released === undefined) {
    const first = { from: null, to: configured ?? FIRST_VERSION, bump: null, changes: [] };
    return make({ package: own, ...first }, FIRST_RELEASE);
  }
  const found = await findDifferences(target, released);
  if ('diagnostics' in found) return refuse(found);
  const { version, packageName, changes, files } = found;
  const facts = { released: version, configured, changes };
  const plan = planRelease({ ...facts, least });
  if (plan !== undefined) return make({ package: packageName, ...plan }, printEntry(changes, found));
  const outcome = await makeTarget(input, target, options);
  const isCurrent = outcome.state !== 'refused' && outcome.state !== 'out of date';
  // Another version of speccast may generate other files from the same spec: that is a patch.
  const isOther = isCurrent && files !== undefined && differsFromNote(target.out, files);
  const patch = isOther ? planRelease({ ...facts, least: 'patch' }) : undefined;
  if (patch !== undefined) return make({ package: packageName, ...patch }, printEntry(changes, found));
  return { ...outcome, release: { package: packageName, from: version, to: version, bump: null, changes: [] } };
}

/** Generates the package of a planned release; `body` is the entry of the changelog. */
async function makePlanned(
  input: CommandInput,
  target: Target,
  { plan: release, body: entry, ...options }: MakeOptions & { readonly plan: ReleaseOutcome; readonly body: string },
): Promise<Outcome> {
  if (options.mode === 'check') return { ...describeTarget(input, target, { state: 'release due' }), release, entry };
  const files = prepare(input, target, { version: release.to, body: entry });
  if ('diagnostics' in files) return describeTarget(input, target, { state: 'refused', ...files });
  const settings = { ...target.settings, version: release.to };
  const now = { ...target, settings, isReleased: true };
  const outcome = await makeTarget(input, now, { ...options, release: files });
  return outcome.state === 'refused' ? outcome : { ...outcome, state: 'released', release, entry };
}

async function findDifferences(target: Target, text: SpecText): Promise<Differences | Failure> {
  const reader = openReader(target);
  const sources = await readSources(target, reader);
  if ('diagnostics' in sources) return sources;
  const customExports = await readCustomExports(readCustom(target, reader));
  return findChangesSince(text, { ...sources, customExports });
}

/** Prepares the changes of a release beside the package; nothing is written yet. */
function prepare(
  input: CommandInput,
  target: Target,
  entry: { readonly version: string; readonly body: string },
): Release | Failure {
  const path = join(target.out, 'CHANGELOG.md');
  const older = readText(path) ?? '';
  const conflict = findConflict({ file: toPosixPath(relative(input.cwd, path)), text: older });
  if (conflict !== undefined) return { diagnostics: [conflict] };
  const changelog = insertEntry(older, entry);
  const edit = editConfig(input, target, entry.version);
  if (edit && 'diagnostics' in edit) return edit;
  return { changelog, settle: () => writeOrUndo(edit ? [edit] : []) };
}

/** Edits the version in the configuration; `undefined` if it states no version, or the new one already. */
function editConfig(
  { cwd }: CommandInput,
  { config, name }: Target,
  to: string,
): { readonly path: string; readonly text: string } | Failure | undefined {
  if (config === undefined) return undefined;
  // Read again: the release of another service may have moved the position.
  const [target] = configTargets(cwd, config, [name]).targets;
  const [at, from] = [target?.optionsAt?.['version'], target?.settings.version];
  if (at === undefined || from === undefined || from === to) return undefined;
  const path = realpathSync(config);
  const before = readFileSync(path, 'utf8');
  const text = editVersion({ text: before, at, from, to });
  const [old, now] = [before, text ?? ''].map((one) => {
    const read = readConfig({ file: config, folder: dirname(config), text: one }, new Diagnostics());
    return read?.services.map((service) => [service.name, service.settings.version] as const) ?? [];
  });
  // Services may share a value by an alias of YAML: the edit must change the version of this service only.
  const expected = old?.map(([service, version]) => [service, service === name ? to : version]);
  if (text !== undefined && JSON.stringify(now) === JSON.stringify(expected)) return { path, text };
  const message = `the release is ${to}, which must be written here; write the version itself, like ${from}, not an alias`;
  return { diagnostics: [errorAt('invalid-config', message, { ...at, file: toPosixPath(relative(cwd, config)) })] };
}
