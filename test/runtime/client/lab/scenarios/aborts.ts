import { getEventListeners } from 'node:events';
import { meet, outcome, rejection, type Scenario } from '../scenario.js';
import { films } from '../server.js';

/** Calls that end early by their signal, wherever they are, and leave nothing behind. */
export const aborts: readonly Scenario[] = [
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
