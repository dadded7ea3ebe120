/** Targets of the edges of a graph, by node. */
export type Targets = readonly ReadonlyMap<number, unknown>[];

/** A node on the path that is being searched, and the targets of its edges that were not followed yet. */
interface Step {
  readonly node: number;
  readonly targets: Iterator<number, undefined>;
}

/**
 * Finds the parts of a graph in which every node reaches every other and itself; a part comes before the parts that have edges to
 * it. This is Tarjan's algorithm of strongly connected components, without recursion because patterns may be long.
 */
export function findLoops(size: number, edges: Targets): readonly (readonly number[])[] {
  const loops: (readonly number[])[] = [];
  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const open: number[] = [];
  for (let node = 0; node < size; node += 1) if (!order.has(node)) visit(node);
  return loops;

  function visit(root: number): void {
    const way = [enter(root)];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const { node, targets } = step;
      const { value: next } = targets.next();
      if (next === undefined) {
        way.pop();
        const outer = way.at(-1);
        if (outer !== undefined) lower(outer.node, lowest.get(node));
        if (lowest.get(node) === order.get(node)) close(node);
      } else if (order.has(next)) lower(node, order.get(next));
      else way.push(enter(next));
    }
  }

  function enter(node: number): Step {
    lowest.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
    return { node, targets: (edges[node] ?? new Map<number, unknown>()).keys() };
  }

  function lower(node: number, to = Infinity): void {
    lowest.set(node, Math.min(lowest.get(node) ?? to, to));
  }

  function close(node: number): void {
    const part = open.splice(open.lastIndexOf(node));
    // `Infinity`: a later edge to a node of this finished part must not lower anything.
    for (const one of part) order.set(one, Infinity);
    if (part.length > 1 || edges[node]?.has(node)) loops.push(part);
  }
}
