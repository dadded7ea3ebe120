import { offered, unlessRefused, type Adapter, type LabOptions } from '../adapter.js';
import { dig, idsOf, meet, outcome, type Scenario } from '../scenario.js';
import { drip, films, hangUp, invalid, silence, type Reply } from '../server.js';

const generic = ['Error', 'TypeError', 'undefined'];

async function nameOf(adapter: Adapter, name: string, reply: Reply): Promise<readonly string[]> {
  const collect = (more: Partial<LabOptions>): Promise<readonly string[]> =>
    meet(
      adapter,
      [reply],
      async ({ client }) => {
        const found = String(dig((await outcome(client.list(), 10_000)).error, 'name'));
        return generic.includes(found) ? [`${name}: ${found}`] : [];
      },
      { retries: 0, ...more },
    );
  return name === 'timeout'
    ? unlessRefused(
        () => collect({ timeoutMs: 300 }),
        async () => [],
      )
    : collect({});
}

function headerOf(headers: unknown, name: string): unknown {
  return headers instanceof Headers ? headers.get(name) : dig(headers, name);
}

/** What callers learn: from errors, from pages, from the response itself. */
export const answers: readonly Scenario[] = [
  {
    feature: 'error classes',
    name: 'errors are named after what they are',
    want: [],
    run: async (adapter) => {
      const cases = { 404: invalid(404), 500: invalid(500), timeout: silence, 'hung up': hangUp };
      const names = Object.entries(cases).map(([name, reply]) => nameOf(adapter, name, reply));
      return (await Promise.all(names)).flat();
    },
  },
  {
    name: 'an error has the id that the service gave the request',
    want: 'req-7',
    run: (adapter) =>
      meet(adapter, [invalid(404, { 'x-request-id': 'req-7', 'request-id': 'req-7' })], async ({ client }) => {
        const { error } = await outcome(client.list());
        const own = dig(error, 'requestId') ?? dig(error, 'requestID') ?? dig(error, 'meta', 'requestId');
        return own ?? headerOf(dig(error, 'response', 'headers'), 'x-request-id') ?? 'nowhere';
      }),
  },
  {
    name: 'the response is there: status, headers, body',
    want: [200, 'application/json', true],
    run: (adapter) =>
      meet(adapter, [films()], async ({ client }) => {
        const response = await offered(client.response)();
        const body = await response.text();
        return [response.status, response.header('content-type')?.split(';')[0], body.includes('"a"')];
      }),
  },
  {
    name: 'whoever leaves a list early asks for no further page',
    want: 1,
    run: (adapter) =>
      meet(adapter, [films(['a', 'b'], 'p2'), films(['c'])], async ({ client, server }) => {
        for await (const _ of offered(client.items)()) break;
        return server.requests.length;
      }),
  },
  {
    name: 'a download gives its first bytes before the last are there',
    want: 'first',
    run: (adapter) =>
      meet(adapter, [drip(['first', 'second'], 3_000)], async ({ client }) => {
        for await (const piece of await offered(client.download)()) return new TextDecoder().decode(piece);
        return 'nothing';
      }),
  },
  {
    name: 'a fetch of the caller is used',
    want: { ids: ['a'], used: 1 },
    run: (adapter) => {
      let used = 0;
      const own: typeof fetch = (...given) => {
        used += 1;
        return fetch(...given);
      };
      return meet(adapter, [films()], async ({ client }) => ({ ids: idsOf(await client.list()), used }), {
        fetch: own,
      });
    },
  },
  {
    feature: 'retries',
    name: 'middleware wraps each attempt',
    want: [503, 200],
    run: async (adapter) => {
      const seen: number[] = [];
      const onAttempt = (status: number): void => void seen.push(status);
      await meet(adapter, [invalid(503), films()], ({ client }) => client.list(), { onAttempt });
      return seen;
    },
  },
];
