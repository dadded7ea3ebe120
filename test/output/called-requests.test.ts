import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'speccast';
import type { Emulator } from '@speccast/emulator';
import { apiKey, isJsonObject, type ApiPromise, type ClientOptions } from '@speccast/runtime';
import type { Validator } from '@speccast/runtime/validators';
import { signWebhook } from '@speccast/runtime/webhooks';
import type { UnwrapWebhookOptions, WebhookInput, WebhookScheme } from '@speccast/runtime/webhooks';
import { readYaml } from '../rows.js';
import { importCase, importFiles, type ImportedCase } from './import-case.js';

/** A document, and what calls of its client send and give. */
interface Described {
  readonly title: string;
  /** The document, or the case that has it. */
  readonly spec?: object;
  readonly case?: string;
  /** Lines of its diagnostics: `code at line: message`. Default: none. */
  readonly diagnostics?: readonly string[];
  /** Values of its validators, by their names. */
  readonly validators?: Readonly<
    Record<
      string,
      {
        readonly valid?: readonly unknown[];
        readonly invalid?: readonly unknown[];
        /** What Standard Schema gives for each of the valid ones, where that is something else. */
        readonly gives?: readonly unknown[];
      }
    >
  >;
  readonly calls?: readonly Called[];
  readonly requests?: readonly Requested[];
  readonly webhooks?: readonly Received[];
}

interface Called {
  readonly name?: string;
  /** Rows that the emulator has beside the samples. */
  readonly seed?: Parameters<Emulator['seed']>[0];
  /** Calls before it, some of them many times, whose requests do not count. */
  readonly before?: readonly { readonly call: string; readonly params?: object; readonly times?: number }[];
  /** `views.add` */
  readonly call: string;
  readonly params?: object;
  /** What a method takes by position, in place of parameters. */
  readonly args?: readonly unknown[];
  readonly options?: object;
  readonly client?: ClientOptions;
  /** An API key, which all calls of the client have. */
  readonly key?: string;
  /** True if the client validates requests and responses. */
  readonly validated?: boolean;
  /** Answers in the place of the emulator's, the last one to all further requests. */
  readonly answers?: readonly Answer[];
  readonly want?: Wanted;
  /** All requests, in their order. */
  readonly sent?: readonly Wanted[];
  /** The body or the parameters as the emulator reads them. */
  readonly read?: unknown;
  /** What the call gives where it is awaited, beside the items where it iterates. */
  readonly gives?: unknown;
  /** Part of what the call gives. */
  readonly has?: object;
  /** The items over which the call iterates, up to an error. */
  readonly items?: readonly unknown[];
  /** How many items there are. */
  readonly count?: number;
  /** The table of the emulator whose rows the items are, in this order. */
  readonly rows?: string;
  /** The headers that the response has by its declaration. */
  readonly headers?: object;
  /** Part of what is wrong, when the request was sent. */
  readonly fails?: object;
  /** Part of the message of the error, in place of a request. */
  readonly error?: string;
}

/**
 * Parts of a request, percent-decoded: `method`, `url`, `type`, `body` as text, as `json` or as the entries of a `form`, a part of the
 * JSON in the `response` of the emulator, and other headers by their names.
 */
type Wanted = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or else a value that is sent as JSON. */
  readonly body?: unknown;
  /** True if each byte of the body arrives alone. */
  readonly isCut?: boolean;
}

/** A request to the emulator, and its response. */
interface Requested {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status?: number;
  readonly type?: string;
  readonly text?: string | RegExp;
}

/** A webhook that is received. */
interface Received {
  readonly name: string;
  readonly body: string;
  /** True if it has no headers. Default: those of the signature of the service. */
  readonly isUnsigned?: boolean;
  readonly options?: Partial<UnwrapWebhookOptions>;
  /** Part of what it is read as. */
  readonly gives?: object;
  /** Part of what is wrong. */
  readonly fails?: object;
}

/** What `src/webhooks.ts` exports. */
interface Webhooks {
  readonly unwrapWebhook: (input: WebhookInput, options: UnwrapWebhookOptions) => Promise<unknown>;
  readonly webhookValidators: Readonly<Record<string, Validator<unknown>>>;
  readonly webhookSignature?: WebhookScheme;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const documents = ['requests', 'called-cases'].flatMap((name) =>
  readYaml<readonly Described[]>(new URL(`${name}.yaml`, import.meta.url)),
);

function respond({ status = 200, headers = { 'content-type': 'application/json' }, ...answer }: Answer): Response {
  const { body = null, isCut = false } = answer;
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  if (text === null) return new Response(null, { status, headers });
  // Bytes, so that no answer has a media type of its own.
  const bytes = new TextEncoder().encode(text);
  if (!isCut) return new Response(bytes, { status, headers });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  for (const byte of bytes) void writer.write(Uint8Array.of(byte));
  void writer.close();
  return new Response(readable, { status, headers });
}

/** A value that is wanted, in which a regular expression stands for any text that it matches. */
function match(wanted: unknown): unknown {
  if (wanted instanceof RegExp) return expect.stringMatching(wanted);
  if (Array.isArray(wanted)) return wanted.map(match);
  if (!isJsonObject(wanted) || wanted.constructor !== Object) return wanted;
  return Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, match(value)]));
}

/** A request, its body, and the emulator that it may have reached. */
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

async function expectRequest(wanted: Wanted, sent: SentRequest, decode: (text: string) => string): Promise<void> {
  for (const [part, value] of Object.entries(wanted)) {
    const got = await readPart(part, sent);
    if (part === 'response') expect(got).toMatchObject(Object(match(value)));
    else expect([part, typeof got === 'string' ? decode(got) : got]).toEqual([part, match(value)]);
  }
}

/** Calls a method by its path, `views.add`. */
function startCall(client: object, call: string, args: readonly unknown[]): Promise<unknown> {
  const path = call.split('.');
  const method = path.pop() ?? '';
  const resource = path.reduce<object>((value, step) => Reflect.get(value, step), client);
  return Reflect.apply(Reflect.get(resource, method) as Method, resource, args);
}

/** The headers that a call gives with its response. */
async function readHeaders(call: Promise<unknown>): Promise<unknown> {
  // What all calls of clients are.
  return Object(await (call as ApiPromise<unknown>).withResponse()).headers;
}

/** Adds what a list or a stream iterates over to items. */
async function collect(call: unknown, items: unknown[]): Promise<void> {
  // What calls of lists and streams are.
  for await (const item of call as AsyncIterable<unknown>) items.push(item);
}

describe.each(documents)(
  '$title',
  ({ title, spec, case: name, diagnostics = [], validators = {}, calls = [], requests = [], webhooks = [] }) => {
    let one: ImportedCase<object> | undefined;
    // What is reserved in an address stays encoded in the cases.
    const decode = name === undefined ? decodeURIComponent : decodeURI;

    beforeAll(async () => {
      if (name !== undefined) return void (one = await importCase(name));
      const text = JSON.stringify(spec, undefined, 1);
      const made = await generate({ spec: { file: 'spec.json', text }, packageName: '@cases/requests', format: false });
      expect(made.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual(diagnostics);
      one = await importFiles(title.replaceAll(/\W+/g, '-'), made.files);
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
        if (row.fails !== undefined) await expect(read()).rejects.toMatchObject(Object(match(row.fails)));
        else if (isList) await read();
        if (row.fails === undefined && (!isList || 'gives' in row)) {
          const started = start();
          const gives = await started;
          if ('gives' in row) expect(gives).toEqual(match(row.gives));
          if (row.has !== undefined) expect(gives).toMatchObject(Object(match(row.has)));
          if (row.headers !== undefined) expect(await readHeaders(started)).toEqual(row.headers);
        }
        if (row.items !== undefined) expect(items).toEqual(match(row.items));
        if (row.count !== undefined) expect(items).toHaveLength(row.count);
        if (row.rows !== undefined) expect(items).toEqual(emulator.state[row.rows]?.list());
        const entry = emulator.journal.at(0);
        const [first = { request: new Request('about:blank'), body: '' }] = requests;
        await expectRequest(row.want ?? {}, { ...first, emulator }, decode);
        if (row.sent !== undefined) expect(requests).toHaveLength(row.sent.length);
        for (const [index, wanted] of (row.sent ?? []).entries())
          await expectRequest(wanted, { ...requests[index]!, emulator }, decode);
        if (row.read !== undefined) expect(entry?.body ?? entry?.params).toEqual(row.read);
      });

    for (const [validator, { valid = [], invalid = [], gives = [] }] of Object.entries(validators))
      test(`${validator} takes what is valid, and nothing else`, async () => {
        const { is, check, '~standard': standard } = one!.validators[validator]!;
        const judge = (values: readonly unknown[]) =>
          values.map((value) => [value, is(value), check(value).length === 0]);
        expect(judge(valid)).toEqual(valid.map((value) => [value, true, true]));
        for (const [index, value] of gives.entries()) expect(await standard.validate(valid[index])).toEqual({ value });
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
        if (text !== undefined) expect(got).toEqual(match(text));
      });

    for (const { body, isUnsigned = false, options, gives, fails, ...row } of webhooks)
      test(row.name, async () => {
        // `as`: the file is what the case expects.
        const { unwrapWebhook, ...module } = (await one!.load('src/webhooks.ts')) as Webhooks;
        const { webhookSignature: scheme, webhookValidators: validators } = module;
        const signing = { secret: 's', id: '1', ...(scheme && { scheme }) };
        const headers = isUnsigned ? {} : { ...(await signWebhook(body, signing)) };
        const read = unwrapWebhook({ headers, body }, { secret: 's', validators, ...options });
        if (fails !== undefined) await expect(read).rejects.toMatchObject(Object(match(fails)));
        else expect(await read).toMatchObject(gives ?? {});
      });
  },
);
