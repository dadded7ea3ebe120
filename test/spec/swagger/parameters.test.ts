import { describe, expect, test } from 'vitest';
import { convertOperation } from './convert.js';
import { readRows } from '../../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { table } = readRows(import.meta.url);

function convertParameter(text: string): { readonly converted: unknown; readonly messages: readonly string[] } {
  const { operation, messages } = convertOperation(`parameters: [{ ${text} }]`);
  return { converted: operation.parameters[0], messages };
}

const strings = { type: 'array', items: { type: 'string' } };

describe('a parameter', () => {
  table('gets a schema, and keeps its extensions and its example', ({ want }: { want: unknown }) => {
    const written =
      'name: size, in: query, description: Size., required: true, type: string, format: char, enum: [s, m], default: s, pattern: "^.$", x-example: m, x-other: [1], allowEmptyValue: true';
    expect(convertParameter(written)).toEqual(want);
  });

  test('keeps its limits, exclusive ones and null included', () => {
    const { converted } = convertParameter(
      'name: a, in: header, type: number, minimum: 1, exclusiveMinimum: true, x-nullable: true',
    );
    expect(converted).toMatchObject({ schema: { type: ['number', 'null'], exclusiveMinimum: 1 } });
  });

  table('with a list in the %s, joined as %j, has its style', (location: string, format: string, want: JsonObject) => {
    const stated = format === '' ? '' : `, collectionFormat: ${format}`;
    expect(convertParameter(`name: a, in: ${location}, type: array, items: { type: string }${stated}`)).toEqual({
      converted: { name: 'a', in: location, schema: strings, ...want },
      messages: [],
    });
  });

  table(
    'with a list in the %s, joined as %s, has a warning because OpenAPI 3 has no style for it',
    (location: string, format: string, want: JsonObject) => {
      const text = `name: a, in: ${location}, type: array, items: { type: string }, collectionFormat: ${format}`;
      expect(convertParameter(text)).toEqual({
        converted: { name: 'a', in: location, schema: strings, ...want },
        messages: [],
      });
    },
  );

  test('with lists inside a list has strings as items', () => {
    const { converted, messages } = convertParameter(
      'name: a, in: query, type: array, items: { type: array, items: { type: integer }, collectionFormat: pipes }',
    );
    expect(converted).toMatchObject({ schema: strings });
    expect(messages).toEqual([
      'api.yaml:3:119 warning unsupported-separator: OpenAPI 3 has no style for an array in an array: an item is one string, with "|" between its values',
    ]);
  });

  test('outside query and forms that is `multi` is joined by commas', () => {
    const { converted, messages } = convertParameter(
      'name: a, in: header, type: array, items: { type: string }, collectionFormat: multi',
    );
    expect(converted).toEqual({ name: 'a', in: 'header', schema: strings });
    expect(messages).toEqual([
      'api.yaml:3:97 warning unsupported-separator: "multi" is for queries and forms: the values of a header parameter are joined by commas',
    ]);
  });

  test('without a type accepts strings, with a warning', () => {
    expect(convertParameter('name: a, in: query')).toEqual({
      converted: { name: 'a', in: 'query', schema: { type: 'string' } },
      messages: ['api.yaml:3:36 warning missing-required: "type" is missing: the values are read as strings'],
    });
  });
});

describe('a header of a response', () => {
  test('that is a list with other separators than commas is one string, with a warning', () => {
    const { operation, messages } = convertOperation(
      "responses: { '200': { description: Ok, headers: { A: { type: array, items: { type: integer }, collectionFormat: ssv } } } }",
    );
    expect(operation.responses['200'].headers).toEqual({ A: { schema: { type: 'string' } } });
    expect(messages).toEqual([
      expect.stringContaining(
        'unsupported-separator: OpenAPI 3 has no style for "ssv" in a header: the value is one string, with spaces between the items',
      ),
    ]);
  });

  table('has its values in a schema', ({ want }: { want: unknown }) => {
    const { operation } = convertOperation(
      "responses: { '200': { description: Ok, headers: { A: { type: array, items: { type: integer }, collectionFormat: csv, x-example: [1] }, B: { type: string, format: date, description: Day. } } } }",
    );
    expect(operation.responses['200'].headers).toEqual(want);
  });
});
