import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { pathVariables, type Method, convertPath } from './list-methods.js';
import { componentReference, convertShape, convertSchema } from './convert-schema.js';
import type { DiscoveryNode, Draft } from './discovery-node.js';

/** The parts of a document that all its methods share. */
export interface Service {
  readonly root: DiscoveryNode;
  readonly scopes: Scopes;
  /** The query parameters that every method takes, by name. */
  readonly parameters: ReadonlyMap<string, DiscoveryNode>;
}

/** Keys of a method by the keys of its operation, for positions. */
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
    deprecated: method.deprecated || node.flag('deprecated') || undefined,
    security: node.list('scopes', convertSecurity(node, service.scopes)),
    'x-media': convertUpload(node),
  };
  return node.make(draft, sources);
}

/** Converts parameters: those that `parameterOrder` names, then the others, then headers, then those of every method. */
function convertParameters(service: Service, node: DiscoveryNode): Json | undefined {
  const stated = new Map(node.members('parameters'));
  const variables = pathVariables(node.string('path') ?? '');
  const first = node.strings('parameterOrder').flatMap((name) => {
    const parameter = stated.get(name);
    return parameter ? [[name, parameter] as const] : [];
  });
  const converted = Array.from(new Map([...first, ...stated]), ([name, parameter]) =>
    convertParameter(name, parameter, readLocation(name, parameter, variables)),
  );
  const shared = [...service.parameters.keys()].filter((name) => !stated.has(name));
  const references = shared.map((name) => node.make({ $ref: componentReference('parameters', name) }));
  return node.filledList(undefined, [...converted, ...makeOwnParameters(node, stated.has('alt')), ...references]);
}

/** Creates the parameters that follow from flags of a method, such as `etagRequired`. */
function makeOwnParameters(node: DiscoveryNode, hasAlt: boolean): readonly JsonObject[] {
  const version = node.filled('apiVersion');
  const tag = node.json['httpMethod'] === 'GET' ? 'If-None-Match' : 'If-Match';
  const media = 'supportsMediaDownload';
  const all = [
    // Selects the version of the method.
    version && node.makeAt('apiVersion', { name: 'X-Goog-Api-Version', in: 'header', schema: { const: version } }),
    node.flag('etagRequired') &&
      node.makeAt('etagRequired', { name: tag, in: 'header', required: true, schema: { type: 'string' } }),
    // Requests bytes instead of JSON.
    !hasAlt &&
      node.flag(media) &&
      node.makeAt(media, {
        name: 'alt',
        in: 'query',
        description: '`media` requests the bytes themselves.',
        schema: { type: 'string', enum: ['json', 'media'] },
      }),
  ];
  return all.filter(isJsonObject);
}

type ParameterLocation = 'path' | 'query';

/** Converts a parameter; `repeated` becomes an array with a query parameter for each item: `?id=1&id=2`. */
function convertParameter(name: string, node: DiscoveryNode, location: ParameterLocation): JsonObject {
  const draft: Draft = {
    name,
    in: location,
    description: node.filled('description'),
    required: location === 'path' || node.flag('required') || undefined,
    deprecated: node.flag('deprecated') || undefined,
    ...(location === 'query' && node.flag('repeated') && { style: 'form', explode: true }),
    schema: convertShape(node),
  };
  return node.make(draft, { in: 'location', explode: 'repeated' });
}

/** Reads the location of a parameter. Without a stated location, it is in the path if the path has a variable of its name, or else in the query. */
function readLocation(name: string, node: DiscoveryNode, variables: ReadonlySet<string>): ParameterLocation {
  const location = node.filled('location') ?? (variables.has(name) ? 'path' : 'query');
  if (location === 'path' || location === 'query') return location;
  const message = `"location" cannot be ${JSON.stringify(location)}; it must be one of path, query`;
  node.repaired('location', 'invalid-value', message, 'it is read as "query"');
  return 'query';
}

/** Query parameters that callers do not pass: credentials, which are options of the client, and parameters that change the form of responses. */
const handled: ReadonlySet<string> = new Set(
  'key access_token bearer_token oauth_token alt callback uploadType upload_protocol $.xgafv'.split(' '),
);

/** Finds the parameters of all methods, without those that callers do not pass. */
export function systemParameters(root: DiscoveryNode): Service['parameters'] {
  return new Map(root.members('parameters').filter(([name]) => !handled.has(name)));
}

/** Converts the parameters of all methods to `components.parameters`; `undefined` if there are none. */
export function convertSystemParameters({ root, parameters }: Service): JsonObject | undefined {
  const entries = [...parameters].map(([name, node]) => [name, convertParameter(name, node, 'query')] as const);
  return entries.length === 0 ? undefined : root.map('parameters', entries);
}

const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenUrl = 'https://oauth2.googleapis.com/token';

/** The scopes of the API with their descriptions; empty if it has no OAuth. */
export type Scopes = readonly (readonly [string, DiscoveryNode])[];

/** Finds the scopes of the API. */
export function readScopes(root: DiscoveryNode): Scopes {
  return root.object('auth')?.object('oauth2')?.members('scopes') ?? [];
}

/** Creates the security schemes: an API key, which every Google API accepts, and OAuth 2.0 if there are scopes. */
export function convertSchemes(root: DiscoveryNode, scopes: Scopes): JsonObject {
  const apiKey = root.makeAt('parameters', {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    'x-header': 'X-Goog-Api-Key',
  });
  if (scopes.length === 0) return root.makeAt('auth', { apiKey });
  const described = scopes.map(([name, node]) => [name, node.string('description') ?? ''] as const);
  const parameters = root.object('parameters')?.json ?? {};
  const oauth2 = {
    type: 'oauth2',
    flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: root.map('auth', described) } },
    // A query parameter that may carry the token instead of the header.
    'x-query-parameter': ['access_token', 'oauth_token'].find((name) => Object.hasOwn(parameters, name)),
  };
  return root.makeAt('auth', { apiKey, oauth2 });
}

/**
 * Lists the alternative credentials of a method: one of its scopes, or an API key. Discovery does not state for which methods an API
 * key is sufficient, so this allows it for each GET, and for methods without scopes.
 */
function convertSecurity(method: DiscoveryNode, scopes: Scopes): readonly JsonObject[] {
  const stated = method.strings('scopes');
  const known = new Set(scopes.map(([name]) => name));
  for (const [index, scope] of stated.entries()) {
    if (known.has(scope)) continue;
    const { positions, diagnostics } = method.context;
    const at = positions.ofValue(method.items('scopes'), index);
    diagnostics.warning('unknown-scope', `"auth" has no scope ${JSON.stringify(scope)}; it is left out`, at);
  }
  const need = (scheme: string, own: readonly string[]): JsonObject =>
    method.makeAt('scopes', { [scheme]: method.list('scopes', own, [stated.indexOf(own[0] ?? '')]) });
  const scoped = [...new Set(stated)].filter((scope) => known.has(scope)).map((scope) => need('oauth2', [scope]));
  if (scoped.length > 0) return method.json['httpMethod'] === 'GET' ? [...scoped, need('apiKey', [])] : scoped;
  return [need('apiKey', []), ...(known.size === 0 ? [] : [need('oauth2', [])])];
}

/** Converts the request of a method: JSON, bytes, or bytes with JSON beside them; `undefined` if it has no body. */
function convertRequest(root: DiscoveryNode, method: DiscoveryNode): JsonObject | undefined {
  const request = method.object('request');
  const types = acceptedTypes(method);
  if (request === undefined && types.length === 0) return undefined;
  const origin = request ?? method.object('mediaUpload') ?? method;
  const contents: [string, Draft][] = [];
  if (request) contents.push(['application/json', { schema: convertSchema(request) }]);
  if (request && types.length > 0) {
    // The JSON is the first part, the bytes are the second.
    const properties = { metadata: convertSchema(request), media: BYTES };
    contents.push(['multipart/related', { schema: { type: 'object', required: ['media'], properties } }]);
  }
  // `multipart/related` was added above; other multipart types of `accept` mean the same.
  for (const type of types) if (!/^multipart\//i.test(type)) contents.push([type, { schema: BYTES }]);
  const { $ref: name } = request?.json ?? {};
  const isNamed = types.length === 0 && typeof name === 'string';
  const schema = isNamed ? root.object('schemas')?.object(name) : undefined;
  // Many requests are messages without properties, so that no body needs to be sent.
  const required = !schema || Object.keys(schema.object('properties')?.json ?? {}).length > 0;
  return origin.make({ content: origin.map(undefined, contents), required: required || undefined });
}

const BYTES = { type: 'string', format: 'binary' };

/** Converts the successful response of a method: JSON, bytes, or no body. */
function convertResponses(method: Method): JsonObject {
  const { node } = method;
  const response = node.object('response');
  if (downloads(method)) return makeDiscoveryResponse(node, '200', { '*/*': node.make({ schema: BYTES }) });
  if (response === undefined) return makeDiscoveryResponse(node, '204');
  const schema = convertSchema(response);
  const streams = node.string('streamingType') === 'SERVER_SIDE';
  const content = streams ? { schema: { type: 'array', items: schema }, 'x-stream': true } : { schema };
  return makeDiscoveryResponse(node, '200', { 'application/json': response.make(content) });
}

/** Returns whether the response of a method is bytes: it has no JSON response, or its name begins with `download` or `export`. Other methods return JSON by default. */
function downloads({ node, id }: Method): boolean {
  if (!node.flag('supportsMediaDownload')) return false;
  return node.object('response') === undefined || /^(?:download|export)/i.test(id.split('.').at(-1) ?? '');
}

/** Returns the note that a method can also return bytes instead of its JSON; `undefined` if it cannot. */
function downloadNote(method: Method): string | undefined {
  if (!method.node.flag('supportsMediaDownload') || downloads(method)) return undefined;
  return 'With `alt=media`, the service returns the bytes themselves; this describes the response in JSON.';
}

const descriptions = { '200': 'Success.', '204': 'Success, without a body.' };

function makeDiscoveryResponse(node: DiscoveryNode, status: keyof typeof descriptions, content?: Draft): JsonObject {
  const key = node.json['response'] === undefined ? 'id' : 'response';
  return node.makeAt(key, { [status]: { description: descriptions[status], content } });
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Converts the limits of an upload to `x-media`; `undefined` if a method takes no bytes. */
function convertUpload(method: DiscoveryNode): JsonObject | undefined {
  const upload = findUpload(method);
  if (upload === undefined) return undefined;
  const draft = {
    maxBytes: readMaxBytes(upload),
    mediaTypes: upload.list('accept', acceptedTypes(method)),
    upload: convertProtocols(method, upload),
  };
  return upload.make(draft, { maxBytes: 'maxSize', mediaTypes: 'accept', upload: 'protocols' });
}

/** Lists the media types and ranges of an upload; any type if the method names none. */
function acceptedTypes(method: DiscoveryNode): readonly string[] {
  const upload = findUpload(method);
  if (upload === undefined) return [];
  const stated = new Set(upload.strings('accept').filter((type) => /^[^/\s]+\/[^/\s]+$/.test(type)));
  return stated.size === 0 ? ['*/*'] : [...stated];
}

function findUpload(method: DiscoveryNode): DiscoveryNode | undefined {
  return method.object('mediaUpload') ?? (method.flag('supportsMediaUpload') ? method : undefined);
}

/** Reads the maximum size of an upload in bytes; units are multiples of 1024: `2MB` → 2097152. */
function readMaxBytes(upload: DiscoveryNode): number | undefined {
  const { maxSize } = upload.json;
  if (maxSize === undefined) return undefined;
  const size = typeof maxSize === 'number' || typeof maxSize === 'string' ? String(maxSize) : '';
  const [, digits, unit = 'B'] = /^\s*(\d+(?:\.\d+)?)\s*([KMGTP]?B)?\s*$/i.exec(size) ?? [];
  const most = Math.floor(Number(digits) * 1024 ** units.indexOf(unit.toUpperCase()));
  if (Number.isSafeInteger(most)) return most === 0 ? undefined : most;
  const message = `"maxSize" cannot be ${JSON.stringify(maxSize)}; write a size such as "2MB"`;
  upload.repaired('maxSize', 'invalid-value', message);
  return undefined;
}

/** Converts the path and the protocols of an upload: `{ path: '/upload/books', protocols: ['media', 'resumable'] }`. */
function convertProtocols(method: DiscoveryNode, upload: DiscoveryNode): Json | undefined {
  const protocols = upload.object('protocols');
  const simple = protocols?.object('simple');
  const resumable = protocols?.object('resumable');
  const main = simple ?? resumable;
  const path = main?.string('path');
  if (protocols === undefined || main === undefined || path === undefined) return undefined;
  const isMultipart = [simple, resumable].some((one) => one?.flag('multipart'));
  const names = [simple && 'media', isMultipart && 'multipart', resumable && 'resumable'].filter(
    (name) => typeof name === 'string',
  );
  return main.make({ path: convertPath(method, path, main), protocols: protocols.list(undefined, names) });
}
