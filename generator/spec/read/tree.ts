import type { Diagnostics } from '../../diagnostics.js';
import { isCompound, isJsonObject, readMember, type Json, type JsonObject } from '../../json.js';
import type { NodeLocation, Positions } from './positions.js';
import type { SourceText } from './source-text.js';

/** Maximum depth of a spec. All later stages, including prettier, can recurse to twice this depth. */
export const DEEPEST = 200;

/** The context of the parsers of one file. */
export interface TreeContext {
  readonly source: SourceText;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
}

/** The place of a value: its parent and its key or index there. */
export interface Slot {
  readonly parent: object | undefined;
  readonly key: string | number;
  readonly depth: number;
}

/** The slot of a file's root value. */
export const rootSlot: Slot = { parent: undefined, key: '', depth: 0 };

/** An array while it is being read. */
export interface OpenArray {
  readonly value: Json[];
  readonly offset: number;
  readonly slot: Slot;
  readonly valueOffsets: number[];
}

/** An object while it is being read. It has no prototype, so that `__proto__` and `constructor` are ordinary keys. */
export interface OpenObject extends Omit<OpenArray, 'value'> {
  readonly value: Record<string, Json>;
  readonly names: string[];
  readonly keyOffsets: number[];
}

/** Starts an array. */
export function openArray(offset: number, slot: Slot): OpenArray {
  return { value: [], offset, slot, valueOffsets: [] };
}

/** Starts an object. */
export function openObject(offset: number, slot: Slot): OpenObject {
  return { value: emptyObject(), offset, slot, names: [], keyOffsets: [], valueOffsets: [] };
}

/** Records the offset of the next item of an array, and returns the slot of the item. */
export function addItem({ value, slot, valueOffsets }: OpenArray, offset: number): Slot {
  valueOffsets.push(offset);
  return { parent: value, key: value.length, depth: slot.depth + 1 };
}

/** Records the offsets of the next member of an object, and returns the slot of its value. */
export function addMember(open: OpenObject, name: string, keyOffset: number, valueOffset: number): Slot {
  open.names.push(name);
  open.keyOffsets.push(keyOffset);
  open.valueOffsets.push(valueOffset);
  return { parent: open.value, key: name, depth: open.slot.depth + 1 };
}

/**
 * Ends an object or array and records its position. The lists are copied: a list that has grown reserves memory for further
 * items.
 */
export function closeValue({ source, positions }: TreeContext, open: OpenObject | OpenArray): Json {
  const { value, offset, slot } = open;
  const { parent, key } = slot;
  const keys = 'names' in open && { names: open.names.slice(), keyOffsets: open.keyOffsets.slice() };
  positions.set(value, { source, offset, ...keys, valueOffsets: open.valueOffsets.slice(), parent, key });
  return value;
}

/** Reports a key that the object already has. True if the first one was removed, because the last one is valid. */
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

/** Reports a slot that is too deep; returns whether it is. */
export function rejectDepth(context: TreeContext, slot: Slot, offset: number): boolean {
  if (slot.depth < DEEPEST) return false;
  const message = `values are nested more than ${DEEPEST} levels deep`;
  context.diagnostics.error('too-deep', message, context.source.position(offset));
  return true;
}

/** Returns an object of the spec for rewriting. Only the stages that read a spec may do so: nobody else has its objects yet. */
export function rewritable(value: JsonObject): Record<string, Json> {
  // The reader created the object, and only its type is readonly.
  return value as Record<string, Json>;
}

/**
 * Creates an object without prototype. An object of `Object.create(null)` would be a hash table in V8, which is larger and
 * slower.
 */
export function emptyObject(): Record<string, Json> {
  // Object.setPrototypeOf is typed any.
  return Object.setPrototypeOf({}, null) as Record<string, Json>;
}

/** Returns the object under a key of another one; creates it if it is missing. */
export function openMember(positions: Positions, owner: JsonObject, key: string): Record<string, Json> {
  const known = readMember(owner, key);
  if (isJsonObject(known)) return rewritable(known);
  const made = emptyObject();
  positions.derive(made, owner, key);
  rewritable(owner)[key] = made;
  return made;
}

/** Returns a name for a new key of an object: `Pet`, or else `Pet2` and so on. */
export function findFreeName(owner: object, name: string): string {
  let free = name;
  for (let number = 2; Object.hasOwn(owner, free); number++) free = `${name}${number}`;
  return free;
}

/** Removes members from an object or items from an array of the document. */
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
    // `filter` skips holes, and a copy has none.
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

/** Returns the location of a value that is about to change, including all lists of an object or array. */
export function openLocation(
  positions: Positions,
  value: JsonObject | readonly Json[],
): NodeLocation & Required<Pick<NodeLocation, 'names' | 'keyOffsets' | 'sources'>> {
  const location = positions.get(value);
  const { names = [], keyOffsets = [], sources = [] } = location;
  // Only objects have `names`.
  positions.set(value, { ...location, ...(isJsonObject(value) && { names, keyOffsets }), sources });
  return { ...location, names, keyOffsets, sources };
}

/** Returns an array of the spec for rewriting. */
function writable(value: readonly Json[]): Json[] {
  // As in `rewritable`: the reader created the array, and only its type is readonly.
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

/**
 * Sets the parent and key of every value below the root of one file, so that ids and pointers follow the document after changes.
 */
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
