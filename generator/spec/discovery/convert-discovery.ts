import { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type JsonObject } from '../read/json.js';
import type { Positions } from '../references/positions.js';
import { convertPaths } from './convert-paths.js';
import { listMethods, type Method } from './list-methods.js';
import { convertSchema } from './convert-schema.js';
import { convertSchemes, readSchemes } from './convert-security.js';
import { type DiscoveryContext, itemsAt, membersAt, objectAt, stringAt, filledStringAt } from './fields.js';
import { makeList, makeMap, makeObject, settle } from './make-value.js';
import { convertSystemParameters, systemParameters } from './convert-method.js';

/** Whether a document is a Google API Discovery document. */
export function isDiscovery(root: JsonObject): boolean {
  if (root['openapi'] !== undefined || root['swagger'] !== undefined) return false;
  if (root['kind'] === 'discovery#restDescription') return true;
  const telling = ['rootUrl', 'resources', 'methods', 'schemas'];
  return root['discoveryVersion'] !== undefined && telling.some((key) => root[key] !== undefined);
}

/** Turns a Discovery document into the OpenAPI 3.1 document that means the same; its parts have the positions of what they were made from. */
export function convertDiscovery(
  root: JsonObject,
  { positions, diagnostics }: { readonly positions: Positions; readonly diagnostics: Diagnostics },
): JsonObject {
  // Several parts of the document may be made from one that is wrong, which is said once.
  const own = new Diagnostics();
  const document = convertRoot(root, { positions, diagnostics: own });
  const reported = new Set<string>();
  for (const { severity, code, message, at } of own.list) {
    const key = JSON.stringify([message, at]);
    if (!reported.has(key)) diagnostics[severity](code, message, at);
    reported.add(key);
  }
  return document;
}

function convertRoot(
  root: JsonObject,
  { positions, diagnostics }: { readonly positions: Positions; readonly diagnostics: Diagnostics },
): JsonObject {
  const schemas = new Set(Object.keys(objectAt({ positions, diagnostics }, root, 'schemas') ?? {}));
  const context = { positions, diagnostics, name: filledStringAt({ positions, diagnostics }, root, 'name'), schemas };
  const methods = listMethods(context, root);
  const service = {
    root,
    schemes: readSchemes(context, root),
    parameters: systemParameters(context, root),
  };
  const document = makeObject(
    context,
    { node: root },
    {
      openapi: '3.1.0',
      info: convertInfo(context, root),
      externalDocs: convertDocumentation(context, root),
      servers: makeList(context, { node: root, key: 'rootUrl' }, convertServers(context, root)),
      tags: convertTags(context, root, methods),
      paths: convertPaths(context, service, methods),
      components: makeObject(
        context,
        { node: root },
        {
          schemas: convertSchemas(context, root),
          parameters: convertSystemParameters(context, root, service.parameters),
          securitySchemes: convertSchemes(context, root, service.schemes),
        },
      ),
      'x-batch-path': filledStringAt(context, root, 'batchPath'),
    },
    { 'x-batch-path': 'batchPath' },
  );
  settle(context, document);
  return document;
}

function convertSchemas(context: DiscoveryContext, root: JsonObject): JsonObject | undefined {
  const schemas = membersAt(context, root, 'schemas');
  if (schemas.length === 0) return undefined;
  return makeMap(
    context,
    { node: root, key: 'schemas' },
    schemas.map(([name, node]) => [name, convertSchema(context, node)]),
  );
}

/** One tag for each resource with methods. */
function convertTags(
  context: DiscoveryContext,
  root: JsonObject,
  methods: readonly Method[],
): readonly JsonObject[] | undefined {
  const names = new Set(methods.map(({ resource }) => resource.join('.')).filter((name) => name !== ''));
  if (names.size === 0) return undefined;
  const origin = { node: root, key: 'resources' };
  const tags = [...names].map((name) => makeObject(context, origin, { name }));
  // Made of objects only.
  return makeList(context, origin, tags) as readonly JsonObject[];
}

/** Title, version and description of the API. */
function convertInfo(context: DiscoveryContext, root: JsonObject): JsonObject {
  const key = ['title', 'canonicalName', 'name'].find((name) => filledStringAt(context, root, name) !== undefined);
  const draft = {
    title: key === undefined ? undefined : stringAt(context, root, key),
    // What is no text was reported: it is not missing as well.
    version: stringAt(context, root, 'version') ?? (root['version'] === undefined ? undefined : ''),
    description: filledStringAt(context, root, 'description'),
  };
  return makeObject(context, { node: root }, draft, { title: key ?? 'title' });
}

/** Where the API is described for people. */
function convertDocumentation(context: DiscoveryContext, root: JsonObject): JsonObject | undefined {
  const url = filledStringAt(context, root, 'documentationLink');
  return url === undefined ? undefined : makeObject(context, { node: root, key: 'documentationLink' }, { url });
}

/** Base addresses: the main one, then those of regions. */
function convertServers(context: DiscoveryContext, root: JsonObject): readonly JsonObject[] {
  const servicePath = stringAt(context, root, 'servicePath') ?? '';
  const main =
    filledStringAt(context, root, 'rootUrl') === undefined
      ? makeServer(context, root, 'baseUrl', '')
      : makeServer(context, root, 'rootUrl', servicePath);
  const regions = itemsAt(context, root, 'endpoints').filter(isJsonObject);
  return [main, ...regions.map((node) => makeServer(context, node, 'endpointUrl', servicePath))].filter(
    (server) => server !== undefined,
  );
}

function makeServer(
  context: DiscoveryContext,
  node: JsonObject,
  key: string,
  servicePath: string,
): JsonObject | undefined {
  const address = filledStringAt(context, node, key);
  if (address === undefined) return undefined;
  const url = [address, servicePath].map(withoutSlashes).filter((part) => part !== '');
  const description = key === 'endpointUrl' ? filledStringAt(context, node, 'location') : undefined;
  return makeObject(context, { node, key }, { url: url.join('/') || '/', description });
}

function withoutSlashes(text: string): string {
  return text.trim().replace(/^\/+|\/+$/g, '');
}
