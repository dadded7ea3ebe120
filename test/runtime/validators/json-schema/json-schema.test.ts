import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '@speccast/runtime';
import { documentSchemas, registerDocuments, registerSchemas } from '@speccast/runtime/validators';
import type { WriteSchema } from '@speccast/runtime/validators';
import { readRows } from '../../../rows.js';

const { rows: table } = readRows(new URL('json-schema.yaml', import.meta.url));

function writerOf(schemas: JsonObject, stated: JsonObject = {}): WriteSchema {
  return registerSchemas(documentSchemas({ components: { schemas } }, { schemas: stated }));
}

/** What a component is in a target, beside others; inner components come along. */
function write(target: string, schema: Json, components: JsonObject = {}): Record<string, unknown> {
  return writerOf({ ...components, Root: schema })('#/components/schemas/Root', { target });
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

describe('draft-2020-12', () => {
  const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

  test('holds what it refers to, under names that need no escape', () => {
    const components = { 'In~1ner x': { type: 'string' }, Outer: { properties: { a: ref('In~01ner%20x') } } };
    expect(
      write('draft-2020-12', { properties: { $ref: ref('In~01ner%20x'), b: ref('Outer/properties/a') } }, components),
    ).toEqual({
      ...dialect,
      properties: { $ref: { $ref: '#/$defs/In_1ner_x' }, b: { $ref: '#/$defs/a' } },
      $defs: { In_1ner_x: { type: 'string' }, a: { $ref: '#/$defs/In_1ner_x' } },
    });
  });

  test('says nothing that only OpenAPI has words for', () => {
    const schema = {
      'x-owner': 1,
      nullable: true,
      xml: {},
      discriminator: { propertyName: 'a' },
      example: 1,
      type: 'object',
    };
    expect(write('draft-2020-12', schema)).toEqual({ ...dialect, type: 'object', examples: [1] });
  });

  test('holds itself where it is recursive', () => {
    const items = { items: { $ref: '#/$defs/Root' } };
    expect(write('draft-2020-12', { items: ref('Root') })).toEqual({ ...dialect, ...items, $defs: { Root: items } });
  });

  test('is an object also where the schema is a boolean', () => {
    expect([write('draft-2020-12', true), write('openapi-3.0', false)]).toEqual([dialect, { not: {} }]);
  });

  test('is a new object each time', () => {
    const schema = { enum: [{ a: 1 }] };
    const written = write('draft-2020-12', schema);
    expect(written['enum']).toEqual(schema.enum);
    expect(written['enum']).not.toBe(schema.enum);
  });

  test('may be none of the components', () => {
    const stated = { '#/paths/~1pets/post/requestBody': { items: { $ref: '#/components/schemas/Pet' } } };
    const write = writerOf({ Pet: { title: 'Pet' } }, stated);
    expect(write('#/paths/~1pets/post/requestBody', { target: 'draft-2020-12' })).toEqual({
      ...dialect,
      items: { $ref: '#/$defs/Pet' },
      $defs: { Pet: { title: 'Pet' } },
    });
  });
});

describe('draft-07', () => {
  const dialect = { $schema: 'http://json-schema.org/draft-07/schema#' };

  test.each(table<readonly [string, JsonObject, JsonObject]>('draft-07'))('writes %s', (_, schema, want) => {
    expect(write('draft-07', schema)).toEqual({ ...dialect, ...want });
  });

  test('keeps what is beside a reference', () => {
    expect(write('draft-07', { properties: { a: { ...ref('A'), title: 'B' } } }, { A: { type: 'string' } })).toEqual({
      ...dialect,
      properties: { a: { title: 'B', allOf: [{ $ref: '#/definitions/A' }] } },
      definitions: { A: { type: 'string' } },
    });
  });

  test.each(['unevaluatedProperties', 'unevaluatedItems'])('rejects %s beside what evaluates, too', (keyword) => {
    expect(() => write('draft-07', { allOf: [true], [keyword]: false })).toThrow(
      `JSON Schema target "draft-07" cannot express "${keyword}"`,
    );
  });
});

describe('openapi-3.0', () => {
  test.each(table<readonly [string, JsonObject, JsonObject]>('OpenAPI 3.0'))('writes %s', (_, schema, want) => {
    expect(write('openapi-3.0', schema)).toEqual(want);
  });

  test('has what it refers to in its place', () => {
    const components = { A: { type: 'string', title: 'A' } };
    expect(
      write(
        'openapi-3.0',
        { properties: { a: { ...ref('A'), title: 'B' }, b: { ...ref('A'), maxLength: 1 } } },
        components,
      ),
    ).toEqual({
      properties: { a: { type: 'string', title: 'B' }, b: { maxLength: 1, allOf: [{ type: 'string', title: 'A' }] } },
    });
  });

  test('refers to what is recursive as to a component, and brings that along', () => {
    const node = { properties: { next: { ...ref('Node'), title: 'Next' } } };
    const inner = { title: 'Next', allOf: [{ $ref: '#/components/schemas/Node' }] };
    const written = { properties: { next: inner } };
    expect(write('openapi-3.0', { items: ref('Node') }, { Node: node })).toEqual({
      items: { $ref: '#/components/schemas/Node' },
      components: { schemas: { Node: written } },
    });
  });

  test.each(['patternProperties', 'propertyNames', 'prefixItems'])('rejects %s', (keyword) => {
    const value = keyword === 'prefixItems' ? [{ type: 'string' }] : { '^a': false, type: 'string' };
    expect(() => write('openapi-3.0', { properties: { a: { [keyword]: value } } })).toThrow(
      `JSON Schema target "openapi-3.0" cannot express "${keyword}"`,
    );
  });
});

test('a target that is not known is rejected with those that are', () => {
  expect(() => write('draft-04', {})).toThrow(
    'JSON Schema target "draft-04" is not known: use draft-2020-12, draft-07, openapi-3.0 or openapi-3.1',
  );
});

test('a reference that leads nowhere is named', () => {
  expect(() => write('draft-07', ref('Nothing'))).toThrow(
    'The JSON Schema refers to "#/components/schemas/Nothing", which is not in it',
  );
});

describe('documents of their own', () => {
  const tree = {
    $id: 'https://a.test/tree',
    $defs: { leaf: { $anchor: 'leaf', dependencies: { a: ['b'] } } },
    items: { $ref: '#/$defs/leaf' },
  };

  test('stay as they are in their own draft', () => {
    const written = registerDocuments(() => ({ tree }))('tree', { target: 'draft-2020-12' });
    expect(written).toEqual({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...tree });
  });

  test('are rewritten for other targets', () => {
    expect(registerDocuments(() => ({ tree }))('tree', { target: 'draft-07' })).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: { $ref: '#/definitions/leaf' },
      definitions: { leaf: { allOf: [{ dependencies: { a: ['b'] } }] } },
    });
  });

  test('with an `$id` inside are rejected there: pointers would start elsewhere', () => {
    const inner = { items: { $id: 'https://b.test/' } };
    expect(() => registerDocuments(() => ({ inner }))('inner', { target: 'draft-07' })).toThrow(
      'JSON Schema target "draft-07" cannot express "$id" within a schema',
    );
  });
});
