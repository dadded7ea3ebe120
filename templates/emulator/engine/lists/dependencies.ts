import type { Call } from '../plan/plan.js';
import type { Edge } from '../store/view.js';

/** The rows of other tables that a list depends on, with the paths of the ids that refer to them. */
export function dependenciesOf(call: Call, tables: readonly string[], paths: readonly string[]): readonly Edge[] {
  const edges: Edge[] = [];
  const reached = new Set(tables);
  // The loop also visits the tables that are added here.
  for (const table of reached) {
    for (const edge of edgesFrom(call, table, paths)) {
      edges.push(edge);
      reached.add(edge.to);
    }
  }
  return edges;
}

function edgesFrom(call: Call, from: string, paths: readonly string[]): readonly Edge[] {
  const { visibility = [], owner, copies = {}, embeds = {} } = call.rules(from);
  const read = [...paths, ...call.emulator.resources.flatMap(({ rules }) => visiblePaths(rules.visibility))];
  const edges: Edge[] = [];
  for (const { through, table } of visibility)
    if (through !== undefined && table !== undefined) edges.push({ from, path: through, to: table });
  if (typeof owner === 'object') edges.push({ from, path: owner.path, to: owner.table });
  for (const [target, { of, at }] of Object.entries(copies))
    if (read.some((path) => path === target || path.endsWith(`.${target}`))) edges.push({ from, path: at, to: of });
  for (const [target, { of, at }] of Object.entries(embeds))
    if (at !== undefined && read.some((path) => path.startsWith(`${target}.`))) edges.push({ from, path: at, to: of });
  return edges;
}

function visiblePaths(rules: readonly { readonly path?: string }[] = []): readonly string[] {
  return rules.flatMap(({ path }) => path ?? []);
}
