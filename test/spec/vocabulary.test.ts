import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../../generator/diagnostics.js';
import { readVocabulary, type Vocabulary } from '../../generator/spec/vocabulary/vocabulary.js';
import { head, read } from './read-text.js';

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

function vocabularyOf(given: string): {
  readonly vocabulary: Vocabulary | undefined;
  readonly messages: readonly string[];
} {
  const diagnostics = new Diagnostics();
  const vocabulary = readVocabulary({ file: 'words.yaml', text: given }, diagnostics);
  return { vocabulary, messages: diagnostics.list.map(printDiagnostic) };
}

/** What is said about the part of a document that starts on line 3. */
function check(part: string): readonly string[] {
  const { vocabulary } = vocabularyOf(text);
  if (vocabulary === undefined) throw new Error('the vocabulary is wrong');
  return read(head + part, { vocabulary }).messages.map((message) => message.replace('api.yaml:', ''));
}

describe('a vocabulary', () => {
  test('knows its extensions', () => {
    const { vocabulary, messages } = vocabularyOf(text);
    expect(messages).toEqual([]);
    expect([...(vocabulary?.extensions.keys() ?? [])]).toEqual([
      'x-source',
      'x-limit',
      'x-action',
      'x-names',
      'x-part',
    ]);
  });

  const entry = (name: string, on: string, schema: string): string =>
    `extensions: { ${name}: { description: a, on: [${on}], schema: ${schema} } }`;

  test.each([
    ['a: 1', '1:1 error invalid-vocabulary: a vocabulary is an object with "extensions"'],
    [
      entry('limit', 'any', 'true'),
      '1:15 error invalid-vocabulary: "limit" needs a name that starts with "x-", a "description", a list "on" and a "schema"',
    ],
    [
      entry('x-a', 'operatoin', 'true'),
      '1:43 error invalid-vocabulary: "operatoin" is not a kind of OpenAPI object; did you mean "operation"?',
    ],
    [
      entry('x-a', 'any', '{ minimun: 1 }'),
      '1:59 error invalid-vocabulary: the keyword "minimun" is not supported in a vocabulary; did you mean "minimum"?',
    ],
    [
      entry('x-a', 'any', '{ type: strin }'),
      '1:65 error invalid-vocabulary: "strin" is not a type; did you mean "string"?',
    ],
    [
      entry('x-a', 'any', "{ pattern: '(' }"),
      '1:68 error invalid-vocabulary: "pattern" is not a regular expression that JavaScript understands',
    ],
    [
      entry('x-a', 'any', "{ items: { $ref: '#/definitions/b' } }"),
      '1:74 error invalid-vocabulary: "#/definitions/b" does not exist; write "#/definitions/<name>"',
    ],
  ])('is refused: %s', (given, want) => {
    expect(vocabularyOf(given)).toEqual({ vocabulary: undefined, messages: [`words.yaml:${want}`] });
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

  test.each([
    ['x-limt: 1', '3:23 error unknown-extension: "x-limt" is not in the vocabulary; did you mean "x-limit"?'],
    [
      'x-names: { a: true }',
      '3:23 error invalid-extension: "x-names" is not allowed on an operation; it belongs on: schema',
    ],
    [
      'x-source: a.md',
      '3:33 error invalid-extension: "x-source" cannot be "a.md"; it must match ^([a-z-]+\\.md:[0-9]+|public)$',
    ],
    ['x-limit: 5', '3:32 error invalid-extension: "x-limit" must be an object'],
    ['x-limit: {}', '3:32 error invalid-extension: "x-limit" needs "atMost"'],
    ['x-limit: { atMost: 0 }', '3:42 error invalid-extension: "x-limit.atMost" must be at least 1, not 0'],
    ['x-limit: { atMost: 501 }', '3:42 error invalid-extension: "x-limit.atMost" must be at most 500, not 501'],
    ['x-limit: { atMost: 1.5 }', '3:42 error invalid-extension: "x-limit.atMost" must be an integer'],
    [
      'x-limit: { atMost: 1, pre: owner }',
      '3:45 error invalid-extension: "x-limit" has no field "pre"; did you mean "per"?',
    ],
    [
      'x-limit: { atMost: 1, per: onwer }',
      '3:50 error invalid-extension: "x-limit.per" cannot be "onwer"; did you mean "owner"?',
    ],
    [
      'x-limit: { atMost: 1, per: me }',
      '3:50 error invalid-extension: "x-limit.per" cannot be "me"; it must be "owner" or "channel"',
    ],
    ['x-action: { insert: 5 }', '3:43 error invalid-extension: "x-action.insert" must be a string'],
    [
      'x-action: { inser: playlists }',
      '3:33 error invalid-extension: "x-action" needs "insert"',
      '3:35 error invalid-extension: "x-action" has no field "inser"; did you mean "insert"?',
    ],
    ['x-action: everything', '3:33 error invalid-extension: "x-action" cannot be "everything"; it must be "nothing"'],
    ['x-action: [a, ""]', '3:37 error invalid-extension: "x-action[1]" is too short'],
    ['x-action: 5', '3:33 error invalid-extension: "x-action" must be an object or an array or a string'],
  ])('that do not fit: %s', (given, ...want) => {
    expect(operation(given)).toEqual(want);
  });

  test('on a property are those of schemas and of properties', () => {
    expect(check('components: { schemas: { A: { properties: { a: { x-part: b, x-names: { a: true } } } } } }')).toEqual(
      [],
    );
    expect(check('components: { schemas: { A: { x-part: b } } }')).toEqual([
      '3:31 error invalid-extension: "x-part" is not allowed on a schema; it belongs on: property',
    ]);
  });

  test('have names that are validated, too', () => {
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

  test('are not looked for among names and data', () => {
    expect(check('components: { schemas: { x-a: { default: { x-b: 1 }, properties: { x-c: {} } } } }')).toEqual([]);
  });
});
