import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, ValidationError } from '@speccast/runtime';
import type { ClientOptions } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput } from '@speccast/runtime/webhooks';
import { sampleValues, printValues, speedUpLocale, type CodecSample, type Values } from './codec-values.js';
import { importCase, type ImportedCase } from './import-case.js';
import { readRows } from '../rows.js';

interface Call<T> extends PromiseLike<T> {
  withResponse(): Promise<{ readonly data: T; readonly headers: Readonly<Record<string, unknown>> }>;
}

interface Report extends AsyncIterable<Values> {
  readonly header: Promise<Values>;
  readonly footer: Promise<Values>;
}

interface Client {
  readonly echo: {
    send(params: object): Call<Values>;
    explode(params: object): Call<Values>;
    body(params: { readonly body: Values; readonly contentType?: string }): Call<Values>;
    single(params: { readonly body: bigint }): Call<bigint>;
    upload(params: { readonly body: Values; readonly media: Blob }, options?: object): Call<Values>;
    lines(): AsyncIterable<Values> & PromiseLike<readonly Values[]>;
    events(): AsyncIterable<Values> & PromiseLike<readonly Values[]>;
    pages(): AsyncIterable<Values>;
    report(): Report;
  };
}

interface Webhooks {
  readonly unwrapWebhook: (input: WebhookInput, options: UnwrapWebhookOptions) => Promise<{ readonly body: unknown }>;
  readonly webhookValidators: Readonly<Record<string, Validator<unknown>>>;
}

afterAll(speedUpLocale());

let imported: ImportedCase<Client> | undefined;
const before = Reflect.get(globalThis, 'Temporal') as unknown;

beforeAll(async () => {
  Reflect.set(globalThis, 'Temporal', Temporal);
  imported = await importCase<Client>('positive-codec-calls');
});

afterAll(() => {
  Reflect.set(globalThis, 'Temporal', before);
  imported?.remove();
});

/** Opens a client whose requests a function responds to. */
function open(respond: (request: Request) => Response | Promise<Response>, options: ClientOptions = {}): Client {
  return imported!.open({ fetch: async (request) => respond(request), retry: false, ...options }).client;
}

/** The number of values of each format in each test. 30 are enough to find a fault in a codec; `CODEC_VALUES=10000` raises it. */
const count = Number(process.env['CODEC_VALUES'] ?? 100);
const all = sampleValues(count);
/** One of the values, for tests of other parts of the request. */
const small = all[0]!;

/** Runs a check for each of the values, one after another. */
async function checkEach(check: (one: CodecSample) => Promise<void>): Promise<void> {
  for (const one of all) await check(one);
}

/** Expects equal values. Their texts are compared, because `toEqual` on each value takes most of the time of these tests. */
function expectSame(got: readonly Values[], want: readonly CodecSample[]): void {
  const texts = got.map(printValues);
  const isSame = texts.length === want.length && texts.every((text, index) => text === want[index]?.text);
  if (!isSame) expect(texts).toEqual(want.map(({ text }) => text));
}

const json = (text: string, init: ResponseInit = {}): Response =>
  new Response(text, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

async function collect(items: AsyncIterable<Values>): Promise<readonly Values[]> {
  const all: Values[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function catchError(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

describe(`${count} values of each format are kept`, () => {
  test('in bodies of JSON, both ways', async () => {
    let sent = '';
    const client = open(async (request) => json((sent = await request.text())));
    await checkEach(async (one) => {
      const got = await client.echo.body({ body: one.values, contentType: 'application/json' });
      expect(sent).toBe(one.json);
      expectSame([got], [one]);
    });
  });

  test('in bodies of XML, both ways', async () => {
    const contentType = 'application/xml';
    let sent = '';
    const client = open(async (request) => {
      sent = await request.text();
      return new Response(sent, { headers: { 'content-type': contentType } });
    });
    await checkEach(async (one) => {
      const got = await client.echo.body({ body: one.values, contentType });
      const elements = Object.entries(one.wire).map(([name, text]) => `<${name}>${text}</${name}>`);
      expect(sent).toContain(elements.join(''));
      expectSame([got], [one]);
    });
  });

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])('in bodies of %s', async (contentType) => {
    let sent: Readonly<Record<string, string>> = {};
    const client = open(async (request) => {
      const form = await request.formData();
      sent = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
      return json('{}');
    });
    await checkEach(async ({ values: body, wire }) => {
      await client.echo.body({ body, contentType });
      expect(sent).toEqual(wire);
    });
  });

  test('in an integer that is the whole body', async () => {
    let sent = '';
    const client = open(async (request) => json((sent = await request.text())));
    await checkEach(async ({ values: { count: body } }) => {
      expect(await client.echo.single({ body })).toBe(body);
      expect(sent).toBe(String(body));
    });
  });

  test('in the metadata of uploads', async () => {
    let sent = '';
    const client = open(async (request) => {
      sent = await request.text();
      return json(/\{.*\}/.exec(sent)?.[0] ?? '');
    });
    const media = new Blob(['film'], { type: 'text/plain' });
    await checkEach(async (one) => {
      const got = await client.echo.upload({ body: one.values, media });
      expect(sent).toContain(one.json);
      expectSame([got], [one]);
    });
  });

  test.each([
    ['lines', 'application/jsonl', (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')],
    ['events', 'text/event-stream', (texts: readonly string[]) => texts.map((text) => `data: ${text}\n\n`).join('')],
    ['pages', 'application/json', (texts: readonly string[]) => `{"items":[${texts.join()}]}`],
  ] as const)('in %s', async (kind, type, write) => {
    const text = write(all.map((one) => one.json));
    const client = open(() => new Response(text, { headers: { 'content-type': type } }));
    expectSame(await collect(client.echo[kind]()), all);
    if (kind !== 'pages') expectSame([...(await client.echo[kind]())], all);
  });

  test('in reports', async () => {
    const rows = all.map((one) => `{"row":${one.json}}`);
    const client = open(() => json(`[{"header":${small.json}},${rows.join()},{"footer":${small.json}}]`));
    const report = client.echo.report();
    expectSame([await report.header, ...(await collect(report)), await report.footer], [small, ...all, small]);
  });

  test('in errors', async () => {
    let text = '';
    const client = open(() => json(text, { status: 409 }));
    const params = { path: small.values, label: small.values, matrix: small.values };
    await checkEach(async (one) => {
      text = one.json;
      const error = await catchError(client.echo.send(params));
      // as: the errors of this operation have such a body.
      expectSame(ApiError.is(error) ? [error.body as Values] : [], [one]);
    });
  });

  test('in headers of responses', async () => {
    let headers: Readonly<Record<string, string>> = {};
    const client = open(() => json('{}', { headers }));
    const params = { path: small.values, label: small.values, matrix: small.values };
    await checkEach(async (one) => {
      headers = Object.fromEntries(Object.entries(one.wire).map(([name, text]) => [toHeaderName(name), text]));
      const found = await client.echo.send(params).withResponse();
      const got = Object.keys(one.values).map((name) => [name, found.headers[toHeaderName(name)]]);
      // as: each header has the type of the property with the same name.
      expectSame([Object.fromEntries(got) as Values], [one]);
    });
  });

  test('in headers that are lists and objects', async () => {
    const headers = {
      'x-counts': '9007199254740993, -9223372036854775808,1',
      'x-page': 'last,9007199254740993,size,50',
    };
    const params = { path: small.values, label: small.values, matrix: small.values };
    const found = await open(() => json('{}', { headers }))
      .echo.send(params)
      .withResponse();
    expect(found.headers).toEqual({
      'X-Counts': [9007199254740993n, -9223372036854775808n, 1n],
      'X-Page': { last: 9007199254740993n, size: 50 },
    });
  });

  test('in webhooks', async () => {
    // as: the case generates such a module.
    const { unwrapWebhook, webhookValidators: validators } = (await imported!.load('src/webhooks.ts')) as Webhooks;
    await checkEach(async (one) => {
      const headers = await signWebhook(one.json, { secret: 's', id: '1' });
      const { body } = await unwrapWebhook({ body: one.json, headers }, { secret: 's', validators });
      expectSame([body as Values], [one]);
    });
  });

  let request = new Request('https://echo.example');
  const respond = (given: Request): Response => {
    request = given;
    return json('{}');
  };

  test('in parameters that are joined, in each location and style', async () => {
    const client = open(respond);
    await checkEach(async ({ values: one, wire, json: text }) => {
      const list = Object.values(one);
      const given = { path: one, label: one, matrix: one, joined: one, deep: one, json: one, 'X-Values': one };
      await client.echo.send({ ...given, spaced: list, piped: list, cookie: one });
      const joined = Object.entries(wire).flat().join();
      const { pathname, searchParams } = new URL(request.url);
      const found = {
        path: pathname.split('/').slice(2).map(decodeURIComponent),
        query: Object.fromEntries(searchParams),
        header: decodeURIComponent(request.headers.get('x-values') ?? ''),
        cookie: decodeURIComponent(request.headers.get('cookie') ?? ''),
      };
      const deep = Object.fromEntries(Object.entries(wire).map(([name, value]) => [`deep[${name}]`, value]));
      const [spaced, piped] = [Object.values(wire).join(' '), Object.values(wire).join('|')];
      expect(found).toEqual({
        path: [joined, `.${joined}`, `;matrix=${joined}`],
        query: { joined, ...deep, json: text, spaced, piped },
        header: joined,
        cookie: `cookie=${joined}`,
      });
    });
  });

  test('in parameters that are exploded, in each location and style', async () => {
    const client = open(respond);
    await checkEach(async ({ values: one, wire }) => {
      const list = Object.values(one);
      const { at, count: number } = one;
      const given = { path: one, label: one, matrix: one, form: one, each: list, 'X-Values': one };
      await client.echo.explode({ ...given, at, count: number });
      const pairs = Object.entries(wire).map(([name, text]) => `${name}=${text}`);
      const { pathname, searchParams } = new URL(request.url);
      const found = {
        path: pathname.split('/').slice(2).map(decodeURIComponent),
        query: [...searchParams],
        header: decodeURIComponent(request.headers.get('x-values') ?? ''),
        cookie: decodeURIComponent(request.headers.get('cookie') ?? ''),
      };
      expect(found).toEqual({
        path: [pairs.join(), `.${pairs.join('.')}`, `;${pairs.join(';')}`],
        query: [...Object.entries(wire), ...Object.values(wire).map((text) => ['each', text])],
        header: pairs.join(),
        cookie: `count=${wire['count']}; at=${wire['at']}`,
      });
    });
  });
});

/** Returns the name of the header for a property: `countText` → `X-Count-Text`. */
function toHeaderName(name: string): string {
  return `X-${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/, (letter) => `-${letter}`)}`;
}

describe('a value that cannot be converted', () => {
  test.each(
    readRows(import.meta.url).rows<[string, string, string]>('in a response is a ValidationError with the position'),
  )('in a response is a ValidationError with the position: %s %s', async (name, text, codec) => {
    const client = open(() => json(`{"${name}":${text}}`), { validate: {} });
    const error = await catchError(client.echo.body({ body: {} as Values, contentType: 'application/json' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ side: 'response', issues: [{ path: [name], keyword: 'codec' }] });
    expect(String(error)).toContain(codec);
  });

  test.each<[string, unknown]>([
    ['at', new Date(Number.NaN)],
    ['at', '2026-01-01T00:00:00Z'],
    ['instant', new Date()],
    ['count', 1],
    ['count', 2n ** 63n],
    ['bytes', 'AQID'],
    ['price', '12.34'],
    ['price', { cents: 10n ** 31n }],
  ])('in a request is a ValidationError, and nothing is sent: %s %s', async (name, value) => {
    let calls = 0;
    const client = open(() => {
      calls += 1;
      return json('{}');
    });
    // as: callers in TypeScript cannot pass a value of the wrong type.
    const body = { [name]: value } as unknown as Values;
    const error = await catchError(client.echo.body({ body, contentType: 'application/json' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ side: 'request', issues: [{ path: ['body', name], keyword: 'codec' }] });
    expect(calls).toBe(0);
  });
});

describe('validators', () => {
  test('check values of the wire, and `~standard.validate` returns those of callers', () => {
    const validator = imported!.validators['Values']!;
    const wire = { at: '2026-01-02T03:04:05.000Z', count: 7 };
    expect(validator.is(wire)).toBe(true);
    expect(validator.is({ at: new Date() })).toBe(false);
    expect(validator['~standard'].validate(wire)).toEqual({ value: { at: new Date(wire.at), count: 7n } });
    expect(validator['~standard'].validate({ count: 2 ** 63 })).toMatchObject({
      issues: [{ path: ['count'], keyword: 'codec' }],
    });
    expect(() => validator['~standard'].jsonSchema.output({ target: 'draft-2020-12' })).toThrow(
      /JSON Schema cannot describe the decoded output/,
    );
  });
});
