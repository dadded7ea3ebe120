import type { Schema } from '../../api/schemas/schema.js';
import type { Shape } from '../../api/shapes/shape.js';
import { changeOf } from '../api-diff.js';
import type { ApiDiff, TypeBoth } from '../api-diff.js';
import type { Change, ChangeCode } from '../change.js';
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
  return types.flatMap((type) => {
    if (breaking.has(type.subject) || isExplained(diff, type)) return [];
    if (!fits(diff, type)) return [changeOfType(type, 'exported-type-changed', sayLess(type))];
    if (changed.has(type.subject) || fits(diff, type, 'back')) return [];
    const more = type.direction === 'sent' ? 'takes' : 'says';
    return [changeOfType(type, 'exported-type-extended', `its type in TypeScript ${more} more than before`)];
  });
}

/** Whether what breaks was found behind the type, though it is told of another location that has the same schemas. */
function isExplained({ graph }: ApiDiff, { before, after, direction }: TypeBoth): boolean {
  return breaks(graph, { before: before.schema, after: after.schema }, direction);
}

function changeOfType({ after, subject, direction, operations }: TypeBoth, code: ChangeCode, message: string): Change {
  return { ...changeOf({ code, message, subject, ...inNew(after.schema) }), operations, direction };
}

function sayLess({ before, after, direction }: TypeBoth): string {
  if (isOpen(before.shape) && !isOpen(after.shape)) return 'its type in TypeScript names its properties, and had any';
  return `its type in TypeScript ${direction === 'sent' ? 'takes less than before' : 'does not fit where the old one did'}`;
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
function fits({ sides, graph }: ApiDiff, type: TypeBoth, way: 'forth' | 'back' = 'forth'): boolean {
  const { direction } = type;
  // Callers give the old type for what is sent now; what is received now has to fit where the old one did.
  const isForth = (way === 'forth') === (direction === 'sent');
  const [from, to] = isForth ? (['before', 'after'] as const) : (['after', 'before'] as const);
  const isCompared = (own: Schema, other: Schema): boolean =>
    meets(graph, isForth ? { before: own, after: other } : { before: other, after: own });
  const fit = { from: sides[from], to: sides[to], direction, seen: new Set<string>(), isCompared };
  return isAssignable(fit, type[from].shape, type[to].shape);
}
