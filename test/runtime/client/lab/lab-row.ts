import { offered, type Adapter, type LabClient, type LabMedia, type LabOptions } from './adapter.js';
import {
  dig,
  idsOf,
  meet,
  outcome,
  pause,
  statusOf,
  waiting,
  type Bench,
  type Outcome,
  type Scenario,
} from './scenario.js';
import { cut, drip, films, hangUp, invalid, silence, stall, text, type Reply } from './server.js';

type Headers = Readonly<Record<string, string>>;

/** What the server does: rejects with a status, responds with films or a text, or is silent, hangs up, stalls, breaks off, drips. */
type ReplyRow =
  | number
  | 'films'
  | 'silence'
  | 'hangUp'
  | { readonly status: number; readonly headers: Headers }
  | { readonly films: readonly string[]; readonly next?: string }
  | { readonly text: string; readonly headers: Headers; readonly status?: number }
  | { readonly latin1: string; readonly headers: Headers }
  | { readonly stall: string }
  | { readonly cut: string }
  | { readonly drip: readonly string[]; readonly pauseMs: number };

/** A scenario of one call, as the table has it. */
export interface LabRow extends Omit<Scenario, 'run'> {
  readonly replies: readonly ReplyRow[];
  readonly call?: 'list' | 'items' | 'insert' | 'remove' | 'upload' | 'download';
  readonly media?: 'bytes' | 'blob' | 'stream';
  readonly abort?: 'before' | 'inFlight';
  readonly options?: Omit<LabOptions, 'baseUrl'>;
  /** Between which numbers of milliseconds the second request comes after the first. */
  readonly waits?: readonly [from: number, to: number];
  readonly want: Readonly<Record<string, unknown>>;
}

const film = 'these are the bytes of a film';
const media = {
  bytes: () => new TextEncoder().encode(film),
  blob: () => new Blob([film]),
  stream: () => new Blob([film]).stream(),
} satisfies Readonly<Record<string, () => LabMedia>>;
const named = { films: films(), silence, hangUp };

function toReply(row: ReplyRow): Reply {
  if (typeof row === 'number') return invalid(row);
  if (typeof row === 'string') return named[row];
  if ('films' in row) return films(row.films, row.next);
  if ('text' in row) return text(row.text, row.headers, row.status);
  if ('latin1' in row) return text(Buffer.from(row.latin1, 'latin1'), row.headers);
  if ('stall' in row) return stall(row.stall);
  if ('cut' in row) return cut(row.cut);
  return 'drip' in row ? drip(row.drip, row.pauseMs) : invalid(row.status, row.headers);
}

async function use(client: LabClient, row: LabRow, signal: AbortSignal): Promise<unknown> {
  if (row.call === 'items') return collect(offered(client.items)({ signal }));
  if (row.call === 'insert') return offered(client.insert)({ signal });
  if (row.call === 'remove') return offered(client.remove)('a', { signal });
  if (row.call === 'upload') return offered(client.upload)(media[row.media ?? 'bytes'](), { signal });
  if (row.call !== 'download') return client.list({ signal });
  const decoder = new TextDecoder();
  let all = '';
  for await (const piece of await offered(client.download)({ signal })) all += decoder.decode(piece, { stream: true });
  return all;
}

/** Reads some items, which may go on for ever. */
async function collect(items: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) if (all.push(item) >= 200) break;
  return all;
}

/** What a row may want to know of how a call ended. */
const facts: Readonly<
  Record<string, (ended: Outcome, bench: Bench & { readonly row: LabRow; readonly why: Error }) => unknown>
> = {
  ok: ({ ok }) => ok,
  ends: ({ ok, value, error }) =>
    ok ? `resolves: ${JSON.stringify(value) ?? 'undefined'}` : error === waiting ? 'still waiting' : 'rejects',
  ids: ({ value }) => (Array.isArray(value) ? idsOf(value) : value),
  status: ({ error }) => statusOf(error),
  atOnce: ({ ok, afterMs }) => !ok && afterMs < 6_000,
  reason: ({ error }, { why }) =>
    [error, dig(error, 'reason'), dig(error, 'cause'), dig(error, 'cause', 'cause')].includes(why),
  requests: (_, { server }) => server.requests.length,
  hungUp: (_, { server }) => Promise.race([server.requests[0]?.hungUp, pause(10_000)]),
  waits: (_, { server, row: { waits: [from, to] = [0, 0] } }) => {
    const [first, second] = server.requests;
    return first !== undefined && second !== undefined && second.at - first.at >= from && second.at - first.at < to;
  },
  arrives: async (_, { server }) => (await server.requests[0]?.body)?.includes(film) === true,
};

/** Makes a scenario of a row: it calls once, and tells what the row wants to know. */
export function toScenario(row: LabRow): Scenario {
  const run = (adapter: Adapter): Promise<unknown> =>
    meet(
      adapter,
      row.replies.map(toReply),
      async (bench) => {
        const [stop, why] = [new AbortController(), new Error('the user left')];
        if (row.abort === 'before') stop.abort(why);
        const call = outcome(use(bench.client, row, stop.signal), 10_000);
        if (row.abort === 'inFlight') {
          for (let count = 0; bench.server.requests.length === 0 && count < 300; count += 1) await pause(30);
          await pause(150);
          stop.abort(why);
        }
        const ended = await call;
        // Requests that come all the same are counted, too.
        if (row.abort === 'inFlight') await pause(50);
        stop.abort();
        const found = Object.keys(row.want).map(async (name) => [
          name,
          await facts[name]?.(ended, { ...bench, row, why }),
        ]);
        return Object.fromEntries(await Promise.all(found));
      },
      row.options,
    );
  return { ...row, run };
}
