import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { Engine } from '../../world/engine.js';
import type { Row } from '../../store/table.js';
import { checkRow, checkTable } from '../../act/rows/check-rows.js';
import { wrongBody } from '../control-request.js';

/** A state as a scenario: its time and its rows, without callers and their tokens. */
export interface SavedScenario {
  /** ISO 8601. */
  readonly time: string;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

/** Scenarios by name, the oldest first. */
export type SavedScenarios = Map<string, SavedScenario>;

/** Most scenarios that are kept. */
export const mostScenarios = 100;

/** The state of a world as a scenario. */
export function exportScenario(engine: Engine, names: readonly string[]): SavedScenario {
  const { tables } = engine.filledWorld();
  const rows = names.map((name) => [name, [...(tables.get(name)?.values() ?? [])]] as const);
  return { time: new Date(engine.clock.now()).toISOString(), tables: Object.fromEntries(rows) };
}

/** Reads a scenario. Rejects (400) anything else: unknown tables, and rows that do not match the schema of theirs. */
export function readScenario(body: JsonObject, names: readonly string[], engine: Engine): SavedScenario {
  const list = (name: string): readonly Row[] => [...(engine.filledWorld().tables.get(name)?.values() ?? [])];
  const { time, tables = {} } = body;
  const at = readTime(time);
  if (!isJsonObject(tables)) throw wrongBody('tables has to be an object', 'tables');
  for (const [name, rows] of Object.entries(tables)) {
    checkTable(name, names, `tables.${name}`);
    if (!Array.isArray(rows) || !rows.every((row: Json) => isJsonObject(row)))
      throw wrongBody(`${name} has to be an array of objects`, `tables.${name}`);
    // They were just looked at.
    (rows as readonly Row[]).forEach((row, index) =>
      checkRow({ emulator: engine.plan, list }, { table: name, row }, ['tables', name, index]),
    );
  }
  // It was just looked at.
  return { time: at, tables: tables as SavedScenario['tables'] };
}

function readTime(time: Json | undefined): string {
  const at = typeof time === 'string' || typeof time === 'number' ? new Date(time) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) throw wrongBody('time has to be a time', 'time');
  return at.toISOString();
}

/** Makes the rows and the time of a world those of a scenario. Tables that it does not name stay as they are. */
export function loadScenario(engine: Engine, { time, tables }: SavedScenario): void {
  engine.filledWorld();
  engine.change((stored) => {
    for (const [name, rows] of Object.entries(tables)) {
      const kept = new Set(rows.map((row) => engine.shared.keyOf(name, row)));
      for (const row of stored.list(name)) {
        const key = engine.shared.keyOf(name, row);
        if (!kept.has(key)) stored.remove(name, key);
      }
      for (const row of rows) stored.put(name, row);
    }
  });
  engine.clock.set(Date.parse(time));
}
