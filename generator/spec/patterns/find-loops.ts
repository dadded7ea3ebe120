/** Targets of the edges of a graph, by node. */
export type Targets = readonly ReadonlyMap<number, unknown>[];

/** The parts of a graph in which every node reaches every other and itself; what they lead to comes first. */
export function loopsOf(size: number, edges: Targets): readonly (readonly number[])[] {
  const search = new LoopSearch(edges);
  for (let node = 0; node < size; node += 1) search.visit(node);
  return search.loops;
}

/** Tarjan's strongly connected components, without recursion: patterns may be long. */
class LoopSearch {
  readonly loops: (readonly number[])[] = [];
  readonly #edges: Targets;
  readonly #order = new Map<number, number>();
  readonly #lowest = new Map<number, number>();
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();

  constructor(edges: Targets) {
    this.#edges = edges;
  }

  visit(root: number): void {
    if (this.#order.has(root)) return;
    const way = [this.#enter(root)];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.targets.next();
      if (!next.done) {
        if (!this.#order.has(next.value)) way.push(this.#enter(next.value));
        else if (this.#isOpen.has(next.value)) this.#lower(step.node, this.#order.get(next.value));
        continue;
      }
      way.pop();
      const outer = way.at(-1);
      if (outer !== undefined) this.#lower(outer.node, this.#lowest.get(step.node));
      if (this.#lowest.get(step.node) === this.#order.get(step.node)) this.#close(step.node);
    }
  }

  #enter(node: number): { readonly node: number; readonly targets: Iterator<number, undefined> } {
    this.#order.set(node, this.#order.size);
    this.#lowest.set(node, this.#order.size - 1);
    this.#open.push(node);
    this.#isOpen.add(node);
    return { node, targets: (this.#edges[node] ?? new Map<number, unknown>()).keys() };
  }

  #lower(node: number, order = Infinity): void {
    this.#lowest.set(node, Math.min(this.#lowest.get(node) ?? Infinity, order));
  }

  #close(node: number): void {
    const part = this.#open.splice(this.#open.lastIndexOf(node));
    for (const one of part) this.#isOpen.delete(one);
    if (part.length > 1 || this.#edges[node]?.has(node)) this.loops.push(part);
  }
}
