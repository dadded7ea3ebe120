import type { Code, Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { NodeLocation, Origin, Positions } from '../read/positions.js';
import { DEEPEST, emptyObject, openLocation, rewritable, type Slot, writable } from '../read/tree.js';

/** Most values that overlays may add to one document, copies counted. */
const MOST_ADDED = 500_000;

/** Thrown where a limit was reached and reported: nothing more is applied. */
export class OverlayLimit extends Error {}

/** The document that overlays are being applied to, and how much they have added to it. */
export interface Graft {
  readonly root: JsonObject;
  readonly positions: Positions;
  readonly diagnostics: Diagnostics;
  /** The value that is being added, at which a limit is reported. */
  adding: Origin | undefined;
  added: number;
}

/** Returns the value at an origin. */
export function readOriginValue({ owner, key }: Origin): Json {
  // Owners are objects and arrays of a file.
  const value = Reflect.get(owner, key) as Json | undefined;
  if (value === undefined) throw new Error(`nothing is under ${JSON.stringify(key)}`);
  return value;
}

/** Counts the objects and arrays around a value of the document. */
function countDepth({ positions }: Graft, value: object): number {
  let depth = 0;
  for (let location = positions.get(value); location.parent !== undefined; location = positions.get(location.parent))
    depth++;
  return depth;
}

/** Copies a value for a slot of the document, with the positions of the original; throws {@link OverlayLimit} past a limit. */
export function copyValue(graft: Graft, origin: Origin, slot: Slot): Json {
  const value = readOriginValue(origin);
  graft.added++;
  if (slot.depth >= DEEPEST && typeof value === 'object')
    stop(graft, origin, 'too-deep', `with this value, the document is nested more than ${DEEPEST} levels deep`);
  if (graft.added > MOST_ADDED)
    stop(graft, origin, 'overlay-too-large', `overlays add more than ${MOST_ADDED} values to the document`);
  if (typeof value !== 'object' || value === null) return value;
  const copy = isJsonObject(value) ? emptyObject() : [];
  graft.positions.set(copy, copyLocation(graft.positions.get(value), slot));
  const depth = slot.depth + 1;
  for (const key of isJsonObject(value) ? Object.keys(value) : value.keys())
    Reflect.set(copy, key, copyValue(graft, { owner: value, key }, { parent: copy, key, depth }));
  return copy;
}

function stop(graft: Graft, origin: Origin, code: Code, message: string): never {
  const { owner, key } = graft.adding ?? origin;
  graft.diagnostics.error(code, message, graft.positions.ofValue(owner, key));
  throw new OverlayLimit(message);
}

/** Copies a location for a slot, with lists of its own: they grow and shrink with the value. */
function copyLocation(
  { names, keyOffsets, valueOffsets, sources, ...location }: NodeLocation,
  { parent, key }: Slot,
): NodeLocation {
  return {
    ...location,
    ...(names && { names: [...names] }),
    ...(keyOffsets && { keyOffsets: [...keyOffsets] }),
    ...(sources && { sources: [...sources] }),
    valueOffsets: [...valueOffsets],
    parent,
    key,
  };
}

/** Puts a copy of a value under a key of an object of the document; the key moves to where the value comes from. */
export function putMember(graft: Graft, target: JsonObject, key: string, origin: Origin): void {
  const { positions } = graft;
  const depth = countDepth(graft, target) + 1;
  const location = openLocation(positions, target);
  const { names, valueOffsets, keyOffsets, sources } = location;
  const known = Object.hasOwn(target, key) ? positions.findNameIndex(names, key) : -1;
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
  const depth = countDepth(graft, target) + 1;
  writable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const { valueOffsets, sources } = openLocation(positions, target);
  const entry = positions.entry(origin.owner, origin.key);
  valueOffsets[key] = entry.valueOffset;
  sources[key] = entry.source;
}
