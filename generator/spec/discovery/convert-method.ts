import { toArray, type Json, type JsonObject } from '../../json.js';
import { convertRequest, convertResponses, convertUpload, downloadNote } from './convert-body.js';
import { pathVariables } from './convert-path.js';
import { componentReference, convertShape } from './convert-schema.js';
import type { DiscoveryNode, Draft } from './discovery-node.js';
import type { Method } from './list-methods.js';

/** The parts of a document that all its methods share. */
export interface Service {
  readonly root: DiscoveryNode;
  readonly scopes: Scopes;
  /** The query parameters that every method takes, by name. */
  readonly parameters: ReadonlyMap<string, DiscoveryNode>;
}

/** Keys of a method by the keys of the operation it becomes. */
const sources = {
  operationId: 'id',
  requestBody: 'request',
  responses: 'response',
  security: 'scopes',
  'x-media': 'mediaUpload',
};

/** Converts a method to an operation. */
export function convertMethod(service: Service, method: Method): JsonObject {
  const { node, id, resource } = method;
  const descriptions = [node.filled('description'), downloadNote(method)];
  const draft = {
    tags: resource.length === 0 ? undefined : node.list(undefined, [resource.join('.')]),
    description: descriptions.filter((text) => text !== undefined).join('\n\n') || undefined,
    operationId: id,
    parameters: convertParameters(service, node),
    requestBody: convertRequest(service.root, node),
    responses: convertResponses(method),
    ...((method.deprecated || node.flag('deprecated')) && { deprecated: true }),
    security: node.list('scopes', convertSecurity(node, service.scopes)),
    'x-media': convertUpload(node),
  };
  return node.make(draft, sources);
}

/** Converts parameters: those that `parameterOrder` names, then the others, then headers, then those of every method. */
function convertParameters(service: Service, node: DiscoveryNode): Json | undefined {
  const stated = new Map(node.members('parameters'));
  const variables = pathVariables(node.string('path') ?? '');
  const first = node.strings('parameterOrder').filter((name) => stated.has(name));
  const converted = [...new Set([...first, ...stated.keys()])].flatMap((name) => {
    const parameter = stated.get(name);
    return parameter === undefined ? [] : [convertParameter(name, parameter, readLocation(name, parameter, variables))];
  });
  const shared = [...service.parameters.keys()].filter((name) => !stated.has(name));
  // Asks for bytes in place of JSON, for methods that have both, or bytes alone.
  const description = '`media` asks for the bytes themselves.';
  const media = 'supportsMediaDownload';
  const alt = { type: 'string', enum: node.list(media, ['json', 'media']) };
  const all = [
    ...converted,
    ...convertHeaders(node),
    ...(!stated.has('alt') && node.flag(media)
      ? [node.makeAt(media, { name: 'alt', in: 'query', description, schema: node.makeAt(media, alt) })]
      : []),
    ...shared.map((name) => node.make({ $ref: componentReference('parameters', name) })),
  ];
  return all.length === 0 ? undefined : node.list(undefined, all);
}

/** Makes headers: `apiVersion` is the version of the method to ask for, `etagRequired` wants the tag of the resource. */
function convertHeaders(node: DiscoveryNode): readonly JsonObject[] {
  const version = node.filled('apiVersion');
  const header = (key: string, name: string, schema: Draft): JsonObject =>
    node.makeAt(key, {
      name,
      in: 'header',
      required: key === 'etagRequired' ? true : undefined,
      schema: node.makeAt(key, schema),
    });
  const tag = node.json['httpMethod'] === 'GET' ? 'If-None-Match' : 'If-Match';
  return [
    ...(version === undefined ? [] : [header('apiVersion', 'X-Goog-Api-Version', { const: version })]),
    ...(node.flag('etagRequired') ? [header('etagRequired', tag, { type: 'string' })] : []),
  ];
}

type ParameterLocation = 'path' | 'query';

/** Converts a parameter; one that is repeated occurs in the query once for each value. */
function convertParameter(name: string, node: DiscoveryNode, location: ParameterLocation): JsonObject {
  const draft: Draft = {
    name,
    in: location,
    description: node.filled('description'),
    ...((location === 'path' || node.flag('required')) && { required: true }),
    ...(node.flag('deprecated') && { deprecated: true }),
    ...(location === 'query' && node.flag('repeated') && { style: 'form', explode: true }),
    schema: node.make(convertShape(node)),
  };
  return node.make(draft, { in: 'location', explode: 'repeated' });
}

/** Reads the location of a parameter; one that states none is found in the path or is in the query. */
function readLocation(name: string, node: DiscoveryNode, variables: ReadonlySet<string>): ParameterLocation {
  const location = node.filled('location') ?? (variables.has(name) ? 'path' : 'query');
  if (location === 'path' || location === 'query') return location;
  const message = `"location" cannot be ${JSON.stringify(location)}; it must be one of path, query`;
  node.repaired('location', 'invalid-value', message, 'it is read as "query"');
  return 'query';
}

/** Credentials come from the client's options; the others would change the form of responses. */
const handled: ReadonlySet<string> = new Set(
  'key access_token bearer_token oauth_token alt callback uploadType upload_protocol $.xgafv'.split(' '),
);

/** Finds the parameters of every method that callers may want to send. */
export function systemParameters(root: DiscoveryNode): Service['parameters'] {
  return new Map(root.members('parameters').filter(([name]) => !handled.has(name)));
}

/** Converts the system parameters to `components.parameters`; `undefined` where there are none. */
export function convertSystemParameters({ root, parameters }: Service): JsonObject | undefined {
  const entries = [...parameters].map(([name, node]) => [name, convertParameter(name, node, 'query')] as const);
  return entries.length === 0 ? undefined : root.map('parameters', entries);
}

const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenUrl = 'https://oauth2.googleapis.com/token';

/** The scopes of the API with their descriptions; empty where it has no OAuth. */
export type Scopes = readonly (readonly [string, DiscoveryNode])[];

/** Finds the scopes of the API. */
export function readScopes(root: DiscoveryNode): Scopes {
  return root.object('auth')?.object('oauth2')?.members('scopes') ?? [];
}

/** Makes the security schemes: an API key, which every Google API takes, and OAuth 2.0 where there are scopes. */
export function convertSchemes(root: DiscoveryNode, scopes: Scopes): JsonObject {
  const apiKey = root.makeAt('parameters', {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    'x-header': 'X-Goog-Api-Key',
  });
  if (scopes.length === 0) return root.makeAt('auth', { apiKey });
  const described = scopes.map(([name, node]) => [name, node.string('description') ?? ''] as const);
  const authorizationCode = root.makeAt('auth', { authorizationUrl, tokenUrl, scopes: root.map('auth', described) });
  const parameters = root.object('parameters')?.json ?? {};
  const oauth2 = root.makeAt('auth', {
    type: 'oauth2',
    flows: root.makeAt('auth', { authorizationCode }),
    // The parameter that takes a token instead of the header.
    'x-query-parameter': ['access_token', 'oauth_token'].find((name) => Object.hasOwn(parameters, name)),
  });
  return root.makeAt('auth', { apiKey, oauth2 });
}

/**
 * Lists the scopes of which a method needs one. Discovery does not say which reads an API key is enough for, so it is taken
 * there, and where no scope is named.
 */
function convertSecurity(method: DiscoveryNode, scopes: Scopes): readonly JsonObject[] {
  const stated = method.strings('scopes');
  const known = new Set(scopes.map(([name]) => name));
  const { json, context } = method;
  for (const [index, scope] of stated.entries()) {
    if (known.has(scope)) continue;
    const at = context.positions.ofValue(toArray(json['scopes']), index);
    context.diagnostics.warning('unknown-scope', `"auth" has no scope ${JSON.stringify(scope)}; it is left out`, at);
  }
  const need = (scheme: string, own: readonly string[]): JsonObject =>
    method.makeAt('scopes', { [scheme]: method.list('scopes', own, [stated.indexOf(own[0] ?? '')]) });
  const scoped = [...new Set(stated)].filter((scope) => known.has(scope)).map((scope) => need('oauth2', [scope]));
  if (scoped.length > 0) return method.json['httpMethod'] === 'GET' ? [...scoped, need('apiKey', [])] : scoped;
  return [need('apiKey', []), ...(known.size === 0 ? [] : [need('oauth2', [])])];
}
