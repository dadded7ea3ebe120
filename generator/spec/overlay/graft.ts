import type { Code, Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import type { Place, Places } from '../references/places.js';
import { DEEPEST, emptyObject, rewritable, type Slot } from '../read/tree.js';

/** A value that is put into a document, as what holds it and its key there: so its place is known even where it is a text. */
export interface Origin {
  readonly owner: JsonObject | readonly Json[];
  readonly key: string | number;
}

/** How many values overlays may add to one document, copies counted. */
const MOST_ADDED = 500_000;

/** The document that overlays are being applied to, and how much they have added to it. */
export interface Graft {
  readonly root: JsonObject;
  readonly places: Places;
  readonly diagnostics: Diagnostics;
  /** What is being added: where a limit is reported. */
  adding: Origin | undefined;
  added: number;
  /** Set where a limit was reached and reported: nothing more is applied. */
  stopped: boolean;
}

/** The value that an origin stands for. */
export function valueOf({ owner, key }: Origin): Json {
  const value = isJsonObject(owner) ? owner[key] : owner[Number(key)];
  if (value === undefined) throw new Error(`nothing stands under ${JSON.stringify(key)}`);
  return value;
}

/** How many objects and arrays hold a value of the document. */
function depthOf({ places }: Graft, value: object): number {
  let depth = 0;
  for (let place = places.get(value); place.parent !== undefined; place = places.get(place.parent)) depth++;
  return depth;
}

/** A copy of a value for a slot of the document, with the places of what it is copied from; null once a limit is reached. */
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
  graft.diagnostics.error(code, message, graft.places.ofValue(owner, key));
}

function copyObject(graft: Graft, value: JsonObject, slot: Slot): Json {
  const copy = emptyObject();
  graft.places.set(copy, copyPlace(graft.places.get(value), slot));
  for (const key of Object.keys(value)) {
    copy[key] = copyValue(graft, { owner: value, key }, { parent: copy, key, depth: slot.depth + 1 });
  }
  return copy;
}

function copyArray(graft: Graft, value: readonly Json[], slot: Slot): Json {
  const copy: Json[] = [];
  graft.places.set(copy, copyPlace(graft.places.get(value), slot));
  for (let key = 0; key < value.length; key++) {
    copy.push(copyValue(graft, { owner: value, key }, { parent: copy, key, depth: slot.depth + 1 }));
  }
  return copy;
}

/** The lists of a place grow and shrink with the value, so a copy has its own. */
function copyPlace({ names, keyOffsets, valueOffsets, sources, ...place }: Place, { parent, key }: Slot): Place {
  return {
    ...place,
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
  const { places } = graft;
  const depth = depthOf(graft, target) + 1;
  const place = openPlace(places, target);
  const { names, valueOffsets, keyOffsets, sources } = place;
  const known = Object.hasOwn(target, key) ? places.indexOf(names, key) : -1;
  const index = known < 0 ? names.push(key) - 1 : known;
  rewritable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const spot = places.spot(origin.owner, origin.key);
  keyOffsets[index] = spot.keyOffset;
  valueOffsets[index] = spot.valueOffset;
  sources[index] = spot.source;
}

/** Puts a copy of a value at an index of an array of the document, or behind its last item. */
export function putItem(graft: Graft, target: readonly Json[], key: number, origin: Origin): void {
  const { places } = graft;
  const depth = depthOf(graft, target) + 1;
  writable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const { valueOffsets, sources } = openPlace(places, target);
  const spot = places.spot(origin.owner, origin.key);
  valueOffsets[key] = spot.valueOffset;
  sources[key] = spot.source;
}

/** Takes members out of an object or items out of an array of the document. */
export function dropAll(
  { places }: Graft,
  target: JsonObject | readonly Json[],
  keys: ReadonlySet<string | number>,
): void {
  const { names, keyOffsets, valueOffsets, sources } = openPlace(places, target);
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
    items.forEach((item, index) => moveTo(places, item, index));
  }
}

function indexesOf<T>(list: readonly T[], isKept: (item: T, index: number) => boolean): readonly number[] {
  return list.flatMap((item, index) => (isKept(item, index) ? [index] : []));
}

/** Keeps what stands at some indexes of lists, in ascending order. */
function keep(lists: readonly unknown[][], indexes: readonly number[]): void {
  for (const list of lists) {
    const kept = indexes.map((index) => list[index]);
    list.length = 0;
    for (const item of kept) list.push(item);
  }
}

function moveTo(places: Places, item: Json, key: number): void {
  if (typeof item !== 'object' || item === null) return;
  const place = places.get(item);
  if (place.key !== key) places.set(item, { ...place, key });
}

type OpenPlace = Place & Required<Pick<Place, 'names' | 'keyOffsets' | 'sources'>>;

/** The place of a value that is about to change, with all lists that an object or array has. */
function openPlace(places: Places, value: JsonObject | readonly Json[]): OpenPlace {
  const place = places.get(value);
  const { names = [], keyOffsets = [], sources = [] } = place;
  if (place.sources !== undefined && (place.names !== undefined || !isJsonObject(value))) {
    return { ...place, names, keyOffsets, sources };
  }
  // `names` tells objects from arrays.
  places.set(value, isJsonObject(value) ? { ...place, names, keyOffsets, sources } : { ...place, sources });
  return { ...place, names, keyOffsets, sources };
}

function writable(value: readonly Json[]): Json[] {
  // As with `rewritable`: the reader made the array itself and readonly is only its type.
  return value as Json[];
}
