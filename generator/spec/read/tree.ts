import type { Diagnostics } from '../../diagnostics.js';
import { isCompound, isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { NodeLocation, Positions } from './positions.js';
import type { SourceText } from './source-text.js';

/** Levels of nesting that a spec may have: every later stage, prettier among them, can recurse that deep twice over. */
export const DEEPEST = 200;

/** The context of the parsers of one file. */
export interface TreeContext {
  readonly source: SourceText;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** The place that a value is put into: its parent and its key or index there. */
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
  readonly location: OpenLocation;
  readonly names: string[];
  readonly keyOffsets: number[];
  readonly valueOffsets: number[];
}

type OpenLocation = { -readonly [Key in keyof NodeLocation]: NodeLocation[Key] };

/** The list of members while they are being read. */
const none: never[] = [];

/** Starts an object and records its position; the lists of its members are known when it is closed. */
export function openObject(context: TreeContext, offset: number, slot: Slot): OpenObject {
  const value = emptyObject();
  const { parent, key } = slot;
  const location = { source: context.source, offset, names: none, keyOffsets: none, valueOffsets: none, parent, key };
  context.positions.set(value, location);
  return { value, location, names: [], keyOffsets: [], valueOffsets: [] };
}

/** Ends an object: a list that has grown keeps room for further items, and its copy takes none. */
export function closeObject({ value, location, names, keyOffsets, valueOffsets }: OpenObject): Json {
  location.names = names.slice();
  location.keyOffsets = keyOffsets.slice();
  location.valueOffsets = valueOffsets.slice();
  return value;
}

/** Reports a key that the object already has; true if the first one was taken out, so that the last one counts. */
export function repairDuplicate(context: TreeContext, open: OpenObject, name: string, offset: number): boolean {
  const { source, diagnostics } = context;
  const index = open.names.indexOf(name);
  const first = source.position(open.keyOffsets[index] ?? 0);
  const message = `the key ${JSON.stringify(name)} appears twice; it is already at ${first.line}:${first.column}`;
  diagnostics.repaired('duplicate-key', message, source.position(offset), 'the last one counts');
  if (diagnostics.strict) return false;
  for (const list of [open.names, open.keyOffsets, open.valueOffsets]) list.splice(index, 1);
  delete open.value[name];
  return true;
}

/** An array while it is being read. */
export interface OpenArray {
  readonly value: Json[];
  readonly location: OpenLocation;
  readonly offsets: number[];
}

/** Starts an array and records its position; the offsets of its items are known when it is closed. */
export function openArray(context: TreeContext, offset: number, { parent, key }: Slot): OpenArray {
  const value: Json[] = [];
  const location = { source: context.source, offset, valueOffsets: none, parent, key };
  context.positions.set(value, location);
  return { value, location, offsets: [] };
}

/** Ends an array. */
export function closeArray({ value, location, offsets }: OpenArray): Json {
  location.valueOffsets = offsets.slice();
  return value;
}

/** Says whether the slot is too deep; reports it. */
export function rejectDepth(context: TreeContext, slot: Slot, offset: number): boolean {
  if (slot.depth < DEEPEST) return false;
  context.diagnostics.error(
    'too-deep',
    `values are nested more than ${DEEPEST} levels deep`,
    context.source.position(offset),
  );
  return true;
}

/** Returns an object of the spec for rewriting: the stage that reads a spec has its objects for itself. */
export function rewritable(value: JsonObject): Record<string, Json> {
  // The reader made the object itself and readonly is only its type.
  return value as Record<string, Json>;
}

/** Makes an object that inherits nothing. V8 keeps one of `Object.create(null)` as a hash table, which is larger and slower. */
export function emptyObject(): Record<string, Json> {
  // Object.setPrototypeOf is typed any.
  return Object.setPrototypeOf({}, null) as Record<string, Json>;
}

/** Returns the object under a key of another one, which is made where there is none. */
export function openMember(positions: Positions, owner: JsonObject, key: string): Record<string, Json> {
  const known = Object.hasOwn(owner, key) ? owner[key] : undefined;
  if (isJsonObject(known)) return rewritable(known);
  const made = emptyObject();
  positions.derive(made, owner, key);
  rewritable(owner)[key] = made;
  return made;
}

/** Takes members out of an object or items out of an array of the document. */
export function dropAll(
  positions: Positions,
  target: JsonObject | readonly Json[],
  keys: Iterable<string | number>,
): void {
  const { names, keyOffsets, valueOffsets, sources } = openLocation(positions, target);
  const isList = !isJsonObject(target);
  const dropped = new Set(Array.from(keys, (key) => (isList ? key : positions.findNameIndex(names, String(key)))));
  const lists: readonly unknown[][] = isList ? [writable(target)] : [names, keyOffsets];
  for (const list of [...lists, valueOffsets, sources]) {
    // A copy has no holes, which `filter` would skip.
    const kept = [...list].filter((_, index) => !dropped.has(index));
    list.length = 0;
    for (const item of kept) list.push(item);
  }
  if (isList)
    target.forEach((item: Json, key) => {
      if (isCompound(item)) positions.set(item, { ...positions.get(item), key });
    });
  else for (const key of keys) delete rewritable(target)[key];
}

/** Returns the location of a value that is about to change, with all lists that an object or array has. */
export function openLocation(
  positions: Positions,
  value: JsonObject | readonly Json[],
): NodeLocation & Required<Pick<NodeLocation, 'names' | 'keyOffsets' | 'sources'>> {
  const location = positions.get(value);
  const { names = [], keyOffsets = [], sources = [] } = location;
  // `names` tells objects from arrays.
  positions.set(value, { ...location, ...(isJsonObject(value) && { names, keyOffsets }), sources });
  return { ...location, names, keyOffsets, sources };
}

/** Returns an array of the spec for rewriting. */
function writable(value: readonly Json[]): Json[] {
  // As with `rewritable`: the reader made the array itself and readonly is only its type.
  return value as Json[];
}

/**
 * Reads a number, `true`, `false` or `null` as the text that the file has, `"1.0"` where YAML reads 1; `undefined` for other values,
 * and for a text that is not among `of`.
 */
export function readWrittenText(
  positions: Positions,
  { owner, key }: { readonly owner: object; readonly key: string | number },
  value: Json,
  of?: readonly string[],
): string | undefined {
  if (typeof value === 'object' ? value !== null || !of?.includes('null') : typeof value === 'string') return undefined;
  const { source, valueOffset } = positions.entry(owner, key);
  const written = /^[\w.+-]+/.exec(source.text.slice(valueOffset, valueOffset + 40))?.[0] ?? '';
  const read = Number(written) === value ? written : String(value);
  return of === undefined || of.includes(read) ? read : undefined;
}

/** Tells every value of one file below its root what holds it, so that ids and pointers are those of the document as it is now. */
export function setParents(positions: Positions, root: object): void {
  const { path } = positions.get(root).source;
  const seen = new Set<object>();
  const enter = (value: object, parent: object | undefined, key: string | number): void => {
    const location = positions.get(value);
    if (seen.has(value) || location.source.path !== path) return;
    seen.add(value);
    positions.set(value, { ...location, parent, key });
    for (const [name, item] of Object.entries(value))
      if (isCompound(item)) enter(item, value, Array.isArray(value) ? Number(name) : name);
  };
  enter(root, undefined, '');
}
