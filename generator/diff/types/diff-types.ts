import type { Schema } from '../../api/schemas/schema.js';
import type { Shape } from '../../api/shapes/shape.js';
import { changeOf } from '../api-diff.js';
import type { ApiDiff, TypeBoth } from '../api-diff.js';
import type { Change } from '../change.js';
import { inNew } from '../finding.js';
import { isAssignable } from './is-assignable.js';
import { breaks, meets } from '../schemas/schema-graph.js';

/**
 * The last word about what breaks a compile: types of the package that do not fit where the old ones did, although none
 * of the changes that were found says so.
 */
export function diffTypes(diff: ApiDiff, types: readonly TypeBoth[], found: readonly Change[]): readonly Change[] {
  const changed = new Set(found.flatMap(({ subject }) => outers(subject)));
  const breaking = new Set(found.filter(({ kind }) => kind === 'breaking').flatMap(({ subject }) => outers(subject)));
  return types
    .filter((type) => !breaking.has(type.subject) && !isExplained(diff, type))
    .flatMap((type) => {
      if (!fits(diff, type)) return [changeOfType(type, 'exported-type-changed')];
      const isSame =
        changed.has(type.subject) || fits(diff, { ...type, before: type.after, after: type.before }, 'back');
      return isSame ? [] : [changeOfType(type, 'exported-type-extended')];
    });
}

/** Whether what breaks was found behind the type, though it is told of another location that has the same schemas. */
function isExplained({ graph }: ApiDiff, { before, after, direction }: TypeBoth): boolean {
  return breaks(graph, { before: before.schema, after: after.schema }, direction);
}

function changeOfType(
  { before, after, subject, direction, operations }: TypeBoth,
  code: 'exported-type-changed' | 'exported-type-extended',
): Change {
  const isSent = direction === 'sent';
  const message =
    code === 'exported-type-changed' && isOpen(before.shape) && !isOpen(after.shape)
      ? 'its type in TypeScript names its properties, and had any'
      : code === 'exported-type-changed'
        ? `its type in TypeScript ${isSent ? 'takes less than before' : 'does not fit where the old one did'}`
        : `its type in TypeScript ${isSent ? 'takes more than before' : 'says more than before'}`;
  return { ...changeOf({ code, message, subject, ...inNew(after.schema) }), operations, direction };
}

/** An object of which no property is known has any. */
function isOpen(shape: Shape): boolean {
  return shape.kind === 'object' && shape.members.length === 0;
}

/** An address and those around it: of `schemas.Pet.tags[]` also `schemas.Pet.tags` and `schemas.Pet`. */
function outers(subject: string): readonly string[] {
  const ends = [...subject.matchAll(/[.[]/g)].map(({ index }) => index);
  return [subject, ...ends.map((end) => subject.slice(0, end))];
}

/** Whether what is given now fits where the old type was expected; `back`: the sides are exchanged. */
function fits(
  { sides, graph }: ApiDiff,
  { before, after, direction }: TypeBoth,
  way: 'forth' | 'back' = 'forth',
): boolean {
  const seen = new Set<string>();
  const isForth = (way === 'forth') === (direction === 'sent');
  const isCompared = (from: Schema, to: Schema): boolean =>
    meets(graph, isForth ? { before: from, after: to } : { before: to, after: from });
  const [old, now] = way === 'forth' ? [sides.before, sides.after] : [sides.after, sides.before];
  return direction === 'sent'
    ? isAssignable({ from: old, to: now, direction, seen, isCompared }, before.shape, after.shape)
    : isAssignable({ from: now, to: old, direction, seen, isCompared }, after.shape, before.shape);
}
