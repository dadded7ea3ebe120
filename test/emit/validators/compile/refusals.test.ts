import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileModule, printSchemas } from '../../../conformance/compile-module.js';
import { readRows } from '../../../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the messages about an input of several lines. */
function checkInput(...lines: readonly string[]): readonly string[] {
  const printed = printSchemas({ text: lines.join('\n'), strict: true });
  expect(printed.code === undefined).toBe(printed.messages.some((message) => message.includes(' error ')));
  return printed.messages;
}

/** Returns the messages about one schema, on line 2 of an input. */
function checkSchema(schema: string, remotes = '{}'): readonly string[] {
  return checkInput('{"schemas": {"a":', schema, `}, "remotes": ${remotes}}`);
}

describe('a schema is rejected if a keyword has an invalid value', () => {
  table('%s', (schema: string, want: string) => {
    expect(checkSchema(schema)).toEqual([want]);
  });

  test('in a remote once, however many schemas refer to it', () => {
    const remotes = '"remotes": {"http://x.test/r": {"minLength": -1}}';
    const refs = '{"schemas": {"a": {"$ref": "http://x.test/r"}, "b": {"$ref": "http://x.test/r"}},';
    expect(checkInput(refs, `${remotes}}`)).toEqual([
      'in.json:2:46 error invalid-value: "minLength" must be at least 0, not -1',
    ]);
  });

  test('but parts of a remote that no schema refers to may be of another draft', () => {
    expect(checkSchema('true', '{"http://x.test/r": {"items": [{}]}}')).toEqual([]);
  });

  test('and keywords of OpenAPI, or of an unused vocabulary, may have any value', () => {
    const remotes =
      '{"http://x.test/m": {"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/applicator": true}}}';
    expect(checkSchema('{"discriminator": 1, "xml": 2, "example": 3}')).toEqual([]);
    expect(checkSchema('{"$schema": "http://x.test/m", "type": 5}', remotes)).toEqual([]);
  });
});

describe('names of schemas', () => {
  test.each([
    [
      '{"$id": "http://x.test/a#b"}',
      'in.json:2:9 error invalid-value: "$id" cannot be "http://x.test/a#b"; it must be a URI without a fragment',
    ],
    [
      '{"$anchor": "1 a"}',
      'in.json:2:13 error invalid-value: "$anchor" cannot be "1 a"; it must be a letter or "_", then letters, digits, "-", "_" and "."',
    ],
    [
      '{"$defs": {"b": {"$id": "http://x.test/b"}, "c": {"$id": "/b", "type": "null"}}, "$id": "http://x.test/a"}',
      'in.json:2:58 error duplicate-schema-id: another schema has the URI "http://x.test/b", too',
    ],
    [
      '{"$defs": {"b": {"$anchor": "b"}, "c": {"$dynamicAnchor": "b"}}}',
      'in.json:2:59 error duplicate-schema-id: another schema has the anchor "b", too',
    ],
  ])('are rejected if a reference to them would be ambiguous or impossible: %s', (schema, want) => {
    expect(checkSchema(schema)).toEqual([want]);
  });

  test('may be equal if the schemas are equal', () => {
    const same = '{"$id": "http://x.test/b", "type": "null"}';
    expect(checkSchema(`{"$defs": {"b": ${same}, "c": ${same}}}`)).toEqual([]);
    expect(checkSchema('{"$anchor": "a", "$dynamicAnchor": "a"}')).toEqual([]);
  });
});

describe('a reference', () => {
  table('that does not resolve to a schema is rejected: %s', (schema: string, want: string) => {
    expect(checkSchema(schema)).toEqual([want]);
  });

  test('may resolve to a remote under a relative name, and from there to another', async () => {
    const remotes = {
      'b.json': { items: { $ref: 'c.json#n' } },
      'c.json': { $defs: { n: { $anchor: 'n', type: 'null' } } },
    };
    const { a } = await compileModule({ schemas: { a: { $ref: 'b.json' } }, remotes });
    expect([a?.is([null]), a?.is([1])]).toEqual([true, false]);
  });
});

test('the empty reference resolves to the document, also if that has a URN', async () => {
  const $id = 'urn:x:y';
  const { a, b } = await compileModule({
    schemas: {
      a: { $id, type: 'object', properties: { inner: { $ref: '' } } },
      b: { type: 'object', properties: { inner: { $ref: '' } } },
    },
  });
  expect([a, b].map((one) => [one?.is({ inner: {} }), one?.is({ inner: 1 })])).toEqual([
    [true, false],
    [true, false],
  ]);
});

describe('a dialect', () => {
  const vocabulary = '{"http://x.test/m": {"$vocabulary": {"http://x.test/v": ';

  test('that is unknown is read as draft 2020-12, with a warning', () => {
    expect(checkSchema('{"$schema": "http://json-schema.org/draft-03/schema#"}')).toEqual([
      'in.json:2:13 warning unknown-dialect: "$schema" names "http://json-schema.org/draft-03/schema#", which is neither a draft from draft-04 on nor one of the remotes; the schema is read as draft 2020-12',
    ]);
  });

  test('with a required unknown vocabulary is rejected; with an optional one it is not', () => {
    expect(checkSchema('{"$schema": "http://x.test/m"}', `${vocabulary}true}}}`)).toEqual([
      'in.json:2:13 error unknown-vocabulary: "http://x.test/m" needs the vocabulary "http://x.test/v", which is not supported',
    ]);
    expect(checkSchema('{"$schema": "http://x.test/m"}', `${vocabulary}false}}}`)).toEqual([]);
  });

  test('applies to a remote, also if its metaschema comes later', async () => {
    const applicator = { 'https://json-schema.org/draft/2020-12/vocab/applicator': true };
    const remotes = {
      'http://x.test/a': { $schema: 'http://x.test/m', type: 'string' },
      'http://x.test/m': { $vocabulary: applicator },
    };
    const { a } = await compileModule({ schemas: { a: { $ref: 'http://x.test/a' } }, remotes });
    expect(a?.is(1)).toBe(true);
  });
});

describe('an input', () => {
  test('may have a byte order mark', () => {
    expect(checkInput('\uFEFF{"schemas": {"a": true}}')).toEqual([]);
  });

  test('with an unknown field gets a warning', () => {
    expect(checkInput('{"schemas": {}, "remote": {}, "$schema": "x"}')).toEqual([
      'in.json:1:17 warning unknown-field: "remote" has no effect here; did you mean "remotes"?',
    ]);
  });
});

describe('the metaschema', () => {
  const keyword = fc.constantFrom(
    ...'type enum required minimum multipleOf minLength maxItems uniqueItems pattern properties patternProperties dependentRequired dependentSchemas items prefixItems allOf not if $defs $ref $anchor $id format title readOnly contains propertyNames'.split(
      ' ',
    ),
  );
  const leaf = fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    2,
    'string',
    'a',
    '#',
    {},
    [],
    [true],
    ['string'],
    { a: true },
    { a: ['b'] },
    { a: 1 },
  );
  const schema = fc.dictionary(keyword, leaf, { maxKeys: 3 });

  test('rejects the same schemas as the compiler', async () => {
    const { meta } = await compileModule({
      schemas: { meta: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
    });
    fc.assert(
      fc.property(schema, (one) => {
        const found = checkSchema(JSON.stringify({ properties: { one } }));
        const isRejected = found.some((message) => / error (?!unknown-reference)/.test(message));
        expect(isRejected).toBe(meta?.is(one) === false);
      }),
      { numRuns: 200 },
    );
  });
});
