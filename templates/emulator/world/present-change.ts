import type { JsonObject } from '@speccast/runtime';
import { present } from '../act/rows/present.js';
import type { Call } from '../plan/plan.js';
import type { RowChange } from '../store/changed-rows.js';
import type { World } from '../store/world.js';

/** The rows before and after a change; absent where there was none. */
export interface ChangedRows {
  readonly before?: JsonObject;
  readonly after?: JsonObject;
}

/** Returns the rows of a change as callers see them. `reading` makes a call that reads a world. */
export function presentChange(
  worlds: { readonly before: World; readonly after: World; readonly reading: (world: World) => Call },
  table: string,
  { before, after }: RowChange,
): ChangedRows {
  return {
    ...(before && { before: present(worlds.reading(worlds.before), table, before) }),
    ...(after && { after: present(worlds.reading(worlds.after), table, after) }),
  };
}
