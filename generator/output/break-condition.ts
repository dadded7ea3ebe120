import { breakCall } from './break-call.js';
import { closingOf, cut, indent, operandsOf, placeWhole, wrap } from './lines.js';
import type { Line, Room } from './lines.js';

/** `if (…) …;` or `if (…) {`, with the condition on a line, or on several where it does not fit. */
export function breakCondition(whole: Line, room: Room): string | undefined {
  if (!whole.code.startsWith('if (')) return undefined;
  const end = closingOf(whole.code, 'if '.length);
  const tail = cut(whole, end + 1);
  const isBlock = tail.code === ' {';
  if (!isBlock && !tail.code.endsWith(';')) return undefined;
  const head = placeWhole(cut(whole, 0, isBlock ? undefined : end + 1), room);
  const condition =
    head ?? spreadAny(cut(whole, 'if ('.length, end), { before: 'if (', after: isBlock ? ') {' : ')', room });
  if (isBlock || condition === undefined) return condition;
  const inner = { ...room, depth: room.depth + 1 };
  const then = placeThen(cut(tail, 1), inner);
  return then && `${condition}\n${then}`;
}

/** `return (…);` with all operands on a line, or one each. */
export function breakReturn(whole: Line, room: Room): string | undefined {
  if (!whole.code.startsWith('return ') || !whole.code.endsWith(';')) return undefined;
  const condition = cut(whole, 'return '.length, -1);
  if (['&&', '||', '+'].every((operator) => operandsOf(condition, operator).length === 1)) return undefined;
  const single = placeWhole(condition, { ...room, depth: room.depth + 1 });
  if (single !== undefined) return [`${indent(room.depth)}return (`, single, `${indent(room.depth)});`].join('\n');
  return spread(condition, { before: 'return (', after: ');', room });
}

/** `const name = a + b;` with all operands on the next line, or one each. */
export function breakSum(whole: Line, { depth, width }: Room): string | undefined {
  const start = /^const \w+ = /.exec(whole.code)?.[0].length ?? 0;
  if (start === 0 || !whole.code.endsWith(';')) return undefined;
  const sum = cut(whole, start);
  const operands = operandsOf(sum, '+');
  if (operands.length < 2 || operands.some(({ code }) => /^\W| (?:[^\w\s]+) /.test(code.replace(/\(.*\)/, ''))))
    return undefined;
  const inner = { depth: depth + 1, width };
  const lines = [placeWhole(sum, inner) ?? placeEach(operands, '+', inner)];
  return lines.includes(undefined)
    ? undefined
    : [indent(depth) + whole.line.slice(0, start).trimEnd(), ...lines].join('\n');
}

function placeEach(operands: readonly Line[], operator: string, room: Room): string | undefined {
  const last = operands.length - 1;
  const lines = operands.map((operand, index) =>
    placeWhole(wrap('', operand, index === last ? '' : ` ${operator}`), room),
  );
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

function placeThen(then: Line, room: Room): string | undefined {
  return placeWhole(then, room) ?? breakCall(then, room) ?? breakReturn(then, room);
}

interface Around {
  readonly before: string;
  readonly after: string;
  readonly room: Room;
}

/** A condition of several operands, or of one. */
function spreadAny(condition: Line, around: Around): string | undefined {
  const { before, after, room } = around;
  if (['&&', '||'].some((operator) => operandsOf(condition, operator).length > 1)) return spread(condition, around);
  const lines = placeOperand(condition, { width: room.width, depth: room.depth + 1, before: '', after: '' });
  return lines && [indent(room.depth) + before, ...lines, indent(room.depth) + after].join('\n');
}

/** A condition with a line for each operand, between two lines that open and close it. */
function spread(condition: Line, { before, after, room }: Around): string | undefined {
  const lines = placeOperands(condition, { depth: room.depth + 1, width: room.width, before: '', after: '' });
  return lines && [indent(room.depth) + before, ...lines, indent(room.depth) + after].join('\n');
}

interface OperandRoom extends Room {
  /** What stands on the first line before it, brackets that open, and on the last one behind it. */
  readonly before: string;
  readonly after: string;
}

/** Lines of a chain of operands; those behind the first are one level further in where the chain stands in brackets. */
function placeOperands(chain: Line, { depth, width, before, after }: OperandRoom): readonly string[] | undefined {
  const operator = operandsOf(chain, '||').length > 1 ? '||' : '&&';
  const operands = operandsOf(chain, operator);
  if (operands.length < 2) return undefined;
  const last = operands.length - 1;
  const further = before === '' ? depth : depth + 1;
  const lines = operands.map((operand, index) =>
    placeOperand(operand, {
      width,
      depth: index === 0 ? depth : further,
      before: index === 0 ? before : '',
      after: index === last ? after : ` ${operator}`,
    }),
  );
  return lines.some((one) => one === undefined) ? undefined : lines.flatMap((one) => one ?? []);
}

function placeOperand(operand: Line, room: OperandRoom): readonly string[] | undefined {
  const whole = `${indent(room.depth)}${room.before}${operand.line}${room.after}`;
  if (whole.length <= room.width) return [whole];
  const isGroup = operand.code.startsWith('(') && closingOf(operand.code, 0) === operand.code.length - 1;
  const inner = { ...room, before: `${room.before}(`, after: `)${room.after}` };
  if (isGroup) return placeOperands(cut(operand, 1, -1), inner);
  const call = room.before === '' ? breakCall(wrap('', operand, room.after), room) : undefined;
  return call === undefined ? undefined : [call];
}
