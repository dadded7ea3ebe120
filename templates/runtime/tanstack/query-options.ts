import type { CallOptions } from '../client/options/options.js';
import type { DataKey } from './keys.js';

/** The argument of `queryFn`. The signal is aborted when no component needs the data any more. */
export interface FetchContext {
  readonly signal?: AbortSignal;
}

/** Options of a query, for `useQuery`, `queryClient.fetchQuery` and the equivalents in all frameworks. */
export interface QueryOptions<Data, Error> {
  readonly queryKey: DataKey<Data, Error>;
  readonly queryFn: (context: FetchContext) => Promise<Data>;
  /** Returns false: the client itself sends failed calls again. */
  readonly retry: (failureCount: number, error: Error) => boolean;
  /** Never set. `useQueries` takes the type of the error from it. */
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
    // `null` for a response without a body, because queries must not return `undefined`. `as`: the key has the type of the data.
    queryFn: async (context) => ((await call(withSignal(context, options))) ?? null) as Data,
    retry,
  };
}

/** Adds the signal of a query to the options of its call. */
export function withSignal({ signal }: FetchContext, options: CallOptions = {}): CallOptions {
  const all = [signal, options.signal].filter((one) => one !== undefined);
  return { ...options, ...(all.length > 0 && { signal: AbortSignal.any(all) }) };
}

/** Returns false: the client itself sends failed calls again. */
export function retry(): boolean {
  return false;
}
