import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { FaultRule } from '../engine/faults/fault-rule.js';
import { HttpError } from '../engine/response/http-error.js';
import type { Scenario } from '../engine/seed.js';
import type { TokenRequest } from '../engine/sign-in/token-list.js';
import type { TableState } from '../engine/testing/state.js';
import { controlDocument } from './control-document.js';
import { numberIn, wrongBody } from './control-request.js';
import type { Control, ControlledEmulator } from './controlled-emulator.js';
import { webhookOperations } from './webhook-operations.js';

/** Runs an operation of the control plane; `undefined` is a response without content. */
type ControlOperation = (control: Control) => unknown;

/** What `GET /__mock/ready` responds with, to anybody. */
export const isReady: JsonObject = { status: 'ok' };

/** The operations by their ids in the document. */
export const controlOperations: Readonly<Record<string, ControlOperation>> = {
  'health.get': ({ world, name }) => ({
    status: 'ok',
    baseUrl: new URL(world.baseUrl).pathname,
    ...(name === undefined ? {} : { world: name }),
    time: world.clock.now(),
  }),
  'ready.get': () => isReady,
  'operations.list': ({ world }) => ({ items: world.operations }),
  'state.reset': ({ world, steps }) => {
    world.reset();
    steps.forget();
  },
  'state.seed': ({ world, body }) => seed(world, body),
  'state.list': ({ world }) => ({
    items: Object.keys(world.state).map((name) => ({ name, rows: tableOf(world, name).list().length })),
  }),
  'rows.list': ({ world, path: { table = '' }, query }) => {
    const state = tableOf(world, table);
    const rows = state.list();
    const from = numberIn(query, 'from') ?? 0;
    const shown = rows.slice(from, from + (numberIn(query, 'limit') ?? usualLimit));
    return { total: rows.length, items: shown.map((row) => keyed(state, row)) };
  },
  'rows.insert': ({ world, path: { table = '' }, body }) => {
    const state = tableOf(world, table);
    return keyed(state, state.insert(body));
  },
  'rows.replace': replace,
  'rows.delete': ({ world, path: { table = '', key = '' } }) => {
    if (!tableOf(world, table).remove(key)) throw notFound(`There is no row ${key} in ${table}.`);
  },
  'snapshots.list': ({ steps }) => ({ items: steps.list() }),
  'snapshots.take': ({ world, steps }) => steps.take(world.snapshot()),
  'snapshots.restore': ({ world, steps, body: { id } }) => {
    const found = steps.find(String(id));
    if (found === undefined) throw notFound(`There is no snapshot ${String(id)}.`);
    world.restore(found);
  },
  'clock.get': ({ world }) => timeOf(world),
  'clock.change': changeClock,
  'worlds.list': ({ base }) => ({ items: base.worlds.names().map(worldOf) }),
  'worlds.insert': ({ base, world, body: { name } }) => {
    if (typeof name !== 'string') throw wrongBody('name has to be text', 'name');
    const snapshot = world.snapshot();
    base.worlds.remove(name);
    base.world(name).restore(snapshot);
    return worldOf(name);
  },
  'tokens.list': ({ world }) => ({ items: world.tokens.list() }),
  'tokens.issue': ({ world, body }) => issueToken(world, body),
  'tokens.revoke': ({ world, path: { id = '' } }) => {
    if (!world.tokens.revoke(id)) throw notFound('There is no token with this id.');
  },
  'worlds.delete': ({ base, path: { name = '' } }) => {
    if (!base.worlds.remove(name)) throw notFound(`There is no world ${name}.`);
  },
  'faults.list': ({ world }) => ({ items: world.faults.list() }),
  'faults.insert': ({ world, body }) => ({ id: addFault(world, body) }),
  'faults.clear': ({ world }) => world.faults.clear(),
  'faults.delete': ({ world, path: { id = '' } }) => {
    if (!/^\d{1,15}$/.test(id) || !world.faults.remove(Number(id))) throw notFound(`There is no fault ${id}.`);
  },
  'journal.list': ({ world, query }) => {
    const after = numberIn(query, 'after') ?? 0;
    const newer = world.journal.filter(({ number }) => number > after);
    const items = newer.slice(-(numberIn(query, 'limit') ?? usualLimit) || newer.length);
    return { items, dropped: world.journal.dropped };
  },
  'coverage.get': ({ world }) => world.coverage(),
  'coverage.reset': ({ world }) => world.coverage.reset(),
  'quota.get': ({ world: { quota } }) => {
    const { calls, units, buckets, operations } = quota;
    return { calls, units, buckets, operations };
  },
  'quota.reset': ({ world }) => world.quota.reset(),
  ...webhookOperations,
  'documents.control': () => controlDocument,
  'documents.service': ({ document }) => document(),
};

const usualLimit = 100;

type AnyTable = TableState<Record<string, unknown>>;

function tableOf({ state }: ControlledEmulator, name: string): AnyTable {
  // The tables of any emulator; what their rows hold is not looked at.
  const table = Object.hasOwn(state, name) ? (state as Readonly<Record<string, AnyTable>>)[name] : undefined;
  if (table === undefined) throw notFound(`There is no table ${name}.`);
  return table;
}

function keyed(state: AnyTable, row: Record<string, unknown>): JsonObject {
  // A stored row is JSON.
  return { key: state.keyOf(row), row: row as JsonObject };
}

function replace({ world, path: { table = '', key = '' }, body }: Control): unknown {
  const state = tableOf(world, table);
  if (state.get(key) === undefined) throw notFound(`There is no row ${key} in ${table}.`);
  const other = state.keyOf(body);
  if (other !== key) throw wrongBody(`its key has to stay ${key}`);
  return keyed(state, state.insert(body));
}

function seed(world: ControlledEmulator, { tables = {}, callers = {} }: JsonObject): void {
  if (!isJsonObject(callers) || !Object.values(callers).every((token) => typeof token === 'string'))
    throw wrongBody('callers has to be an object of tokens', 'callers');
  if (!isJsonObject(tables)) throw wrongBody('tables has to be an object', 'tables');
  for (const [name, rows] of Object.entries(tables)) {
    tableOf(world, name);
    if (!Array.isArray(rows) || !rows.every((row: Json) => isJsonObject(row)))
      throw wrongBody(`${name} has to be an array of objects`, `tables.${name}`);
  }
  // It was just looked at.
  const checked = { tables, callers } as Required<Pick<Scenario, 'tables' | 'callers'>>;
  world.seed(checked.tables, checked.callers);
}

function changeClock({ world, body: { set, advance, reset } }: Control): unknown {
  const time = typeof set === 'string' ? Date.parse(set) : set;
  if (reset === true) world.clock.reset();
  if (time !== undefined) world.clock.set(timeIn(time, 'set'));
  if (advance !== undefined) world.clock.advance(timeIn(advance, 'advance'));
  return timeOf(world);
}

const furthest = 8.64e15;

function timeIn(value: Json, name: string): number {
  if (typeof value === 'number' && Math.abs(value) <= furthest / 2) return value;
  throw wrongBody(`${name} has to be a time`, name);
}

function timeOf({ clock }: ControlledEmulator): JsonObject {
  const time = clock.now();
  // Moved often enough, the time leaves what dates can say.
  return { time, iso: Math.abs(time) <= furthest ? new Date(time).toISOString() : '' };
}

function worldOf(name: string): JsonObject {
  return { name, path: `/w/${name}` };
}

function addFault({ faults }: ControlledEmulator, body: JsonObject): number {
  const { operation, effect, hits } = body;
  if (typeof operation !== 'string') throw wrongBody('operation has to be text', 'operation');
  if (!isJsonObject(effect)) throw wrongBody('effect has to be an object', 'effect');
  if (hits !== undefined && !isJsonObject(hits)) throw wrongBody('hits has to be an object', 'hits');
  try {
    // The members are looked at by the one who takes it.
    return faults.add({ operation, effect, ...(hits === undefined ? {} : { hits }) } as unknown as FaultRule);
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}

function issueToken({ tokens }: ControlledEmulator, body: JsonObject): unknown {
  try {
    // The members are looked at by the one who takes it.
    return tokens.issue(body as unknown as TokenRequest);
  } catch (error) {
    if (error instanceof TypeError) throw wrongBody(error.message.replace(/\.$/, ''));
    throw error;
  }
}

function notFound(message: string): HttpError {
  return new HttpError(404, 'notFound', message);
}
