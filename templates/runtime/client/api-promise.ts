import type { Redactor } from './redact.js';

/** What came back: the response, and its body as data. */
export interface Answer<T> {
  readonly response: Response;
  /** Knows the credentials that were sent. */
  readonly redactor: Redactor;
  /** Reads and judges the body; a second call gives the same promise. */
  read(): Promise<T>;
}

/** Sends a call; `whole` says that the body will be read to its end, so that a broken body can be retried. */
export type Send<T> = (whole: boolean) => Promise<Answer<T>>;

/** Data and the response it came in; the response's body has been read. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
}

/** Outcome of a call as a value. */
export type Result<T> =
  { readonly ok: true; readonly data: T; readonly response: Response } | { readonly ok: false; readonly error: Error };

/** A call that is sent when first awaited (or asked for its result or response), and only once. */
export class ApiPromise<T> implements Promise<T> {
  readonly #start: Send<T>;
  #answer: Promise<Answer<T>> | undefined;

  constructor(send: Send<T>) {
    this.#start = send;
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
  async result(): Promise<Result<T>> {
    try {
      return { ok: true, ...(await this.withResponse()) };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  /** The data together with the response. */
  async withResponse(): Promise<WithResponse<T>> {
    const answer = await this.answer(this.wantsWholeBody);
    return { data: await answer.read(), response: answer.response };
  }

  /** The response with its body unread. A status that is no success still rejects. */
  async asResponse(): Promise<Response> {
    return (await this.answer(false)).response;
  }

  /** Whether reading the body is part of an attempt. */
  protected get wantsWholeBody(): boolean {
    return true;
  }

  async #data(): Promise<T> {
    return (await this.answer(this.wantsWholeBody)).read();
  }

  /** Sends the call, the first time. */
  protected answer(whole: boolean): Promise<Answer<T>> {
    return (this.#answer ??= this.#start(whole));
  }
}
