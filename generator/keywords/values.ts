import type { Keyword, Keywords } from './keyword.js';

/** Keywords that combine schemas which apply to the same value; `S` is what a schema is written as. */
export interface Combinators<S> {
  readonly allOf?: readonly S[];
  readonly anyOf?: readonly S[];
  readonly oneOf?: readonly S[];
  readonly not?: S;
  readonly if?: S;
  readonly then?: S;
  readonly else?: S;
}

const schema = { takes: 'schema', vocabulary: 'applicator', isInPlace: true } as const;
const schemas = { ...schema, takes: 'schemas', isUnordered: true, mostEntries: 5_000 } as const;

/** The keywords that combine schemas. */
export const combinators: Keywords<Combinators<unknown>> = {
  allOf: schemas,
  anyOf: { ...schemas, isReported: true },
  oneOf: { ...schemas, isReported: true },
  not: { ...schema, isReported: true, comparison: { kind: 'condition' } },
  if: { ...schema, since: 7, isReported: false, comparison: { kind: 'condition', beside: ['then', 'else'] } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { ...schema, since: 7 },
  else: { ...schema, since: 7 },
};

/** The keywords that say which values there are, whatever their type. */
export const values: Readonly<Record<'type' | 'enum' | 'const', Keyword>> = {
  type: { takes: 'types', vocabulary: 'validation', isReported: true },
  enum: { takes: 'list', vocabulary: 'validation', isReported: true, isUnordered: true, mostEntries: 200_000 },
  const: { takes: 'any', vocabulary: 'validation', since: 6, isReported: true },
};
