import { requote } from '../requote.js';
import { countUneven, listNode, objectNode } from './data-node.js';
import type { DataEntry, DataLeaf, DataNode } from './data-node.js';

/** A literal that was read, and what follows it. */
export interface ReadData {
  readonly node: DataNode;
  /** Offset behind it. */
  readonly end: number;
  /** Names of other constants in it, in order. */
  readonly names: readonly string[];
}

/**
 * Reads an array or object literal that holds nothing but data. The grammar is a small part of JavaScript's, without
 * comments, calls, members or operators, so whatever it accepts is data there, too. `undefined` for anything else.
 */
export function readData(text: string, start: number): ReadData | undefined {
  const reader = new DataReader(text, start);
  const node = reader.read(0);
  return node === undefined ? undefined : { node, end: reader.at, names: reader.names };
}

/** Deeper data is left to the compiler. */
const DEEPEST = 200;

const BLANK = /[ \n]*/y;
const SINGLE = /'(?:[^'\\\n\r\u2028\u2029]+|\\(?:['"\\bfnrtv]|u[0-9a-f]{4}|x[0-9a-f]{2}))*'/y;
const DOUBLE = /"(?:[^"\\\n\r\u2028\u2029]+|\\(?:['"\\bfnrtv]|u[0-9a-f]{4}|x[0-9a-f]{2}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?(?![\w$.])/y;
const NAME = /(?:\.\.\.)?[A-Za-z_$][\w$]*/y;
const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

class DataReader {
  at: number;
  readonly names: string[] = [];
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  read(depth: number): DataNode | undefined {
    const first = this.#text[this.at];
    if (depth > DEEPEST) return undefined;
    if (first === '[') return this.#readList(depth);
    if (first === '{') return this.#readObject(depth);
    if (first === "'" || first === '"') return this.#readString();
    const number = this.#take(NUMBER);
    return number === undefined ? this.#readName() : { kind: 'number', text: number };
  }

  #readList(depth: number): DataNode | undefined {
    const items: DataNode[] = [];
    this.at += 1;
    while (!this.#ends(']')) {
      const item = this.read(depth + 1);
      if (item === undefined || !this.#separates(']')) return undefined;
      items.push(item);
    }
    return listNode(items);
  }

  #readObject(depth: number): DataNode | undefined {
    const entries: DataEntry[] = [];
    this.at += 1;
    const expanded = this.#take(BLANK)?.includes('\n') ?? false;
    while (!this.#ends('}')) {
      const entry = this.#readEntry(depth);
      if (entry === undefined || !this.#separates('}')) return undefined;
      entries.push(entry);
    }
    return objectNode(entries, expanded);
  }

  #readEntry(depth: number): DataEntry | undefined {
    if (this.#text.startsWith('...', this.at)) {
      const value = this.#readName();
      return value && { value };
    }
    const key = this.#readKey();
    if (key === undefined || this.#text[this.at] !== ':') return undefined;
    this.at += 1;
    this.#take(BLANK);
    const value = this.read(depth + 1);
    return value && { key, value };
  }

  /** A name, a text that is none, or `['__proto__']`; prettier would write any other key in another way. */
  #readKey(): string | undefined {
    if (this.#text.startsWith("['__proto__']", this.at)) {
      this.at += "['__proto__']".length;
      return "['__proto__']";
    }
    const name = this.#take(NAME);
    if (name !== undefined) return name === '__proto__' ? undefined : name;
    const key = this.#readString()?.text;
    return key === undefined || /^.[A-Za-z_$][\w$]*.$/.test(key) ? undefined : key;
  }

  #readString(): DataLeaf | undefined {
    const text = this.#take(SINGLE) ?? this.#take(DOUBLE);
    return text === undefined ? undefined : { kind: 'string', text: requote(text), uneven: countUneven(text) };
  }

  #readName(): DataNode | undefined {
    const text = this.#take(NAME);
    if (text === undefined) return undefined;
    if (!CONSTANTS.has(text)) this.names.push(text.replace('...', ''));
    return { kind: 'word', text };
  }

  #ends(bracket: string): boolean {
    this.#take(BLANK);
    if (this.#text[this.at] !== bracket) return false;
    this.at += 1;
    return true;
  }

  /** Steps over a comma; without one the bracket has to follow. */
  #separates(bracket: string): boolean {
    this.#take(BLANK);
    if (this.#text[this.at] === bracket) return true;
    if (this.#text[this.at] !== ',') return false;
    this.at += 1;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}
