import { describe, expect, test } from 'vitest';
import type { Json } from 'speccast/emitter';
import { convertSchema, library, messages } from './library.js';

describe('a schema', () => {
  test.each<{ readonly given: Json; readonly want: Json }>([
    { given: { type: 'any' }, want: {} },
    { given: { type: 'string', format: 'int64' }, want: { type: 'string', format: 'int64' } },
    { given: { type: 'string', format: 'google-datetime' }, want: { type: 'string', format: 'date-time' } },
    { given: { type: 'string', format: 'google-duration' }, want: { type: 'string', format: 'google-duration' } },
    { given: { type: 'object', format: 'google.protobuf.Any' }, want: { type: 'object' } },
    { given: { items: { type: 'string' } }, want: { type: 'array', items: { type: 'string' } } },
    { given: { $ref: 'B', readOnly: true }, want: { $ref: '#/components/schemas/B', readOnly: true } },
    { given: { type: 'integer', repeated: true }, want: { type: 'array', items: { type: 'integer' } } },
    { given: { type: 'integer', minimum: '-1', maximum: '9' }, want: { type: 'integer', minimum: -1, maximum: 9 } },
    { given: { type: 'string', maximum: '18446744073709551615' }, want: { type: 'string' } },
    { given: { type: 'boolean', default: 'true' }, want: { type: 'boolean', default: true } },
    { given: { type: 'number', default: '.5' }, want: { type: 'number', default: 0.5 } },
    {
      given: { type: 'object', additionalProperties: { $ref: 'B' } },
      want: { type: 'object', additionalProperties: { $ref: '#/components/schemas/B' } },
    },
    { given: { type: 'string', description: ' ', deprecated: true }, want: { type: 'string', deprecated: true } },
    {
      given: { type: 'string', annotations: { required: ['library.books.insert', 'other.get'] } },
      want: { type: 'string', 'x-required-by': ['books.insert', 'other.get'] },
    },
  ])('$given becomes $want', ({ given, want }) => {
    expect(convertSchema(given)).toEqual(want);
  });

  test('keeps what is said about the values of an enum, each value once', () => {
    const given = {
      type: 'string',
      enum: ['a', 'b', 'a', 'c'],
      enumDescriptions: ['First.', '', 'Again.', 'Third.'],
      enumDeprecated: [false, true, true, true],
    };
    expect(convertSchema(given)).toEqual({
      type: 'string',
      enum: ['a', 'b', 'c'],
      'x-enum-descriptions': { a: 'First.', c: 'Third.' },
      'x-enum-deprecated': ['b', 'c'],
    });
  });

  test('lists the properties that are flagged as required, and has constants for kinds', () => {
    const given = {
      type: 'object',
      properties: {
        kind: { type: 'string', default: 'library#book' },
        title: { type: 'string', required: true, default: 'x' },
        author: { type: 'object', properties: { kind: { type: 'string', enum: ['a'], default: 'a' } } },
      },
    };
    expect(convertSchema(given)).toEqual({
      type: 'object',
      required: ['title'],
      properties: {
        kind: { type: 'string', const: 'library#book' },
        title: { type: 'string', default: 'x' },
        author: { type: 'object', properties: { kind: { type: 'string', enum: ['a'], default: 'a' } } },
      },
    });
  });

  test('with variants is a union whose members are told apart by the discriminant', () => {
    const variant = {
      discriminant: 'type',
      map: [
        { type_value: 'b', $ref: 'B' },
        { type_value: 'c', $ref: 'C' },
      ],
    };
    const branch = (name: string, value: string): Json => ({
      $ref: `#/components/schemas/${name}`,
      properties: { type: { const: value } },
      required: ['type'],
    });
    expect(convertSchema({ type: 'object', variant }, { C: { type: 'object' } })).toEqual({
      type: 'object',
      oneOf: [branch('B', 'b'), branch('C', 'c')],
      discriminator: {
        propertyName: 'type',
        mapping: { b: '#/components/schemas/B', c: '#/components/schemas/C' },
      },
    });
  });

  test.each(['a/b', 'a~b', 'a%2Fb', '__proto__', 'constructor', 'ä b'])('is found by the name %j', (name) => {
    const text = JSON.stringify({ C: { type: 'string' } }).replace('"C"', JSON.stringify(name));
    const pointer = `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`;
    // Parsed, so that `__proto__` is a key like any other.
    expect(convertSchema({ $ref: name }, JSON.parse(text) as Record<string, Json>)).toEqual({ $ref: pointer });
  });
});

test.each<[Json, readonly string[]]>([
  [{ $ref: 'Bok' }, ['"Bok" error unknown-reference: no schema is called "Bok"; did you mean "Book"?']],
  [
    { type: 'text' },
    [
      '"text" error invalid-value: "type" cannot be "text"; it must be one of any, array, boolean, integer, null, number, object, string',
    ],
  ],
  [
    { type: 'string', pattern: '(?i)a' },
    [
      '"(?i)a" warning unsupported-pattern: "pattern" is not a regular expression that JavaScript understands; it is left out',
    ],
  ],
  [
    { type: 'integer', default: 'a' },
    ['"a" warning invalid-default: the default "a" is not of the type "integer"; it is left out'],
  ],
  [{ type: 'integer', minimum: '1 apple' }, ['"1 apple" error wrong-type: "minimum" must be a number, not a string']],
  [{ properties: { a: 1 } }, ['1 error wrong-type: "a" must be an object, not a number']],
  [{ additionalProperties: 'no' }, ['"no" error wrong-type: "additionalProperties" must be a schema, not a string']],
  [
    { variant: { discriminant: 'a', map: [{ $ref: 'Book' }] } },
    ['{ error missing-field: an entry of "map" needs "type_value"'],
  ],
])('%j is reported where it stands', (given, want) => {
  const document = library({}, { schemas: { Book: { type: 'object' }, A: given } });
  expect(messages(document)).toEqual(want);
});
