import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics, readVocabulary, type Vocabulary, head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { rows, table } = readRows(import.meta.url);

const text = `extensions:
  x-source:
    description: Where a fact stands.
    on: [any]
    schema: { $ref: '#/definitions/source' }
  x-limit:
    description: How many there may be.
    on: [operation]
    schema:
      type: object
      required: [atMost]
      additionalProperties: false
      properties:
        atMost: { type: integer, minimum: 1, maximum: 500 }
        per: { enum: [owner, channel] }
        x-source: { $ref: '#/definitions/source' }
  x-action:
    description: What the operation does.
    on: [operation]
    schema:
      oneOf:
        - { type: object, required: [insert], additionalProperties: false, properties: { insert: { type: string } } }
        - { type: array, minItems: 1, items: { type: string, minLength: 1 } }
        - { const: nothing }
  x-names:
    description: Free names.
    on: [schema]
    schema: { type: object, minProperties: 1, propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: boolean } }
  x-part:
    description: The part of a resource.
    on: [property]
    schema: { type: string }
definitions:
  source: { type: string, pattern: '^([a-z-]+\\.md:[0-9]+|public)$' }
`;

function readVocabularyText(given: string): {
  readonly vocabulary: Vocabulary | undefined;
  readonly messages: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const vocabulary = readVocabulary({ file: 'words.yaml', text: given }, diagnostics);
  return { vocabulary, messages: diagnostics.list.map(printDiagnostic) };
}

/** Returns the messages about a document whose part starts on line 3: `3:9 error …`. */
function check(part: string): readonly string[] {
  const { vocabulary } = readVocabularyText(text);
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  return read(head + part, { vocabulary }).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('a vocabulary', () => {
  test('knows its extensions', () => {
    const { vocabulary, messages } = readVocabularyText(text);
    expect(messages).toEqual([]);
    expect([...(vocabulary?.extensions.keys() ?? [])]).toEqual([
      'x-source',
      'x-limit',
      'x-action',
      'x-names',
      'x-part',
    ]);
  });

  table('is rejected: %s', (given: string, want: string) => {
    expect(readVocabularyText(given)).toEqual({ vocabulary: undefined, messages: [`words.yaml:${want}`] });
  });
});

describe('extensions of a spec', () => {
  const operation = (extension: string): readonly string[] => check(`paths: { /a: { get: { ${extension} } } }`);

  test.each([['x-limit: { atMost: 10, per: owner, x-source: a.md:3 }'], ['x-action: [a, b]'], ['x-action: nothing']])(
    'that fit: %s',
    (given) => {
      expect(operation(given)).toEqual([]);
    },
  );

  test.each(rows<readonly [string, string, undefined | string]>('that do not fit: %s'))(
    'that do not fit: %s',
    (given, ...want) => {
      expect(operation(given)).toEqual(want);
    },
  );

  test('on a property may be those of schemas and of properties', () => {
    expect(check('components: { schemas: { A: { properties: { a: { x-part: b, x-names: { a: true } } } } } }')).toEqual(
      [],
    );
    expect(check('components: { schemas: { A: { x-part: b } } }')).toEqual([
      '3:31 error invalid-extension: "x-part" is not allowed on a schema; it belongs on: property',
    ]);
  });

  test('have keys that are validated, too', () => {
    expect(check('components: { schemas: { A: { x-names: { A1: true, b: 1 } } } }')).toEqual([
      '3:42 error invalid-extension: "x-names.A1" cannot be "A1"; it must match ^[a-z]+$',
      '3:55 error invalid-extension: "x-names.b" must be true or false',
    ]);
  });

  test('beside a reference are validated', () => {
    expect(
      check(
        'paths: { /a: { get: { responses: { default: { $ref: "#/components/responses/R", x-surce: a } } } } }\ncomponents: { responses: { R: { description: r } } }',
      ),
    ).toEqual(['3:81 error unknown-extension: "x-surce" is not in the vocabulary; did you mean "x-source"?']);
  });

  test('are not expected among names and data', () => {
    expect(check('components: { schemas: { x-a: { default: { x-b: 1 }, properties: { x-c: {} } } } }')).toEqual([]);
  });
});
