import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Emulator } from '@speccast/emulator';
import { apiKey, isJsonObject, type ApiPromise, type ClientOptions } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput, WebhookScheme } from '@speccast/runtime/webhooks';
import { readYaml } from '../rows.js';
import { importCase, importFiles, type ImportedCase } from './import-case.js';

/** A document or a case, with calls of its client, requests to its emulator, webhooks and values. */
interface DocumentRow {
  readonly title: string;
  /** The document, or the case that has it. */
  readonly spec?: object;
  readonly case?: string;
  /** Lines of its diagnostics: `code at line: message`. Default: none. */
  readonly diagnostics?: readonly string[];
  /** Valid and invalid values by the name of the validator. */
  readonly validators?: Readonly<
    Record<
      string,
      {
        readonly valid?: readonly unknown[];
        readonly invalid?: readonly unknown[];
        /** Results of `~standard.validate` for the valid values, if they differ from them. */
        readonly returns?: readonly unknown[];
      }
    >
  >;
  readonly calls?: readonly CallRow[];
  readonly requests?: readonly RequestRow[];
  readonly webhooks?: readonly WebhookRow[];
}

interface CallRow {
  readonly name?: string;
  /** Rows of the emulator in addition to the samples. */
  readonly seed?: Parameters<Emulator['seed']>[0];
  /** Calls that are made before it; their requests are not compared. */
  readonly before?: readonly { readonly call: string; readonly params?: object; readonly times?: number }[];
  /** `views.add` */
  readonly call: string;
  readonly params?: object;
  /** Arguments of a method with positional arguments, in place of `params`. */
  readonly args?: readonly unknown[];
  readonly options?: object;
  readonly client?: ClientOptions;
  /** An API key of the client. */
  readonly key?: string;
  /** True if the client validates requests and responses. */
  readonly validated?: boolean;
  /** Responses in place of those of the emulator; the last one is for all further requests. */
  readonly answers?: readonly Answer[];
  readonly want?: RequestParts;
  /** All requests, in order. */
  readonly sent?: readonly RequestParts[];
  /** The body, or else the parameters, as the emulator reads them. */
  readonly read?: unknown;
  /** The result of the call if it is awaited. */
  readonly returns?: unknown;
  /** Part of the result. */
  readonly has?: object;
  /** The items of the call if it is iterated, up to an error. */
  readonly items?: readonly unknown[];
  /** The number of items. */
  readonly count?: number;
  /** The name of a table of the emulator, whose rows are the items, in order. */
  readonly rows?: string;
  /** The declared headers of the response. */
  readonly headers?: object;
  /** Part of the error after a request was sent. */
  readonly fails?: object;
  /** Part of the message of an error before any request is sent. */
  readonly error?: string;
}

/**
 * Parts of a request, percent-decoded: `method`, `url`, `type`, `body` as text, as `json` or as the entries of a `form`, a part of the
 * JSON in the `response` of the emulator, and other headers by their names.
 */
type RequestParts = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or another value, which is sent as JSON. */
  readonly body?: unknown;
  /** True if each byte of the body is a chunk of its own. */
  readonly isCut?: boolean;
}

/** A request to the emulator and its expected response. */
interface RequestRow {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly type?: string;
  readonly text?: string | RegExp;
}

/** A webhook that a receiver gets. */
interface WebhookRow {
  readonly name: string;
  readonly body: string;
  /** True if it has no headers. Default: it has the headers of the signature of the service. */
  readonly isUnsigned?: boolean;
  readonly options?: Partial<UnwrapWebhookOptions>;
  /** Part of the webhook as it is read. */
  readonly returns?: object;
  /** Part of the error. */
  readonly fails?: object;
}

/** The exports of `src/webhooks.ts`. */
interface Webhooks {
  readonly unwrapWebhook: (input: WebhookInput, options: UnwrapWebhookOptions) => Promise<unknown>;
  readonly webhookValidators: Readonly<Record<string, Validator<unknown>>>;
  readonly webhookSignature?: WebhookScheme;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const documents = ['requests', 'called-cases'].flatMap((name) =>
  readYaml<readonly DocumentRow[]>(new URL(`${name}.yaml`, import.meta.url)),
);

function respond({ status = 200, headers = { 'content-type': 'application/json' }, ...answer }: Answer): Response {
  const { body = null, isCut = false } = answer;
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  if (text === null) return new Response(null, { status, headers });
  // As bytes, because a `Response` of a string gets a media type.
  const bytes = new TextEncoder().encode(text);
  if (!isCut) return new Response(bytes, { status, headers });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  for (const byte of bytes) void writer.write(Uint8Array.of(byte));
  void writer.close();
  return new Response(readable, { status, headers });
}

/** Replaces the regular expressions inside an expected value by matchers of strings. */
function toMatcher(want: unknown): unknown {
  if (want instanceof RegExp) return expect.stringMatching(want);
  if (Array.isArray(want)) return want.map(toMatcher);
  if (!isJsonObject(want) || want.constructor !== Object) return want;
  return Object.fromEntries(Object.entries(want).map(([key, value]) => [key, toMatcher(value)]));
}

/** A request with its body, and the emulator of the test. */
interface SentRequest {
  readonly request: Request;
  readonly body: string;
  readonly emulator: Emulator;
}

async function readPart(part: string, { request, body, emulator }: SentRequest): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (part === 'method') return request.method;
  if (part === 'url') return request.url.replace(emulator.baseUrl, '');
  if (part === 'type') return type;
  if (part === 'body') return body;
  if (part === 'json') return JSON.parse(body);
  if (part === 'form') return listEntries(new Response(body, { headers: { 'content-type': type ?? '' } }));
  if (part === 'response') return (await emulator.fetch(new Request(request.url, request))).json();
  return request.headers.get(part);
}

async function listEntries(response: Response): Promise<readonly unknown[]> {
  return [...(await response.formData())].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.type,
  ]);
}

async function expectRequest(want: RequestParts, sent: SentRequest, decode: (text: string) => string): Promise<void> {
  for (const [part, value] of Object.entries(want)) {
    const got = await readPart(part, sent);
    if (part === 'response') expect(got).toMatchObject(Object(toMatcher(value)));
    else expect([part, typeof got === 'string' ? decode(got) : got]).toEqual([part, toMatcher(value)]);
  }
}

/** Calls a method by its path: `views.add`. */
function startCall(client: object, call: string, args: readonly unknown[]): Promise<unknown> {
  const path = call.split('.');
  const method = path.pop() ?? '';
  const resource = path.reduce<object>((value, step) => Reflect.get(value, step), client);
  return Reflect.apply(Reflect.get(resource, method) as Method, resource, args);
}

/** Returns the declared headers of the response to a call. */
async function readHeaders(call: Promise<unknown>): Promise<unknown> {
  // as: every call of a client returns one.
  return Object(await (call as ApiPromise<unknown>).withResponse()).headers;
}

/** Iterates a list or a stream, and appends to `items`, which keeps those before an error. */
async function collect(call: unknown, items: unknown[]): Promise<void> {
  // as: calls of lists and streams return one.
  for await (const item of call as AsyncIterable<unknown>) items.push(item);
}

describe.each(documents)(
  '$title',
  ({ title, spec, case: name, diagnostics = [], validators = {}, calls = [], requests = [], webhooks = [] }) => {
    let one: ImportedCase<object> | undefined;
    // Rows of cases write reserved characters of a URL encoded, such as `%2F`.
    const decode = name === undefined ? decodeURIComponent : decodeURI;

    beforeAll(async () => {
      if (name !== undefined) return void (one = await importCase(name));
      const text = JSON.stringify(spec, undefined, 1);
      const generated = await generate({
        spec: { file: 'spec.json', text },
        packageName: '@cases/requests',
        format: false,
      });
      expect(generated.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual(diagnostics);
      one = await importFiles(title.replaceAll(/\W+/g, '-'), generated.files);
    });

    afterAll(() => one?.remove());

    for (const { call, params, options, args = [params, options], ...row } of calls)
      test(row.name ?? [call, ...args].map((part) => JSON.stringify(part)).join(' '), async () => {
        const { answers, key } = row;
        const received: { request: Request; body: string }[] = [];
        const fetch = async (request: Request): Promise<Response> => {
          received.push({ request, body: await request.clone().text() });
          return respond(answers?.[Math.min(received.length, answers.length) - 1] ?? {});
        };
        const { client, sent, emulator } = one!.open({
          ...(row.validated !== true && { validate: undefined }),
          ...(answers && { fetch, retry: false }),
          ...(key !== undefined && { auth: apiKey(key) }),
          ...row.client,
        });
        if (row.seed !== undefined) emulator.seed(row.seed);
        for (const { call: earlier, times = 1, params: given } of row.before ?? [])
          for (let time = 0; time < times; time++) await startCall(client, earlier, [given]);
        sent.length = 0;
        const start = () => startCall(client, call, args);
        const requests = answers ? received : sent;
        if (row.error !== undefined) {
          await expect((async () => start())()).rejects.toThrow(row.error);
          expect(requests).toEqual([]);
          return;
        }
        const items: unknown[] = [];
        const isList = row.items !== undefined || row.count !== undefined || row.rows !== undefined;
        const read = async () => (isList ? collect(start(), items) : start());
        if (row.fails !== undefined) await expect(read()).rejects.toMatchObject(Object(toMatcher(row.fails)));
        else if (isList) await read();
        if (row.fails === undefined && (!isList || 'returns' in row)) {
          const started = start();
          const result = await started;
          if ('returns' in row) expect(result).toEqual(toMatcher(row.returns));
          if (row.has !== undefined) expect(result).toMatchObject(Object(toMatcher(row.has)));
          if (row.headers !== undefined) expect(await readHeaders(started)).toEqual(row.headers);
        }
        if (row.items !== undefined) expect(items).toEqual(toMatcher(row.items));
        if (row.count !== undefined) expect(items).toHaveLength(row.count);
        if (row.rows !== undefined) expect(items).toEqual(emulator.state[row.rows]?.list());
        const entry = emulator.journal.at(0);
        const [first = { request: new Request('about:blank'), body: '' }] = requests;
        await expectRequest(row.want ?? {}, { ...first, emulator }, decode);
        if (row.sent !== undefined) expect(requests).toHaveLength(row.sent.length);
        for (const [index, want] of (row.sent ?? []).entries())
          await expectRequest(want, { ...requests[index]!, emulator }, decode);
        if (row.read !== undefined) expect(entry?.body ?? entry?.params).toEqual(row.read);
      });

    for (const [validator, { valid = [], invalid = [], returns = [] }] of Object.entries(validators))
      test(`${validator} accepts exactly the valid values`, async () => {
        const { is, check, '~standard': standard } = one!.validators[validator]!;
        const judge = (values: readonly unknown[]) =>
          values.map((value) => [value, is(value), check(value).length === 0]);
        expect(judge(valid)).toEqual(valid.map((value) => [value, true, true]));
        for (const [index, value] of returns.entries())
          expect(await standard.validate(valid[index])).toEqual({ value });
        expect(judge(invalid)).toEqual(invalid.map((value) => [value, false, false]));
      });

    for (const { path, text, ...row } of requests)
      test(row.name, async () => {
        const { emulator } = one!.open();
        const { method = 'GET', headers = {}, body = null } = row;
        const response = await emulator.fetch(new Request(emulator.baseUrl + path, { method, headers, body }));
        if (row.status !== undefined) expect(response.status).toBe(row.status);
        if (row.type !== undefined) expect(response.headers.get('content-type')).toBe(row.type);
        const got = await response.text();
        if (text !== undefined) expect(got).toEqual(toMatcher(text));
      });

    for (const { body, isUnsigned = false, options, returns, fails, ...row } of webhooks)
      test(row.name, async () => {
        // `as`: the case generates such a module.
        const { unwrapWebhook, ...module } = (await one!.load('src/webhooks.ts')) as Webhooks;
        const { webhookSignature: scheme, webhookValidators: validators } = module;
        const signing = { secret: 's', id: '1', ...(scheme && { scheme }) };
        const headers = isUnsigned ? {} : { ...(await signWebhook(body, signing)) };
        const read = unwrapWebhook({ headers, body }, { secret: 's', validators, ...options });
        if (fails !== undefined) await expect(read).rejects.toMatchObject(Object(toMatcher(fails)));
        else expect(await read).toMatchObject(returns ?? {});
      });
  },
);
