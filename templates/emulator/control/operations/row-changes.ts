import { findChanges, type RowChange } from '../../store/changed-rows.js';
import type { World } from '../../store/world.js';

/** A row that differs between two states. */
interface TableChange extends Omit<RowChange, 'on'> {
  readonly table: string;
}

/** Lists the rows that differ between two states, without those of tables of the emulator itself, such as `~callers`. */
export function listChanges(before: World, after: World): readonly TableChange[] {
  const tables = new Set([...before.tables.keys(), ...after.tables.keys()]);
  return [...tables]
    .filter((table) => !table.startsWith('~'))
    .flatMap((table) => findChanges(table, before, after).map(({ on: _on, ...change }) => ({ table, ...change })));
}
