import { allowedValues } from '../../api/schemas/target-schema.js';
import type { Schema } from '../../api/types/schema.js';
import { compact, isOfType, type Json } from '../../json.js';

/** A schema without null among its types, values and members, and whether null was one of them. */
interface Normalized {
  readonly schema: Schema;
  readonly nullable: boolean;
}

/** Keywords that assert nothing. */
const annotations: ReadonlySet<string> = new Set([
  'at',
  'default',
  'doc',
  'examples',
  'extensions',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Returns whether a schema has no assertions beside these keywords. */
export function constrainsOnlyBy(schema: Schema, keys: readonly (keyof Schema)[]): boolean {
  const allowed = new Set<string>(keys);
  return Object.keys(schema).every((key) => annotations.has(key) || allowed.has(key));
}

/** Returns whether a schema is a reference without assertions beside it. */
export function isPlainReference(schema: Schema): schema is Schema & { readonly ref: string } {
  return schema.ref !== undefined && constrainsOnlyBy(schema, ['ref']);
}

/** Returns the target of a plain reference; any other schema is returned as it is. */
export function followPlainReference(
  { schemas }: { readonly schemas: ReadonlyMap<string, Schema> },
  schema: Schema,
): Schema {
  return (isPlainReference(schema) ? schemas.get(schema.ref) : undefined) ?? schema;
}

/**
 * Rewrites a schema that could be written in several ways to one of them: `anyOf` with null, `allOf` and unions of one member,
 * `const`, unions of constants, types that follow from values, and boolean schemas: `{ const: 1 }` → `{ enum: [1] }`.
 */
export function normalizeSchema(schema: Schema): Normalized {
  const { at, doc, boolean } = schema;
  // The schema `true` asserts nothing; `false` has no type.
  const plain = boolean === undefined ? schema : { at, doc, ...(!boolean && { types: [] }) };
  const { schema: bare, nullable } = withoutNull(plain);
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    const [only, ...others] = bare[key] ?? [];
    if (only === undefined || others.length > 0 || !constrainsOnlyBy(bare, [key, 'discriminator'])) continue;
    const inner = normalizeSchema(only);
    return { schema: { ...inner.schema }, nullable: nullable || inner.nullable };
  }
  return { schema: withValues(bare), nullable };
}

function withoutNull(schema: Schema): Normalized {
  const { types, enum: values, const: constant } = schema;
  const others = values?.filter((value) => value !== null) ?? [];
  if (types !== undefined && types.length > 1 && types.includes('null')) {
    const enums = values !== undefined && { enum: others };
    return { schema: { ...schema, types: types.filter((type) => type !== 'null'), ...enums }, nullable: true };
  }
  const isNamed = types === undefined && constant === undefined && values !== undefined && values.length > 1;
  if (isNamed && values.includes(null)) return { schema: { ...schema, enum: others }, nullable: true };
  for (const key of ['anyOf', 'oneOf'] as const) {
    const members = schema[key] ?? [];
    const kept = members.filter((member) => {
      // A member that allows only null: `{ type: 'null' }`, `{ const: null }` or `{ enum: [null] }`.
      const only = allowedValues(member);
      const isNull = only === undefined ? member.types?.join() === 'null' : only.every((value) => value === null);
      return !isNull || !constrainsOnlyBy(member, ['types', 'enum', 'const']);
    });
    if (kept.length < members.length && kept.length > 0) return { schema: { ...schema, [key]: kept }, nullable: true };
  }
  return { schema, nullable: false };
}

/** Rewrites constants and unions of constants to `enum`, without `type`: `{ const: 1 }` or `{ oneOf: [{ const: 1 }] }` → `{ enum: [1] }`. */
function withValues(schema: Schema): Schema {
  const values = inferValues(schema);
  if (values === undefined) return schema;
  const { const: constant, oneOf, anyOf, types, ...others } = schema;
  const isUnion = constant === undefined && schema.enum === undefined;
  const unions = isUnion ? {} : compact({ oneOf, anyOf });
  const possible = values.filter((value) => types === undefined || types.some((type) => isOfType(value, type)));
  return { ...others, ...unions, enum: possible };
}

function inferValues(schema: Schema): readonly Json[] | undefined {
  const stated = allowedValues(schema);
  if (stated !== undefined) return stated;
  const members = schema.oneOf ?? schema.anyOf ?? [];
  if (members.length === 0 || !constrainsOnlyBy(schema, ['oneOf', 'anyOf', 'types'])) return undefined;
  const areValues = members.every((member) => constrainsOnlyBy(member, ['const', 'enum', 'types']));
  const values = areValues ? members.map(inferValues) : [undefined];
  return values.every((list) => list !== undefined) ? values.flat() : undefined;
}
