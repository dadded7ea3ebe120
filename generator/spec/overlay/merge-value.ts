import { placeName } from '../check/check-context.js';
import { typeName } from '../check/check-value.js';
import { isJsonObject, type Json, type JsonObject } from '../read/json.js';
import { type Graft, type Origin, putItem, putMember, valueOf } from './graft.js';

/** What counts where two values meet: only values of the same form merge. */
export type Form = 'object' | 'array' | 'primitive';

/** The form of a value. */
export function formOf(value: Json): Form {
  if (Array.isArray(value)) return 'array';
  return isJsonObject(value) ? 'object' : 'primitive';
}

/** Merges an object into one of the document: what both have is merged, what only the first has is added. */
export function mergeObject(graft: Graft, target: JsonObject, update: JsonObject): void {
  for (const key of Object.keys(update)) {
    if (graft.stopped) return;
    mergeMember(graft, target, key, { owner: update, key });
  }
}

function mergeMember(graft: Graft, target: JsonObject, key: string, origin: Origin): void {
  const old = Object.hasOwn(target, key) ? target[key] : undefined;
  const fresh = valueOf(origin);
  if (old === undefined) return putMember(graft, target, key, origin);
  if (isJsonObject(old) && isJsonObject(fresh)) return mergeObject(graft, old, fresh);
  if (Array.isArray(old) && Array.isArray(fresh)) return concatenate(graft, old, fresh);
  if (formOf(old) === 'primitive' && formOf(fresh) === 'primitive') return putMember(graft, target, key, origin);
  refuseForm(graft, target, key, origin);
}

/** Appends copies of the items of an array to an array of the document. */
export function concatenate(graft: Graft, target: readonly Json[], update: readonly Json[]): void {
  for (let key = 0; key < update.length && !graft.stopped; key++) {
    putItem(graft, target, target.length, { owner: update, key });
  }
}

function refuseForm({ places, diagnostics }: Graft, target: JsonObject, key: string, origin: Origin): void {
  const at = places.ofKey(origin.owner, origin.key);
  const there = placeName(places.ofKey(target, key), at);
  const forms = `${typeName(valueOf(origin))}, and what stands at ${there} is ${typeName(target[key] ?? null)}`;
  const message = `"${key}" is ${forms}: these do not merge; to replace it, remove it first`;
  diagnostics.error('overlay-mismatch', message, at);
}
