/**
 * Returns a function that calls `read` once and then returns the same result, because a plan does not change. The result is cached by the
 * plan and by the last of the further arguments: the emulator of the plan, or a status.
 */
export function readOnce<Plan extends object, More extends readonly unknown[], Found>(
  read: (plan: Plan, ...more: More) => Found,
): (plan: Plan, ...more: More) => Found {
  const known = new WeakMap<Plan, Map<unknown, Found>>();
  return (plan, ...more) => {
    const key = more.at(-1);
    const facts = known.get(plan) ?? new Map<unknown, Found>();
    if (!facts.has(key)) known.set(plan, facts.set(key, read(plan, ...more)));
    // The map has the key, even if the value is undefined.
    return facts.get(key) as Found;
  };
}
