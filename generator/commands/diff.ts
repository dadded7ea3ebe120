import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApiSources } from '../api/read-api.js';
import { locateStart, type Failure } from '../diagnostics.js';
import type { DiffResult, FurtherDiff } from '../compare/diff-specs.js';
import type { ChangeKind, Change } from '../compare/changes/change.js';
import { findConfig } from '../config/read-config.js';
import { pickOptions } from '../options.js';
import { isAddress } from '../spec/references/reference.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { findBump, isVersion, nextVersion, type Bump } from '../compare/changes/next-version.js';
import {
  EXIT,
  WrongUsage,
  printJson,
  toJsonChange,
  type CommandInput,
  type ExitCode,
  type Console,
} from './terminal/console.js';
import { isSpec, configTargets, specTarget, type Target } from './sources/targets.js';
import { parseChoice, parseOptions } from './terminal/parse-options.js';
import type { NextRelease } from './generate/next-release.js';
import { obtainCopies } from './sources/obtain-copies.js';
import { readHeaders } from './address/headers.js';
import { printFailure } from './terminal/print-diagnostics.js';
import { openReader, readSources } from './sources/read-sources.js';

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  'fail-on': { type: 'string' },
  'old-overlay': { type: 'string', multiple: true },
  'new-overlay': { type: 'string', multiple: true },
  'allow-ref': { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
} as const;

/** Kinds of changes, the worst first. */
const kinds = ['breaking', 'feature', 'fix'] as const;

/** `speccast diff`: what changed between two specs, and the version that it calls for. */
export async function diffCommand(input: CommandInput): Promise<ExitCode> {
  const { values, positionals } = parseOptions(input.args, options);
  const [old, now, ...further] = positionals;
  if (old === undefined || now === undefined || further.length > 0)
    throw new WrongUsage('diff takes an old and a new spec, each a file or the name of a service');
  const failOn = parseChoice('fail-on', values['fail-on'], kinds);
  const shared = { config: findConfig(input.cwd, values.config), allowedRefs: values['allow-ref'] };
  const before = findTarget(input, { ...shared, what: old, flag: '--old-overlay', overlays: values['old-overlay'] });
  const after = findTarget(input, { ...shared, what: now, flag: '--new-overlay', overlays: values['new-overlay'] });
  const { changes, version = '', next, diagnostics } = await compare(input, [before, after], values.header);
  if (changes === undefined) {
    const more = { changes: [], bump: null, package: null, version: null };
    return printFailure(input, { json: values.json, diagnostics, more, elsewhere: '--json' });
  }
  if (values.json) printJson(input.console, [], [], toJsonChanges(changes, version, next));
  else printChanges(input.console, changes, next);
  return failOn !== undefined && changes.some((one) => isAtLeast(one.kind, failOn)) ? EXIT.failed : EXIT.done;
}

function isAtLeast(kind: ChangeKind, least: ChangeKind): boolean {
  return kinds.indexOf(kind) <= kinds.indexOf(least);
}

interface Wanted {
  /** A spec file, or the name of a service. */
  readonly what: string;
  readonly config: string;
  readonly overlays: readonly string[] | undefined;
  /** The flag of the overlays. */
  readonly flag: string;
  readonly allowedRefs: readonly string[] | undefined;
}

/** A spec, or what is wrong with the configuration that names it. */
type Found = { readonly target: Target } | Failure;

function findTarget({ cwd }: CommandInput, { what, config, overlays, flag, allowedRefs }: Wanted): Found {
  if (overlays?.includes('') || allowedRefs?.includes('')) throw new WrongUsage(`${flag} and --allow-ref take a path`);
  if (isSpec(cwd, what)) {
    for (const file of [what, ...(overlays ?? [])])
      if (!(file === what && isAddress(file)) && !existsSync(resolve(cwd, file)))
        throw new WrongUsage(`there is no file ${JSON.stringify(file)}`);
    return { target: specTarget(cwd, { spec: what, overlays, allowedRefs }) };
  }
  if (overlays !== undefined)
    throw new WrongUsage(`${flag} goes with a spec file; the overlays of services are named in ${config}`);
  if (!existsSync(resolve(cwd, config)))
    throw new WrongUsage(`${JSON.stringify(what)} is no file, and there is no ${config} that names it as a service`);
  const { targets, diagnostics } = configTargets(cwd, config, [what]);
  const [target] = targets;
  return target === undefined ? { diagnostics } : { target };
}

/** The changes between two specs, and the next release of the package if one of them is that of a service. */
export interface Compared extends DiffResult {
  readonly next?: NextRelease | undefined;
}

/** Reads both specs and compares them. */
async function compare(input: CommandInput, found: readonly Found[], header?: readonly string[]): Promise<Compared> {
  const wrong = found.flatMap((one) => ('diagnostics' in one ? one.diagnostics : []));
  if (wrong.length > 0) return { diagnostics: wrong };
  const targets = found.flatMap((one) => ('target' in one ? [one.target] : []));
  const obtained = await obtainCopies(input, targets, { headers: readHeaders(header) });
  const [before, after] = obtained.targets;
  if (before === undefined || after === undefined) return { diagnostics: obtained.diagnostics };
  const old = await readSources(before, openReader(before));
  const now = await readSources(after, openReader(after));
  const missing = [old, now].flatMap((one) => ('diagnostics' in one ? one.diagnostics : []));
  if ('diagnostics' in old || 'diagnostics' in now) return { diagnostics: missing };
  const service = [after, before].find(({ config }) => config !== undefined);
  const states = ({ config }: Target): boolean => config !== undefined || service === undefined;
  const sides = { old: states(before) ? old : likeService(old, now), now: states(after) ? now : likeService(now, old) };
  return diffSources(input, { ...sides, service });
}

/** Two specs, and the service that one of them belongs to. */
interface Sides {
  readonly old: ApiSources;
  readonly now: ApiSources;
  readonly service: Target | undefined;
}

/** Compares two specs that were read, and plans the release that the new one calls for. */
export async function diffSources(input: CommandInput, { old, now, service }: Sides): Promise<Compared> {
  const { diffSpecs } = await import('../compare/diff-specs.js');
  const result = diffSpecs(old, now, await loadArgumentDiff(service));
  if (service === undefined || result.changes === undefined) return result;
  const { planNextRelease } = await import('./generate/next-release.js');
  const next = await planNextRelease(input, service, now);
  return next !== undefined && 'diagnostics' in next ? next : { ...result, next };
}

/** Loads the comparison of arguments for services with `argumentStyle: positional`. */
async function loadArgumentDiff(service: Target | undefined): Promise<FurtherDiff | undefined> {
  if (service?.argumentStyle !== 'positional') return undefined;
  const { diffArguments } = await import('../compare/release/diff-arguments.js');
  const style = service.argumentStyle;
  return (before, after) => diffArguments({ api: before, style }, { api: after, style }, locateStart(service.file));
}

/** A spec file states no options: it is compared with a service by those of this one, and by the operations that it has. */
function likeService(sources: ApiSources, service: ApiSources): ApiSources {
  const { codecs, operations } = service;
  // It need not use them all.
  const unlocated = codecs?.map(({ at: _at, ...codec }) => codec);
  const subset = operations && { operations: { ...operations, isLenient: true } };
  return { ...sources, ...pickOptions(service), optionsAt: undefined, codecs: unlocated, ...subset };
}

const headings: readonly (readonly [kind: ChangeKind, heading: string, one: string, many: string])[] = [
  ['breaking', 'breaking', 'breaking', 'breaking'],
  ['feature', 'features', 'feature', 'features'],
  ['fix', 'fixes', 'fix', 'fixes'],
];

/** Most changes of a kind that asks nothing of anybody which are shown one by one. */
const MOST_FIXES = 20;
/** Most operations that are named. */
const MOST_OPERATIONS = 3;

/** Prints changes for people, by kind, the worst first; then how many there are, and the version that they call for. */
export function printChanges(
  { out }: Pick<Console, 'out'>,
  changes: readonly Change[],
  next: NextRelease | undefined,
): void {
  for (const [kind, heading] of headings) {
    const group = changes.filter((one) => one.kind === kind);
    if (group.length === 0) continue;
    const shown = kind === 'fix' ? group.slice(0, MOST_FIXES) : group;
    const rest = group.length - shown.length;
    const lines = shown.map((change) => `  ${visibleText(printChange(change))}\n`);
    out(`${heading}\n${lines.join('')}${rest === 0 ? '' : `  and ${rest} more; --json lists all\n`}\n`);
  }
  out(`${summarize(changes, next)}\n`);
}

function printChange({ at, subject, message, direction, operations, side }: Change): string {
  const named = operations.slice(0, MOST_OPERATIONS).join(', ');
  const more = operations.length > MOST_OPERATIONS ? ` and ${operations.length - MOST_OPERATIONS} more` : '';
  const facts = [direction, `${named}${more}`, side === 'old' ? 'in the old spec' : ''].filter((one) => one);
  const details = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `${at.file}:${at.line}:${at.column} ${subject}: ${message}${details}`;
}

/** The version that changes call for, if that of the package is not known. */
const called: Readonly<Record<Exclude<Bump, 'none'>, string>> = {
  major: 'a major version, before 1.0.0 a minor one',
  minor: 'a minor version',
  patch: 'a patch',
};

/** "3 breaking, 2 features, 1 fix: @acme/petstore 1.4.0 -> 2.0.0 (major)", the same version that a release would name. */
function summarize(changes: readonly Change[], next: NextRelease | undefined): string {
  const bump = findBump(changes);
  if (bump === 'none') return 'no changes';
  const counts = headings.flatMap(([kind, , one, many]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return `${counts.join(', ')}: ${next === undefined ? called[bump] : describeNext(next)}`;
}

function describeNext({ package: name, from, to, bump }: NextRelease): string {
  if (from === null) return `${name} is not released yet, and will be ${to}`;
  return bump === null ? `${name} stays ${to}` : `${name} ${from} -> ${to} (${bump})`;
}

/** Returns whether a version can be counted on; many documents write `v1.2.3`. */
function isCounted(version: string): boolean {
  return isVersion(version.replace(/^v/, ''));
}

/** Changes as `--json` prints them: positions flat, as those of diagnostics. */
export function toJsonChanges(changes: readonly Change[], version: string, next: NextRelease | undefined): object {
  const sorted = headings.flatMap(([kind]) => changes.filter((one) => one.kind === kind));
  return {
    changes: sorted.map(toJsonChange),
    bump: findBump(changes),
    package: next?.package ?? null,
    // Of a package that is known, or else of the document itself.
    version: {
      from: next === undefined ? version : next.from,
      to: next?.to ?? (isCounted(version) ? nextVersion(version, changes) : null),
    },
  };
}
