import { isJsonObject, listOwnKeys, type JsonObject } from '../../json.js';
import { didYouMean } from '../suggest.js';
import {
  convertSystemParameters,
  type Service,
  systemParameters,
  convertMethod,
  convertSchemes,
  readScopes,
} from './convert-method.js';
import { convertPath, listMethods, type Method } from './list-methods.js';
import { convertSchema } from './convert-schema.js';
import { setParents } from '../read/tree.js';
import { type DiscoveryContext, DiscoveryNode } from './discovery-node.js';

/** Returns whether a document is a Google API Discovery document. */
export function isDiscovery(root: JsonObject): boolean {
  if (root['openapi'] !== undefined || root['swagger'] !== undefined) return false;
  if (root['kind'] === 'discovery#restDescription') return true;
  const telling = ['rootUrl', 'resources', 'methods', 'schemas'];
  return root['discoveryVersion'] !== undefined && telling.some((key) => root[key] !== undefined);
}

/**
 * Converts a Discovery document to an OpenAPI 3.1 document with the same meaning. Each part has the position of the part of the
 * Discovery document that it comes from.
 */
export function convertDiscovery(
  json: JsonObject,
  { positions, diagnostics }: Pick<DiscoveryContext, 'positions' | 'diagnostics'>,
): JsonObject {
  const shared = { positions, diagnostics, schemas: new Set(listOwnKeys(json['schemas'])) };
  const name = new DiscoveryNode({ ...shared, name: undefined }, json).filled('name');
  const document = convertRoot(new DiscoveryNode({ ...shared, name }, json));
  setParents(positions, document);
  return document;
}

function convertRoot(root: DiscoveryNode): JsonObject {
  const methods = listMethods(root);
  const service: Service = { root, scopes: readScopes(root), parameters: systemParameters(root) };
  const schemas = root.members('schemas').map(([name, node]) => [name, convertSchema(node)] as const);
  const resources = new Set(methods.map(({ resource }) => resource.join('.')).filter((name) => name !== ''));
  const tags = Array.from(resources, (name) => root.makeAt('resources', { name }));
  const url = root.filled('documentationLink');
  const components = {
    schemas: schemas.length === 0 ? undefined : root.map('schemas', schemas),
    parameters: convertSystemParameters(service),
    securitySchemes: convertSchemes(root, service.scopes),
  };
  const draft = {
    openapi: '3.1.0',
    info: convertInfo(root),
    externalDocs: url === undefined ? undefined : root.makeAt('documentationLink', { url }),
    servers: root.list('rootUrl', convertServers(root)),
    tags: root.filledList('resources', tags),
    paths: convertPaths(service, methods),
    components,
    'x-discovery': convertName(root),
    'x-batch-path': root.filled('batchPath'),
  };
  return root.make(draft, { 'x-batch-path': 'batchPath' });
}

/** Converts title, version and description of the API. */
function convertInfo(root: DiscoveryNode): JsonObject {
  const key = ['title', 'canonicalName', 'name'].find((name) => root.filled(name) !== undefined) ?? 'title';
  const draft = {
    title: root.filled(key),
    // A version that is no string was reported before; an empty one prevents a second report, of a missing field.
    version: root.string('version') ?? (root.json['version'] === undefined ? undefined : ''),
    description: root.filled('description'),
  };
  return root.make(draft, { title: key });
}

const namePattern = /^[A-Za-z0-9][\w.-]*$/;

/** Converts the name and version of the API, which clients use in paths; `undefined` if one of them is not valid there. */
function convertName(root: DiscoveryNode): JsonObject | undefined {
  const [name, version] = [root.filled('name'), root.filled('version')];
  if (![name, version].every((one) => one && namePattern.test(one))) return undefined;
  const others = ['canonicalName', 'ownerDomain', 'ownerName', 'revision'];
  return root.make({ name, version, ...Object.fromEntries(others.map((key) => [key, root.filled(key)])) });
}

/** Converts the base addresses: the main one, then those of regions. */
function convertServers(root: DiscoveryNode): readonly JsonObject[] {
  const servicePath = root.string('servicePath') ?? '';
  const hasRoot = root.filled('rootUrl') !== undefined;
  const main = hasRoot ? makeServer(root, 'rootUrl', servicePath) : makeServer(root, 'baseUrl', '');
  const regions = root
    .items('endpoints')
    .filter(isJsonObject)
    .map((region) => makeServer(new DiscoveryNode(root.context, region), 'endpointUrl', servicePath));
  return [main, ...regions].filter((server) => server !== undefined);
}

function makeServer(node: DiscoveryNode, key: string, servicePath: string): JsonObject | undefined {
  const address = node.filled(key);
  if (address === undefined) return undefined;
  const url = [address, servicePath].map((text) => text.trim().replace(/^\/+|\/+$/g, '')).filter((part) => part !== '');
  const description = key === 'endpointUrl' ? node.filled('location') : undefined;
  return node.makeAt(key, { url: url.join('/') || '/', description });
}

const verbs: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];

/** Converts the methods of a document to operations by path. Of two methods with the same path and verb, the second is left out and reported. */
function convertPaths(service: Service, methods: readonly Method[]): JsonObject {
  const byPath = new Map<string, Map<string, Method>>();
  for (const method of methods) {
    const { node, id } = method;
    const [verb, path] = readAddress(method) ?? [];
    if (verb === undefined || path === undefined) continue;
    const item = byPath.get(path) ?? new Map<string, Method>();
    byPath.set(path, item);
    const first = item.get(verb);
    if (first === undefined) item.set(verb, method);
    else {
      const address = JSON.stringify(`${verb.toUpperCase()} ${path}`);
      const message = `${JSON.stringify(id)} is left out: ${address} collides with ${JSON.stringify(first.id)}`;
      node.warning('path', 'colliding-paths', message);
    }
  }
  const items = [...byPath].map(([path, byVerb]) => {
    const operations = [...byVerb].map(([verb, method]) => [verb, convertMethod(service, method)] as const);
    const [first = service.root] = [...byVerb.values()].map(({ node }) => node);
    // The path item has the position of the path of its first method: that is the place to correct it.
    return [path, first.map('path', operations)] as const;
  });
  return service.root.map('resources', items);
}

/** Reads the verb and the path of a method in the form of OpenAPI: `['get', '/books/{id}']`. */
function readAddress({ node, id }: Method): readonly [verb: string, path: string] | undefined {
  const [verb, path] = [node.string('httpMethod'), node.string('path')];
  const absent = ['httpMethod', 'path'].find((key) => node.json[key] === undefined);
  const message = `the method ${JSON.stringify(id)} needs "${absent}"`;
  const done = 'the method is left out';
  if (absent !== undefined) node.repaired(absent, 'missing-field', message, done);
  if (verb === undefined || path === undefined) return undefined;
  if (verbs.includes(verb.toUpperCase())) return [verb.toLowerCase(), convertPath(node, path, node)];
  const hint = didYouMean(verb, verbs) || `; it must be one of ${verbs.join(', ')}`;
  node.repaired('httpMethod', 'invalid-value', `"httpMethod" cannot be ${JSON.stringify(verb)}${hint}`, done);
  return undefined;
}
