import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from 'speccast/emitter';
import { lowerOrThrow, lowerSchemas, omitPlaces, lowerParts, findModel, lowerSchema } from '../lower.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const string = { types: ['string'] };

describe('every keyword is lowered', () => {
  table('$title', ({ given, want }: { given: Json; want: JsonObject }) => {
    expect(omitPlaces(lowerSchema(given))).toEqual(want);
  });
});

describe('references', () => {
  test('siblings of a $ref stay beside it', () => {
    const schema = lowerSchema(
      { $ref: '#/components/schemas/Other', minLength: 2, description: 'D' },
      { Other: { type: 'string' } },
    );
    expect(omitPlaces(schema)).toEqual({
      ref: '#/components/schemas/Other',
      string: { minLength: 2 },
      doc: { description: 'D' },
    });
  });

  test('a component that is only a $ref is an alias of its target', () => {
    const api = lowerSchemas({
      A: { $ref: '#/components/schemas/B' },
      B: { type: 'string' },
    });
    expect(omitPlaces(api.schemas)).toEqual({
      '#/components/schemas/A': { ref: '#/components/schemas/B' },
      '#/components/schemas/B': string,
    });
  });

  test('schemas may refer to themselves through a property', () => {
    const api = lowerSchemas({
      Tree: {
        type: 'object',
        properties: {
          children: {
            type: 'array',
            items: { $ref: '#/components/schemas/Tree' },
          },
        },
      },
    });
    expect(Object.keys(api.schemas)).toEqual(['#/components/schemas/Tree']);
  });

  test('the target of a $ref is a model, also in other files and inside other schemas', () => {
    const files = { 'shared.json': '{"Video": {"type": "object"}}' };
    const schemas = {
      List: { type: 'array', items: { $ref: 'shared.json#/Video' } },
      Part: { $ref: '#/components/schemas/Whole/properties/part' },
      Whole: { type: 'object', properties: { part: { type: 'string' } } },
    };
    const { models } = lowerOrThrow({ components: { schemas } }, files);
    expect(models.map(({ id, specName, name }) => ({ id, specName, name }))).toEqual([
      { id: '#/components/schemas/List', specName: 'List', name: 'List' },
      { id: '#/components/schemas/Part', specName: 'Part', name: 'Part' },
      { id: '#/components/schemas/Whole', specName: 'Whole', name: 'Whole' },
      { id: 'shared.json#/Video', specName: 'Video', name: 'Video' },
      {
        id: '#/components/schemas/Whole/properties/part',
        specName: 'part',
        name: 'WholePart',
      },
    ]);
  });

  test('a deep chain of references does not exhaust the stack', () => {
    const names = Array.from({ length: 6000 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          type: 'object',
          properties: {
            next: { $ref: `#/components/schemas/${names[index + 1] ?? 'S0'}` },
          },
        },
      ]),
    );
    expect(lowerSchemas(schemas).models.length).toBe(6000);
  });
});

describe('discriminator', () => {
  const kinds = data<JsonObject>('kinds');
  const schemas = { Dog: kinds, Cat: kinds, 'lazy-cat': {} };
  const oneOf = [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }];

  test.each([
    {
      title: 'without a mapping, values are the names of the branches',
      mapping: undefined,
      want: { Dog: 'Dog', Cat: 'Cat' },
    },
    {
      title: 'a mapping by bare name',
      mapping: { d: 'Dog' },
      want: { d: 'Dog', Cat: 'Cat' },
    },
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
    const discriminator = {
      propertyName: 'kind',
      ...(mapping !== undefined && { mapping }),
    };
    const mapped = Object.entries(want).map(([value, name]) => ({
      value,
      ref: `#/components/schemas/${name}`,
    }));
    expect(lowerSchema({ oneOf, discriminator }, schemas).discriminator).toEqual({
      property: 'kind',
      mapping: mapped,
    });
  });

  table(
    'a default mapping, in which references name branches of other files',
    ({ parts, files, want }: { parts: JsonObject; files: Readonly<Record<string, string>>; want: unknown }) => {
      expect(findModel(lowerParts(parts, files).api, 'Pet').schema.discriminator).toEqual(want);
    },
  );
});
