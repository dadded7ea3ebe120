import type { JsonObject } from '../read/json.js';
import { convertParameter } from './convert-parameter.js';
import { componentReference } from './convert-reference.js';
import type { DiscoveryContext } from './discovery-context.js';
import { membersAt } from './fields.js';
import { makeMap, makeObject } from './make-value.js';

/** Credentials come from the client's options; the others would change what an answer is made of. */
const handled: ReadonlySet<string> = new Set([
  'key',
  'access_token',
  'bearer_token',
  'oauth_token',
  'alt',
  'callback',
  'uploadType',
  'upload_protocol',
  '$.xgafv',
]);

/** The query parameters that every method takes, by name. */
export type SystemParameters = ReadonlyMap<string, JsonObject>;

/** Finds the system parameters that callers may want to send. */
export function systemParameters(context: DiscoveryContext, root: JsonObject): SystemParameters {
  return new Map(membersAt(context, root, 'parameters').filter(([name]) => !handled.has(name)));
}

/** The system parameters as `components.parameters`; none where there are none. */
export function convertSystemParameters(
  context: DiscoveryContext,
  root: JsonObject,
  parameters: SystemParameters,
): JsonObject | undefined {
  if (parameters.size === 0) return undefined;
  const entries = [...parameters].map(
    ([name, node]) => [name, convertParameter(context, name, node, 'query')] as const,
  );
  return makeMap(context, { node: root, key: 'parameters' }, entries);
}

/** References to the system parameters that a method does not declare itself. */
export function referToSystemParameters(
  context: DiscoveryContext,
  method: JsonObject,
  parameters: SystemParameters,
  own: ReadonlySet<string>,
): readonly JsonObject[] {
  return [...parameters.keys()]
    .filter((name) => !own.has(name))
    .map((name) => makeObject(context, { node: method }, { $ref: componentReference('parameters', name) }));
}
