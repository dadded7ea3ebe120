/*
 * `@speccast/runtime/tanstack`: what generated options of TanStack Query consist of. They are plain objects, the same for React,
 * Vue, Svelte, Solid and Angular; of TanStack Query only types are imported.
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
