import type { JsonObject, Operation } from '@speccast/runtime';
import type { CallFeature } from '@speccast/runtime/client';
import { expect, test } from 'vitest';
import { readRows } from '../../rows.js';
import { connect, listTools, createToolPackage } from './connect.js';

const { table } = readRows(import.meta.url);

interface Row {
  readonly operation: Partial<Operation<never, unknown>>;
  readonly paths: JsonObject;
  readonly tool: object;
}

table('the tool of an operation', async ({ operation, paths, tool }: Row) => {
  const things = { id: 'do', method: 'GET', path: '/a', auth: [], ...operation } as const;
  expect((await listTools(createToolPackage({ 'things.do': things }, { paths })))[0]).toMatchObject(tool);
});

test('a tool call does not use the codecs of the client, but sends its default parts', async () => {
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
  const use: CallFeature = { around: async (call, next) => next(call) };
  const urls: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    urls.push(url);
    return Response.json({ pet_list: Array.from({ length: 50 }, (_, index) => `pet ${index}`) });
  };
  const client = await connect(createToolPackage({ 'things.do': operation }, { paths: {} }), {
    fetch,
    budget: 200,
    validate: { use },
  });
  const { content } = await client.callTool({ name: 'things_do', arguments: {} });
  expect(urls).toEqual(['https://pets.example/a?part=id']);
  expect(JSON.stringify(content)).toContain('of its 50 items');
});
