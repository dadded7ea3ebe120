import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { Place } from '../references/places.js';
import { emptyObject } from '../read/tree.js';
import type { DiscoveryContext, Origin } from './fields.js';

/** Members of an object to be made; those that are `undefined` are left out. */
export type Draft = Readonly<Record<string, Json | undefined>>;

/** Keys of the origin by the key of the made object, where they differ. */
type KeySources = Readonly<Record<string, string>>;

type Context = Pick<DiscoveryContext, 'places'>;

/** Makes an object that stands where its origin does; a key stands where the origin's key of that name does. */
export function makeObject(context: Context, origin: Origin, draft: Draft, sources: KeySources = {}): JsonObject {
  return makeMap(context, origin, Object.entries(draft), sources);
}

/** The same for names that come from the document. */
export function makeMap(
  context: Context,
  origin: Origin,
  entries: Iterable<readonly [string, Json | undefined]>,
  sources: KeySources = {},
): JsonObject {
  const own = placeOf(context, origin);
  const value = emptyObject();
  const names: string[] = [];
  const keyOffsets: number[] = [];
  const valueOffsets: number[] = [];
  for (const [name, item] of entries) {
    if (item === undefined || name in value) continue;
    const source = Object.hasOwn(sources, name) ? (sources[name] ?? name) : name;
    const [keyOffset, valueOffset] = offsetsOf(context, own, source, item);
    value[name] = item;
    names.push(name);
    keyOffsets.push(keyOffset);
    valueOffsets.push(valueOffset);
  }
  context.places.set(value, { ...own, names, keyOffsets, valueOffsets, parent: undefined, key: '' });
  return value;
}

/** Makes a list that stands where its origin does; an item stands where the origin's item at its index does. */
export function makeList(
  context: Context,
  origin: Origin,
  items: readonly Json[],
  indexes: readonly number[] = items.map((_, index) => index),
): readonly Json[] {
  const { source, offset, valueOffsets: offsets, names } = placeOf(context, origin);
  const list = [...items];
  const valueOffsets = items.map((item, index) => {
    const own = names === undefined ? offsets[indexes[index] ?? -1] : undefined;
    return own ?? placeOfMade(context, item)?.offset ?? offset;
  });
  context.places.set(list, { source, offset, valueOffsets, parent: undefined, key: '' });
  return list;
}

/** Tells every value below a made root what holds it, so that ids and pointers are those of the new document. */
export function settle({ places }: Context, root: JsonObject): void {
  const pending: { readonly value: object; readonly parent: object | undefined; readonly key: string | number }[] = [
    { value: root, parent: undefined, key: '' },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, parent, key } = next;
    places.set(value, { ...places.get(value), parent, key });
    for (const [name, item] of Object.entries(value)) {
      if (isCompound(item))
        pending.push({ value: item, parent: value, key: Array.isArray(value) ? Number(name) : name });
    }
  }
}

function placeOf({ places }: Context, { node, key }: Origin): Place {
  const own = places.get(node);
  if (key === undefined) return own;
  const value: unknown = Reflect.get(node, key);
  if (isCompound(value)) return places.get(value);
  const offset = own.valueOffsets[indexOf(own, key)] ?? own.offset;
  return { source: own.source, offset, valueOffsets: [], parent: undefined, key: '' };
}

function placeOfMade({ places }: Context, value: Json): Place | undefined {
  return isCompound(value) ? places.get(value) : undefined;
}

function offsetsOf(context: Context, own: Place, key: string, value: Json): readonly [number, number] {
  const index = indexOf(own, key);
  const made = placeOfMade(context, value)?.offset ?? own.offset;
  return [own.keyOffsets?.[index] ?? made, own.valueOffsets[index] ?? made];
}

function indexOf({ names }: Place, key: string): number {
  return names === undefined ? -1 : names.indexOf(key);
}

function isCompound(value: unknown): value is JsonObject | readonly Json[] {
  return isJsonObject(value) || Array.isArray(value);
}
