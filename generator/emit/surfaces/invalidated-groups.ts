import type { Api, Operation, OperationGroup } from '../../api/api.js';
import { toObject } from '../../api/tools/extension-values.js';

/** The paths of the resources, beside its own, whose queries a write makes stale. */
export type Invalidations = (operation: Operation, group: OperationGroup) => readonly (readonly string[])[];

/** Members of an action that name the table that it changes. */
const CHANGES = ['insert', 'update', 'patch', 'delete', 'of'];

/** Members of an action that name the table that it reads. */
const READS = ['list', 'get'];

/** Finds which resources read the tables that a write changes, where the spec says so (`x-action`). */
export function createInvalidations({ operations }: Api): Invalidations {
  const readers = new Map<string, readonly string[][]>();
  for (const operation of operations)
    for (const table of listTables(operation, READS))
      readers.set(table, [...(readers.get(table) ?? []), [...operation.group]]);
  return (operation, { path }) => {
    const all = listTables(operation, CHANGES).flatMap((table) => readers.get(table) ?? []);
    const others = all.map((one) => one.join('.')).filter((one) => one !== path.join('.'));
    return [...new Set(others)].map((one) => one.split('.'));
  };
}

function listTables({ extensions }: Operation, members: readonly string[]): readonly string[] {
  const action = toObject(extensions['x-action']);
  return members.flatMap((member) => {
    const table = action[member];
    return typeof table === 'string' ? [table] : [];
  });
}
