import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Diagnostics } from '../../diagnostics.js';
import type { Diagnostic } from '../../diagnostics.js';
import { readText } from '../../output/disk.js';
import { findChanges } from '../../release/find-changes.js';
import type { FoundChanges } from '../../release/find-changes.js';
import { planRelease, findConflict } from '../../release/plan-release.js';
import type { ReleasePlan } from '../../release/plan-release.js';
import { printEntry } from '../../release/print-entry.js';
import { readReleased } from '../../release/read-released.js';
import { readConfig } from '../../config/read-config.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import type { CommandInput } from '../terminal/console.js';
import { describeTarget, makeTarget } from './make-target.js';
import type { MakeOptions, Release } from './make-target.js';
import { refuseLoss } from './lost-release.js';
import type { LostRelease } from './lost-release.js';
import { differsFromNote } from '../../output/write/manifest.js';
import type { ReleaseOptions } from './make-versioned.js';
import type { Outcome, ReleaseOutcome } from './outcome.js';
import { openReader, readSources } from '../sources/read-sources.js';
import { configTargets, display } from '../sources/targets.js';
import type { Target } from '../sources/targets.js';
import { editVersion, insertEntry } from '../../release/edit-release.js';

/** Options of a release: beside those of making a package, what was released last, if anything was. */
export interface MakeReleaseOptions extends MakeOptions, ReleaseOptions {
  readonly released?: SpecText;
  /** What is known of the last release where that is gone. */
  readonly lost?: LostRelease;
}

/**
 * Releases a package: finds what changed since the last release, decides the version, tells it in the changelog, and makes
 * the package with all that. With `check` it only says what it would do; a package without changes is made as it is.
 */
export async function makeRelease(
  input: CommandInput,
  target: Target,
  { released, lost, least, ...options }: MakeReleaseOptions,
): Promise<Outcome> {
  if (lost !== undefined) return makeBlindly(input, target, { ...options, lost, least });
  if (released === undefined) return makeFirst(input, target, options);
  const found = await findDifferences(target, released);
  if ('diagnostics' in found) return describeTarget(input, target, { state: 'refused', ...found });
  const { version, packageName, changes } = found;
  const facts = { released: version, configured: target.settings.version, changes };
  const body = printEntry(changes, found);
  const release = (plan: ReleasePlan): Promise<Outcome> =>
    makePlanned(input, target, { ...options, plan: { package: packageName, ...plan }, body });
  const plan = planRelease({ ...facts, least });
  if (plan !== undefined) return release(plan);
  const outcome = await makeTarget(input, target, options);
  const isSame = found.files === undefined || isUnfinished(outcome) || !differsFromNote(target.out, found.files);
  const anew = isSame ? undefined : planRelease({ ...facts, least: 'patch' });
  if (anew !== undefined) return release(anew);
  return { ...outcome, release: { package: packageName, from: version, to: version, bump: null, changes: [] } };
}

function isUnfinished({ state }: Outcome): boolean {
  return state === 'refused' || state === 'out of date';
}

interface PlannedOptions extends MakeOptions {
  readonly plan: ReleaseOutcome;
  /** What the changelog says. */
  readonly body: string;
}

/** Makes a release of which everything is decided. */
async function makePlanned(
  input: CommandInput,
  target: Target,
  { plan: release, body, ...options }: PlannedOptions,
): Promise<Outcome> {
  const entry = { version: release.to, body };
  if (options.mode === 'check')
    return { ...describeTarget(input, target, { state: 'release due' }), release, entry: entry.body };
  const files = prepare(input, target, entry);
  if ('diagnostics' in files) return describeTarget(input, target, { state: 'refused', ...files });
  const settings = { ...target.settings, version: release.to };
  const outcome = await makeTarget(input, { ...target, settings }, { ...options, release: files });
  return outcome.state === 'refused' ? outcome : { ...outcome, state: 'released', release, entry: entry.body };
}

interface BlindOptions extends MakeOptions, ReleaseOptions {
  readonly lost: LostRelease;
}

/** What changed since the last release cannot be told: whoever releases has to say what it is. */
async function makeBlindly(
  input: CommandInput,
  target: Target,
  { lost, least, ...options }: BlindOptions,
): Promise<Outcome> {
  const facts = { released: lost.version, configured: target.settings.version, changes: [], least };
  const plan = least === undefined ? undefined : planRelease(facts);
  if (plan === undefined) return describeTarget(input, target, { state: 'refused', diagnostics: [refuseLoss(lost)] });
  const packageName = target.packageName ?? target.label;
  return makePlanned(input, target, {
    ...options,
    plan: { package: packageName, ...plan, unrecorded: true },
    body: `What changed since ${lost.version} was not recorded.`,
  });
}

/** Nothing was released yet: making the package is the first release. */
async function makeFirst(input: CommandInput, target: Target, options: MakeOptions): Promise<Outcome> {
  const to = target.settings.version ?? '0.1.0';
  const release = { package: target.packageName ?? target.label, from: null, to, bump: null, changes: [] };
  if (options.mode === 'check') return { ...describeTarget(input, target, { state: 'release due' }), release };
  const outcome = await makeTarget(input, target, options);
  return outcome.state === 'refused' ? outcome : { ...outcome, state: 'released', release };
}

interface Differences extends FoundChanges {
  /** The version that was released. */
  readonly version: string;
  /** What the package consisted of then, as far as that is known. */
  readonly files: string | undefined;
}

interface Refused {
  readonly diagnostics: readonly Diagnostic[];
}

async function findDifferences(target: Target, text: SpecText): Promise<Differences | Refused> {
  const sources = await readSources(target, openReader(target));
  if ('diagnostics' in sources) return sources;
  const diagnostics = new Diagnostics();
  const released = readReleased(text, diagnostics);
  const found = released === undefined ? undefined : findChanges(released, sources, diagnostics);
  if (released === undefined || found === undefined) return { diagnostics: diagnostics.list };
  return { ...found, version: released.version, files: released.files };
}

interface Entry {
  readonly version: string;
  readonly body: string;
}

/** What a release writes beside the package; nothing is written yet. */
function prepare(input: CommandInput, target: Target, entry: Entry): Release | Refused {
  const path = join(target.out, 'CHANGELOG.md');
  const older = readText(path) ?? '';
  const conflict = findConflict({ file: display(relative(input.cwd, path)), text: older });
  if (conflict !== undefined) return { diagnostics: [conflict] };
  const changelog = insertEntry(older, entry);
  const edit = editConfig(input, target, entry.version);
  if (edit === undefined) return { changelog, settle: () => () => {} };
  if ('diagnostics' in edit) return edit;
  const settle = (): (() => void) => {
    replaceFile(edit.path, edit.after);
    return () => replaceFile(edit.path, edit.before);
  };
  return { changelog, settle };
}

interface Edit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The configuration with another version; `undefined` where it states none, or that one. */
function editConfig({ cwd }: CommandInput, { config, label }: Target, to: string): Edit | Refused | undefined {
  if (config === undefined) return undefined;
  // Read again: the release of another service may have moved the place.
  const [target] = configTargets(cwd, config, [label]).targets;
  const { versionAt: at, settings: { version: from } = {} } = target ?? {};
  if (at === undefined || from === undefined || from === to) return undefined;
  const path = realpathSync(config);
  const before = readFileSync(path, 'utf8');
  const after = editVersion({ text: before, at, from, to });
  if (after !== undefined && isOnlyChange({ path: config, before, after }, label, to)) return { path, before, after };
  const message = `the release is ${to}, which has to be written here; write the version itself, like ${from}, not an alias`;
  return {
    diagnostics: [
      { severity: 'error', code: 'invalid-config', message, at: { ...at, file: display(relative(cwd, config)) } },
    ],
  };
}

/** Whether an edit changed the version of that service and of no other, as it would where they share a value. */
function isOnlyChange({ path, before, after }: Edit, label: string, to: string): boolean {
  const [old, now] = [before, after].map((text) => {
    const config = readConfig({ file: path, folder: dirname(path), text }, new Diagnostics());
    return config?.services.map(({ name, settings }) => [name, settings.version] as const) ?? [];
  });
  const wanted = old?.map(([name, version]) => [name, name === label ? to : version]);
  return JSON.stringify(now) === JSON.stringify(wanted);
}

/** Whole at any moment, as it was or as it will be. */
function replaceFile(path: string, text: string): void {
  const next = `${path}.speccast-next`;
  writeFileSync(next, text, { mode: statSync(path).mode });
  renameSync(next, path);
}
