import type { Json, JsonObject } from '@speccast/runtime';
import { follow, readReferred, toJsonObject } from '@speccast/runtime/requests';
import type { EmulatorPlan } from '../../plan/plan.js';
import { readOnce } from '../../plan/read-once.js';
import { scopeForm } from '../../receive/authorize.js';

/** The kinds of endpoints. Each is also at a path that works for every spec: `/__oauth/authorize`. */
const endpointKinds = [
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

/** An endpoint of the sign-in. */
export interface SignInEndpoint {
  /** Its path, without the name of a world. */
  readonly path: string;
  readonly kind: EndpointKind | 'configuration';
  /** Path of the issuer: empty, or the part before `/.well-known/openid-configuration` in the spec. */
  readonly issuer: string;
}

/** The endpoints of the sign-in to a service, and the scopes that its spec names. */
export interface SignInPlan {
  /** The endpoints by path, those of the spec first. The configuration lists the first of each kind. */
  readonly endpoints: readonly SignInEndpoint[];
  /** The token URLs as the spec states them. */
  readonly tokenUrls: readonly string[];
  /** Descriptions by scope. Empty if the spec names none: then every scope is valid. */
  readonly scopes: ReadonlyMap<string, string>;
}

const openid = '/.well-known/openid-configuration';
const oauth = '/.well-known/oauth-authorization-server';

/** The endpoints by the members of a flow that name them. */
const members = {
  authorizationUrl: 'authorize',
  tokenUrl: 'token',
  refreshUrl: 'token',
  deviceAuthorizationUrl: 'device',
} as const;

/** Returns the plan of the sign-in to a service; undefined if its spec declares neither OAuth 2.0 nor OpenID Connect. */
export const getSignInPlan: (plan: EmulatorPlan) => SignInPlan | undefined = readOnce((plan) => {
  const { document = {}, basePaths, operations } = plan;
  const declared = Object.entries(toJsonObject(follow(document, '#/components/securitySchemes')));
  const schemes = new Map(
    declared
      .map(([name, stated]) => [name, readReferred(document, stated)] as const)
      .filter(([, { type }]) => type === 'oauth2' || type === 'openIdConnect'),
  );
  if (schemes.size === 0) return undefined;
  const flows = [...schemes.values()].flatMap(({ flows }) => Object.values(toJsonObject(flows)).map(toJsonObject));
  // Operations whose paths have no variables stay operations.
  const literals = operations.map(({ operation: { path } }) => path).filter((path) => !path.includes('{'));
  const taken = new Set(basePaths.flatMap((base) => literals.map((path) => base + path)));
  const endpoints: SignInEndpoint[] = [];
  const add = (path: string | undefined, kind: SignInEndpoint['kind'], issuer = '') => {
    if (path === undefined || taken.has(path) || endpoints.some((one) => one.path === path)) return;
    endpoints.push({ path, kind, issuer });
  };
  for (const flow of flows)
    for (const [member, kind] of Object.entries(members)) add(readPath(flow[member], basePaths[0]), kind);
  const issuers = [''];
  for (const { openIdConnectUrl } of schemes.values()) {
    const path = readPath(openIdConnectUrl, basePaths[0]);
    if (path?.endsWith(openid)) issuers.push(path.slice(0, -openid.length));
    else add(path, 'configuration');
  }
  // Below `/__oauth`, for specs whose own paths cannot be used, and where OpenID Connect and RFC 8414 look for a configuration.
  for (const issuer of issuers) {
    for (const kind of endpointKinds) add(`${issuer}/__oauth/${kind}`, kind, issuer);
    for (const path of [issuer + openid, issuer + oauth, oauth + issuer]) add(path, 'configuration', issuer);
  }
  return {
    endpoints,
    tokenUrls: flows
      .flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl, refreshUrl])
      .filter((url) => typeof url === 'string'),
    scopes: readScopes(document, schemes, flows),
  };
});

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
  const described = new Map(flows.flatMap(({ scopes }) => Object.entries(toJsonObject(scopes))));
  const operations = Object.values(toJsonObject(document['paths'])).flatMap((item) =>
    Object.values(toJsonObject(item)),
  );
  const demanded = [document, ...operations]
    .flatMap((one) => toJsonObject(one)['security'] ?? [])
    .flatMap((need: Json) => Object.entries(toJsonObject(need)))
    .flatMap(([name, scopes]) => (schemes.has(name) ? scopes : []))
    .filter((scope) => typeof scope === 'string');
  return new Map(
    [...described.keys(), ...demanded]
      .filter((scope) => scopeForm.test(scope))
      .map((scope) => [scope, String(described.get(scope) ?? '')]),
  );
}
