import type { JsonObject } from '../read/json.js';
import { convertShape } from './convert-schema.js';
import type { DiscoveryContext } from './discovery-context.js';
import { flagAt, wordsAt } from './fields.js';
import { type Draft, makeObject } from './make-value.js';

/** Where a parameter of a Discovery document travels. */
export type Location = 'path' | 'query';

/** A parameter of a Discovery document; one that is repeated in the query stands there once for each value. */
export function convertParameter(
  context: DiscoveryContext,
  name: string,
  node: JsonObject,
  location: Location,
): JsonObject {
  const draft: Draft = {
    name,
    in: location,
    description: wordsAt(context, node, 'description'),
    ...((location === 'path' || flagAt(context, node, 'required')) && { required: true }),
    ...(flagAt(context, node, 'deprecated') && { deprecated: true }),
    ...(location === 'query' && flagAt(context, node, 'repeated') && { style: 'form', explode: true }),
    schema: makeObject(context, { node }, convertShape(context, node)),
  };
  return makeObject(context, { node }, draft, { in: 'location', explode: 'repeated' });
}

/** Where a parameter says it travels; by the path where it says nothing. */
export function locationOf(
  context: DiscoveryContext,
  name: string,
  node: JsonObject,
  variables: ReadonlySet<string>,
): Location {
  const location = wordsAt(context, node, 'location') ?? (variables.has(name) ? 'path' : 'query');
  if (location === 'path' || location === 'query') return location;
  const message = `"location" cannot be ${JSON.stringify(location)}; it must be one of path, query`;
  context.diagnostics.error('invalid-value', message, context.places.ofValue(node, 'location'));
  return 'query';
}
