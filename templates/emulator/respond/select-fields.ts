import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import type { Call, CallResponse } from '../plan/plan.js';
import { rejectParameter } from '../plan/notes.js';
import { readAction } from '../plan/rule.js';
import { listFilterRules, readFilter } from '../act/rows/read-filters.js';
import type { FilterRule } from '../plan/behaviour.js';
import { pick, stringsOf, valueAt, withValue, withoutValue } from '../values/json-path.js';

/** The selected fields: a complete value, or members of an object by name (`*` for all). */
interface Selection {
  all: boolean;
  readonly members: Map<string, Selection>;
}

/** Maximum nesting of selected objects, including the whole response. */
const deepest = 33;

/** Parses `items(id,snippet/title),kind`; undefined if the syntax is invalid. */
export function readSelection(text: string): Selection | undefined {
  const root: Selection = { all: false, members: new Map() };
  // The objects whose fields are read, the innermost last.
  const open = [root];
  let node = root;
  let before = ',';
  // The comma ends the last field.
  for (const token of `${text},`.match(/[(),/]|[^(),/]+/g) ?? []) {
    if (!/[(),/]/.test(token)) {
      const name = token.trim();
      if (before === ')' || name === '' || /\s/.test(name)) return undefined;
      const member = node.members.get(name) ?? { all: false, members: new Map() };
      node.members.set(name, member);
      node = member;
    } else if (/[(,/]/.test(before) || /^\)[(/]$/.test(before + token)) return undefined;
    else if (token === '(') open.push(node);
    else if (token !== '/') {
      if (before !== ')') node.all = true;
      if (token === ')') open.pop();
      node = open.at(-1) ?? root;
    }
    if (open.length === 0 || open.length > deepest) return undefined;
    before = token;
  }
  return open.length === 1 ? root : undefined;
}

/** Copies the fields of a value that any of the selections includes; of lists, in each item. Undefined if there are none. */
export function select(value: Json, ...selections: readonly Selection[]): Json | undefined {
  if (selections.length === 0) return undefined;
  if (selections.some(({ all }) => all)) return value;
  if (Array.isArray(value))
    return value.map((one: Json) => select(one, ...selections)).filter((one) => one !== undefined);
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).map(([name, member]) => {
    const selected = selections.flatMap(({ members }) => [members.get('*') ?? [], members.get(name) ?? []].flat());
    return [name, select(member, ...new Set(selected))];
  });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

/** Reads the fields that a call selects, if the service has a parameter for that. Rejects invalid syntax (400). */
export function readCallSelection(call: Call): Selection | undefined {
  const { fields = '' } = call.emulator.settings;
  const text = call.params[fields];
  if (fields === '' || text === undefined || text === '') return undefined;
  const selection = readSelection(String(text));
  if (!selection) rejectParameter(call, fields, `${fields} is not a list of fields such as items(id,snippet/title).`);
  return selection;
}

/** Selects rows while they are sent. */
function* selectRows(rows: Iterable<Json>, selection: Selection): Iterable<Json> {
  for (const row of rows) yield select(row, selection) ?? {};
}

/**
 * Reduces a response to the fields that its call selects (of a list, in each item), and its rows to the members that other parameters name:
 * `fields=name,age`, `fields[pets]=name` (JSON:API, where `id` and `type` stay), `fields=items(id,name)` (Google, of the whole response).
 */
export function selectFields(call: Call, response: CallResponse, selection: Selection | undefined): CallResponse {
  if (response.kind === 'rows' && selection) return { ...response, rows: selectRows(response.rows, selection) };
  if (response.kind !== 'json') return response;
  const { list, items } = readAction(call.plan.behaviour);
  const path = list === undefined ? call.plan.behaviour.within : items;
  let { body } = response;
  if (selection) body = select(body, selection) ?? {};
  for (const [name, rule] of listFilterRules(call.plan)) {
    const selects = (rule.selects ?? rule.omits) !== undefined && name !== call.emulator.settings.fields;
    const value = selects ? readFilter(call, name, rule) : undefined;
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value : '';
    const namesPath = typeof path === 'string' && text.split(',').includes(path) && isJsonObject(body);
    const selection = /[(/]/.test(text) || namesPath ? readSelection(text) : undefined;
    const rows = typeof path === 'string' ? valueAt(body, path) : body;
    if (selection) body = select(body, selection) ?? {};
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
  const keep = (from: JsonObject) => (omits === true ? paths.reduce(withoutValue, from) : pick(from, paths));
  if (!isJsonObject(attributes) || typeof type !== 'string') return keep(row);
  const related = isJsonObject(relationships) && { relationships: keep(relationships) };
  return { ...row, attributes: keep(attributes), ...related };
}
