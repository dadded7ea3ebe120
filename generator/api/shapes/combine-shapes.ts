import { compact } from '../../json.js';
import type { LiteralsShape, ObjectShape, Shape } from '../types/shape.js';

/** Anything: the neutral part of an intersection, and what swallows a union. */
export const unknownShape: Shape = { kind: 'unknown' };

/** Nothing: the neutral part of a union, and what swallows an intersection. */
export const neverShape: Shape = { kind: 'never' };

/** One of several shapes, without duplicates and without unions inside unions; `null` stays. */
export function joinShapes(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes);
  if (only && only.kind !== 'union') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'unknown')) return unknownShape;
  const all = distinct(flat.filter(({ kind }) => kind !== 'never'));
  // `string` beside string literals is how specs write an open enum.
  const isOpen = all.some(({ kind }) => kind === 'string') && all.some(areStrings);
  const closed = all.filter(({ kind }) => kind !== 'string');
  const opened = closed.map((shape): Shape => (areStrings(shape) ? { ...shape, open: 'any' } : shape));
  return combineParts('union', isOpen ? opened : all, neverShape);
}

/** One of several shapes as they are, each only once, in their order. */
export function chooseShape(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes);
  if (only) return only;
  const parts = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]));
  return combineParts('union', [...parts.values()], neverShape);
}

/** Combines shapes of the same value: plain objects become one, parts that say nothing more are dropped. */
export function intersectShapes(shapes: readonly Shape[]): Shape {
  const only = findOnly(shapes.filter(({ kind }) => kind !== 'unknown'));
  if (only && only.kind !== 'intersection' && only.kind !== 'literals') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'intersection' ? shape.of : [shape]));
  if (flat.some(({ kind }) => kind === 'never')) return neverShape;
  const coded = flat.find((shape) => shape.kind === 'coded');
  // The first codec counts, for what all parts say of the wire.
  if (coded)
    return { ...coded, wire: intersectShapes(flat.map((shape) => (shape.kind === 'coded' ? shape.wire : shape))) };
  const known = distinct(flat.filter(({ kind }) => kind !== 'unknown'));
  const [first, ...others] = known.map(listShapeTypes).filter((types) => types !== undefined);
  // Parts without a type in common take no value, however much their types say.
  if (first && !first.some((type) => others.every((other) => other.includes(type)))) return neverShape;
  const merged = demandNames(mergeObjects(known));
  const parts = merged.filter((shape) => !merged.some((other) => implies(other, shape)));
  return combineParts('intersection', parts, merged[0] ?? unknownShape);
}

/** Returns the only shape; `undefined` where there are several or none. Most schemas have one, which is compared with nothing. */
function findOnly(shapes: readonly Shape[]): Shape | undefined {
  return shapes.length === 1 ? shapes[0] : undefined;
}

/** Returns the only one of several parts, or all of them; `none` where there are none. */
function combineParts(kind: 'union' | 'intersection', parts: readonly Shape[], none: Shape): Shape {
  const [first = none, ...others] = parts;
  return others.length === 0 ? first : { kind, of: parts };
}

/** Returns true if a part says more than another one: an object of which nothing is known, or the type of literals. */
function implies(other: Shape, shape: Shape): boolean {
  if (other === shape) return false;
  if (shape.kind === 'object' && shape.members.length === 0 && !shape.rest) return true;
  if (other.kind !== 'literals' || other.open === 'any') return false;
  return (
    ['string', 'number', 'boolean'].includes(shape.kind) && other.values.every((value) => typeof value === shape.kind)
  );
}

/**
 * Requires names that are only required, beside a choice of objects that may declare them, of each of these objects: as parts of an
 * intersection their types would stay open, and TypeScript takes no two copies of it for the same.
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

/** The types of shapes all of whose values are of one type. */
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

/** Puts all objects that leave their further members alone into the place of the first of them. */
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
      // The later text wins, as the more special one.
      doc: { ...own.doc, ...other.doc },
      notes: [...new Set([...own.notes, ...other.notes])],
    };
    members.set(other.name, compact(merged ?? other));
  }
  return compact({ kind: 'object' as const, members: [...members.values()], rest: left.rest ?? right.rest });
}

/** Lists the shapes that a shape directly consists of; of what is the same for callers and the wire, none. */
export function innerShapes(shape: Shape): readonly Shape[] {
  const found: Shape[] = [];
  mapInnerShapes(shape, (inner) => {
    found.push(inner);
    return inner;
  });
  return found;
}

/** Replaces each of the shapes that a shape directly consists of by what `map` makes of it. */
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

/** Takes the docs and notes off all members of a shape, at any depth. */
export function withoutDocs(shape: Shape): Shape {
  const bare = mapInnerShapes(shape, withoutDocs);
  if (bare.kind !== 'object') return bare;
  return { ...bare, members: bare.members.map((member) => ({ ...member, doc: {}, notes: [] })) };
}
