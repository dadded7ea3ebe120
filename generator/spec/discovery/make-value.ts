import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { NodeLocation } from '../references/positions.js';
import { emptyObject } from '../read/tree.js';
import type { DiscoveryContext, Origin } from './fields.js';

/** Members of an object to be made; those that are `undefined` are left out. */
export type Draft = Readonly<Record<string, Json | undefined>>;

/** Keys of the origin by the key of the made object, where they differ. */
type KeySources = Readonly<Record<string, string>>;

type Context = Pick<DiscoveryContext, 'positions'>;

/** Makes an object with the position of its origin; a key has the position of the origin's key of that name. */
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
  const own = locationOf(context, origin);
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
  context.positions.set(value, { ...own, names, keyOffsets, valueOffsets, parent: undefined, key: '' });
  return value;
}

/** Makes a list with the position of its origin; an item has the position of the origin's item at its index. */
export function makeList(
  context: Context,
  origin: Origin,
  items: readonly Json[],
  indexes: readonly number[] = items.map((_, index) => index),
): readonly Json[] {
  const { source, offset, valueOffsets: offsets, names } = locationOf(context, origin);
  const list = [...items];
  const valueOffsets = items.map((item, index) => {
    const own = names === undefined ? offsets[indexes[index] ?? -1] : undefined;
    return own ?? locationOfMade(context, item)?.offset ?? offset;
  });
  context.positions.set(list, { source, offset, valueOffsets, parent: undefined, key: '' });
  return list;
}

/** Tells every value below a made root what holds it, so that ids and pointers are those of the new document. */
export function settle({ positions }: Context, root: JsonObject): void {
  const pending: { readonly value: object; readonly parent: object | undefined; readonly key: string | number }[] = [
    { value: root, parent: undefined, key: '' },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, parent, key } = next;
    positions.set(value, { ...positions.get(value), parent, key });
    for (const [name, item] of Object.entries(value)) {
      if (isCompound(item))
        pending.push({ value: item, parent: value, key: Array.isArray(value) ? Number(name) : name });
    }
  }
}

function locationOf({ positions }: Context, { node, key }: Origin): NodeLocation {
  const own = positions.get(node);
  if (key === undefined) return own;
  const value: unknown = Reflect.get(node, key);
  if (isCompound(value)) return positions.get(value);
  const offset = own.valueOffsets[indexOf(own, key)] ?? own.offset;
  return { source: own.source, offset, valueOffsets: [], parent: undefined, key: '' };
}

function locationOfMade({ positions }: Context, value: Json): NodeLocation | undefined {
  return isCompound(value) ? positions.get(value) : undefined;
}

function offsetsOf(context: Context, own: NodeLocation, key: string, value: Json): readonly [number, number] {
  const index = indexOf(own, key);
  const made = locationOfMade(context, value)?.offset ?? own.offset;
  return [own.keyOffsets?.[index] ?? made, own.valueOffsets[index] ?? made];
}

function indexOf({ names }: NodeLocation, key: string): number {
  return names === undefined ? -1 : names.indexOf(key);
}

function isCompound(value: unknown): value is JsonObject | readonly Json[] {
  return isJsonObject(value) || Array.isArray(value);
}
