import type { Schema } from '../../api/types/schema.js';
import { fingerprint, valueKey } from '../sides/fingerprint.js';
import { hasJsonType } from '../sides/normalize-schema.js';
import { findExportedName } from '../sides/side.js';
import type { Side } from '../sides/side.js';
import type { LiteralsShape, Member, ObjectShape, Shape } from '../../api/types/shape.js';

/** A type that is given, and one that it has to fit; references belong to the description they come from. */
interface Fit {
  readonly from: Side;
  readonly to: Side;
  /** Requests have variants of models. */
  readonly direction: 'sent' | 'received';
  /** Returns whether two schemas are compared by themselves. */
  readonly isCompared: (from: Schema, to: Schema) => boolean;
  /** Pairs of references that were looked into: what comes back to them says nothing new. */
  readonly seen: Set<string>;
}

/**
 * Returns whether a type is assignable to another one: `'a' | 'b'` to `string`. Models of the same name, or that were paired,
 * always are: they are compared by themselves.
 */
export function isAssignable(fit: Fit, from: Shape, to: Shape): boolean {
  if (to.kind === 'unknown' || from.kind === 'never') return true;
  if (printTypeKey(fit.from, from) === printTypeKey(fit.to, to)) return true;
  if (from.kind === 'union') return from.of.every((one) => isAssignable(fit, one, to));
  if (from.kind === 'reference' || to.kind === 'reference') return fitsReference(fit, from, to);
  if (to.kind === 'intersection') return to.of.every((one) => isAssignable(fit, from, one));
  if (from.kind === 'intersection') return fitsParts(fit, from.of, to);
  if (to.kind === 'union') return fitsUnion(fit, from, to.of);
  return fitsPlain(fit, from, to);
}

/** Text that is the same for types that are, whatever is said about them. */
function printTypeKey(side: Side, shape: Shape): string {
  const key = side.typeKeys.get(shape) ?? fingerprint(shape, (id) => findExportedName(side, id));
  side.typeKeys.set(shape, key);
  return key;
}

function fitsReference(fit: Fit, from: Shape, to: Shape): boolean {
  if (from.kind === 'reference' && to.kind === 'reference') {
    const [own, other] = [fit.from.schemas.get(from.model), fit.to.schemas.get(to.model)];
    if (isSameModel(fit, from, to)) return true;
    if (own !== undefined && other !== undefined && fit.isCompared(own, other)) return true;
  }
  // One of several: a member may be the same model.
  if (to.kind === 'union' && to.of.some((one) => isSameModel(fit, from, one))) return true;
  const key = JSON.stringify([from, to]);
  if (fit.seen.has(key)) return true;
  fit.seen.add(key);
  return isAssignable(fit, resolve(fit.from, from, fit.direction), resolve(fit.to, to, fit.direction));
}

function isSameModel({ from: side, to }: Fit, from: Shape, one: Shape): boolean {
  if (from.kind !== 'reference' || one.kind !== 'reference') return false;
  return findExportedName(side, from.model) === findExportedName(to, one.model);
}

function resolve({ models }: Side, shape: Shape, direction: Fit['direction']): Shape {
  const model = shape.kind === 'reference' ? models.get(shape.model) : undefined;
  if (model === undefined) return shape.kind === 'reference' ? { kind: 'unknown' } : shape;
  return (direction === 'sent' ? model.input?.shape : undefined) ?? model.shape;
}

function fitsUnion(fit: Fit, from: Shape, to: readonly Shape[]): boolean {
  if (from.kind === 'literals') {
    const values = from.values.map((value) => ({ kind: 'literals', values: [value], open: false }) as const);
    const all: readonly Shape[] = from.open ? [...values, { ...from, values: [] }] : values;
    return all.every((value) => to.some((one) => isAssignable(fit, value, one)));
  }
  return to.some((one) => isAssignable(fit, from, one));
}

/** All parts hold at once: objects are seen as one. */
function fitsParts(fit: Fit, parts: readonly Shape[], to: Shape): boolean {
  if (parts.some((one) => isAssignable(fit, one, to))) return true;
  const objects = parts.map((one) => resolve(fit.from, one, fit.direction)).filter((one) => one.kind === 'object');
  const [first, ...others] = objects;
  if (to.kind === 'union') return to.of.some((one) => fitsParts(fit, parts, one));
  if (first === undefined) return false;
  const members = new Map<string, Member>();
  for (const { members: all } of [first, ...others]) for (const one of all) members.set(one.name, one);
  return isAssignable(fit, { ...first, members: [...members.values()] }, to);
}

function fitsPlain(fit: Fit, from: Shape, to: Shape): boolean {
  if (from.kind === 'literals') return fitsLiterals(fit, from, to);
  if (from.kind === 'template') return to.kind === 'string' || JSON.stringify(from) === JSON.stringify(to);
  if (to.kind === 'literals') return fitsValues(from, to);
  if (from.kind === 'object' && to.kind === 'object') return fitsObject(fit, from, to);
  if (from.kind === 'array' && to.kind === 'array') return isAssignable(fit, from.items, to.items);
  if (from.kind === 'tuple') return fitsTuple(fit, from, to);
  if (from.kind === 'coded' && to.kind === 'coded')
    return from.codec === to.codec && isAssignable(fit, from.wire, to.wire);
  if (from.kind === 'wire' && to.kind === 'wire') return isAssignable(fit, from.of, to.of);
  return from.kind === to.kind && !apart.has(from.kind);
}

/** Kinds of which there are several types. */
const apart: ReadonlySet<Shape['kind']> = new Set(['array', 'object', 'coded', 'wire']);

/** A further string fits an open enum that is received, as code has to expect it; what is sent has to be declared. */
function fitsLiterals({ direction }: Fit, from: LiteralsShape, to: Shape): boolean {
  if (to.kind === 'literals') {
    if (from.open && to.open !== 'any' && to.open !== from.open) return false;
    const known = new Set(to.values.map(valueKey));
    const isOpen = to.open === 'any' || (to.open !== false && direction === 'received');
    return from.values.every((value) => known.has(valueKey(value)) || (isOpen && typeof value === 'string'));
  }
  return from.values.every((value) => hasJsonType(value, to.kind)) && (!from.open || to.kind === 'string');
}

/** Types of which there are few values; any text fits an open enum. */
function fitsValues({ kind }: Shape, { values, open }: LiteralsShape): boolean {
  if (kind === 'null') return values.includes(null);
  if (kind === 'boolean') return values.includes(true) && values.includes(false);
  return kind === 'string' && open !== false;
}

function fitsObject(fit: Fit, from: ObjectShape, to: ObjectShape): boolean {
  const members = new Map(from.members.map((member) => [member.name, member]));
  for (const { name, required, shape } of to.members) {
    const own = members.get(name);
    if (own === undefined) {
      if (required) return false;
    } else if ((required && !own.required) || !isAssignable(fit, own.shape, shape)) return false;
  }
  // Whoever writes an object may not name properties that the type does not; one that names fewer fits any others.
  if (to.rest === undefined) return from.rest === undefined || fit.direction !== 'sent' || isAnything(from);
  if (from.rest === undefined) return fit.direction === 'sent' && to.rest.kind === 'unknown';
  return isAssignable(fit, from.rest, to.rest);
}

/** Returns whether nothing is known of an object: `{ [key: string]: unknown }`. */
function isAnything({ members, rest }: ObjectShape): boolean {
  return members.length === 0 && rest?.kind === 'unknown';
}

function fitsTuple(fit: Fit, from: Shape & { readonly kind: 'tuple' }, to: Shape): boolean {
  if (to.kind === 'array') {
    const all = [...from.items, ...(from.rest === undefined ? [] : [from.rest])];
    return all.every((one) => isAssignable(fit, one, to.items));
  }
  if (to.kind !== 'tuple' || from.items.length !== to.items.length || from.required < to.required) return false;
  const fits = from.items.every((one, index) => isAssignable(fit, one, to.items[index] ?? { kind: 'never' }));
  if (!fits || from.rest === undefined) return fits;
  return to.rest !== undefined && isAssignable(fit, from.rest, to.rest);
}
