import { expect, onTestFinished, test, vi } from 'vitest';
import { importCase } from './import-case.js';

interface Client {
  readonly chunks: { readonly make: (params: object, options: object) => AsyncIterable<unknown> };
}

test('a signal ends a stream before its end, and cancels the response', async () => {
  const { open, remove } = await importCase<Client>('positive-streams');
  onTestFinished(remove);
  const cancel = vi.fn();
  const text = new TextEncoder().encode('data: {"text":"a"}\n\ndata: {"te');
  const body = new ReadableStream<Uint8Array>({ start: (out) => out.enqueue(text), cancel });
  const { client } = open({
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const controller = new AbortController();
  const read = async (): Promise<void> => {
    for await (const _ of client.chunks.make({}, { signal: controller.signal })) controller.abort();
  };
  await expect(read()).rejects.toThrow('chunks.make: aborted by its signal');
  await expect.poll(() => cancel.mock.calls.length).toBe(1);
});
