import { controlOperations } from './control-operations.js';
import type { Control } from './controlled-emulator.js';
import { latestIdOf, statusOf } from './events/event-feed.js';
import { summaryOf } from './operations/journal-operations.js';

/** Entries of the journal: more than any screen has. The console loads the others afterwards. */
const newest = 100;

/** With more operations, the console asks for them afterwards, so that the page stays small. */
const mostOperations = 100;

/** What the console shows first, so that it need not ask for it: the same as the operations of the control plane respond. */
export function consoleStart(control: Control): object {
  const { engine, world } = control;
  const of = (id: string): unknown => controlOperations[id]?.(control);
  return {
    health: of('health.get'),
    tables: of('tables.list'),
    ...(world.operations.length <= mostOperations && { operations: of('operations.list') }),
    state: statusOf(control),
    entries: engine.journal.entries.slice(-newest).map(summaryOf),
    lastEventId: latestIdOf(control),
  };
}
