import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { download, list, report, stream, type Operation, type ReportStream } from '@speccast/runtime';
import type { CallOptions, Core, Download, PagePromise } from '@speccast/runtime/client';
import { readYaml } from '../../rows.js';
import { describeError } from './call-row.js';
import { createTestCore, createOperation, scriptFetch, flushTasks, type AnyParams } from './support.js';

interface Page {
  readonly items?: readonly unknown[];
}

/** A call of any kind. */
type Call = ReportStream<object, object, 'header', 'footer'> & Download & PagePromise<Page, 'items'>;

/** A response; its body is sent in `pieces`, each when it is read, or byte by byte. */
interface ResponseRow {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly pieces?: readonly string[];
  readonly bytewise?: true;
  /** After the pieces, the body never ends, or fails with an error. */
  readonly ends?: 'never' | { readonly error: string };
}

/** One use of a call, or several at the same time, with the expected results. */
interface Use {
  readonly ask: keyof typeof readers | readonly (keyof typeof readers)[];
  readonly gives?: unknown;
  /** The expected error, and the `items` before it. */
  readonly fails?: object;
  /** Aborts the call with this reason, when it waits for more of the response. */
  readonly abort?: string;
  /** The expected number of pieces that have been read. */
  readonly read?: number;
}

interface Row {
  readonly name: string;
  readonly of: 'call' | 'download' | 'list' | 'stream' | 'report';
  readonly operation?: Partial<Operation<AnyParams, unknown>>;
  readonly options?: CallOptions;
  /** Responses in turn; the last one is repeated. */
  readonly responses: readonly ResponseRow[];
  readonly uses: readonly Use[];
  /** The queries of all requests. Default: one request without a query. */
  readonly sent?: readonly string[];
  /** True if the body was cancelled. */
  readonly cancelled?: true;
}

/** A call with its read items and its last page. */
interface CallProgress {
  readonly call: Call;
  readonly items: unknown[];
  page?: Awaited<PagePromise<Page, 'items'>> | undefined;
}

async function collect(from: AsyncIterable<unknown>, into: unknown[], most = Infinity): Promise<readonly unknown[]> {
  for await (const item of from) if (into.push(item) === most) break;
  return into;
}

const readers = {
  data: ({ call }: CallProgress) => call.then(),
  'its then': ({ call }: CallProgress) => call.then((data) => [data]),
  'its finally': ({ call }: CallProgress) => call.finally(() => undefined),
  'its catch': ({ call }: CallProgress) => call.catch((error: unknown) => describeError(error, '')),
  'with response': async ({ call }: CallProgress) => {
    const { data, response, meta } = await call.withResponse();
    return { data, etag: response.headers.get('etag'), bodyUsed: response.bodyUsed, status: meta.status };
  },
  'as response': async ({ call }: CallProgress) => {
    const { status, bodyUsed } = await call.asResponse();
    return { status, bodyUsed };
  },
  'text of response': async ({ call }: CallProgress) => (await call.asResponse()).text(),
  result: async ({ call }: CallProgress) => {
    const result = await call.result();
    return result.ok ? { data: result.data } : { failed: describeError(result.error, '') };
  },
  header: ({ call }: CallProgress) => call.header,
  footer: ({ call }: CallProgress) => call.footer,
  items: ({ call, items }: CallProgress) => collect(call, items),
  'one item': ({ call, items }: CallProgress) => collect(call, items, 1),
  bytes: ({ call }: CallProgress) => call.bytes(),
  text: ({ call }: CallProgress) => call.text(),
  blob: async ({ call }: CallProgress) => {
    const blob = await call.blob();
    return [blob.type, await blob.text()];
  },
  stream: async ({ call }: CallProgress) => text(await call.stream()),
  page: async (progress: CallProgress) => (progress.page = await progress.call),
  next: async (progress: CallProgress) => (progress.page = await progress.page?.next()),
  'next, and go back': async ({ page }: CallProgress) => page?.next(),
  pages: ({ call }: CallProgress) => collect(call.pages(), []),
  'two items as an array': ({ call }: CallProgress) => call.toArray({ limit: 2 }),
};

const operations: Readonly<Record<Row['of'], Partial<Operation<AnyParams, unknown>>>> = {
  call: {},
  stream: { id: 'reports.generate' },
  report: { id: 'reports.generate', report: { row: 'row', header: 'header', footer: 'footer', maps: ['values'] } },
  download: { responses: [{ status: '200', contents: [{ mediaType: 'text/vtt', kind: 'binary' }] }] },
  list: {
    parameters: [{ name: 'token', in: 'query' }],
    paging: { items: 'items', token: { parameter: 'token', property: 'next_token' } },
  },
};

const starts: Readonly<Record<Row['of'], (core: Core, called: never, options: CallOptions) => unknown>> = {
  call: (core, called, options) => core.call(called, {}, options),
  download: (core, called, options) => download(core, called, {}, options),
  list: (core, called, options) => list(core, called, {}, options),
  stream: (core, called, options) => stream(core, called, {}, options),
  report: (core, called, options) => report(core, called, {}, options),
};

/** Creates the response of a row, and counts the pieces that are read of it. */
function respond(
  { json, pieces = [], bytewise, ends, ...init }: ResponseRow,
  body: { read: number; cancelled?: true },
) {
  if (json !== undefined) return Response.json(json, init);
  const encoded = pieces.map((piece) => new TextEncoder().encode(piece));
  const parts = bytewise ? encoded.flatMap((piece) => Array.from(piece, (byte) => Uint8Array.of(byte))) : encoded;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> | void => {
    const part = parts[body.read];
    if (part) {
      body.read += 1;
      controller.enqueue(part);
    } else if (ends === undefined) controller.close();
    else return ends === 'never' ? new Promise(() => {}) : controller.error(new TypeError(ends.error));
  };
  const source =
    pieces.length > 0 && new ReadableStream({ pull, cancel: () => void (body.cancelled = true) }, { highWaterMark: 0 });
  return new Response(source || null, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
}

async function runRow({ of, responses, options, ...row }: Row): Promise<object> {
  const body: { read: number; cancelled?: true } = { read: 0 };
  const { fetch, requests } = scriptFetch(...responses.map((response) => () => respond(response, body)));
  const controller = new AbortController();
  const called = createOperation({ ...operations[of], ...row.operation });
  // `as`: the types depend on the kind of the row.
  const call = starts[of](createTestCore({ fetch, retry: 0 }), called as never, {
    signal: controller.signal,
    ...options,
  }) as Call;
  // Reading the members `header` and `footer` must not send a request.
  void [call.header, call.footer];
  await flushTasks();
  expect(requests).toHaveLength(0);
  const progress: CallProgress = { call, items: [] };
  const readOnce = async (reader: keyof typeof readers): Promise<object> => {
    progress.items.length = 0;
    return readers[reader](progress).then(
      (value: unknown) => ({ gives: Array.isArray(value) ? [...value] : value }),
      (error: unknown) => ({
        fails: { ...describeError(error, called.id), ...(progress.items.length > 0 && { items: [...progress.items] }) },
      }),
    );
  };
  const uses: object[] = [];
  for (const { ask, abort, read } of row.uses) {
    const result =
      typeof ask === 'string' ? readOnce(ask) : Promise.all(ask.map(readOnce)).then((all) => ({ gives: all }));
    if (abort !== undefined) await flushTasks().then(() => controller.abort(abort));
    uses.push({ ...(await result), ask, ...(abort && { abort }), ...(read !== undefined && { read: body.read }) });
  }
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  return { uses, sent: requests.map(({ url }) => new URL(url).search), ...(body.cancelled && { cancelled: true }) };
}

const folder = new URL('call-forms/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL(file, folder));
  describe.each(Object.entries(groups))('%s', (_, rows) => {
    test.each(rows)('$name', async (row) => {
      const { uses, sent = [''], cancelled } = row;
      expect(await runRow(row)).toEqual({ uses, sent, cancelled });
    });
  });
});
