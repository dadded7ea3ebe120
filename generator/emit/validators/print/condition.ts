/** A boolean expression that can be printed negated without `!(…)`: `a === b`, `a !== b`. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'test'; readonly yes: string; readonly no: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'choice'; readonly test: Condition; readonly then: Condition; readonly otherwise: Condition };

/** The condition `true`. */
export const always: Condition = { kind: 'constant', value: true };

/** The condition `false`. */
export const never: Condition = { kind: 'constant', value: false };

/** Builds a condition from the source code of a call, or of another operand of `!`. */
export function test(text: string): Condition {
  return { kind: 'test', yes: text, no: `!${text}` };
}

const opposites = { '===': '!==', '!==': '===', '<': '>=', '>=': '<', '>': '<=', '<=': '>' } as const;

/** Builds a comparison. For `<`, `<=`, `>` and `>=`, no operand may be `NaN`, since the negation would be wrong. */
export function compare(left: string, operator: keyof typeof opposites, right: string): Condition {
  return { kind: 'test', yes: `${left} ${operator} ${right}`, no: `${left} ${opposites[operator]} ${right}` };
}

/** Builds `a && b`. */
export function all(conditions: readonly Condition[]): Condition {
  return join('all', conditions, false);
}

/** Builds `a || b`. */
export function any(conditions: readonly Condition[]): Condition {
  return join('any', conditions, true);
}

/** Builds `test ? then : otherwise`, or a simpler equivalent: `choice(a, always, b)` is `a || b`. */
export function choice(test: Condition, then: Condition, otherwise: Condition): Condition {
  if (test.kind === 'constant') return test.value ? then : otherwise;
  if (isConstant(then, true)) return any([test, otherwise]);
  if (isConstant(then, false)) return all([not(test), otherwise]);
  if (isConstant(otherwise, true)) return any([not(test), then]);
  if (isConstant(otherwise, false)) return all([test, then]);
  return { kind: 'choice', test, then, otherwise };
}

/** Builds the negation of a condition: `a === b` → `a !== b`. */
export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return { kind: 'constant', value: !condition.value };
    case 'test':
      return { kind: 'test', yes: condition.no, no: condition.yes };
    case 'choice':
      return { ...condition, then: not(condition.then), otherwise: not(condition.otherwise) };
    default:
      return { kind: condition.kind === 'all' ? 'any' : 'all', of: condition.of.map(not) };
  }
}

/** Prints a condition for the parentheses of an `if`. */
export function print(condition: Condition): string {
  switch (condition.kind) {
    case 'constant':
      return String(condition.value);
    case 'test':
      return condition.yes;
    case 'choice':
      return [
        `${printOperand(condition.test)} ?`,
        printOperand(condition.then),
        ':',
        printOperand(condition.otherwise),
      ].join(' ');
    default:
      return condition.of.map(printOperand).join(condition.kind === 'all' ? ' && ' : ' || ');
  }
}

/** Returns true if a condition is the constant `value`. */
export function isConstant(condition: Condition, value: boolean): boolean {
  return condition.kind === 'constant' && condition.value === value;
}

function printOperand(condition: Condition): string {
  const text = print(condition);
  return condition.kind === 'constant' || condition.kind === 'test' ? text : `(${text})`;
}

/** Joins conditions. `decisive` is the constant that decides the result; the other one is left out. */
function join(kind: 'all' | 'any', conditions: readonly Condition[], decisive: boolean): Condition {
  const flat = conditions.flatMap((one) => (one.kind === kind ? one.of : [one]));
  if (flat.some((one) => isConstant(one, decisive))) return { kind: 'constant', value: decisive };
  const open = flat.filter((one) => one.kind !== 'constant');
  const [first] = open;
  if (first === undefined) return { kind: 'constant', value: !decisive };
  return open.length === 1 ? first : { kind, of: open };
}

/** Prints indented statements in braces after a head: `if (…) {`. */
export function block(head: string, statements: readonly string[]): readonly string[] {
  const start = head === '' ? '{' : `${head} {`;
  return [start, ...statements.map((one) => `  ${one.replaceAll('\n', '\n  ')}`), '}'];
}

/** Prints `if (!condition) return false;`; nothing if the condition is `true`. */
export function rejectUnless(condition: Condition): readonly string[] {
  if (isConstant(condition, true)) return [];
  return isConstant(condition, false) ? ['return false;'] : [`if (${print(not(condition))}) return false;`];
}

/** An array or object literal, which is printed on several lines if it does not fit on one. */
export type Data = string | DataLiteral;

interface DataLiteral {
  readonly brackets: '[]' | '{}';
  readonly items: readonly (readonly [key: string, value: Data])[];
  /** The whole literal on one line; absent if that is always too long. */
  readonly line: string | undefined;
}

/** Most characters of a line. */
const widest = 118;

/** Builds an array literal. */
export function list(items: readonly Data[]): Data {
  return make(
    '[]',
    items.map((item) => ['', item]),
  );
}

/** Builds an object literal from the entries with a value; keys are source code. */
export function record(entries: readonly (readonly [key: string, value: Data | undefined])[]): Data {
  return make(
    '{}',
    entries.flatMap(([key, value]) => (value === undefined ? [] : [[`${key}: `, value] as const])),
  );
}

function make(brackets: DataLiteral['brackets'], items: DataLiteral['items']): Data {
  const space = brackets === '{}' && items.length > 0 ? ' ' : '';
  const [open = '', close = ''] = brackets;
  const texts = items.map(([key, value]) => {
    const text: string | undefined = typeof value === 'string' ? value : value.line;
    return text === undefined ? undefined : key + text;
  });
  const line = open + space + texts.join(', ') + space + close;
  return { brackets, items, line: texts.includes(undefined) || line.length > widest ? undefined : line };
}

/** Prints data that begins after `used` characters of a line; inner lines are indented by `indent` and two spaces. */
export function printData(data: Data, used: number, indent: string = ''): string {
  if (typeof data === 'string') return data;
  if (data.line !== undefined && used + data.line.length < widest) return data.line;
  const inner = `${indent}  `;
  const lines = data.items.map(
    ([key, value]) => `${inner}${key}${printData(value, inner.length + key.length, inner)},`,
  );
  const [open = '', close = ''] = data.brackets;
  return [open, ...lines, indent + close].join('\n');
}
