/// <reference lib="esnext.disposable" preserve="true" />
import { checkInterface, runtimeInterface } from '../../check-interface.js';
import { withCommon } from '../../expand-parameters.js';
import type { Operation, Service } from '../../operation.js';
import type { Auth } from '../auth/auth.js';
import { apiKey, toAuth } from '../auth/credentials.js';
import { checkAuths } from '../auth/sign.js';
import type { Bytes } from '../body/media.js';
import { InvalidOptionError } from '../errors/errors.js';
import { setHeaders } from '../params/given-headers.js';
import { checkOptions } from '../options/check-options.js';
import type {
  Call,
  Settings,
  SignedOperation,
  SendCall,
  CallOptions,
  ClientOptions,
  CallFeature,
} from '../options/options.js';
import type { CallResponse, Send } from './call-response.js';
import { ApiPromise } from './api-promise.js';
import { readBaseUrl } from './base-url.js';
import { sendCall } from './call.js';
import { createLog } from './log.js';
import { createRedactor } from './redact.js';
import { openScope, pause } from './scope.js';
import { globalFetch } from './transport.js';

/** What all operations of a client share: address, credentials, transport. */
export interface Core {
  /** Calls an operation; nothing is sent before the promise is awaited. */
  call<P extends object, R, Reason extends string>(
    operation: Operation<P, R, Reason>,
    params: P,
    options?: CallOptions,
  ): ApiPromise<R, Reason>;
  /** How a call is sent, for calls of further kinds; `asBytes` takes any response as bytes. */
  send<P extends object, R>(operation: Operation<P, R>, params: P, options?: CallOptions, asBytes?: false): Send<R>;
  send<P extends object>(
    operation: Operation<P, unknown>,
    params: P,
    options: CallOptions | undefined,
    asBytes: true,
  ): Send<Bytes>;
  /** A core with some options replaced; caches, meters and tokens of kept options are shared. */
  with(options: ClientOptions): Core;
  /** Ends all calls that are in progress, and those that come after. */
  dispose(): void;
}

/**
 * Makes the core of a client; throws `InvalidOptionError` where an option is unusable or no base URL is known, and an `Error`
 * where the service was generated for another runtime.
 */
export function createCore(service: Service, given: ClientOptions = {}): Core {
  checkInterface(service.name, service.runtime, runtimeInterface);
  return coreOf(service, {}, given, []);
}

/** A core with some options replaced by others; a key is one and the same credential in all cores that have it. */
function coreOf(service: Service, old: ClientOptions, more: ClientOptions, oldKeys: readonly Auth[]): Core {
  checkOptions(more);
  const options = { ...old, ...present(more) };
  const keys = more.apiKey === undefined ? oldKeys : [apiKey(more.apiKey)];
  const settings = readSettings(service, options, keys);
  const redactor = createRedactor(secretParameters(service));
  const log = createLog(options.logger, options.logLevel, redactor);
  const headers = setHeaders(undefined, options.headers);
  const signedOperations = new WeakMap<object, SignedOperation>();
  const { validate, shareReads, joinIds, cache, quota } = options;
  const features = [validate && validateCalls, shareReads, joinIds, cache, quota];

  function send<R>(operation: Operation<never, unknown>, params: object, own?: CallOptions, asBytes = false): Send<R> {
    // `as`: what chooses its credentials is given a call, which a descriptor knows nothing of.
    const signed = signedOperations.get(operation) ?? ({ ...withCommon(service, operation) } as SignedOperation);
    signedOperations.set(operation, signed);
    const all = own ? { ...options, ...present(own) } : options;
    return (readBody, pointToCaller) => {
      if (own) checkOptions(own);
      const call: Call = {
        settings,
        operation: signed,
        params,
        asBytes,
        options: all,
        headers: setHeaders(headers, own?.headers),
        redactor,
        log,
        pointToCaller,
      };
      // The outermost first; `as`: the converter is a feature that a descriptor, which knows no calls, names.
      const sendWithFeatures = [operation.wire?.convert as CallFeature | undefined, ...features].reduceRight<SendCall>(
        (next, feature) => (feature ? (call, readBody) => feature.around(call, readBody, next) : next),
        sendCall,
      );
      // The descriptor is the proof that the response is an R: both were made from the same spec.
      return sendWithFeatures(call, readBody) as Promise<CallResponse<R>>;
    };
  }

  return {
    call: (operation, params, own) => new ApiPromise(send(operation, params, own)),
    send,
    with: (other) => coreOf(service, options, other, keys),
    dispose: () => settings.life.end(new Error('The client was disposed')),
  };
}

function readSettings(service: Service, options: ClientOptions, keys: readonly Auth[]): Settings {
  const { auth = [], clock = {} } = options;
  const auths = [...[auth].flat().map(toAuth), ...keys];
  checkAuths(service, auths);
  return {
    service,
    base: readBaseUrl(options.baseUrl, service.baseUrl ?? '/'),
    auths,
    life: openScope(),
    fetch: options.fetch ?? globalFetch,
    middleware: options.middleware ?? [],
    clock: {
      now: () => clock.now?.() ?? Date.now(),
      random: () => clock.random?.() ?? Math.random(),
      pause: (ms, scope) => (clock.sleep ? scope.wait(clock.sleep(ms, scope.signal)) : pause(scope, ms)),
    },
  };
}

function secretParameters({ security }: Service): readonly string[] {
  const own = Object.values(security).flatMap((scheme) => {
    if (scheme.kind === 'bearer') return scheme.queryParameter ?? [];
    return scheme.kind === 'apiKey' && scheme.in === 'query' ? scheme.name : [];
  });
  return ['key', 'access_token', ...own].map(encodeURIComponent);
}

/** The options that were given: `undefined` means "not given" and must not hide a default. */
function present<T extends object>(options: T): Partial<T> {
  // Object.fromEntries forgets the type it was made from.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** What the clients of all services have in common. */
export class BaseClient {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** The core that a client calls through. */
  static coreOf(client: BaseClient): Core {
    return client.#core;
  }

  /** Ends the calls that are in progress, as `await using` does at the end of its block. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#core.dispose();
  }
}

/** Compares calls with the spec as the option `validate` says, by validators that are loaded when they are first needed. */
export const validateCalls: CallFeature = {
  around: async (call, readBody, next) => {
    const { use, request = 'off', response = 'off' } = call.options.validate ?? {};
    if (request + response === 'offoff') return next(call, readBody);
    return (use ?? (await load(call.settings.service))).around(call, readBody, next);
  },
};

async function load({ validators }: Service): Promise<CallFeature> {
  let cause: unknown;
  const found = await validators?.().catch((error: unknown) => void (cause = error));
  // `as`: what generated code exports.
  if (found) return (found as { readonly validation: CallFeature }).validation;
  const wanted = `finds no validators: ${validators ? 'add `use: validation` of `./validators`' : 'none were generated'}`;
  throw Object.assign(new InvalidOptionError('validate', wanted), { cause });
}
