import type { KindName, Rule } from './kinds.js';

/** Any JSON. */
export const any: Rule = { is: 'any' };

/** Any text. */
export const text: Rule = { is: 'string' };

/** True or false. */
export const flag: Rule = { is: 'boolean' };

/** A schema or boolean schema. */
export const schema: Rule = { is: 'schema', kind: 'schema' };

/** A schema that stands as a property of an object schema. */
export const property: Rule = { is: 'schema', kind: 'property' };

/** Text that must be one of some words. */
export function oneOf(...words: readonly string[]): Rule {
  return { is: 'string', of: words };
}

/** An array. */
export function list(of: Rule): Rule {
  return { is: 'list', of };
}

/** An object whose keys are free names. */
export function map(of: Rule): Rule {
  return { is: 'map', of };
}

/** An object of a kind. */
export function object(kind: KindName): Rule {
  return { is: 'object', kind };
}

/** An object of a kind, or a reference to one. */
export function orReference(kind: KindName): Rule {
  return { is: 'object', kind, reference: true };
}
