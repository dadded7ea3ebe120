import { getEventListeners } from 'node:events';
import { offered, type Adapter, type LabClient } from '../adapter.js';
import { dig, meet, outcome, pause, rejection, type Scenario } from '../scenario.js';
import { films, invalid, silence, stall, type LabServer, type Reply } from '../server.js';

type Use = (client: LabClient, signal: AbortSignal) => Promise<unknown>;
const list: Use = (client, signal) => client.list({ signal });

/** Waits until the server has got a request. */
async function arrival({ requests }: LabServer): Promise<void> {
  for (let count = 0; requests.length === 0 && count < 300; count += 1) await pause(30);
}

/** Aborts a call after a while; the reason counts as kept where the error is it or has it as reason or cause. */
async function abort(adapter: Adapter, reply: Reply, use: Use): Promise<object> {
  const reason = new Error('the user left');
  const stop = new AbortController();
  return meet(adapter, [reply, films()], async ({ client, server }) => {
    const call = outcome(use(client, stop.signal));
    await arrival(server);
    await pause(150);
    const start = performance.now();
    stop.abort(reason);
    const { ok, error } = await call;
    const afterMs = performance.now() - start;
    await pause(50);
    return {
      atOnce: !ok && afterMs < 5_000,
      reason: [error, dig(error, 'reason'), dig(error, 'cause'), dig(error, 'cause', 'cause')].includes(reason),
      requests: server.requests.length,
    };
  });
}

/** Calls that end early by their signal, wherever they are, and leave nothing behind. */
export const aborts: readonly Scenario[] = [
  {
    name: 'abort in flight ends the call at once, with its reason',
    want: { atOnce: true, reason: true, requests: 1 },
    run: (adapter) => abort(adapter, silence, list),
  },
  {
    name: 'abort in flight closes the connection',
    want: true,
    run: async (adapter) => {
      const stop = new AbortController();
      return meet(adapter, [silence], async ({ client, server }) => {
        const call = outcome(client.list({ signal: stop.signal }));
        await arrival(server);
        stop.abort();
        await call;
        return Promise.race([server.requests[0]?.hungUp, pause(10_000)]);
      });
    },
  },
  {
    feature: 'retries',
    name: 'abort between attempts ends the call at once, with its reason',
    want: { atOnce: true, reason: true, requests: 1 },
    run: (adapter) => abort(adapter, invalid(503, { 'retry-after': '10' }), list),
  },
  {
    name: 'abort in the body ends the call at once, with its reason',
    want: { atOnce: true, reason: true, requests: 1 },
    run: (adapter) => abort(adapter, stall('{"items":['), list),
  },
  {
    name: 'abort in a download ends it at once, with its reason',
    want: { atOnce: true, reason: true, requests: 1 },
    run: (adapter) =>
      abort(adapter, stall('beginning'), async (client, signal) => {
        for await (const _ of await offered(client.download)({ signal }));
      }),
  },
  {
    name: 'abort while a token is fetched ends the call at once, and nothing is sent',
    want: { ends: 'rejects', requests: 0 },
    run: (adapter) => {
      const stop = new AbortController();
      return meet(
        adapter,
        [films()],
        async ({ client, server }) => {
          const ends = rejection(client.list({ signal: stop.signal }), 10_000);
          setTimeout(() => stop.abort(), 200);
          return { ends: await ends, requests: server.requests.length };
        },
        { provideToken: () => new Promise(() => undefined) },
      );
    },
  },
  {
    name: 'a signal that is aborted already: nothing is sent',
    want: { ends: 'rejects', requests: 0 },
    run: (adapter) =>
      meet(adapter, [films()], async ({ client, server }) => ({
        ends: await rejection(client.list({ signal: AbortSignal.abort() })),
        requests: server.requests.length,
      })),
  },
  {
    name: '1,000 calls leave no listener on the signal that they share',
    want: 0,
    run: async (adapter) => {
      const { signal } = new AbortController();
      const fetch = async (): Promise<Response> => Response.json({ items: [], data: [], total_count: 0 });
      const client = adapter.open({ baseUrl: 'http://lab.test', fetch, retries: 0 });
      for (let count = 0; count < 1_000; count += 1) await client.list({ signal });
      return getEventListeners(signal, 'abort').length;
    },
  },
  {
    name: '200 calls that fail leave no listener on the signal that they share',
    want: 0,
    run: async (adapter) => {
      const { signal } = new AbortController();
      const fetch = async (): Promise<Response> => Response.json({}, { status: 404 });
      const client = adapter.open({ baseUrl: 'http://lab.test', fetch, retries: 0 });
      for (let count = 0; count < 200; count += 1) await outcome(client.list({ signal }));
      return getEventListeners(signal, 'abort').length;
    },
  },
];
