import type { Member, Shape } from 'speccast/emitter';

/** Prints a shape like a TypeScript type, for tables of tests: `{ id: string, tags?: (string)[] }`. */
export function showShape(shape: Shape): string {
  switch (shape.kind) {
    case 'literals':
      return [...shape.values.map((value) => JSON.stringify(value)), ...(shape.open ? ['...'] : [])].join(' | ');
    case 'template':
      return `\`${shape.texts.join('${string}')}\``;
    case 'array':
      return `(${showShape(shape.items)})[]`;
    case 'tuple':
      return `[${[...shape.items.map((item, index) => showShape(item) + (index < shape.required ? '' : '?')), ...printRest('...', shape.rest)].join(', ')}]`;
    case 'object':
      return `{ ${[...shape.members.map(showMember), ...printRest('*: ', shape.rest)].join(', ')} }`;
    case 'reference':
      return decodeURIComponent(shape.model.replace(/.*\//, ''));
    case 'union':
      return `(${shape.of.map(showShape).join(' | ')})`;
    case 'intersection':
      return `(${shape.of.map(showShape).join(' & ')})`;
    case 'coded':
      return shape.codec;
    case 'wire':
      return `wire(${showShape(shape.of)})`;
    default:
      return shape.kind;
  }
}

function showMember({ name, required, shape }: Member): string {
  return `${name}${required ? '' : '?'}: ${showShape(shape)}`;
}

function printRest(prefix: string, shape: Shape | undefined): readonly string[] {
  return shape === undefined ? [] : [prefix + showShape(shape)];
}
