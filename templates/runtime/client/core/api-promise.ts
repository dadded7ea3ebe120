import type { ApiError } from '../errors/api-error.js';
import { ClientError, InvalidOptionError } from '../errors/errors.js';
import { showUrl } from '../response/response.js';
import type { CallResponse, Send } from '../options/call-response.js';
import type { PointToCaller, CallMeta } from '../errors/call-meta.js';

/** The data of a call, and its response, whose body has been read. */
export interface WithResponse<T> {
  readonly data: T;
  /** Status of the response: 200. If several statuses mean success, the type of `data` depends on it. */
  readonly status: number;
  readonly response: Response;
  readonly meta: CallMeta;
}

/** The outcome of a call as a value: `if (result.ok) use(result.data)`. A failed call has `meta` if there was a response. */
export type Result<T, Reason extends string = string> =
  | ({ readonly ok: true } & WithResponse<T>)
  | { readonly ok: false; readonly error: ApiError<Reason> | Error; readonly meta: CallMeta | undefined };

/**
 * A call. It is sent once, when it is first awaited or one of its methods is called: `const pet = await client.pets.get({ id })`. It
 * rejects with an `ApiError` if the service rejects it, or with another `ClientError`.
 */
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

  /** Sends the call; resolves to the data. */
  // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what this class is for
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#data().then(onData, onError);
  }

  /** Sends the call, and handles its error. */
  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#data().catch(onError);
  }

  /** Sends the call, and runs a function when it has ended. */
  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#data().finally(onEnd);
  }

  /** Sends the call; resolves to the outcome as a value, and never rejects. */
  async result(): Promise<Result<T, Reason>> {
    try {
      return { ok: true, ...(await this.withResponse()) };
    } catch (cause) {
      // Middleware can throw values that are not errors.
      const error =
        cause instanceof Error ? cause : new Error(typeof cause === 'string' ? cause : 'The call failed', { cause });
      return { ok: false, error, meta: error instanceof ClientError ? error.meta : undefined };
    }
  }

  /** Sends the call; resolves to the data and the response, whose body has been read. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#use(this.readsBody, async (received) => ({
      data: await this.read(received),
      status: received.meta.status,
      response: withoutSecrets(received),
      meta: received.meta,
    }));
  }

  /** Sends the call; resolves to the response with its body unread. It still rejects for statuses that are not successful. */
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
      // Without `await`, `catch` would not see errors of `use`.
      return await use(await this.receive(readBody));
    } catch (error) {
      throw this.pointToCaller(error);
    }
  }

  /** Reads the data of the response. */
  protected read(received: CallResponse<T>): Promise<T> {
    return received.read();
  }

  /** Sends the call when it is first called; returns the same response afterwards. */
  protected receive(readBody: boolean): Promise<CallResponse<T>> {
    return (this.#received ??= this.#start(readBody, this.pointToCaller));
  }
}

/** Removes credentials from the URL and the headers of a response, which programs may print. */
function withoutSecrets({ response, redactor, meta }: CallResponse<unknown>): Response {
  const shown = showUrl(response, redactor.text(response.url));
  return Object.defineProperty(shown, 'headers', { value: meta.headers, configurable: true });
}

/**
 * Captures the stack of the code that makes a call, down to the function or class `inner`. Errors start in events of the network, whose
 * stacks do not contain the caller. If the platform cannot capture a stack, errors keep their own.
 */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- a class or a function, as the platform takes them
function captureCaller(inner: Function): PointToCaller {
  const at: { readonly stack?: string } = {};
  Error.captureStackTrace?.(at, inner);
  return (error) => {
    if (at.stack && (error instanceof ClientError || error instanceof InvalidOptionError))
      // Not assigned: that throws for frozen errors, and makes the property enumerable in some browsers.
      Reflect.defineProperty(error, 'stack', {
        value: `${error}\n${at.stack.replace(/^Error.*\n/, '')}`,
        writable: true,
        configurable: true,
      });
    return error;
  };
}
