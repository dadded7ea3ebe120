import { visibleText } from '../../diagnostics/visible-text.js';
import type { Change, ChangeKind } from '../../diff/change.js';
import { bumpOf, isVersion, nextVersion } from '../../diff/next-version.js';
import { toJsonChange, type Console } from './console.js';

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
export function printChanges({ out }: Pick<Console, 'out'>, changes: readonly Change[], version: string): void {
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
export function toJsonChanges(changes: readonly Change[], version: string): object {
  const sorted = headings.flatMap(([kind]) => changes.filter((one) => one.kind === kind));
  return {
    changes: sorted.map(toJsonChange),
    bump: bumpOf(changes),
    version: { from: version, to: isCounted(version) ? nextVersion(version, changes) : null },
  };
}
