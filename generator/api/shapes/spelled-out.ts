import type { Schema } from '../types/schema.js';

type Schemas = ReadonlyMap<string, Schema>;

/** Most combinations of alternatives in a type: TypeScript gives up at 100,000 (TS2590). */
const most = 10_000;

/** Levels of schemas that combine schemas which are counted. */
const deepest = 100;

/** A part of a combination: the schema itself for its `$ref`, a schema of `allOf`, or the list of `oneOf` or `anyOf`. */
type Part = Schema | readonly Schema[];

/** Parts, each with the schemas of which one must hold. */
type Parts = readonly (readonly [Part, readonly Schema[]])[];

/**
 * The parts of a schema that its type spells out. An `allOf` of many unions has as many combinations as the product of their
 * alternatives; those that would make too many are left out, so that the type says less than the validators.
 */
export function spelledOut(schema: Schema, schemas: Schemas): ReadonlySet<Part> {
  const parts = listCombinedParts(schema, schemas);
  if (parts.length < 2) return new Set(parts.map(([part]) => part));
  return combine(parts, { schemas, counted: new Map() }, 0).kept;
}

/** Returns true if the type of a schema leaves parts out, since it would have too many combinations of alternatives. */
export function isTooBroad(schema: Schema, schemas: Schemas): boolean {
  return spelledOut(schema, schemas).size < listCombinedParts(schema, schemas).length;
}

interface Counting {
  readonly schemas: Schemas;
  /** Combinations by schema; one for a schema that is still being counted. */
  readonly counted: Map<Schema, number>;
}

function combine(
  parts: Parts,
  counting: Counting,
  depth: number,
): { readonly kept: Set<Part>; readonly count: number } {
  const kept = new Set<Part>();
  let count = 1;
  for (const [part, alternatives] of parts) {
    const own = alternatives.reduce((sum, one) => sum + countCombinations(one, counting, depth + 1), 0);
    if (own > 1 && count > 1 && count * own > most) continue;
    count *= own;
    kept.add(part);
  }
  return { kept, count };
}

function countCombinations(schema: Schema, counting: Counting, depth: number): number {
  const known = counting.counted.get(schema);
  if (known !== undefined) return known;
  counting.counted.set(schema, 1);
  if (depth > deepest) return 1;
  const { count } = combine(listCombinedParts(schema, counting.schemas), counting, depth);
  counting.counted.set(schema, count);
  return count;
}

function listCombinedParts(schema: Schema, schemas: Schemas): Parts {
  const { ref, allOf = [], oneOf, anyOf } = schema;
  const target = ref === undefined ? undefined : schemas.get(ref);
  return [
    ...(target === undefined ? [] : [[schema, [target]] as const]),
    ...allOf.map((one) => [one, [one]] as const),
    ...[oneOf, anyOf].flatMap((list) => (list === undefined || list.length === 0 ? [] : [[list, list] as const])),
  ];
}
