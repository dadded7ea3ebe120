/** Sorts things into the modules that hold them, both in the order of the spec. */
export function groupByModule<T>(
  items: readonly T[],
  moduleOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const modules = new Map<string, T[]>();
  for (const item of items) {
    const module = moduleOf(item);
    const list = modules.get(module) ?? [];
    list.push(item);
    modules.set(module, list);
  }
  return modules;
}
