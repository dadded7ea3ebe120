import { compact } from '../../json.js';
import type { LiteralsShape, ObjectShape, Shape } from '../types/shape.js';

/** The shape of any value. `string & unknown` is `string`, `string | unknown` is `unknown`. */
export const unknownShape: Shape = { kind: 'unknown' };

/** The shape of no value. `string | never` is `string`, `string & never` is `never`. */
export const neverShape: Shape = { kind: 'never' };

/** Builds a union of shapes, without duplicates and without unions inside unions: `a`, `a | null` → `a | null`. */
export function joinShapes(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes);
  if (only && only.kind !== 'union') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'unknown')) return unknownShape;
  const all = distinct(flat.filter(({ kind }) => kind !== 'never'));
  // Specs write an open enum as `string` beside string literals.
  const isOpen = all.some(({ kind }) => kind === 'string') && all.some(areStrings);
  const closed = all.filter(({ kind }) => kind !== 'string');
  const opened = closed.map((shape): Shape => (areStrings(shape) ? { ...shape, open: 'any' } : shape));
  return combineParts('union', isOpen ? opened : all, neverShape);
}

/** Builds a union of shapes, each once, without any other simplification. */
export function chooseShape(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes);
  if (only) return only;
  const parts = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  return combineParts('union', [...parts.values()], neverShape);
}

/** Builds an intersection of shapes: plain objects are merged into one, and parts that another part implies are left out. */
export function intersectShapes(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes.filter(({ kind }) => kind !== 'unknown'));
  if (only && only.kind !== 'intersection' && only.kind !== 'literals') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'intersection' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'never')) return neverShape;
  const coded = flat.find((shape) => shape.kind === 'coded');
  // The first codec converts values that all parts describe on the wire.
  if (coded)
    return { ...coded, wire: intersectShapes(flat.map((shape) => (shape.kind === 'coded' ? shape.wire : shape))) };
  const known = distinct(flat.filter(({ kind }) => kind !== 'unknown'));
  const [first, ...others] = known.map(listShapeTypes).filter((types) => types !== undefined);
  // No value can match parts without a common type.
  if (first && !first.some((type) => others.every((other) => other.includes(type)))) return neverShape;
  const merged = demandNames(mergeObjects(known));
  const parts = merged.filter((shape) => !merged.some((other) => implies(other, shape)));
  return combineParts('intersection', parts, merged[0] ?? unknownShape);
}

/** Returns the only shape; `undefined` where there are several or none. This saves comparisons: most schemas have one shape. */
function findOnly(shapes: readonly Shape[]): Shape | undefined {
  return shapes.length === 1 ? shapes[0] : undefined;
}

/** Returns the only one of several parts, or all of them; `none` where there are none. */
function combineParts(kind: 'union' | 'intersection', parts: readonly Shape[], none: Shape): Shape {
  const [first = none, ...others] = parts;
  return others.length === 0 ? first : { kind, of: parts };
}

/** Returns true if `other` makes `shape` superfluous: an object without members, or the type of `other`'s literals. */
function implies(other: Shape, shape: Shape): boolean {
  if (other === shape) return false;
  if (shape.kind === 'object' && shape.members.length === 0 && !shape.rest) return true;
  if (other.kind !== 'literals' || other.open === 'any') return false;
  return (
    ['string', 'number', 'boolean'].includes(shape.kind) && other.values.every((value) => typeof value === shape.kind)
  );
}

/**
 * Moves names that are only required into a union of objects beside them: `{ id: unknown } & ({ id?: string } | { id?: number })` →
 * `{ id: string } | { id: number }`. Otherwise their types would stay `unknown`, and TypeScript would not treat two copies of the
 * intersection as the same type.
 */
function demandNames(shapes: readonly Shape[]): readonly Shape[] {
  const demand = shapes
    .filter(isMergeable)
    .find(({ members }) => members.length > 0 && members.every((one) => one.required && one.shape.kind === 'unknown'));
  const choice = shapes.find((shape) => shape.kind === 'union');
  if (!demand || !choice?.of.every(isMergeable)) return shapes;
  const demanded = joinShapes(choice.of.map((part) => mergeTwo(part, demand)));
  return shapes.filter((shape) => shape !== demand).map((shape) => (shape === choice ? demanded : shape));
}

/** JSON types of the shapes whose values all have the same type. */
const TYPES: Readonly<Partial<Record<Shape['kind'], string>>> = {
  string: 'string',
  template: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'array',
  tuple: 'array',
  object: 'object',
};

/** Lists the types of the values of a shape, `undefined` where they are not known here. */
function listShapeTypes(shape: Shape): readonly string[] | undefined {
  if (shape.kind === 'coded') return listShapeTypes(shape.wire);
  if (shape.kind === 'wire') return listShapeTypes(shape.of);
  if (shape.kind !== 'literals') {
    const type = TYPES[shape.kind];
    return type ? [type] : undefined;
  }
  const types = shape.values.map((one) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one));
  return [...new Set(shape.open ? [...types, 'string'] : types)];
}

function distinct(shapes: readonly Shape[]): readonly Shape[] {
  if (new Set(shapes.map(({ kind }) => kind)).size === shapes.length) return shapes;
  const byText = new Map(shapes.toReversed().map((shape) => [JSON.stringify(shape), shape]));
  return [...byText.values()].toReversed();
}

function areStrings(shape: Shape): shape is LiteralsShape {
  return shape.kind === 'literals' && shape.values.every((value) => typeof value === 'string');
}

/** Merges all objects whose further members are not restricted, at the position of the first of them. */
function mergeObjects(shapes: readonly Shape[]): readonly Shape[] {
  const [first, ...others] = shapes.filter(isMergeable);
  if (!first) return shapes;
  const merged = others.reduce(mergeTwo, first);
  return shapes
    .filter((shape) => shape === first || !isMergeable(shape))
    .map((shape) => (shape === first ? merged : shape));
}

function isMergeable(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && (shape.rest ?? unknownShape).kind === 'unknown';
}

function mergeTwo(left: ObjectShape, right: ObjectShape): ObjectShape {
  const members = new Map(left.members.map((member) => [member.name, member]));
  for (const other of right.members) {
    const own = members.get(other.name);
    const merged = own && {
      name: other.name,
      callersName: own.callersName ?? other.callersName,
      required: own.required || other.required,
      shape: intersectShapes([own.shape, other.shape]),
      // The later text replaces the earlier one, because it is more specific.
      doc: { ...own.doc, ...other.doc },
      notes: [...new Set([...own.notes, ...other.notes])],
    };
    members.set(other.name, compact(merged ?? other));
  }
  return compact({ kind: 'object' as const, members: [...members.values()], rest: left.rest ?? right.rest });
}

/** Lists the shapes directly inside a shape; none for codecs and references. */
export function innerShapes(shape: Shape): readonly Shape[] {
  const found: Shape[] = [];
  mapInnerShapes(shape, (inner) => {
    found.push(inner);
    return inner;
  });
  return found;
}

/** Replaces each shape directly inside a shape by the result of `map`. */
export function mapInnerShapes(shape: Shape, map: (inner: Shape) => Shape): Shape {
  switch (shape.kind) {
    case 'array':
      return { ...shape, items: map(shape.items) };
    case 'tuple':
      return compact({ ...shape, items: shape.items.map(map), rest: shape.rest && map(shape.rest) });
    case 'object': {
      const members = shape.members.map((member) => ({ ...member, shape: map(member.shape) }));
      return compact({ ...shape, members, rest: shape.rest && map(shape.rest) });
    }
    case 'union':
    case 'intersection':
      return { ...shape, of: shape.of.map(map) };
    default:
      return shape;
  }
}

/** Removes the docs and notes of all members of a shape, at any depth. */
export function withoutDocs(shape: Shape): Shape {
  const bare = mapInnerShapes(shape, withoutDocs);
  if (bare.kind !== 'object') return bare;
  return { ...bare, members: bare.members.map((member) => ({ ...member, doc: {}, notes: [] })) };
}
