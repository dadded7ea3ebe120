import { present } from '../act/rows/present.js';
import type { RowChange } from '../plan/webhook-plan.js';
import { findChanges } from '../store/changed-rows.js';
import type { World } from '../store/world.js';
import type { Engine } from './engine.js';

/** A change of a row, as callers see the row, and its key. */
export interface KeyedChange extends RowChange {
  readonly key: string;
}

/** Lists the changes of the rows of a table between two worlds. */
export function listChanges(engine: Engine, table: string, before: World, after: World): readonly KeyedChange[] {
  return findChanges(table, before, after).map(({ on, key, before: old, after: row }) => ({
    on,
    table,
    key,
    ...(old && { before: present(engine.readCall(before), table, old) }),
    ...(row && { after: present(engine.readCall(after), table, row) }),
  }));
}
