import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import type { EmulatorPlan } from '../../plan/plan.js';
import { readDiscoveryName } from '../../plan/operations/discovery-name.js';
import { convertMethods } from './discovery-methods.js';
import { addNamedSchemas, type SchemaContext } from './discovery-schemas.js';

/** The Discovery document of a service; undefined if the plan has no document to make it from. */
export function discoveryDocument(plan: EmulatorPlan, root: string): JsonObject | undefined {
  const { document } = plan;
  if (document === undefined) return undefined;
  const known = made.get(plan) ?? makeDocument(plan, document);
  made.set(plan, known);
  const { servicePath, ...rest } = known;
  const basePath = new URL(`${root}${String(servicePath)}`).pathname;
  return {
    ...rest,
    rootUrl: root,
    mtlsRootUrl: root,
    servicePath: servicePath ?? '',
    basePath,
    baseUrl: `${root}${String(servicePath)}`,
  };
}

const made = new WeakMap<EmulatorPlan, JsonObject>();

function makeDocument(plan: EmulatorPlan, document: JsonObject): JsonObject {
  const { name, version, batchPath, isGoogles, more, basePath: stated } = readDiscoveryName(plan);
  const servicePath = stated === undefined ? withSlash((plan.basePaths[0] ?? '').replace(/^\/+/, '')) : '';
  const prefix = `${name}.`;
  const schemas: SchemaContext = { document, prefix, schemas: new Map() };
  addNamedSchemas(schemas);
  const fullPath = stated ?? plan.basePaths[0] ?? '';
  const { root, shared } = convertMethods({ ...schemas, plan, basePath: stated ?? '', fullPath });
  const { info, externalDocs } = document;
  const about = isJsonObject(info) ? info : {};
  const link = isJsonObject(externalDocs) ? externalDocs['url'] : undefined;
  const scopes = scopesIn(document);
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${name}:${version}`,
    name,
    version,
    ...more,
    title: about['title'] ?? name,
    description: about['description'] ?? '',
    protocol: 'rest',
    ...(typeof link === 'string' && { documentationLink: link }),
    servicePath,
    batchPath,
    ...(scopes !== undefined && { auth: { oauth2: { scopes } } }),
    parameters: { ...systemParameters(plan, isGoogles), ...shared },
    // Resources are plain JSON.
    ...(root as JsonObject),
    schemas: Object.fromEntries(schemas.schemas),
  };
}

function withSlash(path: string): string {
  return path === '' ? '' : path.replace(/\/*$/, '/');
}

/** All scopes with their descriptions; undefined if the service has none. */
function scopesIn({ components }: JsonObject): JsonObject | undefined {
  const schemes = isJsonObject(components) ? components['securitySchemes'] : undefined;
  const flows = Object.values(isJsonObject(schemes) ? schemes : {}).flatMap((scheme) =>
    isJsonObject(scheme) && isJsonObject(scheme['flows']) ? Object.values(scheme['flows']) : [],
  );
  const scopes = flows.flatMap((flow) =>
    isJsonObject(flow) && isJsonObject(flow['scopes']) ? Object.entries(flow['scopes']) : [],
  );
  const described = scopes.map(([scope, description]): [string, Json] => [scope, { description }]);
  return scopes.length === 0 ? undefined : Object.fromEntries(described);
}

const text = { type: 'string', location: 'query' };

/** What every method of Google's takes beside its own parameters and those that the spec states. */
const googles: JsonObject = {
  '$.xgafv': { ...text, description: 'Version of the form of errors.', enum: ['1', '2'] },
  access_token: { ...text, description: 'OAuth 2.0 token.' },
  alt: { ...text, description: 'Form of the response.', default: 'json', enum: ['json', 'media', 'proto'] },
  callback: { ...text, description: 'Function for JSONP.' },
  key: { ...text, description: 'API key.' },
  oauth_token: { ...text, description: 'OAuth 2.0 token.' },
  uploadType: { ...text, description: 'Protocol of an upload.' },
  upload_protocol: { ...text, description: 'Protocol of an upload.' },
};

/** Parameters of all methods that the document does not state as such: those that carry credentials, and Google's. */
function systemParameters({ service }: EmulatorPlan, isGoogles: boolean): JsonObject {
  const names = Object.values(service.security).flatMap((scheme) => {
    if (scheme.kind === 'apiKey') return scheme.in === 'query' ? scheme.name : [];
    return scheme.kind === 'bearer' ? (scheme.queryParameter ?? []) : [];
  });
  const own = Object.fromEntries(names.map((name) => [name, { ...text, description: 'Credential.' }]));
  return isGoogles ? { ...own, ...googles } : own;
}
