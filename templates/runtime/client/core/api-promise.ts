import type { ApiError } from '../errors/api-error.js';
import { ClientError, InvalidOptionError } from '../errors/errors.js';
import { showUrl } from '../response/response.js';
import type { CallResponse, Send } from '../options/call-response.js';
import type { PointToCaller, CallMeta } from '../errors/call-meta.js';

/** Data and the response it came in; the response's body has been read. */
export interface WithResponse<T> {
  readonly data: T;
  /** Of the response: 200. Where several statuses mean success, it tells which `data` there are. */
  readonly status: number;
  readonly response: Response;
  readonly meta: CallMeta;
}

/** Outcome of a call as a value; a failed call has `meta` if there was a response. */
export type Result<T, Reason extends string = string> =
  | ({ readonly ok: true } & WithResponse<T>)
  | { readonly ok: false; readonly error: ApiError<Reason> | Error; readonly meta: CallMeta | undefined };

/** A call that is sent when first awaited (or asked for its result or response), and only once. */
export class ApiPromise<T, Reason extends string = string> implements Promise<T> {
  readonly #start: Send<T>;
  #received: Promise<CallResponse<T>> | undefined;
  /** Called with every error of this call. */
  protected readonly pointToCaller: PointToCaller;

  constructor(send: Send<T>) {
    this.#start = send;
    this.pointToCaller = captureCaller(new.target);
  }

  get [Symbol.toStringTag](): string {
    return 'ApiPromise';
  }

  /** Sends the call and gives the data. */
  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what this class is for
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#data().then(onData, onError);
  }

  /** Sends the call and handles its failure. */
  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#data().catch(onError);
  }

  /** Sends the call and runs a function when it is over. */
  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#data().finally(onEnd);
  }

  /** The outcome as a value: never rejects. */
  async result(): Promise<Result<T, Reason>> {
    try {
      return { ok: true, ...(await this.withResponse()) };
    } catch (cause) {
      // Whatever was thrown may have no text.
      const error =
        cause instanceof Error ? cause : new Error(typeof cause === 'string' ? cause : 'The call failed', { cause });
      return { ok: false, error, meta: error instanceof ClientError ? error.meta : undefined };
    }
  }

  /** The data together with the response, whose body has been read. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#use(this.readsBody, async (received) => ({
      data: await this.read(received),
      status: received.meta.status,
      response: withoutSecrets(received),
      meta: received.meta,
    }));
  }

  /** The response with its body unread. A status that is no success still rejects. */
  asResponse(): Promise<Response> {
    return this.#use(false, withoutSecrets);
  }

  /** True if reading the body is part of an attempt. */
  protected get readsBody(): boolean {
    return true;
  }

  #data(): Promise<T> {
    return this.#use(this.readsBody, (received) => this.read(received));
  }

  async #use<R>(readBody: boolean, use: (received: CallResponse<T>) => R | Promise<R>): Promise<R> {
    try {
      // Awaited, which takes fewer steps than to hand a promise on.
      return await use(await this.receive(readBody));
    } catch (error) {
      throw this.pointToCaller(error);
    }
  }

  /** The data of the response. */
  protected read(received: CallResponse<T>): Promise<T> {
    return received.read();
  }

  /** Sends the call, the first time. */
  protected receive(readBody: boolean): Promise<CallResponse<T>> {
    return (this.#received ??= this.#start(readBody, this.pointToCaller));
  }
}

/** A response whose address and headers show no credential: keys travel in URLs, services echo, and responses get printed. */
function withoutSecrets({ response, redactor, meta }: CallResponse<unknown>): Response {
  const shown = showUrl(response, redactor.text(response.url));
  return Object.defineProperty(shown, 'headers', { value: meta.headers, configurable: true });
}

/**
 * Remembers the code that makes a call, down to the function or class `inner`. Errors come from events of the network, in whose
 * stacks no caller is. The text is made when it is needed; where the platform cannot capture a stack, errors keep their own.
 */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- a class or a function, as the platform takes them
function captureCaller(inner: Function): PointToCaller {
  const at: { readonly stack?: string } = {};
  Error.captureStackTrace?.(at, inner);
  return (error) => {
    if (at.stack && (error instanceof ClientError || error instanceof InvalidOptionError))
      // Errors of a middleware may be frozen; and an assignment would make the property enumerable in some browsers.
      Reflect.defineProperty(error, 'stack', {
        value: `${error}\n${at.stack.replace(/^Error.*\n/, '')}`,
        writable: true,
        configurable: true,
      });
    return error;
  };
}
