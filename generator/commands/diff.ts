import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Failure } from '../diagnostics.js';
import type { DiffResult } from '../diff/diff-specs.js';
import type { ChangeKind, Change } from '../diff/change.js';
import { findConfig } from '../config/read-config.js';
import { isAddress } from '../spec/references/reference.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { bumpOf, isVersion, nextVersion } from '../diff/next-version.js';
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
import { printFailure } from './terminal/print-diagnostics.js';
import { openReader, readSources } from './sources/read-sources.js';

const options = {
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  'fail-on': { type: 'string' },
  'old-overlay': { type: 'string', multiple: true },
  'new-overlay': { type: 'string', multiple: true },
  'allow-ref': { type: 'string', multiple: true },
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
  const { changes, version = '', diagnostics } = await compare(before, after);
  if (changes === undefined) {
    const more = { changes: [], bump: null, version: null };
    return printFailure(input, { json: values.json, diagnostics, more, elsewhere: '--json' });
  }
  if (values.json) printJson(input.console, [], [], toJsonChanges(changes, version));
  else printChanges(input.console, changes, version);
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
  /** What the overlays were given with. */
  readonly flag: string;
  readonly allowedRefs: readonly string[] | undefined;
}

/** A spec, or what is wrong with the configuration that names it. */
type Found = { readonly target: Target } | Failure;

function findTarget({ cwd }: CommandInput, { what, config, overlays, flag, allowedRefs }: Wanted): Found {
  if (overlays?.includes('') || allowedRefs?.includes('')) throw new WrongUsage(`${flag} and --allow-ref take a path`);
  if (isSpec(cwd, what)) {
    for (const file of [what, ...(overlays ?? [])])
      if (isAddress(file)) throw new WrongUsage(`${JSON.stringify(file)} is an address; download it first`);
      else if (!existsSync(resolve(cwd, file))) throw new WrongUsage(`there is no file ${JSON.stringify(file)}`);
    return { target: specTarget(cwd, { spec: what, overlays, allowedRefs, out: '.' }) };
  }
  if (overlays !== undefined)
    throw new WrongUsage(`${flag} goes with a spec file; the overlays of services are named in ${config}`);
  if (!existsSync(resolve(cwd, config)))
    throw new WrongUsage(`${JSON.stringify(what)} is no file, and there is no ${config} that names it as a service`);
  const { targets, diagnostics } = configTargets(cwd, config, [what]);
  const [target] = targets;
  return target === undefined ? { diagnostics } : { target };
}

/** Reads both specs and compares them. */
async function compare(before: Found, after: Found): Promise<DiffResult> {
  const wrong = [before, after].flatMap((one) => ('diagnostics' in one ? one.diagnostics : []));
  if ('diagnostics' in before || 'diagnostics' in after) return { diagnostics: wrong };
  const old = await readSources(before.target, openReader(before.target));
  const now = await readSources(after.target, openReader(after.target));
  const missing = [old, now].flatMap((one) => ('diagnostics' in one ? one.diagnostics : []));
  if ('diagnostics' in old || 'diagnostics' in now) return { diagnostics: missing };
  const { diffSpecs } = await import('../diff/diff-specs.js');
  return diffSpecs(old, now);
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
function printChanges({ out }: Pick<Console, 'out'>, changes: readonly Change[], version: string): void {
  for (const [kind, heading] of headings) {
    const group = changes.filter((one) => one.kind === kind);
    if (group.length === 0) continue;
    const shown = kind === 'fix' ? group.slice(0, MOST_FIXES) : group;
    const rest = group.length - shown.length;
    const lines = shown.map((change) => `  ${visibleText(printChange(change))}\n`);
    out(`${heading}\n${lines.join('')}${rest === 0 ? '' : `  and ${rest} more; --json lists all\n`}\n`);
  }
  out(`${summarize(changes, version)}\n`);
}

function printChange({ at, subject, message, direction, operations, side }: Change): string {
  const named = operations.slice(0, MOST_OPERATIONS).join(', ');
  const more = operations.length > MOST_OPERATIONS ? ` and ${operations.length - MOST_OPERATIONS} more` : '';
  const facts = [direction, `${named}${more}`, side === 'old' ? 'in the old spec' : ''].filter((one) => one);
  const details = facts.length === 0 ? '' : ` (${facts.join('; ')})`;
  return `${at.file}:${at.line}:${at.column} ${subject}: ${message}${details}`;
}

/** "3 breaking, 2 features, 1 fix: next major, 1.4.0 -> 2.0.0" */
function summarize(changes: readonly Change[], version: string): string {
  const bump = bumpOf(changes);
  if (bump === 'none') return 'no changes';
  const counts = headings.flatMap(([kind, , one, many]) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  if (!isCounted(version)) return `${counts.join(', ')}: next ${bump}`;
  const next = nextVersion(version, changes);
  const part = bump === 'major' && /^v?0\./.test(version) ? 'minor, as in any 0.x' : bump;
  return `${counts.join(', ')}: next ${part}, ${version} -> ${next}`;
}

/** Whether the next version can be told: many write a `v` before theirs. */
function isCounted(version: string): boolean {
  return isVersion(version.replace(/^v/, ''));
}

/** Changes as `--json` prints them: positions flat, as those of diagnostics. */
function toJsonChanges(changes: readonly Change[], version: string): object {
  const sorted = headings.flatMap(([kind]) => changes.filter((one) => one.kind === kind));
  return {
    changes: sorted.map(toJsonChange),
    bump: bumpOf(changes),
    version: { from: version, to: isCounted(version) ? nextVersion(version, changes) : null },
  };
}
