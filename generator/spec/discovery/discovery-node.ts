import type { Code, Diagnostics } from '../../diagnostics.js';
import { isCompound, typeName, isJsonObject, type Json, type JsonObject } from '../../json.js';
import { emptyObject } from '../read/tree.js';
import type { NodeLocation, Positions } from '../read/positions.js';

/** The context of the conversion of one Discovery document. */
export interface DiscoveryContext {
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** Name of the API, which the ids of its methods begin with: `books`. */
  readonly name: string | undefined;
  /** Names that a `$ref` may use. */
  readonly schemas: ReadonlySet<string>;
}

/** Members of an object to create; `undefined` ones are left out. Drafts inside it are created with the same position. */
export interface Draft {
  readonly [name: string]: Json | Draft | undefined;
}

/** Keys of the original object by keys of the created object, if they differ. */
type KeySources = Readonly<Record<string, string>>;

/** An object of a Discovery document. It reads fields, reports fields of a wrong type, and creates values with its position. */
export class DiscoveryNode {
  readonly context: DiscoveryContext;
  readonly json: JsonObject;

  constructor(context: DiscoveryContext, json: JsonObject) {
    this.context = context;
    this.json = json;
  }

  /** Returns the string under a key. */
  string(key: string): string | undefined {
    return this.#read(key, 'a string', (value) => typeof value === 'string');
  }

  /** Returns the string under a key; `undefined` if it is blank. */
  filled(key: string): string | undefined {
    const value = this.string(key);
    return value?.trim() === '' ? undefined : value;
  }

  /** Returns whether a flag is true. */
  flag(key: string): boolean {
    return this.#read(key, 'true or false', (value) => typeof value === 'boolean') === true;
  }

  /** Returns the object under a key. */
  object(key: string): DiscoveryNode | undefined {
    const value = this.#read(key, 'an object', isJsonObject);
    return value && new DiscoveryNode(this.context, value);
  }

  /** Returns the list under a key; an empty list if there is none. */
  items(key: string): readonly Json[] {
    return this.#read(key, 'an array', (value): value is readonly Json[] => Array.isArray(value)) ?? [];
  }

  #read<Value extends Json>(key: string, type: string, is: (value: Json) => value is Value): Value | undefined {
    const value = this.json[key];
    return value === undefined || is(value) ? value : this.wrongType(key, type);
  }

  /** Lists the members of the object under a key, which are objects themselves. */
  members(key: string): readonly (readonly [string, DiscoveryNode])[] {
    const map = this.object(key);
    return Object.keys(map?.json ?? {}).flatMap((name) => {
      const member = map?.object(name);
      return member ? [[name, member] as const] : [];
    });
  }

  /** Lists the strings in the list under a key. */
  strings(key: string): readonly string[] {
    return this.items(key).flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      this.wrongItem(key, index, `must be a string, not ${typeName(item)}`);
      return [];
    });
  }

  /** Reports that the value under a key is of the wrong type. */
  wrongType(key: string, type: string): undefined {
    const message = `${JSON.stringify(key)} must be ${type}, not ${typeName(this.json[key] ?? null)}`;
    this.repaired(key, 'wrong-type', message);
  }

  /** Reports that an item of the list under a key is of the wrong type. */
  wrongItem(key: string, index: number, message: string): void {
    const { positions, diagnostics } = this.context;
    const at = positions.ofValue(this.items(key), index);
    diagnostics.repaired('wrong-type', `"${key}[${index}]" ${message}`, at, 'it is left out');
  }

  /** Reports a mistake in the value under a key (in the object, if the key is absent), and its repair. */
  repaired(key: string, code: Code, message: string, done = 'it is left out'): void {
    this.context.diagnostics.repaired(code, message, this.context.positions.ofValue(this.json, key), done);
  }

  /** Reports a warning at the value under a key, or at the object if the key is absent. */
  warning(key: string, code: Code, message: string): void {
    this.context.diagnostics.warning(code, message, this.context.positions.ofValue(this.json, key));
  }

  /** Creates an object with the position of this one. A key has the position of the same key here, or of the key that `sources` names. */
  make(draft: Draft, sources: KeySources = {}): JsonObject {
    return this.map(undefined, Object.entries(draft), sources);
  }

  /** Creates an object with the position of the value under a key. */
  makeAt(key: string, draft: Draft): JsonObject {
    return this.map(key, Object.entries(draft));
  }

  /** Creates an object from entries, with the position of the value under a key, or of this object. */
  map(
    key: string | undefined,
    entries: Iterable<readonly [string, Draft[string]]>,
    sources: KeySources = {},
  ): JsonObject {
    const own = this.#location(key);
    const value = emptyObject();
    const names: string[] = [];
    const keyOffsets: number[] = [];
    const valueOffsets: number[] = [];
    for (const [name, drafted] of entries) {
      if (drafted === undefined || name in value) continue;
      const item = this.#place(key, drafted);
      const index = own.names?.indexOf(Object.hasOwn(sources, name) ? (sources[name] ?? name) : name) ?? -1;
      const offset = this.#findOffset(item) ?? own.offset;
      value[name] = item;
      names.push(name);
      keyOffsets.push(own.keyOffsets?.[index] ?? offset);
      valueOffsets.push(own.valueOffsets[index] ?? offset);
    }
    this.context.positions.set(value, { ...own, names, keyOffsets, valueOffsets, parent: undefined, key: '' });
    return value;
  }

  /** Creates a list like {@link list}; returns `undefined` in place of an empty one. */
  filledList(
    key: string | undefined,
    items: readonly Json[],
    indexes?: readonly number[],
  ): readonly Json[] | undefined {
    return items.length === 0 ? undefined : this.list(key, items, indexes);
  }

  /** Creates a list with the position of the value under a key, or of this object. An item has the position of the original item at its index, or at that of `indexes`. */
  list(key: string | undefined, items: readonly (Json | Draft)[], indexes?: readonly number[]): readonly Json[] {
    const { source, offset, valueOffsets: offsets, names } = this.#location(key);
    const list = items.map((item) => this.#place(key, item));
    const valueOffsets = list.map((item, index) => {
      const own = names === undefined ? offsets[(indexes ? indexes[index] : index) ?? -1] : undefined;
      return own ?? this.#findOffset(item) ?? offset;
    });
    this.context.positions.set(list, { source, offset, valueOffsets, parent: undefined, key: '' });
    return list;
  }

  #location(key: string | undefined): NodeLocation {
    const { positions } = this.context;
    const value = key === undefined ? this.json : this.json[key];
    if (isCompound(value)) return positions.get(value);
    const { source, valueOffset: offset } = positions.entry(this.json, key ?? '');
    return { source, offset, valueOffsets: [], parent: undefined, key: '' };
  }

  /** Creates the value of a draft; returns any other value unchanged. */
  #place(key: string | undefined, item: Json | Draft): Json {
    // `as`: values of the document and created values have positions, so only drafts have none.
    if (!isCompound(item) || this.context.positions.has(item)) return item as Json;
    return Array.isArray(item) ? this.list(key, item) : this.map(key, Object.entries(item));
  }

  #findOffset(value: Json): number | undefined {
    return isCompound(value) ? this.context.positions.get(value).offset : undefined;
  }
}
