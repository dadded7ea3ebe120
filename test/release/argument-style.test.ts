import { expect, test } from 'vitest';
import { readApi } from '../api/lower.js';
import { Diagnostics } from '../spec/read-text.js';
import type { ArgumentStyle } from '../../generator/emit/emit-context.js';
import { findChanges } from '../../generator/release/find-changes.js';
import { readReleased } from '../../generator/release/read-released.js';

const listBooks = { operationId: 'listBooks', responses: { 204: { description: 'None.' } } };

function textOf(paths: object): string {
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Shelf', version: '1' }, paths });
}

/** What a release says of the ways in which methods take arguments. */
function changes(
  before: string,
  after: string,
  styles: readonly [unknown, ArgumentStyle | undefined],
): readonly string[] {
  const diagnostics = new Diagnostics();
  const document = readApi({ spec: { file: 'shelf.json', text: before } }, { diagnostics })?.api.document;
  const file = JSON.stringify({ version: '1.0.0', document, argumentStyle: styles[0] });
  const released = readReleased({ file: 'released.json', text: file }, diagnostics);
  const sources = { spec: { file: 'shelf.json', text: after }, argumentStyle: styles[1] };
  const found = released && findChanges(released, sources, diagnostics);
  expect(diagnostics.list).toEqual([]);
  const own = found?.changes.filter(({ code }) => code === 'argument-style-changed') ?? [];
  // Of one operation, it is at what that is now.
  for (const { subject, operations, side, at } of own)
    expect([operations, side, at.file]).toEqual(
      subject === 'argumentStyle' ? [[], 'old', 'released.json'] : [['one'], 'new', 'shelf.json'],
    );
  return own.map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`);
}

const [object, positional] = ['one object', 'an id by position and properties of the body beside parameters'];

test.each<[string, unknown, ArgumentStyle | undefined, readonly string[]]>([
  ['nothing, and nothing', undefined, undefined, []],
  ['nothing, and the default', undefined, 'object', []],
  ['the same', 'positional', 'positional', []],
  [
    'by position now',
    undefined,
    'positional',
    [`breaking argumentStyle: methods take ${positional}, and took ${object}`],
  ],
  [
    'in one object now',
    'positional',
    undefined,
    [`breaking argumentStyle: methods take ${object}, and took ${positional}`],
  ],
  ['a style that nobody knows', 'named', 'object', []],
])('a release knows how methods took arguments: %s', (_, before, after, expected) => {
  const text = textOf({ '/books': { get: listBooks } });
  expect(changes(text, text, [before, after])).toEqual(expected);
});

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const query = { name: 'title', in: 'query', schema: { type: 'string' } };

function shelf(method: 'get' | 'put', { parameters = [id], body }: { parameters?: object[]; body?: object }): string {
  const requestBody = body && { required: true, content: { 'application/json': { schema: body } } };
  const operation = { ...listBooks, operationId: 'one', parameters, ...(requestBody && { requestBody }) };
  return textOf({ '/books/{id}': { [method]: operation } });
}

const book = { type: 'object', properties: { title: { type: 'string' } } };
const pages = { type: 'object', properties: { pages: { type: 'integer' } } };

test.each<[string, string, string, readonly string[]]>([
  ['nothing', shelf('get', {}), shelf('get', {}), []],
  [
    'a first parameter beside the id, which comes before the options',
    shelf('get', {}),
    shelf('get', { parameters: [id, query] }),
    ['breaking operations.one: the method takes an id and params, and took an id and no params'],
  ],
  ['a second one', shelf('put', { body: pages }), shelf('put', { parameters: [id, query], body: pages }), []],
  [
    'a property of the body that has the name of a parameter',
    shelf('put', { parameters: [id, query], body: pages }),
    shelf('put', { parameters: [id, query], body: book }),
    [
      'breaking operations.one: the method takes an id and params with `body`, and took an id and params with properties of the body',
    ],
  ],
  [
    'a body where there was none',
    shelf('put', { parameters: [id, query] }),
    shelf('put', { parameters: [id, query], body: pages }),
    [],
  ],
])('a release knows what moved where arguments come by position: %s', (_, before, after, expected) => {
  expect(changes(before, after, ['positional', 'positional'])).toEqual(expected);
  expect(changes(before, after, [undefined, 'object'])).toEqual([]);
});
