import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { apiOf, apiOfSchemas, bare, lowerParts, modelOf, schemaOf } from '../lower.js';

const string = { types: ['string'] };

describe('every keyword finds its place', () => {
  test.each<{ readonly title: string; readonly given: Json; readonly want: JsonObject }>([
    { title: 'true', given: true, want: { boolean: true } },
    { title: 'false', given: false, want: { boolean: false } },
    { title: 'nothing', given: {}, want: {} },
    { title: 'type', given: { type: 'string' }, want: string },
    { title: 'type list', given: { type: ['string', 'null'] }, want: { types: ['string', 'null'] } },
    { title: 'enum', given: { enum: [1, 'a', null] }, want: { enum: [1, 'a', null] } },
    { title: 'const null', given: { const: null }, want: { const: { value: null } } },
    { title: 'default null', given: { default: null }, want: { default: { value: null } } },
    {
      title: 'string rules',
      given: {
        minLength: 1,
        maxLength: 2,
        pattern: 'a',
        format: 'date',
        contentEncoding: 'base64',
        contentMediaType: 'image/png',
      },
      want: {
        string: {
          minLength: 1,
          maxLength: 2,
          pattern: 'a',
          format: 'date',
          contentEncoding: 'base64',
          contentMediaType: 'image/png',
        },
      },
    },
    {
      title: 'number rules',
      given: { minimum: 0, maximum: 9, exclusiveMinimum: -1, exclusiveMaximum: 10, multipleOf: 3 },
      want: { number: { minimum: 0, maximum: 9, exclusiveMinimum: -1, exclusiveMaximum: 10, multipleOf: 3 } },
    },
    {
      title: 'array rules',
      given: {
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        prefixItems: [{ type: 'string' }],
        items: false,
        contains: { type: 'string' },
        minContains: 0,
        maxContains: 1,
        unevaluatedItems: false,
      },
      want: {
        array: {
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
          prefixItems: [string],
          items: { boolean: false },
          contains: string,
          minContains: 0,
          maxContains: 1,
          unevaluatedItems: { boolean: false },
        },
      },
    },
    {
      title: 'object rules',
      given: {
        properties: { a: { type: 'string' }, b: true },
        required: ['b', 'other', 'other'],
        patternProperties: { '^x': { type: 'string' } },
        additionalProperties: false,
        propertyNames: { type: 'string' },
        minProperties: 1,
        maxProperties: 2,
        dependentRequired: { a: ['b'] },
        dependentSchemas: { a: { type: 'string' } },
        unevaluatedProperties: false,
      },
      want: {
        object: {
          properties: [
            { name: 'a', required: false, schema: string },
            { name: 'b', required: true, schema: { boolean: true } },
          ],
          requiredOnly: ['other'],
          patternProperties: [{ pattern: '^x', schema: string }],
          additionalProperties: { boolean: false },
          propertyNames: string,
          minProperties: 1,
          maxProperties: 2,
          dependentRequired: [{ property: 'a', required: ['b'] }],
          dependentSchemas: [{ property: 'a', schema: string }],
          unevaluatedProperties: { boolean: false },
        },
      },
    },
    {
      title: 'combinations',
      given: {
        allOf: [true],
        anyOf: [false],
        oneOf: [{ type: 'string' }],
        not: true,
        if: true,
        then: false,
        else: true,
      },
      want: {
        allOf: [{ boolean: true }],
        anyOf: [{ boolean: false }],
        oneOf: [string],
        not: { boolean: true },
        if: { boolean: true },
        then: { boolean: false },
        else: { boolean: true },
      },
    },
    {
      title: 'annotations',
      given: {
        title: 'T',
        description: 'D',
        deprecated: true,
        readOnly: true,
        writeOnly: false,
        example: 1,
        'x-source': 'a.md:1',
      },
      want: {
        readOnly: true,
        writeOnly: false,
        examples: [1],
        title: 'T',
        doc: { description: 'D', deprecated: true, source: 'a.md:1' },
        extensions: { 'x-source': 'a.md:1' },
      },
    },
    {
      title: 'several sources',
      given: { 'x-source': ['a.md:1', 'a.md:2'] },
      want: { doc: { source: 'a.md:1, a.md:2' }, extensions: { 'x-source': ['a.md:1', 'a.md:2'] } },
    },
  ])('$title', ({ given, want }) => {
    expect(bare(schemaOf(given))).toEqual(want);
  });
});

describe('references', () => {
  test('siblings of a $ref stay beside it', () => {
    const schema = schemaOf(
      { $ref: '#/components/schemas/Other', minLength: 2, description: 'D' },
      { Other: { type: 'string' } },
    );
    expect(bare(schema)).toEqual({
      ref: '#/components/schemas/Other',
      string: { minLength: 2 },
      doc: { description: 'D' },
    });
  });

  test('a component that is nothing but a $ref is an alias of its target', () => {
    const api = apiOfSchemas({ A: { $ref: '#/components/schemas/B' }, B: { type: 'string' } });
    expect(bare(api.schemas)).toEqual({
      '#/components/schemas/A': { ref: '#/components/schemas/B' },
      '#/components/schemas/B': string,
    });
  });

  test('schemas may refer to themselves through a property', () => {
    const api = apiOfSchemas({
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    });
    expect(Object.keys(api.schemas)).toEqual(['#/components/schemas/Tree']);
  });

  test('what a $ref reaches becomes a model wherever it is: in other files and inside other schemas', () => {
    const files = { 'shared.json': '{"Video": {"type": "object"}}' };
    const schemas = {
      List: { type: 'array', items: { $ref: 'shared.json#/Video' } },
      Part: { $ref: '#/components/schemas/Whole/properties/part' },
      Whole: { type: 'object', properties: { part: { type: 'string' } } },
    };
    const { models } = apiOf({ components: { schemas } }, files);
    expect(models.map(({ id, specName, name }) => ({ id, specName, name }))).toEqual([
      { id: '#/components/schemas/List', specName: 'List', name: 'List' },
      { id: '#/components/schemas/Part', specName: 'Part', name: 'Part' },
      { id: '#/components/schemas/Whole', specName: 'Whole', name: 'Whole' },
      { id: 'shared.json#/Video', specName: 'Video', name: 'Video' },
      { id: '#/components/schemas/Whole/properties/part', specName: 'part', name: 'WholePart' },
    ]);
  });

  test('a deep chain of references does not exhaust the stack', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        { type: 'object', properties: { next: { $ref: `#/components/schemas/${names[index + 1] ?? 'S0'}` } } },
      ]),
    );
    expect(apiOfSchemas(schemas).models.length).toBe(20_000);
  });
});

describe('discriminator', () => {
  const kinds = { properties: { kind: { enum: ['Dog', 'Cat', 'a', 'b', 'c', 'd'] } } };
  const schemas = { Dog: kinds, Cat: kinds, 'lazy-cat': {} };
  const oneOf = [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }];

  test.each([
    {
      title: 'without a mapping the names of the branches count',
      mapping: undefined,
      want: { Dog: 'Dog', Cat: 'Cat' },
    },
    { title: 'a mapping by bare name', mapping: { d: 'Dog' }, want: { d: 'Dog', Cat: 'Cat' } },
    {
      title: 'a mapping by reference',
      mapping: { d: '#/components/schemas/Dog', c: '#/components/schemas/Cat' },
      want: { d: 'Dog', c: 'Cat' },
    },
    {
      title: 'a schema that is no branch',
      mapping: { lazy: 'lazy-cat' },
      want: { lazy: 'lazy-cat', Dog: 'Dog', Cat: 'Cat' },
    },
    {
      title: 'several values for one schema',
      mapping: { a: 'Dog', b: 'Dog' },
      want: { a: 'Dog', b: 'Dog', Cat: 'Cat' },
    },
  ])('$title', ({ mapping, want }) => {
    const discriminator = { propertyName: 'kind', ...(mapping !== undefined && { mapping }) };
    const mapped = Object.entries(want).map(([value, name]) => ({ value, ref: `#/components/schemas/${name}` }));
    expect(schemaOf({ oneOf, discriminator }, schemas).discriminator).toEqual({ property: 'kind', mapping: mapped });
  });

  test('a default mapping, in which references name branches of other files', () => {
    const branches = ['Dog', 'Cat'].map((name) => ({ $ref: `pets.json#/${name}` }));
    const discriminator = {
      propertyName: 'kind',
      mapping: { a: './pets.json#/Dog' },
      defaultMapping: 'pets.json#/Cat',
    };
    const parts = { openapi: '3.2.0', components: { schemas: { Pet: { oneOf: branches, discriminator } } } };
    const files = { 'pets.json': JSON.stringify({ Dog: kinds, Cat: kinds }) };
    expect(modelOf(lowerParts(parts, files).api, 'Pet').schema.discriminator).toEqual({
      property: 'kind',
      mapping: [{ value: 'a', ref: 'pets.json#/Dog' }],
      defaultMapping: { ref: 'pets.json#/Cat' },
    });
  });
});
