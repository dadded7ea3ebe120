import type { JsonObject } from '../read/json.js';
import { type DiscoveryContext, membersAt, objectAt, stringAt, stringsAt } from './fields.js';
import { makeList, makeMap, makeObject } from './make-value.js';

const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenUrl = 'https://oauth2.googleapis.com/token';

/** The ways to say who is calling. */
export interface Schemes {
  /** Scopes with their descriptions; empty where the API knows no OAuth. */
  readonly scopes: readonly (readonly [string, JsonObject])[];
  /** Query parameter that takes a token instead of the header. */
  readonly tokenParameter: string | undefined;
}

/** Finds the scopes of the API and the parameter for tokens. */
export function readSchemes(context: DiscoveryContext, root: JsonObject): Schemes {
  const auth = objectAt(context, root, 'auth');
  const oauth2 = auth && objectAt(context, auth, 'oauth2');
  const parameters = objectAt(context, root, 'parameters') ?? {};
  return {
    scopes: oauth2 === undefined ? [] : membersAt(context, oauth2, 'scopes'),
    tokenParameter: ['access_token', 'oauth_token'].find((name) => Object.hasOwn(parameters, name)),
  };
}

/** The security schemes: an API key, which every Google API takes, and OAuth 2.0 where there are scopes. */
export function convertSchemes(context: DiscoveryContext, root: JsonObject, schemes: Schemes): JsonObject {
  const origin = { node: root, key: 'auth' };
  const apiKey = makeObject(context, { node: root, key: 'parameters' }, { type: 'apiKey', in: 'query', name: 'key' });
  if (schemes.scopes.length === 0) return makeObject(context, origin, { apiKey });
  const scopes = schemes.scopes.map(([name, node]) => [name, stringAt(context, node, 'description') ?? ''] as const);
  const flow = makeObject(context, origin, {
    authorizationUrl,
    tokenUrl,
    scopes: makeMap(context, origin, scopes),
  });
  const oauth2 = makeObject(context, origin, {
    type: 'oauth2',
    flows: makeObject(context, origin, { authorizationCode: flow }),
    'x-query-parameter': schemes.tokenParameter,
  });
  return makeObject(context, origin, { apiKey, oauth2 });
}

/**
 * What a method needs: any one of its scopes. Which reads are open to an API key Discovery does not say, so it is taken
 * there, and where no scope is named.
 */
export function convertSecurity(
  context: DiscoveryContext,
  method: JsonObject,
  schemes: Schemes,
): readonly JsonObject[] {
  const origin = { node: method, key: 'scopes' };
  const stated = stringsAt(context, method, 'scopes');
  const known = new Set(schemes.scopes.map(([name]) => name));
  for (const [index, scope] of stated.entries()) if (!known.has(scope)) reportScope(context, method, index, scope);
  const need = (scheme: string, scopes: readonly string[]): JsonObject =>
    makeObject(context, origin, { [scheme]: makeList(context, origin, scopes, [stated.indexOf(scopes[0] ?? '')]) });
  const scoped = [...new Set(stated)].filter((scope) => known.has(scope)).map((scope) => need('oauth2', [scope]));
  if (scoped.length > 0) return method['httpMethod'] === 'GET' ? [...scoped, need('apiKey', [])] : scoped;
  return [need('apiKey', []), ...(known.size === 0 ? [] : [need('oauth2', [])])];
}

function reportScope(
  { positions, diagnostics }: DiscoveryContext,
  method: JsonObject,
  index: number,
  scope: string,
): void {
  const scopes = method['scopes'];
  const at = Array.isArray(scopes) ? positions.ofValue(scopes, index) : positions.of(method);
  diagnostics.warning('unknown-scope', `"auth" has no scope ${JSON.stringify(scope)}; it is left out`, at);
}
