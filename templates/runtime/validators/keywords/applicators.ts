import { collect, refuse } from '../collect.js';
import type { Place, Schema, Verdict } from '../schema.js';

/** `allOf`. */
export function checkAllOf({ context, value, schema }: Place, schemas: readonly Schema[]): boolean {
  return schemas.some((one, index) => collect(one, { context, value, schema: `${schema}/allOf/${index}` }));
}

/** `not`. */
export function checkNot(at: Place, isExcluded: Verdict): boolean {
  return isExcluded(at.value, at.context) && refuse(at, 'not', 'must not match the excluded schema');
}

/** `if`, `then` and `else`. */
export function checkIf(
  { context, value, schema }: Place,
  isMet: Verdict,
  matching: Schema = '',
  otherwise: Schema = '',
): boolean {
  return isMet(value, context)
    ? collect(matching, { context, value, schema: `${schema}/then` })
    : collect(otherwise, { context, value, schema: `${schema}/else` });
}
