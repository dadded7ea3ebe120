import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { NotOffered, offered, type Adapter, type LabClient, type LabMedia, type LabOptions } from './adapter.js';
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
 * What the server does: rejects with a status, responds with films or a text, takes an upload or one token only, or is silent, hangs up,
 * stalls, breaks off, drips.
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

/** Options of a client, as the table has them. */
interface OptionsRow extends Omit<
  LabOptions,
  'baseUrl' | 'fetch' | 'provideToken' | 'tokenUrl' | 'onAttempt' | 'onLog'
> {
  /** Counts what it is given; its connection is rejected twice, or it answers all with this status itself. */
  readonly fetch?: 'counts' | 'refusedTwice' | number;
  /** Gives a stale token and then a fresh one, or nothing ever. */
  readonly provideToken?: 'staleFirst' | 'never';
  /** Gives a fresh token, or redirects to the server of the service. */
  readonly tokenUrl?: 'gives' | 'redirects';
  readonly onAttempt?: true;
  readonly onLog?: true;
}

/** One or more calls, and what has to come of them. */
interface Part {
  readonly replies: readonly ReplyRow[];
  /** By itself: `list`. */
  readonly call?: 'list' | 'items' | 'get' | 'insert' | 'remove' | 'upload' | 'download' | 'response';
  readonly id?: string;
  readonly media?: 'bytes' | 'blob' | 'stream' | 'large';
  /** Items or pieces after which a list or a download is left. */
  readonly take?: number;
  /** Callers at a time. */
  readonly callers?: number;
  /** Calls one after another. */
  readonly times?: number;
  readonly abort?: 'before' | 'inFlight' | 'soon';
  readonly options?: OptionsRow;
  /** Path and query after the address of the server. */
  readonly below?: string;
  /** Between which numbers of milliseconds the second request comes after the first. */
  readonly waits?: readonly [from: number, to: number];
  readonly want: Readonly<Record<string, unknown>>;
}

/** Something that a client meets, as the table has it. */
export interface LabRow extends Partial<Part> {
  readonly name: string;
  /** What a library has to have at all. */
  readonly feature?: string;
  /** Names of the libraries that it is about; default: all. */
  readonly only?: readonly string[];
  /** Parts of the scenario, each of which adds to the row; default: the row alone. */
  readonly each?: readonly Partial<Part>[];
}

/** Something that a client meets, and how each of its parts has to come out. */
export interface Scenario extends Pick<LabRow, 'name' | 'feature' | 'only'> {
  readonly want: unknown;
  run(adapter: Adapter): Promise<unknown>;
}

/** How a call ended, and after how many milliseconds. */
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
const named = { films: films(), silence, hangUp, takeFresh } as const;
const stillWaiting = Symbol('still waiting');
const longestMs = 10_000;

function toReply(row: ReplyRow): Reply {
  if (typeof row === 'number') return invalid(row);
  if (typeof row === 'string') return row === 'takeUpload' ? takeUpload() : named[row];
  if ('films' in row) return films(row.films, row.next);
  if ('text' in row) return text(row.text, row.headers, row.status);
  if ('latin1' in row) return text(Buffer.from(row.latin1, 'latin1'), row.headers);
  if ('stall' in row) return stall(row.stall);
  if ('cut' in row) return cut(row.cut);
  if ('drip' in row) return drip(row.drip, row.pauseMs);
  const { status, headers, reason, retryInMs } = row;
  if (retryInMs === undefined) return invalid(status, headers, reason);
  // A date after the time at which it rejects, however late that is.
  return (response, seen) => {
    const date = new Date(Date.now() + retryInMs).toUTCString();
    return invalid(status, { 'retry-after': date })(response, seen);
  };
}

/** What the functions among the options of a client have seen. */
class Watch {
  tokens = 0;
  forced = 0;
  fetched = 0;
  readonly attempts: number[] = [];
  readonly lines: string[] = [];

  toOptions({ fetch: kind, provideToken, onAttempt, onLog, ...plain }: OptionsRow): Partial<LabOptions> {
    const fetchOf = async (...given: Parameters<typeof fetch>): Promise<Response> => {
      this.fetched += 1;
      if (typeof kind === 'number') return Response.json({ items: [], data: [], total_count: 0 }, { status: kind });
      if (kind === 'counts' || this.fetched > 2) return fetch(...given);
      const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    };
    const giveToken: LabOptions['provideToken'] = async ({ force }) => {
      if (provideToken === 'never') return new Promise(() => undefined);
      if (force === true) this.forced += 1;
      return (this.tokens += 1) === 1 ? 'stale' : 'fresh';
    };
    return {
      ...plain,
      ...(kind !== undefined && { fetch: fetchOf }),
      ...(provideToken && { provideToken: giveToken }),
      ...(onAttempt && { onAttempt: (status) => void this.attempts.push(status) }),
      ...(onLog && { onLog: (line) => void this.lines.push(line) }),
    };
  }
}

/** Everything that a fact may be about. */
interface Played {
  readonly part: Part;
  readonly server: LabServer;
  readonly endpoint: LabServer;
  readonly watch: Watch;
  readonly signal: AbortSignal;
  readonly why: Error;
  readonly progress: readonly number[];
}

async function use(client: LabClient, part: Part, call: Parameters<LabClient['list']>[0]): Promise<unknown> {
  const { take = 200, id = 'a' } = part;
  if (part.call === 'insert') return offered(client.insert)(call);
  if (part.call === 'remove') return offered(client.remove)(id, call);
  if (part.call === 'upload') return offered(client.upload)(media[part.media ?? 'bytes'](), call);
  if (part.call === 'get') {
    const get = offered(client.get);
    await outcome(get('normal'));
    return get(id, call);
  }
  if (part.call === 'response') {
    const response = await offered(client.response)(call);
    return [response.status, response.header('content-type')?.split(';')[0], (await response.text()).includes('"a"')];
  }
  // Some lists go on for ever.
  if (part.call === 'items') return collect(offered(client.items)(call), take);
  if (part.call !== 'download') return client.list(call);
  const decoder = new TextDecoder();
  const pieces = await collect(await offered(client.download)(call), take);
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('');
}

async function collect<T>(items: AsyncIterable<T>, most: number): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) if (all.push(item) >= most) break;
  return all;
}

/** Waits for a promise without failing, but not for ever. */
async function outcome(promise: PromiseLike<unknown>): Promise<Outcome> {
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

/** A property of a value, whatever it is. */
function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found: unknown, name) => Object(found)[name], value);
}

/** The first of some properties that an error has: libraries have different names for them. */
function findFact(error: unknown, ...paths: readonly string[]): unknown {
  return paths.map((path) => dig(error, ...path.split('.'))).find((found) => found !== undefined && found !== null);
}

/** Says what shows a secret: views of an error, and lines that were logged. */
function listLeaks({ error }: Outcome, { part: { options = {} }, watch }: Played): readonly string[] {
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
      const shown = views[view]?.() ?? '';
      return forms.some((form) => shown.includes(form));
    } catch {
      // What cannot be shown shows nothing.
      return false;
    }
  });
}

/** What becomes of an id in the path: `safe` where it is rejected, or stays the one last segment that a server reads it as. */
function findPlace(_: Outcome, { server, part: { id = '' } }: Played): string {
  const [normal, hostile] = server.requests.map(({ target }) => target.split('?', 1)[0] ?? '');
  if (normal === undefined || !normal.includes('normal')) return 'sends nothing at all';
  if (hostile === undefined) return 'safe';
  const [before = '', after = ''] = normal.split('normal');
  const inside = hostile.slice(before.length, hostile.length - after.length);
  const isHere = hostile.startsWith(before) && hostile.endsWith(after) && !inside.includes('/') && inside !== '';
  return isHere && decodeURIComponent(inside) === id ? 'safe' : `asks for ${hostile}`;
}

/** What a part may want to know of how its call ended. */
const facts: Readonly<Record<string, (ended: Outcome, played: Played) => unknown>> = {
  ok: ({ ok }) => ok,
  ends: ({ ok, value, error }) =>
    ok ? `resolves: ${JSON.stringify(value) ?? 'undefined'}` : error === stillWaiting ? 'still waiting' : 'rejects',
  gives: ({ value }) => (Array.isArray(value) ? value.map((item: unknown) => dig(item, 'id') ?? item) : value),
  status: ({ error }) => findFact(error, 'status', 'response.status', 'code'),
  isNamed: ({ error }) => !['Error', 'TypeError', 'undefined'].includes(String(dig(error, 'name'))),
  requestId: ({ error }) => {
    const headers = dig(error, 'response', 'headers');
    const own = findFact(error, 'requestId', 'requestID', 'meta.requestId');
    return own ?? (headers instanceof Headers ? headers.get('x-request-id') : dig(headers, 'x-request-id'));
  },
  atOnce: ({ ok, afterMs }) => !ok && afterMs < 6_000,
  reason: ({ error }, { why }) =>
    [error, dig(error, 'reason'), dig(error, 'cause'), dig(error, 'cause', 'cause')].includes(why),
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
  // How much the times differ between every second request and the one before it; the first two take longer than others.
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

/** Calls as a part says, and gives the facts that it wants to know. */
function play(adapter: Adapter, part: Part): Promise<Readonly<Record<string, unknown>>> {
  const { replies, options = {}, below = '', callers = 1, times = 1, abort } = part;
  const watch = new Watch();
  const run = async (server: LabServer, endpoint: LabServer): Promise<Readonly<Record<string, unknown>>> => {
    const tokenUrl = options.tokenUrl && { tokenUrl: `${endpoint.url}/token` };
    const client = adapter.open({ baseUrl: server.url + below, ...watch.toOptions(options), ...tokenUrl });
    const [stop, why, progress] = [new AbortController(), new Error('the user left'), new Array<number>()];
    const onProgress = part.media === 'large' && { onProgress: ({ sent }: { sent: number }) => progress.push(sent) };
    const call = { signal: stop.signal, ...onProgress };
    if (abort === 'before') stop.abort(why);
    for (let count = 1; count < times; count += 1) await outcome(use(client, part, call));
    const all = Array.from({ length: callers }, () => use(client, part, call));
    const calls = outcome(callers === 1 ? (all[0] ?? pause(0)) : Promise.all(all).then((values) => values.flat()));
    if (abort === 'inFlight') await waitFor(() => server.requests.length > 0);
    if (abort === 'inFlight' || abort === 'soon') await pause(150);
    if (abort !== undefined) stop.abort(why);
    const ended = await calls;
    // Requests that come all the same are counted, too.
    if (abort !== undefined) await pause(50);
    const played = { part, server, endpoint, watch, signal: stop.signal, why, progress };
    // Before the server closes: that hangs up, too.
    const found = Object.keys(part.want).map(async (name) => [name, await facts[name]?.(ended, played)] as const);
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

/** Makes a scenario of a row. A part that a library does not offer counts as right where it offers another. */
export function toScenario({ each = [{}], ...row }: LabRow): Scenario {
  const parts = each.map((own): Part => {
    return { replies: [], want: {}, ...row, ...own, options: { ...row.options, ...own.options } };
  });
  const run = async (adapter: Adapter): Promise<unknown> => {
    let refused = 0;
    const found = parts.map(async (part) => {
      try {
        return await play(adapter, part);
      } catch (error) {
        if (!(error instanceof NotOffered) || (refused += 1) === parts.length) throw error;
        return part.want;
      }
    });
    return Promise.all(found);
  };
  return { ...row, want: parts.map(({ want }) => want), run };
}
