import { rowsIn } from '../store/world.js';
import { controlOperations, toBody } from './control-operations.js';
import type { Control } from './controlled-emulator.js';
import { readStatus, writeEventId } from './events/event-feed.js';
import { summarize } from './operations/journal-operations.js';
import { listRows } from './operations/rows.js';
import { readSchema } from './operations/tables.js';

/** Entries of the journal: more than any screen has. The console loads the others afterwards. */
const newest = 100;

/** With more operations, the console asks for them afterwards, so that the page stays small. */
const mostOperations = 100;

/** Characters of JSON. A longer page would take longer to read than the console takes to ask for the rows. */
const mostFirstRows = 65_536;

/** Returns the data that the console shows first, in the form of the responses that it would ask for. */
export function consoleStart(control: Control): object {
  const { engine, world } = control;
  const filled = engine.filledWorld();
  const table = Object.keys(world.state).find((name) => rowsIn(filled, name).size > 0);
  const first = table && {
    table,
    page: listRows({ ...control, path: { ...control.path, table } }),
    schema: readSchema(engine, table),
  };
  const respond = (id: string): unknown =>
    toBody(controlOperations.find((one) => one.id === id)?.declared.run(control));
  return {
    health: respond('health.get'),
    tables: respond('tables.list'),
    ...(world.operations.length <= mostOperations && { operations: respond('operations.list') }),
    state: readStatus(control),
    ...(first && JSON.stringify(first).length <= mostFirstRows && { first }),
    entries: engine.journal.entries.slice(-newest).map(summarize),
    lastEventId: writeEventId(control),
  };
}
