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

/** Members of an object to be made; those that are `undefined` are left out. Drafts in it are made in the same position. */
export interface Draft {
  readonly [name: string]: Json | Draft | undefined;
}

/** Keys of the origin by the key of the made object, where they differ. */
type KeySources = Readonly<Record<string, string>>;

/** An object of a Discovery document: reads its fields, reports those of a wrong type, and makes values in its position. */
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

  /** Returns the string under a key where it is not blank. */
  filled(key: string): string | undefined {
    const value = this.string(key);
    return value?.trim() === '' ? undefined : value;
  }

  /** Says whether a flag is set. */
  flag(key: string): boolean {
    return this.#read(key, 'true or false', (value) => typeof value === 'boolean') === true;
  }

  /** Returns the object under a key. */
  object(key: string): DiscoveryNode | undefined {
    const value = this.#read(key, 'an object', isJsonObject);
    return value && new DiscoveryNode(this.context, value);
  }

  /** Returns the list under a key; an empty one where there is none. */
  items(key: string): readonly Json[] {
    return this.#read(key, 'an array', (value): value is readonly Json[] => Array.isArray(value)) ?? [];
  }

  #read<Value extends Json>(key: string, wanted: string, is: (value: Json) => value is Value): Value | undefined {
    const value = this.json[key];
    return value === undefined || is(value) ? value : this.wrongType(key, wanted);
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
  wrongType(key: string, wanted: string): undefined {
    const message = `${JSON.stringify(key)} must be ${wanted}, not ${typeName(this.json[key] ?? null)}`;
    this.repaired(key, 'wrong-type', message);
  }

  /** Reports that an item of the list under a key is of the wrong type. */
  wrongItem(key: string, index: number, message: string): void {
    const { positions, diagnostics } = this.context;
    const at = positions.ofValue(this.items(key), index);
    diagnostics.repaired('wrong-type', `"${key}[${index}]" ${message}`, at, 'it is left out');
  }

  /** Reports a mistake in the value under a key, or in the object where the key is absent, and what is done instead. */
  repaired(key: string, code: Code, message: string, done = 'it is left out'): void {
    this.context.diagnostics.repaired(code, message, this.context.positions.ofValue(this.json, key), done);
  }

  /** Reports a warning at the value under a key, or at the object where the key is absent. */
  warning(key: string, code: Code, message: string): void {
    this.context.diagnostics.warning(code, message, this.context.positions.ofValue(this.json, key));
  }

  /** Makes an object in the position of this one; a key has the position of the key of that name here, or of its source. */
  make(draft: Draft, sources: KeySources = {}): JsonObject {
    return this.map(undefined, Object.entries(draft), sources);
  }

  /** Makes an object in the position of the value under a key. */
  makeAt(key: string, draft: Draft): JsonObject {
    return this.map(key, Object.entries(draft));
  }

  /** Makes an object of entries in the position of the value under a key, or of this object. */
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
      const made = this.#offsetOf(item) ?? own.offset;
      value[name] = item;
      names.push(name);
      keyOffsets.push(own.keyOffsets?.[index] ?? made);
      valueOffsets.push(own.valueOffsets[index] ?? made);
    }
    this.context.positions.set(value, { ...own, names, keyOffsets, valueOffsets, parent: undefined, key: '' });
    return value;
  }

  /** Makes a list that is not empty like {@link list}; `undefined` for one that is. */
  filledList(
    key: string | undefined,
    items: readonly Json[],
    indexes?: readonly number[],
  ): readonly Json[] | undefined {
    return items.length === 0 ? undefined : this.list(key, items, indexes);
  }

  /** Makes a list in the position of the value under a key, or of this object; an item has the position of the one at its index there. */
  list(key: string | undefined, items: readonly (Json | Draft)[], indexes?: readonly number[]): readonly Json[] {
    const { source, offset, valueOffsets: offsets, names } = this.#location(key);
    const list = items.map((item) => this.#place(key, item));
    const valueOffsets = list.map((item, index) => {
      const own = names === undefined ? offsets[(indexes ? indexes[index] : index) ?? -1] : undefined;
      return own ?? this.#offsetOf(item) ?? offset;
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

  /** Makes a draft; returns any other value as it is. */
  #place(key: string | undefined, item: Json | Draft): Json {
    // Values of the document and those that were made have positions; a draft is neither.
    if (!isCompound(item) || this.context.positions.has(item)) return item as Json;
    return Array.isArray(item) ? this.list(key, item) : this.map(key, Object.entries(item));
  }

  #offsetOf(made: Json): number | undefined {
    return isCompound(made) ? this.context.positions.get(made).offset : undefined;
  }
}
