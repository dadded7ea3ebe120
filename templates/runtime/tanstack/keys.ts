import type { DataTag } from '@tanstack/query-core';
import type { ApiError } from '../client/errors/api-error.js';
import type { ClientError } from '../client/errors/errors.js';

/** A key: name of the service, path of the resource, name of the method, params. It also matches the keys that it begins. */
export type QueryKey = readonly unknown[];

/** The key of a query, which knows the type of its data and of its error. */
export type DataKey<Data, Error> = DataTag<QueryKey, Data, Error>;

/** Keys by the names below a service or a resource: called, the key that begins all of them. */
export interface GroupKeys {
  (): QueryKey;
}

/** Keys of the queries of an operation: called without params, the key that begins all of them. */
export interface OperationKeys<Params, Key> extends GroupKeys {
  (params: Params): Key;
}

/** What a call throws: what the service rejected it for, or a failure before there was a response. */
export type Failure<Reason extends string = string> = ApiError<Reason> | ClientError;

/**
 * Keys by names: `keys()` of all queries of a service, `keys.books()` of those of a resource, `keys.books.list()` of those of an
 * operation, and `keys.books.list({ limit: 5 })` with some params.
 */
export function createKeys<Keys extends object>(path: QueryKey): Keys {
  const keys = new Proxy(() => path, {
    // Whoever awaits it is given it.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? createKeys([...path, name]) : undefined),
    apply: (_, __, [params]) => (params === undefined ? path : [...path, asJson(params)]),
  });
  // `as`: Keys says which names there are.
  return keys as object as Keys;
}

/** Params as JSON has them: keys are compared and stored as JSON. */
function asJson(params: unknown): unknown {
  return JSON.parse(JSON.stringify(params, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)));
}
