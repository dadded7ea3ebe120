import type { JsonObject } from '../read/json.js';
import type { DiscoveryNode } from './discovery-node.js';

const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth';
const tokenUrl = 'https://oauth2.googleapis.com/token';

/** The scopes of the API with their descriptions; empty where it has no OAuth. */
export type Scopes = readonly (readonly [string, DiscoveryNode])[];

/** Finds the scopes of the API. */
export function readScopes(root: DiscoveryNode): Scopes {
  return root.object('auth')?.object('oauth2')?.members('scopes') ?? [];
}

/** The security schemes: an API key, which every Google API takes, and OAuth 2.0 where there are scopes. */
export function convertSchemes(root: DiscoveryNode, scopes: Scopes): JsonObject {
  const apiKey = root.makeAt('parameters', { type: 'apiKey', in: 'query', name: 'key' });
  if (scopes.length === 0) return root.makeAt('auth', { apiKey });
  const described = scopes.map(([name, node]) => [name, node.string('description') ?? ''] as const);
  const authorizationCode = root.makeAt('auth', { authorizationUrl, tokenUrl, scopes: root.map('auth', described) });
  const parameters = root.object('parameters')?.json ?? {};
  const oauth2 = root.makeAt('auth', {
    type: 'oauth2',
    flows: root.makeAt('auth', { authorizationCode }),
    // The parameter that takes a token instead of the header.
    'x-query-parameter': ['access_token', 'oauth_token'].find((name) => Object.hasOwn(parameters, name)),
  });
  return root.makeAt('auth', { apiKey, oauth2 });
}

/**
 * What a method needs: any one of its scopes. Which reads are open to an API key Discovery does not say, so it is taken
 * there, and where no scope is named.
 */
export function convertSecurity(method: DiscoveryNode, scopes: Scopes): readonly JsonObject[] {
  const stated = method.strings('scopes');
  const known = new Set(scopes.map(([name]) => name));
  for (const [index, scope] of stated.entries()) if (!known.has(scope)) reportScope(method, index, scope);
  const need = (scheme: string, own: readonly string[]): JsonObject =>
    method.makeAt('scopes', { [scheme]: method.list('scopes', own, [stated.indexOf(own[0] ?? '')]) });
  const scoped = [...new Set(stated)].filter((scope) => known.has(scope)).map((scope) => need('oauth2', [scope]));
  if (scoped.length > 0) return method.json['httpMethod'] === 'GET' ? [...scoped, need('apiKey', [])] : scoped;
  return [need('apiKey', []), ...(known.size === 0 ? [] : [need('oauth2', [])])];
}

function reportScope({ context: { positions, diagnostics }, json }: DiscoveryNode, index: number, scope: string): void {
  const { scopes } = json;
  const at = Array.isArray(scopes) ? positions.ofValue(scopes, index) : positions.of(json);
  diagnostics.warning('unknown-scope', `"auth" has no scope ${JSON.stringify(scope)}; it is left out`, at);
}
