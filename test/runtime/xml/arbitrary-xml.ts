import * as fc from 'fast-check';
import type { XmlSchema } from '@speccast/runtime/xml';

/** A schema, and values that it describes. */
export interface SchemaWithValues {
  readonly schema: XmlSchema;
  readonly values: fc.Arbitrary<unknown>;
}

/** Texts of characters that XML allows, some of which need references. */
const texts = fc.string({
  unit: fc.constantFrom('a', 'ü', '<', '>', '&', '"', "'", ']', '\n', '\t', '\r', ' ', '😀', '\u2028'),
  maxLength: 8,
});

const scalars: fc.Arbitrary<SchemaWithValues> = fc.constantFrom<SchemaWithValues[]>(
  { schema: {}, values: texts },
  { schema: { type: 'integer' }, values: fc.integer() },
  { schema: { type: 'number' }, values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0) },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { type: 'string' }, values: fc.option(texts) },
  { schema: { type: 'integer' }, values: fc.option(fc.integer()) },
);

const names = fc.constantFrom('a', 'b', 'c', 'xml', 'nil', 'constructor', 'toString', '__proto__', '$id', 'e f');

/** Returns schemas of any shape that are nested at most `depth` levels. */
export function arbitrarySchema(depth: number): fc.Arbitrary<SchemaWithValues> {
  if (depth === 0) return scalars;
  const inner = arbitrarySchema(depth - 1);
  return fc.oneof(scalars, arbitraryObjects(inner), arbitraryArrays(inner));
}

/** Schemas of bodies. */
export const arbitraryBodies: fc.Arbitrary<SchemaWithValues> = fc
  .oneof(arbitraryObjects(arbitrarySchema(2)), arbitraryArrays(arbitrarySchema(2)))
  .map(({ schema, values }) => ({ schema: { ...schema, root: 'Root' }, values }));

function arbitraryArrays(inner: fc.Arbitrary<SchemaWithValues>): fc.Arbitrary<SchemaWithValues> {
  return fc.tuple(inner, fc.option(fc.constantFrom('item', 'Entry'), { nil: undefined })).map(([one, name]) => ({
    schema: { items: name === undefined ? one.schema : { ...one.schema, name } },
    values: fc.array(one.values, { maxLength: 4 }),
  }));
}

function arbitraryObjects(inner: fc.Arbitrary<SchemaWithValues>): fc.Arbitrary<SchemaWithValues> {
  const members = fc.uniqueArray(fc.tuple(names, inner, fc.constantFrom('element', 'attribute', 'wrapped')), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  return members.map((all) => {
    const properties = all.map(([name, one, node], index) => [name, createProperty(one, node, index)] as const);
    const values = fc.tuple(...properties.map(([, one]) => one.values)).map((found) => {
      const entries = properties.map(([name, { schema }], index) => [name, schema, found[index]] as const);
      return Object.fromEntries(
        // An attribute cannot be null.
        entries.flatMap(([name, { node }, value]) => (value === null && node === 'attribute' ? [] : [[name, value]])),
      );
    });
    return { schema: { properties: Object.fromEntries(properties.map(([name, one]) => [name, one.schema])) }, values };
  });
}

/** Creates the schema of a property: arrays and objects are elements, arrays with or without a wrapping element. All elements have different names. */
function createProperty({ schema, values }: SchemaWithValues, node: string, index: number): SchemaWithValues {
  const name = `p${index}`;
  if (schema.items !== undefined) {
    const items = typeof schema.items === 'function' ? schema.items() : schema.items;
    const own = { ...items, name: `i${index}` };
    return node === 'wrapped'
      ? { schema: { ...schema, node: 'element' }, values }
      : { schema: { ...schema, items: own, required: true }, values };
  }
  const isAttribute = node === 'attribute' && schema.properties === undefined;
  return { schema: { ...schema, ...(node === 'wrapped' && { name }), ...(isAttribute && { node }) }, values };
}
