import type { Location } from './context.js';
import { reject } from './issues.js';
import type { Schema } from './schema.js';

/** Matches a pointer to one of several schemas in a keyword: `#/properties/a`. */
const listing =
  /^(.*)\/(properties|patternProperties|dependentSchemas|\$defs|schemas|prefixItems|allOf|anyOf|oneOf)\/[^/]*$/s;

/**
 * Rejects any value. A `false` schema has no keyword, so the issue has the keyword around it: `#/properties/a` → `#/properties`, and
 * `#/false` at the root.
 */
function rejectAny({ context, schema }: Location) {
  const [, holder = schema, keyword = 'false'] = listing.exec(schema) ?? /^(.*)\/(.*)$/s.exec(schema) ?? [];
  return reject({ context, schema: holder }, keyword, 'is not allowed');
}

/** The schema `false`, which matches no value. */
export const falseSchema: Schema = ['', [rejectAny]];
