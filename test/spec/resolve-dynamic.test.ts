import { describe, expect, test } from 'vitest';
import { Diagnostics, readSpec } from './read-text.js';
import { compileValidators } from 'speccast';
import type { Json } from 'speccast/emitter';
import { isJsonObject } from '@speccast/runtime';
import { runModule } from '../conformance/compile-module.js';
import { readGroups } from '../conformance/read-suite.js';
import { readRows } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data, table } = readRows(import.meta.url);

type Schemas = Readonly<Record<string, Json>>;

/** Returns for each value whether its schema accepts it, or the messages about the schemas if there are any. */
async function judge(
  schemas: Schemas,
  values: readonly (readonly [schema: string, value: Json])[],
): Promise<readonly unknown[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  };
  const text = JSON.stringify(document);
  const { code = '', diagnostics } = await compileValidators({
    file: 'a.json',
    text,
    formats: 'annotate',
  });
  if (diagnostics.length > 0) return diagnostics.map(({ message }) => message);
  const validators = await runModule(code);
  return values.map(([name, value]) => validators[name]?.is(value));
}

describe('dynamic references of documents resolve as in the official suite,', () => {
  // An OpenAPI document cannot refer to the meta-schema or to remote documents.
  const groups = [...readGroups('draft2020-12', '').values()].flat().filter(({ schema }) => {
    if (!isJsonObject(schema) || schema['$id'] === undefined) return false;
    return /\$dynamicRef/.test(JSON.stringify(schema)) && !/localhost:1234/.test(JSON.stringify(schema));
  });
  test('which has more than a dozen', () => expect(groups.length).toBeGreaterThan(12));
  test.each(groups)('$description', async ({ schema, tests }) => {
    const found = await judge(
      { S: schema },
      tests.map(({ data }) => ['S', data]),
    );
    expect(found).toEqual(tests.map(({ valid }) => valid));
  });
});

const [User, Pet] = ['name', 'tag'].map((key) => ({
  type: 'object',
  required: [key],
}));
const Page = data<JsonObject>('Page');
const buildPage = (item: object): Json => ({
  $ref: '#/components/schemas/Page',
  $defs: { item: { $dynamicAnchor: 'item', ...item } },
});
table('a generic schema without $id: %s', async (_: string, schemas: Schemas, valid: Json, invalid: Json) => {
  const found = await judge(
    {
      User: User ?? {},
      Pet: Pet ?? {},
      ...(JSON.stringify(schemas).includes('/Page') && { Page }),
      ...schemas,
    },
    [
      ['S', valid],
      ['S', invalid],
    ],
  );
  expect(found).toEqual([true, false]);
});

test('a generic schema on its own accepts any value if its anchor has several meanings', async () => {
  expect(
    await judge({ Page, A: buildPage({ type: 'string' }), B: buildPage({ type: 'null' }) }, [['Page', { items: [1] }]]),
  ).toEqual([true]);
});

test('an unknown anchor is reported', async () => {
  expect(await judge({ S: { $dynamicRef: '#none' } }, [])).toEqual([
    '"$dynamicRef" is not followed, because no schema has its anchor: any value is valid here',
  ]);
});

test('schemas that instantiate each other endlessly are limited', () => {
  const names = ['a', 'b', 'c', 'd', 'e'].flatMap((name) =>
    ['p', 'q', 'r', 's'].map((other) => [name, other] as const),
  );
  const references = names.map((pair): [string, Json] => [
    pair.join(''),
    { $ref: `#/components/schemas/${pair.join('')}` },
  ]);
  const schemas = names.map(([name, other]): [string, Json] => {
    const properties = {
      x: { $dynamicRef: `#${name}` },
      ...Object.fromEntries(references),
    };
    return [name + other, { $defs: { a: { $dynamicAnchor: name, required: [other] } }, properties }];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
  const diagnostics = new Diagnostics();
  readSpec({ file: 'a.json', text: JSON.stringify(document) }, { readFile: () => undefined, diagnostics });
  expect(diagnostics.list.map(({ message }) => message)).toContain(
    'dynamic anchors create more than 1000 schemas; in this one and later ones, "$dynamicRef" is read like "$ref"',
  );
});
