import type { Operation, SecurityScheme, Service } from '../operation.js';
import { withCommon } from '../with-common.js';
import { ApiPromise, type Answer, type Send } from './api-promise.js';
import { apiKey, type Auth } from './auth.js';
import { checkOptions } from './check-options.js';
import { sendCall, type Call, type Settings } from './call.js';
import { createLog } from './log.js';
import type { Bytes } from './media.js';
import type { CallOptions, ClientOptions, Clock } from './options.js';
import { createRedactor } from './redact.js';
import { sleep } from './scope.js';
import { readBaseUrl } from './url.js';

/** What all operations of a client share: address, credentials, transport. */
export interface Core {
  /** Calls an operation; nothing is sent before the promise is awaited. */
  call<P extends object, R>(operation: Operation<P, R>, params: P, options?: CallOptions): ApiPromise<R>;
  /** How a call is sent, for calls of further kinds; `asBytes` takes any answer as bytes. */
  send<P extends object, R>(operation: Operation<P, R>, params: P, options?: CallOptions, asBytes?: false): Send<R>;
  send<P extends object>(
    operation: Operation<P, unknown>,
    params: P,
    options: CallOptions | undefined,
    asBytes: true,
  ): Send<Bytes>;
  /** A core with some options replaced; token caches of kept credentials are shared. */
  with(options: ClientOptions): Core;
}

const systemClock: Clock = { now: () => Date.now(), random: () => Math.random(), sleep };

/** Makes the core of a client; throws `InvalidOptionError` where an option is unusable or no base URL is known. */
export function createCore(service: Service, options: ClientOptions = {}): Core {
  checkOptions(options);
  const settings = readSettings(service, options);

  function send<R>(
    operation: Operation<never, unknown>,
    params: object,
    own: CallOptions = {},
    asBytes: boolean = false,
  ): Send<R> {
    const redactor = createRedactor(secretParameters(service));
    const log = createLog(options.logger, options.logLevel, redactor);
    const call: Call = {
      settings,
      operation: withCommon(service, operation),
      params,
      asBytes,
      options: { ...present(options), ...present(own) },
      redactor,
      log,
    };
    // The descriptor is the proof that the answer is an R: both were made from the same spec.
    return async (whole) => (await sendCall(call, whole)) as Answer<R>;
  }

  return {
    call: (operation, params, own) => new ApiPromise(send(operation, params, own)),
    send,
    with: (more) => createCore(service, { ...options, ...present(more) }),
  };
}

function readSettings(service: Service, options: ClientOptions): Settings {
  const own: readonly Auth[] = options.auth === undefined ? [] : 'kind' in options.auth ? [options.auth] : options.auth;
  return {
    service,
    base: readBaseUrl(options.baseUrl ?? service.baseUrl),
    auths: options.apiKey === undefined ? own : [...own, apiKey(options.apiKey)],
    // Looked up at each call: tests replace the global one after a client was made.
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    middleware: options.middleware ?? [],
    clock: options.clock ?? systemClock,
  };
}

function secretParameters(service: Service): readonly string[] {
  return ['key', 'access_token', ...Object.values(service.security).flatMap(parameterOf)];
}

function parameterOf(scheme: SecurityScheme): readonly string[] {
  if (scheme.kind === 'apiKey') return scheme.in === 'query' ? [encodeURIComponent(scheme.name)] : [];
  return scheme.kind === 'bearer' && scheme.queryParameter !== undefined
    ? [encodeURIComponent(scheme.queryParameter)]
    : [];
}

/** The options that were given: `undefined` stands for "not given" and must not hide a default. */
function present<T extends object>(options: T): Partial<T> {
  // Object.fromEntries forgets the type it was made from.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
