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
import {
  createTestCore,
  catchError,
  json,
  createOperation,
  scriptFetch,
  createWriteOperation,
  type AnyParams,
  type Step,
} from '../support.js';

const failed = json({ message: 'no' }, { status: 500 });
const hangs: Step = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Responds with a text, after which the body fails or never ends. */
function respondPartly(text: string, end: 'break' | 'hang' = 'break'): Step {
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

type StreamedOperation = Operation<AnyParams, readonly unknown[]>;

/** Creates an operation whose response is read item by item. */
function createStreamed(changes: Partial<StreamedOperation>): StreamedOperation {
  // `as`: the type of a descriptor's response is chosen by its author.
  return createOperation(changes as Partial<Operation<AnyParams, unknown>>) as StreamedOperation;
}

const films = createOperation({
  parameters: [{ name: 'token', in: 'query' }],
  paging: { items: 'items', token: { parameter: 'token', property: 'next' } },
});
const linked = createOperation({ paging: { items: 'items', next: nextLink } });
const lines = createStreamed({
  responses: [{ status: '200', contents: [{ mediaType: 'application/jsonl', kind: 'lines' }] }],
  split: splitJsonLines,
});
const bytes = createOperation({ responses: [{ status: '200', contents: [{ mediaType: 'a/b', kind: 'binary' }] }] });
const first = json({ items: [1], next: 'b' });
const elsewhere = json({ items: [1] }, { headers: { link: '<https://films.test/?other=1>; rel="next"' } });

function createValidationError(side: 'request' | 'response'): ValidationError {
  return new ValidationError('films.list', 'it is wrong', { side, issues: [] });
}
const wrongRequest: CallFeature = { around: () => Promise.reject(createValidationError('request')) };
const wrongResponse: CallFeature = {
  around: async (call, next) => ({
    ...(await next(call)),
    read: () => Promise.reject(createValidationError('response')),
  }),
};

async function readAll(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) void item;
}

/** Failing calls by name: the responses of the service, the code that sends the call, and options of the client. */
const failingCalls: Readonly<Record<string, readonly [Step[], (client: Core) => unknown, ClientOptions?]>> = {
  awaited: [[failed], (client) => client.call(createOperation(), {})],
  result: [
    [failed],
    (client) =>
      client
        .call(createOperation(), {})
        .result()
        .then((one) => Promise.reject(Object(one).error)),
  ],
  withResponse: [[failed], (client) => client.call(createOperation(), {}).withResponse()],
  asResponse: [[failed], (client) => client.call(createOperation(), {}).asResponse()],
  text: [
    [respondPartly('a')],
    (client) =>
      client
        .call(createOperation(), {})
        .asResponse()
        .then((response) => response.text()),
  ],
  network: [[new TypeError('reset')], (client) => client.call(createOperation(), {})],
  broken: [[respondPartly('{')], (client) => client.call(createOperation(), {})],
  page: [[new Response('<html>')], (client) => client.call(createOperation(), {})],
  timeout: [[hangs], (client) => client.call(createOperation(), {}, { timeoutMs: 5 })],
  total: [[hangs], (client) => client.call(createOperation(), {}, { totalTimeoutMs: 5 })],
  idle: [[respondPartly('{', 'hang')], (client) => client.call(createOperation(), {}, { idleTimeoutMs: 5 })],
  aborted: [[hangs], (client) => client.call(createOperation(), {}, { signal: AbortSignal.timeout(5) })],
  credential: [[], (client) => client.call(createOperation({ auth: ['oauth2'] }), {})],
  parameter: [[], (client) => client.call(createOperation(), { odd: 1 })],
  option: [[], (client) => client.call(createOperation(), {}, { timeoutMs: -1 })],
  request: [[json({})], (client) => client.call(createOperation(), {}), { cache: wrongRequest }],
  response: [[json({})], (client) => client.call(createOperation(), {}), { cache: wrongResponse }],
  loop: [[failed], (client) => readAll(list(client, films, {}))],
  secondPage: [[first, failed], (client) => readAll(list(client, films, {}))],
  circle: [[first], (client) => list(client, films, {}).toArray({ limit: 9 })],
  noItems: [[json({ items: 3 })], (client) => list(client, films, {})],
  noLink: [[elsewhere], (client) => readAll(list(client, linked, {}).pages())],
  stream: [[new Response('{}\n{')], (client) => readAll(streamItems(client, lines, {}))],
  item: [[new Response('{"error":{"code":500}}\n')], (client) => readAll(streamItems(client, lines, {}))],
  brokenStream: [[respondPartly('{}\n')], (client) => readAll(streamItems(client, lines, {}))],
  header: [[json([])], (client) => report(client, createStreamed({ report: { row: 'r' } }), {}).header],
  bytes: [[respondPartly('a')], (client) => download(client, bytes, {}).bytes()],
  chunks: [
    [respondPartly('a')],
    (client) =>
      download(client, bytes, {})
        .stream()
        .then((body) => new Response(body).text()),
  ],
  upload: [[failed], (client) => upload(client, createWriteOperation(), { body: {} })],
};

describe('the stack of an error', () => {
  test.each(Object.keys(failingCalls))('contains the code that sent the call: %s', async (name) => {
    const [steps, run, options] = failingCalls[name] ?? [[], () => undefined];
    const client = createTestCore({ fetch: scriptFetch(...steps).fetch, retry: 0, ...options });
    // After a timer, the test itself is not in the stack, so only the function of `failingCalls` is found.
    const error = await catchError(new Promise((resolve) => setTimeout(resolve)).then(() => run(client)));
    const [header = '', ...frames] = (error.stack ?? '').slice(`${error}`.length).split('\n');
    expect([header, error.stack?.startsWith(`${error}\n`)]).toEqual(['', true]);
    const own = frames.findIndex((frame) => frame.includes('stacks.test.ts'));
    expect(frames[own]).toMatch(new RegExp(`^ {4}at failingCalls\\.${name}\\b`));
    expect(frames[0]).toMatch(/^ {4}at /);
    // Frames of the runtime are removed, except those of the functions that the caller has called.
    expect(own).toBeLessThan(4);
    expect(Object.keys(error)).not.toContain('stack');
  });
});

test('stacks are unchanged on platforms without Error.captureStackTrace', async () => {
  const { captureStackTrace } = Error;
  try {
    Reflect.set(Error, 'captureStackTrace', undefined);
    const error = await catchError(
      createTestCore({ fetch: scriptFetch(failed).fetch, retry: 0 }).call(createOperation(), {}),
    );
    expect(error.stack?.startsWith(`${error}\n    at `)).toBe(true);
  } finally {
    Error.captureStackTrace = captureStackTrace;
  }
});
