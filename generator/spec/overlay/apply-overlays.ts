import { isCompound, isJsonObject, type Json, type JsonObject, typeName } from '../../json.js';
import { groupPairs } from '../../iterables.js';
import type { Origin, Positions } from '../read/positions.js';
import { readWith } from '../read/read-text.js';
import { dropAll, rootSlot, DEEPEST, emptyObject, openLocation, type Slot } from '../read/tree.js';
import { type OverlayAction, type ReadOverlayContext, readOverlay } from './read-overlay.js';
import { positionName, type Code, type Diagnostics } from '../../diagnostics.js';
import { explainMiss, findMatches, type Match } from './find-matches.js';
import type { SpecText } from '../read/source-text.js';

/** The document that overlays are applied to. */
interface ApplyOverlaysContext extends ReadOverlayContext {
  readonly root: JsonObject;
}

/**
 * Applies overlay documents to a document, one after the other. Added values keep their positions in the overlay files. Returns false
 * if errors were reported.
 */
export function applyOverlays(texts: readonly SpecText[], context: ApplyOverlaysContext): boolean {
  const applied = readWith(context.diagnostics, (diagnostics) => {
    const own = { ...context, diagnostics };
    const overlays = texts.map((text) => readOverlay(text, own)).filter((one) => one !== undefined);
    if (diagnostics.failed) return undefined;
    const sources = [own.positions.get(own.root).source, ...overlays.map(({ source }) => source)];
    const mentionsId = sources.some((source) => source.mentionsId);
    // An `$id` in one file may be referred to by all other files of the document.
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

/** Applies one action to the document. Reports a target that matches nothing, and values that cannot be merged. */
function applyAction(graft: Graft, action: OverlayAction): void {
  const matches = select(graft, action, 'target');
  if (!mayChange(graft, action, matches)) return;
  if (action.does === 'remove') {
    const keys = matches.flatMap(({ owner, key }) => (owner === undefined ? [] : [[owner, key] as const]));
    for (const [owner, dropped] of groupPairs(keys)) dropAll(graft.positions, owner, dropped);
    return;
  }
  graft.adding = { owner: action.node, key: action.does };
  const origin = findOrigin(graft, action);
  if (origin === undefined) return;
  for (const match of matches) update(graft, match, origin);
}

/** Finds the nodes that a JSONPath of an action selects. Reports mistakes, and returns no nodes then. */
function select(
  { root, positions, diagnostics }: Graft,
  { node }: OverlayAction,
  field: 'target' | 'copy',
): readonly Match[] {
  const path = String(node[field]);
  const at = positions.ofValue(node, field);
  const matches = findMatches(root, path);
  if (typeof matches === 'string') diagnostics.error('invalid-jsonpath', `"${field}" ${matches}`, at);
  else if (matches.length === 0)
    diagnostics.error('overlay-no-match', `"${field}" matches nothing${explainMiss(root, path)}`, at);
  return typeof matches === 'string' ? [] : matches;
}

/** Returns whether an action may change the nodes that it selects. If not, reports the reason. */
function mayChange({ positions, diagnostics }: Graft, action: OverlayAction, matches: readonly Match[]): boolean {
  const at = positions.ofValue(action.node, 'target');
  // `an array (api.yaml:7)`
  const describe = ({ owner, key, value }: Match): string =>
    owner ? `${typeName(value)} (${positionName(positions.ofValue(owner, key), at)})` : 'the document';
  const [first] = matches;
  if (first === undefined) return false;
  const primitive = matches.find(({ value }) => !isCompound(value));
  const other = matches.find(({ value }) => classifyForm(value) !== classifyForm(first.value));
  let message: string | undefined;
  if (primitive !== undefined && action.version === '1.0') {
    const wanted =
      'in Overlay 1.0 it must select objects or arrays; select the one that has the value, or write "overlay: 1.1.0"';
    message = `"target" selects ${describe(primitive)}; ${wanted}`;
  } else if (action.does === 'remove') {
    if (first.owner === undefined) message = 'the whole document cannot be removed';
  } else if (other !== undefined) {
    message = `"target" selects ${describe(first)} and ${describe(other)}; one update cannot change both`;
  }
  if (message !== undefined) diagnostics.error('overlay-mismatch', message, at);
  return message === undefined;
}

/** Finds the value that an action adds. For a `copy`, this is the value before the action. */
function findOrigin(graft: Graft, action: OverlayAction): Origin | undefined {
  const { node, does, version } = action;
  if (does === 'update') return { owner: node, key: 'update' };
  if (does !== 'copy') return undefined;
  const { positions, diagnostics } = graft;
  if (version === '1.0') {
    const message = '"copy" needs Overlay 1.1; write "overlay: 1.1.0"';
    diagnostics.error('unsupported-field', message, positions.ofKey(node, 'copy'));
    return undefined;
  }
  const [match, second] = select(graft, action, 'copy');
  if (second !== undefined)
    diagnostics.error(
      'overlay-mismatch',
      '"copy" matches several values; it must match one',
      positions.ofValue(node, 'copy'),
    );
  if (match === undefined || second !== undefined) return undefined;
  // Copied first, because the action may change the original.
  const { owner = node, key, value } = match;
  const holder: Json[] = [value];
  positions.compose(holder, positions.get(node), [['', { owner, key: owner === node ? 'copy' : key }]]);
  holder[0] = copyValue(graft, { owner: holder, key: 0 }, rootSlot);
  return { owner: holder, key: 0 };
}

function update(graft: Graft, { owner, key, value }: Match, origin: Origin): void {
  if (merge(graft, value, origin)) return;
  const fresh = readOriginValue(origin);
  if (Array.isArray(value)) put(graft, value, value.length, origin);
  else if (isJsonObject(value) || isCompound(fresh)) {
    const { positions, diagnostics } = graft;
    const at = positions.ofValue(origin.owner, origin.key);
    const there = owner === undefined ? '' : ` (${positionName(positions.ofValue(owner, key), at)})`;
    const message = `${typeName(fresh)} cannot be merged into ${typeName(value)}${there}`;
    diagnostics.error('overlay-mismatch', message, at);
  } else if (owner !== undefined) put(graft, owner, key, origin);
}

/** Classifies a value by its form; only values of the same form merge. */
function classifyForm(value: Json): string {
  return isCompound(value) ? typeName(value) : 'primitive';
}

/**
 * Merges a value into a value of the document. Members that both objects have are merged, others are added; items of an array are
 * appended. Returns false if the values are not two objects or two arrays.
 */
function merge(graft: Graft, target: Json, origin: Origin): boolean {
  const { positions, diagnostics } = graft;
  const fresh = readOriginValue(origin);
  if (Array.isArray(target) && Array.isArray(fresh)) {
    for (const key of fresh.keys()) put(graft, target, target.length, { owner: fresh, key });
    return true;
  }
  if (!isJsonObject(target) || !isJsonObject(fresh)) return false;
  for (const [key, value] of Object.entries(fresh)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    const member = { owner: fresh, key };
    if (old !== undefined && merge(graft, old, member)) continue;
    if (old === undefined || !(isCompound(old) || isCompound(value))) {
      put(graft, target, key, member);
      continue;
    }
    const at = positions.ofKey(fresh, key);
    const there = positionName(positions.ofKey(target, key), at);
    const forms = `${typeName(value)} and the value at ${there} is ${typeName(old)}`;
    const message = `"${key}" is ${forms}: these cannot be merged; to replace the value, remove it first`;
    diagnostics.error('overlay-mismatch', message, at);
  }
  return true;
}

/** Maximum number of values that overlays may add to one document, copies included. */
const MOST_ADDED = 500_000;

/** Thrown after a limit was reached and reported; no further actions are applied. */
class OverlayLimit extends Error {}

/** The document that overlays are applied to, and the number of values that they have added so far. */
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
  // `as`: owners are objects and arrays of a file, so their members are JSON.
  const value = Reflect.get(owner, key) as Json | undefined;
  if (value === undefined) throw new Error(`nothing is under ${JSON.stringify(key)}`);
  return value;
}

/** Copies a value for a slot of the document, with the positions of the original; throws {@link OverlayLimit} if a limit is exceeded. */
function copyValue(graft: Graft, origin: Origin, slot: Slot): Json {
  const value = readOriginValue(origin);
  graft.added++;
  if (slot.depth >= DEEPEST && typeof value === 'object')
    stop(graft, origin, 'too-deep', `with this value, the document is nested more than ${DEEPEST} levels deep`);
  if (graft.added > MOST_ADDED)
    stop(graft, origin, 'overlay-too-large', `overlays add more than ${MOST_ADDED} values to the document`);
  if (!isCompound(value)) return value;
  const isObject = isJsonObject(value);
  const copy = isObject ? emptyObject() : [];
  const keys = isObject ? Object.keys(value) : [...value.keys()];
  const { parent, key, depth } = slot;
  const origins = keys.map((name) => [String(name), { owner: value, key: name }] as const);
  graft.positions.compose(copy, { ...graft.positions.get(value), parent, key }, origins);
  for (const name of keys)
    Reflect.set(
      copy,
      name,
      copyValue(graft, { owner: value, key: name }, { parent: copy, key: name, depth: depth + 1 }),
    );
  return copy;
}

function stop(graft: Graft, origin: Origin, code: Code, message: string): never {
  const { owner, key } = graft.adding ?? origin;
  graft.diagnostics.error(code, message, graft.positions.ofValue(owner, key));
  throw new OverlayLimit(message);
}

/**
 * Puts a copy of a value under a key of an object of the document, or at an index of an array, or after its last item. The entry gets
 * the position of the value in the overlay.
 */
function put(graft: Graft, target: JsonObject | readonly Json[], key: string | number, origin: Origin): void {
  const { positions } = graft;
  let depth = 1;
  for (let { parent } = positions.get(target); parent !== undefined; { parent } = positions.get(parent)) depth++;
  const { names, valueOffsets, keyOffsets, sources } = openLocation(positions, target);
  let index = Number(key);
  if (isJsonObject(target)) {
    const known = Object.hasOwn(target, key) ? positions.findNameIndex(names, String(key)) : -1;
    index = known < 0 ? names.push(String(key)) - 1 : known;
  }
  Reflect.set(target, key, copyValue(graft, origin, { parent: target, key, depth }));
  const entry = positions.entry(origin.owner, origin.key);
  keyOffsets[index] = entry.keyOffset;
  valueOffsets[index] = entry.valueOffset;
  sources[index] = entry.source;
}
