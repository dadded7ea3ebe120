import { changeOf } from './api-diff.js';
import type { ApiDiff, TypeBoth } from './api-diff.js';
import type { Change } from './change.js';
import { inNew } from './finding.js';
import { isAssignable } from './is-assignable.js';

/**
 * The last word about what breaks a compile: types of the package that do not fit where the old ones did, although none
 * of the changes that were found says so.
 */
export function diffTypes(diff: ApiDiff, types: readonly TypeBoth[], found: readonly Change[]): readonly Change[] {
  const changed = new Set(found.flatMap(({ subject }) => outers(subject)));
  const breaking = new Set(found.filter(({ kind }) => kind === 'breaking').flatMap(({ subject }) => outers(subject)));
  return types
    .filter(({ subject }) => !breaking.has(subject))
    .flatMap((type) => {
      if (!fits(diff, type)) return [changeOfType(type, 'exported-type-changed')];
      const isSame =
        changed.has(type.subject) || fits(diff, { ...type, before: type.after, after: type.before }, 'back');
      return isSame ? [] : [changeOfType(type, 'exported-type-extended')];
    });
}

function changeOfType(
  { after, subject, direction, operations }: TypeBoth,
  code: 'exported-type-changed' | 'exported-type-extended',
): Change {
  const isSent = direction === 'sent';
  const message =
    code === 'exported-type-changed'
      ? `its type in TypeScript ${isSent ? 'takes less than before' : 'does not fit where the old one did'}`
      : `its type in TypeScript ${isSent ? 'takes more than before' : 'says more than before'}`;
  return { ...changeOf({ code, message, subject, ...inNew(after.schema) }), operations, direction };
}

/** An address and those around it: of `schemas.Pet.tags[]` also `schemas.Pet.tags` and `schemas.Pet`. */
function outers(subject: string): readonly string[] {
  const ends = [...subject.matchAll(/[.[]/g)].map(({ index }) => index);
  return [subject, ...ends.map((end) => subject.slice(0, end))];
}

/** Whether what is given now fits where the old type was expected; `back`: the sides are exchanged. */
function fits({ sides }: ApiDiff, { before, after, direction }: TypeBoth, way: 'forth' | 'back' = 'forth'): boolean {
  const seen = new Set<string>();
  const [old, now] = way === 'forth' ? [sides.before, sides.after] : [sides.after, sides.before];
  return direction === 'sent'
    ? isAssignable({ from: old, to: now, direction, seen }, before.shape, after.shape)
    : isAssignable({ from: now, to: old, direction, seen }, after.shape, before.shape);
}
