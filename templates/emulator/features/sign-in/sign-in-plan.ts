import { isJsonObject, type Json, type JsonObject } from '@speccast/runtime';
import { follow } from '@speccast/runtime/requests';
import type { EmulatorPlan } from '../../plan/plan.js';

/** What an endpoint does. The names are also the last parts of the paths that work for every spec. */
export const endpointKinds = [
  'authorize',
  'token',
  'par',
  'device',
  'verify',
  'revoke',
  'introspect',
  'userinfo',
  'keys',
  'certs',
] as const;

/** The kind of an endpoint. */
export type EndpointKind = (typeof endpointKinds)[number];

/** An endpoint that a path belongs to. */
export interface FoundEndpoint {
  readonly kind: EndpointKind | 'configuration';
  /** Path of the issuer: empty, or what is before `/.well-known/openid-configuration` in the spec. */
  readonly issuer: string;
}

/** Where the endpoints of a service are, and what its spec says about its scopes. */
export interface SignInPlan {
  /** The endpoint of a path, without the name of a world. */
  readonly find: (pathname: string) => FoundEndpoint | undefined;
  /** The path of an endpoint. */
  readonly pathOf: (kind: EndpointKind, issuer: string) => string;
  /** Paths of all token endpoints. */
  readonly tokenPaths: readonly string[];
  /** The token URLs as the spec states them. */
  readonly tokenUrls: readonly string[];
  /** Descriptions by scope; empty if the spec names none, and then any is valid. */
  readonly scopes: ReadonlyMap<string, string>;
}

/** Below it are all endpoints, for specs whose own paths cannot be used. */
export const ownPath = '/__oauth';

const openid = '/.well-known/openid-configuration';
const oauth = '/.well-known/oauth-authorization-server';

const plans = new WeakMap<EmulatorPlan, SignInPlan | 'none'>();

/** How users sign in to a service; undefined if its spec declares neither OAuth 2.0 nor OpenID Connect. */
export function signInPlanOf(plan: EmulatorPlan): SignInPlan | undefined {
  const known = plans.get(plan) ?? makePlan(plan) ?? 'none';
  plans.set(plan, known);
  return known === 'none' ? undefined : known;
}

function makePlan(plan: EmulatorPlan): SignInPlan | undefined {
  const { document } = plan;
  const schemes = document === undefined ? [] : schemesIn(document);
  if (document === undefined || schemes.length === 0) return undefined;
  const flows = schemes.flatMap(({ flows }) => (isJsonObject(flows) ? Object.values(flows).filter(isJsonObject) : []));
  const operations = literalPaths(plan);
  const paths = new Map<string, FoundEndpoint>();
  const own = (text: Json | undefined): string | undefined => pathIn(text, plan.basePaths[0]);
  const add = (text: Json | undefined, found: FoundEndpoint): void => {
    const path = own(text);
    if (path !== undefined && !operations.has(path) && !paths.has(path)) paths.set(path, found);
  };
  for (const flow of flows)
    for (const [member, kind] of Object.entries(members)) add(flow[member], { kind, issuer: '' });
  const discovery = schemes.flatMap(({ openIdConnectUrl }) => own(openIdConnectUrl) ?? []);
  const issuers = new Set(['', ...discovery.filter((path) => path.endsWith(openid)).map(issuerOf)]);
  for (const path of discovery)
    add(path, { kind: 'configuration', issuer: path.endsWith(openid) ? issuerOf(path) : '' });
  const declared = (kind: EndpointKind): readonly string[] =>
    [...paths].flatMap(([path, found]) => (found.kind === kind ? [path] : []));
  return {
    find: (pathname) => {
      const found = paths.get(pathname) ?? generalEndpoint(pathname, issuers);
      return found === undefined || operations.has(pathname) ? undefined : found;
    },
    pathOf: (kind, issuer) => (issuer === '' ? declared(kind)[0] : undefined) ?? `${issuer}${ownPath}/${kind}`,
    tokenPaths: [...declared('token'), ...[...issuers].map((issuer) => `${issuer}${ownPath}/token`)],
    tokenUrls: flows.flatMap(({ tokenUrl, refreshUrl }) =>
      [tokenUrl, refreshUrl].filter((one) => typeof one === 'string'),
    ),
    scopes: scopesIn(document, schemes, flows),
  };
}

/** The endpoints by the members of a flow that name them. */
const members: Readonly<Record<string, EndpointKind>> = {
  authorizationUrl: 'authorize',
  tokenUrl: 'token',
  refreshUrl: 'token',
  deviceAuthorizationUrl: 'device',
};

function issuerOf(path: string): string {
  return path.slice(0, -openid.length);
}

/** An endpoint below `/__oauth`, or a configuration where OpenID Connect and RFC 8414 look for it. */
function generalEndpoint(pathname: string, issuers: ReadonlySet<string>): FoundEndpoint | undefined {
  if (pathname.startsWith(oauth) && issuers.has(pathname.slice(oauth.length)))
    return { kind: 'configuration', issuer: pathname.slice(oauth.length) };
  const [, issuer = '', end = ''] = /^(.*)(\/\.well-known\/[\w-]+|\/__oauth\/\w+)$/.exec(pathname) ?? [];
  if (end === '' || !issuers.has(issuer)) return undefined;
  if (end === openid || end === oauth) return { kind: 'configuration', issuer };
  const kind = endpointKinds.find((one) => `${ownPath}/${one}` === end);
  return kind && { kind, issuer };
}

function schemesIn(document: JsonObject): readonly JsonObject[] {
  const schemes = follow(document, '#/components/securitySchemes');
  const all = isJsonObject(schemes) ? Object.values(schemes) : [];
  const resolved = all.map((one) =>
    isJsonObject(one) && typeof one['$ref'] === 'string' ? (follow(document, one['$ref']) ?? null) : one,
  );
  return resolved.filter(isJsonObject).filter(({ type }) => type === 'oauth2' || type === 'openIdConnect');
}

/** The paths of operations without variables: these stay operations. */
function literalPaths({ basePaths, operations }: EmulatorPlan): ReadonlySet<string> {
  const paths = operations.map(({ operation: { path } }) => path).filter((path) => !path.includes('{'));
  return new Set(basePaths.flatMap((base) => paths.map((path) => base + path)));
}

/** The path of an address; undefined for `/` and for what cannot be served. */
function pathIn(text: Json | undefined, base: string): string | undefined {
  if (typeof text !== 'string' || text === '' || !URL.canParse(text, `https://localhost${base}/`)) return undefined;
  const { pathname } = new URL(text, `https://localhost${base}/`);
  return pathname === '/' || /^\/(?:__mock|w)(?:\/|$)/.test(pathname) ? undefined : pathname;
}

/** The scopes that flows describe, and those that operations demand. */
function scopesIn(
  document: JsonObject,
  schemes: readonly JsonObject[],
  flows: readonly JsonObject[],
): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  for (const { scopes: described } of flows)
    for (const [scope, text] of Object.entries(isJsonObject(described) ? described : {}))
      if (scopeForm.test(scope)) scopes.set(scope, typeof text === 'string' ? text : '');
  const names = new Set(
    Object.entries(follow(document, '#/components/securitySchemes') ?? {}).flatMap(([name, one]) =>
      schemes.includes(one) ? [name] : [],
    ),
  );
  const items = isJsonObject(document['paths']) ? Object.values(document['paths']) : [];
  const operations = items.flatMap((item) => (isJsonObject(item) ? Object.values(item) : [])).filter(isJsonObject);
  for (const { security } of [document, ...operations])
    for (const need of Array.isArray(security) ? security.filter(isJsonObject) : [])
      for (const [name, demanded] of Object.entries(need))
        for (const scope of names.has(name) && Array.isArray(demanded) ? demanded : [])
          if (typeof scope === 'string' && scopeForm.test(scope) && !scopes.has(scope)) scopes.set(scope, '');
  return scopes;
}

/** What RFC 6749 allows in a scope. */
export const scopeForm: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
