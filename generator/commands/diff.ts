import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApiSources } from '../api/read-api.js';
import { locateStart } from '../diagnostics.js';
import type { DiffResult } from '../compare/diff-specs.js';
import {
  type ChangeKind,
  type Change,
  findBump,
  isVersion,
  nextVersion,
  type Bump,
} from '../compare/changes/change.js';
import { findConfig } from '../config/read-config.js';
import { pickOptions } from '../options.js';
import { isAddress } from '../spec/references/reference.js';
import { visibleText } from '../diagnostics/visible-text.js';
import {
  EXIT,
  WrongUsage,
  printJson,
  toJsonChange,
  type CommandInput,
  type ExitCode,
  type Console,
} from './terminal/console.js';
import { isSpec, configTargets, specTarget, type Project, type Target } from './sources/targets.js';
import { parseChoice, parseOptions } from './terminal/parse-options.js';
import type { NextRelease } from './generate/next-release.js';
import { obtainCopies } from './sources/obtain-copies.js';
import { readHeaders } from './address/fetch-text.js';
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

/** `speccast diff`: prints the changes between two specs, and the version that they require. */
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
  const failing = failOn === undefined ? [] : kinds.slice(0, kinds.indexOf(failOn) + 1);
  return changes.some(({ kind }) => failing.includes(kind)) ? EXIT.failed : EXIT.done;
}

/** One of the two specs, as the command line names it. */
interface DiffSource {
  /** A spec file, or the name of a service. */
  readonly what: string;
  readonly config: string;
  readonly overlays: readonly string[] | undefined;
  /** The flag of the overlays. */
  readonly flag: string;
  readonly allowedRefs: readonly string[] | undefined;
}

function findTarget({ cwd }: CommandInput, { what, config, overlays, flag, allowedRefs }: DiffSource): Project {
  if (overlays?.includes('') || allowedRefs?.includes('')) throw new WrongUsage(`${flag} and --allow-ref take a path`);
  if (isSpec(cwd, what)) {
    for (const file of [what, ...(overlays ?? [])])
      if (!(file === what && isAddress(file)) && !existsSync(resolve(cwd, file)))
        throw new WrongUsage(`there is no file ${JSON.stringify(file)}`);
    return { targets: [specTarget(cwd, { spec: what, overlays, allowedRefs })], diagnostics: [] };
  }
  if (overlays !== undefined)
    throw new WrongUsage(`${flag} goes with a spec file; the overlays of services are named in ${config}`);
  if (!existsSync(resolve(cwd, config)))
    throw new WrongUsage(`${JSON.stringify(what)} is no file, and there is no ${config} that names it as a service`);
  return configTargets(cwd, config, [what]);
}

/** The changes between two specs, and the next release of the package if one of them is that of a service. */
export interface Compared extends DiffResult {
  readonly next?: NextRelease | undefined;
}

/** Reads both specs and compares them. */
async function compare(input: CommandInput, found: readonly Project[], header?: readonly string[]): Promise<Compared> {
  const diagnostics = found.flatMap((one) => one.diagnostics);
  if (diagnostics.length > 0) return { diagnostics };
  const both = { targets: found.flatMap((one) => one.targets), diagnostics };
  const obtained = await obtainCopies(input, both, { headers: readHeaders(header) });
  const [before, after] = obtained.targets;
  if (before === undefined || after === undefined) return { diagnostics: obtained.diagnostics };
  const old = await readSources(before, openReader(before));
  const now = await readSources(after, openReader(after));
  const missing = [old, now].flatMap((one) => ('diagnostics' in one ? one.diagnostics : []));
  if ('diagnostics' in old || 'diagnostics' in now) return { diagnostics: missing };
  const service = [after, before].find(({ config }) => config !== undefined);
  // A spec file that is compared with a service is read with the options of that service.
  const isOwn = ({ config }: Target): boolean => config !== undefined || service === undefined;
  const sides = { old: isOwn(before) ? old : likeService(old, now), now: isOwn(after) ? now : likeService(now, old) };
  return diffSources(input, { ...sides, service });
}

/** Compares two specs that were read, and plans the next release of the service that one of them belongs to. */
export async function diffSources(
  input: CommandInput,
  { old, now, service }: { readonly old: ApiSources; readonly now: ApiSources; readonly service: Target | undefined },
): Promise<Compared> {
  const { diffSpecs } = await import('../compare/diff-specs.js');
  const { diffArguments } = await import('../compare/release/find-changes.js');
  const style = service?.argumentStyle;
  const result = diffSpecs(old, now, (before, after) =>
    service === undefined || style !== 'positional'
      ? []
      : diffArguments({ api: before, style }, { api: after, style }, locateStart(service.file)),
  );
  if (service === undefined || result.changes === undefined) return result;
  const { planNextRelease } = await import('./generate/next-release.js');
  const next = await planNextRelease(input, service, now);
  return next !== undefined && 'diagnostics' in next ? next : { ...result, next };
}

/** Returns the sources of a spec file with the options and the subset of operations of the service that it is compared with. */
function likeService(sources: ApiSources, service: ApiSources): ApiSources {
  const { codecs, operations } = service;
  // Without positions, a codec that the spec does not use is no error.
  const unlocated = codecs?.map(({ at: _at, ...codec }) => codec);
  const subset = operations && { operations: { ...operations, isLenient: true } };
  return { ...sources, ...pickOptions(service), optionsAt: undefined, codecs: unlocated, ...subset };
}

/** Kinds of changes, the worst first, with the word for several of them. */
const headings: readonly (readonly [kind: ChangeKind, many: string])[] = [
  ['breaking', 'breaking'],
  ['feature', 'features'],
  ['fix', 'fixes'],
];

const kinds = headings.map(([kind]) => kind);

/** Maximum number of fixes that are listed; users need not react to them. */
const MOST_FIXES = 20;
/** Maximum number of operations that a line names. */
const MOST_OPERATIONS = 3;

/** Prints changes for people by kind, the worst first; then their number, and the version that they require. */
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
    const lines = shown.map(({ at, subject, message, direction, operations, side }) => {
      const more = operations.length - MOST_OPERATIONS;
      const named = operations.slice(0, MOST_OPERATIONS).join(', ') + (more > 0 ? ` and ${more} more` : '');
      const facts = [direction, named, side === 'old' ? 'in the old spec' : ''].filter((one) => one);
      const details = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
      return `  ${visibleText(`${at.file}:${at.line}:${at.column} ${subject}: ${message}${details}`)}\n`;
    });
    out(`${heading}\n${lines.join('')}${rest === 0 ? '' : `  and ${rest} more; --json lists all\n`}\n`);
  }
  out(`${summarize(changes, next)}\n`);
}

/** Descriptions of the version that changes require, for packages whose own version is not known. */
const bumpTexts: Readonly<Record<Exclude<Bump, 'none'>, string>> = {
  major: 'a major version, before 1.0.0 a minor one',
  minor: 'a minor version',
  patch: 'a patch',
};

/** Summarizes changes: `3 breaking, 2 features, 1 fix: @acme/petstore 1.4.0 -> 2.0.0 (major)`, with the version of a release. */
function summarize(changes: readonly Change[], next: NextRelease | undefined): string {
  const bump = findBump(changes);
  if (bump === 'none') return 'no changes';
  const counts = headings.flatMap(([kind, many]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : many}`];
  });
  const found = counts.join(', ');
  if (next === undefined) return `${found}: ${bumpTexts[bump]}`;
  const { package: name, from, to } = next;
  if (from === null) return `${found}: ${name} is not released yet, and will be ${to}`;
  return `${found}: ${next.bump === null ? `${name} stays ${to}` : `${name} ${from} -> ${to} (${next.bump})`}`;
}

/** Turns changes into the members of the JSON, with flat positions, as diagnostics have them. */
export function toJsonChanges(changes: readonly Change[], version: string, next: NextRelease | undefined): object {
  const sorted = kinds.flatMap((kind) => changes.filter((one) => one.kind === kind));
  return {
    changes: sorted.map(toJsonChange),
    bump: findBump(changes),
    package: next?.package ?? null,
    // The version of the package, or else of the document, which may be written as `v1.2.3`.
    version: {
      from: next === undefined ? version : next.from,
      to: next?.to ?? (isVersion(version.replace(/^v/, '')) ? nextVersion(version, changes) : null),
    },
  };
}
