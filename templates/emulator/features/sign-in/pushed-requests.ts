import type { Json } from '@speccast/runtime';
import { OAuthError } from './oauth-error.js';
import type { Parameters } from './read-form.js';
import type { Scene } from './pages/scene.js';
import { forgetOldest, hashSecret, newSecret } from '../../receive/stored-tokens.js';

/** The table of the authorization requests that clients pushed, by the hashes of their names. */
const pushedTable = '~pushed';

const mostRequests = 10_000;
const lifetimeSeconds = 90;
const prefix = 'urn:ietf:params:oauth:request_uri:';

/** What proves who the client is, and is no part of its request. */
const proofs: ReadonlySet<string> = new Set(['client_secret', 'client_assertion', 'client_assertion_type']);

/** Keeps the authorization request of a client for a moment (RFC 9126), and names it. */
export function keepRequest(
  { engine }: Scene,
  client: string,
  form: Parameters,
): { readonly request_uri: string; readonly expires_in: number } {
  const name = newSecret('');
  const fields = [...form].filter(([field]) => !proofs.has(field));
  engine.change((tables) => {
    tables.put(pushedTable, {
      id: hashSecret(name),
      client,
      fields: fields.map(([field, value]): Json => [field, value]),
      expiresAt: engine.clock.now() + lifetimeSeconds * 1000,
    });
    forgetOldest(tables, pushedTable, mostRequests);
  });
  return { request_uri: prefix + name, expires_in: lifetimeSeconds };
}

/**
 * The request that another one names, once; the request itself if it names none. Rejects (400) names that are unknown, expired, used,
 * or of another client.
 */
export function pushedRequest({ engine }: Scene, fields: URLSearchParams): URLSearchParams {
  const name = fields.get('request_uri') ?? '';
  if (!name.startsWith(prefix)) return fields;
  const id = hashSecret(name.slice(prefix.length));
  const row = engine.change((tables) => {
    const found = tables.get(pushedTable, id);
    if (found?.['client'] === fields.get('client_id')) tables.remove(pushedTable, id);
    return found;
  });
  if (row === undefined || row['client'] !== fields.get('client_id') || Number(row['expiresAt']) <= engine.clock.now())
    throw new OAuthError(
      'invalid_request_uri',
      'The request_uri is unknown, has expired, was used, or is that of another client.',
    );
  const pairs = Array.isArray(row['fields']) ? row['fields'] : [];
  return new URLSearchParams(pairs.map((pair: Json) => (Array.isArray(pair) ? pair.map(String) : [])));
}
