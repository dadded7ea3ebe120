import { isJsonObject, type Json } from '@speccast/runtime';
import { parseJson, readQuery } from '@speccast/runtime/parameters';
import { credentialParameters, readParameters } from '@speccast/runtime/requests';
import { readKey, readParents, readScope } from '../../act/rows/rows.js';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { Call } from '../../plan/plan.js';
import { readAction, findTable } from '../../plan/rule.js';
import { locate } from '../../receive/router.js';
import type { Row } from '../../store/table.js';
import { mergeWithNulls, valueAt, withValue } from '../../values/json-path.js';
import type { Shared } from '../../receive/shared.js';
import { isSafe } from '../../values/safe-method.js';
import type { Scenario } from '../../plan/options.js';

/** The bytes of a recorded body; undefined if it was too long to be recorded. */
export type RecordedBytes = Uint8Array | undefined;

/** A request to a real service and its response, as they were recorded, without credentials. */
export interface RecordedCall {
  /** JSON pointer of the entry in the file. */
  readonly at: string;
  readonly method: string;
  /** Path and query of the request. */
  readonly target: string;
  readonly requestType: string;
  readonly requestBody: RecordedBytes;
  /** Text that replaces the credentials of the request; empty if there were none. */
  readonly caller: string;
  /** Time of the response, in milliseconds since the epoch. */
  readonly time: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: RecordedBytes;
  /** True if the real service sent no usable response. */
  readonly isFailed: boolean;
}

/** The recorded calls of a service. */
export interface Recording {
  /** Name of the file in messages. */
  readonly file: string;
  /** Name of the service. */
  readonly service: string;
  /** SHA-256 of the OpenAPI document. */
  readonly hash: string;
  /** Base address of the real service. */
  readonly upstream: string;
  /** Random string that fingerprints of credentials depend on. */
  readonly salt: string;
  /** Fingerprints of credentials by the texts that replace them. */
  readonly callers: Readonly<Record<string, string>>;
  readonly calls: readonly RecordedCall[];
}

/** The change of one row by a call. */
interface RowEffect {
  readonly table: string;
  readonly key: string;
  readonly row: Row;
  readonly on: 'insert' | 'delete' | 'read or update';
}

/** The operation of a recorded call, its parameters, and the rules of tables. */
export type KnownCall = Pick<Call, 'params' | 'plan' | 'rules'>;

/** Finds the operation of a recorded call, and reads its parameters; undefined if the spec has none. */
export function findCall(shared: Shared, { method, target }: RecordedCall): KnownCall | undefined {
  const { pathname, search } = new URL(target, 'http://recorded.test');
  const { route } = locate(shared, method, pathname, search);
  if (route.kind !== 'operation') return undefined;
  const params = readParameters(route.plan, {
    path: route.path,
    query: readQuery(search),
    headers: new Headers(),
    credentials: credentialParameters(shared.plan.service),
    reject: () => {},
  });
  return { plan: route.plan, params, rules: shared.rules };
}

/** Gathers the rows in recorded calls, in the order of the calls. */
export class RecordedRows {
  readonly #shared: Shared;
  /** Rows by table and key. */
  readonly #tables = new Map<string, Map<string, Row>>();
  /** Rows that a call created. */
  readonly #created = new Set<string>();
  readonly #callers = new Map<string, string>();
  readonly #owners = new Map<string, string>();
  #time = 0;
  #count = 0;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Adds the rows of a call. */
  note(call: RecordedCall): void {
    const { time, caller, status, method, body } = call;
    this.#time = Math.max(this.#time, time);
    if (caller !== '') this.#callers.set(caller, caller);
    const known = status >= 200 && status <= 299 ? findCall(this.#shared, call) : undefined;
    const table = known && findTable(known.plan.behaviour);
    if (!known || table === undefined) return;
    this.#open(table);
    // A successful call below a parent shows that the parent exists.
    this.#addParent(table, Object.fromEntries(readParents(known, table)));
    for (const effect of readEffects(known, call)) this.#apply(effect);
    // A caller that changes a row owns it.
    const { owner } = known.rules(table);
    if (typeof owner !== 'string' || caller === '' || isSafe(method)) return;
    const id = valueAt(parseBody(body), owner);
    if (typeof id === 'string') this.#owners.set(caller, id);
  }

  /** Returns the rows to start a replay with. They include rows that recorded calls delete, except rows that recorded calls create. */
  state(): Scenario & { readonly recorded: true } {
    return {
      recorded: true,
      ...(this.#time > 0 && { time: new Date(this.#time).toISOString() }),
      callers: Object.fromEntries(this.#callers),
      owners: Object.fromEntries(this.#owners),
      tables: Object.fromEntries([...this.#tables].map(([table, rows]) => [table, [...rows.values()]])),
    };
  }

  #apply({ table, key, row, on }: RowEffect): void {
    if (on === 'delete') return this.#remove(table, key);
    const rows = this.#open(table);
    const before = rows.get(key);
    if (!before) {
      if (on === 'insert') this.#created.add(`${table}\n${key}`);
      this.#count += 1;
      if (this.#count > 100_000) return;
    }
    rows.set(key, !before || on === 'insert' ? row : mergeWithNulls(before, row));
    this.#addParent(table, row);
  }

  /** Removes a row that a call created, and those below a row. */
  #remove(table: string, key: string): void {
    if (this.#created.delete(`${table}\n${key}`)) this.#tables.get(table)?.delete(key);
    for (const { table: below, rules } of this.#shared.plan.resources) {
      if (rules.parent !== table) continue;
      for (const [id, row] of this.#tables.get(below) ?? [])
        if (readScope(rules, (name) => row[`~${name}`]).join('/') === key) this.#remove(below, id);
    }
  }

  #open(name: string): Map<string, Row> {
    const table = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, table);
    return table;
  }

  /** Adds the parent of a row with its known members, unless a call returned the parent. */
  #addParent(table: string, row: Row): void {
    const { rules } = this.#shared;
    const { parent, ...own } = rules(table);
    const values = readScope(own, (name) => row[`~${name}`]);
    const key = values.at(-1);
    if (parent === undefined || key === undefined || values.includes('')) return;
    const above = rules(parent);
    const scoped = Object.fromEntries((above.scope ?? []).map((name, index) => [`~${name}`, values[index] ?? '']));
    const stub = withValue(scoped, above.key ?? 'id', toKey(above, key));
    const rows = this.#open(parent);
    const id = readKey(above, stub);
    if (!rows.has(id)) rows.set(id, stub);
    this.#addParent(parent, stub);
  }
}

/** Reads the changes of rows by a successful call. */
export function readEffects(known: KnownCall, call: RecordedCall): readonly RowEffect[] {
  const { behaviour } = known.plan;
  const table = findTable(behaviour);
  if (table === undefined) return [];
  const { list, keys, items, get, delete: removed, all, insert, tells, by } = readAction(behaviour);
  const { within, bodyWithin = within } = behaviour;
  const body = parseBody(call.body);
  const inner = readInside(body, within);
  const sent = readInside(parseBody(call.requestBody), bodyWithin);
  const rules = known.rules(table);
  const { key = 'id' } = rules;
  const parents = Object.fromEntries(readParents(known, table));
  const named = known.params[typeof by === 'string' ? by : 'id'];
  /** Returns the change of a row, with the members that name its parents. Values that are no row, or have no key, are left out. */
  const toEffects = (
    value: Json | undefined,
    own?: Json,
    on: RowEffect['on'] = 'read or update',
  ): readonly RowEffect[] => {
    if (!isJsonObject(value)) return [];
    const scoped = { ...value, ...parents };
    const id = valueAt(scoped, key) ?? toKey(rules, rules.single === undefined ? own : 'one');
    if (!isKey(id)) return [];
    const row = withValue(scoped, key, id);
    return [{ table, key: readKey(rules, row), row, on }];
  };
  const toListed = (value: Json | undefined, on?: RowEffect['on']) =>
    Array.isArray(value) ? value.flatMap((one: Json) => toEffects(one, undefined, on)) : [];
  if (list !== undefined)
    return keys === true ? [] : toListed(readInside(body, typeof items === 'string' ? items : undefined));
  if (get !== undefined) return toEffects(inner, named);
  if (removed !== undefined) return all === true ? [] : toEffects({}, named, 'delete');
  if (insert === undefined) {
    const updated = toEffects(inner, named);
    return updated.length > 0 ? updated : toEffects(sent, named);
  }
  if (tells === 'list') return toListed(body, 'insert');
  const received = tells === undefined ? inner : undefined;
  const id = valueAt(received, key) ?? (tells === 'key' ? body : undefined) ?? readLocation(call) ?? valueAt(sent, key);
  if (!isKey(id)) return [];
  // The response may leave out members of the request.
  const row = { ...(isJsonObject(sent) && sent), ...(isJsonObject(received) && received) };
  return toEffects(withValue(row, key, id), undefined, 'insert');
}

/** Reads the last segment of `Location`, the key of a new row: `/pets/7?x=1` → `7`. */
function readLocation({ headers }: RecordedCall): string | undefined {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
  const [, last] = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location) ?? [];
  try {
    return last && decodeURIComponent(last);
  } catch {
    return last;
  }
}

function isKey(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Converts a key in a path to a key of rows: `'7'` → `7` in tables with numeric keys. */
function toKey<Key extends Json | undefined>({ id }: ResourceRules, key: Key): Key | number {
  return id?.alphabet === 'integer' && typeof key === 'string' && /^\d{1,15}$/.test(key) ? Number(key) : key;
}

function readInside(body: Json | undefined, path = ''): Json | undefined {
  return path === '' ? body : valueAt(body, path);
}

function parseBody(body: RecordedBytes): Json | undefined {
  return body && parseJson(new TextDecoder().decode(body));
}
