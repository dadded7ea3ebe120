import type { CallOptions } from '../client/options/options.js';
import type { QueryKey } from './keys.js';
import { retry } from './query-options.js';

/** Options of the calls of a mutation, and the queries that it invalidates. */
export interface MutationSettings extends CallOptions {
  /** Keys of queries that the mutation invalidates besides those of its resource. */
  readonly invalidates?: readonly QueryKey[] | undefined;
}

/** The last argument of the functions of a mutation, from TanStack Query 5.89 on. */
interface MutationContext {
  readonly client: { invalidateQueries(filters: { readonly queryKey: QueryKey }): Promise<void> };
}

/** The arguments with which TanStack Query calls `onSettled` after a mutation. */
type Outcome<Data, Error, Params> = [
  data: Data | undefined,
  error: Error | null,
  params: Params,
  onMutateResult: unknown,
  context: MutationContext,
];

/** Options of a mutation, for `useMutation` and the equivalents in all frameworks. */
export interface MutationOptions<Data, Error, Params> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (params: Params) => Promise<Data>;
  /** Invalidates the queries of the resource, and waits until those in use are fetched again. */
  readonly onSettled: (...outcome: Outcome<Data, Error, Params>) => Promise<void>;
  /** Returns false: the client itself sends failed calls again. */
  readonly retry: (failureCount: number, error: Error) => boolean;
}

/** Creates the options of a mutation. The first key is its own, the others are those of queries that it invalidates. */
export function mutationOptions<Data, Error, Params>(
  [mutationKey, ...stale]: readonly [QueryKey, ...QueryKey[]],
  call: (params: Params, options: CallOptions) => PromiseLike<Data>,
  { invalidates = [], ...options }: MutationSettings = {},
): MutationOptions<Data, Error, Params> {
  return {
    mutationKey,
    mutationFn: async (params) => call(params, options),
    onSettled: async (...[, , , , { client }]) => {
      await Promise.all([...stale, ...invalidates].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    retry,
  };
}
