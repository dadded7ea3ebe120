import { describe, expect, test } from 'vitest';
import { report } from '@speccast/runtime';
import type { Operation, ReportStream } from '@speccast/runtime';
import { AbortedError, ApiError, ClientError, ConnectionError, UnexpectedContentError } from '@speccast/runtime/client';
import type { CallOptions } from '@speccast/runtime/client';
import { core, errorOf, json, script } from '../support.js';

interface Piece {
  readonly header?: Header;
  readonly row?: Row;
  readonly footer?: Footer;
}
interface Header {
  readonly zone: string;
}
interface Row {
  readonly values: Readonly<Record<string, number>>;
}
interface Footer {
  readonly count: number;
}

const generate: Operation<{ readonly [name: string]: unknown }, readonly Piece[]> = {
  id: 'reports.generate',
  method: 'GET',
  path: '/report',
  responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
  report: { row: 'row', header: 'header', footer: 'footer', maps: ['values'] },
  auth: [],
};

const header = { header: { zone: 'UTC' } };
const footer = { footer: { count: 2 } };
const pieces = [header, { row: { values: { a: 1 } } }, { row: { values: { a: 2 } } }, footer];
const rows = [{ values: { a: 1 } }, { values: { a: 2 } }];

/** A body that is made piece by piece while it is read; `null` hangs, an error breaks it. */
function body(texts: Iterable<string | Error | null>) {
  const iterator = texts[Symbol.iterator]();
  const told: { pulled: number; cancelled: boolean } = { pulled: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done === true) return controller.close();
        if (value === null) return new Promise<void>(() => undefined);
        if (value instanceof Error) return controller.error(value);
        told.pulled += 1;
        controller.enqueue(new TextEncoder().encode(value));
      },
      cancel: () => void (told.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { response: () => new Response(stream, { headers: { 'content-type': 'application/json' } }), told };
}

function* textsOf(items: Iterable<unknown>): Generator<string> {
  let before = '[';
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ',';
  }
  yield ']';
}

function call(response: Response | (() => Response), own: CallOptions = {}) {
  const { fetch, requests } = script(response);
  const sent: ReportStream<Row, Piece, 'header', 'footer'> = report(core({ fetch, retry: 0 }), generate, {}, own);
  return { sent, requests };
}

async function collect<T>(from: AsyncIterable<T>, into: T[] = []): Promise<T[]> {
  for await (const item of from) into.push(item);
  return into;
}

describe('a report', () => {
  test('gives its rows where it is iterated, and its header and footer beside them', async () => {
    const { sent, requests } = call(body(textsOf(pieces)).response);
    expect(requests).toHaveLength(0);
    expect(await collect(sent)).toEqual(rows);
    expect(await sent.header).toEqual({ zone: 'UTC' });
    expect(await sent.footer).toEqual({ count: 2 });
    expect(requests).toHaveLength(1);
  });

  test('gives all pieces as they were sent where it is awaited, and rows, header and footer after that', async () => {
    const { sent, requests } = call(json(pieces));
    expect(await sent).toEqual(pieces);
    expect(await collect(sent)).toEqual(rows);
    expect(await collect(sent)).toEqual(rows);
    expect([await sent.header, await sent.footer]).toEqual([{ zone: 'UTC' }, { count: 2 }]);
    expect(requests).toHaveLength(1);
  });

  test('reads the first piece alone for its header, and gives all rows after that', async () => {
    const { response, told } = body(textsOf(pieces));
    const { sent } = call(response);
    expect(await sent.header).toEqual({ zone: 'UTC' });
    expect(told.pulled).toBe(1);
    expect(await sent.header).toEqual({ zone: 'UTC' });
    expect(await collect(sent)).toEqual(rows);
    expect(await sent.footer).toEqual({ count: 2 });
  });

  test('sends nothing for a header and a footer that are only looked at', async () => {
    const { sent, requests } = call(json(pieces));
    const [top, bottom] = [sent.header, sent.footer];
    await new Promise((resolve) => setTimeout(resolve));
    expect(requests).toHaveLength(0);
    expect(await collect(sent)).toEqual(rows);
    expect([await top, await bottom]).toEqual([{ zone: 'UTC' }, { count: 2 }]);
  });

  test('gives its footer to those who wait while others iterate', async () => {
    const { sent, requests } = call(body(textsOf(pieces)).response);
    expect(await Promise.all([collect(sent), sent.header, sent.footer])).toEqual([rows, { zone: 'UTC' }, { count: 2 }]);
    expect(requests).toHaveLength(1);
  });

  test('reads and drops its rows for a footer that is all that is asked for', async () => {
    const { sent } = call(body(textsOf(pieces)).response);
    expect(await sent.footer).toEqual({ count: 2 });
    expect(await sent.footer).toEqual({ count: 2 });
    expect(await sent.header).toEqual({ zone: 'UTC' });
    const error = await errorOf(collect(sent));
    expect(error.message).toBe('reports.generate: the response has already been read item by item');
  });

  test('reads no further than the loop, and ends the body where the loop is left', async () => {
    const { response, told } = body(textsOf(pieces));
    const { sent } = call(response);
    for await (const row of sent) {
      expect(row).toEqual(rows[0]);
      break;
    }
    expect(told).toEqual({ pulled: 2, cancelled: true });
    const error = await errorOf(sent.footer);
    expect(error).toBeInstanceOf(ClientError);
    expect(error.message).toBe('reports.generate: the loop over the rows was left before the footer came');
    expect(await sent.header).toEqual({ zone: 'UTC' });
  });

  test('holds none of 100,000 rows: each is made when it is asked for', async () => {
    function* many(): Generator<unknown> {
      yield header;
      for (let a = 0; a < 100_000; a += 1) yield { row: { values: { a } } };
      yield { footer: { count: 100_000 } };
    }
    const { response, told } = body(textsOf(many()));
    const { sent } = call(response);
    let count = 0;
    let ahead = 0;
    for await (const row of sent) {
      count += row.values['a'] === count ? 1 : 0;
      ahead = Math.max(ahead, told.pulled - count);
    }
    // The header.
    expect({ count, ahead }).toEqual({ count: 100_000, ahead: 1 });
    expect(await sent.footer).toEqual({ count: 100_000 });
  });
});

describe('a report fails', () => {
  const refusal = { error: { code: 503, message: 'Gone.', status: 'UNAVAILABLE' } };
  const failures: readonly (readonly [string, readonly (string | Error)[], unknown])[] = [
    ['the service fails in the middle', [...textsOf([...pieces.slice(0, 2), refusal])], ApiError],
    ['the response ends early', [...textsOf(pieces)].slice(0, 2), UnexpectedContentError],
    ['the body breaks', ['[{"header":{}},{"row":{"values":{"a":1}}},', new TypeError('reset')], ConnectionError],
  ];

  test.each(failures)('in rows and footer alike where %s', async (_, texts, kind) => {
    const { sent } = call(body(texts).response);
    const got: Row[] = [];
    const error = await errorOf(collect(sent, got));
    expect(error).toBeInstanceOf(kind);
    expect(got).toEqual([rows[0]]);
    expect(await errorOf(sent.footer)).toBe(error);
    expect(await sent.header).toBeDefined();
  });

  test('in header and footer with the error of the call, and nowhere else', async () => {
    const { sent, requests } = call(json({ error: { code: 403, message: 'No.' } }, { status: 403 }));
    expect(await errorOf(sent.header)).toMatchObject({ name: 'ApiError', status: 403 });
    expect(await errorOf(sent.footer)).toMatchObject({ name: 'ApiError', status: 403 });
    expect(await errorOf(collect(sent))).toMatchObject({ name: 'ApiError', status: 403 });
    expect(requests).toHaveLength(1);
  });

  test('at once where its signal ends it', async () => {
    const controller = new AbortController();
    const { response, told } = body(['[{"header":{}},{"row":{"values":{"a":1}}},', null]);
    const { sent } = call(response, { signal: controller.signal });
    const got: Row[] = [];
    const reading = collect(sent, got);
    setTimeout(() => controller.abort('user left'), 20);
    expect(await errorOf(reading)).toBeInstanceOf(AbortedError);
    expect(got).toEqual([rows[0]]);
    expect(await errorOf(sent.footer)).toBeInstanceOf(AbortedError);
    expect(told.cancelled).toBe(true);
  });
});
