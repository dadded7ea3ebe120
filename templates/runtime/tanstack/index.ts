/*
 * `@speccast/runtime/tanstack`: options of TanStack Query for generated code. They are plain objects, the same for React, Vue, Svelte,
 * Solid and Angular, and import only types of TanStack Query.
 */
export { createKeys } from './keys.js';
export type { DataKey, Failure, GroupKeys, OperationKeys, QueryKey } from './keys.js';
export { coreOf } from './core-of.js';
export type { ClientOrCore } from './core-of.js';
export { infiniteQueryOptions, linkedQueryOptions } from './infinite-query-options.js';
export type { InfiniteQueryOptions, LinkedPage, PageParams } from './infinite-query-options.js';
export { mutationOptions } from './mutation-options.js';
export type { MutationOptions, MutationSettings } from './mutation-options.js';
export { queryOptions } from './query-options.js';
export type { QueryOptions } from './query-options.js';
