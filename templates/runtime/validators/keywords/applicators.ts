import type { Location } from '../check/context.js';
import { collect } from '../check/collect.js';
import { reject } from '../check/issues.js';
import type { Schema, Verdict } from '../check/schema.js';

/** Checks `allOf`; returns true if collecting is over. */
export function checkAllOf({ context, value, schema }: Location, schemas: readonly Schema[]): boolean {
  for (let index = 0; index < schemas.length; index += 1)
    if (collect(schemas[index] ?? '', { context, value, schema: `${schema}/allOf/${index}` })) return true;
  return false;
}

/** Checks `not`; returns true if collecting is over. */
export function checkNot(at: Location, isExcluded: Verdict): boolean {
  return isExcluded(at.value, at.context) && reject(at, 'not', 'must not match the excluded schema');
}

/** Checks `if`, `then` and `else`; returns true if collecting is over. */
export function checkIf(
  { context, value, schema }: Location,
  isMet: Verdict,
  matching: Schema = '',
  otherwise: Schema = '',
): boolean {
  return isMet(value, context)
    ? collect(matching, { context, value, schema: `${schema}/then` })
    : collect(otherwise, { context, value, schema: `${schema}/else` });
}
