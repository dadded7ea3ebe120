import { isJsonObject, type Json, type JsonObject, typeName } from '../../json.js';
import { groupPairs } from '../../iterables.js';
import type { Origin, NodeLocation, Positions } from '../read/positions.js';
import { readWith } from '../read/read-text.js';
import {
  dropAll,
  rootSlot,
  DEEPEST,
  emptyObject,
  openLocation,
  rewritable,
  type Slot,
  writable,
} from '../read/tree.js';
import { type OverlayAction, type ReadOverlayContext, readOverlay } from './read-overlay.js';
import { positionName, type Code, type Diagnostics } from '../../diagnostics.js';
import { explainMiss, findMatches, type Match } from './find-matches.js';
import type { SpecText } from '../read/source-text.js';

/** The document that overlays are applied to. */
interface ApplyOverlaysContext extends ReadOverlayContext {
  readonly root: JsonObject;
}

/**
 * Applies overlay documents to a document, one after the other; what they add keeps its position in their files. `false`
 * where errors were reported.
 */
export function applyOverlays(texts: readonly SpecText[], context: ApplyOverlaysContext): boolean {
  const applied = readWith(context.diagnostics, (diagnostics) => {
    const own = { ...context, diagnostics };
    const overlays = texts.map((text) => readOverlay(text, own)).filter((one) => one !== undefined);
    if (diagnostics.failed) return undefined;
    const sources = [own.positions.get(own.root).source, ...overlays.map(({ source }) => source)];
    const mentionsId = sources.some((source) => source.mentionsId);
    // A schema of one file may be named, by its URI, in all others that make up the document.
    for (const source of sources) source.mentionsId = mentionsId;
    const graft: Graft = { root: own.root, positions: own.positions, diagnostics, adding: undefined, added: 0 };
    try {
      for (const action of overlays.flatMap(({ actions }) => actions)) applyAction(graft, action);
    } catch (error) {
      if (!(error instanceof OverlayLimit)) throw error;
    }
    return true;
  });
  return applied === true;
}

/** Applies one action to the document; reports a target that matches nothing and what cannot be merged. */
function applyAction(graft: Graft, action: OverlayAction): void {
  const matches = select(graft, action, 'target');
  if (!mayChange(graft, action, matches)) return;
  if (action.does === 'remove') {
    const keys = matches.flatMap(({ owner, key }) => (owner === undefined ? [] : [[owner, key] as const]));
    for (const [owner, dropped] of groupPairs(keys)) dropAll(graft.positions, owner, new Set(dropped));
    return;
  }
  graft.adding = { owner: action.node, key: action.does };
  const origin = findOrigin(graft, action);
  if (origin === undefined) return;
  for (const match of matches) update(graft, match, origin);
}

/** Finds the nodes that a JSONPath of an action selects; none where a mistake was reported. */
function select(
  { root, positions, diagnostics }: Graft,
  { node }: OverlayAction,
  field: 'target' | 'copy',
): readonly Match[] {
  const path = String(node[field]);
  const at = positions.ofValue(node, field);
  const matches = findMatches(root, path);
  if (typeof matches === 'string') {
    diagnostics.error('invalid-jsonpath', `"${field}" ${matches}`, at);
    return [];
  }
  if (matches.length === 0)
    diagnostics.error('overlay-no-match', `"${field}" matches nothing${explainMiss(root, path)}`, at);
  return matches;
}

function mayChange(graft: Graft, action: OverlayAction, matches: readonly Match[]): boolean {
  const [first] = matches;
  if (first === undefined) return false;
  const primitive = matches.find(({ value }) => classifyForm(value) === 'primitive');
  if (primitive !== undefined && action.version === '1.0') {
    const wanted = 'in Overlay 1.0 it selects objects or arrays; select what holds it, or say "overlay: 1.1.0"';
    return reject(graft, action, `"target" selects ${describe(graft, action, primitive)}; ${wanted}`);
  }
  if (action.does === 'remove') {
    return first.owner !== undefined || reject(graft, action, 'the whole document cannot be removed');
  }
  const other = matches.find(({ value }) => classifyForm(value) !== classifyForm(first.value));
  if (other === undefined) return true;
  const both = `${describe(graft, action, first)} and ${describe(graft, action, other)}`;
  return reject(graft, action, `"target" selects ${both}; one update fits only nodes of one form`);
}

/** Describes a node for a message: `an array (api.yaml:7)`. */
function describe({ positions }: Graft, { node }: OverlayAction, { owner, key, value }: Match): string {
  if (owner === undefined) return 'the document';
  return `${typeName(value)} (${positionName(positions.ofValue(owner, key), positions.ofValue(node, 'target'))})`;
}

function reject({ positions, diagnostics }: Graft, { node }: OverlayAction, message: string): false {
  diagnostics.error('overlay-mismatch', message, positions.ofValue(node, 'target'));
  return false;
}

/** Finds the value that an action adds; that of a `copy` is taken before the action. */
function findOrigin(graft: Graft, action: OverlayAction): Origin | undefined {
  const { node, does, version } = action;
  if (does === 'update') return { owner: node, key: 'update' };
  if (does === 'none') return undefined;
  const { positions, diagnostics } = graft;
  if (version === '1.0') {
    const message = '"copy" is new in Overlay 1.1; say "overlay: 1.1.0"';
    diagnostics.error('unsupported-field', message, positions.ofKey(node, 'copy'));
    return undefined;
  }
  const [match, second] = select(graft, action, 'copy');
  if (second !== undefined)
    diagnostics.error(
      'overlay-mismatch',
      '"copy" matches several nodes; it copies one',
      positions.ofValue(node, 'copy'),
    );
  return match === undefined || second !== undefined ? undefined : detach(graft, node, match);
}

/** Makes a copy that no change of the document reaches. */
function detach(graft: Graft, action: JsonObject, { owner = action, key, value }: Match): Origin {
  const { positions } = graft;
  const holder: Json[] = [value];
  const { source, valueOffset } = positions.entry(owner, owner === action ? 'copy' : key);
  positions.set(holder, { source, offset: valueOffset, valueOffsets: [valueOffset], parent: undefined, key: '' });
  holder[0] = copyValue(graft, { owner: holder, key: 0 }, rootSlot);
  return { owner: holder, key: 0 };
}

function update(graft: Graft, { owner, key, value }: Match, origin: Origin): void {
  if (merge(graft, value, origin)) return;
  const fresh = readOriginValue(origin);
  if (Array.isArray(value)) putItem(graft, value, value.length, origin);
  else if (isJsonObject(value) || classifyForm(fresh) !== 'primitive') {
    const { positions, diagnostics } = graft;
    const at = positions.ofValue(origin.owner, origin.key);
    const there = owner === undefined ? '' : ` (${positionName(positions.ofValue(owner, key), at)})`;
    const message = `what is merged into ${typeName(value)}${there} cannot be ${typeName(fresh)}`;
    diagnostics.error('overlay-mismatch', message, at);
  } else if (isJsonObject(owner)) putMember(graft, owner, String(key), origin);
  else if (owner !== undefined) putItem(graft, owner, Number(key), origin);
}

/** Classifies a value by its form; only values of the same form merge. */
function classifyForm(value: Json): 'object' | 'array' | 'primitive' {
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : 'primitive';
}

/**
 * Merges a value into one of the document; `false` where they are not both objects or both arrays. Members of both objects are
 * merged, others are added; copies of the items of an array are appended.
 */
function merge(graft: Graft, target: Json, origin: Origin): boolean {
  const { positions, diagnostics } = graft;
  const fresh = readOriginValue(origin);
  if (Array.isArray(target) && Array.isArray(fresh)) {
    for (const key of fresh.keys()) putItem(graft, target, target.length, { owner: fresh, key });
    return true;
  }
  if (!isJsonObject(target) || !isJsonObject(fresh)) return false;
  for (const [key, value] of Object.entries(fresh)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    const member = { owner: fresh, key };
    if (old !== undefined && merge(graft, old, member)) continue;
    const isPlain = [old ?? null, value].every((one) => classifyForm(one) === 'primitive');
    if (old === undefined || isPlain) {
      putMember(graft, target, key, member);
      continue;
    }
    const at = positions.ofKey(fresh, key);
    const there = positionName(positions.ofKey(target, key), at);
    const forms = `${typeName(value)} and the value at ${there} is ${typeName(old)}`;
    const message = `"${key}" is ${forms}: these do not merge; to replace it, remove it first`;
    diagnostics.error('overlay-mismatch', message, at);
  }
  return true;
}

/** Most values that overlays may add to one document, copies counted. */
const MOST_ADDED = 500_000;

/** Thrown where a limit was reached and reported: nothing more is applied. */
class OverlayLimit extends Error {}

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
function readOriginValue({ owner, key }: Origin): Json {
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
function copyValue(graft: Graft, origin: Origin, slot: Slot): Json {
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
function putMember(graft: Graft, target: JsonObject, key: string, origin: Origin): void {
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
function putItem(graft: Graft, target: readonly Json[], key: number, origin: Origin): void {
  const { positions } = graft;
  const depth = countDepth(graft, target) + 1;
  writable(target)[key] = copyValue(graft, origin, { parent: target, key, depth });
  const { valueOffsets, sources } = openLocation(positions, target);
  const entry = positions.entry(origin.owner, origin.key);
  valueOffsets[key] = entry.valueOffset;
  sources[key] = entry.source;
}
