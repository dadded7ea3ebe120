import type { Position } from '../../diagnostics.js';
import { isCompound } from '../../json.js';
import { printPointer } from './pointer.js';
import type { SourceText } from './source-text.js';

/** The position of one object or array: its file, its offsets, and the value that holds it. */
export interface NodeLocation {
  readonly source: SourceText;
  readonly offset: number;
  /** Keys of an object in the order of the file; absent for an array. */
  readonly names?: string[];
  /** Offsets of the keys, aligned with `names`; absent for an array. */
  readonly keyOffsets?: number[];
  /** Offsets of the values, or of the items of an array. */
  readonly valueOffsets: number[];
  /** Files of the keys and values, aligned with their offsets; absent if all are in `source`, which is so unless an overlay added some. */
  readonly sources?: (SourceText | undefined)[];
  readonly parent: object | undefined;
  /** Key or index in the parent. */
  readonly key: string | number;
}

/** An entry of the spec from which a value was created: its object or array, and its key or index there. */
export interface Origin {
  readonly owner: object;
  readonly key: string | number;
}

/** Maximum length of a list of names that is searched without an index. */
const SHORT = 50;

/** The position of one key and its value. */
interface EntryLocation {
  readonly source: SourceText;
  readonly keyOffset: number;
  readonly valueOffset: number;
}

/** The location of every object and array of a spec. */
export class Positions {
  readonly #locations = new Map<object, NodeLocation>();
  /** Indexes of the names in long lists of them. */
  readonly #indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

  /** Records the location of a value. */
  set(value: object, location: NodeLocation): void {
    this.#locations.set(value, location);
  }

  /** Sets the location of a created value to that of the entry it was created from. */
  derive(value: object, origin: object, key: string | number): void {
    const { source, valueOffset: offset } = this.entry(origin, key);
    this.#locations.set(value, { source, offset, valueOffsets: [], parent: origin, key });
  }

  /** Derives the locations of a created value and all values inside it; values that have a location keep it. */
  deriveAll(value: unknown, origin: object, key: string | number): void {
    if (!isCompound(value) || this.has(value)) return;
    this.derive(value, origin, key);
    for (const [name, inner] of Object.entries(value)) this.deriveAll(inner, value, name);
  }

  /** Sets the location of an object or array that combines entries of others; each entry keeps the location of its origin. */
  compose(
    value: object,
    { source, offset, parent, key = '' }: Pick<NodeLocation, 'source' | 'offset'> & Partial<NodeLocation>,
    entries: Iterable<readonly [name: string, origin: Origin]>,
  ): void {
    const written = Array.from(entries, ([name, origin]) => ({ name, ...this.entry(origin.owner, origin.key) }));
    const names = written.map(({ name }) => name);
    this.#locations.set(value, {
      source,
      offset,
      ...(!Array.isArray(value) && { names, keyOffsets: written.map((one) => one.keyOffset) }),
      valueOffsets: written.map((one) => one.valueOffset),
      sources: written.map((one) => one.source),
      parent,
      key,
    });
  }

  /** Returns whether a value has a location. */
  has(value: object): boolean {
    return this.#locations.has(value);
  }

  /** Returns the location of a value; throws an error if it is not part of a file of the spec. */
  get(value: object): NodeLocation {
    const location = this.#locations.get(value);
    if (location === undefined) throw new Error('the value is not part of the spec');
    return location;
  }

  /** Returns the position of an object or array. */
  of(value: object): Position {
    const { source, offset } = this.get(value);
    return source.position(offset);
  }

  /** Returns the position of a key of an object, or of an item of an array, or of the object if the key is absent. */
  ofKey(value: object, key: string | number): Position {
    const { source, keyOffset } = this.entry(value, key);
    return source.position(keyOffset);
  }

  /** Returns the file of a key of an object, or of an item of an array. */
  fileOfKey(value: object, key: string | number): string {
    return this.entry(value, key).source.file;
  }

  /** Returns the position of the value of a key, or of the object if the key is absent. */
  ofValue(value: object, key: string | number): Position {
    const { source, valueOffset } = this.entry(value, key);
    return source.position(valueOffset);
  }

  /** Returns the file and offsets of a key and its value, or of an item of an array. */
  entry(value: object, key: string | number): EntryLocation {
    const { names, keyOffsets, valueOffsets, sources, source, offset } = this.get(value);
    const index = names === undefined ? Number(key) : this.findNameIndex(names, String(key));
    return {
      source: sources?.[index] ?? source,
      keyOffset: (keyOffsets ?? valueOffsets)[index] ?? offset,
      valueOffset: valueOffsets[index] ?? offset,
    };
  }

  /** Finds the index of a name in a list, or -1; long lists have an index. */
  findNameIndex(names: readonly string[], name: string): number {
    if (names.length <= SHORT) return names.indexOf(name);
    const known = this.#indexes.get(names)?.get(name);
    // The list may have changed since it was last looked at.
    if (known !== undefined && names[known] === name) return known;
    const index = new Map(names.map((one, at) => [one, at]));
    this.#indexes.set(names, index);
    return index.get(name) ?? -1;
  }

  /** Prints the JSON pointer of a value inside its own file. */
  toPointer(value: object): string {
    const { parent, key } = this.get(value);
    return parent === undefined ? '' : this.toPointer(parent) + printPointer([key]);
  }

  /** Prints the canonical id of a value: path of its file (none for the root file), `#`, JSON pointer. */
  toId(value: object): string {
    return `${this.get(value).source.path}#${this.toPointer(value)}`;
  }
}
