import { describe, expect, test } from 'vitest';
import type { EnumType } from '../../../generator/api/enums/enum-type.js';
import { readApi } from '../../../generator/api/read-api.js';
import { printShape } from 'speccast/emitter';
import type { TypeNames } from 'speccast/emitter';
import { Diagnostics } from '../../../generator/diagnostics.js';

const names: TypeNames = {
  model: () => 'Model',
  media: () => 'Bytes',
  codec: () => 'Codec',
  constants: (name) => name,
  unrecognized: () => 'Unrecognized',
};

/** The enum that a schema is as a component, if any, and its type. */
function enumOf(schema: object): { readonly found: EnumType | undefined; readonly type: string } {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { Level: schema, Holder: { type: 'object', properties: { level: schema } } } },
  };
  const text = JSON.stringify(document);
  const read = readApi({ spec: { file: 't.json', text }, enums: 'const' }, { diagnostics: new Diagnostics() });
  const [holder] = read?.api.models.filter(({ name }) => name === 'Holder') ?? [];
  const member = holder?.shape.kind === 'object' ? holder.shape.members[0] : undefined;
  return {
    found: read?.api.enums?.find(({ model }) => model !== undefined),
    type: member === undefined ? '' : printShape(member.shape, names),
  };
}

describe('a union of constants', () => {
  test('is an enum with the names and docs of its alternatives', () => {
    const { found, type } = enumOf({
      type: 'integer',
      oneOf: [
        { title: 'HIGH', const: 10, description: 'An urgent problem' },
        { title: 'not so high', const: 4, deprecated: true },
        { const: 1 },
      ],
    });
    expect(found?.values).toEqual([
      { name: 'HIGH', value: 10, doc: { summary: 'An urgent problem' } },
      { name: 'NotSoHigh', value: 4, doc: { deprecated: true } },
      { name: 'Value1', value: 1, doc: {} },
    ]);
    expect(type).toBe('HolderLevel');
  });

  test('may have null, which is no constant', () => {
    for (const empty of [{ type: 'null' }, { const: null }]) {
      const { found, type } = enumOf({ anyOf: [{ const: 'a' }, { const: 'b' }, empty] });
      expect(found?.values.map(({ name }) => name)).toEqual(['A', 'B']);
      expect(type).toBe('HolderLevel | null');
    }
  });

  test.each([
    ['an alternative says more', { oneOf: [{ const: 'a' }, { const: 'b', minLength: 3 }] }, "'a' | 'b'"],
    ['an alternative is no constant', { oneOf: [{ const: 'a' }, { type: 'integer' }] }, "'a' | number"],
    [
      'an alternative is an object',
      { oneOf: [{ const: 'a' }, { const: {} }] },
      "'a' | { readonly [key: string]: never }",
    ],
    [
      'there is another union',
      { oneOf: [{ const: 'a' }, { const: 'b' }], anyOf: [{ const: 'a' }] },
      "('a' | 'b') & 'a'",
    ],
    ['it is empty', { type: 'string', oneOf: [] }, 'string'],
  ])('is a union where %s', (_, schema, want) => {
    expect(enumOf(schema)).toEqual({ found: undefined, type: want });
  });
});
