import type { Shape } from './shape.js';

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
