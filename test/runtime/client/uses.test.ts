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

/** Any call: what it can be asked for depends on its kind. */
type Call = ReportStream<object, object, 'header', 'footer'> & Download & PagePromise<Page, 'items'>;

/** A response; its body comes in `pieces`, each when it is read, or byte by byte, and then ends. */
interface ResponseRow {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly pieces?: readonly string[];
  readonly bytewise?: true;
  /** It ends by never going on, or with an error. */
  readonly ends?: 'never' | { readonly error: string };
}

/** One thing that a call is asked for, and what it gives; several are asked for at the same time. */
interface Use {
  readonly ask: keyof typeof ways | readonly (keyof typeof ways)[];
  readonly gives?: unknown;
  /** Its error, and the `items` before it. */
  readonly fails?: object;
  /** The signal of the call ends it when nothing goes on any more. */
  readonly abort?: string;
  /** How many pieces have been read by then. */
  readonly read?: number;
}

interface Row {
  readonly name: string;
  readonly of: 'call' | 'download' | 'list' | 'stream' | 'report';
  readonly operation?: Partial<Operation<AnyParams, unknown>>;
  readonly options?: CallOptions;
  /** One after the other, the last one always. */
  readonly responses: readonly ResponseRow[];
  readonly uses: readonly Use[];
  /** The queries of all requests; by itself one request without any. */
  readonly sent?: readonly string[];
  /** True if the body was given up. */
  readonly cancelled?: true;
}

/** A call that is asked for one thing after the other, and the page that was seen last. */
interface Course {
  readonly call: Call;
  readonly items: unknown[];
  page?: Awaited<PagePromise<Page, 'items'>> | undefined;
}

async function collect(from: AsyncIterable<unknown>, into: unknown[], most = Infinity): Promise<readonly unknown[]> {
  for await (const item of from) if (into.push(item) === most) break;
  return into;
}

const ways = {
  data: ({ call }: Course) => call.then(),
  'its then': ({ call }: Course) => call.then((data) => [data]),
  'its finally': ({ call }: Course) => call.finally(() => undefined),
  'its catch': ({ call }: Course) => call.catch((error: unknown) => describeError(error, '')),
  'with response': async ({ call }: Course) => {
    const { data, response, meta } = await call.withResponse();
    return { data, etag: response.headers.get('etag'), bodyUsed: response.bodyUsed, status: meta.status };
  },
  'as response': async ({ call }: Course) => {
    const { status, bodyUsed } = await call.asResponse();
    return { status, bodyUsed };
  },
  'text of response': async ({ call }: Course) => (await call.asResponse()).text(),
  result: async ({ call }: Course) => {
    const result = await call.result();
    return result.ok ? { data: result.data } : { failed: describeError(result.error, '') };
  },
  header: ({ call }: Course) => call.header,
  footer: ({ call }: Course) => call.footer,
  items: ({ call, items }: Course) => collect(call, items),
  'one item': ({ call, items }: Course) => collect(call, items, 1),
  bytes: ({ call }: Course) => call.bytes(),
  text: ({ call }: Course) => call.text(),
  blob: async ({ call }: Course) => {
    const blob = await call.blob();
    return [blob.type, await blob.text()];
  },
  stream: async ({ call }: Course) => text(await call.stream()),
  page: async (course: Course) => (course.page = await course.call),
  next: async (course: Course) => (course.page = await course.page?.next()),
  'next, and go back': async ({ page }: Course) => page?.next(),
  pages: ({ call }: Course) => collect(call.pages(), []),
  'two items as an array': ({ call }: Course) => call.toArray({ limit: 2 }),
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

const starts: Readonly<Record<Row['of'], (made: Core, called: never, options: CallOptions) => unknown>> = {
  call: (made, called, options) => made.call(called, {}, options),
  download: (made, called, options) => download(made, called, {}, options),
  list: (made, called, options) => list(made, called, {}, options),
  stream: (made, called, options) => stream(made, called, {}, options),
  report: (made, called, options) => report(made, called, {}, options),
};

/** Makes the response of a row, and counts what is read of it. */
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

async function run({ of, responses, options, ...row }: Row): Promise<object> {
  const body: { read: number; cancelled?: true } = { read: 0 };
  const { fetch, requests } = scriptFetch(...responses.map((response) => () => respond(response, body)));
  const controller = new AbortController();
  const called = createOperation({ ...operations[of], ...row.operation });
  // `as`: the operation and the call are of the kind that the row names.
  const call = starts[of](createTestCore({ fetch, retry: 0 }), called as never, {
    signal: controller.signal,
    ...options,
  }) as Call;
  // Nothing is sent for what is only looked at.
  void [call.header, call.footer];
  await flushTasks();
  expect(requests).toHaveLength(0);
  const course: Course = { call, items: [] };
  const gives = async (way: keyof typeof ways): Promise<object> => {
    course.items.length = 0;
    return ways[way](course).then(
      (value: unknown) => ({ gives: Array.isArray(value) ? [...value] : value }),
      (error: unknown) => ({
        fails: { ...describeError(error, called.id), ...(course.items.length > 0 && { items: [...course.items] }) },
      }),
    );
  };
  const uses: object[] = [];
  for (const { ask, abort, read } of row.uses) {
    const asked = typeof ask === 'string' ? gives(ask) : Promise.all(ask.map(gives)).then((all) => ({ gives: all }));
    if (abort !== undefined) await flushTasks().then(() => controller.abort(abort));
    uses.push({ ...(await asked), ask, ...(abort && { abort }), ...(read !== undefined && { read: body.read }) });
  }
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  return { uses, sent: requests.map(({ url }) => new URL(url).search), ...(body.cancelled && { cancelled: true }) };
}

const folder = new URL('uses/', import.meta.url);

describe.each(readdirSync(folder))('%s', (file) => {
  const groups = readYaml<Readonly<Record<string, readonly Row[]>>>(new URL(file, folder));
  describe.each(Object.entries(groups))('%s', (_, rows) => {
    test.each(rows)('$name', async (row) => {
      const { uses, sent = [''], cancelled } = row;
      expect(await run(row)).toEqual({ uses, sent, cancelled });
    });
  });
});
