/** The facts about a call that got a response. */
export interface CallMeta {
  readonly status: number;
  readonly headers: Headers;
  /** The service's name for the request, for its support. */
  readonly requestId: string | undefined;
  /** The number of requests that were sent. */
  readonly attempts: number;
  /** Their cost in units of the service's quota; absent where the spec names no cost. */
  readonly quotaCost: number | undefined;
  /** The option `cache` had the data: the service said that they still hold. */
  readonly fromCache?: boolean;
}

/** Makes the stack of an error of this package lead to the code that made a call; returns the error. */
export type PointToCaller = (error: unknown) => unknown;
