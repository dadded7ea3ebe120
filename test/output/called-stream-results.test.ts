import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

type Stream = PromiseLike<unknown> & AsyncIterable<unknown>;
type Client = { readonly climbs: Readonly<Record<'watch' | 'start', (params?: object, options?: object) => Stream>> };

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-stream-results');
});

afterAll(() => one?.remove());

function open(body: string): Client {
  const fetch = async (): Promise<Response> =>
    new Response(body, {
      headers: { 'content-type': 'application/json', 'grpc-metadata-content-type': 'application/grpc' },
    });
  return one!.open({ fetch, validate: { response: 'error' } }).client;
}

async function read(stream: Stream): Promise<{ readonly items: readonly unknown[]; readonly error?: unknown }> {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
    return { items };
  } catch (error) {
    return { items, error };
  }
}

test.each([
  ['watch', {}],
  ['start', { body: {} }],
] as const)('climbs.%s gives each line, of the emulator, too', async (name, params) => {
  const body = '{"result":{"metres":1}}\n{"result":{}}\n';
  const items = [{ result: { metres: 1 } }, { result: {} }];
  expect(await read(open(body).climbs[name](params))).toEqual({ items });
  expect(await open(body).climbs[name](params)).toEqual(items);
  const sampled = await read(one!.open().client.climbs[name](params));
  expect(sampled.error).toBeUndefined();
  expect(sampled.items[0]).toEqual({ result: { metres: expect.any(Number) } });
});

test.each(
  readRows(import.meta.url).rows<{ readonly title: string; readonly error: object; readonly status: number }>(
    'an error with ends the lines',
  ),
)('an error with $title ends the lines', async ({ error, status }) => {
  const body = `{"result":{"metres":1}}\n${JSON.stringify({ error })}\n`;
  const thrown = expect.objectContaining({ name: 'ApiError', status, message: `climbs.watch: ${status}: no route` });
  const { items, error: found } = await read(open(body).climbs.watch());
  expect({ items, found }).toEqual({ items: [{ result: { metres: 1 } }], found: thrown });
  await expect(open(body).climbs.watch()).rejects.toEqual(thrown);
});
