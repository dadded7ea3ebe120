import type { Json } from '../../spec/read/json.js';

/** Longest line of `openapi.json`; the runtime counts on it to find positions (`documentPositions`). */
const width = 240;

/** Length of an empty object or array, which takes one line wherever it is. */
const SHORTEST = 2;

/** JSON as `openapi.json` has it: an object or array takes one line where it fits, else one line a member, one space in. */
export function printDocument(document: Json): string {
  const text = wellFormed(JSON.stringify(document));
  return `${breakLines(text, findContainers(text))}\n`;
}

/** Half a surrogate pair, which not every reader of JSON takes, becomes the character that replaces it. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:ud[\da-f]{3}|.)/g, (escape) => (escape.length > 2 ? '\uFFFD' : escape));
}

/** The objects and arrays of a text in the order in which they begin. */
interface Containers {
  /** Offset of the bracket that ends each. */
  readonly ends: readonly number[];
  /** How many others begin in each. */
  readonly inner: readonly number[];
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Both kinds of brackets differ in this bit alone. */
const BRACKET = ~0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

function findContainers(text: string): Containers {
  const ends: number[] = [];
  const inner: number[] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if ((code & BRACKET) === OPEN) {
      open.push(ends.length);
      ends.push(-1);
      inner.push(0);
    } else if ((code & BRACKET) === CLOSE) {
      const number = open.pop() ?? 0;
      ends[number] = at;
      inner[number] = ends.length - number - 1;
    }
  }
  return { ends, inner };
}

/** Offset of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function breakLines(text: string, { ends, inner }: Containers): string {
  const lines: string[] = [];
  const indents = [''];
  let indent = '';
  let line = 0;
  let number = 0;
  const endLine = (end: number, depth: number): void => {
    lines.push(indent + text.slice(line, end));
    indent = indents[depth] ??= ' '.repeat(depth);
    line = end;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) endLine(at + 1, indent.length);
    else if ((code & BRACKET) === CLOSE) endLine(at, indent.length - 1);
    else if ((code & BRACKET) === OPEN) {
      const end = ends[number] ?? 0;
      const before = indent.length + at - line + (text.charCodeAt(end + 1) === COMMA ? 1 : 0);
      const isFlat = end + 1 - at <= Math.max(width - before, SHORTEST);
      number += isFlat ? 1 + (inner[number] ?? 0) : 1;
      if (isFlat) at = end;
      else endLine(at + 1, indent.length + 1);
    }
  }
  endLine(text.length, 0);
  return lines.join('\n');
}
