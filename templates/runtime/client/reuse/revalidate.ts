import { isJsonObject } from '../../json.js';
import type { Auth } from '../options/auth.js';
import { chooseCredentials } from '../auth/sign.js';
import { toJson } from '../body/json-text.js';
import { InvalidOptionError } from '../errors/errors.js';
import type { Middleware } from '../options/hooks.js';
import type { CallResponse } from '../options/call-response.js';
import { addMiddleware } from '../features/middleware.js';
import { follow, openScope } from '../options/scope.js';
import { baseOf, writeCall } from '../transport/url.js';
import { memoryStore, type EtagStore, type MemoryStoreOptions, type StoredAnswer } from './etag-store.js';
import type { Call, CallFeature } from '../options/options.js';

/** Where responses are kept, and for whom. */
export interface RevalidateOptions extends MemoryStoreOptions {
  /** Default: in memory, as much as `maxEntries` and `maxSize` allow. */
  readonly store?: EtagStore | undefined;
  /**
   * Names the user whose responses these are, since neither a credential nor a hash of one is ever stored. Needed beside
   * `store`. It is about the first credential of each kind that calls come with; calls with another one are not kept.
   */
  readonly scope?: string | undefined;
}

/** A store that takes longer counts as one that failed. */
const patienceMs = 2_000;

/**
 * For the option `cache`: keeps responses to reads that have an ETag, and gives them again, with `meta.fromCache`, where the
 * service says that they still hold; such a call costs its quota all the same. Left alone: calls with header parameters, such
 * as an `If-None-Match` of their own, and responses that say `no-store`.
 */
export function revalidate({ store, scope, ...limits }: RevalidateOptions = {}): CallFeature {
  if (store !== undefined && !scope)
    throw new InvalidOptionError('scope', 'is needed beside `store`: the name of the user whose responses are kept');
  const kept = store ?? memoryStore(limits);
  const identify = scope === undefined ? countAuths() : nameAuths(scope);

  return {
    around: async (call, next) => {
      const key = call.readsBody ? keyOf(call, identify) : undefined;
      if (key === undefined) return next(call);
      const old = await guard(call, async () => toKept(await kept.get(key)));
      let holds = false;
      try {
        const received = await next(old === undefined ? call : conditional(call, old, () => (holds = true)));
        if (holds) return { ...received, meta: { ...received.meta, fromCache: true } };
        const found = await toStored(call, key, received);
        if (found !== undefined) await guard(call, () => kept.set(key, found));
        else if (old !== undefined) await guard(call, () => kept.delete?.(key));
        return received;
      } catch (error) {
        if (!holds) throw error;
        // What was kept is broken.
        await guard(call, () => kept.delete?.(key));
        return next(call);
      }
    },
  };
}

/** Where the response to a read is kept: whose it is, and its address. */
function keyOf(call: Call, identify: (auth: Auth) => string | undefined): string | undefined {
  const { operation, params, redactor, asBytes } = call;
  if (operation.method !== 'GET' || asBytes) return undefined;
  const { url, headers } = writeCall(baseOf(call), operation, params);
  const isPlain = redactor.text(url) === url && Object.keys(headers).length === 0;
  const names = chooseCredentials(call).map(({ auth }) => identify(auth));
  // Responses may vary by them.
  const given = [...(call.headers ?? []), call.options.accept ?? []].flat();
  return isPlain && !names.includes(undefined) ? [...names, 'GET', url, ...given].join(' ') : undefined;
}

/** Tells credentials apart by counting them: the number says nothing about the secret. */
function countAuths(): (auth: Auth) => string {
  const numbers = new WeakMap<Auth, number>();
  let count = 0;
  return (auth) => {
    const number = numbers.get(auth) ?? (count += 1);
    numbers.set(auth, number);
    return String(number);
  };
}

/** The user's name for the first credential of each kind. */
function nameAuths(name: string): (auth: Auth) => string | undefined {
  const known = new Map<string, Auth>();
  return (auth) => {
    const first = known.get(auth.kind) ?? auth;
    known.set(auth.kind, first);
    return first === auth ? `${name} ${auth.kind}` : undefined;
  };
}

/** What was kept, its ETag among the headers. */
interface Kept {
  readonly body: string;
  readonly headers: Headers;
}

/** Reads what a store gave; throws where it is no such thing. */
function toKept(found: StoredAnswer | null | undefined): Kept | undefined {
  return found ? { body: found.body, headers: new Headers({ ...found.headers, etag: found.etag }) } : undefined;
}

/** The call with a condition; `onHeld` is told where what is kept took the place of a response. */
function conditional(call: Call, old: Kept, onHeld: () => void): Call {
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
    return new Response(old.body, { headers });
  };
  return addMiddleware(call, ask);
}

/** What is kept of a response, if it may be kept and holds no secret. */
async function toStored(
  call: Call,
  key: string,
  { response, read }: CallResponse<unknown>,
): Promise<StoredAnswer | undefined> {
  const { headers } = response;
  const data = await read();
  const body = data === undefined || data instanceof Uint8Array ? undefined : toJson(data, Error);
  const etag = headers.get('etag') ?? ownTag(data);
  if (etag === undefined || body === undefined || response.status !== 200) return undefined;
  if (/no-store/i.test(headers.get('cache-control') ?? '') || headers.get('vary') === '*') return undefined;
  if ([key, body].some((text) => call.redactor.text(text) !== text)) return undefined;
  const shown = ['content-type', 'content-language', 'last-modified'].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { etag, body, headers: Object.fromEntries(shown) };
}

/** The tag that a response holds itself, for headers that a page of another origin may not read; often without its quotes. */
function ownTag(data: unknown): string | undefined {
  const tag = isJsonObject(data) ? data['etag'] : undefined;
  if (typeof tag !== 'string' || !/^[!-~]+$/.test(tag)) return undefined;
  return /^(W\/)?"/.test(tag) ? tag : `"${tag}"`;
}

/** Work of the store, which may fail or hang without harm to the call. */
async function guard<T>(
  { options: { signal }, operation, log }: Call,
  work: () => T | PromiseLike<T>,
): Promise<T | undefined> {
  const scope = openScope(signal && follow(signal, (reason) => reason));
  scope.limit(patienceMs, (ms) => `no response within ${ms} ms`);
  try {
    return await scope.wait((async () => work())());
  } catch (error) {
    if (signal?.aborted !== true) log?.warn(`${operation.id}: the store of \`cache\` failed: ${String(error)}`);
    return undefined;
  } finally {
    scope.close();
  }
}
