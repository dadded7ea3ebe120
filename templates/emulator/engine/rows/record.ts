import type { Json, JsonObject } from '@speccast/runtime';
import { insertRow } from './change-rows.js';
import { fillObject } from '../values/fill-template.js';
import { valueAt } from '../values/json-path.js';
import type { Answer, Call } from '../plan/plan.js';

/** Adds the rows that a successful call leaves in other tables (`x-records`). */
export function record(call: Call, answer: Answer): void {
  const { records = [] } = call.plan.behaviour;
  if (records.length === 0) return;
  const values = valuesOf(call, answer);
  for (const { table, row, when = {} } of records) {
    const applies = Object.entries(when).every(([path, value]) => String(valueAt(values, path)) === String(value));
    if (applies) insertRow(call, table, fillObject(row, values));
  }
}

function valuesOf(call: Call, answer: Answer): JsonObject {
  const table = call.emulator.settings.caller?.table;
  const own = table === undefined || call.caller === undefined ? undefined : call.tables.get(table, call.caller.ownId);
  const entries: [string, Json | undefined][] = [
    ['row', answer.kind === 'json' ? answer.body : undefined],
    ['body', call.body],
    ['params', call.params],
    ['caller', call.caller?.ownId],
    ['own', own],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]])),
  );
}
