import { isJsonObject } from '../../json.js';
import type { Auth } from '../options/auth.js';
import { chooseCredentials } from '../auth/sign.js';
import { isJsonType, toJson } from '../body/json-text.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Middleware } from '../options/hooks.js';
import type { CallResponse } from '../options/call-response.js';
import { addMiddleware } from '../features/middleware.js';
import { follow, openScope } from '../options/scope.js';
import { chooseBase, writeCall } from '../transport/url.js';
import type { Call, CallFeature } from '../options/options.js';

/** Options of `revalidate`. */
export interface RevalidateOptions extends MemoryStoreOptions {
  /** The store of responses. Default: in memory, within `maxEntries` and `maxSize`. */
  readonly store?: EtagStore | undefined;
  /**
   * Name of the user whose responses are stored, because credentials and their hashes never are. Required with `store`. It is the user
   * of the first credential of each kind; responses to calls with other credentials are not stored.
   */
  readonly scope?: string | undefined;
}

/**
 * Creates the option `cache`: stores JSON responses to `GET` that have an ETag, and returns them again, with `meta.fromCache`, if the
 * service responds that they are unchanged (304). Such a call still costs its quota. Does not store responses to calls with header
 * parameters, such as `If-None-Match`, and responses with `no-store`.
 */
export function revalidate({ store, scope, ...limits }: RevalidateOptions = {}): CallFeature {
  if (store && !scope)
    throw new InvalidOptionError('scope', 'is required with `store`: the name of the user whose responses are stored');
  const kept = store ?? memoryStore(limits);
  const identify = scope === undefined ? countAuths() : nameAuths(scope);

  return {
    around: async (call, next) => {
      const key = call.readsBody ? makeKey(call, identify) : undefined;
      if (key === undefined) return next(call);
      const old = await guard(call, async () => {
        const found = await kept.get(key);
        // Throws if the store returns something else.
        return found && new Response(found.body, { headers: { ...found.headers, etag: found.etag } });
      });
      let isUnchanged = false;
      try {
        const received = await next(old ? addCondition(call, old, () => (isUnchanged = true)) : call);
        if (isUnchanged) return { ...received, meta: { ...received.meta, fromCache: true } };
        const found = await toStored(call, key, received);
        await guard(call, () => (found ? kept.set(key, found) : old && kept.delete?.(key)));
        return received;
      } catch (error) {
        if (!isUnchanged) throw error;
        // The stored response is not valid.
        await guard(call, () => kept.delete?.(key));
        return next(call);
      }
    },
  };
}

/** Returns the key of a response, from the user and the URL; `undefined` if it cannot be stored. */
function makeKey(call: Call, identify: (auth: Auth) => string | undefined): string | undefined {
  const { operation, params, redactor, asBytes } = call;
  if (operation.method !== 'GET' || asBytes) return undefined;
  const { url, headers } = writeCall(chooseBase(call), operation, params);
  const isPlain = redactor.text(url) === url && !Object.keys(headers).length;
  const names = chooseCredentials(call).map(({ auth }) => identify(auth));
  // Responses may depend on these headers.
  const varying = [...(call.headers ?? []), call.options.accept ?? []].flat();
  return isPlain && !names.includes(undefined) ? [...names, 'GET', url, ...varying].join(' ') : undefined;
}

/** Returns a function that numbers credentials: a number reveals nothing about the secret. */
function countAuths() {
  const numbers = new WeakMap<Auth, number>();
  let count = 0;
  return (auth: Auth) => {
    const number = numbers.get(auth) ?? (count += 1);
    numbers.set(auth, number);
    return String(number);
  };
}

/** Returns a function that names the first credential of each kind after the user: `ann bearer`. */
function nameAuths(name: string) {
  const known = new Map<string, Auth>();
  return (auth: Auth) => {
    const first = known.get(auth.kind) ?? auth;
    known.set(auth.kind, first);
    return first === auth ? `${name} ${auth.kind}` : undefined;
  };
}

/** Adds `If-None-Match` to a call; calls `onUnchanged` if the stored response replaces a 304. */
function addCondition(call: Call, old: Response, onUnchanged: () => void): Call {
  const ask: Middleware = async (request, next) => {
    // A middleware may have set a condition of its own.
    if (request.headers.has('if-none-match')) return next(request);
    request.headers.set('if-none-match', old.headers.get('etag') ?? '');
    const response = await next(request);
    if (response.status !== 304) return response;
    onUnchanged();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    for (const [name, value] of old.headers) if (!headers.has(name)) headers.set(name, value);
    return new Response(old.clone().body, { headers });
  };
  return addMiddleware(call, ask);
}

/** Converts a response for the store; `undefined` if it must not be stored or contains a secret. */
async function toStored(
  { redactor }: Call,
  key: string,
  { response, read }: CallResponse<unknown>,
): Promise<StoredResponse | undefined> {
  const { headers, status } = response;
  const data = await read();
  const isJson = isJsonType(headers.get('content-type') ?? 'application/json');
  if (data === undefined || data instanceof Uint8Array || status !== 200 || !isJson) return undefined;
  const body = toJson(data, Error);
  let etag = headers.get('etag');
  // Browsers may hide the header from pages of other origins. Some services repeat it in the body, often without quotes.
  const own = isJsonObject(data) ? data['etag'] : undefined;
  if (typeof own === 'string' && /^[!-~]+$/.test(own)) etag ??= /^(W\/)?"/.test(own) ? own : `"${own}"`;
  const isForbidden = /no-store/i.test(headers.get('cache-control') ?? '') || headers.get('vary') === '*';
  if (etag === null || isForbidden || [key, body].some((text) => redactor.text(text) !== text)) return undefined;
  const others = ['content-type', 'content-language', 'last-modified'].map((name) => [name, headers.get(name)]);
  return { etag, body, headers: Object.fromEntries(others.filter(([, value]) => value !== null)) };
}

/** Runs a function of the store. If it fails or takes too long, the failure is logged and the call continues. */
async function guard<T>(
  { options: { signal }, operation, log }: Call,
  work: () => T | PromiseLike<T>,
): Promise<T | undefined> {
  const scope = openScope(signal && follow(signal));
  // A slow store must not delay calls.
  scope.limit(2_000, (ms) => `no response within ${ms} ms`);
  try {
    return await scope.wait((async () => work())());
  } catch (error) {
    if (!signal?.aborted) log?.warn(`${operation.id}: the store of \`cache\` failed: ${String(error)}`);
    return undefined;
  } finally {
    scope.close();
  }
}

/** A stored response with its ETag. It contains no credentials. */
export interface StoredResponse {
  readonly etag: string;
  /** The data as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @deprecated Use `StoredResponse`; removed in 0.3. */
export type StoredAnswer = StoredResponse;

/** A store of responses: a `Map`, a file, a database. Its failures are logged, and never fail a call. */
export interface EtagStore {
  get(key: string): StoredResponse | undefined | null | PromiseLike<StoredResponse | undefined | null>;
  set(key: string, response: StoredResponse): unknown;
  delete?(key: string): unknown;
}

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** Maximum number of responses. Default: 500. */
  readonly maxEntries?: number | undefined;
  /** Maximum number of characters of all keys, bodies and headers. Default: 8,000,000. */
  readonly maxSize?: number | undefined;
}

/** Creates a store in memory. When it is full, the least recently used responses are removed. */
export function memoryStore({ maxEntries = 500, maxSize = 8_000_000 }: MemoryStoreOptions = {}): EtagStore {
  const entries = new Map<string, StoredResponse>();
  return {
    get: (key) => {
      const found = entries.get(key);
      // Moved to the end of the map: the first entries are the least recently used.
      if (found && entries.delete(key)) entries.set(key, found);
      return found;
    },
    set: (key, response) => {
      entries.delete(key);
      if (measure(key, response) > maxSize) return;
      entries.set(key, response);
      let size = 0;
      for (const [name, one] of entries) size += measure(name, one);
      for (const [oldest, one] of entries) {
        if (entries.size <= maxEntries && size <= maxSize) return;
        entries.delete(oldest);
        size -= measure(oldest, one);
      }
    },
    delete: (key) => entries.delete(key),
  };
}

function measure(key: string, response: StoredResponse) {
  return key.length + response.etag.length + response.body.length + Object.entries(response.headers).join().length;
}
