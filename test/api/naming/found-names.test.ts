import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { lowerParts, ok } from '../lower.js';

/** A row of the table: method and path of an operation, its tag, its `operationId`, and the expected client method and function. */
type Row = readonly [operation: string, tag: string | null, id: string | null, call: string, name?: string];

/** The operations of documents by the title of the document, with the names that they get. */
const documents: Readonly<Record<string, readonly Row[]>> = parse(
  readFileSync(new URL('found-names.yaml', import.meta.url), 'utf8'),
);

const list = {
  '200': { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
};

/** Builds the paths of a document from rows. A `GET` whose path ends in `[]` responds with a list. */
function buildPaths(rows: readonly Row[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [operation, tag, operationId] of rows) {
    const [method = '', place = ''] = operation.split(' ');
    const path = place.replace('[]', '');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const item = (paths[path] ??= {});
    item[method.toLowerCase()] = {
      ...(tag !== null && { tags: [tag] }),
      ...(operationId !== null && { operationId }),
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      responses: place === path ? ok : list,
    };
  }
  return paths;
}

describe.each(Object.entries(documents))('%s', (_, rows) => {
  const { api } = lowerParts({ paths: buildPaths(rows) });

  test.each(rows)('%s, %s, %s is client.%s', (operation, _tag, _id, call, name) => {
    const [method, place = ''] = String(operation).split(' ');
    const found = api.operations.find((one) => one.method === method && one.path === place.replace('[]', ''));
    expect([...(found?.group ?? []), found?.property].join('.')).toBe(call);
    if (name !== undefined) expect(found?.name).toBe(name);
  });
});
