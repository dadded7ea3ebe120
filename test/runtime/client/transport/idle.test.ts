import { expect, test } from 'vitest';
import { TimeoutError } from '@speccast/runtime/client';
import { download } from '@speccast/runtime';
import { core, errorOf, operation, script } from '../support.js';

/** A body that gives one piece and then nothing, until it is cancelled. */
function stalled(): { readonly response: () => Response; readonly cancelled: Promise<unknown> } {
  let onCancel: (reason: unknown) => void;
  const cancelled = new Promise<unknown>((resolve) => {
    onCancel = resolve;
  });
  const response = (): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('[1,')),
        cancel: (reason) => onCancel(reason),
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  return { response, cancelled };
}

const want = { name: 'TimeoutError', of: 'idle', timeoutMs: 20, requestMayHaveBeenProcessed: true };

test('a body that stalls ends a call that waits for all of it', async () => {
  const { response, cancelled } = stalled();
  const { fetch } = script(response);
  const error = await errorOf(core({ fetch, retry: false }).call(operation(), {}, { idleTimeoutMs: 20 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ ...want, message: 'films.list: timed out after 20 ms (idleTimeoutMs)' });
  expect(await cancelled).toBe(error);
});

test('a download that stalls ends with the error, and its connection is told', async () => {
  const { response, cancelled } = stalled();
  const { fetch } = script(response);
  const stream = await download(core({ fetch, idleTimeoutMs: 20 }), operation(), {}).stream();
  const reader = stream.getReader();
  expect((await reader.read()).value).toHaveLength(3);
  expect(await errorOf(reader.read())).toMatchObject({ ...want, requestMayHaveBeenProcessed: expect.any(Boolean) });
  await cancelled;
});

test('time between pieces counts anew with each of them, and not while nobody reads', async () => {
  const pieces = ['[1,', '2,', '3]'];
  const slow = (): Response =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) return controller.close();
          await new Promise((resolve) => setTimeout(resolve, 60));
          controller.enqueue(new TextEncoder().encode(piece));
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  const { fetch } = script(slow);
  const stream = await download(core({ fetch, idleTimeoutMs: 400 }), operation(), {}).stream();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await new Response(stream).text()).toBe('[1,2,3]');
});
