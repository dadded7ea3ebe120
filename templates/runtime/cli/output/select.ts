import { ExactNumber } from '../../codec.js';
import { exactNumbers } from '../../codecs/exact-json.js';
import { isJsonObject } from '../../json.js';
import { CliError } from '../cli-io.js';

// The part of jq that people use to take values out of a response: paths, pipes, several values, objects. Packages of npm have
// another language (JMESPath, JSONPath, JSONata; 22 kB and more), or all of jq as a megabyte of WebAssembly.

/** Returns the values that a path finds in a value. */
export type Select = (value: unknown) => readonly unknown[];

/** Reads a path of `--select`; throws a `CliError` that names the character at which it cannot be read. */
export function parseSelect(text: string): Select {
  const select = new PathReader(text).readWhole();
  return (value) => select(exactNumbers(value));
}

class PathReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): Select {
    const select = this.#readPipe();
    if (!this.#isNext('')) throw this.#fail('is not expected');
    return select;
  }

  /** Reads `a | b`: b gets the values that a finds. */
  #readPipe(): Select {
    if (this.#depth++ > 50) throw this.#fail('is nested too deeply');
    const parts = [this.#readSeveral()];
    while (this.#take('|')) parts.push(this.#readSeveral());
    this.#depth--;
    return chain(parts);
  }

  /** Reads `a, b`: the values that a finds, then those that b finds. */
  #readSeveral(): Select {
    const all = [this.#readTerm()];
    while (this.#take(',')) all.push(this.#readTerm());
    return (value) => all.flatMap((select) => select(value));
  }

  /** Reads `.a`, `{a, b: .c}` or `(…)` with the steps behind it: `.name`, `."name"`, `["name"]`, `[0]`, `[]`, `?`. */
  #readTerm(): Select {
    const steps: Select[] = [];
    if (this.#take('{')) steps.push(this.#readObject());
    else if (this.#take('(')) {
      steps.push(this.#readPipe());
      this.#expect(')');
    } else {
      if (!this.#take('.')) throw this.#fail('begins no path: paths begin with a dot');
      const name = this.#readName();
      if (name !== undefined) steps.push(selectMember(name));
    }
    for (;;) {
      const mark = this.#match(/[.[?]/y);
      if (mark === undefined) return chain(steps);
      // A member that is not there is null also without a `?`.
      if (mark === '?') continue;
      const name = mark === '.' ? this.#readName() : undefined;
      if (name !== undefined) steps.push(selectMember(name));
      else if (mark === '[' || this.#match(/\[/y)) steps.push(this.#readBrackets());
      else throw this.#fail('is no name');
    }
  }

  /** Reads the rest of `[]`, `[0]` or `["name"]`. */
  #readBrackets(): Select {
    if (this.#take(']')) return (value) => (isHolder(value) ? Object.values(value) : []);
    const name = this.#readString();
    const index = name === undefined ? this.#match(/-?\d+/y) : undefined;
    if (name === undefined && index === undefined) throw this.#fail('is neither an index nor a name in quotes');
    this.#expect(']');
    if (name !== undefined) return selectMember(name);
    return (value) => [Array.isArray(value) ? (value.at(Number(index)) ?? null) : null];
  }

  /** Reads the rest of `{id, title: .snippet.title}`. */
  #readObject(): Select {
    const members: (readonly [name: string, select: Select])[] = [];
    while (!this.#take('}')) {
      if (members.length > 0) this.#expect(',');
      this.#match(/\s+/y);
      const name = this.#readName();
      if (name === undefined) throw this.#fail('is no name');
      members.push([name, this.#take(':') ? this.#readTerm() : selectMember(name)]);
    }
    return (value) => [Object.fromEntries(members.map(([name, select]) => [name, select(value)[0] ?? null]))];
  }

  #readName(): string | undefined {
    return this.#match(/[\p{L}_$@][\p{L}\p{N}_$@-]*/uy) ?? this.#readString();
  }

  #readString(): string | undefined {
    if (this.#text[this.#at] !== '"') return undefined;
    const start = this.#at;
    try {
      return JSON.parse(this.#match(/"(?:[^"\\]|\\.)*"/y) ?? '');
    } catch {
      this.#at = start;
      throw this.#fail('begins a string that cannot be read');
    }
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw this.#fail(`is not \`${character}\``);
  }

  /** Takes a character, and blanks before it. */
  #take(character: string): boolean {
    const isNext = this.#isNext(character);
    if (isNext) this.#at++;
    return isNext;
  }

  /** Skips blanks, and tells whether a character follows; `''` is the end. */
  #isNext(character: string): boolean {
    this.#match(/\s+/y);
    return this.#text.charAt(this.#at) === character;
  }

  #match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.#at;
    const [found] = sticky.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(why: string): CliError {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : 'the end';
    return new CliError(`--select cannot be read: ${found} at character ${this.#at + 1} ${why}`);
  }
}

/** Gives each step the values that the one before it finds. */
function chain(steps: readonly Select[]): Select {
  return (value) => steps.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [value]);
}

/** Selects a member; `null` where there is none, as jq does. */
function selectMember(name: string): Select {
  return (value) => [isHolder(value) && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : null];
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
