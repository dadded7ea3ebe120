import type { Api } from '../api.js';
import type { Schema } from '../types/schema.js';

/** Returns the responses that mean success: 2xx, or `default` if there is no 2xx. */
export function successResponses<T extends { readonly status: string }>(responses: readonly T[]): readonly T[] {
  const successes = responses.filter((response) => response.status.startsWith('2'));
  return successes.length > 0 ? successes : responses.filter((response) => response.status === 'default');
}

/** Returns the schema itself, or what it refers to. */
export function referredSchema(api: Api, schema: Schema | undefined): Schema | undefined {
  return schema?.ref === undefined ? schema : api.schemas[schema.ref];
}
