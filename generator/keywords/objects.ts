import type { Keywords } from './keyword.js';

/** Keywords of objects, except those in `NamedKeywords`; `S` is the type of their schemas. */
export interface ObjectKeywords<S> {
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: S;
  readonly additionalProperties?: S;
  readonly unevaluatedProperties?: S;
}

/** Keywords of objects that list properties by name. */
export interface NamedKeywords {
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly patternProperties?: unknown;
  readonly dependentRequired?: unknown;
  readonly dependentSchemas?: unknown;
}

/** The keywords of objects, in the order in which they are asserted: declared properties before loops over all of them. */
export const objects: Keywords<ObjectKeywords<unknown> & NamedKeywords> = {
  properties: {
    takes: 'namedProperties',
    vocabulary: 'applicator',
    default: {},
    nameKey: 'name',
    isUnordered: true,
    mostEntries: 10_000,
  },
  required: { takes: 'texts', isReported: true, isUnordered: true, mostEntries: 10_000 },
  minProperties: {
    takes: 'count',
    default: 0,
    limit: { isLower: true, of: 'property', upper: 'maxProperties' },
    is: (value, least, { use, literal }) => [`${use('types', 'countProperties')}(${value})`, '>=', literal(least)],
  },
  maxProperties: {
    takes: 'count',
    limit: { isLower: false, of: 'property' },
    is: (value, most, { use, literal }) => [`${use('types', 'countProperties')}(${value})`, '<=', literal(most)],
  },
  dependentRequired: {
    takes: 'textLists',
    since: 2019,
    nameKey: 'property',
    isReported: true,
    isUnordered: true,
    mostEntries: 10_000,
    comparison: { kind: 'condition' },
  },
  dependentSchemas: {
    takes: 'namedSchemas',
    vocabulary: 'applicator',
    since: 2019,
    default: {},
    nameKey: 'property',
    isInPlace: true,
    isUnordered: true,
    comparison: { kind: 'condition' },
  },
  propertyNames: {
    takes: 'schema',
    vocabulary: 'applicator',
    since: 6,
    isReported: true,
    comparison: { kind: 'condition' },
  },
  patternProperties: {
    takes: 'namedProperties',
    vocabulary: 'applicator',
    default: {},
    nameKey: 'pattern',
    isUnordered: true,
    mostEntries: 1_000,
  },
  additionalProperties: { takes: 'schema', vocabulary: 'applicator' },
  unevaluatedProperties: {
    takes: 'schema',
    vocabulary: 'unevaluated',
    since: 2019,
    comparison: { kind: 'condition' },
  },
};
