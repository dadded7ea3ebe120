import { describe, expect, test } from 'vitest';
import { readApi, type ReadApi } from '../lower.js';
import { printShape } from 'speccast/emitter';
import type { JsonObject, TypeNames } from 'speccast/emitter';
import { Diagnostics } from '../../spec/read-text.js';
import { readRows } from '../../rows.js';

type EnumType = NonNullable<ReadApi['api']['enums']>[number];

const { table } = readRows(import.meta.url);

const names: TypeNames = {
  model: () => 'Model',
  media: () => 'Bytes',
  codec: () => 'Codec',
  constants: (name) => name,
  unrecognized: () => 'Unrecognized',
};

/** Lowers a schema as a component and as a property: the enum of the component, if any, and the printed type of the property. */
function lowerEnum(schema: object): { readonly found: EnumType | undefined; readonly type: string } {
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
  table(
    'is an enum with the names and docs of its alternatives',
    ({ schema, want }: { schema: object; want: unknown }) => {
      const { found, type } = lowerEnum(schema);
      expect(found?.values).toEqual(want);
      expect(type).toBe('HolderLevel');
    },
  );

  test('may have null, which gets no constant', () => {
    for (const empty of [{ type: 'null' }, { const: null }]) {
      const { found, type } = lowerEnum({ anyOf: [{ const: 'a' }, { const: 'b' }, empty] });
      expect(found?.values.map(({ name }) => name)).toEqual(['A', 'B']);
      expect(type).toBe('HolderLevel | null');
    }
  });

  table('is a union if %s', (_: string, schema: JsonObject, want: string) => {
    expect(lowerEnum(schema)).toEqual({ found: undefined, type: want });
  });
});
