import { createScanner, type JSONScanner } from 'jsonc-parser';
import type { Json } from './json.js';
import {
  closeArray,
  closeObject,
  openArray,
  openObject,
  type OpenObject,
  refuseDepth,
  refuseDuplicate,
  rootSlot,
  type Slot,
  type TreeContext,
} from './tree.js';

/** The scanner's token kinds; the library declares them as a const enum, which isolated modules cannot read. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  blank: 15,
  end: 17,
} as const;

/** How many values one file may have: each takes some hundred bytes. The largest spec that is published has 1.5 million. */
const MOST_VALUES = 2_000_000;

interface Reader extends TreeContext {
  readonly scanner: JSONScanner;
  token: number;
  values: number;
}

/** `undefined` where a mistake was reported. */
type Done = true | undefined;

/** Reads strict JSON (no comments, no trailing commas, no duplicate keys); `undefined` where a mistake was reported. */
export function readJson(context: TreeContext): Json | undefined {
  const reader: Reader = {
    ...context,
    scanner: createScanner(context.source.text, false),
    token: token.end,
    values: 0,
  };
  advance(reader);
  const value = readValue(reader, rootSlot);
  if (value === undefined) return undefined;
  if (reader.token !== token.end) return refuse(reader, 'text follows the end of the JSON value');
  return value;
}

function advance(reader: Reader): void {
  do reader.token = reader.scanner.scan();
  while (reader.token === token.blank || reader.token === token.lineBreak);
}

function stands(reader: Reader, kind: number): boolean {
  return reader.token === kind;
}

function readValue(reader: Reader, slot: Slot): Json | undefined {
  if (++reader.values > MOST_VALUES) return refuseMore(reader);
  switch (reader.token) {
    case token.openBrace:
      return readObject(reader, slot);
    case token.openBracket:
      return readArray(reader, slot);
    case token.string:
      return readString(reader);
    case token.number:
      return readNumber(reader);
    case token.null:
      return readWord(reader, null);
    case token.true:
      return readWord(reader, true);
    case token.false:
      return readWord(reader, false);
    default:
      return refuse(reader, 'a value is missing');
  }
}

function refuseMore({ source, scanner, diagnostics }: Reader): undefined {
  const message = `a file of a spec has at most ${MOST_VALUES} values`;
  diagnostics.error('too-large', message, source.position(scanner.getTokenOffset()));
}

function readWord(reader: Reader, value: null | boolean): Json {
  advance(reader);
  return value;
}

function readString(reader: Reader): string | undefined {
  const error = reader.scanner.getTokenError();
  if (error !== 0) return refuse(reader, stringErrors[error] ?? 'the string is broken');
  const text = reader.scanner.getTokenValue();
  advance(reader);
  return text;
}

/** By the scanner's error code. */
const stringErrors: Readonly<Record<number, string>> = {
  2: 'the string has no closing quote',
  4: 'the string has a broken \\u escape',
  5: 'the string has an unknown escape',
  6: 'the string has a raw control character; write it as an escape',
};

function readNumber(reader: Reader): number | undefined {
  const text = reader.scanner.getTokenValue();
  const value = Number(text);
  if (reader.scanner.getTokenError() !== 0) return refuse(reader, `${text} is not a number`);
  if (!Number.isFinite(value)) return refuse(reader, 'the number is too large');
  advance(reader);
  return value;
}

function readArray(reader: Reader, slot: Slot): Json | undefined {
  const start = reader.scanner.getTokenOffset();
  if (refuseDepth(reader, slot, start)) return undefined;
  const open = openArray(reader, start, slot);
  const { value, offsets } = open;
  advance(reader);
  if (reader.token === token.closeBracket) return close(reader, closeArray(open));
  for (;;) {
    offsets.push(reader.scanner.getTokenOffset());
    const item = readValue(reader, { parent: value, key: value.length, depth: slot.depth + 1 });
    if (item === undefined) return undefined;
    value.push(item);
    if (reader.token === token.closeBracket) return close(reader, closeArray(open));
    if (!readComma(reader, token.closeBracket, ']')) return undefined;
  }
}

function readObject(reader: Reader, slot: Slot): Json | undefined {
  const start = reader.scanner.getTokenOffset();
  if (refuseDepth(reader, slot, start)) return undefined;
  const open = openObject(reader, start, slot);
  advance(reader);
  if (reader.token === token.closeBrace) return close(reader, closeObject(open));
  for (;;) {
    if (!readMember(reader, open, slot)) return undefined;
    if (reader.token === token.closeBrace) return close(reader, closeObject(open));
    if (!readComma(reader, token.closeBrace, '}')) return undefined;
  }
}

function readMember(reader: Reader, open: OpenObject, slot: Slot): Done {
  const keyOffset = reader.scanner.getTokenOffset();
  if (!stands(reader, token.string)) return refuse(reader, 'a key in double quotes is missing');
  const name = readString(reader);
  if (name === undefined) return undefined;
  if (!stands(reader, token.colon)) return refuse(reader, 'a ":" is missing after the key');
  advance(reader);
  const known = name in open.value;
  if (known) refuseDuplicate(reader, open, name, keyOffset);
  const valueOffset = reader.scanner.getTokenOffset();
  const value = readValue(reader, { parent: open.value, key: name, depth: slot.depth + 1 });
  if (value === undefined) return undefined;
  if (known) return true;
  open.value[name] = value;
  open.names.push(name);
  open.keyOffsets.push(keyOffset);
  open.valueOffsets.push(valueOffset);
  return true;
}

function readComma(reader: Reader, end: number, bracket: string): Done {
  if (reader.token !== token.comma) return refuse(reader, `a "," or "${bracket}" is missing`);
  const comma = reader.scanner.getTokenOffset();
  advance(reader);
  if (reader.token === end) return refuse(reader, 'JSON has no trailing comma', comma);
  return true;
}

function close<T>(reader: Reader, value: T): T {
  advance(reader);
  return value;
}

function refuse(reader: Reader, message: string, offset = reader.scanner.getTokenOffset()): undefined {
  const comment = reader.token === token.lineComment || reader.token === token.blockComment;
  const text = comment ? 'JSON has no comments' : message;
  reader.diagnostics.error('invalid-json', text, reader.source.position(offset));
}
