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
  const texts = parameters.map(printParameter);
  const takers = operations.filter((operation) => {
    const own = new Set(operation.parameters.map(printParameter));
    return texts.every((text) => own.has(text));
  });
  if (takers.length < fewest) return undefined;
  return { parameters, operations: takers.map(({ id }) => id) };
}

/** Each parameter once, as most operations have it: a reference may describe it in its own words. */
function usual(candidates: readonly Parameter[]): readonly Parameter[] {
  const alike = new Map<string, Parameter[]>();
  for (const one of candidates) {
    const text = printParameter(one);
    alike.set(text, alike.get(text) ?? []);
    alike.get(text)?.push(one);
  }
  const chosen = new Map<string | undefined, readonly Parameter[]>();
  for (const group of alike.values()) {
    const reference = group[0]?.reference;
    if (group.length > (chosen.get(reference)?.length ?? 0)) chosen.set(reference, group);
  }
  return [...chosen.values()].flatMap(([first]) => first ?? []);
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
function printParameter({ at: _at, ...parameter }: Parameter): string {
  return JSON.stringify(parameter);
}
