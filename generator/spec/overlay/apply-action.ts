import { placeName } from '../check/check-context.js';
import { typeName } from '../check/check-value.js';
import { isJsonObject, type Json } from '../read/json.js';
import { rootSlot } from '../read/tree.js';
import { explainMiss } from './explain-miss.js';
import { findMatches, type Match } from './find-matches.js';
import { copyValue, dropAll, type Graft, type Origin, putItem, putMember, valueOf } from './graft.js';
import { concatenate, formOf, mergeObject } from './merge-value.js';
import type { OverlayAction } from './overlay.js';

/** Applies one action to the document; reports a target that matches nothing and what cannot be merged. */
export function applyAction(graft: Graft, action: OverlayAction): void {
  const matches = select(graft, action, 'target');
  if (!mayChange(graft, action, matches)) return;
  if (action.does === 'remove') return remove(graft, matches);
  graft.adding = { owner: action.node, key: action.does };
  const origin = originOf(graft, action);
  if (origin === undefined) return;
  for (const match of matches) if (!graft.stopped) update(graft, match, origin);
}

/** The nodes that a JSONPath of an action selects; none where that was reported. */
function select(
  { root, places, diagnostics }: Graft,
  { node }: OverlayAction,
  field: 'target' | 'copy',
): readonly Match[] {
  const path = String(node[field]);
  const at = places.ofValue(node, field);
  const matches = findMatches(root, path);
  if (typeof matches === 'string') {
    diagnostics.error('invalid-jsonpath', `"${field}" ${matches}`, at);
    return [];
  }
  if (matches.length === 0) {
    diagnostics.error('overlay-no-match', `"${field}" matches nothing${explainMiss(root, path)}`, at);
  }
  return matches;
}

function mayChange(graft: Graft, action: OverlayAction, matches: readonly Match[]): boolean {
  const [first] = matches;
  if (first === undefined) return false;
  const primitive = matches.find(({ value }) => formOf(value) === 'primitive');
  if (primitive !== undefined && action.version === '1.0') {
    const wanted = 'in Overlay 1.0 it selects objects or arrays; select what holds it, or say "overlay: 1.1.0"';
    return refuse(graft, action, `"target" selects ${describe(graft, action, primitive)}; ${wanted}`);
  }
  if (action.does === 'remove') {
    return first.owner !== undefined || refuse(graft, action, 'the whole document cannot be removed');
  }
  const other = matches.find(({ value }) => formOf(value) !== formOf(first.value));
  if (other === undefined) return true;
  const both = `${describe(graft, action, first)} and ${describe(graft, action, other)}`;
  return refuse(graft, action, `"target" selects ${both}; one update fits only nodes of one form`);
}

/** `an array (api.yaml:7)` */
function describe({ places }: Graft, { node }: OverlayAction, { owner, key, value }: Match): string {
  if (owner === undefined) return 'the document';
  return `${typeName(value)} (${placeName(places.ofValue(owner, key), places.ofValue(node, 'target'))})`;
}

function refuse({ places, diagnostics }: Graft, { node }: OverlayAction, message: string): false {
  diagnostics.error('overlay-mismatch', message, places.ofValue(node, 'target'));
  return false;
}

/** What an action adds; of a `copy`, what stands there before the action. */
function originOf(graft: Graft, action: OverlayAction): Origin | undefined {
  const { node, does, version } = action;
  if (does === 'update') return { owner: node, key: 'update' };
  if (does === 'none') return undefined;
  const { places, diagnostics } = graft;
  if (version === '1.0') {
    const message = '"copy" is new in Overlay 1.1; say "overlay: 1.1.0"';
    diagnostics.error('unsupported-field', message, places.ofKey(node, 'copy'));
    return undefined;
  }
  const [match, second] = select(graft, action, 'copy');
  if (second !== undefined)
    diagnostics.error('overlay-mismatch', '"copy" matches several nodes; it copies one', places.ofValue(node, 'copy'));
  return match === undefined || second !== undefined ? undefined : detach(graft, action, match);
}

/** A copy that no change of the document reaches. */
function detach(graft: Graft, { node }: OverlayAction, { owner, key, value }: Match): Origin {
  const { places } = graft;
  const holder: Json[] = [value];
  const { source, valueOffset } = owner === undefined ? places.spot(node, 'copy') : places.spot(owner, key);
  places.set(holder, { source, offset: valueOffset, valueOffsets: [valueOffset], parent: undefined, key: '' });
  holder[0] = copyValue(graft, { owner: holder, key: 0 }, rootSlot);
  return { owner: holder, key: 0 };
}

function update(graft: Graft, { owner, key, value }: Match, origin: Origin): void {
  const fresh = valueOf(origin);
  if (Array.isArray(value)) {
    if (Array.isArray(fresh)) concatenate(graft, value, fresh);
    else putItem(graft, value, value.length, origin);
  } else if (isJsonObject(value) && isJsonObject(fresh)) mergeObject(graft, value, fresh);
  else if (isJsonObject(value) || formOf(fresh) !== 'primitive') refuseUpdate(graft, { owner, key, value }, origin);
  else if (isJsonObject(owner)) putMember(graft, owner, String(key), origin);
  else if (owner !== undefined) putItem(graft, owner, Number(key), origin);
}

function refuseUpdate({ places, diagnostics }: Graft, { owner, key, value }: Match, origin: Origin): void {
  const at = places.ofValue(origin.owner, origin.key);
  const there = owner === undefined ? '' : ` (${placeName(places.ofValue(owner, key), at)})`;
  const message = `what is merged into ${typeName(value)}${there} cannot be ${typeName(valueOf(origin))}`;
  diagnostics.error('overlay-mismatch', message, at);
}

function remove(graft: Graft, matches: readonly Match[]): void {
  const keys = new Map<NonNullable<Match['owner']>, Set<string | number>>();
  for (const { owner, key } of matches) {
    if (owner !== undefined) keys.set(owner, (keys.get(owner) ?? new Set()).add(key));
  }
  for (const [owner, dropped] of keys) dropAll(graft, owner, dropped);
}
