import { Diagnostics } from '../../diagnostics.js';
import { isJsonObject, type JsonObject } from '../read/json.js';
import type { Places } from '../references/places.js';
import { convertPaths } from './convert-paths.js';
import { listMethods, type Method } from './list-methods.js';
import { convertSchema } from './convert-schema.js';
import { convertSchemes, readSchemes } from './convert-security.js';
import { type DiscoveryContext, itemsAt, membersAt, objectAt, textAt, wordsAt } from './fields.js';
import { makeList, makeMap, makeObject, settle } from './make-value.js';
import { convertSystemParameters, systemParameters } from './convert-method.js';

/** Whether a document is a Google API Discovery document. */
export function isDiscovery(root: JsonObject): boolean {
  if (root['openapi'] !== undefined || root['swagger'] !== undefined) return false;
  if (root['kind'] === 'discovery#restDescription') return true;
  const telling = ['rootUrl', 'resources', 'methods', 'schemas'];
  return root['discoveryVersion'] !== undefined && telling.some((key) => root[key] !== undefined);
}

/** Turns a Discovery document into the OpenAPI 3.1 document that means the same; its parts stand where they were said. */
export function convertDiscovery(
  root: JsonObject,
  { places, diagnostics }: { readonly places: Places; readonly diagnostics: Diagnostics },
): JsonObject {
  // Several parts of the document may be made from one that is wrong, which is said once.
  const own = new Diagnostics();
  const document = convertRoot(root, { places, diagnostics: own });
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
  { places, diagnostics }: { readonly places: Places; readonly diagnostics: Diagnostics },
): JsonObject {
  const schemas = new Set(Object.keys(objectAt({ places, diagnostics }, root, 'schemas') ?? {}));
  const context = { places, diagnostics, name: wordsAt({ places, diagnostics }, root, 'name'), schemas };
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
      'x-batch-path': wordsAt(context, root, 'batchPath'),
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
  const key = ['title', 'canonicalName', 'name'].find((name) => wordsAt(context, root, name) !== undefined);
  const draft = {
    title: key === undefined ? undefined : textAt(context, root, key),
    // What is no text was reported: it is not missing as well.
    version: textAt(context, root, 'version') ?? (root['version'] === undefined ? undefined : ''),
    description: wordsAt(context, root, 'description'),
  };
  return makeObject(context, { node: root }, draft, { title: key ?? 'title' });
}

/** Where the API is described for people. */
function convertDocumentation(context: DiscoveryContext, root: JsonObject): JsonObject | undefined {
  const url = wordsAt(context, root, 'documentationLink');
  return url === undefined ? undefined : makeObject(context, { node: root, key: 'documentationLink' }, { url });
}

/** Base addresses: the main one, then those of regions. */
function convertServers(context: DiscoveryContext, root: JsonObject): readonly JsonObject[] {
  const servicePath = textAt(context, root, 'servicePath') ?? '';
  const main =
    wordsAt(context, root, 'rootUrl') === undefined
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
  const address = wordsAt(context, node, key);
  if (address === undefined) return undefined;
  const url = [address, servicePath].map(withoutSlashes).filter((part) => part !== '');
  const description = key === 'endpointUrl' ? wordsAt(context, node, 'location') : undefined;
  return makeObject(context, { node, key }, { url: url.join('/') || '/', description });
}

function withoutSlashes(text: string): string {
  return text.trim().replace(/^\/+|\/+$/g, '');
}
