import { isJsonObject, type Json } from '@speccast/runtime';
import type { CallResponse, Call } from '../plan/plan.js';
import { rejectParameter } from '../plan/notes.js';

/** The selected fields: a complete value, or members of an object by name (`*` for all). */
interface Selection {
  all: boolean;
  readonly members: Map<string, Selection>;
}

/** Deepest nesting that is read. */
const deepest = 32;

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
}

/** Parses `items(id,snippet/title),kind`; undefined if the syntax is invalid. */
export function readSelection(text: string): Selection | undefined {
  const cursor: Cursor = { tokens: text.match(/[(),/]|[^(),/]+/g) ?? [], at: 0 };
  const selection = { all: false, members: new Map<string, Selection>() };
  return readGroup(cursor, selection, 0) && cursor.at === cursor.tokens.length ? selection : undefined;
}

/** Reads `id,snippet/title` into a selection; false if the syntax is invalid. */
function readGroup(cursor: Cursor, into: Selection, depth: number): boolean {
  if (depth > deepest) return false;
  do {
    if (!readField(cursor, into, depth)) return false;
  } while (take(cursor, ','));
  return true;
}

/** Reads `snippet/title` or `items(id)` into a selection; false if the syntax is invalid. */
function readField(cursor: Cursor, into: Selection, depth: number): boolean {
  let node = into;
  do {
    const name = cursor.tokens[cursor.at]?.trim() ?? '';
    if (name === '' || /^[(),/]$|\s/.test(name)) return false;
    cursor.at += 1;
    const member = node.members.get(name) ?? { all: false, members: new Map() };
    node.members.set(name, member);
    node = member;
  } while (take(cursor, '/'));
  if (take(cursor, '(')) return readGroup(cursor, node, depth + 1) && take(cursor, ')');
  node.all = true;
  return true;
}

function take(cursor: Cursor, token: string): boolean {
  if (cursor.tokens[cursor.at] !== token) return false;
  cursor.at += 1;
  return true;
}

/** Copies the fields of a value that any of the selections has, of lists in each item. Undefined if there are none. */
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
  if (selection === undefined)
    rejectParameter(call, fields, `${fields} is not a list of fields such as items(id,snippet/title).`);
  return selection;
}

/** Reduces a response to the selected fields; a response that is a list, in each item. */
export function partialResponse(response: CallResponse, selection: Selection | undefined): CallResponse {
  if (selection === undefined) return response;
  if (response.kind === 'json') return { ...response, body: select(response.body, selection) ?? {} };
  return response.kind === 'rows' ? { ...response, rows: selectRows(response.rows, selection) } : response;
}

/** Selects rows while they are sent. */
function* selectRows(rows: Iterable<Json>, selection: Selection): Iterable<Json> {
  for (const row of rows) yield select(row, selection) ?? {};
}
