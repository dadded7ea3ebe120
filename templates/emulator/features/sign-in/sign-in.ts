import { type Json, type JsonObject, isJsonObject } from '@speccast/runtime';
import { follow, readReferred, toJsonObject, readMember } from '@speccast/runtime/requests';
import type { EmulatorPlan } from '../../plan/plan.js';
import { scopeForm } from '../../receive/authorize.js';
import type { SignInClient, SignInOptions } from '../../plan/options.js';
import type { Feature } from '../../world/engine.js';

/** The kinds of endpoints. They are also the last parts of the paths that work for every spec: `/__oauth/authorize`. */
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
  /** Each path once, those of the spec first. Of several of one kind, the first is announced. */
  readonly endpoints: readonly SignInEndpoint[];
  /** The token URLs as the spec states them. */
  readonly tokenUrls: readonly string[];
  /** Descriptions by scope; empty if the spec names none, and then any is valid. */
  readonly scopes: ReadonlyMap<string, string>;
}

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
const flowMembers = {
  authorizationUrl: 'authorize',
  tokenUrl: 'token',
  refreshUrl: 'token',
  deviceAuthorizationUrl: 'device',
} as const;

function createSignInPlan({ document = {}, basePaths, operations }: EmulatorPlan): SignInPlan | undefined {
  const declared = Object.entries(toJsonObject(follow(document, '#/components/securitySchemes')));
  const resolved = declared.map(([name, stated]): [string, JsonObject] => [name, readReferred(document, stated)]);
  const schemes = new Map(resolved.filter(([, { type }]) => type === 'oauth2' || type === 'openIdConnect'));
  if (schemes.size === 0) return undefined;
  const flows = [...schemes.values()].flatMap(({ flows }) => Object.values(toJsonObject(flows)).map(toJsonObject));
  // Operations whose paths have no variables stay operations.
  const literals = operations.map(({ operation: { path } }) => path).filter((path) => !path.includes('{'));
  const taken = new Set(basePaths.flatMap((base) => literals.map((path) => base + path)));
  const endpoints: SignInEndpoint[] = [];
  const add = (path: string | undefined, kind: SignInEndpoint['kind'], issuer = ''): void => {
    if (path === undefined || taken.has(path) || endpoints.some((one) => one.path === path)) return;
    endpoints.push({ path, kind, issuer });
  };
  for (const flow of flows)
    for (const [member, kind] of Object.entries(flowMembers)) add(readPath(flow[member], basePaths[0]), kind);
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
  const described = new Map(flows.flatMap(({ scopes }) => Object.entries(toJsonObject(scopes))));
  const items = Object.values(toJsonObject(document['paths']));
  const operations = items.flatMap((item) => Object.values(toJsonObject(item)));
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

/** The endpoints of OAuth 2.0 and OpenID Connect, for specs that declare one of them. Their code is loaded by the first request to one. */
export const signIn: Feature = {
  name: 'sign-in',
  open: (engine) => {
    const problem = signInProblem(engine.options.signIn ?? {});
    if (problem !== undefined) throw new TypeError(`signIn: ${problem}.`);
    return {
      serve: async (received) => {
        const plan = getSignInPlan(engine.plan);
        const endpoint = plan?.endpoints.find(({ path }) => path === received.url.pathname);
        if (!plan || !endpoint) return undefined;
        const { serveSignIn } = await import('./serve-sign-in.js');
        return serveSignIn(engine, received, plan, endpoint);
      },
    };
  },
};

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string' && value !== '';
const isSeconds: Test = (value) => typeof value === 'number' && value >= 0 && value <= 1e9;
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);

/** Makes a test of an object with any names, which tests its values. */
const testValues =
  (test: Test): Test =>
  (value) =>
    isJsonObject(value) && Object.values(value).every(test);

/** Finds the first member that is unknown, or whose value does not pass its test. */
function findWrong(value: JsonObject, known: Readonly<Record<string, Test>>): string | undefined {
  return Object.keys(value).find((name) => readMember(known, name)?.(value[name]) !== true);
}

const clientMembers: Readonly<Record<keyof SignInClient, Test>> = {
  secret: isText,
  redirectUris: areTexts,
  publicKey: (value) => isText(value) || isJsonObject(value),
};

const members: Readonly<Record<keyof SignInOptions, Test>> = {
  clients: testValues((one) => isJsonObject(one) && findWrong(one, clientMembers) === undefined),
  redirectUris: areTexts,
  user: isText,
  users: testValues(isJsonObject),
  accessTokenSeconds: isSeconds,
  refreshTokenSeconds: isSeconds,
  rotateRefreshTokens: (value) => typeof value === 'boolean',
  deviceInterval: isSeconds,
};

/** Says why options are refused; undefined if they are valid. It names no values, which may be secret. */
export function signInProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'the options of the sign-in have to be an object';
  const wrong = findWrong(value, members);
  return wrong === undefined ? undefined : `${wrong} is no option of the sign-in, or has a wrong value`;
}
