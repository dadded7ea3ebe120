import { groupBy } from '../../iterables.js';
import type { CommonParameters, Operation, Parameter } from '../api.js';

/** Fewest operations for which it is worth saying something once. */
const fewest = 3;

/**
 * Finds the parameters of the components that every operation refers to. An operation with a parameter of its own under the
 * name of one of them says all of its parameters itself, and so does one in which a property had to be renamed.
 */
export function findCommonParameters(operations: readonly Operation[]): Omit<CommonParameters, 'typeName'> | undefined {
  // Paths and parts are an operation's own affair, whatever else names them.
  const candidates = operations.flatMap((operation) =>
    operation.parameters.filter(
      (one) =>
        one.reference !== undefined &&
        one.in !== 'path' &&
        !Object.hasOwn(one.extensions, 'x-part') &&
        one.property === one.name,
    ),
  );
  // Each parameter counts as most operations have it: a reference may describe it in its own words.
  const chosen = new Map<string | undefined, readonly Parameter[]>();
  for (const group of groupBy(candidates, printParameter).values()) {
    const reference = group[0]?.reference;
    if (group.length > (chosen.get(reference)?.length ?? 0)) chosen.set(reference, group);
  }
  const parameters = [...chosen.values()]
    .flatMap(([first]) => first ?? [])
    .filter((one) =>
      operations.every((operation) =>
        operation.parameters.some(({ name, in: location }) => name === one.name && location === one.in),
      ),
    );
  if (parameters.length === 0) return undefined;
  const texts = parameters.map(printParameter);
  const takers = operations.filter((operation) => {
    const own = new Set(operation.parameters.map(printParameter));
    return texts.every((text) => own.has(text));
  });
  if (takers.length < fewest) return undefined;
  return { parameters, operations: takers.map(({ id }) => id) };
}

/** Equal for parameters that differ in nothing but their position in the spec. */
function printParameter({ at: _at, ...parameter }: Parameter): string {
  return JSON.stringify(parameter);
}
