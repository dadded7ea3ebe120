import type { CallOptions } from '../client/options/options.js';
import type { QueryKey } from './keys.js';
import { retry } from './query-options.js';

/** Options of the calls of a mutation, and of the queries to fetch again. */
export interface MutationSettings extends CallOptions {
  /** Keys of further queries that are stale afterwards, beside those of the resource. */
  readonly invalidates?: readonly QueryKey[] | undefined;
}

/** The last argument of the functions of a mutation, from TanStack Query 5.89 on. */
interface MutationContext {
  readonly client: { invalidateQueries(filters: { readonly queryKey: QueryKey }): Promise<void> };
}

/** The arguments of `onSettled`, which TanStack Query calls after a mutation. */
type Outcome<Data, Error, Params> = [
  data: Data | undefined,
  error: Error | null,
  params: Params,
  onMutateResult: unknown,
  context: MutationContext,
];

/** Options of a mutation, for `useMutation` and the like of any framework. */
export interface MutationOptions<Data, Error, Params> {
  readonly mutationKey: QueryKey;
  readonly mutationFn: (params: Params) => Promise<Data>;
  /** Makes the queries of the resource stale, and waits until those in use are fetched again. */
  readonly onSettled: (...outcome: Outcome<Data, Error, Params>) => Promise<void>;
  /** Never: the client sends again what may be sent twice. */
  readonly retry: (failureCount: number, error: Error) => boolean;
}

/** Creates the options of a mutation from its key and the keys of the queries that it makes stale, and from its call. */
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
