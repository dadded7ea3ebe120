import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { NotOffered, requireMethod, type Adapter, type LabClient, type LabMedia, type LabOptions } from './adapter.js';
import {
  cut,
  drip,
  films,
  hangUp,
  invalid,
  json,
  silence,
  stall,
  takeFresh,
  takeUpload,
  text,
  withServer,
  type LabServer,
  type Reply,
} from './server.js';

type Headers = Readonly<Record<string, string>>;

/**
 * A reply of the server: an error with a status, films, a text, an upload or token check, no response at all, a closed connection, or a
 * body that stalls, is cut off or arrives slowly.
 */
type ReplyRow =
  | number
  | 'films'
  | 'silence'
  | 'hangUp'
  | 'takeUpload'
  | 'takeFresh'
  | { readonly status: number; readonly headers?: Headers; readonly reason?: string; readonly retryInMs?: number }
  | { readonly films: readonly string[]; readonly next?: string }
  | { readonly text: string; readonly headers: Headers; readonly status?: number }
  | { readonly latin1: string; readonly headers: Headers }
  | { readonly stall: string }
  | { readonly cut: string }
  | { readonly drip: readonly string[]; readonly pauseMs: number };

/** Options of a client in `scenarios.yaml`. */
interface OptionsRow extends Omit<
  LabOptions,
  'baseUrl' | 'fetch' | 'provideToken' | 'tokenUrl' | 'onAttempt' | 'onLog'
> {
  /** A custom `fetch`: counts requests, fails to connect twice, or responds with this status itself. */
  readonly fetch?: 'counts' | 'refusedTwice' | number;
  /** A token provider: returns a stale token first and then fresh ones, or never resolves. */
  readonly provideToken?: 'staleFirst' | 'never';
  /** A token endpoint: returns a fresh token, or redirects to the server of the service. */
  readonly tokenUrl?: 'gives' | 'redirects';
  readonly onAttempt?: true;
  readonly onLog?: true;
}

/** One or more calls, and the expected facts about them. */
interface Part {
  readonly replies: readonly ReplyRow[];
  /** Default: `list`. */
  readonly call?: 'list' | 'items' | 'get' | 'insert' | 'remove' | 'upload' | 'download' | 'response';
  readonly id?: string;
  readonly media?: 'bytes' | 'blob' | 'stream' | 'large';
  /** Number of items or pieces after which a list or a download is left. */
  readonly take?: number;
  /** Number of concurrent calls. */
  readonly callers?: number;
  /** Number of consecutive calls. */
  readonly times?: number;
  readonly abort?: 'before' | 'inFlight' | 'soon';
  readonly options?: OptionsRow;
  /** Path and query of the base URL, after the address of the server. */
  readonly below?: string;
  /** Range of milliseconds between the first and the second request. */
  readonly waits?: readonly [from: number, to: number];
  readonly want: Readonly<Record<string, unknown>>;
}

/** A scenario in `scenarios.yaml`. */
export interface LabRow extends Partial<Part> {
  readonly name: string;
  /** The feature that a library needs for this scenario. */
  readonly feature?: string;
  /** Names of the libraries to test. Default: all. */
  readonly only?: readonly string[];
  /** Parts of the scenario; each is merged into the row. Default: the row alone. */
  readonly each?: readonly Partial<Part>[];
}

/** A scenario that can run for any library, with the expected facts of each part. */
export interface Scenario extends Pick<LabRow, 'name' | 'feature' | 'only'> {
  readonly want: unknown;
  run(adapter: Adapter): Promise<unknown>;
}

/** The result of a call, and its duration in milliseconds. */
interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly ok: boolean;
  readonly afterMs: number;
}

const film = 'these are the bytes of a film';
const largeSize = 3_000_000;
const media = {
  bytes: () => new TextEncoder().encode(film),
  blob: () => new Blob([film]),
  stream: () => new Blob([film]).stream(),
  large: () => new Blob([new Uint8Array(largeSize)]),
} satisfies Readonly<Record<string, () => LabMedia>>;
const repliesByName = { films: films(), silence, hangUp, takeFresh } as const;
const stillWaiting = Symbol('still waiting');
const longestMs = 10_000;

function toReply(row: ReplyRow): Reply {
  if (typeof row === 'number') return invalid(row);
  if (typeof row === 'string') return row === 'takeUpload' ? takeUpload() : repliesByName[row];
  if ('films' in row) return films(row.films, row.next);
  if ('text' in row) return text(row.text, row.headers, row.status);
  if ('latin1' in row) return text(Buffer.from(row.latin1, 'latin1'), row.headers);
  if ('stall' in row) return stall(row.stall);
  if ('cut' in row) return cut(row.cut);
  if ('drip' in row) return drip(row.drip, row.pauseMs);
  const { status, headers, reason, retryInMs } = row;
  if (retryInMs === undefined) return invalid(status, headers, reason);
  // The date is computed when the request arrives, so that it is `retryInMs` later than the rejection.
  return (response, seen) => {
    const date = new Date(Date.now() + retryInMs).toUTCString();
    return invalid(status, { 'retry-after': date })(response, seen);
  };
}

/** Records calls of the functions in the options of a client. */
class Watch {
  tokens = 0;
  forced = 0;
  fetched = 0;
  readonly attempts: number[] = [];
  readonly lines: string[] = [];

  toOptions({ fetch: kind, provideToken, onAttempt, onLog, ...plain }: OptionsRow): Partial<LabOptions> {
    const fetchAndCount = async (...args: Parameters<typeof fetch>): Promise<Response> => {
      this.fetched += 1;
      if (typeof kind === 'number') return Response.json({ items: [], data: [], total_count: 0 }, { status: kind });
      if (kind === 'counts' || this.fetched > 2) return fetch(...args);
      const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    };
    const provideNextToken: LabOptions['provideToken'] = async ({ force }) => {
      if (provideToken === 'never') return new Promise(() => undefined);
      if (force === true) this.forced += 1;
      return (this.tokens += 1) === 1 ? 'stale' : 'fresh';
    };
    return {
      ...plain,
      ...(kind !== undefined && { fetch: fetchAndCount }),
      ...(provideToken && { provideToken: provideNextToken }),
      ...(onAttempt && { onAttempt: (status) => void this.attempts.push(status) }),
      ...(onLog && { onLog: (line) => void this.lines.push(line) }),
    };
  }
}

/** Everything that facts are read from. */
interface PartRun {
  readonly part: Part;
  readonly server: LabServer;
  readonly endpoint: LabServer;
  readonly watch: Watch;
  readonly signal: AbortSignal;
  readonly why: Error;
  readonly progress: readonly number[];
}

async function sendCall(client: LabClient, part: Part, call: Parameters<LabClient['list']>[0]): Promise<unknown> {
  const { take = 200, id = 'a' } = part;
  if (part.call === 'insert') return requireMethod(client.insert)(call);
  if (part.call === 'remove') return requireMethod(client.remove)(id, call);
  if (part.call === 'upload') return requireMethod(client.upload)(media[part.media ?? 'bytes'](), call);
  if (part.call === 'get') {
    const get = requireMethod(client.get);
    await waitForOutcome(get('normal'));
    return get(id, call);
  }
  if (part.call === 'response') {
    const response = await requireMethod(client.response)(call);
    return [response.status, response.header('content-type')?.split(';')[0], (await response.text()).includes('"a"')];
  }
  // Some scenarios have lists without an end.
  if (part.call === 'items') return collect(requireMethod(client.items)(call), take);
  if (part.call !== 'download') return client.list(call);
  const decoder = new TextDecoder();
  const pieces = await collect(await requireMethod(client.download)(call), take);
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
}

async function collect<T>(items: AsyncIterable<T>, most: number): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) if (all.push(item) >= most) break;
  return all;
}

/** Waits at most 10 seconds for a promise, and returns its result or error. */
async function waitForOutcome(promise: PromiseLike<unknown>): Promise<Outcome> {
  const start = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillWaiting), longestMs);
  });
  try {
    const value = await Promise.race([promise, late]);
    return { ok: true, value, afterMs: performance.now() - start };
  } catch (error) {
    if (error instanceof NotOffered) throw error;
    return { ok: false, error, afterMs: performance.now() - start };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a property at a path of names; undefined if there is none. */
function readPath(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found: unknown, name) => Object(found)[name], value);
}

/** Returns the first property that an error has: libraries have different names for them. */
function findFact(error: unknown, ...paths: readonly string[]): unknown {
  return paths
    .map((path) => readPath(error, ...path.split('.')))
    .find((found) => found !== undefined && found !== null);
}

/** Lists the texts that contain a secret: representations of an error, and the log. */
function listLeaks({ error }: Outcome, { part: { options = {} }, watch }: PartRun): readonly string[] {
  const secret = options.key ?? options.token ?? options.queryToken ?? '';
  const forms = [secret, encodeURIComponent(secret), encodeURI(secret)];
  const views: Readonly<Record<string, () => string | undefined>> = {
    String: () => String(error),
    stack: () => (error instanceof Error ? error.stack : ''),
    inspect: () => inspect(error, { depth: 12 }),
    'JSON.stringify': () => JSON.stringify(error),
    log: () => watch.lines.join('\n'),
  };
  return Object.keys(views).filter((view) => {
    try {
      const text = views[view]?.() ?? '';
      return forms.some((form) => text.includes(form));
    } catch {
      // An error that cannot be serialized shows no secret.
      return false;
    }
  });
}

/** Returns `safe` if a client rejects an id, or sends it as one path segment that decodes to the id. */
function findPlace(_: Outcome, { server, part: { id = '' } }: PartRun): string {
  const [normal, hostile] = server.requests.map(({ target }) => target.split('?', 1)[0] ?? '');
  if (normal === undefined || !normal.includes('normal')) return 'sends no request';
  if (hostile === undefined) return 'safe';
  const [before = '', after = ''] = normal.split('normal');
  const inside = hostile.slice(before.length, hostile.length - after.length);
  const isHere = hostile.startsWith(before) && hostile.endsWith(after) && !inside.includes('/') && inside !== '';
  return isHere && decodeURIComponent(inside) === id ? 'safe' : `asks for ${hostile}`;
}

/** Functions that compute the facts that parts expect, by name. */
const facts: Readonly<Record<string, (ended: Outcome, run: PartRun) => unknown>> = {
  ok: ({ ok }) => ok,
  ends: ({ ok, value, error }) =>
    ok ? `resolves: ${JSON.stringify(value) ?? 'undefined'}` : error === stillWaiting ? 'still waiting' : 'rejects',
  gives: ({ value }) => (Array.isArray(value) ? value.map((item: unknown) => readPath(item, 'id') ?? item) : value),
  status: ({ error }) => findFact(error, 'status', 'response.status', 'code'),
  isNamed: ({ error }) => !['Error', 'TypeError', 'undefined'].includes(String(readPath(error, 'name'))),
  requestId: ({ error }) => {
    const headers = readPath(error, 'response', 'headers');
    const own = findFact(error, 'requestId', 'requestID', 'meta.requestId');
    return own ?? (headers instanceof Headers ? headers.get('x-request-id') : readPath(headers, 'x-request-id'));
  },
  atOnce: ({ ok, afterMs }) => !ok && afterMs < 6_000,
  reason: ({ error }, { why }) =>
    [error, readPath(error, 'reason'), readPath(error, 'cause'), readPath(error, 'cause', 'cause')].includes(why),
  leaks: listLeaks,
  place: findPlace,
  logs: (_, { watch }) => watch.lines.length > 0,
  attempts: (_, { watch }) => watch.attempts,
  fetched: (_, { watch }) => watch.fetched,
  tokens: (_, { watch }) => watch.tokens,
  forced: (_, { watch }) => watch.forced,
  exchanges: (_, { endpoint }) => endpoint.requests.length,
  redirected: (_, { server }) => server.requests.filter(({ target }) => target === '/redirected').length,
  requests: (_, { server }) => server.requests.length,
  hungUp: (_, { server }) => Promise.race([server.requests[0]?.hungUp, pause(longestMs)]),
  waits: (_, { server, part: { waits: [from, to] = [0, 0] } }) => {
    const [first, second] = server.requests;
    return first !== undefined && second !== undefined && second.at - first.at >= from && second.at - first.at < to;
  },
  // Compares the pauses before every second request; the first pauses are skipped, because first requests are slower.
  spreads: (_, { server: { requests } }) => {
    const gaps = requests.map(({ at }, index) => at - (requests[index - 1]?.at ?? at));
    const pauses = gaps.filter((_gap, index) => index > 2 && index % 2 === 1);
    return Math.max(...pauses) - Math.min(...pauses) > 60;
  },
  arrives: async (_, { server }) => (await server.requests[0]?.body)?.includes(film) === true,
  below: (_, { server, part: { below = '' } }) =>
    below.split('?').every((piece) => server.requests[0]?.target.includes(piece)),
  progress: (_, { progress }) =>
    progress.length > 1 &&
    progress.every((sent, index) => sent >= (progress[index - 1] ?? 0)) &&
    (progress.at(-1) ?? 0) >= largeSize,
  listeners: (_, { signal }) => getEventListeners(signal, 'abort').length,
};

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Runs the calls of a part, and returns the facts that it expects. */
function runPart(adapter: Adapter, part: Part): Promise<Readonly<Record<string, unknown>>> {
  const { replies, options = {}, below = '', callers = 1, times = 1, abort } = part;
  const watch = new Watch();
  const run = async (server: LabServer, endpoint: LabServer): Promise<Readonly<Record<string, unknown>>> => {
    const tokenUrl = options.tokenUrl && { tokenUrl: `${endpoint.url}/token` };
    const client = adapter.open({ baseUrl: server.url + below, ...watch.toOptions(options), ...tokenUrl });
    const [stop, why, progress] = [new AbortController(), new Error('the user left'), new Array<number>()];
    const onProgress = part.media === 'large' && { onProgress: ({ sent }: { sent: number }) => progress.push(sent) };
    const call = { signal: stop.signal, ...onProgress };
    if (abort === 'before') stop.abort(why);
    for (let count = 1; count < times; count += 1) await waitForOutcome(sendCall(client, part, call));
    const all = Array.from({ length: callers }, () => sendCall(client, part, call));
    const calls = waitForOutcome(
      callers === 1 ? (all[0] ?? pause(0)) : Promise.all(all).then((values) => values.flat()),
    );
    if (abort === 'inFlight') await waitFor(() => server.requests.length > 0);
    if (abort === 'inFlight' || abort === 'soon') await pause(150);
    if (abort !== undefined) stop.abort(why);
    const ended = await calls;
    // Waits for requests that a client sends in spite of the abort.
    if (abort !== undefined) await pause(50);
    const partRun = { part, server, endpoint, watch, signal: stop.signal, why, progress };
    // Facts are read before the server closes, because that closes connections, too.
    const found = Object.keys(part.want).map(async (name) => [name, await facts[name]?.(ended, partRun)] as const);
    return Object.fromEntries(await Promise.all(found));
  };
  return withServer(replies.map(toReply), (server) => {
    const fresh = json({ access_token: 'fresh', expires_in: 3_600, token_type: 'Bearer' });
    const redirect = text('', { location: `${server.url}/redirected` }, 307);
    return withServer([options.tokenUrl === 'redirects' ? redirect : fresh], (endpoint) => run(server, endpoint));
  });
}

async function waitFor(happened: () => boolean): Promise<void> {
  for (let count = 0; !happened() && count < 300; count += 1) await pause(30);
}

/** Creates the scenario of a row. Parts that a library does not support are skipped, unless it supports none of them. */
export function toScenario({ each = [{}], ...row }: LabRow): Scenario {
  const parts = each.map((own): Part => {
    return { replies: [], want: {}, ...row, ...own, options: { ...row.options, ...own.options } };
  });
  const run = async (adapter: Adapter): Promise<unknown> => {
    let skipped = 0;
    const found = parts.map(async (part) => {
      try {
        return await runPart(adapter, part);
      } catch (error) {
        if (!(error instanceof NotOffered) || (skipped += 1) === parts.length) throw error;
        return part.want;
      }
    });
    return Promise.all(found);
  };
  return { ...row, want: parts.map(({ want }) => want), run };
}
