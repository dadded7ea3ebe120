import type { Code, Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { NodeLocation, Positions } from '../references/positions.js';
import { DEEPEST, emptyObject, rewritable, type Slot } from '../read/tree.js';

/** A value that is put into a document, as what holds it and its key there: so its position is known even where it is a string. */
export interface Origin {
  readonly owner: JsonObject | readonly Json[];
  readonly key: string | number;
}

/** How many values overlays may add to one document, copies counted. */
const MOST_ADDED = 500_000;

/** The document that overlays are being applied to, and how much they have added to it. */
export interface Graft {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** What is being added: where a limit is reported. */
  adding: Origin | undefined;
  added: number;
  /** Set where a limit was reached and reported: nothing more is applied. */
  stopped: boolean;
}

/** The value of an origin. */
export function valueOf({ owner, key }: Origin): Json {
  const value = isJsonObject(owner) ? owner[key] : owner[Number(key)];
  if (value === undefined) throw new Error(`nothing is under ${JSON.stringify(key)}`);
  return value;
}

/** How many objects and arrays hold a value of the document. */
function depthOf({ positions }: Graft, value: object): number {
  let depth = 0;
  for (let location = positions.get(value); location.parent !== undefined; location = positions.get(location.parent))
    depth++;
  return depth;
}

/** A copy of a value for a slot of the document, with the positions of what it is copied from; null once a limit is reached. */
export function copyValue(graft: Graft, origin: Origin, slot: Slot): Json {
  const value = valueOf(origin);
  if (!mayAdd(graft, origin, slot)) return null;
  if (isJsonObject(value)) return copyObject(graft, value, slot);
  return Array.isArray(value) ? copyArray(graft, value, slot) : value;
}

function mayAdd(graft: Graft, origin: Origin, { depth }: Slot): boolean {
  if (graft.stopped) return false;
  graft.added++;
  const deep = depth >= DEEPEST && typeof valueOf(origin) === 'object';
  if (deep) stop(graft, origin, 'too-deep', `with this value, the document is nested more than ${DEEPEST} levels deep`);
  else if (graft.added > MOST_ADDED)
    stop(graft, origin, 'overlay-too-large', `overlays add more than ${MOST_ADDED} values to the document`);
  return !graft.stopped;
}

function stop(graft: Graft, origin: Origin, code: Code, message: string): void {
  const { owner, key } = graft.adding ?? origin;
  graft.stopped = true;
  graft.diagnostics.error(code, message, graft.positions.ofValue(owner, key));
}

function copyObject(graft: Graft, value: JsonObject, slot: Slot): Json {
  const copy = emptyObject();
  graft.positions.set(copy, copyLocation(graft.positions.get(value), slot));
  for (const key of Object.keys(value)) {
    copy[key] = copyValue(graft, { owner: value, key }, { parent: copy, key, depth: slot.depth + 1 });
  }
  return copy;
}

function copyArray(graft: Graft, value: readonly Json[], slot: Slot): Json {
  const copy: Json[] = [];
  graft.positions.set(copy, copyLocation(graft.positions.get(value), slot));
  for (let key = 0; key < value.length; key++) {
    copy.push(copyValue(graft, { owner: value, key }, { parent: copy, key, depth: slot.depth + 1 }));
  }
  return copy;
}

/** The lists of a location grow and shrink with the value, so a copy has its own lists. */
function copyLocation(
  { names, keyOffsets, valueOffsets, sources, ...location }: NodeLocation,
  { parent, key }: Slot,
): NodeLocation {
  return {
    ...location,
    ...(names === undefined ? {} : { names: [...names] }),
    ...(keyOffsets === undefined ? {} : { keyOffsets: [...keyOffsets] }),
    ...(sources === undefined ? {} : { sources: [...sources] }),
    valueOffsets: [...valueOffsets],
    parent,
    key,
  };
}

/** Puts a copy of a value under a key of an object of the document; the key moves to where the value comes from. */
export function putMember(graft: Graft, target: JsonObject, key: string, origin: Origin): void {
  const { positions } = graft;
  const depth = depthOf(graft, target) + 1;
  const location = openLocation(positions, target);
  const { names, valueOffsets, keyOffsets, sources } = location;
  const known = Object.hasOwn(target, key) ? positions.indexOf(names, key) : -1;
  const index = known < 0 ? names.push(key) - 1 : known;
  rewritable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const entry = positions.entry(origin.owner, origin.key);
  keyOffsets[index] = entry.keyOffset;
  valueOffsets[index] = entry.valueOffset;
  sources[index] = entry.source;
}

/** Puts a copy of a value at an index of an array of the document, or behind its last item. */
export function putItem(graft: Graft, target: readonly Json[], key: number, origin: Origin): void {
  const { positions } = graft;
  const depth = depthOf(graft, target) + 1;
  writable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const { valueOffsets, sources } = openLocation(positions, target);
  const entry = positions.entry(origin.owner, origin.key);
  valueOffsets[key] = entry.valueOffset;
  sources[key] = entry.source;
}

/** Takes members out of an object or items out of an array of the document. */
export function dropAll(
  { positions }: Pick<Graft, 'positions'>,
  target: JsonObject | readonly Json[],
  keys: ReadonlySet<string | number>,
): void {
  const { names, keyOffsets, valueOffsets, sources } = openLocation(positions, target);
  if (isJsonObject(target)) {
    for (const key of keys) delete rewritable(target)[key];
    keep(
      [names, keyOffsets, valueOffsets, sources],
      indexesOf(names, (name) => !keys.has(name)),
    );
  } else {
    const items = writable(target);
    keep(
      [items, valueOffsets, sources],
      indexesOf(items, (_, index) => !keys.has(index)),
    );
    items.forEach((item, index) => moveTo(positions, item, index));
  }
}

function indexesOf<T>(list: readonly T[], isKept: (item: T, index: number) => boolean): readonly number[] {
  return list.flatMap((item, index) => (isKept(item, index) ? [index] : []));
}

/** Keeps the items at some indexes of lists, in ascending order. */
function keep(lists: readonly unknown[][], indexes: readonly number[]): void {
  for (const list of lists) {
    const kept = indexes.map((index) => list[index]);
    list.length = 0;
    for (const item of kept) list.push(item);
  }
}

function moveTo(positions: Positions, item: Json, key: number): void {
  if (typeof item !== 'object' || item === null) return;
  const location = positions.get(item);
  if (location.key !== key) positions.set(item, { ...location, key });
}

type OpenLocation = NodeLocation & Required<Pick<NodeLocation, 'names' | 'keyOffsets' | 'sources'>>;

/** The location of a value that is about to change, with all lists that an object or array has. */
function openLocation(positions: Positions, value: JsonObject | readonly Json[]): OpenLocation {
  const location = positions.get(value);
  const { names = [], keyOffsets = [], sources = [] } = location;
  if (location.sources !== undefined && (location.names !== undefined || !isJsonObject(value))) {
    return { ...location, names, keyOffsets, sources };
  }
  // `names` tells objects from arrays.
  positions.set(value, isJsonObject(value) ? { ...location, names, keyOffsets, sources } : { ...location, sources });
  return { ...location, names, keyOffsets, sources };
}

function writable(value: readonly Json[]): Json[] {
  // As with `rewritable`: the reader made the array itself and readonly is only its type.
  return value as Json[];
}
