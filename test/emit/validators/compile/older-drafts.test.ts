import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileValidators } from 'speccast';
import type { Json } from 'speccast/emitter';
import { compileModule, runModule } from '../../../conformance/compile-module.js';

/** A schema of an older draft, valid and invalid values, and the warnings about it. */
interface Row {
  readonly draft: string;
  readonly schema: Readonly<Record<string, Json>>;
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
  readonly warnings?: readonly string[];
}

const rows: readonly Row[] = parse(readFileSync(new URL('older-drafts.yaml', import.meta.url), 'utf8'));

function dialect(draft: string): string {
  return `http://json-schema.org/${draft.replace(' ', '/')}/schema`;
}

describe.each(rows)('$draft: $schema', ({ draft, schema, valid, invalid, warnings = [] }) => {
  test.each([
    ['of the schema', { schemas: { a: { $schema: dialect(draft), ...schema } } }],
    ['of the file', { $schema: `${dialect(draft)}#`, schemas: { a: schema } }],
    ['of the schemas', { schemas: { a: { $schema: dialect(draft), allOf: [{ $ref: 'r' }] } }, remotes: { r: schema } }],
    ['of the remote', { schemas: { a: { $ref: 'r' } }, remotes: { r: { $schema: dialect(draft), ...schema } } }],
  ])('is read by the "$schema" %s', async (_, input) => {
    const { code = '', diagnostics } = await compileValidators({
      file: 'a.json',
      text: JSON.stringify(input),
      formats: 'annotate',
    });
    expect(diagnostics.map(({ message }) => message)).toEqual(warnings);
    const { a } = await runModule(code);
    expect(valid.flatMap((value) => a?.check(value))).toEqual([]);
    expect(invalid.filter((value) => a?.is(value) !== false || a.check(value).length === 0)).toEqual([]);
  });
});

test('issues have the positions of the keywords that the author wrote', async () => {
  const text = `{"$schema": "http://json-schema.org/draft-07/schema#",
"schemas": {"a": {
  "items": [{"type": "string"}],
  "additionalItems": false,
  "dependencies": {"a": ["b"],
    "c": {"minProperties": 3}}}}}`;
  const { code = '' } = await compileValidators({ file: 'a.json', text, formats: 'annotate', positions: true });
  const { a } = await runModule(code);
  const found = [[1], ['', 1], { a: 1 }, { c: 1 }].flatMap((value) => a?.check(value) ?? []);
  expect(
    found.map(({ schema, place }: { readonly schema: string; readonly place?: object }) => [schema, place]),
  ).toEqual([
    ['#/prefixItems/0/type', { file: 'a.json', line: 3, column: 14 }],
    ['#/items', { file: 'a.json', line: 4, column: 3 }],
    ['#/dependentRequired', { file: 'a.json', line: 5, column: 3 }],
    ['#/dependentSchemas/c/minProperties', { file: 'a.json', line: 6, column: 11 }],
  ]);
});

test.each([
  ['draft-07', { dependencies: { a: 1 } }, '"dependencies.a" must be a schema, not a number'],
  ['draft-07', { items: [1] }, '"items[0]" must be a schema, not a number'],
  ['draft-04', { exclusiveMinimum: 'yes' }, '"exclusiveMinimum" must be a number, not a string'],
  ['draft-06', { $id: '#1' }, '"$id" cannot be "1"'],
])('faults are reported with the keywords of the author: %s, %j', async (draft, schema, want) => {
  await expect(compileModule({ schemas: { a: { $schema: dialect(draft), ...schema } } })).rejects.toThrow(want);
});

test('a dialect has the draft of its metaschema, and a circle of dialects is unknown', async () => {
  const remotes = {
    'http://x.test/m': { $schema: 'http://json-schema.org/draft-07/schema#' },
    'http://x.test/c': { $schema: 'http://x.test/d' },
    'http://x.test/d': { $schema: 'http://x.test/c' },
  };
  const { a, b } = await compileModule({
    schemas: { a: { $schema: 'http://x.test/m', items: [false] }, b: { $schema: 'http://x.test/c', items: false } },
    remotes,
  });
  expect([a?.is([1]), a?.is([]), b?.is([1]), b?.is([])]).toEqual([false, true, false, true]);
});

test.each(['draft-04', 'draft-06', 'draft-07', 'draft/2019-09'])(
  'the metaschema of %s can be referred to',
  async (draft) => {
    const { a } = await compileModule({
      schemas: { a: { $ref: `http${draft.includes('/') ? 's' : ''}://json-schema.org/${draft}/schema#` } },
    });
    const good = [{ items: [{}], additionalItems: {}, minLength: 0 }, { dependencies: { a: ['b'], c: {} } }];
    const bad = [
      { items: 1 },
      { additionalItems: 1 },
      { definitions: { a: { type: 'text' } } },
      { dependencies: { a: 1 } },
    ];
    expect(good.map((value) => a?.is(value))).toEqual([true, true]);
    expect(bad.map((value) => a?.is(value))).toEqual([false, false, false, false]);
    expect(a?.is({ exclusiveMinimum: true, minimum: 1 })).toBe(draft === 'draft-04');
    expect(a?.is(true)).toBe(draft !== 'draft-04');
  },
);
