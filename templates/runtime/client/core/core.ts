/// <reference lib="esnext.disposable" preserve="true" />
import { checkInterface, runtimeInterface } from '../../check-interface.js';
import { withCommon } from '../../expand-parameters.js';
import type { Operation, Service } from '../../operation.js';
import type { Auth } from '../options/auth.js';
import { apiKey } from '../auth/credentials.js';
import type { Bytes } from '../body/media.js';
import { setHeaders } from '../transport/set-headers.js';
import type { CallResponse, Send } from '../options/call-response.js';
import { ApiPromise } from './api-promise.js';
import { readBaseUrl } from '../transport/base-url.js';
import { sendCall } from '../transport/send-call.js';
import { openScope } from '../options/scope.js';
import { globalFetch } from '../transport/send-request.js';
import type {
  CallOptions,
  ClientOptions,
  Hooks,
  Call,
  Settings,
  SignedOperation,
  SendCall,
  CallFeature,
} from '../options/options.js';

/** The address, the credentials and the transport that all operations of a client share. */
export interface Core {
  /** Calls an operation; nothing is sent before the promise is awaited. */
  call<P extends object, R, Reason extends string>(
    operation: Operation<P, R, Reason>,
    params: P,
    options?: CallOptions,
  ): ApiPromise<R, Reason>;
  /** Returns the function that sends a call, for calls of further kinds; `asBytes` takes any response as bytes. */
  send<P extends object, R>(operation: Operation<P, R>, params: P, options?: CallOptions, asBytes?: false): Send<R>;
  send<P extends object>(
    operation: Operation<P, unknown>,
    params: P,
    options: CallOptions | undefined,
    asBytes: true,
  ): Send<Bytes>;
  /** Makes a core with some options replaced; caches, meters and tokens of kept options are shared. */
  with(options: ClientOptions): Core;
  /** Ends all calls that are in progress, and those that come after. */
  dispose(): void;
}

/**
 * Makes a core that does what its hooks say. Throws `InvalidOptionError` where an option is unusable or no base URL is known, and an
 * `Error` where the service was generated for another runtime.
 */
export function openCore(service: Service, options: ClientOptions, hooks: Hooks): Core {
  checkInterface(service.name, service.runtime, runtimeInterface);
  return replaceOptions({ service, hooks, options: {}, keys: [] }, options);
}

/** The parts of a core that another one is made of. */
interface CoreParts extends Pick<Settings, 'service' | 'hooks'> {
  readonly options: ClientOptions;
  /** The credentials of its option `apiKey`: a key is one and the same credential in all cores that have it. */
  readonly keys: readonly Auth[];
}

function replaceOptions(old: CoreParts, more: ClientOptions): Core {
  const { service, hooks } = old;
  checkOptions(hooks, more);
  const options = { ...old.options, ...omitUndefined(more) };
  const keys = more.apiKey === undefined ? old.keys : [apiKey(more.apiKey)];
  const settings = readSettings({ service, hooks, options, keys });
  const { shareReads, joinIds, cache, quota } = options;
  const redactor = hooks.createRedactor(service);
  const log = hooks.createLog?.(options, redactor);
  const headers = setHeaders(undefined, options.headers);
  const wraps = [hooks, shareReads, joinIds, cache, quota].flatMap((one) => one?.around ?? []);
  const signedOperations = new WeakMap<object, SignedOperation>();

  function send<R>(operation: Operation<never, unknown>, params: object, own?: CallOptions, asBytes = false): Send<R> {
    // `as`: what chooses its credentials is given a call, which a descriptor knows nothing of.
    const signed = signedOperations.get(operation) ?? (withCommon(service, operation) as SignedOperation);
    signedOperations.set(operation, signed);
    return (readsBody, pointToCaller) => {
      if (own) checkOptions(hooks, own, operation);
      const call: Call = {
        settings,
        operation: signed,
        params,
        asBytes,
        readsBody,
        options: own ? { ...options, ...omitUndefined(own) } : options,
        headers: setHeaders(headers, own?.headers),
        redactor,
        log,
        pointToCaller,
      };
      // The outermost first.
      const sendWrapped = wraps.reduceRight<SendCall>((next, around) => (call) => around(call, next), sendCall);
      // `as`: the converter is a feature that a descriptor, which knows no calls, names.
      const converter = operation.wire?.convert as CallFeature | undefined;
      const sent = converter ? converter.around(call, sendWrapped) : sendWrapped(call);
      // `as`: the descriptor is the proof that the response is an R, as both were made from the same spec.
      return sent as Promise<CallResponse<R>>;
    };
  }

  return {
    call: (operation, params, own) => new ApiPromise(send(operation, params, own)),
    send,
    with: (other) => replaceOptions({ service, hooks, options, keys }, other),
    dispose: () => settings.life.end(new Error('The client was disposed')),
  };
}

function checkOptions(hooks: Hooks, options: ClientOptions & CallOptions, operation?: Operation<never, unknown>): void {
  hooks.checkFeatures?.(options);
  hooks.checkOptions?.(options, operation);
}

function readSettings({ service, hooks, options, keys }: CoreParts): Settings {
  const { auth = [], middleware = [], fetch = globalFetch, clock } = options;
  // `as`: without the feature for them, no other objects are taken.
  const auths = [...[auth].flat().map((one) => hooks.toAuth?.(one) ?? (one as Auth)), ...keys];
  hooks.checkAuths?.(service, auths);
  return {
    service,
    hooks,
    base: readBaseUrl(options.baseUrl, service.baseUrl ?? '/'),
    auths,
    life: openScope(),
    fetch,
    middleware,
    now: () => clock?.now?.() ?? Date.now(),
  };
}

/** Returns the options that are there: `undefined` means "not given" and must not hide a default. */
function omitUndefined<T extends object>(options: T) {
  // Object.fromEntries forgets the type it was made from.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
