import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { bearer, createCore, InvalidParameterError } from '@speccast/runtime/client';
import type { ClientOptions, Core } from '@speccast/runtime/client';
import { joinIds, report, revalidate, shareReads } from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { operation, service, writeOperation, type AnyParams } from '../../support.js';
import { describe } from '../ours.js';
import { dig, idsOf, outcome, pause, type Scenario } from '../scenario.js';
import { films, json, invalid, takeUpload, text, withServer, type LabServer, type Reply } from '../server.js';

const only = ['ours'];
const open = describe([]);

function meet<T>(
  replies: readonly Reply[],
  use: (core: Core, server: LabServer) => Promise<T>,
  options: ClientOptions = {},
): () => Promise<T> {
  return () => withServer(replies, (server) => use(createCore(service, { baseUrl: server.url, ...options }), server));
}

function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  return outcome(promise).then(({ error }) => error);
}

/** The name of an error and some of its fields. */
function fieldsOf(error: unknown, ...names: readonly string[]): readonly unknown[] {
  return ['name', ...names].map((name) => dig(error, name));
}

const chunk = 262_144;
const bytes = new Uint8Array(3 * chunk + 1_000).map((_, index) => index % 251);

async function uploadBroken(breaks: readonly number[]): Promise<string> {
  let arrived = '';
  const reply = takeUpload(breaks, (found) => {
    arrived = createHash('sha256').update(found).digest('hex');
  });
  const noPause = { clock: { sleep: async () => undefined } };
  const send = meet(
    [reply],
    async (core) => errorOf(core.call(open.upload, { media: bytes }, { chunkSize: chunk })),
    noPause,
  );
  const error = await send();
  if (error !== undefined) return String(error);
  return arrived === createHash('sha256').update(bytes).digest('hex') ? 'the same bytes' : 'other bytes';
}

const lookUp = operation({
  parameters: [{ name: 'id', in: 'query', explode: false, type: 'array' }],
  paging: { items: 'items' },
  joins: {},
});
const repeatedIds = operation({ parameters: [{ name: 'id', in: 'query' }] });

/** What errors of ours tell that those of others do not. */
export const ownErrors: readonly Scenario[] = [
  {
    name: 'a Retry-After over the cap is told on the error',
    only,
    want: ['ApiError', 429, 3_600_000],
    run: meet([invalid(429, { 'retry-after': '3600' })], async (core) =>
      fieldsOf(await errorOf(core.call(open.list, {})), 'status', 'retryAfterMs'),
    ),
  },
  {
    name: 'an error says whether the request may have been processed',
    only,
    want: { 503: true, 400: false, refused: false, 'not sent': false },
    run: async () => {
      const told = async (reply: Reply): Promise<unknown> =>
        dig(
          await meet([reply], (core) => errorOf(core.call(open.insert, { body: {} })))(),
          'requestMayHaveBeenProcessed',
        );
      // Nobody listens there any more.
      const closed = await withServer([], async ({ url }) => url);
      const unreachable = createCore(service, { baseUrl: closed, retry: 0 });
      return {
        503: await told(invalid(503)),
        400: await told(invalid(400)),
        refused: dig(await errorOf(unreachable.call(open.insert, { body: {} })), 'requestMayHaveBeenProcessed'),
        'not sent': dig(await errorOf(unreachable.call(open.insert, {})), 'requestMayHaveBeenProcessed'),
      };
    },
  },
  {
    name: 'a missing credential is an error of its own, before anything is sent',
    only,
    want: ['MissingCredentialError', false, 0],
    run: meet([films()], async (core, server) => {
      const error = await errorOf(core.call(describe(['oauth2']).list, {}));
      return [...fieldsOf(error, 'requestMayHaveBeenProcessed'), server.requests.length];
    }),
  },
  {
    name: 'an HTML page instead of JSON is shown on its error',
    only,
    want: ['UnexpectedContentError', 200, '<!doctype html><title>Sign in</title>'],
    run: meet([text('<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' })], async (core) =>
      fieldsOf(await errorOf(core.call(open.list, {})), 'status', 'snippet'),
    ),
  },
  {
    name: 'hostile ids are rejected, nothing is sent',
    only,
    want: { refused: ['', '.', '..', '%2e%2e', '%252e%252e', '..;x', 'a/../b', 'a\nb'], sent: 0 },
    run: meet([films()], async (core, server) => {
      const ids = ['', '.', '..', '%2e%2e', '%252e%252e', '..;x', 'a/../b', 'a\nb'];
      const errors = await Promise.all(ids.map((id) => errorOf(core.call(open.get, { id }))));
      return {
        refused: ids.filter((_, index) => errors[index] instanceof InvalidParameterError),
        sent: server.requests.length,
      };
    }),
  },
  {
    name: 'a result is a value, for failures too, and one call is sent once',
    only,
    want: { ok: [true, false], requests: 2 },
    run: meet([films(), invalid(404)], async (core, server) => {
      const call = core.call(open.list, {});
      const [first, again] = [await call.result(), await call];
      const second = await core.call(open.list, {}).result();
      return { ok: [first.ok && again !== undefined, second.ok], requests: server.requests.length };
    }),
  },
  {
    name: 'abort while a token is fetched: the provider is told, and the reason is kept',
    only,
    want: { reason: true, told: true },
    run: async () => {
      const reason = new Error('the user left');
      const stop = new AbortController();
      let told = false;
      const auth = bearer(
        ({ signal }) => new Promise(() => signal.addEventListener('abort', () => void (told = true))),
      );
      const run = meet(
        [films()],
        (core) => errorOf(core.call(describe(['oauth2']).list, {}, { signal: stop.signal })),
        { auth },
      );
      const error = run();
      await pause(100);
      stop.abort(reason);
      return { reason: dig(await error, 'reason') === reason, told };
    },
  },
];

/** What ours does and others have no match for. */
export const ownFeatures: readonly Scenario[] = [
  {
    name: 'a write that the spec calls idempotent is repeated',
    only,
    want: 2,
    run: meet([invalid(503), films()], async (core, server) => {
      await core.call(writeOperation({ idempotent: true }), { body: {} });
      return server.requests.length;
    }),
  },
  {
    name: 'lists travel in the style that the spec gives each parameter',
    only,
    want: ['/films?id=a,b', '/films?id=a&id=b'],
    run: meet([films()], async (core, server) => {
      await core.call(lookUp, { id: ['a', 'b'] });
      await core.call(repeatedIds, { id: ['a', 'b'] });
      return server.requests.map(({ target }) => target);
    }),
  },
  {
    name: 'an upload in chunks that breaks 1 byte before each edge goes on, and the bytes agree',
    only,
    want: 'the same bytes',
    run: () => uploadBroken([chunk - 1, 2 * chunk - 1, 3 * chunk - 1, bytes.length - 1]),
  },
  {
    name: 'an upload in chunks that breaks at and after each edge goes on, and the bytes agree',
    only,
    want: 'the same bytes',
    run: () => uploadBroken([chunk, chunk + 1, 2 * chunk, 3 * chunk + 1]),
  },
  {
    name: 'a response that still holds is not sent again: If-None-Match and 304',
    only,
    want: { ids: ['a', 'a'], asked: [undefined, '"v1"'] },
    run: meet(
      [json({ items: [{ id: 'a' }] }, { etag: '"v1"' }), text('', { etag: '"v1"' }, 304)],
      async (core, server) => {
        const pages = [await core.call(open.list, {}), await core.call(open.list, {})];
        return {
          ids: pages.flatMap(({ items }) => idsOf(items)),
          asked: server.requests.map((one) => one.headers['if-none-match']),
        };
      },
      { cache: revalidate() },
    ),
  },
  {
    name: 'identical reads in progress are sent once',
    only,
    want: { ids: ['a', 'a', 'a'], requests: 1 },
    run: meet(
      [films()],
      async (core, server) => {
        const pages = await Promise.all([1, 2, 3].map(() => core.call(open.list, {})));
        return { ids: pages.flatMap(({ items }) => idsOf(items)), requests: server.requests.length };
      },
      { shareReads: shareReads() },
    ),
  },
  {
    name: 'look-ups of one moment travel together, and each caller gets its own',
    only,
    want: { ids: [['a'], ['b'], ['c']], targets: ['/films?id=a,b,c'] },
    run: meet(
      [films(['a', 'b', 'c'])],
      async (core, server) => {
        const pages = await Promise.all(['a', 'b', 'c'].map((id) => core.call(lookUp, { id: [id] })));
        const ids = pages.map((page) => idsOf([dig(page, 'items')].flat()));
        return { ids, targets: server.requests.map(({ target }) => target) };
      },
      { joinIds: joinIds() },
    ),
  },
  {
    name: 'diagnostics_channel tells of start, attempts, retries and end, without secrets',
    only,
    want: { events: ['start', 'attempt', 'retry', 'attempt', 'end'], leaks: false },
    run: async () => {
      const events: (readonly [string, unknown])[] = [];
      const names = ['start', 'attempt', 'retry', 'end', 'error'];
      const listeners = names.map((name) => (message: unknown): void => {
        if (dig(message, 'call', 'operation') === 'films.watched') events.push([name, message]);
      });
      names.forEach((name, index) => channel(`speccast:${name}`).subscribe(listeners[index] ?? (() => undefined)));
      const key = 'AIzaLabSecret42';
      await meet(
        [invalid(503), films()],
        (core) => core.call(operation({ id: 'films.watched', auth: ['apiKey'] }), {}),
        {
          apiKey: key,
        },
      )();
      names.forEach((name, index) => channel(`speccast:${name}`).unsubscribe(listeners[index] ?? (() => undefined)));
      return { events: events.map(([name]) => name), leaks: inspect(events, { depth: 12 }).includes(key) };
    },
  },
  {
    name: 'rows of a report come while it arrives; header and footer are promises',
    only,
    want: { header: 'h', rows: ['r1', 'r2'], footer: 'f', early: true },
    run: () => readReport(),
  },
];

interface Piece {
  readonly header?: string;
  readonly row?: object;
  readonly footer?: string;
}

const reported: Operation<AnyParams, readonly Piece[]> = {
  id: 'reports.generate',
  method: 'GET',
  path: '/report',
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  report: { row: 'row', header: 'header', footer: 'footer' },
  auth: [],
};

async function readReport(): Promise<object> {
  let isOver = false;
  let tell = (): void => {};
  const firstRow = new Promise<void>((resolve) => (tell = resolve));
  const reply: Reply = async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[{"header":"h"},{"row":{"id":"r1"}}');
    await Promise.race([firstRow, pause(10_000)]);
    isOver = true;
    response.end(',{"row":{"id":"r2"}},{"footer":"f"}]');
  };
  const run = meet([reply], async (core) => {
    const call = report<AnyParams, object, Piece, 'header', 'footer', string>(core, reported, {});
    const rows: object[] = [];
    let early = false;
    for await (const row of call) {
      if (rows.push(row) > 1) continue;
      early = !isOver;
      tell();
    }
    return { header: await call.header, rows: idsOf(rows), footer: await call.footer, early };
  });
  return run();
}
