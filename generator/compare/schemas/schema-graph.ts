import type { Schema } from '../../api/types/schema.js';
import { reachable } from '../../iterables.js';
import { isDirected, findKind, worse } from '../changes/change.js';
import type { Change, ChangeDirection } from '../changes/change.js';
import { diffSchema } from './diff-schema.js';
import type { Both, Finding } from '../sides/finding.js';
import type { Shapes } from '../sides/fingerprint.js';
import type { SchemaBoth, SchemaWalk, Side } from '../sides/side.js';

/** Two schemas that are compared once for each direction in which operations reach them. */
export interface Root extends SchemaBoth {
  readonly compared: Map<ChangeDirection, Compared>;
  /** Ids of the operations that reach it. */
  readonly users: Readonly<Record<ChangeDirection, Set<string>>>;
}

interface Compared {
  readonly findings: readonly Finding[];
  readonly next: ReadonlySet<Root>;
}

/** Pairs of schemas that are compared; `roots` finds a pair by its old and its new schema. */
export interface SchemaGraph {
  readonly sides: Both<Side>;
  readonly shapes: Shapes;
  readonly roots: Map<Schema, Map<Schema, Root>>;
}

/** Notes that an operation sends or receives values of a pair, and so of all pairs that it reaches. */
export function useSchema(
  graph: SchemaGraph,
  pair: SchemaBoth,
  { operation, direction }: { readonly operation: string; readonly direction: ChangeDirection },
): void {
  // The walk skips pairs that have the operation already, so it must be complete before the first pair gets the operation.
  const reached = new Set(
    reachable([addRoot(graph, pair)], (root) =>
      root.users[direction].has(operation) ? [] : compare(graph, root, direction).next,
    ),
  );
  for (const root of reached) root.users[direction].add(operation);
}

/** Adds a pair to compare. It is compared even if no operation uses it, because its types are exported. */
export function addRoot({ roots }: SchemaGraph, pair: SchemaBoth): Root {
  const { before, after } = pair;
  const others = roots.get(before) ?? new Map<Schema, Root>();
  roots.set(before, others);
  const known = others.get(after);
  if (known !== undefined) return known;
  const root = { ...pair, compared: new Map(), users: { sent: new Set<string>(), received: new Set<string>() } };
  others.set(after, root);
  return root;
}

function compare(graph: SchemaGraph, root: Root, direction: ChangeDirection): Compared {
  const known = root.compared.get(direction);
  if (known !== undefined) return known;
  const findings: Finding[] = [];
  const next = new Set<Root>();
  const compared = { findings, next };
  root.compared.set(direction, compared);
  const walk: SchemaWalk = {
    sides: graph.sides,
    renames: graph.shapes.named,
    direction,
    report: (finding) => void findings.push(finding),
    follow: (pair) => void next.add(addRoot(graph, pair)),
    compare: (pair) => diffSchema(walk, pair),
  };
  diffSchema(walk, root);
  return compared;
}

/** Lists the changes of all pairs in the order in which they were added, each with its operations in the order of `order`. */
export function listSchemaChanges(graph: SchemaGraph, order: ReadonlyMap<string, number>): readonly Change[] {
  const rank = (id: string): number => order.get(id) ?? Infinity;
  const roots = [...graph.roots.values()].flatMap((others) => [...others.values()]);
  return roots
    .flatMap((root) => listRootChanges(graph, root))
    .map((change) => ({ ...change, operations: change.operations.toSorted((a, b) => rank(a) - rank(b)) }));
}

function listRootChanges(graph: SchemaGraph, root: Root): readonly Change[] {
  const used = (['sent', 'received'] as const).filter((direction) => root.users[direction].size > 0);
  const changes = new Map<string, Change>();
  for (const use of used.length === 0 ? (['unused'] as const) : used) {
    const direction = use === 'unused' ? 'received' : use;
    for (const finding of compare(graph, root, direction).findings) {
      const kind = findKind(finding.code, use);
      if (kind === undefined) continue;
      const hasDirection = use !== 'unused' && isDirected(finding.code);
      const change = { kind, ...finding, operations: [...root.users[direction]], ...(hasDirection && { direction }) };
      const key = JSON.stringify([finding.code, finding.subject, finding.message]);
      const known = changes.get(key);
      // The same change in both directions is reported once: with the worse kind, and the operations of that direction.
      if (known === undefined || worse(known.kind, kind) !== known.kind) changes.set(key, change);
      else if (known.kind === kind) {
        const { direction: _, ...both } = known;
        changes.set(key, { ...both, operations: [...new Set([...known.operations, ...change.operations])] });
      }
    }
  }
  return [...changes.values()];
}

/** Returns whether two schemas were compared, because operations or models have them at the same point. */
export function meets({ roots }: SchemaGraph, { before, after }: Both<Schema>): boolean {
  return roots.get(before)?.has(after) === true;
}

/** Returns whether a breaking change was found between two schemas or in what they refer to, up to the next models. */
export function breaks(graph: SchemaGraph, pair: Both<Schema>, direction: ChangeDirection): boolean {
  const { before, after } = graph.sides;
  const start = graph.roots.get(pair.before)?.get(pair.after);
  const reached = reachable(start === undefined ? [] : [start], (root) =>
    [...compare(graph, root, direction).next].filter(
      (one) => !before.modelSchemas.has(one.before) || !after.modelSchemas.has(one.after),
    ),
  );
  for (const root of reached)
    if (compare(graph, root, direction).findings.some(({ code }) => findKind(code, direction) === 'breaking'))
      return true;
  return false;
}
