import { present } from '../act/rows/present.js';
import type { RowChange } from '../plan/webhook-plan.js';
import type { Call } from '../plan/plan.js';
import { findChanges } from '../store/changed-rows.js';
import type { World } from '../store/world.js';

/** A change of a row, as callers see the row, and its key. */
export interface KeyedChange extends RowChange {
  readonly key: string;
}

/** Lists the changes of the rows of a table between two worlds. `reading` makes a call that reads a world. */
export function listChanges(
  table: string,
  {
    before,
    after,
    reading,
  }: { readonly before: World; readonly after: World; readonly reading: (world: World) => Call },
): readonly KeyedChange[] {
  return findChanges(table, before, after).map(({ on, key, before: old, after: row }) => ({
    on,
    table,
    key,
    ...(old && { before: present(reading(before), table, old) }),
    ...(row && { after: present(reading(after), table, row) }),
  }));
}
