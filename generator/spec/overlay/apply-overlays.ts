import { isJsonObject, type Json, type JsonObject, typeName } from '../../json.js';
import { groupPairs } from '../../iterables.js';
import type { Origin } from '../read/positions.js';
import type { SpecText } from '../read/spec-text.js';
import { readWith } from '../read/read-text.js';
import { copyValue, type Graft, OverlayLimit, putItem, putMember, readOriginValue } from './graft.js';
import { dropAll, rootSlot } from '../read/tree.js';
import { type OverlayAction, type ReadOverlayContext, readOverlay } from './read-overlay.js';
import { positionName } from '../../diagnostics.js';
import { explainMiss, findMatches, type Match } from './find-matches.js';

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
