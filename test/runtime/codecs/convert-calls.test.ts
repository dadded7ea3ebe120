import { describe, expect, test } from 'vitest';
import {
  ApiError,
  joinIds,
  list,
  revalidate,
  shareReads,
  stream,
  streamItems,
  splitJsonLines,
} from '@speccast/runtime';
import type { Operation } from '@speccast/runtime';
import { convert, dateTimeAsDate, int64AsBigint } from '@speccast/runtime/codecs';
import type { OperationWire, WireSchema } from '@speccast/runtime/codecs';
import { core, errorOf, json, operation, script, writeOperation, type AnyParams } from '../client/support.js';

const date: WireSchema = { codec: dateTimeAsDate };
const film: WireSchema = { properties: { at: date, id: { codec: int64AsBigint } } };
const text = '2026-01-01T00:00:00.000Z';
const day = new Date(text);
const wireFilm = `{"at":"${text}","id":9007199254740993}`;
const domainFilm = { at: day, id: 9007199254740993n };

const raw = (body: string, init: ResponseInit = { headers: { 'content-type': 'application/json' } }): Response =>
  new Response(body, init);
const wire = (parts: Omit<OperationWire, 'convert'>): OperationWire => ({ convert, ...parts });

describe('a call of an operation with codecs', () => {
  test('sends and gives what callers have, with all digits', async () => {
    const { fetch, requests } = script(raw(wireFilm));
    const insert = writeOperation({
      parameters: [
        { name: 'since', in: 'query' },
        { name: 'ids', in: 'query', type: 'array', items: 'integer' },
        { name: 'X-At', in: 'header' },
        { name: 'filter', in: 'query', contentType: 'application/json' },
      ],
      wire: wire({
        parameters: { since: date, ids: { items: { codec: int64AsBigint } }, 'X-At': date, filter: film },
        bodies: { 'application/json': film },
        responses: { 200: film },
      }),
    });
    const params = { since: day, ids: [9007199254740993n, 1n], 'X-At': day, filter: domainFilm, body: domainFilm };
    expect(await core({ fetch }).call(insert, params)).toEqual(domainFilm);
    const [request] = requests;
    const url = new URL(request?.url ?? '');
    expect(url.searchParams.get('since')).toBe(text);
    expect(url.searchParams.getAll('ids')).toEqual(['9007199254740993', '1']);
    expect(url.searchParams.get('filter')).toBe(wireFilm);
    expect(request?.headers.get('x-at')).toBe(text);
    expect(await request?.text()).toBe(wireFilm);
  });

  test('sends forms and parts of a multipart body so, too', async () => {
    for (const kind of ['form', 'multipart'] as const) {
      const { fetch, requests } = script(json({}));
      const mediaType = kind === 'form' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
      const insert = writeOperation({
        body: [{ mediaType, kind }],
        wire: wire({ bodies: { [mediaType]: { properties: { ...film.properties, part: film } } } }),
      });
      const body = kind === 'form' ? domainFilm : { ...domainFilm, part: domainFilm };
      await core({ fetch }).call(insert, { body });
      const form = await requests[0]?.formData();
      expect([form?.get('at'), form?.get('id')]).toEqual([text, '9007199254740993']);
      const part = form?.get('part');
      if (kind === 'multipart') expect(part instanceof Blob && (await part.text())).toBe(wireFilm);
    }
  });

  test('rejects what cannot be sent, before it sends anything', async () => {
    const { fetch, requests } = script(json({}));
    const insert = writeOperation({
      parameters: [{ name: 'since', in: 'query' }],
      wire: wire({ parameters: { since: date }, bodies: { 'application/json': film } }),
    });
    const error = await errorOf(core({ fetch }).call(insert, { since: new Date(NaN), body: { id: 5 } }));
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'request',
      requestMayHaveBeenProcessed: false,
      issues: [
        { path: ['since'], keyword: 'codec', message: 'cannot be encoded as date-time: it is none' },
        { path: ['body', 'id'], keyword: 'codec', message: 'cannot be encoded as int64: it is none' },
      ],
    });
    expect(requests).toHaveLength(0);
  });

  test('rejects what came and cannot be decoded, with its position and without secrets', async () => {
    const { fetch } = script(raw('{"at":"secret-key-1"}'));
    const throwing = {
      ...dateTimeAsDate,
      decode: (value: string) => {
        throw new Error(`not ${value}`);
      },
    };
    const get = operation({
      wire: wire({ responses: { '2XX': { properties: { at: { codec: throwing } } } } }),
      auth: ['apiKey'],
    });
    const error = await errorOf(core({ fetch, apiKey: 'secret-key-1' }).call(get, {}));
    expect(error).toMatchObject({
      name: 'ValidationError',
      side: 'response',
      issues: [{ path: ['at'], message: 'cannot be decoded as date-time: not [redacted]' }],
      meta: { status: 200 },
    });
    expect(error.message).toBe(
      'films.list: the response has values that cannot be converted: at cannot be decoded as date-time: not [redacted]',
    );
  });

  test('decodes another success than the declared ones as the first of them', async () => {
    const get = operation({ wire: wire({ responses: { '200': film, '202': {} } }) });
    const found = [200, 201, 202].map(async (status) =>
      core({ fetch: script(raw(wireFilm, { status })).fetch }).call(get, {}),
    );
    expect(await Promise.all(found)).toEqual([domainFilm, domainFilm, JSON.parse(wireFilm)]);
  });

  test('decodes the bodies of errors where it can', async () => {
    const get = operation({ wire: wire({ errors: { '4xx': film } }) });
    const found = [wireFilm, '{"at":"soon"}'].map(async (body) => {
      const { fetch } = script(raw(body, { status: 404 }));
      return await errorOf(core({ fetch }).call(get, {}));
    });
    const [decoded, left] = await Promise.all(found);
    expect(ApiError.is(decoded) && decoded.body).toEqual(domainFilm);
    expect(ApiError.is(left) && left.body).toEqual({ at: 'soon' });
  });

  test('leaves bytes alone', async () => {
    const { fetch } = script(raw(wireFilm));
    const get = operation({ wire: wire({ responses: { default: film } }) });
    const received = await core({ fetch }).send(get, {}, undefined, true)(true);
    expect(new TextDecoder().decode(await received.read())).toBe(wireFilm);
  });
});

const films: Operation<AnyParams, { readonly items: readonly unknown[]; readonly next?: unknown }> = {
  id: 'films.list',
  method: 'GET',
  path: '/films',
  parameters: [
    { name: 'after', in: 'query' },
    { name: 'id', in: 'query', type: 'array' },
  ],
  paging: { items: 'items', token: { parameter: 'after', property: 'next' }, keeps: ['next'] },
  joins: {},
  auth: [],
  wire: wire({
    parameters: { after: date },
    responses: { 200: { properties: { items: { items: film }, next: date } } },
  }),
};

describe('codecs hold', () => {
  test('over pages, whose tokens they convert', async () => {
    const { fetch, requests } = script(raw(`{"items":[${wireFilm}],"next":"${text}"}`), raw(`{"items":[${wireFilm}]}`));
    const found: unknown[] = [];
    for await (const item of list(core({ fetch }), films, {})) found.push(item);
    expect(found).toEqual([domainFilm, domainFilm]);
    expect(new URL(requests[1]?.url ?? '').searchParams.get('after')).toBe(text);
  });

  test('in arrays that come piece by piece, and in lines', async () => {
    const rows: Operation<AnyParams, readonly unknown[]> = {
      id: 'rows',
      method: 'GET',
      path: '/rows',
      responses: [{ status: '200', contents: [{ mediaType: 'application/json' }] }],
      auth: [],
      wire: wire({ items: film, responses: { 200: { items: film } } }),
    };
    const lines = {
      ...rows,
      responses: [{ status: '200', contents: [{ mediaType: 'application/jsonl', kind: 'lines' as const }] }],
      split: splitJsonLines,
    };
    const client = (body: string, type: string) =>
      core({ fetch: script(raw(body, { headers: { 'content-type': type } })).fetch });
    const both = `[${wireFilm},${wireFilm}]`;
    const found: unknown[] = [];
    for await (const item of stream(client(both, 'application/json'), rows, {})) found.push(item);
    expect(found).toEqual([domainFilm, domainFilm]);
    expect(await stream(client(both, 'application/json'), rows, {})).toEqual([domainFilm, domainFilm]);
    const text = `${wireFilm}\n{"at":"soon"}\n`;
    const items = streamItems(client(text, 'application/jsonl'), lines, {})[Symbol.asyncIterator]();
    expect((await items.next()).value).toEqual(domainFilm);
    expect(await errorOf(items.next())).toMatchObject({ name: 'ValidationError', issues: [{ path: [1, 'at'] }] });
  });

  test('for each of those who share a read, or ask for what is kept', async () => {
    const page = `{"items":[${wireFilm}]}`;
    const shared = core({ fetch: script(raw(page)).fetch, shareReads: shareReads() });
    const expected = { items: [domainFilm] };
    expect(await Promise.all([shared.call(films, {}), shared.call(films, {})])).toEqual([expected, expected]);

    const kept = script(raw(page, { headers: { etag: '"1"' } }), new Response(null, { status: 304 }));
    const cached = core({ fetch: kept.fetch, cache: revalidate() });
    expect([await cached.call(films, {}), await cached.call(films, {})]).toEqual([expected, expected]);
  });

  test('for one integer that is all of a response, which those who share it know by other objects', async () => {
    const last = operation({
      id: 'films.last',
      wire: wire({ responses: { 200: { codec: int64AsBigint } } }),
    });
    const id = '9007199254740993';
    const shared = core({ fetch: script(raw(id)).fetch, shareReads: shareReads() });
    expect(await Promise.all([shared.call(last, {}), shared.call(last, {})])).toEqual([BigInt(id), BigInt(id)]);

    const kept = script(raw(id, { headers: { etag: '"1"' } }), new Response(null, { status: 304 }));
    const cached = core({ fetch: kept.fetch, cache: revalidate(), shareReads: shareReads() });
    expect([await cached.call(last, {}), await cached.call(last, {})]).toEqual([BigInt(id), BigInt(id)]);
    expect(kept.requests).toHaveLength(2);
  });

  test('for those who join their ids', async () => {
    const joined = core({ fetch: script(raw('{"items":[{"id":"a"},{"id":"b"}]}')).fetch, joinIds: joinIds() });
    const named = { ...films, wire: wire({}) };
    expect(await Promise.all(['a', 'b'].map((id) => joined.call(named, { id: [id] })))).toEqual([
      { items: [{ id: 'a' }] },
      { items: [{ id: 'b' }] },
    ]);
  });
});
