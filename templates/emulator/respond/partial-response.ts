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
  const selection = nothing();
  return readGroup(cursor, selection, 0) && cursor.at === cursor.tokens.length ? selection : undefined;
}

/** The selected fields of a value, of lists in each item. Undefined if there are none. */
export function select(value: Json, { all, members }: Selection): Json | undefined {
  if (all) return value;
  if (Array.isArray(value)) return value.flatMap((one) => orNone(select(one, { all, members })));
  if (!isJsonObject(value)) return undefined;
  const every = members.get('*');
  const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const wanted = union(every, members.get(name));
    const kept = wanted === undefined ? undefined : select(member, wanted);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

function orNone(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}

function nothing(): Selection {
  return { all: false, members: new Map() };
}

function readGroup(cursor: Cursor, into: Selection, depth: number): boolean {
  if (depth > deepest) return false;
  do {
    if (!readField(cursor, into, depth)) return false;
  } while (take(cursor, ','));
  return true;
}

function readField(cursor: Cursor, into: Selection, depth: number): boolean {
  let node = into;
  do {
    const name = cursor.tokens[cursor.at]?.trim() ?? '';
    if (name === '' || /^[(),/]$|\s/.test(name)) return false;
    cursor.at += 1;
    node = memberOf(node, name);
  } while (take(cursor, '/'));
  if (take(cursor, '(')) return readGroup(cursor, node, depth + 1) && take(cursor, ')');
  node.all = true;
  return true;
}

function memberOf({ members }: Selection, name: string): Selection {
  const member = members.get(name) ?? nothing();
  members.set(name, member);
  return member;
}

function take(cursor: Cursor, token: string): boolean {
  if (cursor.tokens[cursor.at] !== token) return false;
  cursor.at += 1;
  return true;
}

function union(left: Selection | undefined, right: Selection | undefined): Selection | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const names = new Set([...left.members.keys(), ...right.members.keys()]);
  const members = [...names].flatMap((name): [string, Selection][] => {
    const both = union(left.members.get(name), right.members.get(name));
    return both === undefined ? [] : [[name, both]];
  });
  return { all: left.all || right.all, members: new Map(members) };
}

/** The fields that a call selects, if the service has a parameter for that. Rejects invalid syntax (400). */
export function selectionOf(call: Call): Selection | undefined {
  const { params } = call;
  const { settings } = call.emulator;
  const name = settings.fields;
  const text = name === undefined ? undefined : params[name];
  if (name === undefined || text === undefined || text === '') return undefined;
  const selection = readSelection(String(text));
  if (selection !== undefined) return selection;
  rejectParameter(call, name, `${name} is not a list of fields such as items(id,snippet/title).`);
  return undefined;
}

/** Reduces a response to the selected fields; a response that is a list, in each item. */
export function partialResponse(response: CallResponse, selection: Selection | undefined): CallResponse {
  if (selection === undefined) return response;
  if (response.kind === 'json') return { ...response, body: select(response.body, selection) ?? {} };
  return response.kind === 'rows' ? { ...response, rows: selected(response.rows, selection) } : response;
}

function* selected(rows: Iterable<Json>, selection: Selection): Iterable<Json> {
  for (const row of rows) yield select(row, selection) ?? {};
}
