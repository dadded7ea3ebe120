import type { Diagnostics } from '../diagnostics.js';
import type { Json, JsonObject } from './json.js';
import type { Place, Places } from './places.js';
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
  readonly names: string[];
  readonly keyOffsets: number[];
  readonly valueOffsets: number[];
}

/** Starts an object and records its place. */
export function openObject(context: TreeContext, offset: number, slot: Slot): OpenObject {
  const open: OpenObject = { value: emptyObject(), names: [], keyOffsets: [], valueOffsets: [] };
  const { names, keyOffsets, valueOffsets } = open;
  const place: Place = {
    source: context.source,
    offset,
    names,
    keyOffsets,
    valueOffsets,
    parent: slot.parent,
    key: slot.key,
  };
  context.places.set(open.value, place);
  return open;
}

/** Reports a key that the object already has. */
export function refuseDuplicate(context: TreeContext, open: OpenObject, name: string, offset: number): void {
  const first = context.source.position(open.keyOffsets[open.names.indexOf(name)] ?? 0);
  const message = `the key ${JSON.stringify(name)} appears twice; it already stands at ${first.line}:${first.column}`;
  context.diagnostics.error('duplicate-key', message, context.source.position(offset));
}

/** Starts an array and records its place; the item offsets are pushed into `offsets`. */
export function openArray(
  context: TreeContext,
  offset: number,
  slot: Slot,
): { readonly value: Json[]; readonly offsets: number[] } {
  const value: Json[] = [];
  const offsets: number[] = [];
  context.places.set(value, {
    source: context.source,
    offset,
    valueOffsets: offsets,
    parent: slot.parent,
    key: slot.key,
  });
  return { value, offsets };
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
