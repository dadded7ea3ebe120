import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Engine } from '../../world/engine.js';
import type { SavedScenario } from '../input/controlled-emulator.js';
import type { Row } from '../../store/table.js';
import { rowsIn } from '../../store/world.js';
import { checkRow, checkTable } from '../../act/rows/check-rows.js';
import { tableNames } from '../../world/seed.js';
import { requireObject, wrongBody } from '../input/control-request.js';

/** Returns the state of a world as a scenario. */
export function exportScenario(engine: Engine): SavedScenario {
  const world = engine.filledWorld();
  const tables = tableNames(engine.plan).map((name) => [name, [...rowsIn(world, name).values()]]);
  return { time: new Date(engine.clock.now()).toISOString(), tables: Object.fromEntries(tables) };
}

/** Reads a scenario. Rejects (400) anything else: unknown tables, and rows that do not match the schemas of their tables. */
export function readScenario({ time, tables }: JsonObject, engine: Engine): SavedScenario {
  const at = new Date(typeof time === 'string' || typeof time === 'number' ? time : Number.NaN);
  if (Number.isNaN(at.getTime())) throw wrongBody('time has to be a time', 'time');
  const names = tableNames(engine.plan);
  const rows = readRows(tables, (name) => checkTable(name, names, `tables.${name}`));
  const list = (name: string): readonly Row[] => [...rowsIn(engine.filledWorld(), name).values()];
  for (const [table, ofTable] of Object.entries(rows))
    for (const [index, row] of ofTable.entries())
      checkRow({ emulator: engine.plan, list }, { table, row }, ['tables', table, index]);
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
