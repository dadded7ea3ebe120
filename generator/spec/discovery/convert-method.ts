import type { Json, JsonObject } from '../read/json.js';
import { pathVariables } from './convert-path.js';
import type { Method } from './list-methods.js';
import { convertRequest, convertResponses, convertUpload, downloadNote } from './convert-body.js';
import { convertSecurity, type Schemes } from './convert-security.js';
import { type DiscoveryContext, flagAt, membersAt, stringAt, stringsAt, filledStringAt } from './fields.js';
import { type Draft, makeList, makeMap, makeObject } from './make-value.js';
import { componentReference, convertShape } from './convert-schema.js';

/** What all methods of a document share. */
export interface Service {
  readonly root: JsonObject;
  readonly schemes: Schemes;
  readonly parameters: SystemParameters;
}

/** Keys of a method by the keys of the operation it becomes. */
const sources = {
  operationId: 'id',
  requestBody: 'request',
  responses: 'response',
  security: 'scopes',
  'x-media': 'mediaUpload',
};

/** A method as an operation. */
export function convertMethod(context: DiscoveryContext, service: Service, method: Method): JsonObject {
  const { node, id, resource } = method;
  const origin = { node };
  const draft = {
    tags: resource.length === 0 ? undefined : makeList(context, origin, [resource.join('.')]),
    description: describe(context, method),
    operationId: id,
    parameters: convertParameters(context, service, method),
    requestBody: convertRequest(context, service.root, node),
    responses: convertResponses(context, method),
    ...((method.deprecated || flagAt(context, node, 'deprecated')) && { deprecated: true }),
    security: makeList(context, { node, key: 'scopes' }, convertSecurity(context, node, service.schemes)),
    'x-media': convertUpload(context, node),
  };
  return makeObject(context, origin, draft, sources);
}

function describe(context: DiscoveryContext, method: Method): string | undefined {
  const texts = [filledStringAt(context, method.node, 'description'), downloadNote(context, method)];
  return texts.filter((text) => text !== undefined).join('\n\n') || undefined;
}

/** First those that `parameterOrder` names, then the others, then headers, then what every method takes. */
function convertParameters(context: DiscoveryContext, service: Service, { node }: Method): Json | undefined {
  const stated = new Map(membersAt(context, node, 'parameters'));
  const variables = pathVariables(stringAt(context, node, 'path') ?? '');
  const first = stringsAt(context, node, 'parameterOrder').filter((name) => stated.has(name));
  const converted = [...new Set([...first, ...stated.keys()])].flatMap((name) => {
    const parameter = stated.get(name);
    if (parameter === undefined) return [];
    return [convertParameter(context, name, parameter, locationOf(context, name, parameter, variables))];
  });
  const own = new Set(stated.keys());
  const shared = referToSystemParameters(context, node, service.parameters, own);
  const all = [...converted, ...convertHeaders(context, node), ...convertAlt(context, node, own), ...shared];
  return all.length === 0 ? undefined : makeList(context, { node }, all);
}

/** `apiVersion` names a version of the method that a header asks for; `etagRequired` wants the tag of what is read or changed. */
function convertHeaders(context: DiscoveryContext, node: JsonObject): readonly JsonObject[] {
  const version = filledStringAt(context, node, 'apiVersion');
  const tag = node['httpMethod'] === 'GET' ? 'If-None-Match' : 'If-Match';
  return [
    ...(version === undefined ? [] : [convertHeader(context, node, 'X-Goog-Api-Version', { const: version })]),
    ...(flagAt(context, node, 'etagRequired') ? [convertHeader(context, node, tag, { type: 'string' })] : []),
  ];
}

function convertHeader(context: DiscoveryContext, node: JsonObject, name: string, schema: JsonObject): JsonObject {
  const required = name === 'X-Goog-Api-Version' ? undefined : true;
  const origin = { node, key: required ? 'etagRequired' : 'apiVersion' };
  return makeObject(context, origin, { name, in: 'header', required, schema: makeObject(context, origin, schema) });
}

/** What asks for bytes instead of JSON, where a method has both or bytes alone. */
function convertAlt(context: DiscoveryContext, node: JsonObject, own: ReadonlySet<string>): readonly JsonObject[] {
  if (own.has('alt') || !flagAt(context, node, 'supportsMediaDownload')) return [];
  const origin = { node, key: 'supportsMediaDownload' };
  const values = makeList(context, origin, ['json', 'media']);
  const schema = makeObject(context, origin, { type: 'string', enum: values });
  const description = '`media` asks for the bytes themselves.';
  return [makeObject(context, origin, { name: 'alt', in: 'query', description, schema })];
}

/** Where a parameter of a Discovery document travels. */
export type Location = 'path' | 'query';

/** A parameter of a Discovery document; one that is repeated occurs in the query once for each value. */
function convertParameter(context: DiscoveryContext, name: string, node: JsonObject, location: Location): JsonObject {
  const draft: Draft = {
    name,
    in: location,
    description: filledStringAt(context, node, 'description'),
    ...((location === 'path' || flagAt(context, node, 'required')) && { required: true }),
    ...(flagAt(context, node, 'deprecated') && { deprecated: true }),
    ...(location === 'query' && flagAt(context, node, 'repeated') && { style: 'form', explode: true }),
    schema: makeObject(context, { node }, convertShape(context, node)),
  };
  return makeObject(context, { node }, draft, { in: 'location', explode: 'repeated' });
}

/** Where a parameter says it travels; by the path where it says nothing. */
function locationOf(
  context: DiscoveryContext,
  name: string,
  node: JsonObject,
  variables: ReadonlySet<string>,
): Location {
  const location = filledStringAt(context, node, 'location') ?? (variables.has(name) ? 'path' : 'query');
  if (location === 'path' || location === 'query') return location;
  const message = `"location" cannot be ${JSON.stringify(location)}; it must be one of path, query`;
  context.diagnostics.error('invalid-value', message, context.positions.ofValue(node, 'location'));
  return 'query';
}

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
type SystemParameters = ReadonlyMap<string, JsonObject>;

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
function referToSystemParameters(
  context: DiscoveryContext,
  method: JsonObject,
  parameters: SystemParameters,
  own: ReadonlySet<string>,
): readonly JsonObject[] {
  return [...parameters.keys()]
    .filter((name) => !own.has(name))
    .map((name) => makeObject(context, { node: method }, { $ref: componentReference('parameters', name) }));
}
