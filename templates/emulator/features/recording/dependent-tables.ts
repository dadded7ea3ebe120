import type { OperationPlan } from '../../plan/plan.js';
import { findTable } from '../../plan/rule.js';
import type { Shared } from '../../receive/shared.js';

/** Lists the tables that the response of an operation can depend on: its own, and those that rules and filters refer to. */
export function dependentTables({ rules }: Shared, { behaviour }: OperationPlan): readonly string[] {
  const filters = [behaviour.filters, behaviour.selectors].flatMap((all) => Object.values(all ?? {}));
  const tables = new Set([findTable(behaviour), ...filters.flatMap(({ table, related }) => [table, related?.table])]);
  // The loop also visits the tables that are added here.
  for (const table of tables) {
    if (table === undefined) continue;
    const { visibility = [], owner, copies = {}, embeds = {}, counts = {} } = rules(table);
    for (const { table: other } of visibility) tables.add(other);
    if (typeof owner === 'object') tables.add(owner.table);
    for (const { of } of [copies, embeds, counts].flatMap((all) => Object.values(all))) tables.add(of);
  }
  return [...tables].filter((table) => table !== undefined);
}
