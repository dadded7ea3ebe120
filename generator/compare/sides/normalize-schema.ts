import type { Schema } from '../../api/types/schema.js';
import type { Json } from '../../json.js';

/** A schema without what says that its values may be null. */
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

/** A reference without assertions beside it. */
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
 * The one spelling of what can be spelled in several ways: `anyOf` with null, `allOf` and unions of one, `const`, unions
 * of constants, types that follow from values, and booleans.
 */
export function normalizeSchema(schema: Schema): Normalized {
  const { schema: bare, nullable } = withoutNull(plainBoolean(schema));
  const [only, ...others] = onlyMembers(bare) ?? [];
  if (only !== undefined && others.length === 0) {
    const inner = normalizeSchema(only);
    return { schema: { ...inner.schema }, nullable: nullable || inner.nullable };
  }
  return { schema: withValues(bare), nullable };
}

/** `true` asserts nothing; `false` has no type. */
function plainBoolean(schema: Schema): Schema {
  if (schema.boolean === undefined) return schema;
  return { at: schema.at, doc: schema.doc, ...(!schema.boolean && { types: [] }) };
}

/** The members of the one combination that a schema consists of. */
function onlyMembers(schema: Schema): readonly Schema[] | undefined {
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    const members = schema[key];
    if (members !== undefined && constrainsOnlyBy(schema, [key, 'discriminator'])) return members;
  }
  return undefined;
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
    const kept = members.filter((member) => !isNull(member));
    if (kept.length < members.length && kept.length > 0) return { schema: { ...schema, [key]: kept }, nullable: true };
  }
  return { schema, nullable: false };
}

function isNull(schema: Schema): boolean {
  const { types, enum: values, const: constant } = schema;
  if (!constrainsOnlyBy(schema, ['types', 'enum', 'const'])) return false;
  const only = constant === undefined ? values : [constant.value];
  return only === undefined ? types?.length === 1 && types[0] === 'null' : only.every((value) => value === null);
}

/** Constants are enums of one; a union of constants is an enum; values say their types themselves. */
function withValues(schema: Schema): Schema {
  const values = inferValues(schema);
  if (values === undefined) return schema;
  const { const: constant, oneOf, anyOf, types, ...others } = schema;
  const isUnion = constant === undefined && schema.enum === undefined;
  const unions = isUnion ? {} : { ...(oneOf !== undefined && { oneOf }), ...(anyOf !== undefined && { anyOf }) };
  const possible = values.filter((value) => types === undefined || types.some((type) => hasJsonType(value, type)));
  return { ...others, ...unions, enum: possible };
}

function inferValues(schema: Schema): readonly Json[] | undefined {
  if (schema.const !== undefined) return [schema.const.value];
  if (schema.enum !== undefined) return schema.enum;
  const members = schema.oneOf ?? schema.anyOf ?? [];
  if (members.length === 0 || !constrainsOnlyBy(schema, ['oneOf', 'anyOf', 'types'])) return undefined;
  const areValues = members.every((member) => constrainsOnlyBy(member, ['const', 'enum', 'types']));
  const values = areValues ? members.map(inferValues) : [undefined];
  return values.every((list) => list !== undefined) ? values.flat() : undefined;
}

/** Returns whether a JSON value is of a type: `hasJsonType(1.5, 'integer')` is false. */
export function hasJsonType(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
