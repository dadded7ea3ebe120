import type { Diagnostics, Position } from '../diagnostics.js';
import type { Json, JsonObject } from '../json.js';
import type { Positions } from '../spec/read/positions.js';
import { didYouMean } from '../spec/suggest.js';

/** The file that is read, and the collector of its mistakes. */
interface Reader {
  /** Name of the file in diagnostics. */
  readonly file: string;
  /** Absolute folder of speccast.yaml. */
  readonly folder: string;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** Messages for a value that is no list and for an item that is no string, and the name of an item that is listed twice: `the overlay`. Without the name, items may repeat. */
export type ListMessages = readonly [noList: string, noString: string, item?: string];

/** Returns whether a value can be a path or a field of package.json: a string that is not empty and has no control characters. */
function isPlainText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value);
}

/** A mapping of speccast.yaml. Reading a key reports a wrong value at its position. */
export class Mapping {
  readonly reader: Reader;
  readonly object: JsonObject;

  constructor(reader: Reader, object: JsonObject) {
    this.reader = reader;
    this.object = object;
  }

  value(key: string): Json | undefined {
    return this.has(key) ? this.object[key] : undefined;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.object, key);
  }

  at(key: string): Position {
    return this.reader.positions.ofValue(this.object, key);
  }

  keyAt(key: string): Position {
    return this.reader.positions.ofKey(this.object, key);
  }

  reject(message: string, at: Position): undefined {
    this.reader.diagnostics.error('invalid-config', message, at);
  }

  report(key: string, message: string): undefined {
    return this.reject(message, this.at(key));
  }

  reportMissing(key: string): undefined {
    return this.reject(`\`${key}\` is missing`, this.reader.positions.of(this.object));
  }

  checkKeys(known: readonly string[]): void {
    for (const key of Object.keys(this.object))
      if (!known.includes(key))
        this.reject(`unknown key ${JSON.stringify(key)}${didYouMean(key, known)}`, this.keyAt(key));
  }

  /** Reads a string. `check` returns the message about a wrong one. */
  string(key: string, check?: (text: string) => string | undefined): string | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    const hasControls = typeof value === 'string' && value !== '';
    const problem = isPlainText(value)
      ? check?.(value)
      : `\`${key}\` must be ${hasControls ? 'a string without control characters' : 'a string'}`;
    if (problem !== undefined) this.report(key, problem);
    return isPlainText(value) ? value : undefined;
  }

  required(key: string, check?: (text: string) => string | undefined): string | undefined {
    return this.has(key) ? this.string(key, check) : this.reportMissing(key);
  }

  boolean(key: string): boolean | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.report(key, `\`${key}\` must be true or false`);
  }

  choice<T extends string>(key: string, known: readonly T[]): T | undefined {
    const text = this.string(key, (value) =>
      known.some((one) => one === value)
        ? undefined
        : `\`${key}\` is ${known.join(' or ')}, not ${JSON.stringify(value)}${didYouMean(value, known)}`,
    );
    return known.find((one) => one === text);
  }

  /** Reads the strings of a list with their positions. Items that are reported are left out. */
  list(
    key: string,
    [noList, noString, item]: ListMessages,
  ): readonly { readonly text: string; readonly at: Position }[] | undefined {
    const list = this.value(key);
    if (list === undefined) return undefined;
    if (!Array.isArray(list)) return this.report(key, noList);
    return list.flatMap((text: Json, index) => {
      const at = this.reader.positions.ofValue(list, index);
      const isRepeat = item !== undefined && list.indexOf(text) < index;
      if (isPlainText(text) && !isRepeat) return [{ text, at }];
      return this.reject(isPlainText(text) ? `${item} ${JSON.stringify(text)} is listed twice` : noString, at) ?? [];
    });
  }
}
