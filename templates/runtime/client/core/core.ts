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

/** The part of a client that sends calls, with the options that all its operations share. */
export interface Core {
  /** Calls an operation. The call is sent when the promise is first awaited. */
  call<P extends object, R, Reason extends string>(
    operation: Operation<P, R, Reason>,
    params: P,
    options?: CallOptions,
  ): ApiPromise<R, Reason>;
  /** Returns the function that sends a call, for other kinds of calls such as uploads. `asBytes` reads any response as bytes. */
  send<P extends object, R>(operation: Operation<P, R>, params: P, options?: CallOptions, asBytes?: false): Send<R>;
  send<P extends object>(
    operation: Operation<P, unknown>,
    params: P,
    options: CallOptions | undefined,
    asBytes: true,
  ): Send<Bytes>;
  /** Creates a core with some options replaced. It shares caches, meters and tokens of the other options. */
  with(options: ClientOptions): Core;
  /** Ends all calls in progress. Later calls fail. */
  dispose(): void;
}

/**
 * Creates a core with the hooks of its features. Throws `InvalidOptionError` if an option is invalid or no base URL is known, and an
 * `Error` if the service was generated for another version of the runtime.
 */
export function openCore(service: Service, options: ClientOptions, hooks: Hooks): Core {
  checkInterface(service.name, service.runtime, runtimeInterface);
  return replaceOptions({ service, hooks, options: {}, keys: [] }, options);
}

/** The parts of a core from which `with` creates another one. */
interface CoreParts extends Pick<Settings, 'service' | 'hooks'> {
  readonly options: ClientOptions;
  /** The credential of the option `apiKey`, the same object in all cores that share the key. */
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
    // `as`: only the runtime adds the credentials that it has chosen to a descriptor.
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
      // The first one is outermost.
      const sendWrapped = wraps.reduceRight<SendCall>((next, around) => (call) => around(call, next), sendCall);
      // `as`: types of descriptors do not refer to types of calls.
      const converter = operation.wire?.convert as CallFeature | undefined;
      const sent = converter ? converter.around(call, sendWrapped) : sendWrapped(call);
      // `as`: the descriptor and R were generated from the same spec.
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
  // `as`: without the feature `withTokenSources`, only `Auth` objects are accepted.
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

/** Removes options that are `undefined`, which would hide defaults. */
function omitUndefined<T extends object>(options: T) {
  // `as`: `Object.fromEntries` loses the type.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}
