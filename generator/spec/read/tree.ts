import type { Diagnostics } from '../../diagnostics.js';
import type { Json, JsonObject } from './json.js';
import type { Place, Places } from '../references/places.js';
import type { SourceText } from './source-text.js';

/** Levels of nesting that a spec may have: every later stage, prettier among them, can recurse that deep twice over. */
export const DEEPEST = 200;

/** What the parsers of one file share. */
export interface TreeContext {
  readonly source: SourceText;
  readonly places: Places;
  readonly diagnostics: Diagnostics;
}

/** Where a value is being put: its parent and its key or index there. */
export interface Slot {
  readonly parent: object | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/** The slot of a file's root value. */
export const rootSlot: Slot = { parent: undefined, key: '', depth: 0 };

/** An object while it is being read. Without prototype, so that `__proto__` and `constructor` are ordinary keys. */
export interface OpenObject {
  readonly value: Record<string, Json>;
  readonly place: OpenPlace;
  readonly names: string[];
  readonly keyOffsets: number[];
  readonly valueOffsets: number[];
}

type OpenPlace = { -readonly [Key in keyof Place]: Place[Key] };

/** The list of members while they are being read. */
const none: never[] = [];

/** Starts an object and records its place; the lists of its members are known when it is closed. */
export function openObject(context: TreeContext, offset: number, slot: Slot): OpenObject {
  const value = emptyObject();
  const { parent, key } = slot;
  const place = { source: context.source, offset, names: none, keyOffsets: none, valueOffsets: none, parent, key };
  context.places.set(value, place);
  return { value, place, names: [], keyOffsets: [], valueOffsets: [] };
}

/** Ends an object: a list that has grown keeps room for further items, and its copy takes none. */
export function closeObject({ value, place, names, keyOffsets, valueOffsets }: OpenObject): Json {
  place.names = names.slice();
  place.keyOffsets = keyOffsets.slice();
  place.valueOffsets = valueOffsets.slice();
  return value;
}

/** Reports a key that the object already has. */
export function refuseDuplicate(context: TreeContext, open: OpenObject, name: string, offset: number): void {
  const first = context.source.position(open.keyOffsets[open.names.indexOf(name)] ?? 0);
  const message = `the key ${JSON.stringify(name)} appears twice; it is already at ${first.line}:${first.column}`;
  context.diagnostics.error('duplicate-key', message, context.source.position(offset));
}

/** An array while it is being read. */
export interface OpenArray {
  readonly value: Json[];
  readonly place: OpenPlace;
  readonly offsets: number[];
}

/** Starts an array and records its place; the offsets of its items are known when it is closed. */
export function openArray(context: TreeContext, offset: number, { parent, key }: Slot): OpenArray {
  const value: Json[] = [];
  const place = { source: context.source, offset, valueOffsets: none, parent, key };
  context.places.set(value, place);
  return { value, place, offsets: [] };
}

/** Ends an array. */
export function closeArray({ value, place, offsets }: OpenArray): Json {
  place.valueOffsets = offsets.slice();
  return value;
}

/** Whether the slot is too deep; reports it. */
export function refuseDepth(context: TreeContext, slot: Slot, offset: number): boolean {
  if (slot.depth < DEEPEST) return false;
  context.diagnostics.error(
    'too-deep',
    `values are nested more than ${DEEPEST} levels deep`,
    context.source.position(offset),
  );
  return true;
}

/** An object of the spec, opened for rewriting: while a spec is being read nobody else holds its objects. */
export function rewritable(value: JsonObject): Record<string, Json> {
  // The reader made the object itself and readonly is only its type.
  return value as Record<string, Json>;
}

/** A new object that inherits nothing. V8 keeps one of `Object.create(null)` as a hash table, which is larger and slower. */
export function emptyObject(): Record<string, Json> {
  // Object.setPrototypeOf is typed any.
  return Object.setPrototypeOf({}, null) as Record<string, Json>;
}
