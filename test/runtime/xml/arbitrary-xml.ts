import * as fc from 'fast-check';
import type { XmlSchema } from '@speccast/runtime/xml';

/** A schema, and what makes values that it describes. */
export interface Sampled {
  readonly schema: XmlSchema;
  readonly values: fc.Arbitrary<unknown>;
}

/** Characters that XML can carry, those that need references among them. */
const texts = fc.string({
  unit: fc.constantFrom('a', 'ü', '<', '>', '&', '"', "'", ']', '\n', '\t', '\r', ' ', '😀', '\u2028'),
  maxLength: 8,
});

const scalars: fc.Arbitrary<Sampled> = fc.constantFrom<Sampled[]>(
  { schema: {}, values: texts },
  { schema: { type: 'integer' }, values: fc.integer() },
  { schema: { type: 'number' }, values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0) },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { type: 'string' }, values: fc.option(texts) },
  { schema: { type: 'integer' }, values: fc.option(fc.integer()) },
);

const names = fc.constantFrom('a', 'b', 'c', 'xml', 'nil', 'constructor', 'toString', '__proto__', '$id', 'e f');

/** Schemas of any shape; `depth` bounds how deep they are. */
export function sampled(depth: number): fc.Arbitrary<Sampled> {
  if (depth === 0) return scalars;
  const inner = sampled(depth - 1);
  return fc.oneof(scalars, objects(inner), arrays(inner));
}

/** Schemas of bodies. */
export const sampledRoots: fc.Arbitrary<Sampled> = fc
  .oneof(objects(sampled(2)), arrays(sampled(2)))
  .map(({ schema, values }) => ({ schema: { ...schema, root: 'Root' }, values }));

function arrays(inner: fc.Arbitrary<Sampled>): fc.Arbitrary<Sampled> {
  return fc.tuple(inner, fc.option(fc.constantFrom('item', 'Entry'), { nil: undefined })).map(([one, name]) => ({
    schema: { items: name === undefined ? one.schema : { ...one.schema, name } },
    values: fc.array(one.values, { maxLength: 4 }),
  }));
}

function objects(inner: fc.Arbitrary<Sampled>): fc.Arbitrary<Sampled> {
  const members = fc.uniqueArray(fc.tuple(names, inner, fc.constantFrom('element', 'attribute', 'wrapped')), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  return members.map((all) => {
    const properties = all.map(([name, one, node], index) => [name, propertyOf(one, node, index)] as const);
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

/** Arrays and objects are elements, arrays with or without one around them; names of elements differ. */
function propertyOf({ schema, values }: Sampled, node: string, index: number): Sampled {
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
