/** The facts about a call that got a response. */
export interface CallMeta {
  readonly status: number;
  readonly headers: Headers;
  /** Id of the request, for questions to the support of the service. */
  readonly requestId: string | undefined;
  /** The number of requests that were sent. */
  readonly attempts: number;
  /** Their cost in units of the service's quota; `undefined` if the spec states no cost. */
  readonly quotaCost: number | undefined;
  /** True if the data come from the option `cache`, after the service stated that they are unchanged (304). */
  readonly fromCache?: boolean;
}

/** Replaces the stack of an error of this package by that of the code that made the call; returns the error. */
export type PointToCaller = (error: unknown) => unknown;
