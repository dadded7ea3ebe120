/** The nodes of a graph that can reach themselves (Tarjan's strongly connected components). */
export function findCycles(nodes: Iterable<string>, next: (node: string) => readonly string[]): ReadonlySet<string> {
  const search = new CycleSearch(next);
  for (const node of nodes) search.visit(node);
  return search.found;
}

class CycleSearch {
  readonly found = new Set<string>();
  readonly #next: (node: string) => readonly string[];
  readonly #order = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(next: (node: string) => readonly string[]) {
    this.#next = next;
  }

  /** Visits a node once; returns the earliest open node that it reaches. */
  visit(node: string): number {
    const known = this.#order.get(node);
    if (known !== undefined) return this.#isOpen.has(node) ? known : Infinity;
    const order = this.#order.size;
    this.#order.set(node, order);
    this.#open.push(node);
    this.#isOpen.add(node);
    const targets = this.#next(node);
    const lowest = targets.reduce((low, target) => Math.min(low, this.visit(target)), order);
    if (lowest === order) this.#close(node, targets.includes(node));
    return lowest;
  }

  #close(node: string, isLoop: boolean): void {
    const component = this.#open.splice(this.#open.lastIndexOf(node));
    for (const one of component) {
      this.#isOpen.delete(one);
      if (component.length > 1 || isLoop) this.found.add(one);
    }
  }
}
