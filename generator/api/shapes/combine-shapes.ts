import type { LiteralsShape, Member, ObjectShape, Shape } from '../types/shape.js';

/** Anything: the neutral part of an intersection, and what swallows a union. */
export const unknownShape: Shape = { kind: 'unknown' };

/** Nothing: the neutral part of a union, and what swallows an intersection. */
export const neverShape: Shape = { kind: 'never' };

/** One of several shapes, without duplicates and without unions inside unions; `null` stays. */
export function joinShapes(shapes: readonly Shape[]): Shape {
  const only = single(shapes);
  if (only !== undefined && only.kind !== 'union') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'union' ? shape.of : [shape]));
  if (flat.some((shape) => shape.kind === 'unknown')) return unknownShape;
  const all = distinct(flat.filter((shape) => shape.kind !== 'never'));
  // `string` beside string literals is how specs write an open enum.
  const isOpen = all.some((shape) => shape.kind === 'string') && all.some(areStrings);
  const parts = !isOpen
    ? all
    : all
        .filter((shape) => shape.kind !== 'string')
        .map((shape): Shape => (areStrings(shape) ? { ...shape, open: 'any' } : shape));
  return single(parts) ?? (parts.length === 0 ? neverShape : { kind: 'union', of: parts });
}

/** One of several shapes as they are, each only once, in their order. */
export function chooseShape(shapes: readonly Shape[]): Shape {
  const only = single(shapes);
  if (only !== undefined) return only;
  const parts = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  return single(parts) ?? { kind: 'union', of: parts };
}

/** Combines shapes of the same value: plain objects become one, parts that say nothing more are dropped. */
export function intersectShapes(shapes: readonly Shape[]): Shape {
  const only = single(shapes.filter(({ kind }) => kind !== 'unknown'));
  if (only !== undefined && only.kind !== 'intersection' && only.kind !== 'literals') return only;
  const flat = shapes.flatMap((shape) => (shape.kind === 'intersection' ? shape.of : [shape]));
  if (flat.some((shape) => shape.kind === 'never')) return neverShape;
  const coded = flat.find((shape) => shape.kind === 'coded');
  // The first codec counts, for what all parts say of the wire.
  if (coded !== undefined)
    return { ...coded, wire: intersectShapes(flat.map((shape) => (shape.kind === 'coded' ? shape.wire : shape))) };
  const known = distinct(flat.filter((shape) => shape.kind !== 'unknown'));
  const [first, ...others] = known.map(listShapeTypes).filter((types) => types !== undefined);
  // Parts without a type in common take no value, however much their types say.
  if (first !== undefined && ![...first].some((type) => others.every((other) => other.has(type)))) return neverShape;
  const merged = demandNames(mergeObjects(known));
  const parts = merged.filter((shape) => !merged.some((other) => implies(other, shape)));
  return single(parts) ?? (parts.length === 0 ? (merged[0] ?? unknownShape) : { kind: 'intersection', of: parts });
}

/** Returns true if a part says more than another one: an object of which nothing is known, or the type of literals. */
function implies(other: Shape, shape: Shape): boolean {
  if (other === shape) return false;
  if (shape.kind === 'object' && shape.members.length === 0 && shape.rest === undefined) return true;
  if (other.kind !== 'literals' || other.open === 'any') return false;
  const isPrimitive = shape.kind === 'string' || shape.kind === 'number' || shape.kind === 'boolean';
  return isPrimitive && other.values.every((value) => typeof value === shape.kind);
}

/**
 * Requires names that are only required, beside a choice of objects that may declare them, of each of these objects: as parts of an
 * intersection their types would stay open, and TypeScript takes no two copies of it for the same.
 */
function demandNames(shapes: readonly Shape[]): readonly Shape[] {
  const demand = shapes.find(
    (shape) =>
      isMergeable(shape) &&
      shape.members.length > 0 &&
      shape.members.every((one) => one.required && one.shape.kind === 'unknown'),
  );
  const choice = shapes.find((shape) => shape.kind === 'union');
  if (demand?.kind !== 'object' || choice === undefined || !choice.of.every(isMergeable)) return shapes;
  const demanded = joinShapes(choice.of.map((part) => mergeTwo(part, demand)));
  return shapes.flatMap((shape) => (shape === choice ? [demanded] : shape === demand ? [] : [shape]));
}

/** Lists the types of the values of a shape, `undefined` where they are not known here. */
function listShapeTypes(shape: Shape): ReadonlySet<string> | undefined {
  switch (shape.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'array':
    case 'object':
      return new Set([shape.kind]);
    case 'template':
      return new Set(['string']);
    case 'tuple':
      return new Set(['array']);
    case 'coded':
      return listShapeTypes(shape.wire);
    case 'wire':
      return listShapeTypes(shape.of);
    case 'literals':
      return new Set([
        ...shape.values.map((one) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one)),
        ...(shape.open ? ['string'] : []),
      ]);
    default:
      return undefined;
  }
}

function single(shapes: readonly Shape[]): Shape | undefined {
  return shapes.length === 1 ? shapes[0] : undefined;
}

function distinct(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2 || new Set(shapes.map(({ kind }) => kind)).size === shapes.length) return shapes;
  return [
    ...new Map(shapes.map((shape) => [JSON.stringify(shape), shape] as const).toReversed()).values(),
  ].toReversed();
}

function areStrings(shape: Shape): shape is LiteralsShape {
  return shape.kind === 'literals' && shape.values.every((value) => typeof value === 'string');
}

/** Puts all objects that leave their further members alone into the place of the first of them. */
function mergeObjects(shapes: readonly Shape[]): readonly Shape[] {
  const objects = shapes.filter(isMergeable);
  if (objects.length < 2) return shapes;
  const [first] = objects;
  const merged = objects.reduce(mergeTwo);
  const others = shapes.filter((shape) => shape === first || !isMergeable(shape));
  return others.map((shape) => (shape === first ? merged : shape));
}

function isMergeable(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && (shape.rest === undefined || shape.rest.kind === 'unknown');
}

function mergeTwo(left: ObjectShape, right: ObjectShape): ObjectShape {
  const members = new Map(left.members.map((member) => [member.name, member]));
  for (const member of right.members) members.set(member.name, mergeMember(members.get(member.name), member));
  const rest = left.rest ?? right.rest;
  return { kind: 'object', members: [...members.values()], ...(rest !== undefined && { rest }) };
}

function mergeMember(left: Member | undefined, right: Member): Member {
  if (left === undefined) return right;
  const callersName = left.callersName ?? right.callersName;
  return {
    name: right.name,
    ...(callersName !== undefined && { callersName }),
    required: left.required || right.required,
    shape: intersectShapes([left.shape, right.shape]),
    // The later text wins, as the more special one.
    doc: { ...left.doc, ...right.doc },
    notes: [...new Set([...left.notes, ...right.notes])],
  };
}

/** Returns the shapes that a shape directly consists of; of what is the same for callers and the wire, none. */
export function innerShapes(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'tuple':
      return [...shape.items, ...(shape.rest === undefined ? [] : [shape.rest])];
    case 'object':
      return [...shape.members.map((member) => member.shape), ...(shape.rest === undefined ? [] : [shape.rest])];
    case 'union':
    case 'intersection':
      return shape.of;
    default:
      return [];
  }
}

/** Replaces each of the shapes that a shape directly consists of by what `map` makes of it. */
export function mapInnerShapes(shape: Shape, map: (inner: Shape) => Shape): Shape {
  switch (shape.kind) {
    case 'array':
      return { ...shape, items: map(shape.items) };
    case 'tuple':
      return { ...shape, items: shape.items.map(map), ...(shape.rest !== undefined && { rest: map(shape.rest) }) };
    case 'object': {
      const members = shape.members.map((member) => ({ ...member, shape: map(member.shape) }));
      return { ...shape, members, ...(shape.rest !== undefined && { rest: map(shape.rest) }) };
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
