import type { Json } from '../../json.js';
import { loadJsonc } from './libraries.js';
import {
  addItem,
  addMember,
  closeValue,
  openArray,
  type OpenArray,
  openObject,
  type OpenObject,
  rejectDepth,
  repairDuplicate,
  type Slot,
  type TreeContext,
} from './tree.js';

/** Maximum number of values of one file, each of which needs some hundred bytes. The largest published spec has 1.5 million. */
const MOST_VALUES = 2_000_000;

/** Messages about unexpected text, by the token that was expected instead. */
const missing = {
  key: 'a key in double quotes is missing',
  colon: 'a ":" is missing after the key',
  value: 'a value is missing',
  member: 'a "," or "}" is missing',
  item: 'a "," or "]" is missing',
  end: 'text follows the end of the JSON value',
};

/** Mistakes inside a token, by the error code of the library. (It declares these codes as a const enum, which cannot be imported.) */
const broken: ReadonlyMap<number, string> = new Map([
  [12, 'the string has no closing quote'],
  [14, 'the string has a broken \\u escape'],
  [15, 'the string has an unknown escape'],
  [16, 'the string has a raw control character; write it as an escape'],
]);
const BROKEN_NUMBER = 13;

/** Thrown to stop the library at the first mistake, after reporting it. */
class Stop extends Error {}

/** Reads JSON and repairs comments, trailing commas and duplicate keys; reports any other mistake and returns `undefined`. */
export function readJson(context: TreeContext): Json | undefined {
  const reader = new JsonReader(context);
  try {
    loadJsonc().visit(context.source.text, reader, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
  return reader.root;
}

/** The visitor of the library, which builds the value. */
class JsonReader {
  root: Json | undefined;
  readonly #context: TreeContext;
  readonly #open: (OpenObject | OpenArray)[] = [];
  #expects: keyof typeof missing = 'value';
  /** The key whose value comes next; absent if the value is skipped, because its object already has the key. */
  #key: { readonly name: string; readonly offset: number } | undefined;
  #comma: number | undefined;
  #values = 0;

  constructor(context: TreeContext) {
    this.#context = context;
  }

  readonly onObjectBegin = (offset: number): void => this.#begin(openObject(offset, this.#slot(offset)), 'key');

  readonly onArrayBegin = (offset: number): void => this.#begin(openArray(offset, this.#slot(offset)), 'value');

  readonly onObjectProperty = (name: string, offset: number): void => {
    const open = this.#open.at(-1);
    const isKnown = open !== undefined && 'names' in open && name in open.value;
    const isTaken = isKnown && !repairDuplicate(this.#context, open, name, offset);
    this.#key = isTaken ? undefined : { name, offset };
    this.#expects = 'colon';
  };

  readonly onSeparator = (character: string, offset: number): void => {
    this.#comma = character === ',' ? offset : undefined;
    this.#expects = character === ',' && this.#expects === 'member' ? 'key' : 'value';
  };

  readonly onLiteralValue = (value: null | boolean | number | string, offset: number): void => {
    if (value === Infinity || value === -Infinity) this.#stop('the number is too large', offset);
    this.#put(value, offset);
    this.#expectNext();
  };

  readonly onObjectEnd = (offset: number): void => this.#close(offset);

  readonly onArrayEnd = (offset: number): void => this.#close(offset);

  readonly onComment = (offset: number): void => this.#tolerate('JSON has no comments', offset);

  readonly onError = (code: number, offset: number, length: number): void => {
    const { text } = this.#context.source;
    if (code === BROKEN_NUMBER) this.#stop(`${text.slice(offset, offset + length)} is not a number`, offset);
    this.#stop(broken.get(code) ?? missing[this.#expects], offset);
  };

  #slot(offset: number): Slot {
    const open = this.#open.at(-1);
    const key = open === undefined ? '' : 'names' in open ? (this.#key?.name ?? '') : open.value.length;
    const slot = { parent: open?.value, key, depth: this.#open.length };
    if (rejectDepth(this.#context, slot, offset)) throw new Stop();
    return slot;
  }

  #begin(open: OpenObject | OpenArray, expects: 'key' | 'value'): void {
    this.#put(open.value, open.offset);
    this.#open.push(open);
    this.#expects = expects;
  }

  #put(value: Json, offset: number): void {
    if (++this.#values > MOST_VALUES)
      this.#stop(`a file of a spec has at most ${MOST_VALUES} values`, offset, 'too-large');
    this.#comma = undefined;
    const open = this.#open.at(-1);
    if (open === undefined) this.root = value;
    else if (!('names' in open)) {
      addItem(open, offset);
      open.value.push(value);
    } else if (this.#key !== undefined) {
      const { name, offset: keyOffset } = this.#key;
      addMember(open, name, keyOffset, offset);
      open.value[name] = value;
    }
  }

  #close(offset: number): void {
    // At the end of the file the closing bracket is missing, which is reported next.
    if (offset === this.#context.source.text.length) return;
    if (this.#comma !== undefined) this.#tolerate('JSON has no trailing comma', this.#comma);
    this.#comma = undefined;
    const open = this.#open.pop();
    if (open !== undefined) closeValue(this.#context, open);
    this.#expectNext();
  }

  #expectNext(): void {
    const open = this.#open.at(-1);
    this.#expects = open === undefined ? 'end' : 'names' in open ? 'member' : 'item';
  }

  /** Reports a mistake that other tools accept; stops only in strict mode. */
  #tolerate(message: string, offset: number): void {
    const { diagnostics, source } = this.#context;
    if (diagnostics.strict) this.#stop(message, offset);
    diagnostics.repaired('nonstandard-json', message, source.position(offset), 'it is left out');
  }

  #stop(message: string, offset = 0, code: 'invalid-json' | 'too-large' = 'invalid-json'): never {
    this.#context.diagnostics.error(code, message, this.#context.source.position(offset));
    throw new Stop();
  }
}
