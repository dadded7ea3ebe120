import { findChanges, type RowChange } from '../../store/changed-rows.js';
import type { World } from '../../store/world.js';

/** A row that differs between two states. */
export interface TableChange extends Omit<RowChange, 'on'> {
  readonly table: string;
}

/** Lists the rows that differ between two states. Tables of the emulator itself, such as that of the callers, are left out. */
export function changesOf(before: World, after: World): readonly TableChange[] {
  const tables = new Set([...before.tables.keys(), ...after.tables.keys()]);
  return [...tables].flatMap((table) =>
    table.startsWith('~')
      ? []
      : findChanges(table, before, after).map(({ on: _on, ...change }) => ({ table, ...change })),
  );
}
