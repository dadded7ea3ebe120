import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { listFilterRules, readFilter } from '../act/lists/filter-rows.js';
import type { FilterRule } from '../plan/behaviour.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { pick, stringsOf, valueAt, withoutValue, withValue } from '../values/json-path.js';
import { readSelection, select } from './partial-response.js';

/**
 * Reduces what a response has to the members that parameters name: `fields=name,age`, `fields[pets]=name` (JSON:API, where
 * `id` and `type` stay), `fields=items(id,name)` (Google, of the whole response).
 */
export function sparseResponse(call: Call, response: CallResponse): CallResponse {
  const { action, within } = call.plan.behaviour;
  const path = typeof action === 'object' && 'list' in action ? action['items'] : within;
  if (response.kind !== 'json') return response;
  let { body } = response;
  for (const [name, rule] of listFilterRules(call.plan)) {
    const isMeant = (rule.selects ?? rule.omits) !== undefined && name !== call.emulator.settings.fields;
    const value = isMeant ? readFilter(call, name, rule) : undefined;
    if (value === undefined) continue;
    const things = typeof path === 'string' ? valueAt(body, path) : body;
    const selection = isOfWhole(value, body, path) ? readSelection(String(value)) : undefined;
    if (selection !== undefined) body = select(body, selection) ?? {};
    else if (things !== undefined) {
      const reduced = Array.isArray(things)
        ? things.map((one: Json) => reduce(one, rule, value))
        : reduce(things, rule, value);
      body = typeof path === 'string' && isJsonObject(body) ? withValue(body, path, reduced) : reduced;
    }
  }
  return { ...response, body };
}

function isOfWhole(value: Json, body: Json, path: Json | undefined): boolean {
  if (typeof value !== 'string') return false;
  return /[(/]/.test(value) || (typeof path === 'string' && value.split(',').includes(path) && isJsonObject(body));
}

function reduce(thing: Json, { selects, omits }: FilterRule, value: Json): Json {
  if (!isJsonObject(thing)) return thing;
  const { type, attributes, relationships } = thing;
  if (typeof selects === 'string' && typeof type === 'string' && type !== selects) return thing;
  // `fields` may be an object of names by type.
  const names = isJsonObject(value) ? value[String(type)] : value;
  if (names === undefined) return thing;
  const paths = stringsOf(names);
  if (paths.length === 0) return thing;
  const keep = (from: JsonObject): JsonObject =>
    omits === true ? paths.reduce(withoutValue, from) : pick(from, paths);
  if (!isJsonObject(attributes) || typeof type !== 'string') return keep(thing);
  const related = isJsonObject(relationships) && { relationships: keep(relationships) };
  return { ...thing, attributes: keep(attributes), ...related };
}
