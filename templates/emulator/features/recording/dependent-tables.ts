import { findTable } from '../../plan/rule.js';
import type { OperationPlan } from '../../plan/plan.js';
import type { Shared } from '../../world/shared.js';

const known = new WeakMap<OperationPlan, ReadonlySet<string>>();

/** The tables that the response of an operation can depend on: its own, and those that rules and filters refer to. */
export function dependentTables(shared: Shared, plan: OperationPlan): ReadonlySet<string> {
  const found = known.get(plan) ?? findTables(shared, plan);
  known.set(plan, found);
  return found;
}

function findTables(shared: Shared, { behaviour }: OperationPlan): ReadonlySet<string> {
  const own = findTable(behaviour);
  const filters = [...Object.values(behaviour.filters ?? {}), ...Object.values(behaviour.selectors ?? {})];
  const named = filters.flatMap(({ table, related }) => [table, related?.table]);
  const tables = new Set([own, ...named].filter((table) => table !== undefined));
  // The loop also visits the tables that are added here.
  for (const table of tables) for (const other of tablesBehind(shared, table)) tables.add(other);
  return tables;
}

function tablesBehind({ rules }: Shared, table: string): readonly string[] {
  const { visibility = [], owner, copies = {}, embeds = {}, counts = {} } = rules(table);
  return [
    ...visibility.flatMap((rule) => rule.table ?? []),
    ...(typeof owner === 'object' ? [owner.table] : []),
    ...[copies, embeds, counts].flatMap((all) => Object.values(all).map(({ of }) => of)),
  ];
}
