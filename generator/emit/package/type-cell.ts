import type { Direction } from '../../api/schemas/schema.js';
import type { Shape } from '../../api/shapes/shape.js';
import { code } from '../code/templates.js';
import type { Code } from '../code/templates.js';
import { modelTypeSymbol } from '../code/type-names.js';
import { printShape } from '../code/types.js';
import type { Layout } from '../layout.js';
import { codeSpan } from './markdown.js';

/** What the cells of a page go by. */
export interface ModelLinks {
  readonly layout: Layout;
  /** Where models are on the page: the end of a link, by the id of the model. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Tables have a column with sources. */
  readonly sources: boolean;
}

/** A type as code, linked where it mentions a single model. */
export function typeCell(shape: Shape, direction: Direction, { layout, anchors }: ModelLinks): Code {
  const mentioned = new Set<string>();
  const text = printShape(forReading(shape), {
    model: (id) => {
      mentioned.add(id);
      return modelTypeSymbol(layout, id, direction).name;
    },
    media: () => (direction === 'request' ? 'Media' : 'Uint8Array'),
  });
  const [only, ...others] = mentioned;
  const anchor = only === undefined || others.length > 0 ? undefined : anchors.get(only);
  const span = codeSpan(text);
  return anchor === undefined ? span : code(`[${span.text}](#${anchor})`);
}

/** A type on one line has no room for what its members say, and a reader no use for `string & {}`. */
function forReading(shape: Shape): Shape {
  switch (shape.kind) {
    case 'object':
      return {
        ...shape,
        members: shape.members.map((member) => ({ ...member, shape: forReading(member.shape), doc: {}, notes: [] })),
        ...(shape.rest === undefined ? {} : { rest: forReading(shape.rest) }),
      };
    case 'array':
      return { ...shape, items: forReading(shape.items) };
    case 'union':
    case 'intersection':
      return { ...shape, of: shape.of.map(forReading) };
    case 'literals':
      return shape.open ? { kind: 'union', of: [{ ...shape, open: false }, { kind: 'string' }] } : shape;
    default:
      return shape;
  }
}
