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
  /** Default: in memory, as much as `maxEntries` and `maxSize` allow. */
  readonly store?: EtagStore | undefined;
  /**
   * Names the user whose responses these are, since neither a credential nor a hash of one is ever stored. Needed beside
   * `store`. It is about the first credential of each kind that calls come with; calls with another one are not kept.
   */
  readonly scope?: string | undefined;
}

/**
 * Makes the option `cache`: keeps responses to reads that have an ETag, and returns them again, with `meta.fromCache`, where the
 * service says that they still hold; such a call costs its quota all the same. Does not keep responses to calls with header
 * parameters, such as an `If-None-Match` of their own, and responses that are no JSON or say `no-store`.
 */
export function revalidate({ store, scope, ...limits }: RevalidateOptions = {}): CallFeature {
  if (store && !scope)
    throw new InvalidOptionError('scope', 'is needed beside `store`: the name of the user whose responses are kept');
  const kept = store ?? memoryStore(limits);
  const identify = scope === undefined ? countAuths() : nameAuths(scope);

  return {
    around: async (call, next) => {
      const key = call.readsBody ? makeKey(call, identify) : undefined;
      if (key === undefined) return next(call);
      const old = await guard(call, async () => {
        const found = await kept.get(key);
        // Throws where a store returns anything else.
        return found && new Response(found.body, { headers: { ...found.headers, etag: found.etag } });
      });
      let holds = false;
      try {
        const received = await next(old ? addCondition(call, old, () => (holds = true)) : call);
        if (holds) return { ...received, meta: { ...received.meta, fromCache: true } };
        const found = await toStored(call, key, received);
        await guard(call, () => (found ? kept.set(key, found) : old && kept.delete?.(key)));
        return received;
      } catch (error) {
        if (!holds) throw error;
        // The kept response is broken.
        await guard(call, () => kept.delete?.(key));
        return next(call);
      }
    },
  };
}

/** Makes the key of the response to a read: the user, and the address. Returns `undefined` where it cannot be kept. */
function makeKey(call: Call, identify: (auth: Auth) => string | undefined): string | undefined {
  const { operation, params, redactor, asBytes } = call;
  if (operation.method !== 'GET' || asBytes) return undefined;
  const { url, headers } = writeCall(chooseBase(call), operation, params);
  const isPlain = redactor.text(url) === url && !Object.keys(headers).length;
  const names = chooseCredentials(call).map(({ auth }) => identify(auth));
  // Responses may vary by them.
  const varying = [...(call.headers ?? []), call.options.accept ?? []].flat();
  return isPlain && !names.includes(undefined) ? [...names, 'GET', url, ...varying].join(' ') : undefined;
}

/** Tells credentials apart by counting them: the number reveals nothing about the secret. */
function countAuths() {
  const numbers = new WeakMap<Auth, number>();
  let count = 0;
  return (auth: Auth) => {
    const number = numbers.get(auth) ?? (count += 1);
    numbers.set(auth, number);
    return String(number);
  };
}

/** Names the first credential of each kind after the user. */
function nameAuths(name: string) {
  const known = new Map<string, Auth>();
  return (auth: Auth) => {
    const first = known.get(auth.kind) ?? auth;
    known.set(auth.kind, first);
    return first === auth ? `${name} ${auth.kind}` : undefined;
  };
}

/** Adds a condition to a call; calls `onHeld` where the kept response takes the place of a new one. */
function addCondition(call: Call, old: Response, onHeld: () => void): Call {
  const ask: Middleware = async (request, next) => {
    // A middleware may have set a condition of its own.
    if (request.headers.has('if-none-match')) return next(request);
    request.headers.set('if-none-match', old.headers.get('etag') ?? '');
    const response = await next(request);
    if (response.status !== 304) return response;
    onHeld();
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    for (const [name, value] of old.headers) if (!headers.has(name)) headers.set(name, value);
    return new Response(old.clone().body, { headers });
  };
  return addMiddleware(call, ask);
}

/** Makes a response one that can be kept, if it allows that and holds no secret. */
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
  // For headers that a page of another origin may not read: a member of the body, often without its quotes.
  const own = isJsonObject(data) ? data['etag'] : undefined;
  if (typeof own === 'string' && /^[!-~]+$/.test(own)) etag ??= /^(W\/)?"/.test(own) ? own : `"${own}"`;
  const isForbidden = /no-store/i.test(headers.get('cache-control') ?? '') || headers.get('vary') === '*';
  if (etag === null || isForbidden || [key, body].some((text) => redactor.text(text) !== text)) return undefined;
  const others = ['content-type', 'content-language', 'last-modified'].map((name) => [name, headers.get(name)]);
  return { etag, body, headers: Object.fromEntries(others.filter(([, value]) => value !== null)) };
}

/** Runs work of the store, which may fail or hang without harm to the call. */
async function guard<T>(
  { options: { signal }, operation, log }: Call,
  work: () => T | PromiseLike<T>,
): Promise<T | undefined> {
  const scope = openScope(signal && follow(signal));
  // A store that takes longer counts as one that failed.
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

/** A response that is kept, with its ETag. No credential is part of it. */
export interface StoredResponse {
  readonly etag: string;
  /** The data as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @deprecated Use `StoredResponse`; removed in 0.3. */
export type StoredAnswer = StoredResponse;

/** Keeps responses: a map, a file, a database. Failures are logged and never fail a call. */
export interface EtagStore {
  get(key: string): StoredResponse | undefined | null | PromiseLike<StoredResponse | undefined | null>;
  set(key: string, response: StoredResponse): unknown;
  delete?(key: string): unknown;
}

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** Default: 500. */
  readonly maxEntries?: number | undefined;
  /** Most characters of all keys, bodies and headers. Default: 8,000,000. */
  readonly maxSize?: number | undefined;
}

/** Keeps responses in memory; when there are too many, drops those first that were not used for longest. */
export function memoryStore({ maxEntries = 500, maxSize = 8_000_000 }: MemoryStoreOptions = {}): EtagStore {
  const entries = new Map<string, StoredResponse>();
  return {
    get: (key) => {
      const found = entries.get(key);
      // The entry that was used last is the last of the map.
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
