import { offered } from '../adapter.js';
import { idsOf, meet, outcome, rejection, type Scenario } from '../scenario.js';
import { drip, films, invalid, silence, stall } from '../server.js';

/** Timeouts: of an attempt, of a call, of a body that stands still. */
export const times: readonly Scenario[] = [
  {
    name: 'an attempt that is not answered ends by its timeout',
    want: { ends: 'rejects', requests: 1, hungUp: true },
    run: (adapter) =>
      meet(
        adapter,
        [silence],
        async ({ client, server }) => {
          const ends = await rejection(client.list(), 10_000);
          return { ends, requests: server.requests.length, hungUp: await server.requests[0]?.hungUp };
        },
        // Time enough for the request to arrive.
        { timeoutMs: 2_000, retries: 0 },
      ),
  },
  {
    name: 'an attempt that is not answered is repeated after its timeout',
    want: { ids: ['a'], requests: 2 },
    run: (adapter) =>
      meet(
        adapter,
        [silence, films()],
        async ({ client, server }) => ({ ids: idsOf(await client.list()), requests: server.requests.length }),
        { timeoutMs: 2_000 },
      ),
  },
  {
    name: 'the timeout covers the body',
    want: 'rejects',
    run: (adapter) =>
      meet(adapter, [stall('{"items":[')], ({ client }) => rejection(client.list(), 10_000), {
        timeoutMs: 200,
        retries: 0,
      }),
  },
  {
    name: 'the total timeout ends a call between its attempts',
    want: { ends: 'rejects', inTime: true },
    run: (adapter) =>
      meet(
        adapter,
        [invalid(503, { 'retry-after': '8' })],
        async ({ client }) => {
          const { ok, afterMs } = await outcome(client.list());
          return { ends: ok ? 'resolves' : 'rejects', inTime: afterMs < 6_000 };
        },
        { totalTimeoutMs: 400 },
      ),
  },
  {
    name: 'a download that stands still ends by the idle timeout',
    want: 'rejects',
    run: (adapter) =>
      meet(adapter, [stall('beginning')], ({ client }) => rejection(readAll(offered(client.download)()), 10_000), {
        idleTimeoutMs: 250,
        retries: 0,
      }),
  },
  {
    name: 'a slow download that goes on is left alone by the idle timeout',
    want: 'abcdefghijklmnop',
    run: (adapter) =>
      meet(adapter, [drip([...'abcdefghijklmnop'], 200)], ({ client }) => readAll(offered(client.download)()), {
        // Less than all of it takes, and much more than each piece.
        idleTimeoutMs: 2_500,
        retries: 0,
      }),
  },
];

async function readAll(opening: Promise<AsyncIterable<Uint8Array>>): Promise<string> {
  const decoder = new TextDecoder();
  let all = '';
  for await (const piece of await opening) all += decoder.decode(piece, { stream: true });
  return all;
}
