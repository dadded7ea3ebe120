import { isJsonObject } from '../../json.js';
import { ExactNumber } from '../../codecs/codec.js';
import { markExact, readSource } from '../../codecs/exact-json.js';
import { CliError } from '../cli-io.js';

// The part of jq that people use to take values out of a response: paths, pipes, several values, objects. Packages of npm have
// another language (JMESPath, JSONPath, JSONata; 22 kB and more), or all of jq as a megabyte of WebAssembly.

/** Gives the values that a path finds in a value. */
export type Select = (value: unknown) => readonly unknown[];

/** Reads a path of `--select`; throws a `CliError` that says at which character it cannot be read. */
export function parseSelect(text: string): Select {
  const reader = new PathReader(text);
  const select = reader.pipe();
  reader.end();
  return select;
}

const nameStart = /[\p{L}_$@]/u;
const namePart = /[\p{L}\p{N}_$@-]/u;

class PathReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `a | b`: what a finds goes to b. */
  pipe(): Select {
    if (this.#depth++ > 50) throw this.#fail('is nested too deeply');
    let select = this.#several();
    while (this.#take('|')) {
      const [first, second] = [select, this.#several()];
      select = (value) => first(value).flatMap(second);
    }
    this.#depth--;
    return select;
  }

  end(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fail('is not expected');
  }

  /** `a, b`: what a finds, then what b finds. */
  #several(): Select {
    const all = [this.#term()];
    while (this.#take(',')) all.push(this.#term());
    const [only] = all;
    return all.length === 1 && only ? only : (value) => all.flatMap((one) => one(value));
  }

  #term(): Select {
    if (this.#take('{')) return this.#steps(this.#object());
    if (this.#take('(')) {
      const inner = this.pipe();
      this.#expect(')');
      return this.#steps(inner);
    }
    if (!this.#take('.')) throw this.#fail('begins no path: paths begin with a dot');
    const name = this.#name();
    return this.#steps(name === undefined ? (value) => [value] : member(name));
  }

  /** What follows a term: `.name`, `["name"]`, `[0]`, `[]`, `?`. */
  #steps(start: Select): Select {
    let select = start;
    for (;;) {
      const step = this.#step();
      if (step === undefined) return select;
      const before = select;
      select = (value) => before(value).flatMap(step);
    }
  }

  #step(): Select | undefined {
    if (this.#next() === '[') return this.#brackets();
    // What is not there is null anyway.
    if (this.#next() === '?') return this.#pass();
    if (this.#next() !== '.') return undefined;
    this.#at++;
    const name = this.#name();
    if (name !== undefined) return member(name);
    if (this.#next() === '[') return this.#brackets();
    throw this.#fail('is no name');
  }

  #pass(): Select {
    this.#at++;
    return (value) => [value];
  }

  #brackets(): Select {
    this.#expect('[');
    if (this.#take(']'))
      return (value) => (isHolder(value) ? Object.keys(value).map((key) => valueAt(value, key)) : []);
    const text = this.#next() === '"' ? this.#string() : undefined;
    const digits = text === undefined ? /^-?\d+/.exec(this.#text.slice(this.#at))?.[0] : undefined;
    if (text === undefined && digits === undefined) throw this.#fail('is neither an index nor a name in quotes');
    this.#at += digits?.length ?? 0;
    this.#expect(']');
    if (text !== undefined) return member(text);
    return (value) => {
      const at = Number(digits);
      return [Array.isArray(value) ? valueAt(value, at < 0 ? at + value.length : at) : null];
    };
  }

  /** `{id, title: .snippet.title}` after its first brace. */
  #object(): Select {
    const members: (readonly [name: string, select: Select])[] = [];
    while (!this.#take('}')) {
      if (members.length > 0) this.#expect(',');
      this.#skip();
      const name = this.#name();
      if (name === undefined) throw this.#fail('is no name');
      members.push([name, this.#take(':') ? this.#term() : member(name)]);
    }
    return (value) => {
      const found: Record<string, unknown> = {};
      for (const [name, select] of members)
        Object.defineProperty(found, name, { value: select(value)[0] ?? null, enumerable: true, configurable: true });
      return [markExact(found)];
    };
  }

  #name(): string | undefined {
    const character = this.#next() ?? '';
    if (character === '"') return this.#string();
    if (!nameStart.test(character)) return undefined;
    const start = this.#at;
    while (namePart.test(this.#next() ?? '')) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #string(): string {
    const found = /^"(?:[^"\\]|\\.)*"/.exec(this.#text.slice(this.#at))?.[0];
    try {
      const text: unknown = JSON.parse(found ?? '');
      this.#at += found?.length ?? 0;
      return String(text);
    } catch {
      throw this.#fail('begins a string that cannot be read');
    }
  }

  #take(character: string): boolean {
    this.#skip();
    if (this.#next() !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw this.#fail(`is not \`${character}\``);
  }

  #next(): string | undefined {
    return this.#text[this.#at];
  }

  #skip(): void {
    while (/\s/.test(this.#next() ?? '')) this.#at++;
  }

  #fail(why: string): CliError {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : 'the end';
    return new CliError(`--select cannot be read: ${found} at character ${this.#at + 1} ${why}`);
  }
}

function member(name: string): Select {
  // What is not there is null, as in jq.
  return (value) => [isJsonObject(value) ? valueAt(value, name) : null];
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

/** What an object or an array has itself; a number that a double cannot hold as its text. */
function valueAt(holder: object, key: string | number): unknown {
  const text = readSource(holder, key);
  if (text !== undefined) return new ExactNumber(text);
  return Object.hasOwn(holder, key) ? Reflect.get(holder, key) : null;
}
