import type { Diagnostics } from '../../diagnostics.js';
import { isCompound, isJsonObject, readMember, type Json, type JsonObject } from '../../json.js';
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

/** An array while it is being read. */
export interface OpenArray {
  readonly value: Json[];
  readonly offset: number;
  readonly slot: Slot;
  readonly valueOffsets: number[];
}

/** An object while it is being read. Without prototype, so that `__proto__` and `constructor` are ordinary keys. */
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

/** Records the offset of the next item of an array, and returns its place. */
export function addItem({ value, slot, valueOffsets }: OpenArray, offset: number): Slot {
  valueOffsets.push(offset);
  return { parent: value, key: value.length, depth: slot.depth + 1 };
}

/** Records the offsets of the next member of an object, and returns its place. */
export function addMember(open: OpenObject, name: string, keyOffset: number, valueOffset: number): Slot {
  open.names.push(name);
  open.keyOffsets.push(keyOffset);
  open.valueOffsets.push(valueOffset);
  return { parent: open.value, key: name, depth: open.slot.depth + 1 };
}

/** Ends an object or array, and records its position: a list that has grown keeps room for further items, and its copy takes none. */
export function closeValue({ source, positions }: TreeContext, open: OpenObject | OpenArray): Json {
  const { value, offset, slot } = open;
  const { parent, key } = slot;
  const keys = 'names' in open && { names: open.names.slice(), keyOffsets: open.keyOffsets.slice() };
  positions.set(value, { source, offset, ...keys, valueOffsets: open.valueOffsets.slice(), parent, key });
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

/** Returns whether the slot is too deep; reports it. */
export function rejectDepth(context: TreeContext, slot: Slot, offset: number): boolean {
  if (slot.depth < DEEPEST) return false;
  const message = `values are nested more than ${DEEPEST} levels deep`;
  context.diagnostics.error('too-deep', message, context.source.position(offset));
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
  const known = readMember(owner, key);
  if (isJsonObject(known)) return rewritable(known);
  const made = emptyObject();
  positions.derive(made, owner, key);
  rewritable(owner)[key] = made;
  return made;
}

/** Finds a key that an object does not have: `Pet`, else `Pet2` and so on. */
export function findFreeName(owner: object, name: string): string {
  let free = name;
  for (let number = 2; Object.hasOwn(owner, free); number++) free = `${name}${number}`;
  return free;
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
