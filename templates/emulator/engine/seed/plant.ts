import type { Json, JsonObject } from '@speccast/runtime';
import type { ResourceRules } from '../plan/behaviour.js';
import { fillObject, namesIn } from '../values/fill-template.js';
import { idFrom } from '../sampling/ids.js';
import { textAt, valueAt, withValue } from '../values/json-path.js';
import type { Row, SeedPart, Tables } from '../plan/plan.js';

/** Where seeded rows go, and what their ids follow from. */
export interface Ground {
  readonly tables: Tables;
  readonly rules: (table: string) => ResourceRules;
  /** Text that makes ids differ between worlds and callers. */
  readonly scope: string;
  readonly now: number;
  /** Ids that names stand for already. */
  readonly ids?: JsonObject;
}

const lastName = /\$\{([^{}]+)\}$/;

/** Stores seeded rows and bytes; `${name}` is one and the same new id wherever it stands. Returns the rows by table. */
export function plant(seed: SeedPart, ground: Ground): Readonly<Record<string, readonly Row[]>> {
  const ids = idsOf(seed, ground);
  const planted = Object.entries(seed.tables).map(([table, rows]): [string, readonly Row[]] => {
    const stored = rows.map((row) => finish(table, fillObject(row, ids), ground));
    return [table, stored];
  });
  plantMedia(seed, ids, ground.tables);
  return Object.fromEntries(planted);
}

/** A name that ends a key gets an id of that table, any other name an id of no special form. */
function idsOf({ tables, media = {} }: SeedPart, { rules, scope, ids: known }: Ground): JsonObject {
  const ids: Record<string, Json> = { ...known };
  for (const [table, rows] of Object.entries(tables)) {
    const { key = 'id', id } = rules(table);
    for (const row of rows) {
      const name = lastName.exec(textAt(row, key) ?? '')?.[1];
      if (name !== undefined) ids[name] ??= idFrom(`${scope} ${name}`, id);
    }
  }
  for (const name of namesIn(JSON.stringify([tables, media]))) ids[name] ??= idFrom(`${scope} ${name}`);
  return ids;
}

function plantMedia({ media = {} }: SeedPart, ids: JsonObject, tables: Tables): void {
  for (const [table, byKey] of Object.entries(media)) {
    for (const [key, { mediaType, text }] of Object.entries(byKey)) {
      const filled = textAt(fillObject({ key }, ids), 'key') ?? key;
      tables.putBlob(`${table}/${filled}`, { mediaType, bytes: new TextEncoder().encode(text) });
    }
  }
}

function finish(table: string, row: Row, { rules, now, scope, tables }: Ground): Row {
  const { kind, key = 'id', id, created, updated, defaults = {}, order } = rules(table);
  let result: JsonObject = kind === undefined || row['kind'] !== undefined ? row : { kind, ...row };
  const time = new Date(now).toISOString();
  for (const path of [created, updated]) if (path !== undefined) result = withDefault(result, path, time);
  for (const [path, value] of Object.entries(defaults)) result = withDefault(result, path, value);
  if (order !== undefined)
    result = withDefault(
      result,
      order.position,
      tables.count(table, order.within, valueAt(result, order.within) ?? null),
    );
  result = withDefault(result, key, idFrom(`${scope} ${table} ${tables.size(table)}`, id));
  tables.put(table, result);
  return result;
}

function withDefault(row: JsonObject, path: string, value: Json): JsonObject {
  return valueAt(row, path) === undefined ? withValue(row, path, value) : row;
}
