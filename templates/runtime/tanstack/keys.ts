import type { DataTag } from '@tanstack/query-core';
import type { ApiError } from '../client/errors/api-error.js';
import type { ClientError } from '../client/errors/errors.js';

/** A key: name of the service, path of the resource, name of the method, params. It also matches the keys that it begins. */
export type QueryKey = readonly unknown[];

/** The key of a query, which knows the type of its data and of its error. */
export type DataKey<Data, Error> = DataTag<QueryKey, Data, Error>;

/** Keys below a service or a resource, by name. A call returns the key that begins all of them. */
export interface GroupKeys {
  (): QueryKey;
}

/** Keys of the queries of an operation. A call without params returns the key that begins all of them. */
export interface OperationKeys<Params, Key> extends GroupKeys {
  (params: Params): Key;
}

/** An error of a call: the service rejected it, or it failed before there was a response. */
export type Failure<Reason extends string = string> = ApiError<Reason> | ClientError;

/**
 * Creates the keys below a path: `keys()` for all queries of a service, `keys.books()` for those of a resource, `keys.books.list()` for
 * those of an operation, and `keys.books.list({ limit: 5 })` for one with params.
 */
export function createKeys<Keys extends object>(path: QueryKey): Keys {
  const keys = new Proxy(() => path, {
    // With a `then`, `await keys` would call it.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? createKeys([...path, name]) : undefined),
    apply: (_, __, [params]) => {
      if (params === undefined) return path;
      // TanStack Query compares and stores keys as JSON, which has no bigint.
      const text = JSON.stringify(params, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
      return [...path, JSON.parse(text)];
    },
  });
  // `as`: `Keys` declares the names.
  return keys as object as Keys;
}
