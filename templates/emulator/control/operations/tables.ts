import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Engine } from '../../world/engine.js';
import { didYouMean } from '../../values/did-you-mean.js';
import type { TableState } from '../../world/tools/state.js';
import { stringAt } from '../../values/json-path.js';
import type { Control } from '../controlled-emulator.js';
import { requireFound } from '../control-request.js';

type AnyTable = TableState<Record<string, unknown>>;

/** Finds the table that a request names. Rejects (404) an unknown name. */
export function findTable({ world: { state }, path: { table } }: Pick<Control, 'world' | 'path'>): AnyTable {
  // The members of the state are tables. The types of their rows are not used here.
  const tables = state as Readonly<Record<string, AnyTable>>;
  const found = Object.hasOwn(state, table) && tables[table];
  return requireFound(found, `There is no table ${table}${didYouMean(table, Object.keys(state))}`);
}

/** Finds the validator of the rows of a table; undefined if the spec has no schema for them. */
export function findModel({ plan }: Engine, name: string): Engine['plan']['resources'][number]['model'] {
  return plan.resources.find(({ table }) => table === name)?.model;
}

/** Returns the JSON Schema of the rows of a table; empty if the spec has none. */
export function readSchema(engine: Engine, name: string): JsonObject {
  try {
    const schema = findModel(engine, name)?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) ?? {};
    // A JSON Schema is JSON.
    return schema as JsonObject;
  } catch {
    // The package was bundled without its schemas.
    return {};
  }
}

/** Describes the rows of a table: their key, and the members that have keys of other tables. */
export function describeTable(engine: Engine, name: string): JsonObject {
  const { key = 'id', references = [], owner, copies = {}, embeds = {} } = engine.shared.rules(name);
  const callers = engine.plan.settings.caller?.table;
  const links = [
    ...[...Object.values(embeds), ...Object.values(copies)].map(({ at, of }) => ({ path: at, table: of })),
    { path: typeof owner === 'string' ? owner : undefined, table: callers },
    ...references.filter(({ column }) => column === undefined),
  ];
  const found = new Map<string, string>();
  for (const { path, table } of links)
    if (path !== undefined && table !== undefined && !(table === name && path === key)) found.set(path, table);
  return {
    name,
    key,
    references: Array.from(found, ([path, table]) => ({ path, table })),
    hasSchema: findModel(engine, name) !== undefined,
  };
}

/** Finds a name of a row for people: its title or the like; undefined if it has none. */
export function findTitle(row: Json | undefined): string | undefined {
  if (!isJsonObject(row)) return undefined;
  const paths = ['snippet.title', 'title', 'displayName', 'name', 'fullName', 'login', 'username', 'email', 'label'];
  return paths.map((path) => stringAt(row, path)).find(Boolean);
}
