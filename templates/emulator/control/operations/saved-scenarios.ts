import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Engine } from '../../world/engine.js';
import type { SavedScenario } from '../input/controlled-emulator.js';
import { rowsIn } from '../../store/world.js';
import { checkRow, checkTable } from '../../act/rows/check-rows.js';
import { requireObject, wrongBody } from '../input/control-request.js';

/** Returns the state of a world as a scenario. */
export function exportScenario(engine: Engine, names: readonly string[]): SavedScenario {
  const world = engine.filledWorld();
  const tables = names.map((name) => [name, [...rowsIn(world, name).values()]]);
  return { time: new Date(engine.clock.now()).toISOString(), tables: Object.fromEntries(tables) };
}

/** Reads a scenario. Rejects (400) anything else: unknown tables, and rows that do not match the schemas of their tables. */
export function readScenario({ time, tables }: JsonObject, names: readonly string[], engine: Engine): SavedScenario {
  const at = new Date(typeof time === 'string' || typeof time === 'number' ? time : Number.NaN);
  if (Number.isNaN(at.getTime())) throw wrongBody('time has to be a time', 'time');
  const rows = readRows(tables, (name) => checkTable(name, names, `tables.${name}`));
  const known = engine.readCall();
  for (const [table, ofTable] of Object.entries(rows))
    for (const [index, row] of ofTable.entries()) checkRow(known, table, row, ['tables', table, index]);
  return { time: at.toISOString(), tables: rows };
}

/** Reads rows by table. Rejects (400) anything else. `checkName` rejects unknown tables. */
export function readRows(tables: Json = {}, checkName: (table: string) => unknown): SavedScenario['tables'] {
  requireObject(tables, 'tables');
  for (const [table, rows] of Object.entries(tables)) {
    checkName(table);
    if (!Array.isArray(rows) || !rows.every((row: Json) => isJsonObject(row)))
      throw wrongBody(`${table} has to be an array of objects`, `tables.${table}`);
  }
  // The loop has checked it.
  return tables as SavedScenario['tables'];
}

/** Makes the rows and the time of a world those of a scenario. Tables that it does not name stay as they are. */
export function loadScenario(engine: Engine, { time, tables }: SavedScenario): void {
  engine.filledWorld();
  engine.change((stored) => {
    for (const [name, rows] of Object.entries(tables)) {
      const kept = new Set(rows.map((row) => engine.shared.keyOf(name, row)));
      for (const key of stored.rows(name).keys()) if (!kept.has(key)) stored.remove(name, key);
      for (const row of rows) stored.put(name, row);
    }
  });
  engine.clock.set(Date.parse(time));
}
