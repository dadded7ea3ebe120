import { describe, expect, test } from 'vitest';
import { compileValidators } from '../../../generator/compile-validators/compile-validators.js';
import { printDiagnostic } from 'speccast';
import { Diagnostics } from '../../../generator/diagnostics.js';
import { head, read } from '../read-text.js';

/** What is said about a schema on the third line of a document. */
function check(schema: string): readonly string[] {
  const { messages } = read(`${head}components: { schemas: { A: ${schema} } }`);
  return messages.map((message) => message.replace('api.yaml:3:', ''));
}

const square =
  `takes time that grows with the square of the text's length, for example on " ".repeat(50000) + "a"; ` as const;
const otherwise = 'bound what repeats or let no two repetitions in a row match the same characters';

describe('patterns of a document', () => {
  test.each([
    ["{ pattern: '^[a-z]+$' }"],
    ["{ pattern: '\\s+$', maxLength: 3000 }"],
    ["{ pattern: '^.{1,255}\\.[a-z]{1,63}$' }"],
    ["{ patternProperties: { '\\s+$': true }, propertyNames: { maxLength: 100 } }"],
    ["{ pattern: '(.)\\1', maxLength: 1000 }"],
    ["{ type: object, properties: { pattern: { type: string } }, example: { pattern: '(a+)+$' } }"],
  ])('may be fast enough: %s', (schema) => {
    expect(check(schema)).toEqual([]);
  });

  test.each([
    [
      "{ pattern: '\\s+$' }",
      `40 warning slow-pattern: "pattern" ${square}add a "maxLength" of at most 3000, ${otherwise}`,
    ],
    [
      "{ pattern: '\\s+$', maxLength: 3001 }",
      `40 warning slow-pattern: "pattern" ${square}add a "maxLength" of at most 3000, ${otherwise}`,
    ],
    [
      "{ patternProperties: { '\\s+$': true } }",
      `52 warning slow-pattern: this pattern of property names ${square}add "propertyNames" with a "maxLength" of at most 3000, ${otherwise}`,
    ],
    [
      "{ pattern: '^(.*?,){11}P$', maxLength: 5 }",
      `40 warning slow-pattern: "pattern" takes time that grows with power 11 of the text's length, for example on "a" + ",a".repeat(300) + ",a".repeat(300) + ",a".repeat(300) + and so on; ${otherwise}`,
    ],
    [
      "{ pattern: '^(a+)+$', maxLength: 100 }",
      '40 warning exponential-pattern: "pattern" takes exponential time, for example on "a" + "a".repeat(30) + "b"; write it so that a text can match in one way only, as "a+" in place of "(a+)+"; until then validators do not check it',
    ],
    [
      "{ pattern: '^(\\u2028+)+$' }",
      '40 warning exponential-pattern: "pattern" takes exponential time, for example on "\\u{2028}" + "\\u{2028}".repeat(30) + "a"; write it so that a text can match in one way only, as "a+" in place of "(a+)+"; until then validators do not check it',
    ],
    [
      "{ pattern: '(.)\\1' }",
      '40 warning unjudged-pattern: how long "pattern" can take is not known, as it repeats what a group has matched; write it another way or add a "maxLength" of at most 1000',
    ],
    [
      "{ pattern: '^\\_' }",
      '40 warning older-pattern: "pattern" is not a regular expression in Unicode mode and is read in the older syntax, in which a character beyond U+FFFF counts as two; escape only what needs it',
    ],
  ])('are refused or warned about where they stand: %s', (schema, want) => {
    expect(check(schema)).toEqual([want]);
  });

  test('are said once for each place, also where a reference leads there', () => {
    const text = `${head}components: { schemas: { A: { pattern: '\\s+$' }, B: { $ref: '#/components/schemas/A' } } }`;
    expect(read(text).messages).toHaveLength(1);
  });
});

describe('patterns of schemas to compile', () => {
  async function compile(input: object): Promise<readonly string[]> {
    const diagnostics = new Diagnostics();
    await compileValidators({
      file: 'in.json',
      text: JSON.stringify(input, null, 1),
      formats: 'annotate',
      diagnostics,
    });
    return diagnostics.list.map((one) => printDiagnostic(one).replace(/ takes .*/, ''));
  }

  test('are validated where a schema is reached', async () => {
    const schemas = {
      a: { properties: { b: { pattern: '^(a+)+$' } }, $ref: 'http://x.test/a#/x' },
      c: { patternProperties: { '\\s+$': { $ref: '#' } } },
      d: { const: { pattern: '^(a+)+$' } },
    };
    const remotes = { 'http://x.test/a': { x: { pattern: '\\s+$' }, $defs: { unused: { maxLength: 1 } } } };
    expect(await compile({ schemas, remotes })).toEqual([
      'in.json:6:17 error exponential-pattern: "pattern"',
      'in.json:13:5 warning slow-pattern: this pattern of property names',
      'in.json:27:16 warning slow-pattern: "pattern"',
    ]);
  });

  test('may be those of the metaschemas', async () => {
    expect(await compile({ schemas: { a: { $ref: 'https://json-schema.org/draft/2020-12/schema' } } })).toEqual([]);
  });
});
