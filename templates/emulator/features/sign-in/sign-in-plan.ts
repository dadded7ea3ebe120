import type { Json, JsonObject } from '@speccast/runtime';
import { follow, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan } from '../../plan/plan.js';

/** The kinds of endpoints. They are also the last parts of the paths that work for every spec: `/__oauth/authorize`. */
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

/** The endpoint at a path. */
export interface FoundEndpoint {
  readonly kind: EndpointKind | 'configuration';
  /** Path of the issuer: empty, or the part before `/.well-known/openid-configuration` in the spec. */
  readonly issuer: string;
}

/** The endpoints of the sign-in to a service, and the scopes that its spec names. */
export interface SignInPlan {
  /** Finds the endpoint of a path, without the name of a world. */
  readonly find: (pathname: string) => FoundEndpoint | undefined;
  /** Finds the path of an endpoint. */
  readonly findPath: (kind: EndpointKind, issuer: string) => string;
  /** Paths of all token endpoints. */
  readonly tokenPaths: readonly string[];
  /** The token URLs as the spec states them. */
  readonly tokenUrls: readonly string[];
  /** Descriptions by scope; empty if the spec names none, and then any is valid. */
  readonly scopes: ReadonlyMap<string, string>;
}

/** The path above all endpoints, for specs whose own paths cannot be used. */
export const ownPath = '/__oauth';

const openid = '/.well-known/openid-configuration';
const oauth = '/.well-known/oauth-authorization-server';

// It is asked for at each request.
const plans = new WeakMap<EmulatorPlan, SignInPlan>();

/** Returns the plan of the sign-in to a service; undefined if its spec declares neither OAuth 2.0 nor OpenID Connect. */
export function getSignInPlan(plan: EmulatorPlan): SignInPlan | undefined {
  const made = plans.get(plan) ?? createSignInPlan(plan);
  if (made) plans.set(plan, made);
  return made;
}

/** The endpoints by the members of a flow that name them. */
const members = {
  authorizationUrl: 'authorize',
  tokenUrl: 'token',
  refreshUrl: 'token',
  deviceAuthorizationUrl: 'device',
} as const;

function createSignInPlan({ document = {}, basePaths, operations }: EmulatorPlan): SignInPlan | undefined {
  const schemes = readSchemes(document);
  if (schemes.size === 0) return undefined;
  const flows = [...schemes.values()].flatMap(({ flows }) => Object.values(toJsonObject(flows)).map(toJsonObject));
  // Operations whose paths have no variables stay operations.
  const literals = operations.map(({ operation: { path } }) => path).filter((path) => !path.includes('{'));
  const taken = new Set(basePaths.flatMap((base) => literals.map((path) => base + path)));
  const endpoints = new Map<string, FoundEndpoint>();
  const add = (path: string | undefined, endpoint: FoundEndpoint): void => {
    if (path !== undefined && !taken.has(path) && !endpoints.has(path)) endpoints.set(path, endpoint);
  };
  for (const flow of flows)
    for (const [member, kind] of Object.entries(members))
      add(readPath(flow[member], basePaths[0]), { kind, issuer: '' });
  const issuers = new Set(['']);
  for (const { openIdConnectUrl } of schemes.values()) {
    const path = readPath(openIdConnectUrl, basePaths[0]);
    const issuer = path?.endsWith(openid) ? path.slice(0, -openid.length) : '';
    issuers.add(issuer);
    add(path, { kind: 'configuration', issuer });
  }
  const listPaths = (kind: EndpointKind): readonly string[] =>
    [...endpoints.keys()].filter((path) => endpoints.get(path)?.kind === kind);
  return {
    find: (pathname) => (taken.has(pathname) ? undefined : (endpoints.get(pathname) ?? findGeneral(pathname, issuers))),
    findPath: (kind, issuer) => (issuer === '' ? listPaths(kind)[0] : undefined) ?? `${issuer}${ownPath}/${kind}`,
    tokenPaths: [...listPaths('token'), ...[...issuers].map((issuer) => `${issuer}${ownPath}/token`)],
    tokenUrls: flows
      .flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl, refreshUrl])
      .filter((url) => typeof url === 'string'),
    scopes: readScopes(document, schemes, flows),
  };
}

/** Finds an endpoint below `/__oauth`, or a configuration where OpenID Connect and RFC 8414 look for it. */
function findGeneral(pathname: string, issuers: ReadonlySet<string>): FoundEndpoint | undefined {
  if (pathname.startsWith(oauth) && issuers.has(pathname.slice(oauth.length)))
    return { kind: 'configuration', issuer: pathname.slice(oauth.length) };
  const [, issuer = '', end = ''] = /^(.*)(\/\.well-known\/[\w-]+|\/__oauth\/\w+)$/.exec(pathname) ?? [];
  if (end === '' || !issuers.has(issuer)) return undefined;
  if (end === openid || end === oauth) return { kind: 'configuration', issuer };
  const kind = endpointKinds.find((one) => `${ownPath}/${one}` === end);
  return kind && { kind, issuer };
}

/** Reads the security schemes for OAuth 2.0 and OpenID Connect by name. */
function readSchemes(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const declared = Object.entries(toJsonObject(follow(document, '#/components/securitySchemes')));
  const resolved = declared.map(([name, stated]): [string, JsonObject] => {
    const scheme = toJsonObject(stated);
    const { $ref } = scheme;
    return [name, typeof $ref === 'string' ? toJsonObject(follow(document, $ref)) : scheme];
  });
  return new Map(resolved.filter(([, { type }]) => type === 'oauth2' || type === 'openIdConnect'));
}

/** Reads the path of an address in the spec; undefined for `/`, and for paths that belong to the emulator. */
function readPath(text: Json | undefined, base: string): string | undefined {
  if (typeof text !== 'string' || text === '' || !URL.canParse(text, `https://localhost${base}/`)) return undefined;
  const { pathname } = new URL(text, `https://localhost${base}/`);
  return pathname === '/' || /^\/(?:__mock|w)(?:\/|$)/.test(pathname) ? undefined : pathname;
}

/** Reads the scopes that flows describe, and those that operations demand. */
function readScopes(
  document: JsonObject,
  schemes: ReadonlyMap<string, JsonObject>,
  flows: readonly JsonObject[],
): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  for (const [scope, text] of flows.flatMap((flow) => Object.entries(toJsonObject(flow['scopes']))))
    if (scopeForm.test(scope)) scopes.set(scope, typeof text === 'string' ? text : '');
  const items = Object.values(toJsonObject(document['paths']));
  const operations = items.flatMap((item) => Object.values(toJsonObject(item)).map(toJsonObject));
  const needs = [document, ...operations].flatMap(({ security }) => (Array.isArray(security) ? security : []));
  for (const [name, demanded] of needs.flatMap((need: Json) => Object.entries(toJsonObject(need))))
    for (const scope of schemes.has(name) && Array.isArray(demanded) ? demanded : [])
      if (typeof scope === 'string' && scopeForm.test(scope) && !scopes.has(scope)) scopes.set(scope, '');
  return scopes;
}

/** The characters that RFC 6749 allows in a scope. */
export const scopeForm: RegExp = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
