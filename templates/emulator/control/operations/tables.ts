import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { HttpError } from '@speccast/runtime/requests';
import type { Engine } from '../../world/engine.js';
import { didYouMean } from '../../values/did-you-mean.js';
import type { ResourceRules } from '../../plan/behaviour.js';
import type { TableState } from '../../world/tools/state.js';
import { stringAt } from '../../values/json-path.js';
import type { ControlledEmulator } from '../controlled-emulator.js';

/** A table of any emulator. */
export type AnyTable = TableState<Record<string, unknown>>;

/** A table of an emulator. Rejects (404) an unknown name. */
export function tableOf({ state }: Pick<ControlledEmulator, 'state'>, name: string): AnyTable {
  // The tables of any emulator; what their rows hold is not looked at.
  const table = Object.hasOwn(state, name) ? (state as Readonly<Record<string, AnyTable>>)[name] : undefined;
  if (table === undefined) throw notFound(`There is no table ${name}${didYouMean(name, Object.keys(state))}`);
  return table;
}

/** The error (404) for what is not there. */
export function notFound(message: string): HttpError {
  return new HttpError(404, 'notFound', message);
}

/** What is known about the rows of a table: their key, and which members refer to other tables. */
export function describeTable(engine: Engine, name: string): JsonObject {
  const rules = engine.shared.rules(name);
  return {
    name,
    key: rules.key ?? 'id',
    references: referencesOf(engine, name, rules),
    hasSchema: modelOf(engine, name) !== undefined,
  };
}

/** The validator of the rows of a table; undefined if the spec has no schema for them. */
export function modelOf({ plan }: Engine, name: string): Engine['plan']['resources'][number]['model'] {
  return plan.resources.find(({ table }) => table === name)?.model;
}

/** The JSON Schema of the rows of a table; empty if the spec has none. */
export function schemaOf(engine: Engine, name: string): JsonObject {
  try {
    const schema = modelOf(engine, name)?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) ?? {};
    // A JSON Schema is JSON.
    return schema as JsonObject;
  } catch {
    // The package was bundled without its schemas.
    return {};
  }
}

/** Paths of ids in the rows of a table, with the table that each refers to. */
function referencesOf(engine: Engine, name: string, rules: ResourceRules): Json {
  const { references = [], owner, copies = {}, embeds = {} } = rules;
  const callers = engine.plan.settings.caller?.table;
  const owned: readonly (readonly [string, string])[] =
    typeof owner === 'string' && callers !== undefined ? [[owner, callers]] : [];
  const found = new Map<string, string>([
    ...Object.values(embeds).flatMap(({ of, at }): [string, string][] => (at === undefined ? [] : [[at, of]])),
    ...Object.values(copies).map(({ of, at }) => [at, of] as const),
    ...owned,
    ...references.filter(({ column }) => column === undefined).map(({ path, table }) => [path, table] as const),
  ]);
  return [...found]
    .filter(([path, table]) => !(table === name && path === (rules.key ?? 'id')))
    .map(([path, table]) => ({ path, table }));
}

/** The name of a row for people: its title or the like; undefined if it has none. */
export function titleOf(row: Json | undefined): string | undefined {
  if (!isJsonObject(row)) return undefined;
  const paths = ['snippet.title', 'title', 'displayName', 'name', 'fullName', 'login', 'username', 'email', 'label'];
  return paths.map((path) => stringAt(row, path)).find((text) => text !== undefined && text !== '');
}
