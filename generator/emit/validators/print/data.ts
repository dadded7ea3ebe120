/** Source text of an array or object literal, laid out over lines where it does not fit on one. */
export type Data = string | DataLiteral;

interface DataLiteral {
  readonly brackets: '[]' | '{}';
  readonly items: readonly (readonly [key: string, value: Data])[];
  /** All of it on one line; absent where that would be too long anywhere. */
  readonly line: string | undefined;
}

/** Longest line, in characters. */
const widest = 118;

/** Builds an array literal. */
export function list(items: readonly Data[]): Data {
  return make(
    '[]',
    items.map((item) => ['', item]),
  );
}

/** Builds an object literal; keys are source text. */
export function record(entries: readonly (readonly [key: string, value: Data])[]): Data {
  return make(
    '{}',
    entries.map(([key, value]) => [`${key}: `, value]),
  );
}

function make(brackets: DataLiteral['brackets'], items: DataLiteral['items']): Data {
  const space = brackets === '{}' && items.length > 0 ? ' ' : '';
  const [open = '', close = ''] = brackets;
  let line: string | undefined = open + space;
  for (const [index, [key, value]] of items.entries()) {
    const text: string | undefined = typeof value === 'string' ? value : value.line;
    line = text === undefined || line.length > widest ? undefined : `${line}${index === 0 ? '' : ', '}${key}${text}`;
    if (line === undefined) break;
  }
  const whole = line === undefined ? undefined : line + space + close;
  return { brackets, items, line: whole === undefined || whole.length > widest ? undefined : whole };
}

/** Prints data that begins after `used` characters of a line; lines inside are indented by two more than `indent`. */
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
