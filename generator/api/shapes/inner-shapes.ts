import type { Shape } from '../types/shape.js';

/** The shapes that a shape directly consists of; of what is the same for callers and the wire, none. */
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

/** A shape in which `map` replaces each of the shapes that it directly consists of. */
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

/** A shape whose members say nothing of themselves, at any depth. */
export function withoutDocs(shape: Shape): Shape {
  const bare = mapInnerShapes(shape, withoutDocs);
  if (bare.kind !== 'object') return bare;
  return { ...bare, members: bare.members.map((member) => ({ ...member, doc: {}, notes: [] })) };
}
