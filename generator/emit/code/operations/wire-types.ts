import { differsOnWire } from '../../../api/shapes/name-wires.js';
import { toCallersName } from '../../../api/conversions/names-agree.js';
import type { Direction } from '../../../api/types/schema.js';
import type { Member, Shape } from '../../../api/types/shape.js';
import type { Layout } from '../../layout.js';
import { memberKey, stringLiteral } from '../syntax/literals.js';
import { optionalType, printShape, createTypeNames, type UseType } from '../syntax/types.js';

/** Whether callers have something of a shape in another type than the wire. */
export function differs(shape: Shape, layout: Layout, direction: Direction): boolean {
  return differsOnWire(shape, (id) => {
    const model = layout.modelById(id);
    return direction === 'request' && model?.input !== undefined ? model.input.wire : model?.wire;
  });
}

/** A type of params, and what it consists of. */
interface ParamsType {
  readonly name: string;
  readonly members: readonly Member[];
  /** Whether further parameters are open. */
  readonly isOpen?: boolean;
  readonly layout: Layout;
}

/** The type of params on the wire: the members that differ, in the place of what callers pass. */
export function paramsOnWire({ name, members, isOpen = false, layout }: ParamsType, use: UseType): string {
  const names = createTypeNames(layout, use, { direction: 'request', side: 'wire' });
  // A type with an index signature would lose its members.
  const changed = isOpen
    ? members
    : members.filter(({ callersName, shape }) => callersName !== undefined || differs(shape, layout, 'request'));
  const texts = changed.map((one) => {
    const type = printShape(one.shape, names);
    return `readonly ${memberKey(one.name)}${one.required ? '' : '?'}: ${one.required ? type : optionalType(type)}`;
  });
  if (isOpen) return `{ ${[...texts, 'readonly [parameter: string]: unknown'].join('; ')} }`;
  if (changed.length === members.length) return `{ ${texts.join('; ')} }`;
  return `Omit<${name}, ${changed.map((one) => stringLiteral(toCallersName(one))).join(' | ')}> & { ${texts.join('; ')} }`;
}
