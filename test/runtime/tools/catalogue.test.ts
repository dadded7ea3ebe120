import { bearer, createCore, type JsonObject, type Operation, type Service } from '@speccast/runtime';
import type { ToolPackage } from '@speccast/runtime/tools';
import { createEmulator } from '@speccast/video-platform/mocks';
import { document } from '@speccast/video-platform/spec';
import { expect, test } from 'vitest';
import {
  playlistsDeleteOperation,
  playlistsInsertOperation,
  playlistsListOperation,
  playlistsUpdateOperation,
} from '../../../generated/video-platform/src/operations/playlists.js';
import { service } from '../../../generated/video-platform/src/operations/service.js';
import { schemas } from '../../../generated/video-platform/src/validators/schemas.js';
import { callOperation, nextPageParams } from '../../../templates/runtime/tools/call-operation.js';
import { readCatalogue, type Tool } from '../../../templates/runtime/tools/catalogue.js';
import { readHints } from '../../../templates/runtime/tools/hints.js';

const playlists: ToolPackage = {
  name: '@speccast/video-platform',
  command: 'video-platform',
  service,
  operations: {
    'playlists.delete': playlistsDeleteOperation,
    'playlists.list': playlistsListOperation,
    'playlists.insert': playlistsInsertOperation,
    'playlists.update': playlistsUpdateOperation,
  },
  document,
  schemas,
};

function toolOf(tools: ToolPackage, name: string): Tool {
  const found = readCatalogue(tools).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

test('reads what the document says of an operation', () => {
  const { summary, parameters, body, hints, isList } = toolOf(playlists, 'playlists.list');
  expect({ summary, body, hints, isList }).toEqual({
    summary: 'Lists playlists.',
    body: undefined,
    hints: { readOnly: true, destructive: false, idempotent: true },
    isList: true,
  });
  expect(parameters.map(({ property }) => property)).toEqual([
    'part',
    'channelId',
    'hl',
    'id',
    'maxResults',
    'mine',
    'onBehalfOfContentOwner',
    'onBehalfOfContentOwnerChannel',
    'pageToken',
    'If-None-Match',
    'fields',
    'prettyPrint',
    'quotaUser',
  ]);
  expect(parameters.find(({ property }) => property === 'maxResults')).toMatchObject({
    in: 'query',
    required: false,
    description: 'Most playlists on one page.',
    schema: { type: 'integer', minimum: 0, maximum: 50 },
    isCommon: false,
  });
  // The client names parts where a caller does not.
  expect(parameters.find(({ property }) => property === 'part')).toMatchObject({ required: false });
  expect(parameters.find(({ property }) => property === 'fields')).toMatchObject({ isCommon: true });
});

test('tells the body, and what calls do', () => {
  expect(toolOf(playlists, 'playlists.insert').body).toMatchObject({
    required: true,
    mediaTypes: ['application/json'],
    schema: { $ref: '#/components/schemas/Playlist' },
  });
  const hints = readCatalogue(playlists).map((one) => [one.name, one.hints] as const);
  expect(Object.fromEntries(hints)).toMatchObject({
    'playlists.delete': { readOnly: false, destructive: true, idempotent: true },
    'playlists.insert': { readOnly: false, destructive: false, idempotent: false },
    'playlists.update': { readOnly: false, destructive: true, idempotent: true },
  });
});

test.each([
  ['POST', true, { readOnly: true, destructive: false, idempotent: true }],
  ['GET', false, { readOnly: false, destructive: true, idempotent: false }],
] as const)('a %s of which the spec says whether it reads (%s) is taken for that', (method, reads, want) => {
  expect(readHints('tariffs.check', { id: 'tariffs.check', method, path: '/tariffs', auth: [], reads }, {})).toEqual(
    want,
  );
});

test('calls operations by name, and names the params of the next page', async () => {
  const emulator = createEmulator();
  const core = createCore(service, { baseUrl: emulator.baseUrl, fetch: emulator.fetch, auth: bearer('token') });
  const insert = toolOf(playlists, 'playlists.insert');
  for (const title of ['one', 'two']) {
    const made = callOperation(core, insert, { body: { snippet: { title } } });
    expect(made.kind).toBe('value');
    expect(await made.call).toMatchObject({ snippet: { title } });
  }
  const list = toolOf(playlists, 'playlists.list');
  const asked = { mine: true, maxResults: 1 };
  const first = callOperation(core, list, asked);
  const { data: page, response } = await first.call.withResponse();
  expect(page).toMatchObject({ items: [{ snippet: {} }] });
  const next = nextPageParams(list, { page, headers: response.headers, asked });
  expect(next).toEqual({ pageToken: expect.any(String) });
  const { data: other } = await callOperation(core, list, { ...asked, ...next }).call.withResponse();
  expect(other).not.toEqual(page);
  const all = { mine: true, maxResults: 50 };
  const { data: last } = await callOperation(core, list, all).call.withResponse();
  expect(nextPageParams(list, { page: last, headers: response.headers, asked: all })).toBeUndefined();
});

/** A package of one operation, by hand. */
function packageOf(operation: Operation<never, unknown>, paths: JsonObject): ToolPackage {
  const bare: Service = { name: 'bare', version: '1', security: {} };
  return { name: 'bare', command: 'bare', service: bare, operations: { 'things.do': operation }, document: { paths } };
}

test.each([
  ['a template that only the descriptor has', '/v1/{name=shops/*}', '/v1/{name}', 'get'],
  ['a template that only the document has', '/v1/{name}', '/v1/{name=shops/*}', 'get'],
  ['what follows a #, which is not sent', '/', '/#Action=Do', 'post'],
])('finds an operation in the document: %s', (_, path, written, method) => {
  const operation = { id: 'do', method: method.toUpperCase(), path, auth: [] };
  const other = { operationId: 'other', summary: 'Other.' };
  const paths = { '/#Action=Other': { post: other }, [written]: { [method]: { operationId: 'do', summary: 'Does.' } } };
  expect(toolOf(packageOf(operation, paths), 'things.do').summary).toBe('Does.');
});

test('finds methods that OpenAPI has no field for, and none where the document says nothing', () => {
  const operation = { id: 'do', method: 'COPY', path: '/a', auth: [] };
  const paths = { '/a': { additionalOperations: { COPY: { summary: 'Copies.' } } } };
  expect(toolOf(packageOf(operation, paths), 'things.do').summary).toBe('Copies.');
  expect(toolOf(packageOf(operation, {}), 'things.do')).toMatchObject({ summary: '', parameters: [], body: undefined });
});

test('leaves out what converts values for callers of the client, and keeps the parts that it would fill in', () => {
  const convert = { around: async () => Promise.reject(new Error('not asked')), parse: JSON.parse };
  const operation: Operation<never, unknown> = {
    id: 'do',
    method: 'GET',
    path: '/a',
    auth: [],
    parameters: [{ name: 'part', in: 'query', required: true, type: 'array' }],
    paging: { items: 'petList' },
    wire: { convert, parts: { property: 'part', default: ['id'] }, sent: { paging: { items: 'pet_list' } } },
  };
  expect(toolOf(packageOf(operation, {}), 'things.do').operation).toEqual({
    id: 'do',
    method: 'GET',
    path: '/a',
    auth: [],
    parameters: [{ name: 'part', in: 'query', required: true, type: 'array', default: ['id'] }],
    paging: { items: 'pet_list' },
  });
});
