import { controlOperations } from './control-operations.js';
import type { Control } from './controlled-emulator.js';
import { latestIdOf, statusOf } from './events/event-feed.js';
import { summaryOf } from './operations/journal-operations.js';
import { listRows } from './operations/rows.js';
import { schemaOf } from './operations/tables.js';

/** Entries of the journal: more than any screen has. The console loads the others afterwards. */
const newest = 100;

/** With more operations, the console asks for them afterwards, so that the page stays small. */
const mostOperations = 100;

/** Characters of JSON. A longer page would take longer to read than the console takes to ask for the rows. */
const mostFirstRows = 65_536;

/** What the console shows first, so that it need not ask for it: the same as the operations of the control plane respond. */
export function consoleStart(control: Control): object {
  const { engine, world } = control;
  const of = (id: string): unknown => controlOperations[id]?.(control);
  return {
    health: of('health.get'),
    tables: of('tables.list'),
    ...(world.operations.length <= mostOperations && { operations: of('operations.list') }),
    state: statusOf(control),
    ...firstRows(control),
    entries: engine.journal.entries.slice(-newest).map(summaryOf),
    lastEventId: latestIdOf(control),
  };
}

/** The table that the console shows first, unless it is large. */
function firstRows(control: Control): object {
  const { tables } = control.engine.filledWorld();
  const table = Object.keys(control.world.state).find((name) => (tables.get(name)?.size ?? 0) > 0);
  if (table === undefined) return {};
  const first = { table, page: listRows({ ...control, path: { table } }), schema: schemaOf(control.engine, table) };
  return JSON.stringify(first).length > mostFirstRows ? {} : { first };
}
