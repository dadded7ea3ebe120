import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import * as runtime from '@speccast/runtime';
import type { Operation, Service } from '@speccast/runtime';
import * as client from '@speccast/runtime/client';
import type { Auth, CallOptions, ClientOptions, Core } from '@speccast/runtime/client';
import { convert } from '@speccast/runtime/codecs';
import { resolveCodecs } from '../codecs/resolve-codecs.js';
import { createFilmService } from './reuse/support.js';
import {
  createOperation,
  scriptFetch,
  service,
  createTestClock,
  createWriteOperation,
  type AnyParams,
  type Step,
} from './support.js';

/** One call of a row. */
interface CallRow {
  /** Changes of the descriptor of `createOperation()`, or with `writes` of `createWriteOperation()`. */
  readonly operation?: Partial<Operation<AnyParams, unknown>>;
  readonly writes?: boolean;
  readonly params?: AnyParams;
  /** Options of this call. */
  readonly call?: CallOptions;
  /** Options of `client.with()`, which creates a client for this call. */
  readonly with?: RowOptions;
  /** The function or method that sends the call. Default: `core.call()`. */
  readonly as?: 'parts' | 'download' | 'items' | 'array' | 'response' | 'raw' | 'stream' | 'report';
  /** The limit of `toArray()`. */
  readonly limit?: number;
}

/** A credential of a row: `{ apiKey: k1, scheme: headerKey }`, `{ bearer: t1, in: query }`, `{ basic: [u, p] }`. */
interface AuthRow extends client.BearerOptions {
  readonly apiKey?: string;
  readonly bearer?: string | client.TokenProvider;
  readonly basic?: readonly [string, string];
  readonly oauthRefresh?: client.OAuthRefreshOptions;
  readonly clientCredentials?: client.ClientCredentialsOptions;
  readonly getAccessToken?: client.AccessTokenSource['getAccessToken'];
}

interface RowOptions extends Omit<ClientOptions, 'auth'> {
  readonly auth?: AuthRow | readonly AuthRow[];
}

/**
 * A response: `{ json: {} }`, `{ status: 400, text: No }`; `{ text: '[1,', breaks: reset }`, whose body fails after the text; or
 * `{ fails: ECONNRESET }`, a connection that fails with this code.
 */
interface ResponseRow {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly breaks?: string;
  readonly fails?: string;
}

/** Calls, the responses of the service, and the expected requests and results. */
export interface Row extends CallRow {
  readonly name: string;
  readonly service?: Partial<Service>;
  /** Time zone and reasons of the service's quota. */
  readonly quota?: Parameters<typeof runtime.dailyQuota>;
  readonly options?: RowOptions;
  /** Features of the client with their options: `{ joinIds: { max: 2 }, shareReads: true, cache: {} }`. */
  readonly features?: {
    readonly joinIds?: client.JoinIdsOptions;
    readonly shareReads?: true;
    readonly cache?: client.RevalidateOptions;
  };
  /** The quota meter of the client. */
  readonly meter?: { readonly book: runtime.QuotaBook; readonly options?: client.QuotaMeterOptions };
  /** The time of the client's clock, which never waits. */
  readonly now?: number | Date;
  /** Several calls, one after the other; without it, the row itself is the call. */
  readonly calls?: readonly CallRow[];
  /** Sends all calls at the same time. */
  readonly together?: true;
  /** The service responds to look-ups of films by their ids, in place of `responses`. */
  readonly films?: true;
  /** Responses in turn; the last one is repeated. */
  readonly responses?: readonly ResponseRow[];
  readonly want: Outcome;
}

/** The expected outcome of a row. Without a member, there is none of its kind: no request, no pause, no line of the log. */
export interface Outcome {
  /** `GET https://films.test/v3/films`; an object if the request has a body, or headers other than `accept: application/json`. */
  readonly requests?: readonly (string | SentRequest)[];
  /** The result of each call: `{ data: … }`, or its error. Default: `{ data: {} }` for each. */
  readonly results?: readonly object[];
  /** Milliseconds between attempts. */
  readonly pauses?: readonly number[];
  /** The quota that the meter has counted, by bucket. */
  readonly used?: object;
  /** The remaining quota of the meter, by bucket. */
  readonly remaining?: object;
  /** Lines of the log, if the row has the option `logLevel`. */
  readonly log?: readonly string[];
}

interface SentRequest {
  readonly request: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends the calls of a row to a scripted service, and returns the outcome. */
export async function runRow(row: Row): Promise<Outcome> {
  const { calls = [row], responses = [] } = row;
  const { fetch, requests } = row.films ? createFilmService() : scriptFetch(...responses.map(toStep));
  const clock = createTestClock();
  if (row.now !== undefined) clock.time = Number(row.now);
  const log: string[] = [];
  const write = (line: string): void => void log.push(line);
  const logger = { debug: write, info: write, warn: write, error: write };
  const further = [client.withErrorTexts, ...(row.quota ? [runtime.dailyQuota(...row.quota)] : [])];
  const meter = row.meter && runtime.meterQuota(row.meter.book, row.meter.options);
  const results: object[] = [];
  try {
    const options = { fetch, clock, ...(row.options?.logLevel && { logger }), ...toOptions(row.options) };
    const features = { ...toFeatures(row), ...(meter && { quota: meter }) };
    const core = client.createCore({ ...service, ...row.service }, { ...options, ...features }, further);
    if (row.together) results.push(...(await Promise.all(calls.map(async (one) => send(core, one)))));
    else for (const one of calls) results.push(await send(core, one));
  } catch (error) {
    results.push(describeError(error));
  }
  const { pauses } = clock;
  const isPlain = isDeepStrictEqual(
    results,
    calls.map(() => ({ data: {} })),
  );
  return {
    ...(requests.length > 0 && { requests: await Promise.all(requests.map(describeRequest)) }),
    ...(!isPlain && { results }),
    ...(pauses.length > 0 && { pauses }),
    ...(meter && { used: meter.used, remaining: meter.remaining }),
    ...(log.length > 0 && { log }),
  };
}

/** Creates the features that a row names. */
export function toFeatures({ features: { joinIds, shareReads, cache } = {} }: Pick<Row, 'features'>): ClientOptions {
  return {
    ...(joinIds && { joinIds: client.joinIds(joinIds) }),
    ...(shareReads && { shareReads: client.shareReads() }),
    ...(cache && { cache: client.revalidate(cache) }),
  };
}

/** Sends a call; returns `{ data }`, or `{ error }` and its fields; for lists and streams also the `items` that were read. */
async function send(first: Core, row: CallRow): Promise<object> {
  const { as, params = {}, call } = row;
  const { wire, ...changes } = resolveCodecs(row.operation ?? {});
  const { paging } = changes;
  // YAML has no functions, so a row names the function that finds the next page.
  const next = paging?.next && { paging: { ...paging, next: Reflect.get(runtime, String(paging.next)) } };
  const converting = wire && { wire: { ...wire, convert } };
  const called = (row.writes ? createWriteOperation : createOperation)({ ...changes, ...next, ...converting });
  const items: unknown[] = [];
  try {
    const core = row.with ? first.with(toOptions(row.with)) : first;
    if (as === 'parts') return { data: await runtime.callParts(core, called, params, call) };
    if (as === 'download') return { data: await runtime.download(core, called, params, call) };
    if (as === 'raw') return { text: await (await core.call(called, params, call).asResponse()).text() };
    if (as === 'response') {
      const { data, meta } = await core.call(called, params, call).withResponse();
      const { status, attempts, quotaCost, fromCache } = meta;
      return { data, status, attempts, quotaCost, ...(fromCache && { fromCache }) };
    }
    if (as === 'report') return await readReport(core, called, items);
    if (as === 'stream') {
      // `as`: rows with `stream` have responses that are lists.
      const streamed = called as Operation<AnyParams, readonly unknown[]>;
      for await (const item of runtime.stream(core, streamed, params, call)) items.push(item);
      return { items };
    }
    if (as !== 'items' && as !== 'array') return { data: await core.call(called, params, call) };
    // `as`: rows with `items` or `array` have responses that are objects or lists.
    const listed = called as Operation<AnyParams, object>;
    const pages = runtime.list<AnyParams, object, never, string>(core, listed, params, call);
    // `as`: some rows have invalid limits, as JavaScript code may.
    if (as === 'array') return { items: await pages.toArray({ limit: row.limit as number }) };
    for await (const item of pages) items.push(item);
    return { items };
  } catch (error) {
    return { ...describeError(error, called.id), ...(items.length > 0 && { items }) };
  }
}

/** Reads a report to its end; its rows are added to `items`, so that they are kept when it fails. */
async function readReport(core: Core, called: Operation<AnyParams, unknown>, items: unknown[]): Promise<object> {
  // `as`: rows with `report` have responses that are lists of pieces.
  const report = runtime.report<AnyParams, object, object, string, string, string>(
    core,
    called as Operation<AnyParams, readonly object[]>,
    {},
  );
  for await (const row of report) items.push(row);
  return { header: await report.header, items, footer: await report.footer };
}

function toOptions(options: RowOptions = {}): ClientOptions {
  const { auth, ...more } = options;
  return auth === undefined ? more : { ...more, auth: [auth].flat().map(toAuth) };
}

function toAuth(row: AuthRow): Auth | client.AccessTokenSource {
  const { apiKey, bearer, basic, oauthRefresh, clientCredentials, getAccessToken, ...more } = row;
  if (getAccessToken) return { getAccessToken };
  if (apiKey !== undefined) return client.apiKey(apiKey, more);
  if (bearer !== undefined) return client.bearer(bearer, more);
  if (basic !== undefined) return client.basic(...basic, more);
  return oauthRefresh ? client.oauthRefresh(oauthRefresh) : client.clientCredentials(clientCredentials!);
}

function toStep({ fails, breaks, json, text, bytes, headers, ...init }: ResponseRow): Step {
  if (fails !== undefined) {
    return new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: fails }) });
  }
  if (breaks !== undefined)
    return () => new Response(createBrokenBody(text, breaks), { ...init, headers: { ...headers } });
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  const body = json === undefined ? (text ?? bytes ?? null) : JSON.stringify(json);
  return new Response(body, { ...init, headers: { ...type, ...headers } });
}

/** Returns a body that fails after a text. */
function createBrokenBody(text: string = '', message: string): ReadableStream<Uint8Array> {
  const pieces = text === '' ? [] : [new TextEncoder().encode(text)];
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.error(new Error(message));
    },
  });
}

async function describeRequest(request: Request): Promise<string | SentRequest> {
  const line = `${request.method} ${request.url}`;
  const headers = Object.fromEntries(request.headers);
  if (headers['accept'] === 'application/json') delete headers['accept'];
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1];
  const hide = (text: string): string => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  if (boundary !== undefined) headers['content-type'] = hide(headers['content-type'] ?? '');
  const bytes = Buffer.from(await request.arrayBuffer());
  const body = hide(isUtf8(bytes) ? bytes.toString() : bytes.toString('hex'));
  if (body === '' && Object.keys(headers).length === 0) return line;
  return { request: line, ...(Object.keys(headers).length > 0 && { headers }), ...(body !== '' && { body }) };
}

/** Describes an error by its name, its message, and the fields that differ from their defaults. */
export function describeError(error: unknown, called?: string): object {
  if (!(error instanceof Error)) return { thrown: error };
  const { name: _, message: __, operation: id, ...fields } = JSON.parse(JSON.stringify(error));
  const { requestMayHaveBeenProcessed, errors, ...more } = fields;
  const type: unknown = Reflect.get(client, error.name);
  return {
    error: `${error.name}: ${error.message}`,
    ...(!(typeof type === 'function' && error instanceof type) && { isOfItsClass: false }),
    ...(id !== called && { operation: id }),
    ...(requestMayHaveBeenProcessed === true && { requestMayHaveBeenProcessed }),
    ...(Array.isArray(errors) && errors.length > 0 && { errors }),
    ...more,
    ...(error.cause instanceof Error && { cause: String(error.cause) }),
  };
}
