import type { CommonParameters, Operation, Parameter } from '../api.js';

/** Fewest operations for which it is worth saying something once. */
const fewest = 3;

/**
 * The parameters of the components that every operation refers to. An operation with a parameter of its own under the
 * name of one of them says all of its parameters itself, and so does one in which a property had to be renamed.
 */
export function findCommonParameters(operations: readonly Operation[]): Omit<CommonParameters, 'typeName'> | undefined {
  const candidates = operations.flatMap(({ parameters }) => parameters.filter(isCandidate));
  const parameters = usual(candidates).filter((one) =>
    operations.every((operation) => operation.parameters.some(isNamed(one))),
  );
  if (parameters.length === 0) return undefined;
  const texts = parameters.map(keyOf);
  const takers = operations.filter((operation) => {
    const own = new Set(operation.parameters.map(keyOf));
    return texts.every((text) => own.has(text));
  });
  if (takers.length < fewest) return undefined;
  return { parameters, operations: takers.map(({ id }) => id) };
}

/** Each parameter once, as most operations have it: a reference may describe it in its own words. */
function usual(candidates: readonly Parameter[]): readonly Parameter[] {
  const texts = new Map(candidates.map((one) => [one, keyOf(one)]));
  const counts = new Map<string, number>();
  for (const text of candidates.map((one) => texts.get(one) ?? '')) counts.set(text, (counts.get(text) ?? 0) + 1);
  const countOf = (one: Parameter | undefined): number =>
    one === undefined ? 0 : (counts.get(texts.get(one) ?? '') ?? 0);
  const chosen = new Map<string | undefined, Parameter>();
  for (const one of candidates) if (countOf(one) > countOf(chosen.get(one.reference))) chosen.set(one.reference, one);
  return [...chosen.values()];
}

function isCandidate({ name, property, in: location, reference, extensions }: Parameter): boolean {
  // Paths and parts are an operation's own affair, whoever else names them.
  const isOwn = reference === undefined || location === 'path' || Object.hasOwn(extensions, 'x-part');
  return !isOwn && property === name;
}

function isNamed(wanted: Parameter): (parameter: Parameter) => boolean {
  return ({ name, in: location }) => name === wanted.name && location === wanted.in;
}

/** Equal for parameters that differ in nothing but their position in the spec. */
function keyOf({ at: _at, ...parameter }: Parameter): string {
  return JSON.stringify(parameter);
}
