import { writeExactly } from '@speccast/runtime/requests';
import type { Row } from '../../engine/store/row-index.js';
import type { World } from '../../engine/store/world.js';
import { changesBetween } from '../../engine/store/world-changes.js';

/** A row that differs between two states. */
export interface RowChange {
  readonly table: string;
  readonly key: string;
  /** Absent if it was created. */
  readonly before?: Row;
  /** Absent if it was deleted. */
  readonly after?: Row;
}

/** The rows that differ between two states. Tables of the emulator itself, such as that of the callers, are left out. */
export function* changesOf(before: World, after: World): Iterable<RowChange> {
  const seen = new Set<string>();
  const rowIn = (world: World, table: string, key: string): Row | undefined => world.tables.get(table)?.get(key);
  for (const change of changesBetween(before, after, () => [])) {
    const [kind, table, key] = change;
    if (kind === 'no table') {
      for (const [name, row] of before.tables.get(table) ?? []) yield { table, key: name, before: row };
      continue;
    }
    if ((kind !== 'row' && kind !== 'no row') || table.startsWith('~') || seen.has(`${table} ${key}`)) continue;
    seen.add(`${table} ${key}`);
    const [old, row] = [rowIn(before, table, key), rowIn(after, table, key)];
    if (old === row || writeExactly(old) === writeExactly(row)) continue;
    yield { table, key, ...(old && { before: old }), ...(row && { after: row }) };
  }
}
