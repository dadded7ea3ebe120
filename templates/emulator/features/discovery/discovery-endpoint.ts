import { readQuery } from '@speccast/runtime/parameters';
import { HttpError, credentialParameters, follow, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan, Received } from '../../plan/plan.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import { jsonType } from '../../respond/respond.js';
import type { Engine } from '../../world/engine.js';
import { serveDocument } from './description-endpoint.js';
import { type SchemaContext, addNamedSchemas, convertMethods } from './discovery-methods.js';

const directory = '/discovery/v1/apis';

/**
 * Serves Google's Discovery Service: the directory `/discovery/v1/apis`, and the document of the service at
 * `/discovery/v1/apis/{api}/{version}/rest` and `/$discovery/rest?version={version}`. The URLs in the document
 * have the origin of the request.
 */
export function serveDiscovery({ plan, prefix }: Engine, { request, url }: Received): Response | undefined {
  const path = url.pathname.replace(/^\/%24/, '/$').replace(/\/$/, '');
  const query = readQuery(url.search);
  const own = readDiscoveryName(plan);
  const asked =
    path === '/$discovery/rest'
      ? [own.name, query.get('version') ?? own.version]
      : /^\/discovery\/v1\/apis\/([^/]+)\/([^/]+)\/rest$/.exec(path)?.slice(1);
  if (!plan.document || (!asked && path !== directory)) return undefined;
  const root = `${url.origin}${prefix}/`;
  const address = `${directory}/${own.name}/${own.version}/rest`;
  return serveDocument(request, url.pathname, jsonType, () => {
    const document = makeDiscoveryDocument(plan, root);
    const { id, name, version, title, description, documentationLink } = document;
    if (!asked) {
      const item = {
        kind: 'discovery#directoryItem',
        id,
        name,
        version,
        title,
        description,
        documentationLink,
        discoveryRestUrl: root + address.slice(1),
        preferred: true,
      };
      const items = (query.get('name') ?? name) === name ? [item] : [];
      return JSON.stringify({ kind: 'discovery#directoryList', discoveryVersion: 'v1', items });
    }
    if (asked.join('/') === `${own.name}/${own.version}`) return JSON.stringify(document);
    const has = `this service is ${own.name} ${own.version}: ${address}`;
    throw new HttpError(404, 'notFound', `There is no Discovery document of that name and version; ${has}.`);
  });
}

/** Creates the Discovery document of a service whose root URL is `root`: `http://127.0.0.1:8080/`. */
function makeDiscoveryDocument(plan: EmulatorPlan, root: string) {
  const { document = {}, basePaths, service } = plan;
  const { name, version, batchPath, isGoogles, more, basePath } = readDiscoveryName(plan);
  const fullPath = basePath ?? basePaths[0];
  const trimmed = basePath === undefined ? fullPath.replace(/^\/+|\/+$/g, '') : '';
  const servicePath = trimmed && `${trimmed}/`;
  const baseUrl = root + servicePath;
  const context: SchemaContext = { document, prefix: `${name}.`, schemas: new Map() };
  addNamedSchemas(context);
  const methods = convertMethods({ ...context, plan, basePath: basePath ?? '', fullPath });
  const { title = name, description = '' } = toJsonObject(document['info']);
  const schemes = Object.values(toJsonObject(follow(document, '#/components/securitySchemes')));
  const flows = schemes.flatMap((scheme) => Object.values(toJsonObject(toJsonObject(scheme)['flows'])));
  const stated = flows.flatMap((flow) => Object.entries(toJsonObject(toJsonObject(flow)['scopes'])));
  const scopes = stated.map(([scope, description]) => [scope, { description }]);
  const credentials = [...credentialParameters(service)];
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${name}:${version}`,
    name,
    version,
    ...more,
    title,
    description,
    protocol: 'rest',
    documentationLink: toJsonObject(document['externalDocs'])['url'],
    rootUrl: root,
    mtlsRootUrl: root,
    servicePath,
    basePath: new URL(baseUrl).pathname,
    baseUrl,
    batchPath,
    auth: scopes.length ? { oauth2: { scopes: Object.fromEntries(scopes) } } : undefined,
    parameters: {
      ...Object.fromEntries(credentials.map((name) => [name, describe('Credential.')])),
      ...(isGoogles && googles),
      ...methods.shared,
    },
    ...methods.root,
    schemas: Object.fromEntries(context.schemas),
  };
}

function describe(description: string) {
  return { type: 'string', location: 'query', description };
}

/** Parameters that all methods of Google's services take, in addition to those that the spec declares. */
const googles = {
  '$.xgafv': { ...describe('Version of the form of errors.'), enum: ['1', '2'] },
  access_token: describe('OAuth 2.0 token.'),
  alt: { ...describe('Form of the response.'), default: 'json', enum: ['json', 'media', 'proto'] },
  callback: describe('Function for JSONP.'),
  key: describe('API key.'),
  oauth_token: describe('OAuth 2.0 token.'),
  uploadType: describe('Protocol of an upload.'),
  upload_protocol: describe('Protocol of an upload.'),
};
