import { describe, expect, test } from 'vitest';
import type { CallFeature, ClientOptions, Core } from '@speccast/runtime/client';
import {
  ValidationError,
  nextLink,
  list,
  download,
  streamItems,
  report,
  splitJsonLines,
  upload,
} from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { createTestCore, catchError, json, createOperation, scriptFetch, createWriteOperation, type AnyParams, type Step } from '../support.js';

const failed = json({ message: 'no' }, { status: 500 });
const hangs: Step = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Responds with some text, and then breaks, or never ends. */
function begin(text: string, end: 'break' | 'hang' = 'break'): Step {
  return () => {
    let isSent = false;
    const pull = (controller: ReadableStreamDefaultController): Promise<void> | void => {
      if (isSent) return end === 'hang' ? new Promise(() => {}) : controller.error(new TypeError('reset'));
      controller.enqueue(new TextEncoder().encode(text));
      isSent = true;
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
}

type Streamed = Operation<AnyParams, readonly unknown[]>;

/** An operation whose response is read item by item. */
function streamed(changes: Partial<Streamed>): Streamed {
  // What an operation responds with is said where it is described.
  return createOperation(changes as Partial<Operation<AnyParams, unknown>>) as Streamed;
}

const films = createOperation({
  parameters: [{ name: 'token', in: 'query' }],
  paging: { items: 'items', token: { parameter: 'token', property: 'next' } },
});
const linked = createOperation({ paging: { items: 'items', next: nextLink } });
const lines = streamed({
  responses: [{ status: '200', contents: [{ mediaType: 'application/jsonl', kind: 'lines' }] }],
  split: splitJsonLines,
});
const bytes = createOperation({ responses: [{ status: '200', contents: [{ mediaType: 'a/b', kind: 'binary' }] }] });
const first = json({ items: [1], next: 'b' });
const elsewhere = json({ items: [1] }, { headers: { link: '<https://films.test/?other=1>; rel="next"' } });

function fail(side: 'request' | 'response'): ValidationError {
  return new ValidationError('films.list', 'it is wrong', { side, issues: [] });
}
const wrongRequest: CallFeature = { around: () => Promise.reject(fail('request')) };
const wrongResponse: CallFeature = {
  around: async (call, next) => ({
    ...(await next(call)),
    read: () => Promise.reject(fail('response')),
  }),
};

async function walk(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item;
}

/** Ways in which a call fails: what it meets, the code that makes it, and options of the client. */
const ways: Readonly<Record<string, readonly [Step[], (made: Core) => unknown, ClientOptions?]>> = {
  awaited: [[failed], (made) => made.call(createOperation(), {})],
  result: [
    [failed],
    (made) =>
      made
        .call(createOperation(), {})
        .result()
        .then((one) => Promise.reject(Object(one).error)),
  ],
  withResponse: [[failed], (made) => made.call(createOperation(), {}).withResponse()],
  asResponse: [[failed], (made) => made.call(createOperation(), {}).asResponse()],
  text: [
    [begin('a')],
    (made) =>
      made
        .call(createOperation(), {})
        .asResponse()
        .then((response) => response.text()),
  ],
  network: [[new TypeError('reset')], (made) => made.call(createOperation(), {})],
  broken: [[begin('{')], (made) => made.call(createOperation(), {})],
  page: [[new Response('<html>')], (made) => made.call(createOperation(), {})],
  timeout: [[hangs], (made) => made.call(createOperation(), {}, { timeoutMs: 5 })],
  total: [[hangs], (made) => made.call(createOperation(), {}, { totalTimeoutMs: 5 })],
  idle: [[begin('{', 'hang')], (made) => made.call(createOperation(), {}, { idleTimeoutMs: 5 })],
  aborted: [[hangs], (made) => made.call(createOperation(), {}, { signal: AbortSignal.timeout(5) })],
  credential: [[], (made) => made.call(createOperation({ auth: ['oauth2'] }), {})],
  parameter: [[], (made) => made.call(createOperation(), { odd: 1 })],
  option: [[], (made) => made.call(createOperation(), {}, { timeoutMs: -1 })],
  request: [[json({})], (made) => made.call(createOperation(), {}), { cache: wrongRequest }],
  response: [[json({})], (made) => made.call(createOperation(), {}), { cache: wrongResponse }],
  loop: [[failed], (made) => walk(list(made, films, {}))],
  secondPage: [[first, failed], (made) => walk(list(made, films, {}))],
  circle: [[first], (made) => list(made, films, {}).toArray({ limit: 9 })],
  noItems: [[json({ items: 3 })], (made) => list(made, films, {})],
  noLink: [[elsewhere], (made) => walk(list(made, linked, {}).pages())],
  stream: [[new Response('{}\n{')], (made) => walk(streamItems(made, lines, {}))],
  item: [[new Response('{"error":{"code":500}}\n')], (made) => walk(streamItems(made, lines, {}))],
  brokenStream: [[begin('{}\n')], (made) => walk(streamItems(made, lines, {}))],
  header: [[json([])], (made) => report(made, streamed({ report: { row: 'r' } }), {}).header],
  bytes: [[begin('a')], (made) => download(made, bytes, {}).bytes()],
  chunks: [
    [begin('a')],
    (made) =>
      download(made, bytes, {})
        .stream()
        .then((body) => new Response(body).text()),
  ],
  upload: [[failed], (made) => upload(made, createWriteOperation(), { body: {} })],
};

describe('the stack of an error', () => {
  test.each(Object.keys(ways))('leads to the code that made the call: %s', async (name) => {
    const [steps, run, options] = ways[name] ?? [[], () => undefined];
    const made = createTestCore({ fetch: scriptFetch(...steps).fetch, retry: 0, ...options });
    // The test itself is no caller: after a timer it is in no stack.
    const error = await catchError(new Promise((resolve) => setTimeout(resolve)).then(() => run(made)));
    const [header = '', ...frames] = (error.stack ?? '').slice(`${error}`.length).split('\n');
    expect([header, error.stack?.startsWith(`${error}\n`)]).toEqual(['', true]);
    const own = frames.findIndex((frame) => frame.includes('stacks.test.ts'));
    expect(frames[own]).toMatch(new RegExp(`^ {4}at ways\\.${name}\\b`));
    expect(frames[0]).toMatch(/^ {4}at /);
    // What the runtime does in between is left out, but for the functions that were called.
    expect(own).toBeLessThan(4);
    expect(Object.keys(error)).not.toContain('stack');
  });
});

test('stacks are as they are where the platform captures none', async () => {
  const { captureStackTrace } = Error;
  try {
    Reflect.set(Error, 'captureStackTrace', undefined);
    const error = await catchError(createTestCore({ fetch: scriptFetch(failed).fetch, retry: 0 }).call(createOperation(), {}));
    expect(error.stack?.startsWith(`${error}\n    at `)).toBe(true);
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
});
