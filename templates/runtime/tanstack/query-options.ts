import type { CallOptions } from '../client/options/options.js';
import type { DataKey } from './keys.js';

/** The argument of `queryFn`. The signal aborts when no component needs the data any more. */
export interface FetchContext {
  readonly signal?: AbortSignal;
}

/** Options of a query, for `useQuery`, `queryClient.fetchQuery` and the like of any framework. */
export interface QueryOptions<Data, Error> {
  readonly queryKey: DataKey<Data, Error>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** Never: the client sends again what may succeed. */
  readonly retry: (failureCount: number, error: Error) => boolean;
  /** Never set. Hooks for several queries read the type of the error from it. */
  readonly throwOnError?: (error: Error) => boolean;
}

/** Creates the options of a query from its key and its call. */
export function queryOptions<Data, Error>(
  queryKey: DataKey<Data, Error>,
  call: (options: CallOptions) => PromiseLike<unknown>,
  options?: CallOptions,
): QueryOptions<Data, Error> {
  return {
    queryKey,
    // `as`: the key has the type of the data. A query must not return undefined, so that a response without a body is null.
    queryFn: async (context) => ((await call(withSignal(context, options))) ?? null) as Data,
    retry,
  };
}

/** Returns options of a call that ends when its query is cancelled. */
export function withSignal({ signal }: FetchContext, options: CallOptions = {}): CallOptions {
  const all = [signal, options.signal].filter((one) => one !== undefined);
  return { ...options, ...(all.length > 0 && { signal: AbortSignal.any(all) }) };
}

/** Returns false: the client decides whether a call is sent again. */
export function retry(): boolean {
  return false;
}
