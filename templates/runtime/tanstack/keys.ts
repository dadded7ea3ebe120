import type { DataTag } from '@tanstack/query-core';
import type { ApiError } from '../client/errors/api-error.js';
import type { ClientError } from '../client/errors/errors.js';

/** A key: `['pet-store', 'pets', 'list', { limit: 5 }]`. In filters, it also matches all longer keys that start with it. */
export type QueryKey = readonly unknown[];

/** The key of a query, with the types of its data and its error. */
export type DataKey<Data, Error> = DataTag<QueryKey, Data, Error>;

/** Keys of a service or a resource, by name. Calling it returns the key that all of them start with. */
export interface GroupKeys {
  (): QueryKey;
}

/** Keys of the queries of an operation. Calling it without params returns the key that all of them start with. */
export interface OperationKeys<Params, Key> extends GroupKeys {
  (params: Params): Key;
}

/** The error of a call: of the service, or of the client. */
export type Failure<Reason extends string = string> = ApiError<Reason> | ClientError;

/**
 * Creates the keys below a path: `keys()` for all queries of a service, `keys.books()` for those of a resource, `keys.books.list()` for
 * those of an operation, and `keys.books.list({ limit: 5 })` for one with params.
 */
export function createKeys<Keys extends object>(path: QueryKey): Keys {
  const keys = new Proxy(() => path, {
    // Without this exception, `await keys` would call `keys.then`.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? createKeys([...path, name]) : undefined),
    apply: (_, __, [params]) => {
      if (params === undefined) return path;
      // TanStack Query compares and stores keys as JSON, which has no `bigint`.
      const text = JSON.stringify(params, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
      return [...path, JSON.parse(text)];
    },
  });
  // `as`: `Keys` declares the names.
  return keys as object as Keys;
}
