/** Where a value is in a text: line and column, counted from 1, and the number of characters before it. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The position of the value at a JSON pointer; of the nearest value around it if there is none. The text has to be valid JSON. */
export function positionOf(text: string, pointer: string): TextPosition {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = skipBlanks(text, 0);
  for (const name of names) {
    const inner = find(text, at, name);
    if (inner === undefined) break;
    at = inner;
  }
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, offset: at };
}

/** Where the value of a member or an item begins; undefined if there is none. */
function find(text: string, start: number, name: string): number | undefined {
  const isList = text[start] === '[';
  if (!isList && text[start] !== '{') return undefined;
  let at = skipBlanks(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index += 1) {
    let key = String(index);
    if (!isList) {
      const end = endOf(text, at);
      key = JSON.parse(text.slice(at, end));
      at = skipBlanks(text, skipBlanks(text, end) + 1);
    }
    if (key === name) return at;
    at = skipBlanks(text, endOf(text, at));
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return undefined;
}

/** The position after the value that begins at one. */
function endOf(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] !== '{' && text[start] !== '[')
    return start + (/^[^\s,\]}]*/.exec(text.slice(start))?.[0].length ?? 0);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at += 1;
    if (depth === 0) break;
  }
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
