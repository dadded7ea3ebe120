import { isJsonObject, type Json } from '@speccast/runtime';
import type { Answer, Call } from '../plan/plan.js';
import { objectTo } from '../profiles/notes.js';
import { Refusal } from './http-error.js';

/** What a partial response keeps: a value as it is, or of an object the members named (`*` is every member). */
interface Selection {
  whole: boolean;
  readonly members: Map<string, Selection>;
}

/** Deepest nesting that is read. */
const deepest = 32;

interface Cursor {
  readonly tokens: readonly string[];
  at: number;
}

/** Reads `items(id,snippet/title),kind`; undefined where the text is no such list of fields. */
export function readSelection(text: string): Selection | undefined {
  const cursor: Cursor = { tokens: text.match(/[(),/]|[^(),/]+/g) ?? [], at: 0 };
  const selection = nothing();
  return readGroup(cursor, selection, 0) && cursor.at === cursor.tokens.length ? selection : undefined;
}

/** The fields of a value that are selected; lists are looked through. Undefined where there is none. */
export function select(value: Json, { whole, members }: Selection): Json | undefined {
  if (whole) return value;
  if (Array.isArray(value)) return value.flatMap((one) => orNone(select(one, { whole, members })));
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
  return { whole: false, members: new Map() };
}

function readGroup(cursor: Cursor, into: Selection, depth: number): boolean {
  if (depth > deepest) return false;
  do {
    if (!readField(cursor, into, depth)) return false;
  } while (take(cursor, ','));
  return true;
}

function readField(cursor: Cursor, into: Selection, depth: number): boolean {
  let place = into;
  do {
    const name = cursor.tokens[cursor.at]?.trim() ?? '';
    if (name === '' || /^[(),/]$|\s/.test(name)) return false;
    cursor.at += 1;
    place = memberOf(place, name);
  } while (take(cursor, '/'));
  if (take(cursor, '(')) return readGroup(cursor, place, depth + 1) && take(cursor, ')');
  place.whole = true;
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
  return { whole: left.whole || right.whole, members: new Map(members) };
}

/** The fields that a call wants of its answer, where the service lets callers choose them; refuses (400) what cannot be read. */
export function selectionOf(call: Call): Selection | undefined {
  const { params } = call;
  const { settings } = call.emulator;
  const name = settings.fields;
  const text = name === undefined ? undefined : params[name];
  if (name === undefined || text === undefined || text === '') return undefined;
  const selection = readSelection(String(text));
  if (selection !== undefined) return selection;
  const refusal = new Refusal(
    400,
    'invalidParameter',
    `${name} is no list of fields such as items(id,snippet/title).`,
    { location: name, locationType: 'parameter' },
  );
  objectTo(call, refusal);
  return undefined;
}

/** The answer with the fields wanted and no others; of a list that is the answer itself, of each of its items. */
export function partialAnswer(answer: Answer, selection: Selection | undefined): Answer {
  if (selection === undefined) return answer;
  if (answer.kind === 'json') return { ...answer, body: select(answer.body, selection) ?? {} };
  return answer.kind === 'rows' ? { ...answer, rows: selected(answer.rows, selection) } : answer;
}

function* selected(rows: Iterable<Json>, selection: Selection): Iterable<Json> {
  for (const row of rows) yield select(row, selection) ?? {};
}
