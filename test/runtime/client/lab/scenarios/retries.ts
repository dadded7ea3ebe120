import { offered } from '../adapter.js';
import { meet, outcome, type Scenario } from '../scenario.js';
import { films, invalid, type Reply, type Seen } from '../server.js';

const statuses = [400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 451, 500, 501, 502, 503, 504];
const google = ['ours', '@googleapis/youtube'];

function gap([first, second]: readonly Seen[]): number {
  return first === undefined || second === undefined ? -1 : second.at - first.at;
}

/** A fetch whose connection is rejected twice before the server takes it. */
function refusedTwice(): { readonly fetch: typeof fetch; readonly sent: () => number } {
  let sent = 0;
  return {
    sent: () => sent,
    fetch: async (...given) => {
      if ((sent += 1) > 2) return fetch(...given);
      const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    },
  };
}

/** Retries: which calls, how often, after which pauses. */
export const retries: readonly Scenario[] = [
  {
    feature: 'retries',
    name: 'a read is repeated after 408, 429, 500, 502, 503 and 504, after no other status',
    want: [408, 429, 500, 502, 503, 504],
    run: async (adapter) => {
      const runs = statuses.map((status) =>
        meet(adapter, [invalid(status), films()], async ({ client, server }) => {
          await outcome(client.list());
          return server.requests.length > 1 ? [status] : [];
        }),
      );
      return (await Promise.all(runs)).flat();
    },
  },
  {
    feature: 'retries',
    name: 'the reason decides: 403 rateLimitExceeded is repeated, quotaExceeded never',
    only: google,
    want: { 'rateLimitExceeded (403)': 2, 'quotaExceeded (403)': 1, 'quotaExceeded (429)': 1 },
    run: async (adapter) => {
      const cases = [
        [403, 'rateLimitExceeded'] as const,
        [403, 'quotaExceeded'] as const,
        [429, 'quotaExceeded'] as const,
      ];
      const runs = cases.map(([status, reason]) =>
        meet(adapter, [invalid(status, {}, reason), films()], async ({ client, server }) => {
          await outcome(client.list());
          return [`${reason} (${status})`, server.requests.length] as const;
        }),
      );
      return Object.fromEntries(await Promise.all(runs));
    },
  },
  {
    feature: 'retries',
    name: 'Retry-After as a date is obeyed',
    want: { ok: true, obeys: true },
    run: (adapter) => {
      let date = '';
      // Of the time at which it rejects, however late that is.
      const later: Reply = (response, seen) => {
        date = new Date(Date.now() + 3_000).toUTCString();
        return invalid(503, { 'retry-after': date })(response, seen);
      };
      let cameAt = 0;
      const again: Reply = (response, seen) => {
        cameAt = Date.now();
        return films()(response, seen);
      };
      return meet(adapter, [later, again], async ({ client }) => {
        const { ok } = await outcome(client.list());
        // Timers may be a little early.
        return { ok, obeys: cameAt > Date.parse(date) - 100 };
      });
    },
  },
  {
    feature: 'retries',
    name: 'pauses are drawn at random, so that clients do not come back together',
    want: { spread: true },
    run: async (adapter) => {
      const replies = [invalid(503), films()];
      const runs = Array.from({ length: 12 }, () =>
        meet(adapter, replies, async ({ client, server }) => {
          await outcome(client.list());
          return gap(server.requests);
        }),
      );
      const gaps = await Promise.all(runs);
      return { spread: Math.max(...gaps) - Math.min(...gaps) > 60 };
    },
  },
  {
    feature: 'retries',
    name: 'a write that provably was not sent is sent again',
    want: { ok: true, sent: 3 },
    run: (adapter) => {
      const { fetch, sent } = refusedTwice();
      return meet(
        adapter,
        [films()],
        async ({ client }) => ({ ok: (await outcome(offered(client.insert)())).ok, sent: sent() }),
        { fetch },
      );
    },
  },
];
