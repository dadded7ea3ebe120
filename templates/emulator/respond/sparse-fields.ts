import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { listFilterRules, readFilter } from '../act/lists/filter-rows.js';
import type { FilterRule } from '../plan/behaviour.js';
import type { CallResponse, Call } from '../plan/plan.js';
import { pick, stringsOf, valueAt, withoutValue, withValue } from '../values/json-path.js';
import { readSelection, select } from './partial-response.js';

/**
 * Reduces the rows of a response to the members that parameters name: `fields=name,age`, `fields[pets]=name` (JSON:API, where
 * `id` and `type` stay), `fields=items(id,name)` (Google, of the whole response).
 */
export function sparseResponse(call: Call, response: CallResponse): CallResponse {
  const { action, within } = call.plan.behaviour;
  const path = typeof action === 'object' && 'list' in action ? action['items'] : within;
  if (response.kind !== 'json') return response;
  let { body } = response;
  for (const [name, rule] of listFilterRules(call.plan)) {
    const selects = (rule.selects ?? rule.omits) !== undefined && name !== call.emulator.settings.fields;
    const value = selects ? readFilter(call, name, rule) : undefined;
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : '';
    const namesPath = typeof path === 'string' && text.split(',').includes(path) && isJsonObject(body);
    const selection = /[(/]/.test(text) || namesPath ? readSelection(text) : undefined;
    const rows = typeof path === 'string' ? valueAt(body, path) : body;
    if (selection !== undefined) body = select(body, selection) ?? {};
    else if (rows !== undefined) {
      const reduced = Array.isArray(rows)
        ? rows.map((one: Json) => reduce(one, rule, value))
        : reduce(rows, rule, value);
      body = typeof path === 'string' && isJsonObject(body) ? withValue(body, path, reduced) : reduced;
    }
  }
  return { ...response, body };
}

function reduce(row: Json, { selects, omits }: FilterRule, value: Json): Json {
  if (!isJsonObject(row)) return row;
  const { type, attributes, relationships } = row;
  if (typeof selects === 'string' && typeof type === 'string' && type !== selects) return row;
  // `fields` may be an object of names by type.
  const paths = stringsOf(isJsonObject(value) ? value[String(type)] : value);
  if (paths.length === 0) return row;
  const keep = (from: JsonObject): JsonObject =>
    omits === true ? paths.reduce(withoutValue, from) : pick(from, paths);
  if (!isJsonObject(attributes) || typeof type !== 'string') return keep(row);
  const related = isJsonObject(relationships) && { relationships: keep(relationships) };
  return { ...row, attributes: keep(attributes), ...related };
}
