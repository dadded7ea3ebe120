/**
 * Makes a function that reads facts of a plan once, and then returns the same ones: a plan does not change. Its further arguments are
 * the emulator that the plan belongs to, and a status.
 */
export function readOnce<Plan extends object, More extends readonly unknown[], Found>(
  read: (plan: Plan, ...more: More) => Found,
): (plan: Plan, ...more: More) => Found {
  const known = new WeakMap<Plan, Map<unknown, { readonly found: Found }>>();
  return (plan, ...more) => {
    const facts = known.get(plan) ?? new Map<unknown, { readonly found: Found }>();
    known.set(plan, facts);
    const fact = facts.get(more.at(-1)) ?? { found: read(plan, ...more) };
    facts.set(more.at(-1), fact);
    return fact.found;
  };
}
