import { expect, test, vi } from 'vitest';
import { download } from '@speccast/runtime';
import { createTestCore, createOperation, scriptFetch } from '../support.js';
import { stopTimers } from './fake-timers.js';

// Bodies that stall are tested by ../call-forms/calls.yaml.

test('the idle timeout begins again with each piece, and is paused while the body is not read', async () => {
  stopTimers();
  const pieces = ['[1,', '2,', '3]'];
  const slow = (): Response =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) return controller.close();
          await new Promise((resolve) => setTimeout(resolve, 300));
          controller.enqueue(new TextEncoder().encode(piece));
        },
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  const { fetch } = scriptFetch(slow);
  const stream = await download(createTestCore({ fetch, idleTimeoutMs: 400 }), createOperation(), {}).stream();
  await vi.advanceTimersByTimeAsync(500);
  const read = new Response(stream).text();
  await vi.advanceTimersByTimeAsync(900);
  expect(await read).toBe('[1,2,3]');
});
