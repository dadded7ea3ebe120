import type { CallOptions } from '../client/options/options.js';
import type { DataKey } from './keys.js';

/** What a query is given when it is fetched; a call ends when nobody needs its data any more. */
export interface FetchContext {
  readonly signal?: AbortSignal;
}

/** Options of a query, for `useQuery`, `queryClient.fetchQuery` and the like of any framework. */
export interface QueryOptions<Data, Error> {
  readonly queryKey: DataKey<Data, Error>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** Never: the client has sent again what may succeed. */
  readonly retry: (failureCount: number, error: Error) => boolean;
  /** Never set; hooks that take several queries read the type of the error here. */
  readonly throwOnError?: (error: Error) => boolean;
}

/** Options of a query by its key and its call. */
export function queryOptions<Data, Error>(
  queryKey: DataKey<Data, Error>,
  call: (options: CallOptions) => PromiseLike<unknown>,
  options?: CallOptions,
): QueryOptions<Data, Error> {
  return {
    queryKey,
    // `as`: the key has the type of the data. Without a body it is null, as queries take no undefined.
    queryFn: async (context) => ((await call(withSignal(context, options))) ?? null) as Data,
    retry,
  };
}

/** Options of a call that ends when its query is cancelled. */
export function withSignal({ signal }: FetchContext, options: CallOptions = {}): CallOptions {
  const all = [signal, options.signal].filter((one) => one !== undefined);
  return { ...options, ...(all.length > 0 && { signal: AbortSignal.any(all) }) };
}

/** Leaves it to the client whether a call is sent again. */
export function retry(): boolean {
  return false;
}
