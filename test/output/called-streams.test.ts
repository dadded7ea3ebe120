import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCase, type ImportedCase } from './import-case.js';

type Stream = PromiseLike<unknown> & AsyncIterable<unknown>;
type Client = Readonly<Record<string, Readonly<Record<string, (params?: object, options?: object) => Stream>>>>;

let one: ImportedCase<Client> | undefined;

beforeAll(async () => {
  one = await importCase<Client>('positive-streams');
});

afterAll(() => one?.remove());

async function all(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const text = expect.any(String);

test.each([
  {
    call: 'events.watch',
    type: 'text/event-stream',
    item: { event: expect.stringMatching(/^(added|gone)$/), data: expect.any(Object) },
  },
  { call: 'chunks.make', type: 'text/event-stream', item: { text } },
  { call: 'notices.watch', type: 'text/event-stream', item: { data: text } },
  { call: 'lines.read', type: 'application/jsonl', item: { text } },
  { call: 'records.read', type: 'application/json-seq', item: { text } },
])('$call gives items one by one, and all of them where it is awaited', async ({ call, type, item }) => {
  const { client, sent } = one!.open();
  const [resource = '', method = ''] = call.split('.');
  const stream = (): Stream => client[resource]![method]!();
  const items = await all(stream());
  expect(items.length).toBeGreaterThan(0);
  for (const found of items) expect(found).toMatchObject(item);
  expect(await stream()).toEqual(items);
  expect(sent.map(({ request }) => request.headers.get('accept'))).toEqual([type, type]);
});

test('a response that can come in both ways comes as a whole to whoever awaits it, and in items to whoever iterates', async () => {
  const { client, sent } = one!.open();
  expect(await client['chats']!['create']!()).toEqual({ answer: text });
  expect(await all(client['chats']!['create']!())).toEqual([{ text }, { text }, { text }]);
  expect(sent.map(({ request }) => request.headers.get('accept'))).toEqual(['application/json', 'text/event-stream']);
});

test('an item that has no name of its own is sampled and validated, too, where the response can come in both ways', async () => {
  const { client, sent } = one!.open();
  const items = await all(client['drafts']!['create']!());
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(item).toEqual({ word: text });
  expect(sent.map(({ request }) => request.headers.get('accept'))).toEqual(['application/jsonl']);
});

test('events arrive whole, however the bytes are cut, and behind a byte order mark', async () => {
  const bytes = new TextEncoder().encode('\uFEFFdata: {"text":"日本"}\r\n\r\ndata: {"text":"é"}\n\n');
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
  const fetch = async (): Promise<Response> =>
    new Response(body(), { headers: { 'content-type': 'text/event-stream' } });
  const { client } = one!.open({ fetch });
  expect(await all(client['chunks']!['make']!())).toEqual([{ text: '日本' }, { text: 'é' }]);
});

test('a signal ends a stream in its middle, and the response with it', async () => {
  const controller = new AbortController();
  const { promise: cancelled, resolve } = deferred();
  const body = new ReadableStream<Uint8Array>({
    start: (out) => out.enqueue(new TextEncoder().encode('data: {"text":"a"}\n\ndata: {"te')),
    cancel: () => resolve(),
  });
  const fetch = async (): Promise<Response> => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const { client } = one!.open({ fetch });
  const read = async (): Promise<void> => {
    for await (const _ of client['chunks']!['make']!({}, { signal: controller.signal })) controller.abort();
  };
  await expect(read()).rejects.toThrow('chunks.make: aborted by its signal');
  await cancelled;
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
