import type { Api } from '../api.js';
import type { Schema } from './schema.js';

const known = new WeakMap<Api['schemas'], ReadonlyMap<string, Schema>>();

/** The schemas of an API as a map; made once, since operations ask for it one by one. */
export function schemasById({ schemas }: Pick<Api, 'schemas'>): ReadonlyMap<string, Schema> {
  const map = known.get(schemas) ?? new Map(Object.entries(schemas));
  known.set(schemas, map);
  return map;
}
