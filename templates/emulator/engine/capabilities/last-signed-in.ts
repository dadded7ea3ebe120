import type { ListAction } from '../plan/behaviour.js';
import { pageResponse } from '../lists/list.js';
import { stringAt } from '../values/json-path.js';
import type { Call, Capability } from '../plan/plan.js';
import { present } from '../rows/present.js';
import { keyOf } from '../rows/rows.js';
import { textOption } from './inputs.js';

/** Lists the one account signed in to last: the caller's, else that of the last caller, else the first of all. */
export const lastSignedIn: Capability = (call, options) => {
  const table = textOption(options, 'list');
  const action: ListAction = { list: table, items: textOption(options, 'items') };
  const key = call.caller?.ownId ?? lastCaller(call) ?? firstKey(call, table);
  return pageResponse(call, action, key === undefined ? [] : [key], (one) => {
    const row = call.tables.get(table, one);
    return row === undefined ? undefined : present(call, table, row);
  });
};

function lastCaller({ tables }: Call): string | undefined {
  return stringAt(tables.last('~callers'), 'ownId');
}

function firstKey(call: Call, table: string): string | undefined {
  const row = call.tables.first(table);
  return row === undefined ? undefined : keyOf(call.rules(table), row);
}
