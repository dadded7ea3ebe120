import { expect, test } from 'vitest';
import { download } from '@speccast/runtime';
import { core, operation, script } from '../support.js';

// Bodies that stall are in uses/calls.yaml.

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
