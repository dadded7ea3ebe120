import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from 'speccast';
import { apiKey, isJsonObject, type ApiPromise, type ClientOptions } from '@speccast/runtime';
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
    Record<string, { readonly valid?: readonly unknown[]; readonly invalid?: readonly unknown[] }>
  >;
  readonly calls?: readonly Called[];
  readonly requests?: readonly Requested[];
}

interface Called {
  readonly name?: string;
  /** `views.add` */
  readonly call: string;
  readonly params?: object;
  readonly options?: object;
  readonly client?: ClientOptions;
  /** An API key, which all calls of the client have. */
  readonly key?: string;
  /** Whether the client validates requests and responses. */
  readonly validated?: boolean;
  /** Answers in the place of the emulator's, the last one to all further requests. */
  readonly answers?: readonly Answer[];
  /** Parts of the first request, percent-decoded: `url`, `type`, `body`, and other headers by their names. */
  readonly want?: Readonly<Record<string, string | RegExp | null>>;
  /** The body or the parameters as the emulator reads them. */
  readonly read?: unknown;
  /** What the call gives. */
  readonly gives?: unknown;
  /** Part of what the call gives. */
  readonly has?: object;
  /** The items over which the call iterates. */
  readonly items?: readonly unknown[];
  /** The headers that the response has by its declaration. */
  readonly headers?: object;
  /** Part of what is wrong, when the request was sent. */
  readonly fails?: object;
  /** Part of the message of the error, in place of a request. */
  readonly error?: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, or else a value that is sent as JSON. */
  readonly body?: unknown;
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

type Method = (params: unknown, options: unknown) => Promise<unknown>;

const documents = ['requests', 'called-cases'].flatMap((name) =>
  readYaml<readonly Described[]>(new URL(`${name}.yaml`, import.meta.url)),
);

function respond({ status = 200, headers = { 'content-type': 'application/json' }, body = null }: Answer): Response {
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  // Bytes, so that no answer has a media type of its own.
  return new Response(text === null ? null : new TextEncoder().encode(text), { status, headers });
}

/** A value that is wanted, in which a regular expression stands for any text that it matches. */
function match(wanted: unknown): unknown {
  if (wanted instanceof RegExp) return expect.stringMatching(wanted);
  if (Array.isArray(wanted)) return wanted.map(match);
  if (!isJsonObject(wanted) || wanted.constructor !== Object) return wanted;
  return Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, match(value)]));
}

/** The headers that a call gives with its response. */
async function readHeaders(call: Promise<unknown>): Promise<unknown> {
  // What all calls of clients are.
  return Object(await (call as ApiPromise<unknown>).withResponse()).headers;
}

async function collect(items: unknown): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  // What calls of lists and streams are.
  for await (const item of items as AsyncIterable<unknown>) all.push(item);
  return all;
}

describe.each(documents)(
  '$title',
  ({ title, spec, case: name, diagnostics = [], validators = {}, calls = [], requests = [] }) => {
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

    for (const { call, params, options, ...row } of calls)
      test(row.name ?? [call, params, options].map((part) => JSON.stringify(part)).join(' '), async () => {
        const { answers, key } = row;
        const received: Request[] = [];
        const fetch = async (request: Request): Promise<Response> => {
          received.push(request.clone());
          return respond(answers?.[Math.min(received.length, answers.length) - 1] ?? {});
        };
        const { client, sent, emulator } = one!.open({
          ...(row.validated !== true && { validate: undefined }),
          ...(answers && { fetch, retry: false }),
          ...(key !== undefined && { auth: apiKey(key) }),
          ...row.client,
        });
        const path = call.split('.');
        const method = path.pop() ?? '';
        const resource = path.reduce<object>((value, step) => Reflect.get(value, step), client);
        const start = () => (Reflect.get(resource, method) as Method).call(resource, params, options);
        if (row.error !== undefined) {
          await expect((async () => start())()).rejects.toThrow(row.error);
          expect([...sent, ...received]).toEqual([]);
          return;
        }
        if (row.fails !== undefined)
          await expect((async () => start())()).rejects.toMatchObject(Object(match(row.fails)));
        else if (row.items !== undefined) expect(await collect(start())).toEqual(row.items);
        else {
          const started = start();
          const gives = await started;
          if ('gives' in row) expect(gives).toEqual(match(row.gives));
          if (row.has !== undefined) expect(gives).toMatchObject(row.has);
          if (row.headers !== undefined) expect(await readHeaders(started)).toEqual(row.headers);
        }
        const [first] = received;
        const request = first ?? sent[0]?.request ?? new Request('about:blank');
        const body = first === undefined ? (sent[0]?.body ?? '') : await first.text();
        const found = {
          method: request.method,
          url: request.url.replace(emulator.baseUrl, ''),
          type: request.headers.get('content-type'),
          body,
        };
        for (const [part, value] of Object.entries({ ...row.want })) {
          const got = Object.hasOwn(found, part) ? Reflect.get(found, part) : request.headers.get(part);
          const text = typeof got === 'string' ? decode(got) : got;
          expect([part, text]).toEqual([part, match(value)]);
        }
        if (row.read !== undefined) {
          const entry = emulator.journal.at(0);
          expect(entry?.body ?? entry?.params).toEqual(row.read);
        }
      });

    for (const [validator, { valid = [], invalid = [] }] of Object.entries(validators))
      test(`${validator} takes what is valid, and nothing else`, () => {
        const { is, check } = one!.validators[validator]!;
        const judge = (values: readonly unknown[]) =>
          values.map((value) => [value, is(value), check(value).length === 0]);
        expect(judge(valid)).toEqual(valid.map((value) => [value, true, true]));
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
  },
);
