export { createKeys, type DataKey, type Failure, type GroupKeys, type OperationKeys, type QueryKey } from './keys.js';
export { coreOf, type ClientOrCore } from './core-of.js';
export {
  infiniteQueryOptions,
  linkedQueryOptions,
  type InfiniteQueryOptions,
  type LinkedPage,
  type PageParams,
} from './infinite-query-options.js';
export { mutationOptions, type MutationOptions, type MutationSettings } from './mutation-options.js';
export { queryOptions, type QueryOptions } from './query-options.js';
