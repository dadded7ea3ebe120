import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { parseJson, readQuery } from '@speccast/runtime/parameters';
import { credentialParameters, readParameters } from '@speccast/runtime/requests';
import { findTable } from '../../plan/rule.js';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { OperationPlan } from '../../plan/plan.js';
import { locate } from '../../receive/router.js';
import { keyOf, scopeOf } from '../../act/rows/rows.js';
import type { Shared } from '../../world/shared.js';
import type { Row } from '../../store/table.js';
import { mergeWithNulls, valueAt, withValue } from '../../values/json-path.js';
import type { RecordedCall, RecordedState } from './recording.js';

/** What a call did to one row. */
export interface RowEffect {
  readonly table: string;
  readonly key: string;
  /** The row that is there afterwards; undefined if it is gone. */
  readonly row: Row | undefined;
  /** The call made it. */
  readonly isNew: boolean;
}

/** A recorded call, and the operation that it belongs to. */
export interface KnownCall {
  readonly plan: OperationPlan;
  readonly params: JsonObject;
}

/** The operation of a recorded call, with its parameters; undefined if the spec has none. */
export function knownCall(shared: Shared, { method, target }: RecordedCall): KnownCall | undefined {
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
  return { plan: route.plan, params };
}

const maxRows = 100_000;

/** Gathers the rows that recorded calls tell of, in the order of the calls. */
export class RecordedRows {
  readonly #shared: Shared;
  readonly #tables = new Map<string, Map<string, Row>>();
  /** Rows that were there before the first call and were deleted by one. */
  readonly #deleted = new Map<string, Map<string, Row>>();
  readonly #made = new Set<string>();
  readonly #callers = new Set<string>();
  readonly #owners = new Map<string, string>();
  #time = 0;
  #count = 0;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Takes what a call tells of rows. */
  note(call: RecordedCall): void {
    this.#time = Math.max(this.#time, call.time);
    if (call.caller !== '') this.#callers.add(call.caller);
    if (call.status < 200 || call.status > 299) return;
    const known = knownCall(this.#shared, call);
    if (known === undefined) return;
    this.#noteParent(known);
    for (const effect of effectsOf(this.#shared, known, call)) this.#apply(effect);
    this.#noteOwner(known, call);
  }

  /** The rows at the end, with those that calls deleted and that were there before: they are deleted again. */
  state(): RecordedState {
    const tables = new Map<string, Map<string, Row>>();
    for (const source of [this.#deleted, this.#tables])
      for (const [table, rows] of source) tables.set(table, new Map([...(tables.get(table) ?? []), ...rows]));
    for (const [table, rows] of Array.from(tables))
      for (const row of rows.values()) addParent(this.#shared, tables, table, row);
    return {
      recorded: true,
      ...(this.#time > 0 && { time: new Date(this.#time).toISOString() }),
      callers: Object.fromEntries([...this.#callers].map((token) => [token, token])),
      owners: Object.fromEntries(this.#owners),
      tables: Object.fromEntries([...tables].map(([table, rows]) => [table, [...rows.values()]])),
    };
  }

  #table(name: string): Map<string, Row> {
    const known = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, known);
    return known;
  }

  #apply({ table, key, row, isNew }: RowEffect): void {
    const rows = this.#table(table);
    const before = rows.get(key);
    const id = `${table}\n${key}`;
    if (row === undefined) return this.#remove(table, key);
    if (isNew && before === undefined) this.#made.add(id);
    if (before === undefined && (this.#count += 1) > maxRows) return;
    rows.set(key, before === undefined || isNew ? row : mergeWithNulls(before, row));
  }

  /** Removes a row, and the rows below it. */
  #remove(table: string, key: string): void {
    const rows = this.#table(table);
    const before = rows.get(key);
    rows.delete(key);
    if (before !== undefined && !this.#made.has(`${table}\n${key}`)) this.#deletedOf(table).set(key, before);
    for (const { table: below, rules } of this.#shared.plan.resources) {
      if (rules.parent !== table) continue;
      for (const [id, row] of this.#tables.get(below) ?? [])
        if (scopeOf(rules, (name) => row[`~${name}`]).join('/') === key) this.#remove(below, id);
    }
  }

  #deletedOf(table: string): Map<string, Row> {
    const known = this.#deleted.get(table) ?? new Map<string, Row>();
    this.#deleted.set(table, known);
    return known;
  }

  /** A call below a parent shows that there is one. */
  #noteParent({ plan, params }: KnownCall): void {
    const table = findTable(plan.behaviour);
    if (table === undefined) return;
    this.#table(table);
    const scoped = withScope(this.#shared.rules(table), plan, params, {});
    addParent(this.#shared, this.#tables, table, scoped);
  }

  /** Whoever changes a row owns it. */
  #noteOwner({ plan }: KnownCall, call: RecordedCall): void {
    const table = findTable(plan.behaviour);
    const { owner } = table === undefined ? {} : this.#shared.rules(table);
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(call.method);
    if (typeof owner !== 'string' || call.caller === '' || !isChange) return;
    const id = valueAt(jsonOf(call), owner);
    if (typeof id === 'string') this.#owners.set(call.caller, id);
  }
}

/** Adds the parent of a row, as far as it is known, where nothing told of it. */
function addParent(shared: Shared, tables: Map<string, Map<string, Row>>, table: string, row: Row): void {
  const { parent, scope = [] } = shared.rules(table);
  if (parent === undefined || scope.length === 0) return;
  const rules = shared.rules(parent);
  const names = rules.scope ?? [];
  const values = scopeOf({ scope }, (name) => row[`~${name}`]);
  const key = values.at(-1) ?? '';
  if (key === '' || values.some((value) => value === '')) return;
  const scoped = Object.fromEntries(names.map((name, index) => [`~${name}`, values[index] ?? '']));
  const value = rules.id?.alphabet === 'integer' && /^\d{1,15}$/.test(key) ? Number(key) : key;
  const stub = withValue(scoped, rules.key ?? 'id', value);
  const rows = tables.get(parent) ?? new Map<string, Row>();
  tables.set(parent, rows);
  const id = keyOf(rules, stub);
  if (!rows.has(id)) rows.set(id, stub);
  addParent(shared, tables, parent, stub);
}

/** What a successful call tells of rows. */
export function effectsOf(shared: Shared, known: KnownCall, call: RecordedCall): readonly RowEffect[] {
  const { plan, params } = known;
  const { action } = plan.behaviour;
  const table = findTable(plan.behaviour);
  if (table === undefined || typeof action !== 'object') return [];
  const body = jsonOf(call);
  const about: About = { shared, table, plan, params };
  if ('list' in action) return action['keys'] === true ? [] : listed(about, body, action['items']);
  if ('get' in action) return stored(about, body, keyParameter(action['by']));
  if ('delete' in action) return action['all'] === true ? [] : removed(about, keyParameter(action['by']));
  if ('insert' in action) return inserted(about, call, body, action['tells']);
  return 'update' in action ? updated(about, call, body, keyParameter(action['by'])) : [];
}

function keyParameter(by: Json | undefined): string {
  return typeof by === 'string' ? by : 'id';
}

interface About extends KnownCall {
  readonly shared: Shared;
  readonly table: string;
}

function listed(about: About, body: Json | undefined, path: Json | undefined): readonly RowEffect[] {
  const items = typeof path === 'string' && path !== '' ? valueAt(body, path) : body;
  return Array.isArray(items) ? items.flatMap((item: Json) => effectOf(about, item) ?? []) : [];
}

function stored(about: About, body: Json | undefined, by: string): readonly RowEffect[] {
  const effect = effectOf(about, inner(body, about.plan.behaviour.within), by);
  return effect === undefined ? [] : [effect];
}

function inserted(
  about: About,
  call: RecordedCall,
  body: Json | undefined,
  tells: Json | undefined,
): readonly RowEffect[] {
  const { within, bodyWithin = within } = about.plan.behaviour;
  if (tells === 'list') return listed(about, body, undefined).map((effect) => ({ ...effect, isNew: true }));
  const sent = inner(sentJson(call), bodyWithin);
  const told = tells === undefined ? inner(body, within) : undefined;
  const { key = 'id' } = about.shared.rules(about.table);
  const id = valueAt(told, key) ?? (tells === 'key' ? body : undefined) ?? lastOf(call) ?? valueAt(sent, key);
  if (id === undefined || id === null || typeof id === 'object') return [];
  // What a response leaves out, the body may tell.
  const row = { ...(isJsonObject(sent) ? sent : {}), ...(isJsonObject(told) ? told : {}) };
  const effect = effectOf(about, withValue(row, key, id));
  return effect === undefined ? [] : [{ ...effect, isNew: true }];
}

/** The key of a new row, where only its address is told. */
function lastOf({ headers }: RecordedCall): string | undefined {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
  const [, last] = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location) ?? [];
  try {
    return last === undefined ? undefined : decodeURIComponent(last);
  } catch {
    return last;
  }
}

function updated(about: About, call: RecordedCall, body: Json | undefined, by: string): readonly RowEffect[] {
  const { within, bodyWithin = within } = about.plan.behaviour;
  const told = stored(about, body, by);
  if (told.length > 0) return told;
  const effect = effectOf(about, inner(sentJson(call), bodyWithin), by);
  return effect === undefined ? [] : [effect];
}

function removed(about: About, by: string): readonly RowEffect[] {
  const effect = effectOf(about, {}, by);
  return effect === undefined ? [] : [{ ...effect, row: undefined }];
}

/** A row with the members that its table keeps beside it; undefined if it is none or has no key. */
function effectOf(about: About, value: Json | undefined, by?: string): RowEffect | undefined {
  const { shared, table, plan, params } = about;
  if (!isJsonObject(value)) return undefined;
  const rules = shared.rules(table);
  const { key = 'id', single } = rules;
  const scoped = withScope(rules, plan, params, value);
  const named = single !== undefined ? 'one' : by === undefined ? undefined : params[by];
  const id = valueAt(scoped, key) ?? written(rules, named);
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const row = withValue(scoped, key, id);
  return { table, key: keyOf(rules, row), row, isNew: false };
}

/** A key as rows have it. */
function written({ id }: ResourceRules, named: Json | undefined): Json | undefined {
  return id?.alphabet === 'integer' && typeof named === 'string' && /^\d{1,15}$/.test(named) ? Number(named) : named;
}

function withScope(
  { scope = [] }: ResourceRules,
  { behaviour }: OperationPlan,
  params: JsonObject,
  row: JsonObject,
): JsonObject {
  const names = behaviour.scope ?? scope;
  const own = scope.map((name, index): [string, Json] => [`~${name}`, String(params[names[index] ?? name] ?? '')]);
  const parents = (behaviour.parents ?? []).map((name): [string, Json] => [`~${name}`, String(params[name] ?? '')]);
  return { ...row, ...Object.fromEntries([...own, ...parents]) };
}

function inner(body: Json | undefined, within: string | undefined): Json | undefined {
  return within === undefined || within === '' ? body : valueAt(body, within);
}

function jsonOf({ body }: RecordedCall): Json | undefined {
  return body === undefined ? undefined : parseJson(new TextDecoder().decode(body));
}

function sentJson({ requestBody }: RecordedCall): Json | undefined {
  return requestBody === undefined ? undefined : parseJson(new TextDecoder().decode(requestBody));
}
