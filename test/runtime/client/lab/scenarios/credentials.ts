import { inspect } from 'node:util';
import { unlessRefused, type Adapter, type LabOptions } from '../adapter.js';
import { idsOf, meet, outcome, rejection, type Scenario } from '../scenario.js';
import { cut, films, hangUp, json, invalid, silence, text, withServer, type Reply } from '../server.js';

const secret = 'AIzaLabSecret/42+x';
const forms = [secret, encodeURIComponent(secret), encodeURI(secret)];

/** A reply that rejects every token but a fresh one. */
function takes(token: string): Reply {
  return (response, seen) => {
    const good = seen.headers['authorization'] === `Bearer ${token}`;
    return (good ? films() : invalid(401))(response, seen);
  };
}

/** Says where an error shows the secret. */
function leaksOf(error: unknown): readonly string[] {
  const views: Readonly<Record<string, () => string | undefined>> = {
    String: () => String(error),
    stack: () => (error instanceof Error ? error.stack : ''),
    inspect: () => inspect(error, { depth: 12 }),
    'JSON.stringify': () => JSON.stringify(error),
  };
  return Object.entries(views).flatMap(([view, show]) => {
    try {
      const shown = show() ?? '';
      return forms.some((form) => shown.includes(form)) ? [view] : [];
    } catch {
      // What cannot be shown shows nothing.
      return [];
    }
  });
}

const failures: Readonly<Record<string, Reply>> = {
  400: invalid(400),
  401: invalid(401),
  500: invalid(500),
  html: text('<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }),
  timeout: silence,
  'hung up': hangUp,
  'cut short': cut('{"items":['),
};

/** Lets calls fail in every way; gives the places where the secret can be read. */
async function collectLeaks(
  adapter: Adapter,
  options: Partial<LabOptions>,
  replies = failures,
): Promise<readonly string[]> {
  const runs = Object.entries(replies).map(([name, reply]) => {
    const own = { retries: 0, ...options };
    const collect = (more: Partial<LabOptions>): Promise<readonly string[]> =>
      meet(
        adapter,
        [reply],
        async ({ client }) => leaksOf((await outcome(client.list(), 10_000)).error).map((view) => `${name}: ${view}`),
        { ...own, ...more },
      );
    return name === 'timeout'
      ? unlessRefused(
          () => collect({ timeoutMs: 300 }),
          async () => [],
        )
      : collect({});
  });
  return (await Promise.all(runs)).flat();
}

function seenIn(lines: readonly string[]): boolean {
  return lines.some((line) => forms.some((form) => line.includes(form)));
}

async function collectLines(adapter: Adapter, options: Partial<LabOptions>): Promise<readonly string[]> {
  const lines: string[] = [];
  const onLog = (line: string): void => void lines.push(line);
  await meet(adapter, [invalid(503), films()], ({ client }) => outcome(client.list()), { ...options, onLog });
  return lines;
}

/** Tokens that are renewed, and secrets that nobody gets to see. */
export const credentials: readonly Scenario[] = [
  {
    name: '401 with five callers at a time: one new token, each call sent once more',
    want: { ids: ['a', 'a', 'a', 'a', 'a'], tokens: 2, forced: 1, requests: 10 },
    run: (adapter) => {
      let tokens = 0;
      let forced = 0;
      const provideToken: LabOptions['provideToken'] = async ({ force }) => {
        tokens += 1;
        if (force === true) forced += 1;
        return tokens === 1 ? 'stale' : 'fresh';
      };
      return meet(
        adapter,
        [takes('fresh')],
        async ({ client, server }) => {
          const calls = await Promise.all(Array.from({ length: 5 }, () => outcome(client.list())));
          const ids = calls.flatMap(({ ok, value }) => (ok && Array.isArray(value) ? idsOf(value) : []));
          return { ids, tokens, forced, requests: server.requests.length };
        },
        { provideToken },
      );
    },
  },
  {
    name: '401 with a token that nobody can renew: sent once',
    want: { ends: 'rejects', requests: 1 },
    run: (adapter) =>
      meet(
        adapter,
        [takes('fresh')],
        async ({ client, server }) => ({ ends: await rejection(client.list()), requests: server.requests.length }),
        { token: 'stale' },
      ),
  },
  {
    name: 'a refresh token is exchanged once for five callers',
    want: { ok: [true, true, true, true, true], exchanges: 1 },
    run: (adapter) =>
      withServer([json({ access_token: 'fresh', expires_in: 3_600, token_type: 'Bearer' })], (endpoint) =>
        meet(
          adapter,
          [takes('fresh')],
          async ({ client }) => {
            const calls = await Promise.all(Array.from({ length: 5 }, () => outcome(client.list())));
            return { ok: calls.map(({ ok }) => ok), exchanges: endpoint.requests.length };
          },
          { tokenUrl: `${endpoint.url}/token` },
        ),
      ),
  },
  {
    name: 'a token endpoint that redirects does not get the refresh token sent elsewhere',
    want: { ends: 'rejects', elsewhere: 0 },
    run: (adapter) =>
      withServer([json({ access_token: 'stolen', expires_in: 3_600 })], (thief) =>
        withServer([text('', { location: `${thief.url}/token` }, 307)], (endpoint) =>
          meet(
            adapter,
            [films()],
            async ({ client }) => ({ ends: await rejection(client.list()), elsewhere: thief.requests.length }),
            { tokenUrl: `${endpoint.url}/token` },
          ),
        ),
      ),
  },
  {
    name: 'no error shows a key that travels in the query',
    want: [],
    run: (adapter) => collectLeaks(adapter, { key: secret }),
  },
  {
    name: 'no error shows a token that travels in the query',
    want: [],
    run: (adapter) => collectLeaks(adapter, { queryToken: secret }),
  },
  {
    name: 'no error shows a token that travels in a header',
    want: [],
    run: (adapter) => collectLeaks(adapter, { token: secret }),
  },
  {
    name: 'no error shows a key that the service repeats in its response',
    want: [],
    run: async (adapter) => {
      const message = `The key ${secret} is not valid`;
      const echo = { 400: json({ error: { code: 400, message } }, {}, 400), text: text(message, {}, 500) };
      return unlessRefused(
        () => collectLeaks(adapter, { key: secret }, echo),
        () => collectLeaks(adapter, { token: secret }, echo),
      );
    },
  },
  {
    name: 'no log line shows a key or a token',
    want: { lines: true, leaks: false },
    run: async (adapter) => {
      const lines = await unlessRefused(
        () => collectLines(adapter, { key: secret }),
        async () => [],
      );
      const more = await collectLines(adapter, { token: secret });
      return { lines: more.length > 0, leaks: seenIn([...lines, ...more]) };
    },
  },
];
